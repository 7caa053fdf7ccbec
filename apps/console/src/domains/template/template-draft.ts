// The draft of a template in the form, and the conversions from answers and to payloads. Every field keeps its input
// while it is hidden: fields that do not apply are left out of the payload, and come back when they apply again. The
// contract defines which fields apply.
import {
  DATA_AREAS,
  LICENSE_FORMS,
  LIMITS,
  MODIFY_PRIVILEGES,
  START_TIME_TYPES,
  TERM_FIELD_NAMES,
  fromWire,
  isTermNeeded,
  isTermShown,
  judgeTemplate,
  licenseFormsOf,
  pcTemplateFields,
  readTemplate,
  smartTemplateFields,
  termDeclaration,
  termFieldsOf,
} from '@sealwright/contract'
import type {
  DataAreaName,
  GivenTemplate,
  ModifyPrivilege,
  TemplateAnswer,
  TemplateContent,
  TemplateFacts,
  TemplateFamily,
  TermField,
  Violation,
} from '@sealwright/contract'
import * as z from 'zod/mini'
import { remembering } from '../../blocks/control/remembering.ts'
import { areaDraft, EMPTY_AREA, spellArea } from '../../blocks/data-area/area-draft.ts'
import type { AreaAnswer, AreaDraft } from '../../blocks/data-area/area-draft.ts'
import type { FieldSchema } from '../../blocks/form/field-rules.ts'

/** The grant of a product, as calls answer it for a template or for the product itself. */
export interface GrantAnswer extends Record<DataAreaName, AreaAnswer> {
  licenseId: number
  licenseVersion: number | null
  modules: readonly { moduleId: number; moduleName: string; checked: boolean; define: boolean }[]
}

/** Terms and product grants, as calls answer them for a template, one of its versions or a license. */
export type ContentAnswer = Pick<
  TemplateAnswer,
  TermField | 'licenseId' | 'productName' | 'licenseVersion' | 'modules' | DataAreaName | 'otherProducts'
>

const GRANT_PARTS = ['licenseVersion', 'modules', ...DATA_AREAS] as const
/**
 * The fields that can be changeable or fixed. `otherProducts` are the grants of further products, with the same parts.
 */
export const CONTENT_FIELDS = [...TERM_FIELD_NAMES, ...GRANT_PARTS, 'otherProducts'] as const
export type ContentField = (typeof CONTENT_FIELDS)[number]

export interface GrantDraft extends Record<DataAreaName, AreaDraft> {
  licenseId: string
  licenseVersion: string
  modules: readonly number[]
  /** Names of granted modules that the product no longer defines. They are not in `modules`, and the form says so. */
  gone: readonly string[]
}

/** Switches are booleans; everything else is the typed text. */
type TermDraft = { [Name in TermField]: Extract<TemplateContent[Name], boolean> extends never ? string : boolean }

export interface TemplateDraft extends GrantDraft, TermDraft, Record<ModifyPrivilege, boolean> {
  name: string
  otherProducts: readonly GrantDraft[]
}

export type FlagField = { [Name in TermField]: TermDraft[Name] extends boolean ? Name : never }[TermField]
export type TextTermField = Exclude<TermField, FlagField>

type Terms = Pick<TemplateContent, TermField>

/** Two fields, but one choice in the form: permanent or not, and when the term starts. */
export const KIND_OF_TERM: ReadonlySet<TermField> = new Set(['isForever', 'licStartTimeType'])

/** The field that ends the license, by the chosen kind of term. A missing end is reported there. */
export function endFieldOf({
  licStartTimeType,
  isForever,
}: Pick<Terms, 'licStartTimeType' | 'isForever'>): TermField | undefined {
  if (isForever || licStartTimeType === null) return undefined
  return licStartTimeType === START_TIME_TYPES.unlimited
    ? 'spanTime'
    : licStartTimeType === START_TIME_TYPES.specific
      ? 'endTime'
      : 'licDuration'
}

/** Whether a field may stay empty: it is not required, has no default, and is not the only end of the license. */
export function isTermOptional(family: TemplateFamily, name: TermField, terms: Terms): boolean {
  if (termDeclaration(name).otherwise !== undefined || isTermNeeded(family, name, terms)) return false
  return name !== endFieldOf(terms) || (name !== 'spanTime' && terms.spanTime !== null)
}

export function isFlag(name: TermField): name is FlagField {
  return termDeclaration(name).schema._zod.def.type === 'boolean'
}

/** The fields of a family's form, each with its schema. */
export function fieldsOf(family: TemplateFamily): Readonly<Record<string, FieldSchema>> {
  if (family === 'smart') return smartTemplateFields
  const own = new Set<string>(termFieldsOf(family))
  const isOthers = (name: string) => TERM_FIELD_NAMES.some((term) => term === name) && !own.has(name)
  return Object.fromEntries(
    Object.entries(pcTemplateFields).filter(
      ([name]) => !isOthers(name) && (name !== 'otherProducts' || family === 'sn'),
    ),
  )
}

export function grantDraft({ licenseId, licenseVersion, modules, rom, raw, pub }: GrantAnswer): GrantDraft {
  return {
    licenseId: String(licenseId),
    licenseVersion: licenseVersion === null ? '' : String(licenseVersion),
    modules: modules.filter(({ checked, define }) => checked && define).map(({ moduleId }) => moduleId),
    gone: modules.filter(({ checked, define }) => checked && !define).map(({ moduleName }) => moduleName),
    rom: areaDraft(rom),
    raw: areaDraft(raw),
    pub: areaDraft(pub),
  }
}

/**
 * The changes when a product is chosen: its grant and, for an account template, its license form if there is only one.
 */
export function chosenDraft(
  family: TemplateFamily,
  product: GrantAnswer & { licenseForm: number },
  isTrialDeveloper: boolean,
): Partial<TemplateDraft> {
  const [form, ...others] = licenseFormsOf(product.licenseForm)
  const isSettled =
    family === 'account' && form !== undefined && others.length === 0 && !(isTrialDeveloper && form === 'soft')
  return { ...grantDraft(product), ...(isSettled && { licenseForm: String(LICENSE_FORMS[form]) }) }
}

/** Fields without a value start with the contract's default. */
function termsDraft(family: TemplateFamily, terms: Terms): TermDraft {
  const known = termFieldsOf(family)
  const draft = Object.fromEntries(
    TERM_FIELD_NAMES.map((name) => {
      const value =
        terms[name] ?? (known.includes(name) ? termDeclaration(name).otherwise?.(terms, family, null) : null) ?? null
      return [name, isFlag(name) ? value === true : value === null ? '' : String(value)]
    }),
  ) as TermDraft // one entry per field, by its kind
  // A permanent license may still have a start time, so the form offers the field.
  return terms.isForever && terms.licStartTimeType === START_TIME_TYPES.unlimited
    ? { ...draft, licStartTimeType: String(START_TIME_TYPES.specific) }
    : draft
}

/** Content that is not a template has no name and no temporary privileges. */
export function draftOf(family: TemplateFamily, template: ContentAnswer & Partial<TemplateAnswer>): TemplateDraft {
  const { name = '', canModify = false, canModifyModule = false, canModifyDataZone = false, otherProducts } = template
  return {
    name,
    canModify,
    canModifyModule,
    canModifyDataZone,
    ...grantDraft(template),
    otherProducts: otherProducts.map(grantDraft),
    ...termsDraft(family, contentOf(template)),
  }
}

/** `kickOut`: the developer's initial value for cloud templates. */
export function emptyDraft(family: TemplateFamily, kickOut = false): TemplateDraft {
  const { content } = readTemplate(family, {}, { timeZone: 'UTC' })
  const flags = Object.fromEntries(
    MODIFY_PRIVILEGES.map((name) => [name, false]), // `fromEntries` loses the names
  ) as Record<ModifyPrivilege, boolean>
  // Most licenses are sold for a number of days from issue, so this is the initial choice.
  const terms = {
    ...termsDraft(family, content),
    ...(content.licStartTimeType !== null && { licStartTimeType: String(START_TIME_TYPES.release) }),
    ...(family === 'account' && { kickOut }),
  }
  return {
    name: '',
    ...flags,
    licenseId: '',
    licenseVersion: '',
    modules: [],
    gone: [],
    rom: EMPTY_AREA,
    raw: EMPTY_AREA,
    pub: EMPTY_AREA,
    otherProducts: [],
    ...terms,
  }
}

/** Shortens the name so that the name of the copy stays within the limit. */
export function copiedName(name: string, named: (name: string) => string): string {
  return named(name.slice(0, LIMITS.template.nameMax - named('').length).trimEnd())
}

/**
 * An existing template as the rules need it. Data areas are omitted, because no rule uses them, and so are modules that
 * the product does not define, because no license gets them.
 */
export function contentOf(template: ContentAnswer & { name?: string }): TemplateContent {
  const grant = ({ licenseId, licenseVersion, modules }: GrantAnswer) => ({
    licenseId,
    licenseVersion,
    modules: modules.filter(({ checked, define }) => checked && define).map(({ moduleId }) => moduleId),
    rom: null,
    raw: null,
    pub: null,
  })
  const terms = Object.fromEntries(
    TERM_FIELD_NAMES.map((name) => [name, template[name]]), // the answer has every field
  ) as unknown as Terms
  return { name: template.name ?? '', ...grant(template), otherProducts: template.otherProducts.map(grant), ...terms }
}

const decoded = (schema: FieldSchema, spelled: unknown) => z.safeDecode(schema, fromWire(schema, spelled))

/** A term in its stored form; null if the typed text is not a valid value. */
function termOf(name: TermField, typed: unknown): unknown {
  const { success, data } = decoded(termDeclaration(name).schema, typed)
  return success ? data : null
}

function readTerms(family: TemplateFamily, draft: TermDraft): TemplateContent {
  const given = Object.fromEntries(termFieldsOf(family).map((name) => [name, termOf(name, draft[name])]))
  return readTemplate(family, given, { timeZone: 'UTC' }).content
}
const readers = {
  smart: remembering((draft: TermDraft) => readTerms('smart', draft)),
  account: remembering((draft: TermDraft) => readTerms('account', draft)),
  sn: remembering((draft: TermDraft) => readTerms('sn', draft)),
  dongle: remembering((draft: TermDraft) => readTerms('dongle', draft)),
}

/** The terms in their stored form: with defaults, without fields that do not apply. */
export function termsOf(family: TemplateFamily, draft: TermDraft): TemplateContent {
  return readers[family](draft)
}

/**
 * The other fields that change with a term, because the contract lets them follow it. A follower that would end up
 * without a value keeps its input.
 */
export function followersOf(
  family: TemplateFamily,
  terms: TemplateContent,
  name: TermField,
  typed: string,
): Partial<TermDraft> {
  const { content } = readTemplate(family, { [name]: termOf(name, typed) }, { before: terms, timeZone: 'UTC' })
  const followers = TERM_FIELD_NAMES.filter(
    (term) => termDeclaration(term).follows?.includes(name) && content[term] !== null && content[term] !== terms[term],
  )
  return Object.fromEntries(followers.map((term) => [term, isFlag(term) ? content[term] : String(content[term])]))
}

const spellModules = remembering((modules: readonly number[]) =>
  modules.map((moduleId) => ({ moduleId, checked: true })),
)
const spellGrant = remembering(({ licenseId, licenseVersion, modules, rom, raw, pub }: GrantDraft) => ({
  licenseId,
  licenseVersion,
  modules: spellModules(modules),
  rom: spellArea(rom),
  raw: spellArea(raw),
  pub: spellArea(pub),
}))
const spellGrants = remembering((grants: readonly GrantDraft[]) => grants.map(spellGrant))

/** The draft in payload format. An empty text clears a field; hidden fields are not sent. */
export function spellTemplate(family: TemplateFamily, draft: TemplateDraft): Record<string, unknown> {
  const {
    name,
    canModify,
    canModifyModule,
    canModifyDataZone,
    licenseId,
    licenseVersion,
    modules,
    rom,
    raw,
    pub,
    otherProducts,
  } = draft
  const circumstances = termsOf(family, draft)
  const terms = Object.fromEntries(
    termFieldsOf(family)
      .filter((term) => isTermShown(family, term, circumstances))
      .map((term) => [term, draft[term]]),
  )
  const hasNoStart =
    draft.isForever && draft.startTime === '' && circumstances.licStartTimeType === START_TIME_TYPES.specific
  return {
    name,
    canModify,
    canModifyModule,
    canModifyDataZone,
    licenseId,
    licenseVersion,
    modules: spellModules(modules),
    rom: spellArea(rom),
    raw: spellArea(raw),
    pub: spellArea(pub),
    ...terms,
    ...(hasNoStart && { licStartTimeType: String(START_TIME_TYPES.unlimited) }),
    ...(family === 'sn' && { otherProducts: spellGrants(otherProducts) }),
  }
}

/**
 * Sends only the temporary privileges that were changed here: someone else may have switched the others in the
 * meantime.
 */
export function withMovedPrivileges(
  spelled: Readonly<Record<string, unknown>>,
  opened: TemplateDraft,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(spelled).filter(
      ([name, value]) => !MODIFY_PRIVILEGES.some((flag) => flag === name && value === opened[flag]),
    ),
  )
}

type Wire = Readonly<Record<string, unknown>>

/** A missing, an empty and a switched-off field compare as equal. */
const unsaid = (value: unknown) => (value === undefined || value === false ? '' : value)
const differs = (one: unknown, other: unknown) =>
  one !== other && JSON.stringify(unsaid(one)) !== JSON.stringify(unsaid(other))

export interface Judging {
  facts: TemplateFacts
  before: TemplateContent | undefined
  /** Reduces the payload to the part that is sent. By default, all of it is sent. */
  sent?: ((wire: Wire) => Wire) | undefined
}

const idOf = (licenseId: unknown) => Number(licenseId) || 0

interface Reading {
  before: TemplateContent | undefined
  timeZone: string
}

function readSpelled(family: TemplateFamily, wire: Wire, reading: Reading) {
  const { licenseId: typedId, otherProducts } = wire
  const given: Record<string, unknown> = {
    name: wire['name'],
    licenseId: typedId === undefined ? undefined : idOf(typedId),
    modules: wire['modules'],
  }
  const names = termFieldsOf(family).filter((name) => wire[name] !== undefined)
  for (const name of names) given[name] = termOf(name, wire[name])
  if (otherProducts !== undefined)
    given['otherProducts'] = (otherProducts as GivenTemplate[]).map(({ licenseId, modules }) => ({
      licenseId: idOf(licenseId),
      modules,
    })) // `spellTemplate` wrote it
  return {
    ...readTemplate(family, given, reading),
    isHalfTyped: names.some((name) => wire[name] !== '' && given[name] === null),
  }
}

/** The content after the changes. Incomplete input counts as cleared. */
export function contentAfter(family: TemplateFamily, changes: Wire, reading: Reading): TemplateContent {
  return readSpelled(family, changes, reading).content
}

interface Changing extends Reading {
  allows: (name: ContentField) => boolean
}

/**
 * The allowed differences between two payloads. Fields that no longer apply are cleared. A field that keeps its value
 * although it would follow a change is sent explicitly.
 */
export function spellChanges(
  family: TemplateFamily,
  now: Wire,
  was: Wire,
  { allows, ...reading }: Changing,
): Record<string, unknown> {
  const isChanged = (name: ContentField) => allows(name) && differs(now[name], was[name])
  const changes: Record<string, unknown> = Object.fromEntries(
    [...TERM_FIELD_NAMES, ...GRANT_PARTS].filter(isChanged).map((name) => [name, now[name] ?? '']),
  )
  const after = contentAfter(family, changes, reading)
  for (const name of TERM_FIELD_NAMES)
    if (allows(name) && !isChanged(name) && now[name] !== undefined && termOf(name, now[name]) !== after[name])
      changes[name] = now[name]
  if (!isChanged('otherProducts')) return changes
  const [grants, grantsBefore] = [now, was].map(
    (wire) => wire['otherProducts'] as Wire[], // `spellTemplate` wrote it
  ) as [Wire[], Wire[]]
  const others = grants.map((grant, index) => ({
    licenseId: grant['licenseId'],
    ...Object.fromEntries(
      GRANT_PARTS.filter((part) => allows(part) && differs(grant[part], grantsBefore[index]?.[part])).map((part) => [
        part,
        grant[part],
      ]),
    ),
  }))
  return others.some((grant) => Object.keys(grant).length > 1) ? { ...changes, otherProducts: others } : changes
}

/**
 * The draft with fixed fields taken from the content, because they may follow typed fields. The kind of term stays as
 * chosen.
 */
export function settledDraft(
  family: TemplateFamily,
  draft: TemplateDraft,
  content: TemplateContent,
  allows: (name: ContentField) => boolean,
): TemplateDraft {
  const terms = termsDraft(family, content)
  return {
    ...draft,
    ...Object.fromEntries(
      TERM_FIELD_NAMES.filter((name) => !allows(name) && !KIND_OF_TERM.has(name)).map((name) => [name, terms[name]]),
    ),
  }
}

/** The contract's violations for a payload, beyond the schema of each field. */
export function judgeSpelled(
  family: TemplateFamily,
  spelled: Wire,
  { facts, before, sent = (all) => all }: Judging,
): Violation[] {
  const wire = sent(spelled)
  const { content, violations, isHalfTyped } = readSpelled(family, wire, { before, timeZone: facts.timeZone })
  // The only typed number with a default: an empty field must not become the default.
  if (wire['lanBorrow'] === '' && content.lanBorrow !== null)
    violations.push({ path: 'lanBorrow', rule: 'required', params: {} })
  const isUnfinished = violations.length > 0 || isHalfTyped
  // While a term is incomplete, its own field reports the error, not `termMissing`.
  const end = endFieldOf({
    isForever: content.isForever,
    licStartTimeType: termOf('licStartTimeType', spelled['licStartTimeType']) as number | null,
  }) // by the schema of that field
  const judged = judgeTemplate(family, content, facts).filter(({ rule }) => !(rule === 'termMissing' && isUnfinished))
  return [
    ...violations,
    ...judged.map((violation): Violation =>
      violation.rule === 'termMissing' && end ? { path: end, rule: 'required', params: {} } : violation,
    ),
  ]
}
