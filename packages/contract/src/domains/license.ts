// Licenses: what customers hold. Three families, two nouns on the wire (`license` for smart ones, `pcLicense` with
// `kind` for those of accounts and for license codes), the same verbs for both. A license keeps the terms it was issued
// with; each change of them is a piece of its history.
import * as z from 'zod/mini'
import { defineCall, defineCalls, privilege, superAdministrator } from '../kernel/call.ts'
import type { Access } from '../kernel/call.ts'
import { newPassword } from '../kernel/fields.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import { sheetFormat } from '../kernel/sheet.ts'
import { clearable, guid, integer, line, paragraph, time, toldTime } from '../kernel/wire.ts'
import { LIMITS } from '../limits.ts'
import type { Privilege } from '../privileges.ts'
import { ISSUE_RULES, LICENSE_SOURCES, PC_LICENSE_KINDS, REFRESH_RULES } from './license-rules.ts'
import type { LicenseFamily } from './license-rules.ts'
import { LICENSE_ACTS, LICENSE_STATUSES } from './license-states.ts'
import { priceAnswer } from './pricing.ts'
import { productBodyBytes } from './product.ts'
import { taskAnswer } from './task.ts'
import { MODIFY_PRIVILEGES, momentText, pcTemplateFields, smartTemplateFields } from './template-content.ts'
import { fieldChanges, grantAnswer, termsAnswer } from './template.ts'

export type LicenseVerb = 'delete' | 'deliver' | 'export' | 'issue' | 'lock' | 'unbind' | 'update' | 'view'
/** Nobody hands out what an account holds already. */
export const licensePrivilege = (family: LicenseFamily, verb: LicenseVerb): Privilege =>
  family === 'account' ? `${family}License.${verb === 'deliver' ? 'issue' : verb}` : `${family}License.${verb}`

const limits = LIMITS.license
const nullableText = z.nullable(z.string())
const nullableTime = z.nullable(toldTime)
const status = z.literal(Object.values(LICENSE_STATUSES))

export const LICENSE_SORTS = ['issueTime', 'expireTime'] as const

/** Who was given a code: by what, and to whom where somebody was named. */
export const DELIVERY_CHANNELS = ['mail', 'handed', 'copied', 'exported', 'printed'] as const
export type DeliveryChannel = (typeof DELIVERY_CHANNELS)[number]

export const licenseFilter = {
  /** The beginning of a code, or a part of the license number or the account. */
  keyword: z.optional(line(LIMITS.account.accountMax)),
  licenseId: z.optional(integer(1, LIMITS.product.licenseIdMax)),
  templateGuid: z.optional(guid),
  status: z.optional(status),
  /** In force now: neither locked, expired, under approval nor gone. */
  effective: z.optional(z.boolean()),
  source: z.optional(z.enum(LICENSE_SOURCES)),
  adminUserId: z.optional(guid),
  tagGuids: z.optional(z.array(guid).check(z.maxLength(LIMITS.tag.perUser))),
  customerGuid: z.optional(guid),
  userGuid: z.optional(guid),
  integratorGuid: z.optional(guid),
  delivered: z.optional(z.boolean()),
  /** Of the issue. */
  startTime: z.optional(time),
  endTime: z.optional(time),
  /** Ends within so many days. */
  expiringDays: z.optional(integer(1, limits.expiringDays)),
}

const licenseRow = z.object({
  guid: z.string(),
  /** What people know it by: the license code, of account licenses a number. */
  serial: z.string(),
  status: z.int(),
  licenseMode: z.int(),
  licenseId: z.int(),
  productName: z.string(),
  /** Further products of a license code. */
  otherProductNames: z.array(z.string()),
  ...termsAnswer,
  licenseVersion: z.nullable(z.int()),
  templateGuid: z.string(),
  templateName: z.string(),
  templateNumber: z.string(),
  templateVersion: z.int(),
  userGuid: nullableText,
  account: nullableText,
  userName: nullableText,
  customerGuid: nullableText,
  customerName: nullableText,
  integratorGuid: nullableText,
  integratorName: nullableText,
  /** Issue channel. */
  source: z.enum(LICENSE_SOURCES),
  issuer: z.string(),
  issueTime: time,
  firstUseTime: nullableTime,
  /** When it ends by what is known now; null: never, or not before it is first used. */
  expireTime: nullableTime,
  /** When it was deleted or replaced. */
  endedTime: nullableTime,
  bound: z.int(),
  everBound: z.int(),
  remark: nullableText,
  deliveredTo: nullableText,
  deliverTime: nullableTime,
  hasPassword: z.boolean(),
  revision: z.int(),
  /** What the caller's rights and its status allow now. */
  acts: z.array(z.enum(LICENSE_ACTS)),
})
export type LicenseRow = z.input<typeof licenseRow>

const licenseAnswer = z.object({
  ...licenseRow.shape,
  ...grantAnswer,
  otherProducts: z.array(z.object(grantAnswer)),
  /** Products of a code that end before it does. */
  productEnds: z.array(z.object({ licenseId: z.int(), endTime: toldTime })),
  replacedBy: z.nullable(z.object({ guid: z.string(), serial: z.string() })),
  /** What was said when it was locked, refused or deleted. */
  statusReason: nullableText,
  /** Which fields an update may change. */
  refreshable: z.array(z.string()),
  /** What was charged for it so far, in money; null for an integrator's people. */
  chargedFen: z.nullable(z.int()),
})
export type LicenseAnswer = z.input<typeof licenseAnswer>

export const HISTORY_KINDS = [
  'issue',
  'refresh',
  'lock',
  'unlock',
  'delete',
  'restore',
  'replace',
  'bind',
  'unbind',
  'recycle',
  'approve',
  'reject',
  'deliver',
  'assign',
  'password',
  'rekey',
] as const
export type HistoryKind = (typeof HISTORY_KINDS)[number]

const historyRow = z.object({
  guid: z.string(),
  kind: z.enum(HISTORY_KINDS),
  at: time,
  actor: z.string(),
  /** What differs since; of the issue, nothing. */
  changes: fieldChanges,
  /**
   * What it was about: a machine, a recipient, the license that replaced it, the integrator that it went to; null where
   * it came back from one.
   */
  about: nullableText,
  /** By what it was handed out. */
  channel: z.nullable(z.enum(DELIVERY_CHANNELS)),
  reason: nullableText,
  amountFen: z.nullable(z.int()),
  orderGuid: nullableText,
})
export type LicenseHistoryRow = z.input<typeof historyRow>

export const MACHINE_STATES = ['bound', 'unbound', 'recycled'] as const
const machineRow = z.object({
  guid: z.string(),
  name: z.string(),
  os: nullableText,
  network: nullableText,
  addresses: z.array(z.object({ ip: z.string(), mac: z.string() })),
  isOffline: z.boolean(),
  state: z.enum(MACHINE_STATES),
  bindTime: time,
  seenTime: time,
  endTime: nullableTime,
})
export type MachineRow = z.input<typeof machineRow>

/** One rule and what came of it; those after the first that fails are asked too where they can be. */
const traced = <const Rules extends readonly [string, ...string[]]>(rules: Rules) =>
  z.array(
    z.object({
      rule: z.enum(rules),
      outcome: z.enum(['pass', 'fail', 'unasked']),
      message: z.string(),
      field: nullableText,
    }),
  )

export const ISSUE_WARNINGS = ['overwrites', 'quotaLeft', 'giftsLeft', 'noCustomer'] as const
export const issuePreview = z.object({
  rules: traced(ISSUE_RULES),
  isAllowed: z.boolean(),
  count: z.int(),
  /** Null where there is no price to tell, or the caller may not know it. */
  price: z.nullable(priceAnswer),
  /** How many vouchers there are; left out where none could pay for this, or the caller may not know. */
  vouchers: z.optional(z.int()),
  /** When it is paid: now, at the first activation, for each machine, or when an approval is complete. */
  paidAt: z.enum(['issue', 'activation', 'machine', 'approval']),
  warnings: z.array(z.object({ kind: z.enum(ISSUE_WARNINGS), message: z.string() })),
  /** Licenses of the same product that would be replaced. */
  overwrites: z.array(z.object({ guid: z.string(), serial: z.string(), account: z.string() })),
})
export type IssuePreview = z.input<typeof issuePreview>

const refreshPreview = z.object({
  rules: traced(REFRESH_RULES),
  isAllowed: z.boolean(),
  changes: fieldChanges,
  price: z.nullable(priceAnswer),
  expireTime: nullableTime,
})
export type RefreshPreview = z.input<typeof refreshPreview>

const contentOf = <Fields extends typeof smartTemplateFields | typeof pcTemplateFields>({
  name: _name,
  licenseId: _licenseId,
  canModify: _terms,
  canModifyModule: _modules,
  canModifyDataZone: _areas,
  ...content
}: Fields) => content
const productEnds = clearable(
  z
    .array(z.object({ licenseId: integer(1, LIMITS.product.licenseIdMax), endTime: z.nullable(momentText) }))
    .check(z.maxLength(LIMITS.template.products)),
)

const remark = z.optional(paragraph(limits.remarkMax))
const issued = z.object({ guid: z.string(), serial: z.string(), account: nullableText })
const revision = z.optional(integer(1, Number.MAX_SAFE_INTEGER))
const guids = (most: number) => z.array(guid).check(z.minLength(1), z.maxLength(most))
const ISSUE_ERRORS = [
  'template.notFound',
  'user.notFound',
  'customer.notFound',
  'integrator.notFound',
  'license.templateExpired',
  'license.templateWithoutBilling',
  'license.changeNotAllowed',
  'license.overIssueMax',
  'license.quotaUsedUp',
  'license.trialLimit',
  'license.trialTooLong',
  'license.issueFailed',
  'license.heldUnseen',
  'billing.insufficientBalance',
  'billing.overdue',
  'billing.giftsUsedUp',
  'billing.vouchersUsedUp',
  'package.usedUp',
  'developer.serviceFeeUnpaid',
] as const
const REFRESH_ERRORS = [
  'license.notFound',
  'license.stateForbids',
  'license.changeNotAllowed',
  'license.bindCount',
  'license.trialTooLong',
  'license.templateWithoutBilling',
  'platform.stale',
  'billing.insufficientBalance',
  'billing.overdue',
  'package.usedUp',
  'developer.serviceFeeUnpaid',
] as const

/** What an issue asks, of both nouns. */
const issueBase = {
  customerId: z.optional(guid),
  remark,
  isPreIssued: z._default(z.boolean(), false),
  integratorGuid: z.optional(guid),
  /** Vouchers pay instead of the balance, one a license. */
  byVoucher: z._default(z.boolean(), false),
}
const codeCount = z._default(integer(1, limits.batchCodes), 1)

/** The verbs, once for each noun: `where` is what tells the kinds of a noun apart. */
function verbsOf<
  Where extends z.core.$ZodShape,
  Fields extends typeof smartTemplateFields | typeof pcTemplateFields,
  Issue extends z.core.$ZodShape,
>(
  noun: 'license' | 'pcLicense',
  where: Where,
  fields: Fields,
  issue: Issue,
  access: (...verbs: [LicenseVerb, ...LicenseVerb[]]) => Access,
) {
  const changes = z.optional(z.object({ ...contentOf(fields), productEnds }))
  const issuing = z.object({ ...where, ...issueBase, ...issue, changes })
  const refreshing = z.object({ ...where, guid, changes, revision })
  const one = z.object({ ...where, guid, reason: z.optional(line(limits.reasonMax)) })
  const acting = { method: 'POST', effect: 'write', answer: z.object({}) } as const
  return {
    find: defineCall({
      method: 'POST',
      path: `/${noun}/find.do`,
      access: access('view'),
      effect: 'read',
      payload: pageQuery(LICENSE_SORTS, { ...where, ...licenseFilter }),
      answer: pageOf(licenseRow),
      errors: ['platform.timeIllegal'],
      summary: 'Lists licenses, the last issued first. Deleted and replaced ones are found by their status.',
    }),
    count: defineCall({
      method: 'POST',
      path: `/${noun}/count.do`,
      access: access('view'),
      effect: 'read',
      payload: z.object({ ...where, ...licenseFilter }),
      answer: z.object({ records: z.int(), isEstimated: z.boolean() }),
      errors: ['platform.timeIllegal'],
      summary: `How many licenses the filters find; of more than ${LIMITS.page.exactCount}, about how many.`,
    }),
    get: defineCall({
      method: 'POST',
      path: `/${noun}/get.do`,
      access: access('view'),
      effect: 'read',
      payload: z.object({ ...where, guid }),
      answer: licenseAnswer,
      errors: ['license.notFound'],
      summary: 'One license with its modules, data areas and what an update may change.',
    }),
    history: defineCall({
      method: 'POST',
      path: `/${noun}/history.do`,
      access: access('view'),
      effect: 'read',
      payload: pageQuery(['at'], { ...where, guid }),
      answer: pageOf(historyRow),
      errors: ['license.notFound'],
      summary: 'Everything that happened to a license, the latest first, each change with its differences.',
    }),
    machines: defineCall({
      method: 'POST',
      path: `/${noun}/machines.do`,
      access: access('view'),
      effect: 'read',
      payload: pageQuery(['bindTime'], { ...where, guid }),
      answer: pageOf(machineRow),
      errors: ['license.notFound'],
      summary: 'The machines that hold or held a license, the last bound first.',
    }),
    templates: defineCall({
      method: 'POST',
      path: `/${noun}/templates.do`,
      access: access('issue', 'view'),
      effect: 'read',
      payload: z.object({ ...where, templateName: z.optional(line(LIMITS.template.nameMax)) }),
      answer: z.array(
        z.object({
          ...termsAnswer,
          guid: z.string(),
          name: z.string(),
          licenseId: z.int(),
          productName: z.string(),
          isExpired: z.boolean(),
        }),
      ),
      errors: [],
      summary: `Templates to issue from or to filter by, the last updated first; at most ${limits.templateOptions}, narrowed by a part of the name.`,
    }),
    template: defineCall({
      method: 'POST',
      path: `/${noun}/template.do`,
      access: access('issue'),
      effect: 'read',
      payload: z.object({ ...where, guid }),
      answer: z.object({
        ...termsAnswer,
        ...grantAnswer,
        guid: z.string(),
        name: z.string(),
        isExpired: z.boolean(),
        otherProducts: z.array(z.object(grantAnswer)),
        ...(Object.fromEntries(MODIFY_PRIVILEGES.map((name) => [name, z.boolean()])) as Record<
          (typeof MODIFY_PRIVILEGES)[number],
          z.ZodMiniBoolean
        >),
        changeable: z.array(z.string()),
      }), // fromEntries forgets the names
      errors: ['template.notFound'],
      summary: 'What a license issued from this template would be, and which of it whoever issues may change.',
    }),
    preview: defineCall({
      method: 'POST',
      path: `/${noun}/preview.do`,
      access: access('issue'),
      effect: 'read',
      sends: 'json',
      bodyBytes: productBodyBytes,
      payload: issuing,
      answer: issuePreview,
      errors: ['template.notFound'],
      summary: 'What an issue would meet, rule by rule, what it would cost and what it would replace. Nothing is done.',
    }),
    issue: defineCall({
      method: 'POST',
      path: `/${noun}/issue.do`,
      access: access('issue'),
      effect: 'write',
      idempotent: true,
      needsServiceFee: true,
      sends: 'json',
      bodyBytes: productBodyBytes,
      payload: issuing,
      answer: z.object({
        issueGuid: z.string(),
        status: z.int(),
        codes: z.array(z.string()),
        licenses: z.array(issued),
        orderGuid: nullableText,
      }),
      errors: ISSUE_ERRORS,
      summary:
        'Issues licenses from a template. `codes` are those of license codes, in their order; account licenses replace what their users hold of the same product.',
    }),
    previewRefresh: defineCall({
      method: 'POST',
      path: `/${noun}/previewRefresh.do`,
      access: access('update'),
      effect: 'read',
      sends: 'json',
      bodyBytes: productBodyBytes,
      payload: refreshing,
      answer: refreshPreview,
      errors: ['license.notFound'],
      summary: 'What an update would change and cost, rule by rule. Nothing is done.',
    }),
    refresh: defineCall({
      method: 'POST',
      path: `/${noun}/refresh.do`,
      access: access('update'),
      effect: 'write',
      needsServiceFee: true,
      sends: 'json',
      bodyBytes: productBodyBytes,
      payload: refreshing,
      answer: z.object({ guid: z.string(), revision: z.int(), orderGuid: nullableText }),
      errors: REFRESH_ERRORS,
      summary: 'Updates the terms of a license: what the table of updates allows, charged by the difference.',
    }),
    lock: defineCall({
      ...acting,
      path: `/${noun}/lock.do`,
      access: access('lock'),
      payload: one,
      errors: ['license.notFound', 'license.stateForbids'],
      summary: 'Locks a license: whoever uses it is refused from the next contact on.',
    }),
    unlock: defineCall({
      ...acting,
      path: `/${noun}/unlock.do`,
      access: access('lock'),
      payload: one,
      errors: ['license.notFound', 'license.stateForbids'],
      summary: 'Unlocks a license.',
    }),
    delete: defineCall({
      ...acting,
      path: `/${noun}/delete.do`,
      access: access('delete'),
      payload: one,
      errors: ['license.notFound', 'license.stateForbids'],
      summary:
        'Deletes a license. It ends at once, without a refund; a machine that is bound learns it at its next contact.',
    }),
    batchAct: defineCall({
      method: 'POST',
      path: `/${noun}/batchAct.do`,
      access: access('lock', 'delete'),
      effect: 'write',
      idempotent: true,
      sends: 'json',
      payload: z.object({
        ...where,
        guids: guids(limits.batchActs),
        act: z.enum(['lock', 'unlock', 'delete']),
        reason: z.optional(line(limits.reasonMax)),
      }),
      answer: taskAnswer,
      errors: [],
      summary: 'Locks, unlocks or deletes several licenses as a task that can be undone for a day.',
    }),
    unbind: defineCall({
      ...acting,
      path: `/${noun}/unbind.do`,
      access: access('unbind'),
      payload: z.object({ ...where, guid, machineGuid: guid, reason: z.optional(line(limits.reasonMax)) }),
      errors: ['license.notFound', 'license.machineNotFound', 'license.unbindFailed', 'license.stateForbids'],
      summary: 'Takes a machine off a license. It may be bound again, which counts as before.',
    }),
    recycle: defineCall({
      ...acting,
      path: `/${noun}/recycle.do`,
      access: access('unbind'),
      payload: z.object({ ...where, guid, machineGuid: guid, reason: z.optional(line(limits.reasonMax)) }),
      errors: ['license.notFound', 'license.machineNotFound', 'license.unbindFailed', 'license.stateForbids'],
      summary: 'Withdraws a machine for good: it can never bind this license again.',
    }),
    deliver: defineCall({
      method: 'POST',
      path: `/${noun}/deliver.do`,
      access: access('deliver'),
      effect: 'write',
      sends: 'json',
      payload: z.object({
        ...where,
        guids: guids(limits.batchActs),
        channel: z.enum(DELIVERY_CHANNELS),
        recipient: z.optional(line(LIMITS.account.accountMax)),
        again: z._default(z.boolean(), false),
      }),
      answer: z.object({ delivered: z.int() }),
      errors: ['license.notFound', 'license.notCode', 'license.alreadyDelivered', 'license.stateForbids'],
      summary:
        'Records who was given license codes, and sends them where the channel is mail. A code that somebody has is refused unless `again`.',
    }),
    setPassword: defineCall({
      ...acting,
      path: `/${noun}/setPassword.do`,
      access: access('update'),
      payload: z.object({ ...where, guid, password: clearable(newPassword) }),
      errors: ['license.notFound', 'license.notCode', 'license.stateForbids'],
      summary: 'Sets or clears the password that a license code asks for when it is bound.',
    }),
    rekey: defineCall({
      method: 'POST',
      path: `/${noun}/rekey.do`,
      access: access('update'),
      effect: 'write',
      payload: one,
      answer: z.object({ serial: z.string(), revision: z.int() }),
      errors: ['license.notFound', 'license.notCode', 'license.stateForbids'],
      summary:
        'Gives a license another code after the first one leaked. What was paid and its term stay; its machines must be activated with the new code.',
    }),
    assign: defineCall({
      ...acting,
      path: `/${noun}/assign.do`,
      access: access('issue'),
      sends: 'json',
      payload: z.object({ ...where, guids: guids(limits.batchActs), integratorGuid: clearable(guid) }),
      errors: ['license.notFound', 'license.notStock', 'license.stateForbids', 'integrator.notFound'],
      summary: 'Hands pre-issued codes to an integrator, or takes them back; those that a customer has or had stay.',
    }),
    export: defineCall({
      method: 'POST',
      path: `/${noun}/export.do`,
      access: access('export'),
      effect: 'read',
      streams: 'file',
      payload: z.object({ ...where, ...licenseFilter, format: sheetFormat }),
      answer: z.object({}),
      errors: ['platform.timeIllegal'],
      summary: 'The licenses that the filters find, as a spreadsheet or CSV file.',
    }),
  }
}

/** Any of these rights, for any of these families. */
const rightsOf =
  (...families: [LicenseFamily, ...LicenseFamily[]]) =>
  (...verbs: [LicenseVerb, ...LicenseVerb[]]): Access => {
    const [first, ...others] = families.flatMap((family) => verbs.map((verb) => licensePrivilege(family, verb)))
    return first ? privilege(first, ...others) : superAdministrator
  }

export const licenseCalls = defineCalls(
  'license',
  verbsOf('license', {}, smartTemplateFields, { templateGuid: guid, count: codeCount }, rightsOf('smart')),
)

const kind = { kind: z.enum(PC_LICENSE_KINDS) }
const pcRights = rightsOf(...PC_LICENSE_KINDS)
const pcChanges = z.optional(z.object({ ...contentOf(pcTemplateFields), productEnds }))
const userIds = z.optional(z.array(guid).check(z.maxLength(limits.usersPerAddition)))

export const pcLicenseCalls = defineCalls(
  'license',
  {
    ...verbsOf(
      'pcLicense',
      kind,
      pcTemplateFields,
      { templateGuids: guids(1), userIds, count: codeCount, password: z.optional(newPassword) },
      pcRights,
    ),
    batchIssue: defineCall({
      method: 'POST',
      path: '/pcLicense/batchIssue.do',
      access: pcRights('issue'),
      effect: 'write',
      idempotent: true,
      needsServiceFee: true,
      sends: 'json',
      bodyBytes: productBodyBytes,
      payload: z.object({
        ...kind,
        ...issueBase,
        templateGuids: guids(LIMITS.template.products),
        userIds,
        /** With these tags, all of them; or everybody. */
        tagGuids: licenseFilter.tagGuids,
        allUsers: z._default(z.boolean(), false),
        count: z.optional(integer(1, limits.batchRows)),
        password: z.optional(newPassword),
        changes: pcChanges,
        /** True: the rows are only judged; `/task/start.do` then does it. */
        dryRun: z._default(z.boolean(), false),
      }),
      answer: taskAnswer,
      errors: ISSUE_ERRORS,
      summary:
        'Issues many licenses as a task that survives a killed server and can be undone for a day: templates × users, or so many codes.',
    }),
    previewBatchUpdate: defineCall({
      method: 'POST',
      path: '/pcLicense/previewBatchUpdate.do',
      access: pcRights('update'),
      effect: 'read',
      sends: 'json',
      bodyBytes: productBodyBytes,
      payload: z.object({ ...kind, guids: guids(limits.batchActs), changes: pcChanges }),
      answer: z.object({
        fit: z.array(z.object({ guid: z.string(), serial: z.string() })),
        unfit: z.array(z.object({ guid: z.string(), serial: z.string(), message: z.string() })),
        refreshable: z.array(z.string()),
        changed: z.int(),
        price: z.nullable(priceAnswer),
      }),
      errors: ['license.notFound'],
      summary: 'Which licenses cannot be updated together and why, and what the others would cost. Nothing is done.',
    }),
    batchUpdate: defineCall({
      method: 'POST',
      path: '/pcLicense/batchUpdate.do',
      access: pcRights('update'),
      effect: 'write',
      idempotent: true,
      needsServiceFee: true,
      sends: 'json',
      bodyBytes: productBodyBytes,
      payload: z.object({ ...kind, guids: guids(limits.batchActs), changes: pcChanges }),
      answer: taskAnswer,
      errors: [
        'license.notFound',
        'license.batchUnfit',
        'license.changeNotAllowed',
        'billing.overdue',
        'developer.serviceFeeUnpaid',
      ],
      summary:
        'Updates several licenses alike, as a task that can be undone for a day. The whole set is checked first: with one that does not fit nothing changes, and each is named with its reason.',
    }),
  },
  'pcLicense',
)
