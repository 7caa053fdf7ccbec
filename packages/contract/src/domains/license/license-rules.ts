// The fields of a license that can be changed when issuing and by an update, and the rules for an issue, an update and
// a batch update. Rules are evaluated in list order: the first failure is the refusal, and a preview shows all results.
import { LIMITS } from '../../limits.ts'
import type { Price } from '../billing/pricing.ts'
import { DATA_AREAS, LICENSE_FORMS } from '../product.ts'
import type { DataAreaName } from '../product.ts'
import { DEDUCT_MODES, KEY_TYPES, TERM_FIELD_NAMES, isTermShown, termFieldsOf } from '../template/template-content.ts'
import type { ModifyPrivilege, TemplateContent, TemplateFamily, TermField } from '../template/template-content.ts'

export const LICENSE_FAMILIES = ['smart', 'account', 'sn'] as const satisfies readonly TemplateFamily[]
export type LicenseFamily = (typeof LICENSE_FAMILIES)[number]
export const PC_LICENSE_KINDS = ['account', 'sn'] as const satisfies readonly LicenseFamily[]

/** Section 4: license mode. 6 is a PPM code. */
export const LICENSE_MODES = {
  cloudAccount: 1,
  softAccount: 2,
  keyStandalone: 3,
  keyGroup: 4,
  smart: 5,
  keyPpm: 6,
} as const
export type LicenseMode = keyof typeof LICENSE_MODES
const LICENSE_MODE_NAMES = Object.keys(LICENSE_MODES) as LicenseMode[] // its keys

export function licenseModeOf(
  family: LicenseFamily,
  { licenseForm, licenseKeyType }: Pick<TemplateContent, 'licenseForm' | 'licenseKeyType'>,
): LicenseMode {
  if (family === 'smart') return 'smart'
  if (family === 'account') return licenseForm === LICENSE_FORMS.cloud ? 'cloudAccount' : 'softAccount'
  return licenseKeyType === KEY_TYPES.group ? 'keyGroup' : licenseKeyType === KEY_TYPES.ppm ? 'keyPpm' : 'keyStandalone'
}

export const licenseModeName = (mode: number) =>
  LICENSE_MODE_NAMES.find((name) => LICENSE_MODES[name] === mode) ?? 'smart'

/**
 * Devices that can be bound at once and in total. Null means unlimited. A group code binds one device, the host, which
 * distributes the seats itself.
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

/** When a license is charged: at the issue, at the first use, or for each device. */
export function paidAt(
  family: LicenseFamily,
  { deductMode }: Pick<TemplateContent, 'deductMode'>,
  isPreIssued: boolean,
): 'issue' | 'activation' | 'machine' {
  if (deductMode === DEDUCT_MODES.ppm) return 'machine'
  return family === 'smart' || isPreIssued ? 'activation' : 'issue'
}

/** Whether a license costs anything, now or later. The cost of each device is not known in advance. */
export const isPaidEver = (
  { totalFen, units }: Pick<Price, 'totalFen' | 'units'>,
  when: 'approval' | ReturnType<typeof paidAt>,
) => totalFen > 0 || units !== null || when === 'machine'

/**
 * The quota that a license counts toward: the form of a license for an account; `soft` for codes, because devices hold
 * them.
 */
export const quotaFormOf = (family: LicenseFamily, { licenseForm }: Pick<TemplateContent, 'licenseForm'>) =>
  family === 'account' && licenseForm === LICENSE_FORMS.cloud ? 'cloud' : 'soft'

/** Section 4, plus the open API: how a license was issued. */
export const LICENSE_SOURCES = ['full', 'single', 'batch', 'preIssue', 'campaign', 'openApi'] as const
export type LicenseSource = (typeof LICENSE_SOURCES)[number]

/**
 * Fields of the content that can be changed one by one. `productEnds` sets an earlier end for single products of a
 * code.
 */
export type ChangeField = TermField | 'licenseVersion' | 'modules' | 'productEnds' | DataAreaName

/** The kind of license and its billing are fixed by the template. To change them, use another template. */
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

/** The fields that can be changed when issuing, by the template's temporary privileges. */
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

/** The fields that an update can change. To change any other field, issue a new license. */
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

/** The fields that an update of this license can change. Data areas are included only if the template allows it. */
export function refreshChanges(
  family: LicenseFamily,
  content: TemplateContent,
  canModifyDataZone: boolean,
): ReadonlySet<ChangeField> {
  const isTime = (name: ChangeField) => TIMES.some((time) => time === name)
  const isMeant = (name: ChangeField) => {
    if (isTime(name)) return !content.isForever
    // A count of uses requires an end.
    if (name === 'counter' && content.isForever) return false
    if (name === 'productEnds') return content.otherProducts.length > 0
    const term = TERM_FIELD_NAMES.find((field) => field === name)
    // These fields depend on another field that can be changed in the same update.
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

/** `unasked`: an earlier rule failed, and this one could not be evaluated without it. */
export const RULE_OUTCOMES = ['pass', 'fail', 'unasked'] as const
/** In order of evaluation. */
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

/** Section 9: a number of days for display. "xx" if it is not a whole number from 0 to the limit. */
const shownUpTo = (max: number) => (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max ? String(value) : 'xx'
export const overdueShown = shownUpTo(LIMITS.license.overdueDaysShown)
export const offlineShown = shownUpTo(LIMITS.template.offlineDaysMax)

/** The facts that the batch rules check. */
export interface BatchFacts {
  family: LicenseFamily
  content: TemplateContent
  isLocked: boolean
  isApproving: boolean
  isRejected: boolean
  isPreIssued: boolean
  /** Whether the status allows an update. */
  isRefreshable: boolean
  hasProductEnds: boolean
  /** An update of it already waits for approval. */
  isUpdateWaiting: boolean
}

/**
 * Section 5, in its order. Comparisons with the first license of the batch come before rules about a single license.
 */
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
  'batchUpdateWaits',
  'batchUnfit',
] as const
export type BatchRule = (typeof BATCH_RULES)[number]

const productsOf = ({ licenseId, otherProducts }: TemplateContent) =>
  [licenseId, ...otherProducts.map((product) => product.licenseId)].toSorted((a, b) => a - b).join()

/** The first rule that excludes a license from the batch update. */
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
  if (one.isUpdateWaiting) return 'batchUpdateWaits'
  return one.isRefreshable ? undefined : 'batchUnfit'
}
