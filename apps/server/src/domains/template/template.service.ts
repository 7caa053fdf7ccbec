// Use cases of templates: creating, updating, versions, restoring, deleting. Each runs in one transaction with its
// operation log row. Licenses are not affected by a change of their template.
import { LIMITS, formsNeeded, judgeTemplate, readTemplate } from '@sealwright/contract'
import type {
  GivenTemplate,
  ModifyPrivilege,
  TemplateContent,
  TemplateFamily,
  TemplateFacts,
} from '@sealwright/contract'
import { listAccountNames } from '../../kernel/account-names.ts'
import { readPage } from '../../kernel/db/list.ts'
import { readConfig } from '../../kernel/developer-config.ts'
import { refuseStale } from '../../kernel/entity/refuse.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import { changesOf } from '../operation-log/index.ts'
import { findGrantables, listOptions, listUnfit, listProductNames } from '../product/index.ts'
import type { LicenseCounts } from '../product/index.ts'
import * as queries from './template.queries.ts'
import type { ListedTemplate, TemplateFilter, TemplateOrder } from './template.queries.ts'
import {
  contentOf,
  differencesOf,
  grantAnswer,
  haveSameAreas,
  storedOf,
  templateFacts,
  termsAnswer,
  tidyContent,
  versionFacts,
  withoutUndefined,
} from './template.rules.ts'
import type { Digest } from './template.rules.ts'
import type { Template, TemplateVersion } from './template.tables.ts'

/** Port to the license domain: how many licenses were issued from each template, and how many of them are in force. */
export interface TemplateUse {
  countLicenses(scope: Scope, templateGuids: readonly string[]): Promise<ReadonlyMap<string, LicenseCounts>>
}

/** Port to billing: the upper limit of the highest price tier for groups. */
export interface GroupPrices {
  groupUsersMax(scope: Scope): Promise<number>
}

export interface TemplateDeps {
  use: TemplateUse
  prices: GroupPrices
  digest: Digest
}

interface PageAsked {
  currentPage: number
  pageSize: number
}

type Flags = Pick<Template, ModifyPrivilege>
/** The content that results from a payload, and its stored form. */
type Drafted = { content: TemplateContent } & ReturnType<typeof storedOf>
type GivenUpdate = GivenTemplate & { guid: string; version?: number | undefined }

const NO_LICENSES: LicenseCounts = { licenseCount: 0, effectiveLicenseCount: 0 }

function flagsOf(given: GivenTemplate, before: Flags): Flags {
  const flag = (name: ModifyPrivilege) => (typeof given[name] === 'boolean' ? given[name] : before[name])
  return {
    canModify: flag('canModify'),
    canModifyModule: flag('canModifyModule'),
    canModifyDataZone: flag('canModifyDataZone'),
  }
}

export function createTemplateService({ use, prices, digest }: TemplateDeps) {
  const targetOf = (family: TemplateFamily, { guid, name }: Pick<Template, 'guid' | 'name'>) =>
    ({ kind: `${family}Template`, guid, name }) as const
  const moduleName = (scope: Scope) => (n: number) => scope.say('product.defaultModuleName', { n })

  async function rowOf(scope: Scope, family: TemplateFamily, guid: string, isLocked: boolean): Promise<Template> {
    const row = await (isLocked ? queries.lockTemplate(scope, family, guid) : queries.findTemplate(scope, family, guid))
    if (!row) throw new Refusal('template.notFound')
    return row
  }

  async function versionOf(scope: Scope, guid: string, version: number): Promise<TemplateVersion> {
    const found = await queries.findVersion(scope, guid, version)
    if (!found) throw new Refusal('template.versionNotFound', { params: { version }, field: 'version' })
    return found
  }

  /**
   * Applies a payload and refuses with every invalid field. With `isLocked`, the products stay locked until the
   * transaction ends.
   */
  async function drafted(
    scope: Scope,
    family: TemplateFamily,
    given: GivenTemplate,
    before: TemplateContent | undefined,
    endBefore: string | null | undefined,
    isLocked: boolean,
  ): Promise<Drafted> {
    const { caller, asking } = scope
    const { content: read, violations } = readTemplate(family, given, {
      before,
      timeZone: caller.developer.timeZone,
      initial: before ? undefined : { kickOut: await readConfig(scope, 'kickOut') },
    })
    const products = await findGrantables(
      scope,
      [read, ...read.otherProducts].map(({ licenseId }) => licenseId),
      isLocked,
    )
    const others = (given['otherProducts'] ?? []) as readonly { licenseId: number; modules?: unknown }[] // decoded
    const isModulesGiven = (licenseId: number) =>
      licenseId === read.licenseId
        ? given['modules'] !== undefined
        : others.some((other) => other.licenseId === licenseId && other.modules !== undefined)
    const content = tidyContent(withoutUndefined(read, products, (licenseId) => !isModulesGiven(licenseId)))
    const facts: TemplateFacts = {
      now: asking.now,
      isTrialDeveloper: caller.developer.status === 'trial',
      products: new Map(
        [...products].map(([id, product]) => [
          id,
          { licenseForm: product.licenseForm, modules: product.modules.map(({ moduleId }) => moduleId) },
        ]),
      ),
      timeZone: caller.developer.timeZone,
      groupUsersMax: await prices.groupUsersMax(scope),
      endBefore,
    }
    const judged = judgeTemplate(family, content, facts).filter(
      ({ path }) => !violations.some((known) => known.path === path),
    )
    if (violations.length + judged.length > 0)
      throw new Refusal('platform.badPayload', { violations: [...violations, ...judged] })
    return { content, ...storedOf(content, products, digest) }
  }

  /** The columns that repeat parts of the content for lists. A code is always a soft license. */
  const columnsOf = (family: TemplateFamily, content: TemplateContent) => ({
    name: content.name,
    licenseId: content.licenseId,
    licenseIds: [content, ...content.otherProducts].map(({ licenseId }) => licenseId),
    licenseForm: family === 'sn' ? formsNeeded(family, null) : content.licenseForm,
  })

  async function answersOf(scope: Scope, rows: readonly ListedTemplate[]) {
    const [products, names, counts] = [
      await listProductNames(scope, [...new Set(rows.flatMap((row) => row.licenseIds))]),
      await listAccountNames(
        scope,
        rows.map((row) => row.createdBy),
      ),
      await use.countLicenses(
        scope,
        rows.map((row) => row.guid),
      ),
    ]
    return rows.map((row) => ({
      ...termsAnswer(row.terms, scope.asking.now),
      ...(counts.get(row.guid) ?? NO_LICENSES),
      guid: row.guid,
      productName: products.get(row.licenseId) ?? '',
      otherProductNames: row.licenseIds.slice(1).map((id) => products.get(id) ?? ''),
      ...flagsOf({}, row),
      version: row.version,
      createdBy: names.get(row.createdBy) ?? '',
      createTime: row.createdAt,
      updateTime: row.updatedAt,
    }))
  }

  async function find(
    scope: Scope,
    family: TemplateFamily,
    {
      currentPage,
      pageSize,
      sort = 'updateTime',
      order,
      ...filter
    }: PageAsked & TemplateFilter & Partial<TemplateOrder>,
  ) {
    const list = await queries.listTemplates(scope, family, filter, {
      sort,
      order: order ?? (sort === 'updateTime' ? 'desc' : 'asc'),
    })
    const page = await readPage({ currentPage, pageSize }, list.count, list.page)
    return { ...page, rows: await answersOf(scope, page.rows) }
  }

  async function get(
    scope: Scope,
    family: TemplateFamily,
    { guid, version }: { guid: string; version?: number | undefined },
  ) {
    const row = await rowOf(scope, family, guid, false)
    const { terms, areas } = await versionOf(scope, guid, version ?? row.version)
    const content = contentOf(terms, areas)
    const [answer] = await answersOf(scope, [
      { ...row, licenseIds: terms.grants.map(({ licenseId }) => licenseId), version: version ?? row.version, terms },
    ])
    const ids = terms.grants.map(({ licenseId }) => licenseId)
    // A product of an old version may be deleted. Its name is still stored.
    const [products, names] = [await findGrantables(scope, ids), await listProductNames(scope, ids)]
    const [own, ...others] = [content, ...content.otherProducts].map((grant, index) => {
      const known = {
        productName: names.get(grant.licenseId) ?? '',
        moduleNames: terms.grants[index]?.moduleNames ?? {},
      }
      return grantAnswer(grant, known, products.get(grant.licenseId), moduleName(scope))
    })
    if (!answer || !own) throw new Error('a template without an answer or a product')
    return { ...answer, ...own, otherProducts: others }
  }

  async function getProduct(scope: Scope, licenseId: number) {
    const product = (await findGrantables(scope, [licenseId])).get(licenseId)
    if (!product) throw new Refusal('product.notFound', { field: 'licenseId' })
    return {
      licenseForm: product.licenseForm,
      ...grantAnswer(
        { ...product, licenseId, modules: [] },
        { productName: product.name, moduleNames: {} },
        product,
        moduleName(scope),
      ),
    }
  }

  async function create(scope: Scope, family: TemplateFamily, given: GivenTemplate) {
    const { content, ...stored } = await drafted(scope, family, given, undefined, undefined, true)
    const {
      developerId,
      asking: { now },
      caller: { accountId },
    } = scope
    const guid = scope.ids.guid()
    const flags = flagsOf(given, { canModify: false, canModifyModule: false, canModifyDataZone: false })
    await queries.insertTemplate(scope, {
      developerId,
      guid,
      family,
      ...columnsOf(family, content),
      ...flags,
      version: 1,
      createdBy: accountId,
      updatedBy: accountId,
      createdAt: now,
      updatedAt: now,
    })
    await queries.insertVersion(scope, {
      developerId,
      templateGuid: guid,
      version: 1,
      origin: 'create',
      areasOf: 1,
      ...stored,
      createdBy: accountId,
      createdAt: now,
    })
    await scope.record({
      type: 'add',
      target: targetOf(family, { guid, name: content.name }),
      after: templateFacts(stored.terms, flags),
    })
    return { guid }
  }

  /** Everything of an update except saving: the current row, the new content, and the facts before and after. */
  async function prepared(scope: Scope, family: TemplateFamily, given: GivenUpdate, isLocked: boolean) {
    const row = await rowOf(scope, family, given.guid, isLocked)
    await refuseStale(scope, { revision: row.version, updatedBy: row.updatedBy }, given.version)
    if (typeof given['licenseId'] === 'number' && given['licenseId'] !== row.licenseId)
      throw new Refusal('template.productImmutable', { field: 'licenseId' })
    const present = await versionOf(scope, row.guid, row.version)
    const { terms, areas } = present
    const drawn = await drafted(scope, family, given, contentOf(terms, areas), terms.endTime, isLocked)
    const flags = flagsOf(given, row)
    const [before, after] = [templateFacts(terms, row), templateFacts(drawn.terms, flags)]
    return {
      row,
      present,
      drawn,
      flags,
      before,
      after,
      hasNewVersion: changesOf(versionFacts(terms), versionFacts(drawn.terms)).length > 0,
    }
  }

  async function saveVersion(
    scope: Scope,
    family: TemplateFamily,
    row: Template,
    present: TemplateVersion,
    { content, terms, areas }: Drafted,
    flags: Flags,
    how: Pick<TemplateVersion, 'origin' | 'restoredVersion'>,
  ): Promise<number> {
    const {
      developerId,
      asking,
      caller: { accountId },
    } = scope
    const version = row.version + 1
    // A call that waited for the lock may have an earlier time than the edit it waited for. Versions must not go back
    // in time.
    const now = asking.now < row.updatedAt ? row.updatedAt : asking.now
    // Unchanged data areas stay with the version that stores them.
    const held = haveSameAreas(present.terms, terms)
      ? { areasOf: present.areasOf, areas: null }
      : { areasOf: version, areas }
    await queries.insertVersion(scope, {
      developerId,
      templateGuid: row.guid,
      version,
      ...how,
      terms,
      ...held,
      createdBy: accountId,
      createdAt: now,
    })
    await queries.updateTemplates(scope, [row.guid], {
      ...flags,
      ...columnsOf(family, content),
      version,
      updatedBy: accountId,
      updatedAt: now,
    })
    return version
  }

  /** A save without changes creates no version. */
  async function update(scope: Scope, family: TemplateFamily, given: GivenUpdate) {
    const { row, present, drawn, flags, before, after, hasNewVersion } = await prepared(scope, family, given, true)
    const { guid } = row
    if (changesOf(before, after).length === 0) return { guid, version: row.version }
    let { version } = row
    if (hasNewVersion)
      version = await saveVersion(scope, family, row, present, drawn, flags, {
        origin: 'update',
        restoredVersion: null,
      })
    else await queries.updateTemplates(scope, [guid], flags)
    await scope.record({ type: 'update', target: targetOf(family, { guid, name: drawn.content.name }), before, after })
    return { guid, version }
  }

  /** The changes that a save would make, and the number of issued licenses, which it would not affect. */
  async function impactOf(
    scope: Scope,
    {
      row,
      before,
      after,
      hasNewVersion,
    }: Pick<Awaited<ReturnType<typeof prepared>>, 'row' | 'before' | 'after' | 'hasNewVersion'>,
  ) {
    return {
      changes: differencesOf(before, after),
      hasNewVersion,
      ...NO_LICENSES,
      ...(await use.countLicenses(scope, [row.guid])).get(row.guid),
    }
  }

  async function previewUpdate(scope: Scope, family: TemplateFamily, given: GivenUpdate) {
    return impactOf(scope, await prepared(scope, family, given, false))
  }

  async function remove(scope: Scope, family: TemplateFamily, rows: readonly Template[]) {
    await queries.updateTemplates(
      scope,
      rows.map(({ guid }) => guid),
      { deletedAt: scope.asking.now, updatedBy: scope.caller.accountId },
    )
    for (const row of rows) {
      const terms = (await queries.listTerms(scope, row.guid, [row.version])).get(row.version)
      await scope.record({ type: 'delete', target: targetOf(family, row), before: terms && templateFacts(terms, row) })
    }
  }

  async function removeOne(scope: Scope, family: TemplateFamily, guid: string) {
    await remove(scope, family, [await rowOf(scope, family, guid, true)])
    return {}
  }

  async function removeSeveral(scope: Scope, family: TemplateFamily, guids: readonly string[]) {
    const wanted = new Set(guids)
    const rows = await queries.lockTemplates(scope, family, [...wanted])
    await remove(scope, family, rows)
    return { deleted: rows.length, skipped: wanted.size - rows.length }
  }

  /** Temporary privileges are not part of a version, and `updatedAt` stays, so the row keeps its place in the list. */
  async function switchModifyPrivilege(scope: Scope, family: TemplateFamily, guid: string, name: ModifyPrivilege) {
    const row = await rowOf(scope, family, guid, true)
    const flags: Flags = flagsOf({ [name]: !row[name] }, row)
    await queries.updateTemplates(scope, [guid], flags)
    await scope.record({
      type: 'update',
      target: targetOf(family, row),
      before: { [name]: row[name] },
      after: { [name]: flags[name] },
    })
    return flags
  }

  async function findVersions(
    scope: Scope,
    family: TemplateFamily,
    { guid, currentPage, pageSize, order = 'desc' }: PageAsked & { guid: string; order?: 'asc' | 'desc' | undefined },
  ) {
    const { version: newest } = await rowOf(scope, family, guid, false)
    const page = await readPage({ currentPage, pageSize }, { records: newest, isCapped: false }, (slice) =>
      queries.listVersions(scope, guid, newest, order, slice),
    )
    const known = new Map(page.rows.map((row) => [row.version, row.terms]))
    const missing = page.rows.map((row) => row.version - 1).filter((version) => version > 0 && !known.has(version))
    const [before, names] = [
      await queries.listTerms(scope, guid, missing),
      await listAccountNames(
        scope,
        page.rows.map((row) => row.createdBy),
      ),
    ]
    const rows = page.rows.map(({ version, origin, restoredVersion, terms, createdBy, createdAt }) => {
      const earlier = known.get(version - 1) ?? before.get(version - 1)
      return {
        version,
        origin,
        restoredVersion,
        createdBy: names.get(createdBy) ?? '',
        createTime: createdAt,
        changes: earlier ? differencesOf(versionFacts(earlier), versionFacts(terms)) : [],
      }
    })
    return { ...page, rows }
  }

  async function compareVersions(
    scope: Scope,
    family: TemplateFamily,
    { guid, from, to }: { guid: string; from: number; to: number },
  ) {
    await rowOf(scope, family, guid, false)
    const found = await queries.listTerms(scope, guid, [from, to])
    const termsOf = (version: number, field: string) => {
      const terms = found.get(version)
      if (!terms) throw new Refusal('template.versionNotFound', { params: { version }, field })
      return terms
    }
    return { changes: differencesOf(versionFacts(termsOf(from, 'from')), versionFacts(termsOf(to, 'to'))) }
  }

  /** Everything of a restore except saving. The rules of a save apply: an old version may not be valid anymore. */
  async function preparedRestore(
    scope: Scope,
    family: TemplateFamily,
    { guid, version }: { guid: string; version: number },
    isLocked: boolean,
  ) {
    const row = await rowOf(scope, family, guid, isLocked)
    const [now, then] = [await versionOf(scope, guid, row.version), await versionOf(scope, guid, version)]
    const drawn = await drafted(scope, family, {}, contentOf(then.terms, then.areas), now.terms.endTime, isLocked)
    const [before, after] = [templateFacts(now.terms, row), templateFacts(drawn.terms, row)]
    return { row, present: now, drawn, before, after, hasNewVersion: changesOf(before, after).length > 0 }
  }

  async function previewRestore(scope: Scope, family: TemplateFamily, asked: { guid: string; version: number }) {
    return impactOf(scope, await preparedRestore(scope, family, asked, false))
  }

  async function restore(scope: Scope, family: TemplateFamily, { guid, version }: { guid: string; version: number }) {
    const { row, present, drawn, before, after, hasNewVersion } = await preparedRestore(
      scope,
      family,
      { guid, version },
      true,
    )
    if (!hasNewVersion) return { version: row.version }
    const restored = await saveVersion(scope, family, row, present, drawn, flagsOf({}, row), {
      origin: 'restore',
      restoredVersion: version,
    })
    await scope.record({ type: 'update', target: targetOf(family, { guid, name: drawn.content.name }), before, after })
    return { version: restored }
  }

  return {
    find,
    get,
    getProduct,
    create,
    update,
    previewUpdate,
    removeOne,
    removeSeveral,
    switchModifyPrivilege,
    findVersions,
    compareVersions,
    previewRestore,
    restore,
    count: queries.countFamily,
    listProducts: (
      scope: Scope,
      family: TemplateFamily,
      { productName, isUnfit }: { productName?: string | undefined; isUnfit?: boolean | undefined },
    ) =>
      (isUnfit ? listUnfit : listOptions)(
        scope,
        { productName, licenseForm: formsNeeded(family, null) },
        LIMITS.template.productOptions,
      ),
  }
}
