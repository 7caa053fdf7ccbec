// The public page of a promotion link: what a visitor sees, and how they take part. No call needs a session. Whether an
// account exists, or is a user of the developer, is told only to whoever proves access to it.
import * as z from 'zod/mini'
import { defineCall, defineCalls, open } from '../../kernel/call.ts'
import { accountName, passwordPair, samePasswords, sentCode, typedPassword } from '../../kernel/fields.ts'
import { line, rule, time, toldTime, verbatim } from '../../kernel/wire.ts'
import { LIMITS } from '../../limits.ts'

const limits = LIMITS.campaign

/** Why a campaign cannot be joined now. Each has its own page. */
export const CLOSED_STATES = ['notStarted', 'paused', 'terminated', 'ended', 'full', 'deleted'] as const
export type ClosedState = (typeof CLOSED_STATES)[number]

/** The token of a promotion link. Its length is not checked, so that a wrong one is told as code 933. */
const link = verbatim(limits.tokenMax)
/** One of PROMOTION_METHODS. Not checked here, so that a wrong one is told as code 900. */
const via = z.optional(verbatim(limits.tokenMax))
const where = { link, via }

const brought = {
  spreadCode: z.optional(line(LIMITS.account.promotionCodeMax)),
  bdVid: z.optional(verbatim(LIMITS.account.clickDataMax)),
  keyword: z.optional(line(LIMITS.account.keywordMax)),
}

const LINK_ERRORS = ['activity.badMethod', 'activity.unknown', 'activity.badLink'] as const
const CLOSED_ERRORS = [
  ...LINK_ERRORS,
  'activity.notStarted',
  'activity.paused',
  'activity.terminated',
  'activity.ended',
  'activity.full',
  'activity.deleted',
  'activity.blocked',
  'activity.networkLimit',
  'activity.accountType',
] as const
const JOIN_ERRORS = [...CLOSED_ERRORS, 'activity.newOnly', 'activity.held', 'activity.licenseFault'] as const

const joined = z.object({
  account: z.string(),
  /** Registered by this call. Otherwise the password of the account stays as it is. */
  isNew: z.boolean(),
  /** The account had taken part before. The answer is about that participation. */
  wasJoined: z.boolean(),
  productName: z.string(),
  serial: z.string(),
  expireTime: z.nullable(toldTime),
  useCount: z.nullable(z.int()),
  /** Where to get the software. */
  downloadUrl: z.nullable(z.string()),
})
export type CampaignJoined = z.input<typeof joined>

const visited = z.object({
  /** Null if the visitor can take part. */
  closed: z.nullable(z.enum(CLOSED_STATES)),
  name: z.string(),
  developerName: z.string(),
  /** PNG in base64. */
  logo: z.nullable(z.string()),
  introduction: z.nullable(z.string()),
  /** The address of the picture. */
  picture: z.nullable(z.string()),
  productName: z.string(),
  startTime: time,
  endTime: time,
  left: z.int(),
  maxParticipants: z.int(),
  licenseDays: z.nullable(z.int()),
  licenseDeadline: z.nullable(time),
  useCount: z.nullable(z.int()),
  isNewOnly: z.boolean(),
  accountTypes: z.array(z.int()),
  /** In a demo: messages stay in its outbox, because no service sends them. */
  keepsMail: z.boolean(),
  keepsSms: z.boolean(),
})
export type CampaignVisited = z.input<typeof visited>

const visiting = { method: 'POST', access: open, effect: 'own', bodyBytes: 8192 } as const

export const campaignVisitCalls = defineCalls('activity', {
  visit: defineCall({
    ...visiting,
    path: '/activity/visit.do',
    perMinute: 60,
    payload: z.object(where),
    answer: visited,
    errors: [...LINK_ERRORS],
    summary:
      'Returns what the public page of a promotion link shows, and counts the view once a day for each visitor. Of a ' +
      'deleted campaign only the name of the developer is told.',
  }),
  sendCode: defineCall({
    ...visiting,
    path: '/activity/sendCode.do',
    perMinute: 30,
    payload: z.object({ ...where, account: accountName }),
    answer: z.object({ expiresInSeconds: z.int(), resendInSeconds: z.int() }),
    errors: [...CLOSED_ERRORS, 'identity.codeTooSoon'],
    summary: 'Sends a code to the address that wants to take part. Refused while the campaign cannot be joined.',
  }),
  register: defineCall({
    ...visiting,
    path: '/activity/register.do',
    perMinute: 30,
    payload: z
      .object({
        ...where,
        account: accountName,
        verifyCode: sentCode,
        ...passwordPair,
        acceptTerms: z.boolean().check(rule('termsNotAccepted', (value: boolean) => value)),
        ...brought,
      })
      .check(samePasswords),
    answer: joined,
    errors: [...JOIN_ERRORS, 'identity.codeWrong', 'identity.slowedDown'],
    summary:
      'Takes part with a code sent to the account. Registers the account if it does not exist; otherwise its ' +
      'password stays. A repeated call answers the first participation.',
  }),
  join: defineCall({
    ...visiting,
    path: '/activity/join.do',
    perMinute: 30,
    payload: z.object({ ...where, account: accountName, password: typedPassword, ...brought }),
    answer: joined,
    errors: [...JOIN_ERRORS, 'identity.loginFailed', 'identity.slowedDown'],
    summary:
      'Takes part with an existing account and its password. Accounts that administer a developer or have a second ' +
      'factor take part with a code instead.',
  }),
  subscription: defineCall({
    ...visiting,
    path: '/activity/subscription.do',
    perMinute: 60,
    payload: z.object({ token: verbatim(limits.unsubscribeMax) }),
    answer: z.object({ developerName: z.string(), account: z.string(), isSubscribed: z.boolean() }),
    errors: ['activity.badUnsubscribe'],
    summary: 'Tells whose promotion mails the link of a mail is about. The account is masked.',
  }),
  unsubscribe: defineCall({
    ...visiting,
    path: '/activity/unsubscribe.do',
    perMinute: 60,
    payload: z.object({ token: verbatim(limits.unsubscribeMax), isSubscribed: z._default(z.boolean(), false) }),
    answer: z.object({}),
    errors: ['activity.badUnsubscribe'],
    summary: 'Ends promotion mails of a developer to an account, or allows them again.',
  }),
})
