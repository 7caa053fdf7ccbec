// Approval requests: what an approval flow caught, and the people who decide on it. Routes and calls say *audit*.
import * as z from 'zod/mini'
import { defineCall, defineCalls, privilege } from '../../kernel/call.ts'
import { pageOf, pageQuery } from '../../kernel/page.ts'
import { between, byGuid, guid, integer, line, oneOrMore, paragraph, time } from '../../kernel/wire.ts'
import { LIMITS } from '../../limits.ts'
import { LICENSE_FAMILIES } from '../license/license-rules.ts'
import { issuePreview, issueTemplate, licenseChanges } from '../license/license.ts'
import { productBodyBytes } from '../product.ts'
import { fieldChanges } from '../template/template.ts'
import { REQUEST_ACTS, REQUEST_STATES } from './approval-states.ts'
import { CAUGHT_EVENTS, STEP_MODES } from './approve.ts'

const limits = LIMITS.approval

/** `mine`: requests that wait for the caller. The others: decided or made by the caller, and all visible ones. */
export const AUDIT_VIEWS = ['mine', 'decided', 'requested', 'all'] as const
export type AuditView = (typeof AUDIT_VIEWS)[number]

/** The entries of a request's history. */
export const REQUEST_EVENTS = [
  'submit',
  'approve',
  'reject',
  'handOver',
  'ask',
  'answer',
  'note',
  'edit',
  'resubmit',
  'withdraw',
  'expire',
  'remind',
  /** Nobody else can decide, or the time of the step is over: the super administrator can. */
  'escalate',
  /** The effect of the approval, or why there was none. */
  'apply',
  'fail',
] as const
export type RequestEventKind = (typeof REQUEST_EVENTS)[number]

/** Requesters see their own requests, so these rights open the pages too. */
const reads = privilege(
  'audit.view',
  'audit.decide',
  'accountLicense.issue',
  'accountLicense.update',
  'smartLicense.issue',
  'smartLicense.update',
  'snLicense.issue',
  'snLicense.update',
)
const decides = privilege('audit.decide')

const nullableText = z.nullable(z.string())
const person = z.object({ userId: z.string(), name: z.string() })
const text = paragraph(limits.textMax).check(z.minLength(1))
const reason = line(LIMITS.license.reasonMax)
const revision = integer(1, Number.MAX_SAFE_INTEGER)

const row = z.object({
  guid: z.string(),
  /** For people: the day, and letters and digits that make it unique. */
  number: z.string(),
  family: z.enum(LICENSE_FAMILIES),
  event: z.enum(CAUGHT_EVENTS),
  state: z.enum(REQUEST_STATES),
  requester: person,
  isOwn: z.boolean(),
  requestTime: time,
  /** The names of the templates. */
  templateName: z.string(),
  productName: z.string(),
  /** The licenses in it. */
  count: z.int(),
  /** The account or code of the first license. */
  subject: z.string(),
  /** The amount on hold, or paid. Null if the caller must not see money. */
  fen: z.nullable(z.int()),
  flowName: z.string(),
  flowVersion: z.int(),
  /** The present step, from 1, and the number of steps. */
  step: z.int(),
  steps: z.int(),
  /** Who can decide now. */
  waitsFor: z.array(person),
  waitsForMe: z.boolean(),
  hasQuestion: z.boolean(),
  /** When it ends without a decision. */
  expireTime: time,
  decideTime: z.nullable(time),
  /** Why it was rejected. */
  reason: nullableText,
  /** The caller's acts, as their rights and the state allow now. */
  acts: z.array(z.enum(REQUEST_ACTS)),
  revision: z.int(),
})
export type AuditRow = z.input<typeof row>

const stepAnswer = z.object({
  n: z.int(),
  mode: z.enum(STEP_MODES),
  state: z.enum(['done', 'current', 'ahead']),
  remindHours: z.nullable(z.int()),
  /** The super administrator can decide too. */
  isEscalated: z.boolean(),
  approvers: z.array(z.object({ ...person.shape, approveTime: z.nullable(time) })),
})

const eventAnswer = z.object({
  guid: z.string(),
  kind: z.enum(REQUEST_EVENTS),
  at: time,
  /** Null: the center. */
  actor: nullableText,
  step: z.nullable(z.int()),
  text: nullableText,
  /** Who took over. */
  about: nullableText,
  changes: fieldChanges,
})
export type AuditEvent = z.input<typeof eventAnswer>

const detail = z.object({
  ...row.shape,
  flowGuid: z.string(),
  /** Remark of the issue. */
  remark: nullableText,
  customerName: nullableText,
  integratorName: nullableText,
  /** How far an approval has taken effect. */
  applied: z.int(),
  taskGuid: nullableText,
  progress: z.array(stepAnswer),
  /** Of an issue: the terms that differ from the template. Empty if several templates are in it. */
  templateChanges: fieldChanges,
  /** Of an update: the changes of the first license. */
  licenseChanges: fieldChanges,
  /** The requester's last requests before this one. */
  earlier: z.array(
    z.object({
      guid: z.string(),
      number: z.string(),
      family: z.enum(LICENSE_FAMILIES),
      state: z.enum(REQUEST_STATES),
      templateName: z.string(),
      count: z.int(),
      requestTime: time,
    }),
  ),
  /** The licenses that the customer or user has, by product. Null if there is no customer or user. */
  holdings: z.nullable(
    z.object({ name: z.string(), products: z.array(z.object({ name: z.string(), count: z.int() })) }),
  ),
  question: z.nullable(z.object({ asker: z.string(), text: z.string(), at: time })),
  events: z.array(eventAnswer),
})
export type AuditAnswer = z.input<typeof detail>

const item = z.object({
  guid: z.string(),
  serial: z.string(),
  account: nullableText,
  status: z.int(),
  templateName: z.string(),
  /** Of an update. */
  changes: fieldChanges,
  /** Why an approval had no effect on it. */
  reason: nullableText,
})
export type AuditItem = z.input<typeof item>

const DECIDING = ['audit.notFound', 'audit.stateForbids', 'audit.notYourTurn', 'audit.ownRequest'] as const
const acting = { method: 'POST', effect: 'write', answer: z.object({ state: z.enum(REQUEST_STATES) }) } as const
const EDIT_ERRORS = [
  /** All its licenses were deleted meanwhile. */
  'license.notFound',
  'license.changeNotAllowed',
  'license.templateExpired',
  'license.templateWithoutBilling',
  'license.trialTooLong',
  'license.quotaUsedUp',
  'license.trialEnded',
  'license.trialLimit',
  'license.heldUnseen',
  'template.notFound',
  'billing.insufficientBalance',
  'billing.overdue',
  'billing.giftsUsedUp',
  'billing.vouchersUsedUp',
  'package.usedUp',
  'audit.severalTemplates',
  'audit.updateRequest',
  'audit.notSettled',
] as const

export const auditCalls = defineCalls('audit', {
  find: defineCall({
    method: 'POST',
    path: '/audit/find.do',
    access: reads,
    effect: 'read',
    payload: pageQuery(['requestTime', 'expireTime'], {
      view: z._default(z.enum(AUDIT_VIEWS), 'mine'),
      family: z.optional(z.enum(LICENSE_FAMILIES)),
      event: z.optional(z.enum(CAUGHT_EVENTS)),
      state: z.optional(oneOrMore(z.enum(REQUEST_STATES))),
      /** Part of the number, the requester's name, the template's name or an account, or the start of a code. */
      keyword: z.optional(line(LIMITS.account.accountMax)),
      requesterId: z.optional(guid),
      /** The batch that made them. */
      taskGuid: z.optional(guid),
      ...between,
    }),
    answer: pageOf(row),
    errors: ['platform.timeIllegal'],
    summary: 'Lists approval requests: those that wait for the caller, or those decided, made or visible.',
  }),
  count: defineCall({
    method: 'POST',
    path: '/audit/count.do',
    access: reads,
    effect: 'read',
    background: true,
    payload: z.object({}),
    answer: z.object({ smart: z.int(), account: z.int(), sn: z.int(), questions: z.int() }),
    errors: [],
    summary: "Counts the requests that wait for the caller, by license kind, and the caller's unanswered questions.",
  }),
  get: defineCall({
    method: 'POST',
    path: '/audit/get.do',
    access: reads,
    effect: 'read',
    payload: byGuid,
    answer: detail,
    errors: ['audit.notFound'],
    summary: 'Returns an approval request with its steps, differences and history.',
  }),
  findItems: defineCall({
    method: 'POST',
    path: '/audit/findItems.do',
    access: reads,
    effect: 'read',
    payload: pageQuery(['serial'], { guid }),
    answer: pageOf(item),
    errors: ['audit.notFound'],
    summary: 'Lists the licenses of an approval request.',
  }),
  approve: defineCall({
    ...acting,
    path: '/audit/approve.do',
    access: decides,
    payload: z.object({ guid, revision, note: z.optional(text) }),
    errors: [...DECIDING, 'audit.changed'],
    summary: 'Approves the present step. After the last one, the licenses are in force and the hold is charged.',
  }),
  reject: defineCall({
    ...acting,
    path: '/audit/reject.do',
    access: decides,
    payload: z.object({ guid, reason }),
    errors: DECIDING,
    summary: 'Rejects an approval request. The hold is released, and the licenses are rejected.',
  }),
  decideMany: defineCall({
    method: 'POST',
    path: '/audit/decideMany.do',
    access: decides,
    effect: 'own',
    sends: 'json',
    payload: z.object({
      requests: z.array(z.object({ guid, revision })).check(z.minLength(1), z.maxLength(limits.decidedAtOnce)),
      act: z.enum(['approve', 'reject']),
      /** Required for a rejection. */
      reason: z.optional(reason),
    }),
    answer: z.object({
      results: z.array(
        z.object({
          guid: z.string(),
          number: nullableText,
          state: z.nullable(z.enum(REQUEST_STATES)),
          message: nullableText,
        }),
      ),
    }),
    errors: [],
    summary: 'Approves or rejects several requests, each in its own transaction. `message` tells why one was refused.',
  }),
  handOver: defineCall({
    ...acting,
    path: '/audit/handOver.do',
    access: decides,
    payload: z.object({ guid, userId: guid, note: z.optional(text) }),
    errors: [...DECIDING, 'audit.cannotTakeOver', 'audit.tooMany'],
    summary: "Gives the caller's turn in the present step to another approver.",
  }),
  ask: defineCall({
    ...acting,
    path: '/audit/ask.do',
    access: decides,
    payload: z.object({ guid, text }),
    errors: [...DECIDING, 'audit.tooMany'],
    summary: 'Asks the requester a question. The request can still be decided.',
  }),
  edit: defineCall({
    ...acting,
    path: '/audit/edit.do',
    access: decides,
    sends: 'json',
    bodyBytes: productBodyBytes,
    payload: z.object({ guid, revision, changes: licenseChanges, note: z.optional(text) }),
    errors: [...DECIDING, ...EDIT_ERRORS, 'audit.changed', 'audit.onlyCodes', 'audit.tooMany'],
    summary: 'Changes the terms of license codes before their approval. The price and the hold follow.',
  }),
  previewEdit: defineCall({
    method: 'POST',
    path: '/audit/previewEdit.do',
    access: reads,
    effect: 'read',
    sends: 'json',
    bodyBytes: productBodyBytes,
    payload: z.object({ guid, changes: licenseChanges }),
    answer: issuePreview,
    errors: [
      'audit.notFound',
      'audit.severalTemplates',
      'audit.updateRequest',
      'audit.onlyCodes',
      'license.notFound',
      'template.notFound',
    ],
    summary: 'Checks an edit or a resubmission without doing it: the result of every rule and the new price.',
  }),
  form: defineCall({
    method: 'POST',
    path: '/audit/form.do',
    access: reads,
    effect: 'read',
    payload: byGuid,
    answer: z.object({
      family: z.enum(LICENSE_FAMILIES),
      /** The template, with the fields that can be changed. */
      template: issueTemplate,
      /** The terms of the request, in the fields of the template. */
      terms: issueTemplate,
    }),
    errors: ['audit.notFound', 'audit.severalTemplates', 'audit.updateRequest', 'template.notFound'],
    summary: 'Returns the template and the terms of a request, for the form that edits it.',
  }),
  answer: defineCall({
    ...acting,
    path: '/audit/answer.do',
    access: reads,
    payload: z.object({ guid, text }),
    errors: ['audit.notFound', 'audit.stateForbids', 'audit.notYours', 'audit.noQuestion', 'audit.tooMany'],
    summary: "Answers an approver's question.",
  }),
  note: defineCall({
    ...acting,
    path: '/audit/note.do',
    access: reads,
    payload: z.object({ guid, text }),
    errors: ['audit.notFound', 'audit.stateForbids', 'audit.notYours', 'audit.tooMany'],
    summary: 'Adds a note of the requester to a request.',
  }),
  withdraw: defineCall({
    ...acting,
    path: '/audit/withdraw.do',
    access: reads,
    payload: z.object({ guid, reason: z.optional(reason) }),
    errors: ['audit.notFound', 'audit.stateForbids', 'audit.notYours'],
    summary: 'Withdraws an own request. The hold is released, and the licenses are rejected.',
  }),
  resubmit: defineCall({
    ...acting,
    path: '/audit/resubmit.do',
    access: reads,
    needsServiceFee: true,
    sends: 'json',
    bodyBytes: productBodyBytes,
    payload: z.object({ guid, changes: licenseChanges, note: z.optional(text) }),
    errors: [
      'audit.notFound',
      'audit.stateForbids',
      'audit.notYours',
      ...EDIT_ERRORS,
      'audit.tooMany',
      'developer.serviceFeeUnpaid',
    ],
    summary:
      'Submits a rejected, withdrawn or expired request again, with other terms if given. The flows of today decide ' +
      'who approves it; if none catches it, it takes effect at once.',
  }),
})
