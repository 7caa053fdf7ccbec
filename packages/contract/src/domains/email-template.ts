// E-mail templates: the developer's own text of the mails that go to users. The platform reviews a template before it
// is used. Without an enabled template, the platform's own text is sent. A variable is written `{name}`.
import * as z from 'zod/mini'
import { defineCall, defineCalls, privilege } from '../kernel/call.ts'
import { noSpecialCharacters } from '../kernel/fields.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import { defineMachine } from '../kernel/state-machine.ts'
import type { Violation } from '../kernel/violations.ts'
import { byGuid, clearable, guid, line, oneOrMore, paragraph, revision, rule, time } from '../kernel/wire.ts'
import { LIMITS } from '../limits.ts'
import { LOCALES } from './identity.ts'

/** Section 4: e-mail template type. */
export const EMAIL_TEMPLATE_TYPES = {
  addAccount: 1,
  registration: 2,
  lendingAdmin: 3,
  lendingCode: 4,
  promotion: 5,
  addAccountNew: 6,
  addAccountActivate: 7,
} as const
export type EmailTemplateType = keyof typeof EMAIL_TEMPLATE_TYPES
const types = Object.keys(EMAIL_TEMPLATE_TYPES) as [EmailTemplateType, ...EmailTemplateType[]] // not empty
/** The name of a type by its number. */
export const emailTypeOf = (type: number) => types.find((name) => EMAIL_TEMPLATE_TYPES[name] === type) ?? types[0]

/** The variables of each type, and whether the text must contain them. */
export const EMAIL_VARIABLES = {
  addAccount: { userName: false, account: true, developerName: true },
  registration: { userName: false, account: true, developerName: true },
  lendingAdmin: { account: false, developerName: true, productName: false, lendingLink: true, expireTime: false },
  lendingCode: { developerName: true, productName: true, lendingCode: true, expireTime: true },
  promotion: {
    userName: false,
    account: false,
    developerName: true,
    productName: false,
    expireTime: false,
    campaignUrl: true,
  },
  addAccountNew: { userName: false, account: true, developerName: true, passwordLink: true },
  addAccountActivate: {
    userName: false,
    account: true,
    developerName: true,
    activationLink: true,
    activationCode: false,
    days: false,
  },
} as const satisfies Record<EmailTemplateType, Record<string, boolean>>
type VariablesOf<Type> = Type extends EmailTemplateType ? keyof (typeof EMAIL_VARIABLES)[Type] : never
export type EmailVariable = VariablesOf<EmailTemplateType>
/** Variables whose value is an address. Only these can be the target of a link. */
export const LINK_VARIABLES = [
  'activationLink',
  'campaignUrl',
  'lendingLink',
  'passwordLink',
] as const satisfies readonly EmailVariable[]

/** The variables of a type, in the order of its table. */
export function variablesOf(type: EmailTemplateType): EmailVariable[] {
  return Object.keys(EMAIL_VARIABLES[type]) as EmailVariable[] // its keys
}

const VARIABLE = /\{([A-Za-z]\w{0,63})\}/g

/** Replaces each variable, in one pass: a value that looks like a variable stays as it is. */
export const withVariables = (text: string, valueOf: (name: string, written: string) => string) =>
  text.replace(VARIABLE, (written, name: string) => valueOf(name, written))

const namesIn = (text: string) => new Set([...text.matchAll(VARIABLE)].map(([, name = '']) => name))

/** The texts of a template. Without a plain text, it is made from the body. */
export interface EmailTexts {
  subject: string
  body: string
  text?: string | null | undefined
}

/**
 * Unknown variables, and required ones that are missing. Some people read the body and some read the plain text, so
 * each of them must have the required variables, unless the subject has them. `joint` stands between the names.
 */
export function variableProblems(
  type: EmailTemplateType,
  { subject, body, text }: EmailTexts,
  joint: string,
): Violation[] {
  const known: Readonly<Record<string, boolean>> = EMAIL_VARIABLES[type]
  const inSubject = namesIn(subject)
  return Object.entries({ subject, body, text }).flatMap(([path, given]) => {
    if (!given) return []
    const names = namesIn(given)
    const problem = (rule: 'unknownVariable' | 'missingVariable', variables: readonly string[]): Violation => ({
      path,
      rule,
      params: { variable: variables.map((name) => `{${name}}`).join(joint), count: variables.length },
    })
    const unknown = [...names].filter((name) => !Object.hasOwn(known, name))
    if (unknown.length > 0) return [problem('unknownVariable', unknown)]
    const missing = variablesOf(type).filter((name) => known[name] && !names.has(name) && !inSubject.has(name))
    return path === 'subject' || missing.length === 0 ? [] : [problem('missingVariable', missing)]
  })
}

/** Section 4: review status. */
export const REVIEW_STATUSES = { reviewing: 1, withdrawn: 2, rejected: 3, approved: 4, enabled: 5 } as const
export type ReviewStatus = keyof typeof REVIEW_STATUSES
export type ReviewStatusCode = (typeof REVIEW_STATUSES)[ReviewStatus]
const statuses = Object.keys(REVIEW_STATUSES) as [ReviewStatus, ...ReviewStatus[]] // not empty
/** The name of a status by its number. */
export const reviewStatusOf = (status: ReviewStatusCode) =>
  statuses.find((name) => REVIEW_STATUSES[name] === status) ?? statuses[0]
export type ReviewEvent = 'withdraw' | 'approve' | 'reject' | 'resubmit' | 'enable' | 'disable'

/** `resubmit` comes with every edit. An enabled template is disabled before it is edited. */
export const reviewMachine = defineMachine<ReviewStatusCode, ReviewEvent, 'administrator' | 'platform'>(
  'emailTemplate',
  1,
  [
    { from: 1, event: 'withdraw', to: 2, who: 'administrator' },
    { from: 1, event: 'approve', to: 4, who: 'platform' },
    { from: 1, event: 'reject', to: 3, who: 'platform' },
    { from: 2, event: 'resubmit', to: 1, who: 'administrator' },
    { from: 3, event: 'resubmit', to: 1, who: 'administrator' },
    { from: 4, event: 'resubmit', to: 1, who: 'administrator' },
    { from: 4, event: 'enable', to: 5, who: 'administrator' },
    { from: 5, event: 'disable', to: 4, who: 'administrator' },
  ],
)

/** What an administrator can do with a template in this state. */
export const canReview = (status: ReviewStatusCode, event: ReviewEvent) =>
  reviewMachine.next(status, event) !== undefined
/** An enabled template stays: users get it. */
export const canDeleteTemplate = (status: ReviewStatusCode) => status !== REVIEW_STATUSES.enabled

const limits = LIMITS.emailTemplate
export const EMAIL_TEMPLATE_SORTS = ['updateTime', 'name'] as const

const isAddress = (protocol: RegExp) => (text: string) =>
  LINK_VARIABLES.some((name) => text === `{${name}}`) || (URL.canParse(text) && protocol.test(new URL(text).protocol))

const type = z.literal(Object.values(EMAIL_TEMPLATE_TYPES))
const status = z.literal(Object.values(REVIEW_STATUSES))
const language = z.enum(LOCALES)
const texts = {
  subject: line(limits.subjectMax),
  /** HTML. The server removes what a mail must not contain. */
  body: paragraph(limits.sentMax).check(z.minLength(1)),
  /** The plain text part. Without it, it is made from the body. */
  text: clearable(paragraph(limits.textMax)),
}
/** The target of a link, and the source of a picture, where the editor asks for them. */
export const emailLinkFields = { href: line(limits.addressMax).check(rule('websiteFormat', isAddress(/^https?:$/))) }
export const emailPictureFields = { src: line(limits.addressMax).check(rule('websiteFormat', isAddress(/^https:$/))) }

const fields = { name: line(limits.nameMax).check(noSpecialCharacters), type, language, ...texts }

const row = z.object({
  guid: z.string(),
  name: z.string(),
  type,
  language,
  subject: z.string(),
  status,
  /** Why the platform rejected it. */
  reason: z.nullable(z.string()),
  /** The template that is enabled now for this type and language. Enabling this one disables it. */
  inUse: z.nullable(z.object({ guid: z.string(), name: z.string() })),
  createTime: time,
  updateTime: time,
})
export type EmailTemplateRow = z.input<typeof row>

/** The mail that a recipient gets. */
const mail = z.object({ subject: z.string(), html: z.string(), text: z.string() })

export const emailTemplateCalls = defineCalls('emailTemplate', {
  find: defineCall({
    method: 'POST',
    path: '/emailTemplate/find.do',
    access: privilege('emailTemplate.view'),
    effect: 'read',
    payload: pageQuery(EMAIL_TEMPLATE_SORTS, {
      name: z.optional(line(limits.nameMax)),
      type: z.optional(oneOrMore(type)),
      status: z.optional(oneOrMore(status)),
      language: z.optional(language),
    }),
    answer: pageOf(row),
    errors: [],
    summary:
      'Lists e-mail templates without their texts. Filters: part of the name or subject, type, status, language.',
  }),
  get: defineCall({
    method: 'POST',
    path: '/emailTemplate/get.do',
    access: privilege('emailTemplate.view'),
    effect: 'read',
    payload: byGuid,
    answer: z.object({
      ...row.shape,
      body: z.string(),
      text: z.nullable(z.string()),
      revision: z.int(),
      createdBy: z.string(),
    }),
    errors: ['emailTemplate.notFound'],
    summary: 'Returns an e-mail template.',
  }),
  create: defineCall({
    method: 'POST',
    path: '/emailTemplate/create.do',
    access: privilege('emailTemplate.create'),
    effect: 'write',
    idempotent: true,
    sends: 'json',
    payload: z.object(fields),
    answer: z.object({ guid: z.string() }),
    errors: [
      'emailTemplate.nameTaken',
      'emailTemplate.limit',
      'emailTemplate.tooLarge',
      'emailTemplate.foreignPicture',
    ],
    summary: 'Adds an e-mail template and submits it for review.',
  }),
  update: defineCall({
    method: 'POST',
    path: '/emailTemplate/update.do',
    access: privilege('emailTemplate.update'),
    effect: 'write',
    sends: 'json',
    payload: z.object({ guid, ...fields, revision }),
    answer: z.object({ guid: z.string() }),
    errors: [
      'emailTemplate.notFound',
      'emailTemplate.nameTaken',
      'emailTemplate.stateForbids',
      'emailTemplate.tooLarge',
      'emailTemplate.foreignPicture',
      'platform.stale',
    ],
    summary: 'Changes an e-mail template and submits it for review again. An enabled one has to be disabled first.',
  }),
  delete: defineCall({
    method: 'POST',
    path: '/emailTemplate/delete.do',
    access: privilege('emailTemplate.delete'),
    effect: 'write',
    payload: byGuid,
    answer: z.object({}),
    errors: ['emailTemplate.notFound', 'emailTemplate.stateForbids'],
    summary: 'Deletes an e-mail template. An enabled one has to be disabled first.',
  }),
  withdraw: defineCall({
    method: 'POST',
    path: '/emailTemplate/withdraw.do',
    access: privilege('emailTemplate.update'),
    effect: 'write',
    payload: byGuid,
    answer: z.object({}),
    errors: ['emailTemplate.notFound', 'emailTemplate.stateForbids'],
    summary: 'Takes an e-mail template back before the platform has decided on it.',
  }),
  enable: defineCall({
    method: 'POST',
    path: '/emailTemplate/enable.do',
    access: privilege('emailTemplate.update'),
    effect: 'write',
    payload: z.object({ guid, replacing: z.optional(guid) }),
    answer: z.object({}),
    errors: ['emailTemplate.notFound', 'emailTemplate.stateForbids', 'emailTemplate.otherEnabled'],
    summary:
      'Sends mails of this type and language with this template. `replacing` names the template that is enabled now; ' +
      'it is disabled.',
  }),
  disable: defineCall({
    method: 'POST',
    path: '/emailTemplate/disable.do',
    access: privilege('emailTemplate.update'),
    effect: 'write',
    payload: byGuid,
    answer: z.object({}),
    errors: ['emailTemplate.notFound', 'emailTemplate.stateForbids'],
    summary: "Stops using an e-mail template. Mails have the platform's text again.",
  }),
  preview: defineCall({
    method: 'POST',
    path: '/emailTemplate/preview.do',
    access: privilege('emailTemplate.view', 'emailTemplate.create', 'emailTemplate.update'),
    effect: 'read',
    perMinute: 120,
    sends: 'json',
    payload: z.object({
      type,
      language,
      subject: z.optional(texts.subject),
      body: z.optional(texts.body),
      text: texts.text,
    }),
    answer: z.object({ subject: z.string(), body: z.string(), mail }),
    errors: [],
    summary:
      'Returns the mail that these texts make, with sample values, and the subject and body as they would be stored. ' +
      "Without a subject or a body, the platform's own is used.",
  }),
  sendTest: defineCall({
    method: 'POST',
    path: '/emailTemplate/sendTest.do',
    access: privilege('emailTemplate.create', 'emailTemplate.update'),
    effect: 'write',
    sends: 'json',
    perMinute: 5,
    payload: z.object({ type, language, ...texts }),
    answer: z.object({ to: z.string() }),
    errors: ['emailTemplate.noAddress', 'emailTemplate.tooLarge', 'emailTemplate.foreignPicture'],
    summary: "Sends the mail that these texts make, with sample values, to the caller's own e-mail address.",
  }),
})
