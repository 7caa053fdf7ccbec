// Lending seats of a license code: who may lend, and what is lent. Administrators of the developer name the lending
// administrators of a code and can do everything that those can.
import * as z from 'zod/mini'
import { defineCall, defineCalls, privilege } from '../../kernel/call.ts'
import { email } from '../../kernel/fields.ts'
import { pageOf, pageQuery } from '../../kernel/page.ts'
import { byGuid, guid, integer, line, time, toldTime } from '../../kernel/wire.ts'
import { LIMITS } from '../../limits.ts'
import { LENDING_STATES } from './lending-states.ts'

const limits = LIMITS.lending
const nullableText = z.nullable(z.string())
const nullableTime = z.nullable(toldTime)

/** A new lending code. */
export const newLending = {
  person: line(limits.personMax).check(z.minLength(1)),
  /** The code is sent there. */
  email: z.optional(email),
  days: integer(1, LIMITS.template.lendingDays),
  note: z.optional(line(limits.noteMax)),
}

export const lendingRow = z.object({
  guid: z.string(),
  /** As stored, without hyphens (see `shownCode`). Dots after the first group for whoever must not use it. */
  code: z.string(),
  state: z.enum(LENDING_STATES),
  person: z.string(),
  email: nullableText,
  days: z.int(),
  note: nullableText,
  /** Borrowed by the program itself, without a lending administrator. */
  isBorrowed: z.boolean(),
  lender: z.string(),
  createTime: time,
  dueTime: toldTime,
  machineName: nullableText,
  bindTime: nullableTime,
  seenTime: nullableTime,
  endTime: nullableTime,
  reason: nullableText,
  /** Bound, past its end, and never returned. */
  isLate: z.boolean(),
})
export type LendingRow = z.input<typeof lendingRow>

/** The seats of a code that lends. */
export const lendingSeats = z.object({
  isOn: z.boolean(),
  /** All seats of the code: of a group code its users, otherwise its devices. Null: not limited. */
  seats: z.nullable(z.int()),
  /** Taken by programs, beside those that are lent. */
  taken: z.int(),
  lent: z.int(),
  lendable: z.int(),
  /** Seats that can be lent now. */
  left: z.int(),
  days: z.int(),
  late: z.int(),
})
export type LendingSeats = z.input<typeof lendingSeats>

const adminRow = z.object({
  guid: z.string(),
  email: z.string(),
  inviteTime: time,
  inviter: z.string(),
  /** Of the last sign-in. Null if the link was never used. */
  seenTime: nullableTime,
})
export type LendingAdminRow = z.input<typeof adminRow>

export const lendErrors = [
  'lending.off',
  'lending.switchedOff',
  'lending.noSeat',
  'lending.tooLong',
  'license.notFound',
  'license.stateForbids',
] as const

const manage = { method: 'POST', access: privilege('lending.update'), effect: 'write', sends: 'json' } as const

export const lendingCalls = defineCalls('lending', {
  find: defineCall({
    method: 'POST',
    path: '/lending/find.do',
    access: privilege('lending.view'),
    effect: 'read',
    payload: pageQuery(['createTime', 'dueTime'], {
      licenseGuid: guid,
      /** Only those that take a seat now. */
      isLent: z.optional(z.boolean()),
      keyword: z.optional(line(limits.personMax)),
    }),
    answer: pageOf(lendingRow),
    errors: ['license.notFound'],
    summary: 'Lists the lending codes and borrowed seats of a license code, newest first.',
  }),
  seats: defineCall({
    method: 'POST',
    path: '/lending/seats.do',
    access: privilege('lending.view'),
    effect: 'read',
    payload: z.object({ licenseGuid: guid }),
    answer: z.object({ ...lendingSeats.shape, administrators: z.array(adminRow) }),
    errors: ['license.notFound'],
    summary: 'Counts the seats of a license code that are lent and can be lent, and lists who lends them.',
  }),
  create: defineCall({
    ...manage,
    path: '/lending/create.do',
    idempotent: true,
    payload: z.object({ licenseGuid: guid, ...newLending }),
    answer: z.object({ guid: z.string(), code: z.string(), dueTime: toldTime }),
    errors: [...lendErrors],
    summary: 'Makes a lending code. It takes one seat until it is returned, revoked or past its end.',
  }),
  revoke: defineCall({
    ...manage,
    path: '/lending/revoke.do',
    payload: z.object({ guid, reason: z.optional(line(limits.noteMax)) }),
    answer: z.object({}),
    errors: ['lending.notFound', 'lending.stateForbids'],
    summary: 'Takes a lent seat back. The device learns it at its next contact.',
  }),
  delete: defineCall({
    ...manage,
    path: '/lending/delete.do',
    payload: byGuid,
    answer: z.object({}),
    errors: ['lending.notFound', 'lending.stateForbids'],
    summary: 'Deletes a lending code that no device has used.',
  }),
  send: defineCall({
    ...manage,
    path: '/lending/send.do',
    payload: z.object({ guid, email: z.optional(email) }),
    answer: z.object({}),
    errors: ['lending.notFound', 'lending.stateForbids', 'lending.noAddress'],
    summary: 'Sends a lending code to its borrower again.',
  }),
  invite: defineCall({
    ...manage,
    path: '/lending/invite.do',
    payload: z.object({ licenseGuid: guid, email }),
    answer: z.object({ guid: z.string() }),
    errors: [
      'license.notFound',
      'license.stateForbids',
      'lending.off',
      'lending.switchedOff',
      'lending.tooManyAdministrators',
    ],
    summary:
      'Names a lending administrator of a license code and sends a one-time link. Repeated: sends a new link and ' +
      'ends the earlier ones.',
  }),
  removeAdmin: defineCall({
    ...manage,
    path: '/lending/removeAdmin.do',
    payload: byGuid,
    answer: z.object({}),
    errors: ['lending.adminNotFound'],
    summary: 'Removes a lending administrator and ends their sign-ins. What they have lent stays lent.',
  }),
})
