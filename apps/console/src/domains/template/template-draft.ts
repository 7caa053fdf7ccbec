// A template as it is being typed, and the two ways between it and what travels. Every field keeps what was typed in
// it, shown or not: what means nothing in the present circumstances is left out when it is spelled, and comes back with
// them. Which fields those are, the contract says.
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

/** What of a template or of a product is granted, as calls answer it. */
export interface GrantAnswer extends Record<DataAreaName, AreaAnswer> {
  licenseId: number
  licenseVersion: number | null
  modules: readonly { moduleId: number; moduleName: string; checked: boolean; define: boolean }[]
}

/**
 * Terms and what is granted of each product, as calls answer them: of a template, of one of its versions, of a license.
 */
export type ContentAnswer = Pick<
  TemplateAnswer,
  TermField | 'licenseId' | 'productName' | 'licenseVersion' | 'modules' | DataAreaName | 'otherProducts'
>

const GRANT_PARTS = ['licenseVersion', 'modules', ...DATA_AREAS] as const
/** What of a content may be changed or not; `otherProducts` are the grants of further products, by the same parts. */
export const CONTENT_FIELDS = [...TERM_FIELD_NAMES, ...GRANT_PARTS, 'otherProducts'] as const
export type ContentField = (typeof CONTENT_FIELDS)[number]

export interface GrantDraft extends Record<DataAreaName, AreaDraft> {
  licenseId: string
  licenseVersion: string
  modules: readonly number[]
  /**
   * Names of modules that were granted and that the product does not define any more: they are not in `modules`, and
   * the form says so.
   */
  gone: readonly string[]
}

/** Switches are switches, everything else is as it was typed. */
type TermDraft = { [Name in TermField]: Extract<TemplateContent[Name], boolean> extends never ? string : boolean }

export interface TemplateDraft extends GrantDraft, TermDraft, Record<ModifyPrivilege, boolean> {
  name: string
  otherProducts: readonly GrantDraft[]
}

export type FlagField = { [Name in TermField]: TermDraft[Name] extends boolean ? Name : never }[TermField]
export type TextTermField = Exclude<TermField, FlagField>

type Terms = Pick<TemplateContent, TermField>

/** One question to people: permanent or not, and from when the time runs. */
export const KIND_OF_TERM: ReadonlySet<TermField> = new Set(['isForever', 'licStartTimeType'])

/**
 * Where a license that never ends is missing its end: the field that is asked for by the kind of term that was chosen.
 */
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

/** It may stay empty: nothing needs it, nothing stands in for it, and the license ends without it. */
export function isTermOptional(family: TemplateFamily, name: TermField, terms: Terms): boolean {
  if (termDeclaration(name).otherwise !== undefined || isTermNeeded(family, name, terms)) return false
  return name !== endFieldOf(terms) || (name !== 'spanTime' && terms.spanTime !== null)
}

export function isFlag(name: TermField): name is FlagField {
  return termDeclaration(name).schema._zod.def.type === 'boolean'
}

/** The fields of a family's form, each with its rules. */
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
 * What choosing a product brings: what a license carries of it, and for an account the form it has, when that is the
 * only one.
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

/** What is not shown yet starts as the contract's default. */
function termsDraft(family: TemplateFamily, terms: Terms): TermDraft {
  const known = termFieldsOf(family)
  const draft = Object.fromEntries(
    TERM_FIELD_NAMES.map((name) => {
      const value =
        terms[name] ?? (known.includes(name) ? termDeclaration(name).otherwise?.(terms, family, null) : null) ?? null
      return [name, isFlag(name) ? value === true : value === null ? '' : String(value)]
    }),
  ) as TermDraft // every field of the table, each by its kind
  // A permanent license may still begin some day: the start can be typed.
  return terms.isForever && terms.licStartTimeType === START_TIME_TYPES.unlimited
    ? { ...draft, licStartTimeType: String(START_TIME_TYPES.specific) }
    : draft
}

/** Of a content that is no template's there is no name, and nothing to permit. */
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

export function emptyDraft(family: TemplateFamily): TemplateDraft {
  const { content } = readTemplate(family, {}, { timeZone: 'UTC' })
  const flags = Object.fromEntries(MODIFY_PRIVILEGES.map((name) => [name, false])) as Record<ModifyPrivilege, boolean> // fromEntries forgets the names
  // Most licenses are sold for so many days from the day of issue: the form opens with that.
  const terms = {
    ...termsDraft(family, content),
    ...(content.licStartTimeType !== null && { licStartTimeType: String(START_TIME_TYPES.release) }),
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

/** A copy's name is never longer than a name may be. */
export function copiedName(name: string, named: (name: string) => string): string {
  return named(name.slice(0, LIMITS.template.nameMax - named('').length).trimEnd())
}

/**
 * A template that there is, as the rules see it. Its data areas are nothing to them, and a module that its product does
 * not define reaches no license.
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
  const terms = Object.fromEntries(TERM_FIELD_NAMES.map((name) => [name, template[name]])) as unknown as Terms // the answer has every field of the table
  return { name: template.name ?? '', ...grant(template), otherProducts: template.otherProducts.map(grant), ...terms }
}

const decoded = (schema: FieldSchema, spelled: unknown) => z.safeDecode(schema, fromWire(schema, spelled))

/** A term as it would be stored; what is not (yet) a value of this field is none. */
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

/** What the terms come to: defaults filled in, without what means nothing now. */
export function termsOf(family: TemplateFamily, draft: TermDraft): TemplateContent {
  return readers[family](draft)
}

/**
 * What else a change of one term brings along: what follows it, by the contract. A follower that it leaves without a
 * value keeps what was typed.
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

/** The draft as the payload spells it: an empty text clears, and what is not shown is not sent. */
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

/** Of the temporary privileges only what was moved here is sent: somebody may have switched the others meanwhile. */
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

/** Nothing, left empty and switched off read the same where there was no such field. */
const unsaid = (value: unknown) => (value === undefined || value === false ? '' : value)
const differs = (one: unknown, other: unknown) =>
  one !== other && JSON.stringify(unsaid(one)) !== JSON.stringify(unsaid(other))

export interface Judging {
  facts: TemplateFacts
  before: TemplateContent | undefined
  /** What of it is sent, where that is not all. */
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

/** What spelled changes make of a content; what is only half typed clears. */
export function contentAfter(family: TemplateFamily, changes: Wire, reading: Reading): TemplateContent {
  return readSpelled(family, changes, reading).content
}

interface Changing extends Reading {
  allows: (name: ContentField) => boolean
}

/**
 * Of a spelled content what differs from the one before, as far as it may. What means nothing any more is cleared; what
 * stays although it would follow a change is said.
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
  const [grants, grantsBefore] = [now, was].map((wire) => wire['otherProducts'] as Wire[]) as [Wire[], Wire[]] // `spellTemplate` wrote it
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
 * The draft with what may not be typed as the content has it, since that may follow what was typed. The kind of term is
 * chosen, whichever field makes it.
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

/** What the contract says about a spelled template beyond each field's own rules. */
export function judgeSpelled(
  family: TemplateFamily,
  spelled: Wire,
  { facts, before, sent = (all) => all }: Judging,
): Violation[] {
  const wire = sent(spelled)
  const { content, violations, isHalfTyped } = readSpelled(family, wire, { before, timeZone: facts.timeZone })
  // The one number that has a default and is typed: emptied, it is not taken for the default.
  if (wire['lanBorrow'] === '' && content.lanBorrow !== null)
    violations.push({ path: 'lanBorrow', rule: 'required', params: {} })
  const isUnfinished = violations.length > 0 || isHalfTyped
  // A term that is being typed is not missing: its own field says what is wrong.
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
