// Sign-in with its further steps, registration, verification codes, password reset, activation and the current session.
// Changes to one's own account are in own-account.ts, which belongs to the same domain.
import * as z from 'zod/mini'
import { shownBanner } from '../desk/banner.ts'
import { anySession, defineCall, defineCalls, open, pendingSession } from '../kernel/call.ts'
import {
  accountName,
  noSpecialCharacters,
  passwordPair,
  samePasswords,
  sentCode,
  typedPassword,
} from '../kernel/fields.ts'
import { clearable, integer, line, rule, time, toldTime, verbatim } from '../kernel/wire.ts'
import { LIMITS } from '../limits.ts'
import { COUNTRIES, TIME_ZONE_IDS } from '../regions.ts'
import { SCOPE_KINDS } from '../scope-kinds.ts'
import { standing } from './billing/standing.ts'
import { REGISTRATION_MODES } from './center.ts'

export const LOCALES = ['zh', 'en'] as const
export type Locale = (typeof LOCALES)[number]
/** The language tag of pages and formatters. */
export const LANGUAGE_TAGS: Readonly<Record<Locale, string>> = { zh: 'zh-CN', en: 'en' }
export const DEFAULT_LOCALE: Locale = 'zh'

/** Section 9: display formats of times. */
export const TIME_FORMATS = ['yyyy-MM-dd', 'yyyy-MM-dd HH:mm', 'yyyy-MM-dd HH:mm:ss'] as const
export type TimeFormat = (typeof TIME_FORMATS)[number]
export const DEFAULT_TIME_FORMAT: TimeFormat = 'yyyy-MM-dd HH:mm'

export const DEVELOPER_STATUSES = ['trial', 'formal'] as const
export type DeveloperStatus = (typeof DEVELOPER_STATUSES)[number]

/**
 * Purposes of a verification code. The first five need no session; `campaign` has a call of its own. `bind` needs a
 * session, possibly with an incomplete sign-in. `superAdministrator` needs a session of the super administrator.
 */
export const CODE_PURPOSES = [
  'register',
  'resetPassword',
  'activate',
  'invitation',
  'campaign',
  'bind',
  'superAdministrator',
] as const
export type CodePurpose = (typeof CODE_PURPOSES)[number]

/** The pages that links in messages open, outside the console. Messages for other purposes contain no link. */
export const LINK_PAGES = {
  activate: '/p/activate',
  resetPassword: '/p/reset',
  invitation: '/p/invitation',
} as const satisfies Partial<Record<CodePurpose, string>>

export function linkPageOf(purpose: CodePurpose): string | undefined {
  return (LINK_PAGES as Partial<Record<CodePurpose, string>>)[purpose] // most purposes have no page
}

/**
 * The page on which a person confirms the sign-in of a program, and its parameter with the code. `code` is the
 * parameter of promotion codes.
 */
export const DEVICE_PAGE = '/device'
export const USER_CODE_PARAMETER = 'userCode'

/**
 * Name of the URL parameter with the language of a message. Visitors who have not chosen a language see the page in it.
 */
export const LANGUAGE_MARK = 'lang'

/**
 * The URL of a page in a message. The parameters are in the fragment, which browsers do not send, so proxies do not log
 * it and other sites do not receive it.
 */
export function pageInMessage(page: string, locale: Locale, link?: string): string {
  return `${page}#${link === undefined ? '' : `link=${link}&`}${LANGUAGE_MARK}=${locale}`
}

/** The page after a sign-in: the console, or a step that is still missing. */
export const SIGN_IN_STEPS = ['dashboard', 'mfa', 'binding', 'factor'] as const
export type SignInStep = (typeof SIGN_IN_STEPS)[number]

export const SECOND_FACTORS = ['totp', 'passkey', 'recovery'] as const
export type SecondFactor = (typeof SECOND_FACTORS)[number]

const signedIn = z.object({ ssId: z.string(), next: z.enum(SIGN_IN_STEPS) })

/** WebAuthn JSON from the browser. The WebAuthn library validates it. */
export const webAuthnJson = z.record(z.string(), z.unknown())

export const timeZoneId = integer(LIMITS.timeZone.first, LIMITS.timeZone.last).check(
  rule('badFormat', (id: number) => TIME_ZONE_IDS.has(id)),
)
const link = line(64)

/** Proof of access to an address: the link of a message, or the account together with its verification code. */
export const proof = { account: z.optional(accountName), verifyCode: z.optional(sentCode), link: z.optional(link) }
/** Whether the account can sign in to the console. End users cannot. */
const canSignIn = z.boolean()
export const linkOrCode = z.superRefine<{
  account?: string | undefined
  verifyCode?: string | undefined
  link?: string | undefined
}>((value, context) => {
  if (value.link !== undefined) return
  for (const name of ['account', 'verifyCode'] as const)
    if (value[name] === undefined)
      context.addIssue({ code: 'invalid_type', expected: 'string', path: [name], input: undefined })
})

/** Use of a trial limit. */
const allowance = z.object({ used: z.int(), allowed: z.int() })
export type Allowance = z.input<typeof allowance>

const option = z.object({ value: z.string(), text: z.string(), desc: z.string() })

export const identityCalls = defineCalls('identity', {
  login: defineCall({
    method: 'POST',
    path: '/login.do',
    access: open,
    effect: 'own',
    perMinute: 30,
    bodyBytes: 4096,
    payload: z.object({
      account: line(LIMITS.account.accountMax),
      password: typedPassword,
      /** Also signs in an account without a developer, only to confirm sign-ins of programs. */
      forProgram: z._default(z.boolean(), false),
    }),
    answer: signedIn,
    errors: [
      'identity.loginFailed',
      'identity.ordinaryUser',
      'identity.invitationOpen',
      'identity.notActivated',
      'identity.disabled',
      'identity.validityOver',
      'identity.networkRefused',
      'identity.slowedDown',
      'identity.useKnownDevice',
    ],
    summary:
      'Signs in with an account (e-mail or mobile) and a password. Sets the session cookie for the returned handle. ' +
      'If `next` is not `dashboard`, the session only allows that step.',
  }),
  logout: defineCall({
    method: 'POST',
    path: '/logout.do',
    access: pendingSession,
    effect: 'own',
    whileViewing: true,
    fromAnyNetwork: true,
    payload: z.object({}),
    answer: z.object({}),
    errors: [],
    summary: 'Ends this session.',
  }),
  door: defineCall({
    method: 'GET',
    path: '/door/get.do',
    access: open,
    effect: 'own',
    payload: z.object({}),
    answer: z.object({
      demo: z.boolean(),
      keepsMail: z.boolean(),
      keepsSms: z.boolean(),
      registration: z._default(z.enum(REGISTRATION_MODES), 'open'),
      /** Of the terms that the operator of the center has set. */
      termsVersion: z.optional(z.int()),
      /** Of maintenance, while it is in force. */
      banner: z.optional(shownBanner),
    }),
    errors: [],
    summary:
      'Returns facts for pages without a session: whether this is a demo, whether messages stay in the outbox ' +
      'because no mail or SMS service is configured, and the maintenance banner.',
  }),
  register: defineCall({
    method: 'POST',
    path: '/register.do',
    access: open,
    effect: 'own',
    perMinute: 30,
    bodyBytes: 8192,
    payload: z
      .object({
        developerName: line(LIMITS.developer.nameMax).check(noSpecialCharacters),
        account: accountName,
        ...passwordPair,
        verifyCode: sentCode,
        country: z.enum(COUNTRIES),
        timeZone: timeZoneId,
        acceptTerms: z.boolean().check(rule('termsNotAccepted', (value: boolean) => value)),
        /** The version of the terms that the person has seen. */
        termsVersion: z.optional(z.int().check(z.gte(1))),
        /** Required while registration is by invitation. */
        invitationCode: z.optional(line(LIMITS.center.codeMax)),
        spreadCode: z.optional(line(LIMITS.account.promotionCodeMax)),
        bdVid: z.optional(verbatim(LIMITS.account.clickDataMax)),
        keyword: z.optional(line(LIMITS.account.keywordMax)),
      })
      .check(samePasswords),
    answer: z.object({ developerId: z.string() }),
    errors: [
      'identity.codeWrong',
      'identity.accountTaken',
      'identity.slowedDown',
      'center.registrationClosed',
      'center.invitationNeeded',
      'center.invitationInvalid',
      'center.termsChanged',
    ],
    summary:
      'Creates a trial developer with its super administrator. Requires a code sent to `account` for the purpose ' +
      '`register`.',
  }),
  sendCode: defineCall({
    method: 'POST',
    path: '/verifyCode/send.do',
    access: open,
    effect: 'own',
    perMinute: 30,
    bodyBytes: 4096,
    payload: z.object({
      target: accountName,
      // Codes of campaigns have a call of their own.
      purpose: z.enum(CODE_PURPOSES).check(rule('badFormat', (purpose: CodePurpose) => purpose !== 'campaign')),
    }),
    answer: z.object({ expiresInSeconds: z.int(), resendInSeconds: z.int() }),
    errors: [
      'identity.codeTooSoon',
      'identity.addressSame',
      'identity.alreadySuper',
      'session.expired',
      'platform.superOnly',
      'center.registrationClosed',
    ],
    summary:
      'Sends a verification code to an e-mail address or mobile number. The answer does not reveal whether an ' +
      'account exists; only the message does.',
  }),
  resetPassword: defineCall({
    method: 'POST',
    path: '/password/reset.do',
    access: open,
    effect: 'own',
    perMinute: 30,
    bodyBytes: 4096,
    payload: z.object({ ...proof, ...passwordPair }).check(linkOrCode, samePasswords),
    answer: z.object({ canSignIn }),
    errors: [
      'identity.codeWrong',
      'identity.linkBroken',
      'identity.linkExpired',
      'identity.linkInvalid',
      'identity.slowedDown',
    ],
    summary:
      'Sets a new password and ends all sessions of the account. Requires the link of a `resetPassword` message, or ' +
      'the account and its code.',
  }),
  checkLink: defineCall({
    method: 'POST',
    path: '/link/check.do',
    access: open,
    effect: 'own',
    perMinute: 60,
    bodyBytes: 4096,
    payload: z.object({ link }),
    answer: z.object({ purpose: z.enum(CODE_PURPOSES), account: z.string(), needsPassword: z.boolean(), canSignIn }),
    errors: ['identity.linkBroken', 'identity.linkExpired', 'identity.linkInvalid'],
    summary: 'Returns the purpose of a link from a message without using up the link.',
  }),
  activate: defineCall({
    method: 'POST',
    path: '/activation/activate.do',
    access: open,
    effect: 'own',
    perMinute: 30,
    bodyBytes: 4096,
    payload: z
      .object({
        ...proof,
        password: z.optional(passwordPair.password),
        confirmPassword: z.optional(passwordPair.confirmPassword),
      })
      .check(linkOrCode, samePasswords),
    answer: z.object({ canSignIn }),
    errors: [
      'identity.activationCodeWrong',
      'identity.linkBroken',
      'identity.linkExpired',
      'identity.linkInvalid',
      'identity.alreadyActivated',
      'identity.slowedDown',
      'platform.badPayload',
    ],
    summary:
      'Activates an account with the link of its message, or with the account and its code. Sets the password if the ' +
      'account has none.',
  }),
  mfaOptions: defineCall({
    method: 'POST',
    path: '/mfa/options.do',
    access: pendingSession,
    effect: 'own',
    payload: z.object({}),
    answer: z.object({ methods: z.array(z.enum(SECOND_FACTORS)), passkey: z.nullable(webAuthnJson) }),
    errors: ['identity.notOwed'],
    summary:
      'Lists the second factors that can complete this sign-in, and returns the passkey request for the browser.',
  }),
  mfaVerify: defineCall({
    method: 'POST',
    path: '/mfa/verify.do',
    access: pendingSession,
    effect: 'own',
    perMinute: 30,
    bodyBytes: 16_384,
    payload: z.object({
      method: z.enum(SECOND_FACTORS),
      code: z.optional(line(32)),
      credential: z.optional(webAuthnJson),
      trustDevice: z._default(z.boolean(), false),
    }),
    answer: signedIn,
    errors: [
      'identity.notOwed',
      'identity.secondFactorWrong',
      'identity.passkeyRefused',
      'identity.slowedDown',
      'identity.useKnownDevice',
    ],
    summary:
      'Completes a sign-in with a one-time password, a passkey or a recovery code. Returns a new handle and sets its ' +
      'cookie.',
  }),
  binding: defineCall({
    method: 'POST',
    path: '/binding/get.do',
    access: pendingSession,
    effect: 'own',
    payload: z.object({}),
    answer: z.object({ missing: z.enum(['email', 'mobile']), isPostponable: z.boolean() }),
    errors: ['identity.notOwed'],
    summary: 'Returns the address that this account still has to add.',
  }),
  bind: defineCall({
    method: 'POST',
    path: '/binding/bind.do',
    access: pendingSession,
    effect: 'own',
    perMinute: 30,
    payload: z.object({ target: accountName, verifyCode: sentCode }),
    answer: signedIn,
    errors: [
      'identity.notOwed',
      'identity.codeWrong',
      'identity.addressTaken',
      'identity.emailNeeded',
      'platform.badPayload',
    ],
    summary:
      'Adds the missing e-mail address or mobile number. Requires a code sent for the purpose `bind`. Returns a new ' +
      'handle and sets its cookie.',
  }),
  postponeBinding: defineCall({
    method: 'POST',
    path: '/binding/postpone.do',
    access: pendingSession,
    effect: 'own',
    payload: z.object({}),
    answer: signedIn,
    errors: ['identity.notOwed', 'identity.emailNeeded'],
    summary: 'Continues without a mobile number. A later sign-in asks for it again.',
  }),
  factor: defineCall({
    method: 'POST',
    path: '/factor/get.do',
    access: pendingSession,
    effect: 'own',
    payload: z.object({}),
    answer: z.object({ canAddPasskey: z.boolean() }),
    errors: ['identity.notOwed'],
    summary: 'Says whether the second factor that the developer requires can be a passkey here.',
  }),
  confirm: defineCall({
    method: 'POST',
    path: '/session/confirm.do',
    access: anySession,
    settlesFactor: true,
    effect: 'own',
    whileSuspended: true,
    perMinute: 30,
    bodyBytes: 4096,
    payload: z.object({ password: typedPassword }),
    answer: z.object({}),
    errors: ['identity.passwordWrong', 'identity.slowedDown'],
    summary: 'Confirms the password. Sensitive calls are then allowed on this device for a few minutes.',
  }),
  current: defineCall({
    method: 'GET',
    path: '/session/current.do',
    access: anySession,
    effect: 'read',
    payload: z.object({}),
    answer: z.object({
      account: z.object({
        id: z.string(),
        email: z.nullable(z.string()),
        mobile: z.nullable(z.string()),
        userName: z.nullable(z.string()),
        displayName: z.string(),
      }),
      developer: z.object({
        id: z.string(),
        name: z.string(),
        devType: z.int(),
        /** Days are counted in this zone. The account's own `timeZone` below is for display. */
        timeZone: z.string(),
        devInfo: z.object({
          status: z.enum(DEVELOPER_STATUSES),
          displayName: z.string(),
          trial: z.nullable(z.object({ products: allowance, users: allowance, licenses: allowance })),
        }),
        developerServiceStatus: z.enum(['normal', 'unpaid']),
        /** Null for members of an integrator, who do not learn what their developer pays. */
        serviceFeeConfig: z.nullable(
          z.object({ amountFen: z.int(), periodMonths: z.int(), paidUntil: z.nullable(time) }),
        ),
        /** Debts of the developer. Every page shows the resulting restrictions, except to members of an integrator. */
        standing,
        /** Set by the platform. The developer can read, but change nothing. */
        suspension: z.optional(z.object({ since: toldTime, reason: z.string(), programsUntil: toldTime })),
      }),
      isMainAccount: z.boolean(),
      /** Set while the super administrator views the console as another administrator. All changes are then refused. */
      viewAs: z.nullable(z.object({ name: z.string(), viewer: z.string() })),
      /** Set while a platform operator visits the console. Changes, secrets and exports are then refused. */
      visit: z.optional(z.object({ operator: z.string(), reason: z.string(), endTime: time })),
      menuPrivilege: z.array(z.string()),
      privileges: z.array(z.string()),
      /** Kinds of rows that row scope restricts for this account. */
      limited: z.array(z.enum(SCOPE_KINDS)),
      smartTemplatePrivilege: z.array(z.string()),
      smartLicensePrivilege: z.array(z.string()),
      developerConfig: z.array(z.object({ key: z.string(), value: z.string() })),
      costType: z.object({ cloud_license: z.array(option), soft_license: z.array(option) }),
      groupConcurrentTypes: z.array(z.object({ value: z.string(), label: z.string() })),
      priceTiers: z.array(z.object({ lowLimit: z.int(), topLimit: z.int(), price: z.array(z.int()) })),
      pageSize: z.int(),
      /** Issuing asks once more above this amount. Null: never. */
      confirmAboveFen: z.nullable(z.int()),
      timeFormat: z.enum(TIME_FORMATS),
      locale: z.enum(LOCALES),
      timeZone: z.string(),
      timeZoneId: z.int(),
      demo: z.boolean(),
      /** Test payments are enabled. Every page says so. */
      sandbox: z.boolean(),
      /** Of maintenance, while it is in force. */
      banner: z.optional(shownBanner),
      serverTime: time,
    }),
    errors: [],
    summary: 'Returns the signed-in account, its developer, its privileges and its preferences.',
  }),
  updatePreferences: defineCall({
    method: 'POST',
    path: '/session/updatePreferences.do',
    access: anySession,
    effect: 'own',
    whileSuspended: true,
    payload: z.object({
      locale: z.optional(z.enum(LOCALES)),
      timeFormat: z.optional(z.enum(TIME_FORMATS)),
      timeZoneId: z.optional(timeZoneId),
      pageSize: z.optional(
        integer(1, LIMITS.page.maxSize).check(
          z.refine((n) => (LIMITS.page.tableSizes as readonly number[]).includes(n)),
        ),
      ),
      confirmAboveFen: clearable(integer(0, LIMITS.billing.creditFen)),
    }),
    answer: z.object({}),
    errors: [],
    summary:
      'Updates the preferences of the signed-in account: language, time format, time zone, table page size, and the ' +
      'amount above which issuing asks once more. Absent fields remain unchanged.',
  }),
})
