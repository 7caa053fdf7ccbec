// Pure decisions about templates: how a version is stored and read back, and how it is answered, compared and logged.
// Does not validate content: `judgeTemplate` of the contract does.
import { DATA_AREAS, TERM_FIELD_NAMES, dataAreaBytes, isExpiredAt } from '@sealwright/contract'
import type { DataArea, DataAreaName, ModifyPrivilege, ProductGrant, TemplateContent } from '@sealwright/contract'
import type { LoggedFacts } from '../../kernel/audit/record.ts'
import { changesOf } from '../operation-log/index.ts'
import type { Grantable } from '../product/index.ts'
import { areaAnswer, keptArea, moduleList } from '../product/index.ts'
import type { AreaSummary, StoredAreas, StoredGrant, StoredTerms, Template } from './template.tables.ts'

/**
 * Compares the contents of two data areas. It is a keyed hash because the operation log shows it: without the key,
 * nobody can find the content by guessing.
 */
export type Digest = (text: string) => string

const summaryOf = (area: DataArea | null, digest: Digest): AreaSummary | null =>
  area && { source: area.source, size: dataAreaBytes(area), digest: digest(JSON.stringify(areaAnswer(area))) }

const eachArea = <Value>(valueOf: (name: DataAreaName) => Value) =>
  Object.fromEntries(DATA_AREAS.map((name) => [name, valueOf(name)])) as Record<DataAreaName, Value> // one for each

/** Stores an empty data area as no area. */
function tidyGrant<Grant extends ProductGrant>(grant: Grant): Grant {
  return { ...grant, ...eachArea((name) => keptArea(grant[name]).content) }
}

export function tidyContent(content: TemplateContent): TemplateContent {
  return { ...tidyGrant(content), otherProducts: content.otherProducts.map((grant) => tidyGrant(grant)) }
}

const grantsOf = (content: TemplateContent): ProductGrant[] => [content, ...content.otherProducts]

/** Splits content into the parts that a version stores. Module names come from the products as they are now. */
export function storedOf(
  content: TemplateContent,
  products: ReadonlyMap<number, Grantable>,
  digest: Digest,
): { terms: StoredTerms; areas: StoredAreas[] } {
  const {
    licenseId: _id,
    licenseVersion: _version,
    modules: _modules,
    rom: _rom,
    raw: _raw,
    pub: _pub,
    otherProducts: _others,
    ...rest
  } = content
  const namesOf = ({ licenseId, modules }: ProductGrant) =>
    Object.fromEntries(
      (products.get(licenseId)?.modules ?? []).flatMap(({ moduleId, moduleName }) =>
        moduleName !== null && modules.includes(moduleId) ? [[moduleId, moduleName]] : [],
      ),
    )
  const grants = grantsOf(content).map((grant): StoredGrant => ({
    licenseId: grant.licenseId,
    licenseVersion: grant.licenseVersion,
    modules: grant.modules,
    moduleNames: namesOf(grant),
    ...eachArea((name) => summaryOf(grant[name], digest)),
  }))
  return { terms: { ...rest, grants }, areas: grantsOf(content).map((grant) => eachArea((name) => grant[name])) }
}

const NO_AREAS: StoredAreas = { rom: null, raw: null, pub: null }

export function contentOf({ grants, ...rest }: StoredTerms, areas: readonly StoredAreas[]): TemplateContent {
  const [first, ...others] = grants.map((grant, index): ProductGrant => ({
    licenseId: grant.licenseId,
    licenseVersion: grant.licenseVersion,
    modules: grant.modules,
    ...(areas[index] ?? NO_AREAS),
  }))
  if (!first) throw new Error('a version without a product')
  return { ...rest, ...first, otherProducts: others }
}

/**
 * Drops modules that the product no longer defines, unless the payload names them: those stay, and the rules refuse
 * them.
 */
export function withoutUndefined(
  content: TemplateContent,
  products: ReadonlyMap<number, Grantable>,
  isKept: (licenseId: number) => boolean,
): TemplateContent {
  const cleaned = <Grant extends ProductGrant>(grant: Grant): Grant => {
    const defined = products.get(grant.licenseId)?.modules
    return defined && isKept(grant.licenseId)
      ? { ...grant, modules: grant.modules.filter((id) => defined.some((module) => module.moduleId === id)) }
      : grant
  }
  return { ...cleaned(content), otherProducts: content.otherProducts.map((grant) => cleaned(grant)) }
}

/** Whether two versions have the same data areas, product by product. */
export function haveSameAreas(a: StoredTerms, b: StoredTerms): boolean {
  const digests = ({ grants }: StoredTerms) =>
    grants.map((grant) => DATA_AREAS.map((name) => grant[name]?.digest ?? '').join()).join(';')
  return digests(a) === digests(b)
}

/**
 * A grant in comparisons and in the operation log. Leaves out the content of data areas: it may contain hidden values,
 * and log rows are permanent.
 */
function grantFacts({ licenseVersion, modules, ...grant }: StoredGrant, prefix: string): LoggedFacts {
  const area = (summary: AreaSummary | null) => summary && `${summary.source} · ${summary.size} B · #${summary.digest}`
  const facts: LoggedFacts = {
    licenseVersion,
    modules: modules.join(', ') || null,
    ...eachArea((name) => area(grant[name])),
  }
  return Object.fromEntries(Object.entries(facts).map(([field, value]) => [prefix + field, value]))
}

export function versionFacts({ grants: [first, ...others], ...terms }: StoredTerms): LoggedFacts {
  return {
    name: terms.name,
    licenseId: first?.licenseId ?? null,
    otherProducts: others.map(({ licenseId }) => licenseId).join(', ') || null,
    ...Object.fromEntries(TERM_FIELD_NAMES.map((field) => [field, terms[field]])),
    ...(first && grantFacts(first, '')),
    ...Object.assign({}, ...others.map((grant) => grantFacts(grant, `otherProducts.${grant.licenseId}.`))),
  }
}

export function templateFacts(
  terms: StoredTerms,
  { canModify, canModifyModule, canModifyDataZone }: Pick<Template, ModifyPrivilege>,
): LoggedFacts {
  return { ...versionFacts(terms), canModify, canModifyModule, canModifyDataZone }
}

/** The differences that matter to a person. A switch that does not apply (null) equals a switch that is off. */
export function differencesOf(before: LoggedFacts, after: LoggedFacts) {
  const isOff = (value: string | null) => value === null || value === 'false'
  return changesOf(before, after).filter((change) => !(isOff(change.before) && isOff(change.after)))
}

export function termsAnswer({ grants, name, ...terms }: StoredTerms, now: Date) {
  const [first] = grants
  if (!first) throw new Error('a version without a product')
  const size = (area: DataAreaName) => first[area]?.size ?? 0
  return {
    name,
    ...terms,
    licenseId: first.licenseId,
    hasStartTime: terms.startTime !== null,
    hasEndTime: terms.endTime !== null,
    hasSpanTime: terms.spanTime !== null,
    hasRom: first.rom !== null,
    hasRaw: first.raw !== null,
    hasPub: first.pub !== null,
    romSize: size('rom'),
    rawSize: size('raw'),
    pubSize: size('pub'),
    isExpired: isExpiredAt(terms.endTime, now),
  }
}

/** The modules and data areas granted of a product, together with the modules that the product defines now. */
export function grantAnswer(
  grant: ProductGrant,
  known: { productName: string; moduleNames: Readonly<Record<number, string>> },
  product: Pick<Grantable, 'modules'> | undefined,
  defaultName: (n: number) => string,
) {
  const granted = new Set(grant.modules)
  return {
    licenseId: grant.licenseId,
    productName: known.productName,
    licenseVersion: grant.licenseVersion,
    modules: moduleList(product?.modules ?? [], defaultName).map(({ moduleId, moduleName, checked }) => ({
      moduleId,
      moduleName: checked ? moduleName : (known.moduleNames[moduleId] ?? moduleName),
      checked: granted.has(moduleId),
      define: checked,
    })),
    rom: areaAnswer(grant.rom),
    raw: areaAnswer(grant.raw),
    pub: areaAnswer(grant.pub),
  }
}
