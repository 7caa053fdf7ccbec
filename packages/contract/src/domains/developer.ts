// Developers (tenants): public information, secrets, and the application to become a formal developer.
import * as z from 'zod/mini'
import { anySession, defineCall, defineCalls, privilege, superAdministrator } from '../kernel/call.ts'
import { email, noSpecialCharacters, phone, pngLogo } from '../kernel/fields.ts'
import { defineMachine } from '../kernel/state-machine.ts'
import { clearable, integer, line, paragraph, rule, time, verbatim } from '../kernel/wire.ts'
import { LIMITS } from '../limits.ts'

const limits = LIMITS.developer

export const APPLICATION_STATES = ['pending', 'rejected', 'approved'] as const
export type ApplicationState = (typeof APPLICATION_STATES)[number]

/** An application is decided once. After a rejection, the developer can apply again. */
export const applicationMachine = defineMachine<ApplicationState, 'approve' | 'reject', 'operator'>(
  'application',
  'pending',
  [
    { from: 'pending', event: 'approve', to: 'approved', who: 'operator' },
    { from: 'pending', event: 'reject', to: 'rejected', who: 'operator' },
  ],
)

/** The guid of a developer in the operation log. The log identifies targets by guid, but a developer has a number. */
export function developerGuid(developerId: number | string): string {
  return `00000000-0000-4000-8000-${Number(developerId).toString(16).padStart(12, '0')}`
}

const isPin = (value: string) => /^[A-Za-z\d]+$/.test(value) && /[A-Za-z]/.test(value) && /\d/.test(value)
const isWebsite = (value: string) => /^https?:\/\/[^\s/]+/i.test(value) && URL.canParse(value)

const contact = z.object({
  name: line(limits.contactNameMax).check(noSpecialCharacters),
  title: z.optional(z.nullable(line(limits.contactTitleMax))),
  phone: z.optional(z.nullable(phone)),
  email: z.optional(z.nullable(email)),
})
export type DeveloperContact = z.output<typeof contact>

/** The fields of the developer information with their rules. Forms in the console validate against the same schemas. */
export const developerFields = {
  displayName: clearable(line(limits.displayNameMax).check(noSpecialCharacters)),
  website: clearable(line(limits.websiteMax).check(rule('websiteFormat', isWebsite))),
  brief: clearable(paragraph(limits.briefMax)),
  introduction: clearable(paragraph(limits.introductionMax)),
  logo: clearable(pngLogo(limits.logoBytes)),
  contacts: clearable(z.array(contact).check(z.maxLength(limits.contacts))),
  /** Whether customers get a mail before their licenses end. */
}

export const applicationFields = {
  companyName: line(LIMITS.application.companyMax).check(noSpecialCharacters),
  contactName: line(limits.contactNameMax).check(noSpecialCharacters),
  contactPhone: phone,
  contactEmail: z.optional(z.nullable(email)),
  statement: z.optional(z.nullable(paragraph(LIMITS.application.statementMax))),
}

/** What an applicant and an operator see of an application. */
export const applicationAnswer = {
  state: z.enum(APPLICATION_STATES),
  companyName: z.string(),
  contactName: z.string(),
  contactPhone: z.string(),
  contactEmail: z.nullable(z.string()),
  statement: z.nullable(z.string()),
  reason: z.nullable(z.string()),
}
const application = z.object({
  ...applicationAnswer,
  appliedAt: time,
  decidedAt: z.nullable(time),
})

export const developerCalls = defineCalls('developer', {
  get: defineCall({
    method: 'POST',
    path: '/developer/get.do',
    access: privilege('developer.view'),
    effect: 'read',
    payload: z.object({}),
    answer: z.object({
      developerId: z.string(),
      name: z.string(),
      displayName: z.nullable(z.string()),
      website: z.nullable(z.string()),
      brief: z.nullable(z.string()),
      introduction: z.nullable(z.string()),
      logo: z.nullable(z.string()),
      contacts: z.array(
        z.object({
          name: z.string(),
          title: z.nullable(z.string()),
          phone: z.nullable(z.string()),
          email: z.nullable(z.string()),
        }),
      ),
      country: z.string(),
      timeZone: z.string(),
      createdAt: time,
      formalSince: z.nullable(time),
      pinSince: z.nullable(time),
      revision: z.int(),
    }),
    errors: [],
    summary: 'Returns the developer information, without the API password and the hosted lock PIN.',
  }),
  update: defineCall({
    method: 'POST',
    path: '/developer/update.do',
    access: privilege('developer.update'),
    effect: 'write',
    bodyBytes: 256 * 1024,
    payload: z.object({ ...developerFields, revision: z.optional(integer(0, Number.MAX_SAFE_INTEGER)) }),
    answer: z.object({ revision: z.int() }),
    errors: ['developer.trialCannotEdit', 'platform.stale'],
    summary: 'Updates the developer information. Not available to trial developers.',
  }),
  revealApiPassword: defineCall({
    method: 'POST',
    path: '/developer/revealApiPassword.do',
    access: privilege('packing.view'),
    sensitive: true,
    effect: 'write',
    payload: z.object({}),
    answer: z.object({ apiPassword: z.string() }),
    errors: ['identity.confirmPassword'],
    summary:
      'Returns the API password that programs contain (32 hexadecimal digits). The operation log records every call.',
  }),
  setPin: defineCall({
    method: 'POST',
    path: '/developer/setPin.do',
    access: superAdministrator,
    sensitive: true,
    effect: 'write',
    payload: z
      .object({
        pin: z.string().check(z.minLength(limits.pinMin), z.maxLength(limits.pinMax), rule('pinFormat', isPin)),
        confirmPin: verbatim(limits.pinMax),
      })
      .check(
        z.superRefine(({ pin, confirmPin }, context) => {
          if (pin !== confirmPin)
            context.addIssue({ code: 'custom', path: ['confirmPin'], params: { rule: 'pinsDiffer' } })
        }),
      ),
    answer: z.object({}),
    errors: ['identity.confirmPassword', 'developer.trialCannotEdit'],
    summary: 'Sets or replaces the hosted lock PIN. It cannot be removed.',
  }),
  application: defineCall({
    method: 'POST',
    path: '/application/get.do',
    access: anySession,
    effect: 'read',
    payload: z.object({}),
    answer: z.object({ application: z.nullable(application) }),
    errors: [],
    summary: 'Returns the latest application to become a formal developer, or null.',
  }),
  apply: defineCall({
    method: 'POST',
    path: '/application/create.do',
    access: superAdministrator,
    effect: 'write',
    payload: z.object({
      ...applicationFields,
      acceptDeletion: z.boolean().check(rule('termsNotAccepted', (value: boolean) => value)),
    }),
    answer: z.object({}),
    errors: ['developer.alreadyFormal', 'developer.applicationPending'],
    summary: 'Applies to become a formal developer. Approval deletes all licenses issued during the trial.',
  }),
})
