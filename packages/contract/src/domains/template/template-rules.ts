// Section 5 for templates: rules between its fields, the product, the developer and the current time. The server checks
// them before it saves, the form while the user types. A violation names its field and its rule.
import { DAY_MS } from '../../kernel/time-spans.ts'
import type { Violation } from '../../kernel/violations.ts'
import { wallTime } from '../../kernel/zone.ts'
import { LIMITS } from '../../limits.ts'
import { LICENSE_FORMS } from '../product.ts'
import {
  COUNT_OPERATIONS,
  DEDUCT_MODES,
  DONGLE_OPERATIONS,
  KEY_TYPES,
  USE_MODES,
  deductModesOf,
} from './template-content.ts'
import type { BillingMode, ProductGrant, TemplateContent, TemplateFamily } from './template-content.ts'

export interface ProductFacts {
  licenseForm: number
  /** Ids of the defined modules. */
  modules: readonly number[]
}

/** Facts from outside the template. */
export interface TemplateFacts {
  now: Date
  /** The developer's time zone. Days are counted in it. */
  timeZone: string
  isTrialDeveloper: boolean
  /** By license id. A missing product does not exist. */
  products: ReadonlyMap<number, ProductFacts>
  /** The top limit of the highest price tier. */
  groupUsersMax: number
  /** The end before this edit. It may stay in the past, so that an expired template can still be renamed. */
  endBefore?: string | null | undefined
}

const ONE_TIME: BillingMode = 'oneTime'
const { append, decrease } = COUNT_OPERATIONS
/** The wall time in days since 1970. A day with a clock change still counts as one day. */
export const wallDays = (instant: string | Date, { timeZone }: Pick<TemplateFacts, 'timeZone'>) =>
  Date.parse(`${wallTime(new Date(instant), timeZone)}Z`) / DAY_MS

type Say = (path: string, rule: Violation['rule'], params?: Violation['params']) => void

/** The license forms of which the product must offer at least one. */
export function formsNeeded(family: TemplateFamily, licenseForm: number | null): number {
  if (family === 'account') return licenseForm ?? LICENSE_FORMS.cloud | LICENSE_FORMS.soft
  return family === 'sn' ? LICENSE_FORMS.soft : LICENSE_FORMS.cloud | LICENSE_FORMS.soft
}

function products(family: TemplateFamily, content: TemplateContent, facts: TemplateFacts, say: Say): void {
  const seen = new Set<number>()
  const check = (grant: ProductGrant, at: string) => {
    const product = facts.products.get(grant.licenseId)
    if (seen.has(grant.licenseId)) say(`${at}licenseId`, 'duplicateProduct')
    else if (!product) say(`${at}licenseId`, 'productNotFound')
    else {
      if (family === 'sn' && (product.licenseForm & formsNeeded(family, null)) === 0)
        say(`${at}licenseId`, 'productNotSoft')
      const missing = grant.modules.filter((id) => !product.modules.includes(id))
      if (missing.length > 0) say(`${at}modules`, 'moduleNotDefined', { modules: missing.join(', ') })
    }
    seen.add(grant.licenseId)
  }
  check(content, '')
  content.otherProducts.forEach((grant, index) => check(grant, `otherProducts.${index}.`))
  const product = facts.products.get(content.licenseId)
  if (family !== 'account' || content.licenseForm === null) return
  if (facts.isTrialDeveloper && content.licenseForm === LICENSE_FORMS.soft) say('licenseForm', 'softNeedsFormal')
  else if (product && (product.licenseForm & content.licenseForm) === 0) say('licenseForm', 'formNotOffered')
}

/** A template is permanent or has some kind of end. */
function term(family: TemplateFamily, content: TemplateContent, facts: TemplateFacts, say: Say): void {
  const {
    isForever,
    startTime,
    endTime,
    endTimeDays,
    licDuration,
    spanTime,
    counter,
    licenseForm,
    deductMode,
    billingMode,
  } = content
  const isCloud = family === 'account' && licenseForm === LICENSE_FORMS.cloud
  const hasEnd = endTime !== null || endTimeDays !== null || licDuration !== null || spanTime !== null
  if (isForever) {
    if (isCloud) say('isForever', 'cloudForever')
    else if (deductMode === DEDUCT_MODES.gift) say('isForever', 'giftForever', { max: LIMITS.billing.giftDays })
    else if (billingMode !== null && billingMode !== ONE_TIME) say('isForever', 'foreverNeedsOneTime')
  } else if (!hasEnd) {
    if (isCloud && counter !== null) say('counter', 'countAlone')
    else if (family !== 'dongle' || (content.opType === DONGLE_OPERATIONS.add && counter === null))
      say('isForever', 'termMissing')
  }
  if (isCloud && billingMode === ONE_TIME) say('billingMode', 'cloudOneTime')
  if (startTime !== null && endTime !== null && startTime > endTime) say('endTime', 'startAfterEnd')
  else if (
    endTime !== null &&
    endTime !== facts.endBefore &&
    Math.floor(wallDays(endTime, facts)) < Math.floor(wallDays(facts.now, facts)) - 1
  )
    say('endTime', 'endTooEarly')
}

function gift(
  { startTime, endTime, licDuration, spanTime, ...content }: TemplateContent,
  facts: TemplateFacts,
  say: Say,
): void {
  const { giftDays: max, freeDevices } = LIMITS.billing
  if ((licDuration ?? 0) > max) say('licDuration', 'giftTooLong', { max })
  if ((spanTime ?? 0) > max) say('spanTime', 'giftTooLong', { max })
  if (endTime !== null && wallDays(endTime, facts) - wallDays(startTime ?? facts.now, facts) > max)
    say('endTime', 'giftTooLong', { max })
  for (const name of ['licBindLimit', 'machineNum', 'groupUsers'] as const)
    if ((content[name] ?? 0) > freeDevices) say(name, 'giftDevices', { max: freeDevices })
}

function machines(
  { useMode, machineNum, licBindLimit, licBindMaxLimit, groupUsers, lendingSeats, licenseKeyType }: TemplateContent,
  facts: TemplateFacts,
  say: Say,
): void {
  if (useMode === USE_MODES.oneMachine && machineNum !== null && machineNum !== 1) say('machineNum', 'oneMachine')
  const concurrent = licBindLimit ?? machineNum
  if (licBindMaxLimit !== null && concurrent !== null && licBindMaxLimit < concurrent)
    say('licBindMaxLimit', 'belowConcurrent', { min: concurrent })
  if (groupUsers !== null && groupUsers > facts.groupUsersMax) say('groupUsers', 'tooBig', { max: facts.groupUsersMax })
  const seats = licenseKeyType === KEY_TYPES.group ? groupUsers : machineNum
  if (lendingSeats !== null && seats !== null && lendingSeats > seats) say('lendingSeats', 'tooBig', { max: seats })
}

function dongle({ opType, endTimeOp, spanTimeOp, counterOp, concurrentNumOp }: TemplateContent, say: Say): void {
  if (opType !== DONGLE_OPERATIONS.add) return
  // A new license has no value that could be increased or decreased.
  for (const [path, operation] of Object.entries({ endTimeOp, spanTimeOp, counterOp, concurrentNumOp }))
    if (operation === append || operation === decrease) say(path, 'needsUpdate')
}

/** The first violation of each field. */
export function judgeTemplate(family: TemplateFamily, content: TemplateContent, facts: TemplateFacts): Violation[] {
  const found = new Map<string, Violation>()
  const say: Say = (path, rule, params = {}) => {
    if (!found.has(path)) found.set(path, { path, rule, params })
  }
  products(family, content, facts, say)
  if ((content.licenseKeyType === KEY_TYPES.ppm) !== (content.deductMode === DEDUCT_MODES.ppm) && family === 'sn')
    say('deductMode', 'ppmDeduct')
  if (content.deductMode !== null && !deductModesOf(family).some((mode) => DEDUCT_MODES[mode] === content.deductMode))
    say('deductMode', 'ppmDeduct')
  term(family, content, facts, say)
  if (content.deductMode === DEDUCT_MODES.gift) gift(content, facts, say)
  machines(content, facts, say)
  dongle(content, say)
  return [...found.values()]
}

/** Whether the fixed end is past. Nothing can be issued from an expired template. */
export function isExpiredAt(endTime: string | Date | null, now: Date): boolean {
  return endTime !== null && new Date(endTime) <= now
}
