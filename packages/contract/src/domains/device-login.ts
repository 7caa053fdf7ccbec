// Sign-in of a program through the browser (RFC 8628): the program shows a code, and a signed-in person confirms it in
// the console. This file has the person's side and the form of the code; the program's side is in runtime.ts.
import * as z from 'zod/mini'
import { defineCall, defineCalls, signedInPerson } from '../kernel/call.ts'
import { line, time } from '../kernel/wire.ts'
import { LIMITS } from '../limits.ts'

/** No vowels, so no words, and no digits, so no look-alikes (RFC 8628, section 6.1). */
export const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const USER_CODE = new RegExp(`^[${USER_CODE_LETTERS}]{${LIMITS.deviceLogin.userCodeLetters}}$`)

/** A typed code in its stored form: any case, with or without separators. */
export const plainUserCode = (typed: string) => typed.toUpperCase().replace(/[^A-Z\d]/g, '')
export const isUserCode = (plain: string) => USER_CODE.test(plain)
export const shownUserCode = (plain: string) => `${plain.slice(0, 4)}-${plain.slice(4)}`

const userCode = line(32)
const decision = {
  method: 'POST',
  access: signedInPerson,
  effect: 'own',
  personal: true,
  perMinute: 30,
  bodyBytes: 4096,
  payload: z.object({ userCode }),
} as const
const OF_CODE = ['deviceLogin.notFound', 'deviceLogin.notUser', 'identity.slowedDown'] as const
/** True if the session was only for this decision and is over now. */
const decided = z.object({ isSignedOut: z.boolean() })

export const deviceLoginCalls = defineCalls(
  'identity',
  {
    get: defineCall({
      ...decision,
      path: '/deviceLogin/get.do',
      answer: z.object({
        userCode: z.string(),
        /** The registered name of the developer whose program asks. */
        developerName: z.string(),
        /** As the program states them. */
        programName: z.nullable(z.string()),
        machineName: z.nullable(z.string()),
        network: z.string(),
        createTime: time,
        /** The account that will be signed in. */
        account: z.string(),
      }),
      errors: [...OF_CODE],
      summary: 'Describes the program that shows a code, and the account that would be signed in to it.',
    }),
    confirm: defineCall({
      ...decision,
      path: '/deviceLogin/confirm.do',
      answer: decided,
      errors: [...OF_CODE],
      summary: 'Signs the account in to the program that shows this code. A code can be used once.',
    }),
    deny: defineCall({
      ...decision,
      path: '/deviceLogin/deny.do',
      answer: decided,
      errors: [...OF_CODE],
      summary: 'Refuses the sign-in of the program that shows this code.',
    }),
  },
  'deviceLogin',
)
