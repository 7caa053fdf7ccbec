// Reads licenses in dongles: the list, one license, and the export. The status follows from what the lock reported and
// from the clock.
import {
  DONGLE_LICENSE_ACTS,
  DONGLE_FORM,
  DONGLE_LICENSE_STATUSES,
  LIMITS,
  dongleLicenseStatusName,
  upgradeStatusAt,
  upgradeStatusName,
  wallTime,
} from '@sealwright/contract'
import type { SheetFormat, dongleLicenseCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { readPage, requirePeriod } from '../../../kernel/db/list.ts'
import { found } from '../../../kernel/entity/refuse.ts'
import type { FileAnswer, StreamContext } from '../../../kernel/http/context.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { SHEET_TYPES, writeSheet } from '../../../kernel/sheets/sheets.ts'
import { listCustomerNames } from '../../customer/index.ts'
import { listIntegratorNames } from '../../integrator/index.ts'
import { endOrNull } from '../../license/index.ts'
import { findGrantables, listProductNames } from '../../product/index.ts'
import { listNamedTemplates } from '../../template/index.ts'
import type { DongleLicense } from '../dongle.tables.ts'
import * as queries from './license-list.queries.ts'
import type { LicenseFilter } from './license-list.queries.ts'
import { insideAnswer } from './operation.rules.ts'

type Payload<Name extends 'find' | 'get' | 'export'> = z.output<(typeof dongleLicenseCalls)[Name]['payload']>

const RIGHTS = { refresh: 'dongleLicense.update', delete: 'dongleLicense.delete' } as const
const { notUpgraded, upgraded, expired } = DONGLE_LICENSE_STATUSES

const statusOf = ({ inside, expiresAt }: Pick<DongleLicense, 'inside' | 'expiresAt'>, now: Date) =>
  inside === null ? notUpgraded : expiresAt <= now ? expired : upgraded

const present = <T>(values: readonly (T | null)[]) => [...new Set(values.filter((value) => value !== null))]

async function rowsOf(scope: Scope, rows: readonly DongleLicense[]) {
  const { asking, caller } = scope
  const [products, templates, customers, integrators, packages] = [
    await listProductNames(
      scope,
      rows.map(({ licenseId }) => licenseId),
    ),
    await listNamedTemplates(scope, present(rows.map(({ templateGuid }) => templateGuid))),
    await listCustomerNames(scope, present(rows.map(({ customerGuid }) => customerGuid))),
    await listIntegratorNames(scope, present(rows.map(({ integratorGuid }) => integratorGuid))),
    new Map(
      (await queries.listPackages(scope, [...new Set(rows.map(({ packageGuid }) => packageGuid))])).map((one) => [
        one.guid,
        one,
      ]),
    ),
  ]
  return rows.map((row) => {
    const latest = packages.get(row.packageGuid)
    const template = templates.get(row.templateGuid ?? '')
    const customerName = customers.get(row.customerGuid ?? '')
    return {
      guid: row.guid,
      lockGuid: row.dongleGuid,
      shellNumber: row.shellNumber,
      licenseId: row.licenseId,
      productName: products.get(row.licenseId) ?? '',
      licenseForm: DONGLE_FORM,
      status: statusOf(row, asking.now),
      inside: insideAnswer(row.inside),
      planned: insideAnswer(row.planned),
      expireTime: endOrNull(row.expiresAt),
      templateGuid: row.templateGuid,
      templateName: template?.name ?? null,
      hasTemplate: template?.deletedAt === null,
      customerGuid: customerName === undefined ? null : row.customerGuid,
      customerName: customerName ?? null,
      integratorGuid: row.integratorGuid,
      integratorName: integrators.get(row.integratorGuid ?? '') ?? null,
      issuer: row.issuerName,
      issueTime: row.issuedAt,
      updateTime: row.updatedAt,
      upgradeGuid: row.packageGuid,
      upgradeKind: latest?.kind ?? ('issue' as const),
      upgradeStatus: latest ? upgradeStatusAt(latest, asking.now, LIMITS.dongle.reportDays) : row.upgradeStatus,
      reason: latest?.reason ?? null,
      // What a package will delete can be neither changed nor deleted again.
      acts: DONGLE_LICENSE_ACTS.filter((act) => row.planned !== null && caller.privileges.has(RIGHTS[act])),
    }
  })
}

export async function findLicenses(
  scope: Scope,
  { currentPage, pageSize, sort = 'updateTime', order = 'desc', ...filter }: Payload<'find'>,
) {
  requirePeriod(filter)
  const list = await queries.listLicenses(scope, filter, { sort, order })
  const page = await readPage({ currentPage, pageSize }, list.count, list.page)
  return { ...page, rows: await rowsOf(scope, page.rows) }
}

export async function getLicense(scope: Scope, { guid }: Payload<'get'>) {
  const row = found(await queries.findLicense(scope, guid), 'dongleLicense.notFound')
  const [answer] = await rowsOf(scope, [row])
  if (!answer) throw new Error('a license without an answer')
  const defined = (await findGrantables(scope, [row.licenseId])).get(row.licenseId)?.modules ?? []
  // An update can also grant modules of the product that are not inside yet.
  const ids = new Set([
    ...defined.map(({ moduleId }) => moduleId),
    ...(row.inside?.modules ?? []),
    ...(row.planned?.modules ?? []),
  ])
  const nameOf = (id: number) =>
    defined.find(({ moduleId }) => moduleId === id)?.moduleName ?? scope.say('product.defaultModuleName', { n: id })
  return {
    ...answer,
    moduleNames: [...ids].toSorted((a, b) => a - b).map((moduleId) => ({ moduleId, moduleName: nameOf(moduleId) })),
    remark: row.remark,
  }
}

const PAGE = 1_000
const COLUMNS = [
  'shellNumber',
  'productName',
  'status',
  'upgradeStatus',
  'startTime',
  'endTime',
  'spanTime',
  'counter',
  'concurrentNum',
  'templateName',
  'customerName',
  'integratorName',
  'issuer',
  'issueTime',
  'updateTime',
  'expireTime',
] as const

type Told = Awaited<ReturnType<typeof rowsOf>>[number]

async function* sheetOf(context: StreamContext, filter: LicenseFilter): AsyncGenerator<readonly (string | number)[]> {
  const { say, caller, read, signal } = context
  const moment = (at: Date | null | undefined) => (at ? wallTime(at, caller.timeZone).replace('T', ' ') : '')
  const cellsOf = ({ inside, planned, ...row }: Told): Record<(typeof COLUMNS)[number], string | number | null> => {
    const held = inside ?? planned
    return {
      ...row,
      status: say(`dongleLicense.statuses.${dongleLicenseStatusName(row.status)}`),
      upgradeStatus: say(`dongleLicense.upgradeStatuses.${upgradeStatusName(row.upgradeStatus)}`),
      startTime: moment(held?.startTime),
      endTime: moment(held?.endTime),
      spanTime: held?.spanTime ?? null,
      counter: held?.counter ?? null,
      concurrentNum: held?.concurrentNum ?? null,
      issueTime: moment(row.issueTime),
      updateTime: moment(row.updateTime),
      expireTime: moment(row.expireTime),
    }
  }
  yield COLUMNS.map((column) => say(`dongleLicense.fields.${column}`))
  let last: string | undefined
  for (;;) {
    const after = last
    const page = await read(async (scope) => rowsOf(scope, await queries.listNext(scope, filter, after, PAGE)))
    for (const row of page) {
      const cells = cellsOf(row)
      yield COLUMNS.map((column) => cells[column] ?? '')
    }
    last = page.at(-1)?.guid
    if (page.length < PAGE || signal.aborted) return
  }
}

export async function exportLicenses(
  context: StreamContext,
  { format, ...filter }: LicenseFilter & { format: SheetFormat },
): Promise<FileAnswer> {
  requirePeriod(filter)
  return {
    fileName: `${context.say('dongleLicense.titles.list')}.${format}`,
    type: SHEET_TYPES[format],
    body: writeSheet(format, sheetOf(context, filter)),
  }
}
