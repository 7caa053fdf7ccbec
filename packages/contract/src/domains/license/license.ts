// Licenses of customers. There are three families and two nouns in the API (`license` for smart licenses; `pcLicense`
// with `kind` for licenses for accounts and license codes), with the same verbs. A license keeps the terms it was
// issued with. Every change of terms is recorded in its history.
import * as z from 'zod/mini'
import { defineCall, defineCalls, privilege, superAdministrator } from '../../kernel/call.ts'
import type { Access } from '../../kernel/call.ts'
import { newPassword } from '../../kernel/fields.ts'
import { pageOf, pageQuery } from '../../kernel/page.ts'
import { sheetFormat } from '../../kernel/sheet.ts'
import { clearable, guid, integer, line, oneOrMore, paragraph, rule, time, toldTime } from '../../kernel/wire.ts'
import { LIMITS } from '../../limits.ts'
import type { Privilege } from '../../privileges.ts'
import { priceAnswer } from '../billing/pricing.ts'
import { productBodyBytes } from '../product.ts'
import { taskAnswer } from '../task.ts'
import { MODIFY_PRIVILEGES, momentText, pcTemplateFields, smartTemplateFields } from '../template/template-content.ts'
import { fieldChanges, grantAnswer, termsAnswer } from '../template/template.ts'
import { ISSUE_RULES, LICENSE_SOURCES, PC_LICENSE_KINDS, REFRESH_RULES, RULE_OUTCOMES } from './license-rules.ts'
import type { LicenseFamily } from './license-rules.ts'
import { LICENSE_ACTS, LICENSE_STATUSES, SWITCHING_ACTS } from './license-states.ts'

export type LicenseVerb = 'delete' | 'deliver' | 'export' | 'issue' | 'lock' | 'unbind' | 'update' | 'view'
/** A license for an account is not delivered, because the account already holds it. */
export const licensePrivilege = (family: LicenseFamily, verb: LicenseVerb): Privilege =>
  family === 'account' ? `${family}License.${verb === 'deliver' ? 'issue' : verb}` : `${family}License.${verb}`

/** The console's list of a family. */
export const licensePath = (family: LicenseFamily) =>
  family === 'smart' ? ('/license' as const) : (`/pc/license/${family}` as const)

/** The console's queue of approval requests of a family. Here, because the menu needs it without the calls. */
export const auditPath = (family: LicenseFamily) => `/audit/license/${family}` as const

const limits = LIMITS.license
const nullableText = z.nullable(z.string())
const nullableTime = z.nullable(toldTime)
const status = z.literal(Object.values(LICENSE_STATUSES))

export const LICENSE_SORTS = ['issueTime', 'expireTime'] as const

/** How codes were delivered. */
export const DELIVERY_CHANNELS = ['mail', 'handed', 'copied', 'exported', 'printed'] as const
export type DeliveryChannel = (typeof DELIVERY_CHANNELS)[number]

export const licenseFilter = {
  /** Start of a code, or part of the license number or the account. */
  keyword: z.optional(line(LIMITS.account.accountMax)),
  licenseId: z.optional(oneOrMore(integer(1, LIMITS.product.licenseIdMax))),
  templateGuid: z.optional(guid),
  status: z.optional(oneOrMore(status)),
  /** Usable now: not locked, expired, under approval, rejected, replaced or deleted. */
  effective: z.optional(z.boolean()),
  source: z.optional(z.enum(LICENSE_SOURCES)),
  adminUserId: z.optional(guid),
  /** A license must have all of these. */
  tagGuids: z.optional(oneOrMore(guid, LIMITS.tag.perUser)),
  customerGuid: z.optional(guid),
  userGuid: z.optional(guid),
  integratorGuid: z.optional(guid),
  /** Licenses that this order paid for, also those that have ended since. */
  orderGuid: z.optional(guid),
  delivered: z.optional(z.boolean()),
  /** Range of the issue time. */
  startTime: z.optional(time),
  endTime: z.optional(time),
  /** Ends within this many days. */
  expiringDays: z.optional(integer(1, limits.expiringDays)),
  /** Range of the end. */
  expireStart: z.optional(time),
  expireEnd: z.optional(time),
}

const licenseRow = z.object({
  guid: z.string(),
  /** The license code, or the number of a license for an account. */
  serial: z.string(),
  status: z.int(),
  licenseMode: z.int(),
  licenseId: z.int(),
  productName: z.string(),
  /** Additional products of a license code. */
  otherProductNames: z.array(z.string()),
  ...termsAnswer,
  licenseVersion: z.nullable(z.int()),
  templateGuid: z.string(),
  templateName: z.string(),
  templateNumber: z.string(),
  templateVersion: z.int(),
  /** Whether the caller can open the template: it is not deleted and in the caller's row scope. */
  hasTemplate: z.boolean(),
  userGuid: nullableText,
  account: nullableText,
  userName: nullableText,
  customerGuid: nullableText,
  customerName: nullableText,
  integratorGuid: nullableText,
  integratorName: nullableText,
  /** How it was issued. */
  source: z.enum(LICENSE_SOURCES),
  /** The campaign that gave it, if the caller may open that campaign. */
  campaign: z.nullable(z.object({ guid: z.string(), name: z.string() })),
  issuer: z.string(),
  issueTime: time,
  firstUseTime: nullableTime,
  /** Expiry as known now. Null if it never expires, or if the term starts at the first use. */
  expireTime: nullableTime,
  /** Time of deletion or replacement. */
  endedTime: nullableTime,
  bound: z.int(),
  everBound: z.int(),
  remark: nullableText,
  deliveredTo: nullableText,
  deliverTime: nullableTime,
  hasPassword: z.boolean(),
  revision: z.int(),
  /** Actions that the caller's privileges and the status allow now. */
  acts: z.array(z.enum(LICENSE_ACTS)),
})
export type LicenseRow = z.input<typeof licenseRow>

/** Where an approval request stands. */
const standing = {
  requestGuid: z.string(),
  /** The present step, from 1, and the number of steps. */
  step: z.int(),
  steps: z.int(),
  /** The names of those who can decide now. */
  waitsFor: z.array(z.string()),
}

const licenseAnswer = z.object({
  ...licenseRow.shape,
  ...grantAnswer,
  otherProducts: z.array(z.object(grantAnswer)),
  /** Products of a code that end before the license. */
  productEnds: z.array(z.object({ licenseId: z.int(), endTime: toldTime })),
  replacedBy: z.nullable(z.object({ guid: z.string(), serial: z.string() })),
  /** The reason given when it was locked, rejected or deleted. */
  statusReason: nullableText,
  /** The request that a waiting or rejected license belongs to. */
  approval: z.nullable(z.object(standing)),
  /** The update that waits for approval, while the license runs on under its terms. */
  waitingUpdate: z.nullable(z.object({ ...standing, requester: z.string(), requestTime: time, changes: fieldChanges })),
  /** The fields that an update can change. */
  refreshable: z.array(z.string()),
  /** Total charged so far, in money. Null for members of an integrator. */
  chargedFen: z.nullable(z.int()),
  /** Number of orders that were placed for it. Null for members of an integrator. */
  orders: z.nullable(z.int()),
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
  'resubmit',
  'edit',
  'deliver',
  'assign',
  'password',
  'rekey',
  'exchange',
  'lend',
  'giveBack',
  'takeBack',
] as const
export type HistoryKind = (typeof HISTORY_KINDS)[number]

const historyRow = z.object({
  guid: z.string(),
  kind: z.enum(HISTORY_KINDS),
  at: time,
  actor: z.string(),
  /** Differences from the previous terms. Empty for the issue. */
  changes: fieldChanges,
  /**
   * The subject of the event: the template of the issue, a device, a recipient, the replacing license, or the receiving
   * integrator (null when codes come back from one).
   */
  about: nullableText,
  /** How it was delivered. */
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

/** The result of each rule. Rules after the first failure are also evaluated if possible. */
const traced = <const Rules extends readonly [string, ...string[]]>(rules: Rules) =>
  z.array(
    z.object({
      rule: z.enum(rules),
      outcome: z.enum(RULE_OUTCOMES),
      message: z.string(),
      field: nullableText,
    }),
  )

const caughtBy = z.object({ guid: z.string(), name: z.string() })

export const ISSUE_WARNINGS = ['overwrites', 'quotaLeft', 'giftsLeft', 'noCustomer'] as const
export const issuePreview = z.object({
  rules: traced(ISSUE_RULES),
  isAllowed: z.boolean(),
  count: z.int(),
  /** Null if there is no price, or if the caller may not see it. */
  price: z.nullable(priceAnswer),
  /** Number of vouchers. Absent if vouchers cannot pay for this, or if the caller may not see them. */
  vouchers: z.optional(z.int()),
  /** When the license is charged: at the issue, at the first activation, for each device, or at the approval. */
  paidAt: z.enum(['issue', 'activation', 'machine', 'approval']),
  /** The approval flow that would catch it. */
  caughtBy: z.nullable(caughtBy),
  warnings: z.array(z.object({ kind: z.enum(ISSUE_WARNINGS), message: z.string() })),
  /** Licenses for the same product that the issue would replace. */
  overwrites: z.array(z.object({ guid: z.string(), serial: z.string(), account: z.string() })),
})
export type IssuePreview = z.input<typeof issuePreview>

const refreshPreview = z.object({
  rules: traced(REFRESH_RULES),
  isAllowed: z.boolean(),
  changes: fieldChanges,
  price: z.nullable(priceAnswer),
  caughtBy: z.nullable(caughtBy),
  expireTime: nullableTime,
})
export type RefreshPreview = z.input<typeof refreshPreview>

/** The fields of a template that a license can have otherwise. */
export const licenseContent = <Fields extends typeof smartTemplateFields | typeof pcTemplateFields>({
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

/** `displayName`: the product by the name that customers know. */
const shownGrant = { ...grantAnswer, displayName: z.string() }
/** A template in the choice of the form that issues licenses, and in filters. */
export const templateOption = z.object({
  ...termsAnswer,
  guid: z.string(),
  name: z.string(),
  licenseId: z.int(),
  productName: z.string(),
  isExpired: z.boolean(),
})

/** A template for the form that issues licenses. */
export const issueTemplate = z.object({
  ...termsAnswer,
  ...shownGrant,
  guid: z.string(),
  name: z.string(),
  isExpired: z.boolean(),
  otherProducts: z.array(z.object(shownGrant)),
  ...(Object.fromEntries(MODIFY_PRIVILEGES.map((name) => [name, z.boolean()])) as Record<
    (typeof MODIFY_PRIVILEGES)[number],
    z.ZodMiniBoolean
  >), // fromEntries loses the key types
  changeable: z.array(z.string()),
})

/** Changed terms of licenses of any family. A field of another family is refused. */
export const licenseChanges = z.optional(
  z.object({ ...licenseContent(smartTemplateFields), ...licenseContent(pcTemplateFields), productEnds }),
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
  'license.trialEnded',
  'license.trialLimit',
  'license.trialTooLong',
  'license.issueFailed',
  'license.heldUnseen',
  'license.priceChanged',
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
  'license.updateWaits',
  'license.trialTooLong',
  'license.templateWithoutBilling',
  'license.priceChanged',
  'platform.stale',
  'billing.insufficientBalance',
  'billing.overdue',
  'package.usedUp',
  'developer.serviceFeeUnpaid',
] as const

/** Issue fields of both nouns. */
const issueBase = {
  customerId: z.optional(guid),
  remark,
  isPreIssued: z._default(z.boolean(), false),
  integratorGuid: z.optional(guid),
  /** Pays with vouchers instead of the balance, one per license. */
  byVoucher: z._default(z.boolean(), false),
}
/** The price that was shown. If another amount would be charged now, nothing is issued or updated. */
const shownPrice = { priceFen: z.optional(integer(0, LIMITS.billing.creditFen)) }
const codeCount = z._default(integer(1, limits.batchCodes), 1)

/** The verbs of a noun. `where` holds the field that selects the kind, if any. */
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
  const changes = z.optional(z.object({ ...licenseContent(fields), productEnds }))
  const issuing = z.object({ ...where, ...issueBase, ...issue, changes })
  const refreshing = { ...where, guid, changes, revision }
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
      summary:
        'Lists licenses, most recently issued first. Deleted and replaced licenses are included only if `status` ' +
        'selects them.',
    }),
    count: defineCall({
      method: 'POST',
      path: `/${noun}/count.do`,
      access: access('view'),
      effect: 'read',
      payload: z.object({ ...where, ...licenseFilter }),
      answer: z.object({ records: z.int(), isEstimated: z.boolean() }),
      errors: ['platform.timeIllegal'],
      summary: `Counts the filtered licenses. The count is an estimate above ${LIMITS.page.exactCount}.`,
    }),
    get: defineCall({
      method: 'POST',
      path: `/${noun}/get.do`,
      access: access('view'),
      effect: 'read',
      payload: z.object({ ...where, guid }),
      answer: licenseAnswer,
      errors: ['license.notFound'],
      summary: 'Returns a license with its modules, data areas and updatable fields.',
    }),
    history: defineCall({
      method: 'POST',
      path: `/${noun}/history.do`,
      access: access('view'),
      effect: 'read',
      payload: pageQuery(['at'], { ...where, guid }),
      answer: pageOf(historyRow),
      errors: ['license.notFound'],
      summary: 'Lists all events of a license with the changed fields, latest first.',
    }),
    machines: defineCall({
      method: 'POST',
      path: `/${noun}/machines.do`,
      access: access('view'),
      effect: 'read',
      payload: pageQuery(['bindTime'], { ...where, guid }),
      answer: pageOf(machineRow),
      errors: ['license.notFound'],
      summary: 'Lists the devices that are or were bound to a license, most recently bound first.',
    }),
    templates: defineCall({
      method: 'POST',
      path: `/${noun}/templates.do`,
      access: access('issue', 'view'),
      effect: 'read',
      payload: z.object({ ...where, templateName: z.optional(line(LIMITS.template.nameMax)) }),
      answer: z.array(templateOption),
      errors: [],
      summary:
        `Lists templates for issuing or filtering, most recently updated first, at most ${limits.templateOptions}. ` +
        'Filter: part of the name.',
    }),
    template: defineCall({
      method: 'POST',
      path: `/${noun}/template.do`,
      access: access('issue'),
      effect: 'read',
      payload: z.object({ ...where, guid }),
      answer: issueTemplate,
      errors: ['template.notFound'],
      summary:
        'Returns the terms of a license issued from this template, and the fields that can be changed when issuing.',
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
      summary:
        'Checks an issue without doing it: the result of every rule, the price and the licenses it would replace.',
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
      payload: z.object({
        ...where,
        ...issueBase,
        ...issue,
        changes,
        ...shownPrice,
      }),
      answer: z.object({
        issueGuid: z.string(),
        status: z.int(),
        codes: z.array(z.string()),
        licenses: z.array(issued),
        orderGuid: nullableText,
        /** The approval request that it waits for. */
        requestGuid: nullableText,
      }),
      errors: ISSUE_ERRORS,
      summary:
        'Issues licenses from a template. `codes` contains the new license codes in order. A license for an account ' +
        "replaces the user's license for the same product.",
    }),
    previewRefresh: defineCall({
      method: 'POST',
      path: `/${noun}/previewRefresh.do`,
      access: access('update'),
      effect: 'read',
      sends: 'json',
      bodyBytes: productBodyBytes,
      payload: z.object(refreshing),
      answer: refreshPreview,
      errors: ['license.notFound'],
      summary: 'Checks an update without doing it: the changes, the price and the result of every rule.',
    }),
    refresh: defineCall({
      method: 'POST',
      path: `/${noun}/refresh.do`,
      access: access('update'),
      effect: 'write',
      needsServiceFee: true,
      sends: 'json',
      bodyBytes: productBodyBytes,
      payload: z.object({ ...refreshing, ...shownPrice }),
      answer: z.object({
        guid: z.string(),
        revision: z.int(),
        orderGuid: nullableText,
        /** The approval request that the update waits for. */
        requestGuid: nullableText,
      }),
      errors: REFRESH_ERRORS,
      summary:
        'Updates the terms of a license and charges the difference. Which fields can change depends on the license.',
    }),
    lock: defineCall({
      ...acting,
      path: `/${noun}/lock.do`,
      access: access('lock'),
      payload: one,
      errors: ['license.notFound', 'license.stateForbids'],
      summary: 'Locks a license. Programs are refused at their next contact.',
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
      summary: 'Deletes a license at once, without a refund. Bound devices are refused at their next contact.',
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
        act: z.enum(SWITCHING_ACTS),
        reason: z.optional(line(limits.reasonMax)),
      }),
      answer: taskAnswer,
      errors: [],
      summary: 'Locks, unlocks or deletes several licenses as a task that can be undone for 24 hours.',
    }),
    unbind: defineCall({
      ...acting,
      path: `/${noun}/unbind.do`,
      access: access('unbind'),
      payload: z.object({ ...where, guid, machineGuid: guid, reason: z.optional(line(limits.reasonMax)) }),
      errors: ['license.notFound', 'license.machineNotFound', 'license.unbindFailed', 'license.stateForbids'],
      summary: 'Unbinds a device from a license. If the device is bound again, it does not count as a new one.',
    }),
    recycle: defineCall({
      ...acting,
      path: `/${noun}/recycle.do`,
      access: access('unbind'),
      payload: z.object({ ...where, guid, machineGuid: guid, reason: z.optional(line(limits.reasonMax)) }),
      errors: ['license.notFound', 'license.machineNotFound', 'license.unbindFailed', 'license.stateForbids'],
      summary: 'Withdraws a device permanently: it can never be bound to this license again.',
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
        'Records the delivery of license codes, and sends them if the channel is mail. Refuses codes that were ' +
        'already delivered unless `again` is true.',
    }),
    setPassword: defineCall({
      ...acting,
      path: `/${noun}/setPassword.do`,
      access: access('update'),
      payload: z.object({ ...where, guid, password: clearable(newPassword) }),
      errors: ['license.notFound', 'license.notCode', 'license.stateForbids'],
      summary: 'Sets or removes the password that is required to bind a license code.',
    }),
    rekey: defineCall({
      method: 'POST',
      path: `/${noun}/rekey.do`,
      access: access('update'),
      effect: 'write',
      payload: one,
      answer: z.object({ serial: z.string(), revision: z.int() }),
      errors: ['license.notFound', 'license.notCode', 'license.stateForbids'],
      summary: 'Replaces a leaked license code. Payment and term remain. Devices must be activated with the new code.',
    }),
    assign: defineCall({
      ...acting,
      path: `/${noun}/assign.do`,
      access: access('issue'),
      sends: 'json',
      payload: z.object({ ...where, guids: guids(limits.batchActs), integratorGuid: clearable(guid) }),
      errors: ['license.notFound', 'license.notStock', 'license.stateForbids', 'integrator.notFound'],
      summary:
        'Assigns pre-issued codes to an integrator or takes them back. Codes that were delivered or used cannot be ' +
        'moved.',
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
      summary: 'Downloads the filtered licenses as a spreadsheet or CSV file.',
    }),
  }
}

/** Requires any of the verbs for any of the families. */
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
const pcChanges = z.optional(z.object({ ...licenseContent(pcTemplateFields), productEnds }))
const userIds = z.optional(z.array(guid).check(z.maxLength(limits.usersPerAddition)))
/** A refusal of more users than fit into one addition names the batch. */
const addedUsers = z.optional(
  z.array(guid).check(
    rule('overAddition', ({ length }: readonly string[]) => length <= limits.usersPerAddition, {
      max: limits.usersPerAddition,
    }),
    z.maxLength(limits.batchRows),
  ),
)

export const pcLicenseCalls = defineCalls(
  'license',
  {
    ...verbsOf(
      'pcLicense',
      kind,
      pcTemplateFields,
      { templateGuids: guids(1), userIds: addedUsers, count: codeCount, password: z.optional(newPassword) },
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
        /** Users with all of these tags. `allUsers` selects all users. */
        tagGuids: licenseFilter.tagGuids,
        allUsers: z._default(z.boolean(), false),
        count: z.optional(integer(1, limits.batchRows)),
        password: z.optional(newPassword),
        changes: pcChanges,
        /** True: only checks the rows. `/task/start.do` then issues the licenses. */
        dryRun: z._default(z.boolean(), false),
      }),
      answer: taskAnswer,
      errors: ISSUE_ERRORS,
      summary:
        'Issues many licenses as a task that survives a server crash and can be undone for 24 hours: one per ' +
        'template and user, or a number of codes.',
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
      summary:
        'Checks a batch update without doing it: licenses that do not fit, with reasons, and the price of the others.',
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
      payload: z.object({ ...kind, guids: guids(limits.batchActs), changes: pcChanges, ...shownPrice }),
      answer: taskAnswer,
      errors: [
        'license.notFound',
        'license.batchUnfit',
        'license.changeNotAllowed',
        'license.priceChanged',
        'billing.overdue',
        'developer.serviceFeeUnpaid',
      ],
      summary:
        'Applies the same update to several licenses as a task that can be undone for 24 hours. All licenses are ' +
        'checked first. If any does not fit, nothing changes and the answer lists each one with its reason.',
    }),
  },
  'pcLicense',
)
