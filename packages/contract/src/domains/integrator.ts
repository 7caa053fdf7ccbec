// Integrators: partners who deliver a developer's software to end customers. An integrator is an organization inside
// the tenant. Its members sign in to a reduced console (`devType` 1) and see the products and templates assigned to it.
import * as z from 'zod/mini'
import { defineCall, defineCalls, privilege } from '../kernel/call.ts'
import { accountName, noSpecialCharacters } from '../kernel/fields.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import { byGuid, clearable, guid, line, revision, time } from '../kernel/wire.ts'
import { LIMITS } from '../limits.ts'
import { ADMIN_STATES, quota } from './access.ts'
import { organizationAnswer, organizationFields } from './customer.ts'

/** Kinds of rows that can be assigned to an integrator. A template requires that its products are assigned too. */
export const INTEGRATOR_ASSIGNED = ['product', 'template'] as const
export type IntegratorAssigned = (typeof INTEGRATOR_ASSIGNED)[number]

const fields = {
  ...organizationFields,
  cloudQuota: quota,
  softQuota: quota,
}

const row = z.object({
  ...organizationAnswer,
  cloudQuota: z.nullable(z.int()),
  softQuota: z.nullable(z.int()),
  isEnabled: z.boolean(),
  memberCount: z.int(),
  productCount: z.int(),
  templateCount: z.int(),
})
export type IntegratorRow = z.input<typeof row>

const someGuids = z._default(z.array(guid).check(z.maxLength(LIMITS.access.assignAtOnce)), [])
const assigned = { guid, kind: z.enum(INTEGRATOR_ASSIGNED) }

const member = z.object({
  userId: z.string(),
  userName: z.nullable(z.string()),
  account: z.string(),
  state: z.enum(ADMIN_STATES),
  createTime: time,
  lastSignIn: z.nullable(time),
})
export type IntegratorMember = z.input<typeof member>

export const integratorCalls = defineCalls('integrator', {
  find: defineCall({
    method: 'POST',
    path: '/integrator/find.do',
    access: privilege('integrator.view'),
    effect: 'read',
    payload: pageQuery(['updateTime', 'name'], { name: z.optional(line(LIMITS.customer.nameMax)) }),
    answer: pageOf(row),
    errors: [],
    summary:
      'Lists integrators, most recently updated first. Filter: part of the name, contact, phone or e-mail address.',
  }),
  get: defineCall({
    method: 'POST',
    path: '/integrator/get.do',
    access: privilege('integrator.view'),
    effect: 'read',
    payload: byGuid,
    answer: z.object({ ...row.shape, revision: z.int(), createdBy: z.string() }),
    errors: ['integrator.notFound'],
    summary: 'Returns an integrator.',
  }),
  create: defineCall({
    method: 'POST',
    path: '/integrator/create.do',
    access: privilege('integrator.create'),
    effect: 'write',
    idempotent: true,
    sends: 'json',
    payload: z.object(fields),
    answer: z.object({ guid: z.string() }),
    errors: ['integrator.nameTaken', 'integrator.limit', 'access.grantsMore'],
    summary: 'Adds an integrator.',
  }),
  update: defineCall({
    method: 'POST',
    path: '/integrator/update.do',
    access: privilege('integrator.update'),
    effect: 'write',
    sends: 'json',
    payload: z.object({ guid, ...fields, name: z.optional(fields.name), revision }),
    answer: z.object({ guid: z.string() }),
    errors: ['integrator.notFound', 'integrator.nameTaken', 'platform.stale', 'access.grantsMore'],
    summary: 'Updates an integrator. An empty value clears a field; an absent key leaves it unchanged.',
  }),
  enable: defineCall({
    method: 'POST',
    path: '/integrator/enable.do',
    access: privilege('integrator.update'),
    effect: 'write',
    payload: byGuid,
    answer: z.object({}),
    errors: ['integrator.notFound', 'access.grantsMore'],
    summary: 'Lets the members of an integrator sign in again.',
  }),
  disable: defineCall({
    method: 'POST',
    path: '/integrator/disable.do',
    access: privilege('integrator.update'),
    effect: 'write',
    payload: byGuid,
    answer: z.object({ endedSessions: z.int() }),
    errors: ['integrator.notFound'],
    summary: 'Disables an integrator and ends the sessions of its members at once.',
  }),
  delete: defineCall({
    method: 'POST',
    path: '/integrator/delete.do',
    access: privilege('integrator.delete'),
    effect: 'write',
    payload: byGuid,
    answer: z.object({}),
    errors: ['integrator.notFound'],
    summary: 'Deletes an integrator with its memberships, invitations and assignments.',
  }),
  findAssigned: defineCall({
    method: 'POST',
    path: '/integrator/findAssigned.do',
    access: privilege('integrator.view'),
    effect: 'read',
    payload: pageQuery(['name'], { ...assigned, name: z.optional(line(LIMITS.account.accountMax)) }),
    answer: pageOf(z.object({ guid: z.string(), name: z.string(), note: z.nullable(z.string()) })),
    errors: ['integrator.notFound'],
    summary: "Lists the products or templates assigned to an integrator, within the caller's row scope.",
  }),
  assign: defineCall({
    method: 'POST',
    path: '/integrator/assign.do',
    access: privilege('integrator.update'),
    effect: 'write',
    sends: 'json',
    payload: z.object({ ...assigned, add: someGuids, remove: someGuids }),
    answer: z.object({ added: z.int(), removed: z.int() }),
    errors: ['integrator.notFound', 'integrator.templateNeedsProduct'],
    summary:
      'Assigns products or templates to an integrator or removes assignments. Removing a product also removes its ' +
      "templates. Ignores rows outside the caller's row scope.",
  }),
  findMembers: defineCall({
    method: 'POST',
    path: '/integrator/findMembers.do',
    access: privilege('integrator.view'),
    effect: 'read',
    payload: pageQuery(['createTime'], { guid }),
    answer: pageOf(member),
    errors: ['integrator.notFound'],
    summary: 'Lists the members of an integrator and the people who are invited.',
  }),
  addMember: defineCall({
    method: 'POST',
    path: '/integrator/addMember.do',
    access: privilege('integrator.update'),
    effect: 'write',
    idempotent: true,
    payload: z.object({
      guid,
      account: accountName,
      userName: clearable(line(LIMITS.account.userNameMax).check(noSpecialCharacters)),
    }),
    answer: z.object({ userId: z.string() }),
    errors: [
      'integrator.notFound',
      'integrator.memberLimit',
      'access.grantsMore',
      'access.alreadyAdministrator',
      'access.alreadyInvited',
      'access.invitationLimit',
    ],
    summary:
      'Invites the owner of an address to become a member of an integrator. They get a message with a link and ' +
      'become one by accepting. The answer is the same whether or not the address has an account.',
  }),
  resendInvitation: defineCall({
    method: 'POST',
    path: '/integrator/resendInvitation.do',
    access: privilege('integrator.update'),
    effect: 'write',
    perMinute: 30,
    payload: z.object({ guid, userId: guid }),
    answer: z.object({}),
    errors: [
      'integrator.notFound',
      'integrator.memberNotFound',
      'access.grantsMore',
      'access.alreadyActive',
      'access.invitationLimit',
      'identity.codeTooSoon',
    ],
    summary: 'Sends the invitation of a member again and renews its term.',
  }),
  removeMember: defineCall({
    method: 'POST',
    path: '/integrator/removeMember.do',
    access: privilege('integrator.update'),
    effect: 'write',
    payload: z.object({ guid, userId: guid }),
    answer: z.object({}),
    errors: ['integrator.notFound', 'integrator.memberNotFound'],
    summary: 'Removes a member and ends their sessions, or withdraws an invitation.',
  }),
})
