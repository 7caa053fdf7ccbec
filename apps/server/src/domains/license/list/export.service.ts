// Exports licenses as a file. Reads them in pages, each in a short transaction with the caller's current privileges, so
// a long export neither holds a transaction nor fills the memory. The columns are those of the list, shown or not.
import { licenseModeName, machineLimits, shownSerial, wallTime } from '@sealwright/contract'
import type { LicenseFamily, SheetFormat } from '@sealwright/contract'
import { requirePeriod } from '../../../kernel/db/list.ts'
import type { FileAnswer, StreamContext } from '../../../kernel/http/context.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { SHEET_TYPES, writeSheet } from '../../../kernel/sheets/sheets.ts'
import { termText } from '../delivery/wording.rules.ts'
import { statusLabel } from '../license.rules.ts'
import type { Reading } from './reading.service.ts'
import { listNext } from './search.queries.ts'
import type { LicenseFilter } from './search.queries.ts'

const PAGE = 1000

const COLUMNS = [
  'serial',
  'status',
  'mode',
  'productName',
  'templateName',
  'templateNumber',
  'account',
  'userName',
  'customerName',
  'integratorName',
  'term',
  'bound',
  'machineLimit',
  'everBound',
  'machineLimitEver',
  'source',
  'issuer',
  'issueTime',
  'firstUseTime',
  'expireTime',
  'endedTime',
  'deliveredTo',
  'deliverTime',
  'remark',
] as const

type Told = Awaited<ReturnType<Reading['rowsOf']>>[number]

/** The family to export. Refuses callers who may not export it. */
type FamilyOf = (scope: Pick<Scope, 'caller' | 'say'>) => LicenseFamily

export function createExport({ reading }: { reading: Pick<Reading, 'rowsOf'> }) {
  async function* rows(
    { say, caller, read, signal }: StreamContext,
    familyOf: FamilyOf,
    filter: LicenseFilter,
  ): AsyncGenerator<readonly (string | number)[]> {
    const family = familyOf({ caller, say })
    const moment = (at: Date | null) => (at === null ? '' : wallTime(at, caller.timeZone).replace('T', ' '))
    const cellsOf = (row: Told): Record<(typeof COLUMNS)[number], string | number | null> => ({
      ...row,
      serial: shownSerial(family, row.serial),
      status: statusLabel(say, row.status),
      mode: say(`license.modes.${licenseModeName(row.licenseMode)}`),
      productName: [row.productName, ...row.otherProductNames].join(', '),
      term: termText(say, row, row.source === 'preIssue', caller.timeZone),
      machineLimit: machineLimits(row).atOnce,
      machineLimitEver: machineLimits(row).ever,
      source: say(`license.sources.${row.source}`),
      issueTime: moment(row.issueTime),
      firstUseTime: moment(row.firstUseTime),
      expireTime: moment(row.expireTime),
      endedTime: moment(row.endedTime),
      deliverTime: moment(row.deliverTime),
    })
    yield COLUMNS.map((column) => say(`license.fields.${column}`))
    let last: string | undefined
    for (;;) {
      const after = last
      const page = await read(async (scope) => {
        return reading.rowsOf(scope, await listNext(scope, familyOf(scope), filter, after, PAGE))
      })
      for (const row of page) {
        const cells = cellsOf(row)
        yield COLUMNS.map((column) => cells[column] ?? '')
      }
      last = page.at(-1)?.guid
      if (page.length < PAGE || signal.aborted) return
    }
  }

  return async function exportLicenses(
    context: StreamContext,
    familyOf: FamilyOf,
    { format, ...filter }: LicenseFilter & { format: SheetFormat },
  ): Promise<FileAnswer> {
    const family = familyOf(context)
    requirePeriod(filter)
    return {
      fileName: `${context.say(`license.families.${family}`)}.${format}`,
      type: SHEET_TYPES[format],
      body: writeSheet(format, rows(context, familyOf, filter)),
    }
  }
}
