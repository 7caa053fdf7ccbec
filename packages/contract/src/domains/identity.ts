// Accounts and sessions: signing in, signing out, who am I, and the preferences that follow a person between browsers.
import * as z from 'zod/mini'
import { anySession, defineCall, defineCalls, open, pendingSession } from '../kernel/call.ts'
import { integer, line, time, verbatim } from '../kernel/wire.ts'
import { LIMITS } from '../limits.ts'

export const LOCALES = ['zh', 'en'] as const
export type Locale = (typeof LOCALES)[number]
export const DEFAULT_LOCALE: Locale = 'zh'

/** Section 9: how times are shown. */
export const TIME_FORMATS = ['yyyy-MM-dd', 'yyyy-MM-dd HH:mm', 'yyyy-MM-dd HH:mm:ss'] as const
export type TimeFormat = (typeof TIME_FORMATS)[number]
export const DEFAULT_TIME_FORMAT: TimeFormat = 'yyyy-MM-dd HH:mm'

export const DEVELOPER_STATUSES = ['trial', 'formal'] as const
export type DeveloperStatus = (typeof DEVELOPER_STATUSES)[number]

const option = z.object({ value: z.string(), text: z.string(), desc: z.string() })

export const identityCalls = defineCalls('identity', {
  login: defineCall({
    method: 'POST',
    path: '/login.do',
    access: open,
    effect: 'own',
    perMinute: 30,
    bodyBytes: 4096,
    payload: z.object({ account: line(LIMITS.account.accountMax), password: verbatim(LIMITS.account.passwordMax).check(z.minLength(1)) }),
    answer: z.object({ ssId: z.string(), next: z.enum(['dashboard', 'mfa', 'binding']) }),
    errors: ['identity.loginFailed', 'identity.ordinaryUser', 'identity.notActivated', 'identity.disabled', 'identity.validityOver'],
    summary: 'Signs in with an account (e-mail or mobile) and a password. Sets the session cookie that belongs to the answered handle.',
  }),
  logout: defineCall({
    method: 'POST',
    path: '/logout.do',
    access: pendingSession,
    effect: 'own',
    payload: z.object({}),
    answer: z.object({}),
    errors: [],
    summary: 'Ends this session.',
  }),
  current: defineCall({
    method: 'GET',
    path: '/session/current.do',
    access: anySession,
    effect: 'read',
    payload: z.object({}),
    answer: z.object({
      account: z.object({ id: z.string(), email: z.nullable(z.string()), mobile: z.nullable(z.string()), userName: z.nullable(z.string()), displayName: z.string() }),
      developer: z.object({
        id: z.string(),
        name: z.string(),
        devType: z.int(),
        devInfo: z.object({
          status: z.enum(DEVELOPER_STATUSES),
          displayName: z.string(),
          trial: z.nullable(z.object({ products: z.object({ used: z.int(), allowed: z.int() }) })),
        }),
        developerServiceStatus: z.enum(['normal', 'unpaid']),
        serviceFeeConfig: z.object({ amountFen: z.int(), periodMonths: z.int() }),
      }),
      isMainAccount: z.boolean(),
      menuPrivilege: z.array(z.string()),
      privileges: z.array(z.string()),
      smartTemplatePrivilege: z.array(z.string()),
      smartLicensePrivilege: z.array(z.string()),
      developerConfig: z.array(z.object({ key: z.string(), value: z.string() })),
      costType: z.object({ cloud_license: z.array(option), soft_license: z.array(option) }),
      groupConcurrentTypes: z.array(z.object({ value: z.string(), label: z.string() })),
      priceTiers: z.array(z.object({ lowLimit: z.int(), topLimit: z.int(), price: z.array(z.int()) })),
      pageSize: z.int(),
      timeFormat: z.enum(TIME_FORMATS),
      locale: z.enum(LOCALES),
      timeZone: z.string(),
      demo: z.boolean(),
      serverTime: time,
    }),
    errors: [],
    summary: 'Who is signed in, for which developer, with which rights and preferences.',
  }),
  updatePreferences: defineCall({
    method: 'POST',
    path: '/session/updatePreferences.do',
    access: anySession,
    effect: 'own',
    payload: z.object({
      locale: z.optional(z.enum(LOCALES)),
      timeFormat: z.optional(z.enum(TIME_FORMATS)),
      pageSize: z.optional(integer(1, LIMITS.page.maxSize).check(z.refine((n) => (LIMITS.page.tableSizes as readonly number[]).includes(n)))),
    }),
    answer: z.object({}),
    errors: [],
    summary: 'Keeps the language, time format and table page size of the signed-in account. What is not given stays.',
  }),
})
