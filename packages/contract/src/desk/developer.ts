// Developers as platform operators see them: list, facts and figures, suspension, applications, notes.
import * as z from 'zod/mini'
import { APPLICATION_STATES, applicationAnswer } from '../domains/developer.ts'
import { defineCall, defineCalls, operator } from '../kernel/call.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import { byGuid, integer, line, paragraph, toldTime } from '../kernel/wire.ts'
import { LIMITS } from '../limits.ts'

const limits = LIMITS.suspension

/** The first that applies, in this order: suspended, overdue, then the status. */
export const DESK_DEVELOPER_STATES = ['trial', 'formal', 'suspended', 'overdue'] as const
export type DeskDeveloperState = (typeof DESK_DEVELOPER_STATES)[number]

/** Signs that a developer needs a look. All of them are about the last days. */
export const DEVELOPER_RISKS = ['guessing', 'refusals', 'failedPayments'] as const
export type DeveloperRisk = (typeof DEVELOPER_RISKS)[number]
/** From how many on each is a sign, in `days`. `guessing` counts unknown codes, `refusals` all refusals of programs. */
export const RISK_LIMITS = { days: 7, guessing: 100, refusals: 1_000, failedPayments: 3 } as const

/** How many days the curves of a developer show. */
export const DESK_DEVELOPER_DAYS = 30

/** Whoever works with developers notes. An auditor only reads. */
const noting = operator('developer.decide', 'developer.visit', 'money.change')

const id = integer(1, Number.MAX_SAFE_INTEGER)
const byId = z.object({ id })
const state = z.enum(DESK_DEVELOPER_STATES)
const reason = paragraph(limits.reasonMax).check(z.minLength(limits.reasonMin))
/** Only a rejection has one, and needs it. */
export const rejectionReason = paragraph(LIMITS.application.reasonMax)
const risks = z.array(z.object({ kind: z.enum(DEVELOPER_RISKS), count: z.int() }))

const developerRow = z.object({
  id: z.string(),
  name: z.string(),
  state,
  createTime: toldTime,
  /** In force, of all kinds. */
  licenses: z.int(),
  /** The average of active devices a day, in the last 7 days. */
  devices: z.int(),
  balanceFen: z.int(),
  lastSignInTime: z.nullable(toldTime),
  risks,
})
export type DeskDeveloperRow = z.input<typeof developerRow>

const applicationRow = z.object({
  developerId: z.string(),
  developerName: z.string(),
  ...applicationAnswer,
  appliedTime: toldTime,
  decidedTime: z.nullable(toldTime),
  /** The licenses that an approval deletes. */
  trialLicenses: z.int(),
})
export type DeskApplicationRow = z.input<typeof applicationRow>

const noteRow = z.object({
  guid: z.string(),
  operator: z.string(),
  text: z.string(),
  createTime: toldTime,
  /** Only its author deletes a note. */
  isOwn: z.boolean(),
})

const historyRow = z.object({
  id: z.string(),
  at: toldTime,
  actor: z.string(),
  type: z.int(),
  targetKind: z.string(),
  targetName: z.string(),
  changes: z.array(z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })),
})

export const developerDesk = defineCalls(
  'developer',
  {
    find: defineCall({
      method: 'POST',
      path: '/platform/developer/find.do',
      access: operator('developer.view'),
      effect: 'read',
      payload: pageQuery(['createTime', 'licenses', 'balanceFen', 'lastSignInTime'], {
        state: z.optional(state),
        keyword: z.optional(line(LIMITS.account.accountMax)),
      }),
      answer: pageOf(developerRow),
      errors: [],
      summary: 'Lists the developers, the newest first. A keyword is a part of the name, an id or an account.',
    }),
    get: defineCall({
      method: 'POST',
      path: '/platform/developer/get.do',
      access: operator('developer.view'),
      effect: 'read',
      payload: byId,
      answer: z.object({
        id: z.string(),
        name: z.string(),
        displayName: z.nullable(z.string()),
        status: z.enum(['trial', 'formal']),
        state,
        createTime: toldTime,
        formalTime: z.nullable(toldTime),
        country: z.string(),
        timeZone: z.string(),
        website: z.nullable(z.string()),
        brief: z.nullable(z.string()),
        contacts: z.array(
          z.object({
            name: z.string(),
            title: z.nullable(z.string()),
            phone: z.nullable(z.string()),
            email: z.nullable(z.string()),
          }),
        ),
        /** The address or the mobile number of the super administrator. */
        superAdministrator: z.nullable(z.string()),
        administrators: z.int(),
        lastSignInTime: z.nullable(toldTime),
        suspension: z.nullable(z.object({ since: toldTime, reason: z.string(), programsUntil: toldTime })),
        application: z.nullable(applicationRow),
        /** Its own prices, fee and limits, if they differ from the general ones. */
        hasOwnTerms: z.boolean(),
        serviceUntil: z.nullable(toldTime),
        trialLicensesMax: z.int(),
        figures: z.object({
          licenses: z.int(),
          devices: z.int(),
          users: z.int(),
          balanceFen: z.int(),
          giftFen: z.int(),
          owedFen: z.int(),
          days: z.array(z.string()),
          /** One value per day. */
          spentFen: z.array(z.int()),
        }),
        risks,
      }),
      errors: ['operator.developerNotFound'],
      summary: 'Returns facts and figures of a developer, without any secret.',
    }),
    history: defineCall({
      method: 'POST',
      path: '/platform/developer/history.do',
      access: operator('developer.view'),
      effect: 'read',
      payload: pageQuery(['at'], { id }),
      answer: pageOf(historyRow),
      errors: [],
      summary: 'Lists what the platform did, in the operation log of the developer, the latest first.',
    }),
    suspend: defineCall({
      method: 'POST',
      path: '/platform/developer/suspend.do',
      access: operator('developer.decide'),
      effect: 'write',
      sensitive: true,
      payload: z.object({ id, reason, days: z._default(integer(0, limits.daysMax), limits.days) }),
      answer: z.object({ programsUntil: toldTime }),
      errors: ['identity.confirmPassword', 'operator.developerNotFound', 'developer.alreadySuspended'],
      summary:
        'Suspends a developer at once: it can read but change nothing. Devices that are bound already continue to ' +
        'run for the given days.',
    }),
    resume: defineCall({
      method: 'POST',
      path: '/platform/developer/resume.do',
      access: operator('developer.decide'),
      effect: 'write',
      sensitive: true,
      payload: byId,
      answer: z.object({}),
      errors: ['identity.confirmPassword', 'operator.developerNotFound', 'developer.notSuspended'],
      summary: 'Ends the suspension of a developer at once.',
    }),
    setTrialLimit: defineCall({
      method: 'POST',
      path: '/platform/developer/setTrialLimit.do',
      access: operator('developer.decide'),
      effect: 'write',
      payload: z.object({ id, trialLicensesMax: integer(0, LIMITS.platform.trialLicenses.max) }),
      answer: z.object({}),
      errors: ['operator.developerNotFound', 'developer.notTrial'],
      summary: 'Sets how many licenses a trial developer may issue.',
    }),
    findApplications: defineCall({
      method: 'POST',
      path: '/platform/application/find.do',
      access: operator('developer.view'),
      effect: 'read',
      payload: pageQuery(['appliedTime'], {
        state: z.optional(z.enum(APPLICATION_STATES)),
        id: z.optional(id),
      }),
      answer: pageOf(applicationRow),
      errors: [],
      summary: 'Lists the applications to become a formal developer: the pending ones first, and the oldest first.',
    }),
    decide: defineCall({
      method: 'POST',
      path: '/platform/application/decide.do',
      access: operator('developer.decide'),
      effect: 'write',
      payload: z.object({
        id,
        event: z.enum(['approve', 'reject']),
        reason: z.optional(rejectionReason),
      }),
      answer: z.object({ deletedLicenses: z.int() }),
      errors: ['developer.applicationDecided', 'developer.reasonNeeded'],
      summary: 'Decides on the pending application of a developer, once. A rejection needs a reason.',
    }),
    notes: defineCall({
      method: 'POST',
      path: '/platform/developer/notes.do',
      access: operator('developer.view'),
      effect: 'read',
      payload: byId,
      answer: z.object({ notes: z.array(noteRow) }),
      errors: [],
      summary: 'Lists the notes of operators about a developer, the latest first. The developer never sees them.',
    }),
    addNote: defineCall({
      method: 'POST',
      path: '/platform/developer/addNote.do',
      access: noting,
      effect: 'write',
      payload: z.object({ id, text: paragraph(LIMITS.operator.noteMax).check(z.minLength(1)) }),
      answer: z.object({ guid: z.string() }),
      errors: ['operator.developerNotFound'],
      summary: 'Adds a note about a developer.',
    }),
    deleteNote: defineCall({
      method: 'POST',
      path: '/platform/developer/deleteNote.do',
      access: noting,
      effect: 'write',
      payload: byGuid,
      answer: z.object({}),
      errors: ['developer.noteNotFound'],
      summary: "Deletes one of the operator's own notes.",
    }),
  },
  'developerDesk',
)
