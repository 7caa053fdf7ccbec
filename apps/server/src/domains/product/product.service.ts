// Use cases of products. Each checks the rules of section 5 that need more than the payload, runs the queries and
// writes the operation-log row, in one transaction.
import { DATA_AREAS, LICENSE_FORMS, LIMITS, licenseFormsOf } from '@sealwright/contract'
import type { LicenseForm, productCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { findAccountName } from '../../kernel/account-names.ts'
import { readPage } from '../../kernel/db/list.ts'
import { refuseStale } from '../../kernel/entity/refuse.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import { lockDeveloper } from '../developer/index.ts'
import * as queries from './product.queries.ts'
import {
  areaAnswer,
  definedModules,
  isFormAllowed,
  keptArea,
  moduleList,
  productFacts,
  sameArea,
} from './product.rules.ts'
import type { Product } from './product.tables.ts'

/** What products need to know from the domains that depend on them, by license id. */
export interface ProductUse {
  /** The number of templates of each of these products that the caller sees. */
  countTemplates(scope: Scope, licenseIds: readonly number[]): Promise<ReadonlyMap<number, number>>
  /** The number of all templates of a product, regardless of row scope. */
  countAllTemplates(scope: Scope, licenseId: number): Promise<number>
  countTemplatesOfForm(scope: Scope, licenseId: number, form: LicenseForm): Promise<number>
  /** The number of templates that grant each of these modules. */
  countGranting(scope: Scope, licenseId: number, modules: readonly number[]): Promise<ReadonlyMap<number, number>>
}

export interface LicenseCounts {
  licenseCount: number
  effectiveLicenseCount: number
}

/** The number of licenses of each of these products. */
export interface ProductLicenses {
  countLicensesOfProducts(scope: Scope, licenseIds: readonly number[]): Promise<ReadonlyMap<number, LicenseCounts>>
}

type Payload<Name extends keyof typeof productCalls> = z.output<(typeof productCalls)[Name]['payload']>

export interface ProductDeps {
  use: ProductUse
  licenses: ProductLicenses
}

export function createProductService({ use, licenses }: ProductDeps) {
  const notFound = () => new Refusal('product.notFound')

  function refuseForm(scope: Scope, licenseForm: number) {
    if (!isFormAllowed(scope.caller.developer.status, licenseForm))
      throw new Refusal('product.trialSoftForm', { field: 'licenseForm' })
  }

  async function find(scope: Scope, { currentPage, pageSize, sort = 'updateTime', order, ...filter }: Payload<'find'>) {
    const list = await queries.listProducts(scope, filter, {
      sort,
      order: order ?? (sort === 'updateTime' ? 'desc' : 'asc'),
    })
    const page = await readPage({ currentPage, pageSize }, list.count, list.page)
    return { ...page, rows: await answersOf(scope, page.rows) }
  }

  async function answersOf(scope: Scope, rows: readonly Listed[]) {
    const ids = rows.map((row) => row.licenseId)
    const [templates, issued] = [
      await use.countTemplates(scope, ids),
      await licenses.countLicensesOfProducts(scope, ids),
    ]
    return rows.map((row) => ({
      ...listedAnswer(row),
      templateCount: templates.get(row.licenseId) ?? 0,
      licenseCount: 0,
      effectiveLicenseCount: 0,
      ...issued.get(row.licenseId),
    }))
  }

  async function get(scope: Scope, { guid }: Payload<'get'>) {
    const row = await queries.findProduct(scope, guid)
    if (!row) throw notFound()
    const [answer] = await answersOf(scope, [{ ...row, hasLogo: row.logo !== null, moduleCount: row.modules.length }])
    if (!answer) throw new Error('the product has no answer')
    return {
      ...answer,
      revision: row.revision,
      logo: row.logo?.toString('base64') ?? null,
      modules: moduleList(row.modules, (n) => scope.say('product.defaultModuleName', { n })),
      rom: areaAnswer(row.rom),
      raw: areaAnswer(row.raw),
      pub: areaAnswer(row.pub),
      createdBy: (await findAccountName(scope, row.createdBy)) ?? '',
    }
  }

  async function logos(scope: Scope, { guids }: Payload<'logos'>) {
    const rows = await queries.listLogos(scope, guids)
    return { rows: rows.flatMap(({ guid, logo }) => (logo ? [{ guid, logo: logo.toString('base64') }] : [])) }
  }

  async function nextLicenseId(scope: Scope) {
    return { licenseId: await queries.findNextLicenseId(scope) }
  }

  async function create(scope: Scope, payload: Payload<'create'>) {
    const { developer, accountId } = scope.caller
    refuseForm(scope, payload.licenseForm)
    if (developer.status === 'trial') {
      // Under the developer's lock, so that two concurrent calls cannot both create the first product.
      await lockDeveloper(scope)
      if ((await queries.countAllProducts(scope)) >= LIMITS.trial.products)
        throw new Refusal('product.trialLimit', { params: { max: LIMITS.trial.products } })
    }
    const { now } = scope.asking
    const areas = { rom: keptArea(payload.rom), raw: keptArea(payload.raw), pub: keptArea(payload.pub) }
    const row: Product = {
      developerId: scope.developerId,
      guid: scope.ids.guid(),
      licenseId: payload.licenseId,
      name: payload.name,
      displayName: payload.displayName,
      licenseForm: payload.licenseForm,
      licenseVersion: payload.licenseVersion ?? null,
      brief: payload.brief || null,
      logo: payload.logo ? Buffer.from(payload.logo, 'base64') : null,
      modules: definedModules(payload.modules),
      rom: areas.rom.content,
      raw: areas.raw.content,
      pub: areas.pub.content,
      romSize: areas.rom.size,
      rawSize: areas.raw.size,
      pubSize: areas.pub.size,
      assignedTo: [],
      revision: 1,
      createdBy: accountId,
      updatedBy: accountId,
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
    }
    if (!(await queries.insertProduct(scope, row))) {
      const holder = await queries.findHolder(scope, row.licenseId)
      // The name of a product outside the caller's row scope is not revealed.
      const params = {
        licenseId: String(row.licenseId),
        name: holder?.name ?? '',
        isSeen: String(holder !== undefined),
      }
      throw new Refusal(holder?.deletedAt ? 'product.licenseIdReserved' : 'product.licenseIdTaken', {
        params,
        field: 'licenseId',
      })
    }
    await scope.record({
      type: 'add',
      target: { kind: 'product', guid: row.guid, name: row.name },
      after: productFacts(row),
    })
    return { guid: row.guid }
  }

  async function update(scope: Scope, payload: Payload<'update'>) {
    const { guid, revision, licenseId } = payload
    const before = await queries.lockProduct(scope, guid)
    if (!before) throw notFound()
    await refuseStale(scope, before, revision)
    if (licenseId !== undefined && licenseId !== before.licenseId)
      throw new Refusal('product.licenseIdImmutable', {
        params: { licenseId: String(before.licenseId) },
        field: 'licenseId',
      })
    const licenseForm = payload.licenseForm ?? before.licenseForm
    if (licenseForm !== before.licenseForm) {
      refuseForm(scope, licenseForm)
      for (const form of licenseFormsOf(before.licenseForm & ~licenseForm)) {
        const count = await use.countTemplatesOfForm(scope, before.licenseId, form)
        if (count > 0)
          throw new Refusal('product.formInUse', {
            params: { count, form: scope.say(`product.forms.${form}`) },
            field: 'licenseForm',
          })
      }
    }
    const after: Product = {
      ...before,
      licenseForm,
      name: payload.name ?? before.name,
      displayName: payload.displayName ?? before.displayName,
      ...(payload.licenseVersion !== undefined && { licenseVersion: payload.licenseVersion }),
      ...(payload.brief !== undefined && { brief: payload.brief || null }),
      ...(payload.logo !== undefined && { logo: payload.logo ? Buffer.from(payload.logo, 'base64') : null }),
      ...(payload.modules !== undefined && { modules: definedModules(payload.modules) }),
      revision: before.revision + 1,
      updatedBy: scope.caller.accountId,
      updatedAt: scope.asking.now,
    }
    for (const name of DATA_AREAS) {
      if (payload[name] === undefined) continue
      const { content, size } = keptArea(payload[name])
      after[name] = content
      after[`${name}Size`] = size
    }
    const changedAreas = DATA_AREAS.filter((name) => !sameArea(before[name], after[name]))
    const { developerId: _developer, guid: _guid, ...changes } = after
    await queries.updateProduct(scope, guid, changes)
    await scope.record({
      type: 'update',
      target: { kind: 'product', guid, name: after.name },
      before: productFacts(before),
      after: productFacts(after, changedAreas),
    })
    return { guid }
  }

  async function previewUpdate(scope: Scope, { guid, licenseForm, modules }: Payload<'previewUpdate'>) {
    const before = await queries.findProduct(scope, guid)
    if (!before) throw notFound()
    const { licenseId } = before
    const kept = new Set(
      (modules === undefined ? before.modules : definedModules(modules)).map(({ moduleId }) => moduleId),
    )
    const gone = before.modules.filter(({ moduleId }) => !kept.has(moduleId))
    const granting =
      gone.length === 0
        ? new Map<number, number>()
        : await use.countGranting(
            scope,
            licenseId,
            gone.map(({ moduleId }) => moduleId),
          )
    const forms: { licenseForm: number; templateCount: number }[] = []
    for (const form of licenseFormsOf(before.licenseForm & ~(licenseForm ?? before.licenseForm))) {
      const templateCount = await use.countTemplatesOfForm(scope, licenseId, form)
      if (templateCount > 0) forms.push({ licenseForm: LICENSE_FORMS[form], templateCount })
    }
    return {
      forms,
      modules: gone.flatMap(({ moduleId, moduleName }) => {
        const templateCount = granting.get(moduleId)
        return templateCount
          ? [
              {
                moduleId,
                moduleName: moduleName ?? scope.say('product.defaultModuleName', { n: moduleId }),
                templateCount,
              },
            ]
          : []
      }),
    }
  }

  async function remove(scope: Scope, { guid }: Payload<'delete'>) {
    const before = await queries.lockProduct(scope, guid)
    if (!before) throw notFound()
    const count = await use.countAllTemplates(scope, before.licenseId)
    if (count > 0) throw new Refusal('product.inUse', { params: { name: before.name, count } })
    await queries.updateProduct(scope, guid, { deletedAt: scope.asking.now, updatedBy: scope.caller.accountId })
    await scope.record({
      type: 'delete',
      target: { kind: 'product', guid, name: before.name },
      before: productFacts(before),
    })
    return {}
  }

  return { find, get, logos, nextLicenseId, create, update, previewUpdate, remove }
}

type Listed = Pick<
  Product,
  | 'guid'
  | 'name'
  | 'displayName'
  | 'licenseForm'
  | 'licenseId'
  | 'licenseVersion'
  | 'brief'
  | 'romSize'
  | 'rawSize'
  | 'pubSize'
  | 'createdAt'
  | 'updatedAt'
> & { hasLogo: boolean; moduleCount: number }

function listedAnswer(row: Listed) {
  const { createdAt, updatedAt, ...rest } = row
  return {
    ...rest,
    hasRom: row.romSize > 0,
    hasRaw: row.rawSize > 0,
    hasPub: row.pubSize > 0,
    createTime: createdAt,
    updateTime: updatedAt,
  }
}
