// The content of a license: that of a template or of the license, plus changes, read and judged by the same
// declarations as templates. Decides which fields change, whether they may, and whether the result is valid. Violations
// name fields under `changes`.
import {
  TERM_FIELD_NAMES,
  DATA_AREAS,
  LIMITS,
  isInRange,
  judgeTemplate,
  momentOf,
  readTemplate,
  wallTime,
} from '@sealwright/contract'
import type { ChangeField, TemplateFamily, ProductGrant, TemplateContent, Violation } from '@sealwright/contract'
import { fieldLabel } from '@sealwright/phrases'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { findGrantables } from '../../product/index.ts'
import type { Grantable } from '../../product/index.ts'
import { tidyContent, withoutUndefined } from '../../template/index.ts'
import type { GroupPrices } from '../../template/index.ts'
import type { GivenChanges } from '../approvals.kind.ts'

export type ProductEnds = Readonly<Record<string, string>>

export interface Changed {
  content: TemplateContent
  productEnds: ProductEnds
  products: ReadonlyMap<number, Grantable>
  /** Violations found while reading. `requireValid` adds the others. */
  violations: Violation[]
  fields: ChangeField[]
}

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
const under = ({ path, ...rest }: Violation): Violation => ({ ...rest, path: `changes.${path}` })
const grantsOf = (content: TemplateContent): ProductGrant[] => [content, ...content.otherProducts]

/** The fields that differ. A switch that does not apply equals a switch that is off. */
function changedFields(before: TemplateContent, after: TemplateContent): ChangeField[] {
  const isOff = (value: unknown) => value === null || value === false
  const terms = TERM_FIELD_NAMES.filter(
    (name) => !same(before[name], after[name]) && !(isOff(before[name]) && isOff(after[name])),
  )
  const [was, is] = [grantsOf(before), grantsOf(after)]
  const differs = (name: 'licenseVersion' | 'modules' | (typeof DATA_AREAS)[number]) =>
    is.some((grant, index) => !same(was[index]?.[name], grant[name]))
  return [...terms, ...(['licenseVersion', 'modules', ...DATA_AREAS] as const).filter(differs)]
}

/** Applies changes to a content. They cannot add or remove products. */
export async function readChanges(
  scope: Scope,
  family: TemplateFamily,
  before: TemplateContent,
  endsBefore: ProductEnds,
  given: GivenChanges = {},
): Promise<Changed> {
  const { timeZone } = scope.caller.developer
  const { productEnds: givenEnds, otherProducts, ...rest } = given
  const others = otherProducts as readonly { licenseId: number }[] | null | undefined // decoded by the call
  const idsOf = (of: readonly { licenseId: number }[]) => of.map(({ licenseId }) => licenseId).toSorted((a, b) => a - b)
  const isSameSet = !others || same(idsOf(others), idsOf(before.otherProducts))
  if (!isSameSet) throw notAllowed(scope, 'otherProducts')
  const inOrder =
    others && before.otherProducts.map(({ licenseId }) => others.find((other) => other.licenseId === licenseId))
  const { content: read, violations } = readTemplate(
    family,
    { ...rest, ...(inOrder && { otherProducts: inOrder }) },
    { before, timeZone },
  )
  const products = await findGrantables(
    scope,
    grantsOf(read).map(({ licenseId }) => licenseId),
  )
  const isModulesGiven = (licenseId: number) =>
    licenseId === read.licenseId
      ? rest['modules'] !== undefined
      : (others?.some((other) => other.licenseId === licenseId && 'modules' in other) ?? false)
  const content = tidyContent(withoutUndefined(read, products, (licenseId) => !isModulesGiven(licenseId)))
  const [productEnds, endViolations] = readEnds(content, endsBefore, givenEnds, timeZone)
  const fields: ChangeField[] = [
    ...changedFields(tidyContent(withoutUndefined(before, products, () => true)), content),
    ...(same(endsBefore, productEnds) ? [] : (['productEnds'] as const)),
  ]
  return { content, productEnds, products, violations: [...violations, ...endViolations].map(under), fields }
}

/** Refuses other products than those of the template. No change can correct them. */
export function requireProducts(scope: Scope, template: TemplateContent, { content }: Pick<Changed, 'content'>): void {
  const idsOf = (of: TemplateContent) => grantsOf(of).map(({ licenseId }) => licenseId)
  if (!same(idsOf(template), idsOf(content))) throw notAllowed(scope, 'otherProducts')
}

/** The fields in which content differs from a template with the same products. */
export function fieldsBeyond(
  template: TemplateContent,
  { content, productEnds, products }: Pick<Changed, 'content' | 'productEnds' | 'products'>,
): ChangeField[] {
  return [
    ...changedFields(tidyContent(withoutUndefined(template, products, () => true)), content),
    ...(same({}, productEnds) ? [] : (['productEnds'] as const)),
  ]
}

function readEnds(
  content: TemplateContent,
  before: ProductEnds,
  given: GivenChanges['productEnds'],
  timeZone: string,
): [ProductEnds, Violation[]] {
  const known = new Set(grantsOf(content).map(({ licenseId }) => licenseId))
  const ends: Record<string, string> = { ...before }
  const violations: Violation[] = []
  given?.forEach(({ licenseId, endTime }, index) => {
    if (!known.has(licenseId))
      violations.push({ path: `productEnds.${index}.licenseId`, rule: 'productNotFound', params: {} })
    else if (endTime === null) delete ends[licenseId]
    else {
      const instant = momentOf(endTime, 'end', timeZone)
      const end = instant.toISOString()
      // Check the UTC date too, because answers show the instant in UTC.
      if ([wallTime(instant, timeZone), end].some((text) => !isInRange(text.slice(0, 10))))
        violations.push({ path: `productEnds.${index}.endTime`, rule: 'timeOutOfRange', params: LIMITS.date })
      else if (content.endTime !== null && end > content.endTime)
        violations.push({ path: `productEnds.${index}.endTime`, rule: 'endAfterLicense', params: {} })
      ends[licenseId] = end
    }
  })
  return [given === null ? {} : ends, violations]
}

export const notAllowed = ({ say }: Pick<Scope, 'say'>, field: string) =>
  new Refusal('license.changeNotAllowed', {
    params: { field: fieldLabel(say, 'license', field) },
    field: `changes.${field}`,
  })

/** A field may change without permission of its own if one of these fields is allowed and changes too. */
const FOLLOWING: Readonly<Partial<Record<ChangeField, readonly ChangeField[]>>> = {
  useMode: ['machineNum'],
  licStartTimeType: ['startTime', 'endTime', 'licDuration'],
}

/** Refuses changes of other fields than these. */
export function requireAllowed(
  scope: Scope,
  { fields }: Pick<Changed, 'fields'>,
  allowed: ReadonlySet<ChangeField>,
): void {
  const wrong = fields.find(
    (name) => !allowed.has(name) && !FOLLOWING[name]?.some((leader) => allowed.has(leader) && fields.includes(leader)),
  )
  if (wrong !== undefined) throw notAllowed(scope, wrong)
}

/** Refuses content that violates a rule of templates or has already ended. */
export async function requireValid(
  scope: Scope,
  prices: GroupPrices,
  family: TemplateFamily,
  { content, products, violations }: Changed,
  endBefore?: string | null,
): Promise<void> {
  const {
    caller: { developer },
    asking: { now },
  } = scope
  const judged = judgeTemplate(family, content, {
    now,
    timeZone: developer.timeZone,
    isTrialDeveloper: developer.status === 'trial',
    groupUsersMax: await prices.groupUsersMax(scope),
    endBefore,
    products: new Map(
      [...products].map(([id, product]) => [
        id,
        { licenseForm: product.licenseForm, modules: product.modules.map(({ moduleId }) => moduleId) },
      ]),
    ),
  }).map(under)
  const isPast = content.endTime !== null && content.endTime !== endBefore && new Date(content.endTime) <= now
  const past: Violation[] = isPast ? [{ path: 'changes.endTime', rule: 'endNotFuture', params: {} }] : []
  const all = [...violations, ...judged, ...past].filter(
    (violation, index, list) => list.findIndex(({ path }) => path === violation.path) === index,
  )
  if (all.length > 0) throw new Refusal('platform.badPayload', { violations: all })
}
