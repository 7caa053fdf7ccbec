// What may be changed on a license, when it is issued and later, and by which rules an issue, an update and a batch are
// judged. Each list of rules is in the order in which they are asked: the first that fails is the answer, and "why"
// shows them all.
import { LIMITS } from '../limits.ts'
import { DATA_AREAS, LICENSE_FORMS } from './product.ts'
import type { DataAreaName } from './product.ts'
import { DEDUCT_MODES, KEY_TYPES, TERM_FIELD_NAMES, isTermShown, termFieldsOf } from './template-content.ts'
import type { ModifyPrivilege, TemplateContent, TemplateFamily, TermField } from './template-content.ts'

export const LICENSE_FAMILIES = ['smart', 'account', 'sn'] as const satisfies readonly TemplateFamily[]
export type LicenseFamily = (typeof LICENSE_FAMILIES)[number]
export const PC_LICENSE_KINDS = ['account', 'sn'] as const satisfies readonly LicenseFamily[]

/** Section 4: license mode; the sixth is a PPM code. */
export const LICENSE_MODES = {
  cloudAccount: 1,
  softAccount: 2,
  keyStandalone: 3,
  keyGroup: 4,
  smart: 5,
  keyPpm: 6,
} as const
export type LicenseMode = keyof typeof LICENSE_MODES

export function licenseModeOf(
  family: LicenseFamily,
  { licenseForm, licenseKeyType }: Pick<TemplateContent, 'licenseForm' | 'licenseKeyType'>,
): LicenseMode {
  if (family === 'smart') return 'smart'
  if (family === 'account') return licenseForm === LICENSE_FORMS.cloud ? 'cloudAccount' : 'softAccount'
  return licenseKeyType === KEY_TYPES.group ? 'keyGroup' : licenseKeyType === KEY_TYPES.ppm ? 'keyPpm' : 'keyStandalone'
}

export const licenseModeName = (mode: number) =>
  (Object.entries(LICENSE_MODES) as [LicenseMode, number][]).find(([, number]) => number === mode)?.[0] ?? 'smart' // names of the table above

/**
 * How many machines may hold a license at once and ever; null: no limit. The host of a group is one machine, whose
 * seats it hands out itself.
 */
export function machineLimits({
  machineNum,
  licBindLimit,
  licBindMaxLimit,
  licenseKeyType,
}: Pick<TemplateContent, 'licBindLimit' | 'licBindMaxLimit' | 'licenseKeyType' | 'machineNum'>): {
  atOnce: number | null
  ever: number | null
} {
  return { atOnce: licenseKeyType === KEY_TYPES.group ? 1 : (machineNum ?? licBindLimit), ever: licBindMaxLimit }
}

/** When money moves for a license: at its issue, at its first use, or with each machine. */
export function paidAt(
  family: LicenseFamily,
  { deductMode }: Pick<TemplateContent, 'deductMode'>,
  isPreIssued: boolean,
): 'issue' | 'activation' | 'machine' {
  if (deductMode === DEDUCT_MODES.ppm) return 'machine'
  return family === 'smart' || isPreIssued ? 'activation' : 'issue'
}

/** Which quota a license counts in: an account's own form; codes live on machines. */
export const quotaFormOf = (family: LicenseFamily, { licenseForm }: Pick<TemplateContent, 'licenseForm'>) =>
  family === 'account' && licenseForm === LICENSE_FORMS.cloud ? 'cloud' : 'soft'

/** Section 4, and the open API: how a license came to be. */
export const LICENSE_SOURCES = ['full', 'single', 'batch', 'preIssue', 'campaign', 'openApi'] as const
export type LicenseSource = (typeof LICENSE_SOURCES)[number]

/** What of a content can be changed one by one; `productEnds` gives products of a code an earlier end of their own. */
export type ChangeField = TermField | 'licenseVersion' | 'modules' | 'productEnds' | DataAreaName

/** What a license is and who pays for it is its template's; whoever wants that otherwise takes another template. */
const FIXED: readonly TermField[] = [
  'licenseForm',
  'licenseKeyType',
  'opType',
  'forceWrite',
  'deductMode',
  'packageName',
  'billingMode',
]
const TIMES = [
  'licStartTimeType',
  'startTime',
  'endTime',
  'licDuration',
  'spanTime',
] as const satisfies readonly TermField[]

/** What whoever issues may change, by the template's temporary privileges. */
export function issueChanges(
  family: TemplateFamily,
  flags: Readonly<Record<ModifyPrivilege, boolean>>,
): ReadonlySet<ChangeField> {
  const terms: ChangeField[] = flags.canModify
    ? [...termFieldsOf(family).filter((name) => !FIXED.includes(name)), 'licenseVersion']
    : []
  return new Set([
    ...terms,
    ...(flags.canModifyModule ? (['modules'] as const) : []),
    ...(flags.canModifyDataZone ? DATA_AREAS : []),
  ])
}

/**
 * domain.md 2.3, and the same idea for codes: what an update may change. Whatever else is to be otherwise is issued
 * again.
 */
const REFRESHED: Readonly<Record<LicenseFamily, readonly ChangeField[]>> = {
  account: [...TIMES, 'counter', 'offlineDays', 'licBindLimit', 'licBindMaxLimit', 'modules', 'licenseVersion'],
  sn: [
    ...TIMES,
    'productEnds',
    'machineNum',
    'licBindMaxLimit',
    'groupUsers',
    'forceAuthDays',
    'offlineBind',
    'c2dDays',
    'd2cDays',
    'lanBorrow',
    'lending',
    'lendingDays',
    'lendingSeats',
    'modules',
    'licenseVersion',
  ],
  smart: [...TIMES, 'machineNum', 'modules', 'licenseVersion'],
}

/** Which fields an update of this license may change. Data areas only where its template lets them be changed. */
export function refreshChanges(
  family: LicenseFamily,
  content: TemplateContent,
  canModifyDataZone: boolean,
): ReadonlySet<ChangeField> {
  const isTime = (name: ChangeField) => TIMES.some((time) => time === name)
  const isMeant = (name: ChangeField) => {
    if (isTime(name)) return !content.isForever
    // Uses are counted beside a time, never alone.
    if (name === 'counter' && content.isForever) return false
    if (name === 'productEnds') return content.otherProducts.length > 0
    const term = TERM_FIELD_NAMES.find((field) => field === name)
    // What follows from another field that may be changed can be changed with it.
    return (
      term === undefined ||
      isTermShown(family, term, content) ||
      term === 'c2dDays' ||
      term === 'd2cDays' ||
      term === 'lendingDays' ||
      term === 'lendingSeats'
    )
  }
  return new Set([...REFRESHED[family].filter(isMeant), ...(canModifyDataZone ? DATA_AREAS : [])])
}

/** In the order in which they are asked. */
export const ISSUE_RULES = [
  'template',
  'changes',
  'content',
  'recipients',
  'limit',
  'trial',
  'quota',
  'billing',
  'standing',
  'money',
] as const
export const REFRESH_RULES = [
  'state',
  'changes',
  'content',
  'machines',
  'trial',
  'billing',
  'standing',
  'money',
] as const
export type IssueRule = (typeof ISSUE_RULES)[number]
export type RefreshRule = (typeof REFRESH_RULES)[number]

/**
 * Section 9: a number of days as it is shown, where more than the limit, less than none or no number is no number of
 * days.
 */
const shownUpTo = (max: number) => (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max ? String(value) : 'xx'
export const overdueShown = shownUpTo(LIMITS.license.overdueDaysShown)
export const offlineShown = shownUpTo(LIMITS.template.offlineDaysMax)

/** What a batch update compares and looks at. */
export interface BatchFacts {
  family: LicenseFamily
  content: TemplateContent
  isLocked: boolean
  isApproving: boolean
  isRejected: boolean
  isPreIssued: boolean
  /** Whether its status allows an update at all. */
  isRefreshable: boolean
  hasProductEnds: boolean
}

/** Section 5, in its order. Those about one license come after those that compare it with the first of the batch. */
export const BATCH_RULES = [
  'batchDeductDiffers',
  'batchTypeDiffers',
  'batchBillingDiffers',
  'batchProductDiffers',
  'batchForeverDiffers',
  'batchLending',
  'batchPpm',
  'batchGift',
  'batchLocked',
  'batchApproving',
  'batchRejected',
  'batchProductEnds',
  'batchPreIssued',
  'batchUnfit',
] as const
export type BatchRule = (typeof BATCH_RULES)[number]

const productsOf = ({ licenseId, otherProducts }: TemplateContent) =>
  [licenseId, ...otherProducts.map((product) => product.licenseId)].toSorted((a, b) => a - b).join()

/** Why a license cannot be updated together with the others; undefined where it can. */
export function batchFault(one: BatchFacts, first: BatchFacts): BatchRule | undefined {
  const differs = (of: (facts: BatchFacts) => unknown) => of(one) !== of(first)
  if (differs(({ content }) => content.deductMode)) return 'batchDeductDiffers'
  if (differs(({ family, content }) => licenseModeOf(family, content))) return 'batchTypeDiffers'
  if (differs(({ content }) => content.billingMode)) return 'batchBillingDiffers'
  if (differs(({ content }) => productsOf(content))) return 'batchProductDiffers'
  if (differs(({ content }) => content.isForever)) return 'batchForeverDiffers'
  if (one.content.lending === true) return 'batchLending'
  if (one.content.deductMode === DEDUCT_MODES.ppm) return 'batchPpm'
  if (one.content.deductMode === DEDUCT_MODES.gift) return 'batchGift'
  if (one.isLocked) return 'batchLocked'
  if (one.isApproving) return 'batchApproving'
  if (one.isRejected) return 'batchRejected'
  if (one.hasProductEnds) return 'batchProductEnds'
  if (one.isPreIssued) return 'batchPreIssued'
  return one.isRefreshable ? undefined : 'batchUnfit'
}
