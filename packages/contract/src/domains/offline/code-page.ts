// The public page of a license code: what its customer sees and may do without an account, and the desk of its lending
// administrators. A visit and a sign-in are about one code only. Codes are not told apart from guesses more often than
// the limits allow, and the captcha guards what can be guessed.
import * as z from 'zod/mini'
import { defineCall, defineCalls, open } from '../../kernel/call.ts'
import { email } from '../../kernel/fields.ts'
import { guid, line, time, toldTime, verbatim } from '../../kernel/wire.ts'
import { LIMITS } from '../../limits.ts'
import { RUNTIME_REASONS } from '../runtime-reasons.ts'
import { exchanged } from './exchange.ts'
import { lendErrors, lendingRow, lendingSeats, newLending } from './lending.ts'

const limits = LIMITS.codePage
const nullableText = z.nullable(z.string())
const nullableTime = z.nullable(toldTime)

/** Proves for a while that the visitor typed the code and its password. */
const visit = verbatim(limits.visitMax)
/** The sign-in of a lending administrator. */
const session = verbatim(limits.visitMax)

const visiting = { method: 'POST', access: open, effect: 'own', sends: 'json', bodyBytes: 8192 } as const

const shownCode = z.object({
  developerName: z.string(),
  /** PNG in base64. */
  logo: nullableText,
  productName: z.string(),
  otherProductNames: z.array(z.string()),
  /** The first and the last group. */
  maskedCode: z.string(),
  status: z.int(),
  startTime: nullableTime,
  expireTime: nullableTime,
  /** The term begins with the first use. */
  startsWithUse: z.boolean(),
  usesLeft: z.nullable(z.int()),
  /** Devices that are bound now. Names are masked. */
  machines: z.array(z.object({ guid: z.string(), name: z.string(), bindTime: time, isOffline: z.boolean() })),
  bound: z.int(),
  machineLimit: z.nullable(z.int()),
  /** Files can be exchanged. */
  offlineBind: z.boolean(),
  /** The customer may unbind devices here. */
  canUnbind: z.boolean(),
  lends: z.boolean(),
  seats: z.nullable(z.int()),
  lent: z.int(),
})
export type ShownCode = z.input<typeof shownCode>

export const codePageCalls = defineCalls(
  'codePage',
  {
    look: defineCall({
      ...visiting,
      path: '/code/look.do',
      perMinute: 30,
      payload: z.object({ code: line(64), password: z.optional(verbatim(LIMITS.account.passwordMax)) }),
      answer: z.object({ ...shownCode.shape, visit: z.string() }),
      errors: ['codePage.notFound', 'codePage.passwordNeeded', 'codePage.passwordWrong', 'codePage.tooManyTries'],
      summary: 'Shows a license code to whoever types it, with its password if it has one.',
    }),
    again: defineCall({
      ...visiting,
      path: '/code/again.do',
      perMinute: 120,
      payload: z.object({ visit }),
      answer: shownCode,
      errors: ['codePage.visitOver'],
      summary: 'Shows the code of a visit again.',
    }),
    exchange: defineCall({
      ...visiting,
      path: '/code/exchange.do',
      perMinute: 30,
      bodyBytes: 32 * 1024,
      payload: z.object({
        visit,
        name: line(LIMITS.license.fileNameMax),
        text: verbatim(LIMITS.license.exchangeTextMax),
      }),
      answer: exchanged,
      errors: ['codePage.visitOver', ...RUNTIME_REASONS.map((reason) => `runtime.${reason}` as const)],
      summary: 'Exchanges the C2D of a device for a D2C, for the code of the visit.',
    }),
    unbind: defineCall({
      ...visiting,
      path: '/code/unbind.do',
      perMinute: 30,
      payload: z.object({ visit, machineGuid: guid }),
      answer: z.object({}),
      errors: [
        'runtime.vendorSuspended',
        'codePage.visitOver',
        'codePage.unbindOff',
        'license.machineNotFound',
        'license.stateForbids',
        'license.unbindFailed',
      ],
      summary: 'Unbinds a device of the code of the visit, if the developer allows customers to do so.',
    }),
    requestLink: defineCall({
      ...visiting,
      path: '/code/requestLink.do',
      perMinute: 10,
      payload: z.object({ code: line(64), email }),
      answer: z.object({}),
      errors: ['codePage.tooManyTries'],
      summary: 'Sends a new link to a lending administrator. The answer does not tell whether there is one.',
    }),
    signIn: defineCall({
      ...visiting,
      path: '/code/signIn.do',
      perMinute: 30,
      payload: z.object({ link: verbatim(limits.visitMax) }),
      answer: z.object({ session: z.string(), expireTime: toldTime, email: z.string() }),
      errors: ['codePage.linkOver'],
      summary: 'Signs in a lending administrator with the link of a mail. A link works once.',
    }),
    signOut: defineCall({
      ...visiting,
      path: '/code/signOut.do',
      perMinute: 30,
      payload: z.object({ session }),
      answer: z.object({}),
      errors: [],
      summary: 'Ends the sign-in of a lending administrator.',
    }),
    lendings: defineCall({
      ...visiting,
      path: '/code/lendings.do',
      perMinute: 120,
      payload: z.object({ session }),
      answer: z.object({ code: shownCode, seats: lendingSeats, rows: z.array(lendingRow) }),
      errors: ['codePage.sessionOver'],
      summary: 'Shows the seats and borrowers of the code to its lending administrator: first those who have a seat.',
    }),
    lend: defineCall({
      ...visiting,
      path: '/code/lend.do',
      perMinute: 30,
      payload: z.object({ session, requestId: guid, ...newLending }),
      answer: z.object({ guid: z.string(), code: z.string(), dueTime: toldTime }),
      errors: ['codePage.sessionOver', 'codePage.tooManyTries', 'runtime.vendorSuspended', ...lendErrors],
      summary: 'Makes a lending code and sends it. A repeated `requestId` makes no second one.',
    }),
    revoke: defineCall({
      ...visiting,
      path: '/code/revoke.do',
      perMinute: 30,
      payload: z.object({ session, guid, reason: z.optional(line(LIMITS.lending.noteMax)) }),
      answer: z.object({}),
      errors: ['codePage.sessionOver', 'runtime.vendorSuspended', 'lending.notFound', 'lending.stateForbids'],
      summary: 'Takes a lent seat back. A code that no device has used is deleted.',
    }),
    send: defineCall({
      ...visiting,
      path: '/code/send.do',
      perMinute: 30,
      payload: z.object({ session, guid }),
      answer: z.object({}),
      errors: [
        'runtime.vendorSuspended',
        'codePage.sessionOver',
        'codePage.tooManyTries',
        'lending.notFound',
        'lending.stateForbids',
        'lending.noAddress',
      ],
      summary: 'Sends a lending code to its borrower again.',
    }),
  },
  'code',
)
