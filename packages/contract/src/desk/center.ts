// Settings of the center: names, logo, terms, registration and captcha are stored and edited here. Mail, text messages
// and limits of the process come from the environment and are only shown, with the name of the variable.
import * as z from 'zod/mini'
import { REGISTRATION_MODES } from '../domains/center.ts'
import { defineCall, defineCalls, operator } from '../kernel/call.ts'
import { email, isMobile, noSpecialCharacters, pngLogo } from '../kernel/fields.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import { byGuid, clearable, line, paragraph, revision, rule, toldTime } from '../kernel/wire.ts'
import { LIMITS } from '../limits.ts'

const limits = LIMITS.center

/** Settings that come from environment variables, in the order in which the desk shows them. */
export const ENVIRONMENT_SETTINGS = {
  smtpUrl: 'SEALWRIGHT_SMTP_URL',
  mailFrom: 'SEALWRIGHT_MAIL_FROM',
  smsUrl: 'SEALWRIGHT_SMS_URL',
  publicUrl: 'SEALWRIGHT_PUBLIC_URL',
  trustProxy: 'SEALWRIGHT_TRUST_PROXY',
  callsPerMinute: 'SEALWRIGHT_CALLS_PER_MINUTE',
  connections: 'SEALWRIGHT_CONNECTIONS',
  connectionsPerNetwork: 'SEALWRIGHT_CONNECTIONS_PER_NETWORK',
  desk: 'SEALWRIGHT_DESK',
  deskNetworks: 'SEALWRIGHT_DESK_NETWORKS',
} as const
export type EnvironmentSetting = keyof typeof ENVIRONMENT_SETTINGS
export const ENVIRONMENT_SETTING_NAMES = Object.keys(ENVIRONMENT_SETTINGS) as [
  EnvironmentSetting,
  ...EnvironmentSetting[],
] // its keys, not empty

/** What became of a test message. `kept`: no server or gateway is configured. */
export const TEST_OUTCOMES = ['sent', 'kept', 'failed'] as const
export type TestOutcome = (typeof TEST_OUTCOMES)[number]
const tested = z.object({
  outcome: z.enum(TEST_OUTCOMES),
  /** What the server or gateway said. */
  reason: z.nullable(z.string()),
})

export const INVITATION_STATES = ['open', 'used', 'revoked'] as const
export type CenterInvitationState = (typeof INVITATION_STATES)[number]

/** The first steps of a center, in order. */
export const CENTER_STEPS = ['mail', 'names', 'registration', 'account', 'prices', 'developer', 'backup'] as const
export type CenterStep = (typeof CENTER_STEPS)[number]
/** What an operator can settle without a change. `all`: the list is no longer wanted. */
const SETTLED = ['prices', 'all'] as const

const invitationRow = z.object({
  guid: z.string(),
  /** Null once it was used or revoked. */
  code: z.nullable(z.string()),
  note: z.nullable(z.string()),
  state: z.enum(INVITATION_STATES),
  by: z.string(),
  createTime: toldTime,
  useTime: z.nullable(toldTime),
  developerName: z.nullable(z.string()),
})
export type CenterInvitationRow = z.input<typeof invitationRow>

const mobile = line(LIMITS.account.accountMax).check(rule('notMobile', isMobile))
const STALE = ['platform.stale'] as const
const saved = z.object({ revision: z.int() })

export const centerDesk = defineCalls('center', {
  get: defineCall({
    method: 'POST',
    path: '/platform/center/get.do',
    access: operator('center.view'),
    effect: 'read',
    payload: z.object({}),
    answer: z.object({
      revision: z.int(),
      nameZh: z.nullable(z.string()),
      nameEn: z.nullable(z.string()),
      /** Base64 of a PNG. */
      logo: z.nullable(z.string()),
      terms: z.object({ version: z.nullable(z.int()), zh: z.string(), en: z.string(), time: z.nullable(toldTime) }),
      registration: z.enum(REGISTRATION_MODES),
      captcha: z.object({
        /** Paths of calls that require a captcha. */
        urls: z.array(z.string()),
        /** Paths of calls that can require one. */
        possible: z.array(z.string()),
        /** Given by the environment: cannot be edited here. */
        isGiven: z.boolean(),
      }),
      /** Of each trial developer. It is set with the prices. */
      trialLicenses: z.int(),
      environment: z.array(
        z.object({
          name: z.enum(ENVIRONMENT_SETTING_NAMES),
          /** Null: not set, and there is no default. Passwords in URLs are hidden. */
          value: z.nullable(z.string()),
          isGiven: z.boolean(),
        }),
      ),
    }),
    errors: [],
    summary: 'Returns the settings of the center, and where each comes from.',
  }),
  update: defineCall({
    method: 'POST',
    path: '/platform/center/update.do',
    access: operator('center.change'),
    effect: 'own',
    sensitive: true,
    sends: 'json',
    bodyBytes: 128 * 1024,
    payload: z.object({
      revision,
      nameZh: clearable(line(limits.nameMax).check(noSpecialCharacters)),
      nameEn: clearable(line(limits.nameMax).check(noSpecialCharacters)),
      registration: z.optional(z.enum(REGISTRATION_MODES)),
      /** Null returns to the default list. An empty list turns the captcha off. */
      captchaUrls: clearable(z.array(line(limits.pathMax)).check(z.maxLength(limits.captchaUrls))),
      /** Both empty: the terms that come with the product. */
      termsZh: clearable(paragraph(limits.termsMax)),
      termsEn: clearable(paragraph(limits.termsMax)),
    }),
    answer: saved,
    errors: [
      'identity.confirmPassword',
      'center.captchaGiven',
      'center.captchaUnknown',
      'center.termsIncomplete',
      ...STALE,
    ],
    summary: 'Changes settings of the center, at once on every process. New terms get the next version.',
  }),
  setLogo: defineCall({
    method: 'POST',
    path: '/platform/center/setLogo.do',
    access: operator('center.change'),
    effect: 'own',
    sensitive: true,
    sends: 'json',
    bodyBytes: 2 * 1024 * 1024,
    payload: z.object({ revision, logo: clearable(pngLogo(limits.logoBytes)) }),
    answer: saved,
    errors: ['identity.confirmPassword', ...STALE],
    summary: 'Sets the logo of the center, or removes it.',
  }),
  findInvitations: defineCall({
    method: 'POST',
    path: '/platform/center/findInvitations.do',
    access: operator('center.view'),
    effect: 'read',
    payload: pageQuery(['createTime'], { state: z.optional(z.enum(INVITATION_STATES)) }),
    answer: pageOf(invitationRow),
    errors: [],
    summary: 'Lists the invitation codes, the latest first.',
  }),
  invite: defineCall({
    method: 'POST',
    path: '/platform/center/invite.do',
    access: operator('center.change'),
    effect: 'write',
    idempotent: true,
    payload: z.object({ note: z.optional(line(limits.noteMax)) }),
    answer: z.object({ guid: z.string(), code: z.string() }),
    errors: ['center.invitationLimit'],
    summary: 'Makes an invitation code, with which one developer can register.',
  }),
  revokeInvitation: defineCall({
    method: 'POST',
    path: '/platform/center/revokeInvitation.do',
    access: operator('center.change'),
    effect: 'write',
    payload: byGuid,
    answer: z.object({}),
    errors: ['center.invitationNotFound'],
    summary: 'Revokes an invitation code that nobody has used.',
  }),
  firstSteps: defineCall({
    method: 'POST',
    path: '/platform/center/firstSteps.do',
    access: operator('center.change'),
    effect: 'own',
    payload: z.object({}),
    answer: z.object({
      /** False once all is done, an operator has hidden the list, or the first developer is no longer new. */
      isNew: z.boolean(),
      done: z.array(z.enum(CENTER_STEPS)),
      registration: z.enum(REGISTRATION_MODES),
      /** The address of the console, if it is configured. */
      consoleUrl: z.nullable(z.string()),
    }),
    errors: [],
    summary: 'Returns which first steps of a new center are done. Facts decide, not a list that somebody ticks.',
  }),
  settleStep: defineCall({
    method: 'POST',
    path: '/platform/center/settleStep.do',
    access: operator('center.change'),
    effect: 'write',
    payload: z.object({ step: z.enum(SETTLED) }),
    answer: z.object({}),
    errors: [],
    summary: 'Keeps the initial prices, or puts the first steps away for all operators.',
  }),
  testMail: defineCall({
    method: 'POST',
    path: '/platform/center/testMail.do',
    access: operator('center.change'),
    effect: 'own',
    perMinute: 10,
    payload: z.object({ to: email }),
    answer: tested,
    errors: [],
    summary: 'Sends a test mail at once, and returns what the mail server said.',
  }),
  testSms: defineCall({
    method: 'POST',
    path: '/platform/center/testSms.do',
    access: operator('center.change'),
    effect: 'own',
    perMinute: 10,
    payload: z.object({ to: mobile }),
    answer: tested,
    errors: [],
    summary: 'Sends a test text message at once, and returns what the gateway said.',
  }),
})
