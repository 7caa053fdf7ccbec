// Approval flows: what they catch and who decides. Flows have an order, and the first one that catches an issue or an
// update counts. A change makes a new version; requests under way keep theirs.
import * as z from 'zod/mini'
import { defineCall, defineCalls, privilege } from '../../kernel/call.ts'
import { noSpecialCharacters } from '../../kernel/fields.ts'
import { pageOf, pageQuery } from '../../kernel/page.ts'
import { byGuid, clearable, guid, integer, line, revision, someOf, time } from '../../kernel/wire.ts'
import { LIMITS } from '../../limits.ts'
import { LICENSE_FAMILIES } from '../license/license-rules.ts'

const limits = LIMITS.approval

/** What a flow can catch. */
export const CAUGHT_EVENTS = ['issue', 'update'] as const
export type CaughtEvent = (typeof CAUGHT_EVENTS)[number]

/** How many approvers of a step have to approve. */
export const STEP_MODES = ['any', 'all'] as const
export type StepMode = (typeof STEP_MODES)[number]

const guids = (most: number) => z._default(z.array(guid).check(z.maxLength(most)), [])

/** The approvers of a step: these administrators and the holders of these roles. */
const step = z.object({
  userIds: guids(limits.approvers),
  roleGuids: guids(limits.approvers),
  mode: z._default(z.enum(STEP_MODES), 'any'),
  /** After this many hours, the approvers are reminded and the super administrator can decide too. */
  remindHours: clearable(integer(1, limits.remindHoursMax)),
})

/** An empty list of products and templates, or of requesters, means all. Products and templates add to each other. */
const flowFields = {
  name: line(limits.nameMax).check(noSpecialCharacters),
  isOn: z._default(z.boolean(), true),
  families: someOf(LICENSE_FAMILIES),
  events: someOf(CAUGHT_EVENTS),
  licenseIds: z._default(z.array(integer(1, LIMITS.product.licenseIdMax)).check(z.maxLength(limits.named)), []),
  templateGuids: guids(limits.named),
  requesterIds: guids(limits.named),
  requesterRoleGuids: guids(limits.named),
  /** Requests of the super administrator are caught too. */
  includesSuper: z._default(z.boolean(), false),
  /** Thresholds. Without any, everything is caught; with several, one of them is enough. */
  countAbove: clearable(integer(1, limits.countMax)),
  fenAbove: clearable(integer(0, limits.fenMax)),
  daysAbove: clearable(integer(1, limits.daysMax)),
  gifts: z._default(z.boolean(), false),
  /** A request that is not decided within this many days expires. */
  expireDays: z._default(integer(1, limits.expireDaysMax), limits.expireDays),
  steps: z.array(step).check(z.minLength(1), z.maxLength(limits.steps)),
}

const named = z.object({ guid: z.string(), name: z.string() })
const person = z.object({ userId: z.string(), name: z.string() })
/** The account tells people with the same name apart. */
const choice = z.object({ ...person.shape, account: z.string() })

const stepAnswer = z.object({
  users: z.array(person),
  roles: z.array(named),
  mode: z.enum(STEP_MODES),
  remindHours: z.nullable(z.int()),
  /** How many administrators can decide now. At 0 the super administrator decides. */
  approverCount: z.int(),
})

const row = z.object({
  guid: z.string(),
  name: z.string(),
  /** From 1. The first flow that catches a request counts. */
  position: z.int(),
  isOn: z.boolean(),
  version: z.int(),
  families: z.array(z.enum(LICENSE_FAMILIES)),
  events: z.array(z.enum(CAUGHT_EVENTS)),
  products: z.array(z.object({ licenseId: z.int(), name: z.string() })),
  templates: z.array(named),
  requesters: z.array(person),
  requesterRoles: z.array(named),
  includesSuper: z.boolean(),
  countAbove: z.nullable(z.int()),
  fenAbove: z.nullable(z.int()),
  daysAbove: z.nullable(z.int()),
  gifts: z.boolean(),
  expireDays: z.int(),
  steps: z.array(stepAnswer),
  /** Requests that wait under any version of it. */
  waiting: z.int(),
  updateTime: time,
})
export type FlowRow = z.input<typeof row>

/** Why a flow does not catch a sample, in the order of the checks. */
export const TRY_OUTCOMES = ['caught', 'off', 'family', 'event', 'subject', 'requester', 'super', 'threshold'] as const
export type TryOutcome = (typeof TRY_OUTCOMES)[number]

const FLOW_ERRORS = [
  'approve.nameTaken',
  'approve.nobody',
  'approve.onlySuper',
  'approve.personNotFound',
  'role.notFound',
  'template.notFound',
  'product.notFound',
] as const

export const approveCalls = defineCalls('approve', {
  find: defineCall({
    method: 'POST',
    path: '/approve/find.do',
    access: privilege('approve.view'),
    effect: 'read',
    payload: pageQuery(['position', 'name', 'updateTime'], {
      name: z.optional(line(limits.nameMax)),
      family: z.optional(z.enum(LICENSE_FAMILIES)),
      event: z.optional(z.enum(CAUGHT_EVENTS)),
      isOn: z.optional(z.boolean()),
    }),
    answer: pageOf(row),
    errors: [],
    summary:
      'Lists approval flows in their order. Filters: part of the name, license kind, issue or update, on or off.',
  }),
  get: defineCall({
    method: 'POST',
    path: '/approve/get.do',
    access: privilege('approve.view'),
    effect: 'read',
    payload: z.object({ guid, version: z.optional(integer(1, Number.MAX_SAFE_INTEGER)) }),
    answer: z.object({ ...row.shape, revision: z.int(), createTime: time, createdBy: z.string() }),
    errors: ['approve.notFound'],
    summary: 'Returns an approval flow, or an earlier version of it.',
  }),
  create: defineCall({
    method: 'POST',
    path: '/approve/create.do',
    access: privilege('approve.create'),
    effect: 'write',
    idempotent: true,
    sends: 'json',
    payload: z.object(flowFields),
    answer: z.object({ guid: z.string() }),
    errors: [...FLOW_ERRORS, 'approve.limit'],
    summary: 'Adds an approval flow after the others. Refuses a flow that nobody could pass.',
  }),
  update: defineCall({
    method: 'POST',
    path: '/approve/update.do',
    access: privilege('approve.update'),
    effect: 'write',
    sends: 'json',
    payload: z.object({ guid, ...flowFields, revision }),
    answer: z.object({ guid: z.string(), version: z.int() }),
    errors: [...FLOW_ERRORS, 'approve.notFound', 'platform.stale'],
    summary: 'Changes an approval flow. Requests under way keep the version they were made with.',
  }),
  delete: defineCall({
    method: 'POST',
    path: '/approve/delete.do',
    access: privilege('approve.delete'),
    effect: 'write',
    payload: byGuid,
    answer: z.object({}),
    errors: ['approve.notFound'],
    summary: 'Deletes an approval flow. Requests under way continue.',
  }),
  turn: defineCall({
    method: 'POST',
    path: '/approve/turn.do',
    access: privilege('approve.update'),
    effect: 'write',
    payload: z.object({ guid, isOn: z.boolean() }),
    answer: z.object({}),
    errors: ['approve.notFound', 'approve.nobody', 'approve.onlySuper'],
    summary: 'Turns an approval flow on or off.',
  }),
  reorder: defineCall({
    method: 'POST',
    path: '/approve/reorder.do',
    access: privilege('approve.update'),
    effect: 'write',
    sends: 'json',
    payload: z.object({ guids: z.array(guid).check(z.minLength(1), z.maxLength(limits.flows)) }),
    answer: z.object({}),
    errors: ['approve.orderChanged'],
    summary: 'Sets the order of all approval flows. `guids` contains each of them once.',
  }),
  tryOut: defineCall({
    method: 'POST',
    path: '/approve/tryOut.do',
    access: privilege('approve.view'),
    effect: 'read',
    payload: z.object({
      family: z.enum(LICENSE_FAMILIES),
      event: z.enum(CAUGHT_EVENTS),
      templateGuid: guid,
      /** The caller, if absent. */
      requesterId: z.optional(guid),
      count: z._default(integer(1, limits.countMax), 1),
      /** The cost and the term. If absent, those of the template; without a term, the license is permanent. */
      fen: z.optional(integer(0, limits.fenMax)),
      days: z.optional(integer(1, limits.daysMax)),
    }),
    answer: z.object({
      /** The flow that catches the sample. Null: it takes effect at once. */
      caughtBy: z.nullable(named),
      /** Null if the template has no usable price. */
      fen: z.nullable(z.int()),
      /** Null if permanent. */
      days: z.nullable(z.int()),
      isGift: z.boolean(),
      /** Every flow in its order. A flow after the first that catches is `caught` too, but does not count. */
      flows: z.array(z.object({ guid: z.string(), name: z.string(), outcome: z.enum(TRY_OUTCOMES) })),
    }),
    errors: ['template.notFound', 'approve.personNotFound'],
    summary: 'Tells which approval flow would catch a sample request, and why the others would not.',
  }),
  approvers: defineCall({
    method: 'POST',
    path: '/approve/approvers.do',
    access: privilege('approve.view', 'approve.create', 'approve.update', 'audit.decide'),
    effect: 'read',
    payload: z.object({}),
    answer: z.object({
      users: z.array(z.object({ ...choice.shape, isSuper: z.boolean() })),
      roles: z.array(z.object({ ...named.shape, approverCount: z.int() })),
      /** Everybody who can make requests. */
      requesters: z.array(choice),
    }),
    errors: [],
    summary: 'Lists the administrators who can approve, all roles with their number of approvers, and the requesters.',
  }),
})
