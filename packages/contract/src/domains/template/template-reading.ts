// Applies the payload of a template to its previous content, by the table of fields. The server does this before it
// validates and saves, the form while the user types.
import { momentOf } from '../../kernel/moment.ts'
import type { Violation } from '../../kernel/violations.ts'
import { wallTime } from '../../kernel/zone.ts'
import { LIMITS } from '../../limits.ts'
import { TERM_FIELD_NAMES, isInRange, isTermNeeded, isTermShown, termDeclaration } from './template-content.ts'
import type { ProductGrant, TemplateContent, TemplateFamily, TermField } from './template-content.ts'

const GRANT_FIELDS = ['licenseVersion', 'rom', 'raw', 'pub'] as const
const FLAG_OF: Partial<Record<TermField, string>> = {
  startTime: 'hasStartTime',
  endTime: 'hasEndTime',
  spanTime: 'hasSpanTime',
}

/** The decoded fields of a payload. An absent key keeps the previous value, null clears it. */
export type GivenTemplate = Readonly<Record<string, unknown>>
type Granted = { moduleId: number; checked: boolean }[]

function readGrant(licenseId: number, given: GivenTemplate, before: ProductGrant | undefined): ProductGrant {
  const areas = Object.fromEntries(
    GRANT_FIELDS.map((name) => [name, (given[name] === undefined ? before?.[name] : given[name]) ?? null]),
  ) as Omit<ProductGrant, 'licenseId' | 'modules'> // decoded by `grantFields`
  const modules =
    given['modules'] === undefined
      ? (before?.modules ?? [])
      : ((given['modules'] ?? []) as Granted).filter(({ checked }) => checked).map(({ moduleId }) => moduleId) // same
  return { licenseId, ...areas, modules: [...new Set(modules)].toSorted((a, b) => a - b) }
}

/**
 * The content of a template after this payload: given values replace previous ones, defaults are filled in, and fields
 * that do not apply are cleared. A given value that does not apply is a violation, and so is a flag (`hasEndTime`)
 * without its value.
 */
export function readTemplate(
  family: TemplateFamily,
  given: GivenTemplate,
  {
    before,
    timeZone,
    initial,
  }: {
    before?: TemplateContent | undefined
    timeZone: string
    /** The developer's own initial values of new templates, where they apply. */
    initial?: Partial<TemplateContent> | undefined
  },
): { content: TemplateContent; violations: Violation[] } {
  const violations = new Map<string, Violation>()
  const say = (path: string, rule: Violation['rule'], params: Violation['params'] = {}) => {
    violations.set(path, { path, rule, params })
  }
  const said: Record<string, unknown> = { ...given }
  for (const [name, edge] of [
    ['startTime', 'start'],
    ['endTime', 'end'],
  ] as const) {
    const text = said[name]
    if (typeof text !== 'string') continue
    const instant = momentOf(text, edge, timeZone)
    if (!isInRange(wallTime(instant, timeZone).slice(0, 10))) say(name, 'timeOutOfRange', LIMITS.date)
    said[name] = instant.toISOString()
  }
  const isSaid = (name: TermField) => said[name] !== undefined
  const has = (name: TermField) => ((isSaid(name) ? said[name] : before?.[name]) ?? null) !== null
  const missing: TermField[] = []
  for (const [name, flag] of Object.entries(FLAG_OF) as [TermField, string][]) {
    // keys of FLAG_OF
    if (given[flag] === false) said[name] = null
    else if (given[flag] === true && !has(name)) missing.push(name)
  }
  const isChanged = (name: TermField) => isSaid(name) && said[name] !== (before?.[name] ?? null)
  const isKept = (name: TermField) => !isSaid(name) && !termDeclaration(name).follows?.some(isChanged)
  const terms: Record<string, unknown> = Object.fromEntries(
    TERM_FIELD_NAMES.map((name) => [name, (isKept(name) ? before?.[name] : said[name]) ?? null]),
  )
  for (const name of TERM_FIELD_NAMES) {
    if (isTermShown(family, name, terms))
      terms[name] ??=
        (before ? undefined : initial?.[name]) ??
        termDeclaration(name).otherwise?.(terms, family, before?.[name]) ??
        null
    else {
      if (isSaid(name) && terms[name] !== null && terms[name] !== false) say(name, 'notApplicable')
      terms[name] = null
    }
    if (terms[name] === null && isTermNeeded(family, name, terms)) say(name, 'required')
  }
  // A flag without a value requires one, unless the template is permanent and can have none.
  for (const name of missing)
    say(name, terms['isForever'] === true && name !== 'startTime' ? 'notApplicable' : 'required')
  const licenseId = (given['licenseId'] as number | undefined) ?? before?.licenseId ?? 0 // decoded by `common`
  const others = given['otherProducts'] as (GivenTemplate & { licenseId: number })[] | null | undefined // as above
  if (others?.length && family !== 'sn') say('otherProducts', 'notApplicable')
  const read = (product: GivenTemplate & { licenseId: number }) =>
    readGrant(
      product.licenseId,
      product,
      before?.otherProducts.find((known) => known.licenseId === product.licenseId),
    )
  const content = {
    name: (given['name'] as string | undefined) ?? before?.name ?? '', // as above
    ...readGrant(licenseId, given, before),
    otherProducts:
      family !== 'sn' ? [] : others === undefined ? (before?.otherProducts ?? []) : (others ?? []).map(read),
    ...terms,
  } as TemplateContent // all fields are set above
  return { content, violations: [...violations.values()] }
}
