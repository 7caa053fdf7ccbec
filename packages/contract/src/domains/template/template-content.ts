// The content of a template: the fields of the four families, each declared once with its families and conditions. The
// server's checks, the sections of the form, version differences and the API texts all read this table.
import * as z from 'zod/mini'
import { noSpecialCharacters } from '../../kernel/fields.ts'
import { isMoment } from '../../kernel/moment.ts'
import { clearable, integer, line, rule } from '../../kernel/wire.ts'
import { LIMITS } from '../../limits.ts'
import { LICENSE_FORMS, dataArea } from '../product.ts'
import type { DataArea } from '../product.ts'

const limits = LIMITS.template

/**
 * Smart devices, accounts, license codes and dongles. The last three share the calls under /pcTemplate, with `kind`.
 */
export const TEMPLATE_FAMILIES = ['smart', 'account', 'sn', 'dongle'] as const
export type TemplateFamily = (typeof TEMPLATE_FAMILIES)[number]
export const PC_KINDS = ['account', 'sn', 'dongle'] as const satisfies readonly TemplateFamily[]
export type PcKind = (typeof PC_KINDS)[number]

/** Section 4: the source of the fee. 3 is a trial (gift) license. */
export const DEDUCT_MODES = { balance: 1, package: 2, gift: 3, ppm: 4 } as const
type DeductMode = keyof typeof DEDUCT_MODES
const DEDUCTIONS: Readonly<Record<TemplateFamily, readonly DeductMode[]>> = {
  smart: ['balance', 'package', 'gift', 'ppm'],
  account: ['balance', 'package', 'gift'],
  sn: ['balance', 'package', 'gift', 'ppm'],
  dongle: [],
}
/** The sources that can pay for licenses of a family. The rules may restrict them further. */
export const deductModesOf = (family: TemplateFamily): readonly DeductMode[] => DEDUCTIONS[family]
/** How a license is charged to the balance. */
export const BILLING_MODES = ['day', 'year', 'oneTime'] as const
export type BillingMode = (typeof BILLING_MODES)[number]
/** Section 4: the time limit of a license. */
export const START_TIME_TYPES = { specific: 0, release: 1, unlimited: 2 } as const
export const USE_MODES = { oneMachine: 1, manyMachines: 2 } as const
export const KEY_TYPES = { standalone: 1, group: 2, ppm: 3 } as const
/** What counts as one seat. */
export const CONCURRENT_TYPES = ['process', 'win_user_session', 'machine'] as const
/** Days that a seat can be borrowed over the LAN. */
export const LAN_BORROW = { closed: -1, unlimited: 0 } as const
/** Section 4: the operation of a dongle package on a value in the dongle. */
export const COUNT_OPERATIONS = { none: 0, set: 1, append: 2, decrease: 3, unlimited: 4 } as const
export const DONGLE_OPERATIONS = { add: 0, update: 1 } as const

/**
 * The temporary privileges: parts of the template that can be changed when issuing. They are current settings, not part
 * of a version.
 */
export const MODIFY_PRIVILEGES = ['canModify', 'canModifyModule', 'canModifyDataZone'] as const
export type ModifyPrivilege = (typeof MODIFY_PRIVILEGES)[number]

/** The content of a license for one product. */
export interface ProductGrant {
  licenseId: number
  licenseVersion: number | null
  /** Ids of the granted modules, ascending. */
  modules: number[]
  rom: DataArea | null
  raw: DataArea | null
  pub: DataArea | null
}

/** The full content of a template version. Fields that do not apply to the family or the other values are null. */
export interface TemplateContent extends ProductGrant {
  name: string
  otherProducts: ProductGrant[]
  licenseForm: number | null
  licenseKeyType: number | null
  opType: number | null
  forceWrite: boolean | null
  deductMode: number | null
  packageName: string | null
  billingMode: BillingMode | null
  isForever: boolean
  licStartTimeType: number | null
  /** Instants, ISO 8601 in UTC. */
  startTime: string | null
  startTimeOp: number | null
  endTime: string | null
  endTimeOp: number | null
  endTimeDays: number | null
  licDuration: number | null
  spanTime: number | null
  spanTimeOp: number | null
  counter: number | null
  counterOp: number | null
  useMode: number | null
  machineNum: number | null
  licBindLimit: number | null
  licBindMaxLimit: number | null
  offlineDays: number | null
  offlineBind: boolean | null
  kickOut: boolean | null
  forceAuthDays: number | null
  c2dDays: number | null
  d2cDays: number | null
  codePassword: boolean | null
  concurrentType: string | null
  concurrentNumOp: number | null
  concurrentNum: number | null
  groupUsers: number | null
  lanBorrow: number | null
  lending: boolean | null
  lendingDays: number | null
  lendingSeats: number | null
}

/** A field of the terms: all content except the name and the product content. */
export type TermField = Exclude<keyof TemplateContent, 'name' | 'otherProducts' | keyof ProductGrant>

type Circumstances = Partial<TemplateContent>
const isSoft = ({ licenseForm }: Circumstances) => licenseForm === LICENSE_FORMS.soft
const isCloud = ({ licenseForm }: Circumstances) => licenseForm === LICENSE_FORMS.cloud
const isGroup = ({ licenseKeyType }: Circumstances) => licenseKeyType === KEY_TYPES.group
const isTimed = ({ isForever }: Circumstances) => isForever !== true
const { none, set, append, decrease, unlimited } = COUNT_OPERATIONS
const moves = (operation: unknown): operation is typeof append | typeof decrease =>
  operation === append || operation === decrease
/** The implied operation on a dongle value: an earlier append or decrease stays, otherwise it is set. */
const impliedOperation = (value: unknown, was: unknown) =>
  value ? (was === append || was === decrease ? was : set) : none

interface FieldDeclaration {
  schema: z.core.$ZodType
  families: readonly TemplateFamily[]
  /** Whether the field applies, given the other values. If not, the form hides it and a value is refused. */
  when?: (content: Circumstances, family: TemplateFamily) => boolean
  /** Whether the field is required when it applies. */
  isNeeded?: (content: Circumstances, family: TemplateFamily) => boolean
  /**
   * If one of these fields changes and this one is not given, this one takes its default instead of keeping its value.
   */
  follows?: readonly TermField[]
  /** The default value. `was` is the previous value. */
  otherwise?: (content: Circumstances, family: TemplateFamily, was: unknown) => string | number | boolean | null
}

const oneOf = (values: Readonly<Record<string, number>>) =>
  integer(Math.min(...Object.values(values)), Math.max(...Object.values(values))).check(
    rule('badFormat', (value: number) => Object.values(values).includes(value)),
  )
const days = integer(1, limits.durationDays)
const always = () => true
/** Whether a day is within the limits of section 5. */
export const isInRange = (day: string) => day >= LIMITS.date.earliest && day <= LIMITS.date.latest
/** The day of an instant depends on the time zone, so `readTemplate` checks it. */
const IS_INSTANT = /(?:Z|[+-]\d\d:\d\d)$/
export const momentText = z.string().check(
  rule('badFormat', isMoment),
  rule('timeOutOfRange', (text: string) => IS_INSTANT.test(text) || isInRange(text.slice(0, 10)), LIMITS.date),
)

/** Order matters: conditions refer to fields above, and forms and differences show fields in this order. */
export const TERM_FIELDS = {
  licenseForm: {
    schema: z
      .int()
      .check(rule('badFormat', (form: number) => form === LICENSE_FORMS.cloud || form === LICENSE_FORMS.soft)),
    families: ['account'],
    isNeeded: always,
  },
  licenseKeyType: { schema: oneOf(KEY_TYPES), families: ['sn'], otherwise: () => KEY_TYPES.standalone },
  opType: { schema: oneOf(DONGLE_OPERATIONS), families: ['dongle'], otherwise: () => DONGLE_OPERATIONS.add },
  forceWrite: { schema: z.boolean(), families: ['dongle'], otherwise: () => false },
  deductMode: {
    schema: oneOf(DEDUCT_MODES),
    families: ['smart', 'account', 'sn'],
    follows: ['licenseKeyType'],
    otherwise: ({ licenseKeyType }, _family, was) =>
      licenseKeyType === KEY_TYPES.ppm
        ? DEDUCT_MODES.ppm
        : typeof was === 'number' && was !== DEDUCT_MODES.ppm
          ? was
          : DEDUCT_MODES.balance,
  },
  packageName: {
    schema: line(limits.packageNameMax).check(noSpecialCharacters),
    families: ['smart', 'account', 'sn'],
    when: ({ deductMode }) => deductMode === DEDUCT_MODES.package,
    isNeeded: always,
  },
  billingMode: {
    schema: z.enum(BILLING_MODES),
    families: ['account', 'sn'],
    when: ({ deductMode }) => deductMode === DEDUCT_MODES.balance,
    isNeeded: always,
  },
  isForever: { schema: z.boolean(), families: TEMPLATE_FAMILIES, otherwise: () => false },
  licStartTimeType: {
    schema: oneOf(START_TIME_TYPES),
    families: ['smart', 'account', 'sn'],
    follows: ['isForever', 'startTime', 'endTime', 'licDuration'],
    otherwise: impliedStartTimeType,
  },
  startTimeOp: {
    schema: z
      .int()
      .check(rule('badFormat', (operation: number) => [none, set, unlimited].some((known) => known === operation))),
    families: ['dongle'],
    follows: ['startTime'],
    otherwise: ({ startTime }) => (startTime ? set : none),
  },
  startTime: {
    schema: momentText,
    families: TEMPLATE_FAMILIES,
    when: (content, family) =>
      family === 'dongle' ? content.startTimeOp === set : content.licStartTimeType === START_TIME_TYPES.specific,
    isNeeded: (_content, family) => family === 'dongle',
  },
  endTimeOp: {
    schema: oneOf(COUNT_OPERATIONS),
    families: ['dongle'],
    when: isTimed,
    follows: ['endTime'],
    otherwise: ({ endTime }) => (endTime ? set : none),
  },
  endTime: {
    schema: momentText,
    families: TEMPLATE_FAMILIES,
    when: (content, family) =>
      isTimed(content) &&
      (family === 'dongle' ? content.endTimeOp === set : content.licStartTimeType === START_TIME_TYPES.specific),
    isNeeded: ({ startTime }, family) => family === 'dongle' || !startTime,
  },
  endTimeDays: { schema: days, families: ['dongle'], when: ({ endTimeOp }) => moves(endTimeOp), isNeeded: always },
  licDuration: {
    schema: days,
    families: ['smart', 'account', 'sn'],
    when: (content) => isTimed(content) && content.licStartTimeType === START_TIME_TYPES.release,
    isNeeded: always,
  },
  spanTimeOp: {
    schema: oneOf(COUNT_OPERATIONS),
    families: ['dongle'],
    when: isTimed,
    follows: ['spanTime'],
    otherwise: ({ spanTime }, _family, was) => impliedOperation(spanTime, was),
  },
  spanTime: {
    schema: days,
    families: TEMPLATE_FAMILIES,
    when: (content, family) =>
      isTimed(content) && (family !== 'dongle' || content.spanTimeOp === set || moves(content.spanTimeOp)),
    isNeeded: (_content, family) => family === 'dongle',
  },
  counterOp: {
    schema: oneOf(COUNT_OPERATIONS),
    families: ['dongle'],
    follows: ['counter'],
    otherwise: ({ counter }, _family, was) => impliedOperation(counter, was),
  },
  counter: {
    schema: integer(1, limits.useCount),
    families: ['account', 'dongle'],
    when: (content, family) =>
      family === 'dongle' ? content.counterOp === set || moves(content.counterOp) : isCloud(content),
    isNeeded: (_content, family) => family === 'dongle',
  },
  useMode: {
    schema: oneOf(USE_MODES),
    families: ['smart', 'sn'],
    when: (content) => !isGroup(content),
    follows: ['machineNum'],
    otherwise: ({ machineNum }) => ((machineNum ?? 1) > 1 ? USE_MODES.manyMachines : USE_MODES.oneMachine),
  },
  machineNum: {
    schema: integer(1, limits.machines),
    families: ['smart', 'sn'],
    when: (content) => !isGroup(content),
    isNeeded: always,
    follows: ['useMode'],
    otherwise: ({ useMode }) => (useMode === USE_MODES.oneMachine ? 1 : null),
  },
  licBindLimit: {
    schema: integer(1, limits.simultaneousMachines),
    families: ['account'],
    when: isSoft,
    isNeeded: always,
    otherwise: ({ deductMode }) => (deductMode === DEDUCT_MODES.gift ? LIMITS.billing.freeDevices : null),
  },
  licBindMaxLimit: {
    schema: integer(1, limits.cumulativeMachines),
    families: ['account', 'sn'],
    when: (content, family) => (family === 'sn' ? !isGroup(content) : isSoft(content)),
  },
  offlineDays: {
    schema: integer(limits.offlineDaysMin, limits.offlineDaysMax),
    families: ['account'],
    when: isSoft,
    isNeeded: always,
  },
  forceAuthDays: { schema: integer(1, limits.forcedAuthenticationDays), families: ['sn'] },
  offlineBind: {
    schema: z.boolean(),
    families: ['account', 'sn'],
    when: (content, family) => family === 'sn' || isSoft(content),
    otherwise: () => false,
  },
  c2dDays: {
    schema: integer(1, limits.exchangeFileDays),
    families: ['sn'],
    when: ({ offlineBind }) => offlineBind === true,
  },
  d2cDays: {
    schema: integer(1, limits.exchangeFileDays),
    families: ['sn'],
    when: ({ offlineBind }) => offlineBind === true,
  },
  kickOut: { schema: z.boolean(), families: ['account'], when: isCloud, otherwise: () => false },
  concurrentType: {
    schema: z.enum(CONCURRENT_TYPES),
    families: ['sn', 'dongle'],
    when: (content, family) => family === 'dongle' || isGroup(content),
    isNeeded: (_content, family) => family === 'sn',
  },
  concurrentNumOp: {
    schema: oneOf(COUNT_OPERATIONS),
    families: ['dongle'],
    when: ({ concurrentType }) => Boolean(concurrentType),
    follows: ['concurrentNum'],
    otherwise: (_content, _family, was) => (moves(was) ? was : set),
  },
  concurrentNum: {
    schema: integer(1, limits.concurrent),
    families: ['dongle'],
    when: ({ concurrentType, concurrentNumOp }) =>
      Boolean(concurrentType) && (concurrentNumOp === set || moves(concurrentNumOp)),
    isNeeded: always,
  },
  groupUsers: { schema: integer(1, limits.groupUsers), families: ['sn'], when: isGroup, isNeeded: always },
  lanBorrow: {
    schema: integer(LAN_BORROW.closed, limits.lanBorrowDays),
    families: ['sn'],
    when: isGroup,
    otherwise: () => LAN_BORROW.closed,
  },
  codePassword: { schema: z.boolean(), families: ['sn'], otherwise: () => false },
  lending: {
    schema: z.boolean(),
    families: ['sn'],
    when: (content) => isGroup(content) || content.useMode === USE_MODES.manyMachines,
    otherwise: () => false,
  },
  lendingDays: {
    schema: integer(1, limits.lendingDays),
    families: ['sn'],
    when: ({ lending }) => lending === true,
    isNeeded: always,
  },
  lendingSeats: {
    schema: integer(1, limits.machines),
    families: ['sn'],
    when: ({ lending }) => lending === true,
    isNeeded: always,
  },
} as const satisfies Record<TermField, FieldDeclaration>

/** The declaration of a field, with all optional properties. */
export const termDeclaration = (name: TermField): FieldDeclaration => TERM_FIELDS[name]
export const TERM_FIELD_NAMES = Object.keys(TERM_FIELDS) as TermField[] // the keys of TERM_FIELDS

export function termFieldsOf(family: TemplateFamily): TermField[] {
  return TERM_FIELD_NAMES.filter((name) => termDeclaration(name).families.includes(family))
}

/** Whether a field applies to this family and content. */
export function isTermShown(family: TemplateFamily, name: TermField, content: Circumstances): boolean {
  const { families, when } = termDeclaration(name)
  return families.includes(family) && (when?.(content, family) ?? true)
}

export function isTermNeeded(family: TemplateFamily, name: TermField, content: Circumstances): boolean {
  return isTermShown(family, name, content) && (termDeclaration(name).isNeeded?.(content, family) ?? false)
}

function impliedStartTimeType({ isForever, startTime, endTime, licDuration }: Circumstances): number {
  if (startTime || (endTime && !isForever)) return START_TIME_TYPES.specific
  return licDuration && !isForever ? START_TIME_TYPES.release : START_TIME_TYPES.unlimited
}

const grantedModule = z.object({ moduleId: integer(1, LIMITS.product.modules), checked: z._default(z.boolean(), true) })

const grantFields = {
  licenseVersion: clearable(integer(0, LIMITS.product.licenseVersionMax)),
  modules: clearable(z.array(grantedModule).check(z.maxLength(LIMITS.product.modules))),
  rom: clearable(dataArea),
  raw: clearable(dataArea),
  pub: clearable(dataArea),
}

const flags = {
  hasStartTime: z.optional(z.boolean()),
  hasEndTime: z.optional(z.boolean()),
  hasSpanTime: z.optional(z.boolean()),
}

type TermShape<Name extends TermField> = {
  [Key in Name]: z.ZodMiniOptional<z.ZodMiniNullable<(typeof TERM_FIELDS)[Key]['schema']>>
}
type FamilyFields<Family extends TemplateFamily> = {
  [Key in TermField]: Family extends (typeof TERM_FIELDS)[Key]['families'][number] ? Key : never
}[TermField]

function termShape<Family extends TemplateFamily>(...families: Family[]): TermShape<FamilyFields<Family>> {
  const names = TERM_FIELD_NAMES.filter((name) =>
    families.some((family) => termDeclaration(name).families.includes(family)),
  )
  return Object.fromEntries(
    names.map((name) => [name, clearable(termDeclaration(name).schema)]),
  ) as unknown as TermShape<FamilyFields<Family>> // the same names, from the same table
}

const common = {
  name: line(limits.nameMax).check(noSpecialCharacters),
  licenseId: integer(1, LIMITS.product.licenseIdMax),
  ...flags,
  canModify: z.optional(z.boolean()),
  canModifyModule: z.optional(z.boolean()),
  canModifyDataZone: z.optional(z.boolean()),
  ...grantFields,
}

/**
 * The fields of a smart template, and of the other three kinds together. TERM_FIELDS defines which fields apply to a
 * kind.
 */
export const smartTemplateFields = { ...common, ...termShape('smart') }
export const pcTemplateFields = {
  ...common,
  ...termShape('account', 'sn', 'dongle'),
  otherProducts: clearable(
    z.array(z.object({ licenseId: common.licenseId, ...grantFields })).check(z.maxLength(limits.products - 1)),
  ),
}
