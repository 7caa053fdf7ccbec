// The door of the platform desk: sign-in of operators, their accounts, their visits at developers, and their own
// operation log.
import * as z from 'zod/mini'
import { DEFAULT_TIME_FORMAT, LOCALES, TIME_FORMATS } from '../domains/identity.ts'
import { OPERATION_DEEDS, OPERATION_TYPES, verification } from '../domains/operation-log.ts'
import { anyOperator, defineCall, defineCalls, open, operator, pendingOperator } from '../kernel/call.ts'
import { email, newPassword, noSpecialCharacters, typedPassword } from '../kernel/fields.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import { between, byGuid, guid, integer, line, paragraph, revision, someOf, time, toldTime } from '../kernel/wire.ts'
import { LIMITS } from '../limits.ts'
import { shownBanner } from './banner.ts'
import { OPERATOR_PRIVILEGES, OPERATOR_ROLES } from './operator-roles.ts'

const limits = LIMITS.operator

/** All pages of the desk begin with it. */
export const DESK_PATH = '/platform'
/** The page of an invitation, or of a link for a new password. The link is in the fragment. */
export const OPERATOR_LINK_PAGE = '/platform/link'

const roles = someOf(OPERATOR_ROLES)
const name = line(limits.nameMax).check(noSpecialCharacters)
/** Of an authenticator app, or a recovery code. */
const factorCode = line(limits.codeMax)

/** The step that a sign-in still needs. */
export const OPERATOR_STEPS = ['desk', 'code', 'setup'] as const
export type OperatorStep = (typeof OPERATOR_STEPS)[number]
const signedIn = z.object({ ssId: z.string(), next: z.enum(OPERATOR_STEPS) })

export const OPERATOR_STATES = ['invited', 'active', 'disabled'] as const
export type OperatorState = (typeof OPERATOR_STATES)[number]

const operatorRow = z.object({
  guid: z.string(),
  email: z.string(),
  name: z.nullable(z.string()),
  roles,
  state: z.enum(OPERATOR_STATES),
  lastSignInTime: z.nullable(toldTime),
  createTime: toldTime,
  revision: z.int(),
})
export type OperatorRow = z.input<typeof operatorRow>

const visitRow = z.object({
  guid: z.string(),
  operator: z.string(),
  developerId: z.string(),
  developerName: z.string(),
  reason: z.string(),
  startTime: toldTime,
  /** When it ends, or ended. */
  endTime: toldTime,
  isOpen: z.boolean(),
})
export type VisitRow = z.input<typeof visitRow>

const session = z.object({
  id: z.string(),
  isCurrent: z.boolean(),
  network: z.string(),
  userAgent: z.nullable(z.string()),
  createTime: toldTime,
  lastTime: toldTime,
})

/** Where the operators' operations happened. */
export const DESK_TARGETS = [
  'operator',
  'visit',
  'developer',
  'application',
  'emailTemplate',
  'rates',
  'package',
  'fee',
  'credit',
  'payment',
  'notice',
  'message',
  'feedback',
  'mail',
  'dongle',
  'setting',
  'verification',
] as const
export type DeskTarget = (typeof DESK_TARGETS)[number]

/** What an operator did, in one verb. */
export const DESK_DEEDS = [
  ...OPERATION_DEEDS,
  'answer',
  'ask',
  'confirm',
  'correct',
  'give',
  'propose',
  'suspend',
  'verify',
  'visit',
] as const
export type DeskDeed = (typeof DESK_DEEDS)[number]

const logRow = z.object({
  id: z.string(),
  at: time,
  operator: z.string(),
  type: z.int(),
  deed: z.enum(DESK_DEEDS),
  targetKind: z.enum(DESK_TARGETS),
  targetGuid: z.string(),
  targetName: z.string(),
  changes: z.array(z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })),
  network: z.nullable(z.string()),
  requestId: z.string(),
  sealed: z.boolean(),
})
export type DeskLogRow = z.input<typeof logRow>

export const operatorDesk = defineCalls('operator', {
  login: defineCall({
    method: 'POST',
    path: '/platform/login.do',
    access: open,
    effect: 'own',
    payload: z.object({ email: line(LIMITS.account.accountMax), password: typedPassword }),
    answer: signedIn,
    errors: ['operator.loginFailed', 'operator.disabled', 'identity.slowedDown', 'identity.useKnownDevice'],
    summary: 'Checks the password of an operator. A second factor always follows.',
  }),
  link: defineCall({
    method: 'POST',
    path: '/platform/link.do',
    access: open,
    effect: 'own',
    payload: z.object({ link: line(limits.linkMax) }),
    answer: z.object({
      /** Null for the first operator of a center, who types it. */
      email: z.nullable(z.string()),
      name: z.nullable(z.string()),
      roles,
    }),
    errors: ['operator.linkOver'],
    summary: 'Tells whom a link of an invitation or for a new password is for.',
  }),
  accept: defineCall({
    method: 'POST',
    path: '/platform/accept.do',
    access: open,
    effect: 'own',
    payload: z.object({
      link: line(limits.linkMax),
      email: z.optional(email),
      name,
      password: newPassword,
      locale: z._default(z.enum(LOCALES), 'zh'),
    }),
    answer: signedIn,
    errors: ['operator.linkOver', 'operator.emailNeeded', 'operator.emailTaken'],
    summary: 'Uses up a link: sets name and password. The session that it opens still needs a second factor.',
  }),
  verify: defineCall({
    method: 'POST',
    path: '/platform/verify.do',
    access: pendingOperator,
    effect: 'own',
    payload: z.object({ code: factorCode }),
    answer: signedIn,
    errors: ['operator.codeWrong', 'operator.notOwed', 'identity.slowedDown', 'identity.useKnownDevice'],
    summary: 'Completes a sign-in with a one-time password or a recovery code.',
  }),
  startTotp: defineCall({
    method: 'POST',
    path: '/platform/startTotp.do',
    access: pendingOperator,
    effect: 'own',
    payload: z.object({}),
    answer: z.object({ secret: z.string(), uri: z.string() }),
    errors: ['operator.notOwed'],
    summary: 'Returns a new secret for an authenticator app.',
  }),
  enableTotp: defineCall({
    method: 'POST',
    path: '/platform/enableTotp.do',
    access: pendingOperator,
    effect: 'own',
    payload: z.object({ code: line(LIMITS.secondFactor.digits) }),
    answer: z.extend(signedIn, { recoveryCodes: z.array(z.string()) }),
    errors: ['operator.codeWrong', 'operator.notOwed', 'identity.slowedDown'],
    summary: 'Confirms the secret and completes the sign-in. The recovery codes are not shown again.',
  }),
  logout: defineCall({
    method: 'POST',
    path: '/platform/logout.do',
    access: pendingOperator,
    effect: 'own',
    payload: z.object({}),
    answer: z.object({}),
    errors: [],
    summary: "Ends the session and the operator's visits.",
  }),
  current: defineCall({
    method: 'POST',
    path: '/platform/current.do',
    access: anyOperator,
    effect: 'read',
    payload: z.object({}),
    answer: z.object({
      guid: z.string(),
      email: z.string(),
      name: z.string(),
      roles,
      privileges: z.array(z.enum(OPERATOR_PRIVILEGES)),
      locale: z.enum(LOCALES),
      timeFormat: z._default(z.enum(TIME_FORMATS), DEFAULT_TIME_FORMAT),
      version: z.string(),
      isDemo: z.boolean(),
      /** Of maintenance, while it is in force. */
      banner: z.optional(shownBanner),
      /** What waits for a decision, by kind. Kinds that the operator cannot decide are absent. */
      waiting: z.object({
        applications: z.optional(z.int()),
        reviews: z.optional(z.int()),
        feedback: z.optional(z.int()),
        corrections: z.optional(z.int()),
      }),
    }),
    errors: [],
    summary: 'Returns the signed-in operator, and what waits for a decision.',
  }),
  updatePreferences: defineCall({
    method: 'POST',
    path: '/platform/updatePreferences.do',
    access: anyOperator,
    effect: 'write',
    payload: z.object({ locale: z.optional(z.enum(LOCALES)), timeFormat: z.optional(z.enum(TIME_FORMATS)) }),
    answer: z.object({}),
    errors: [],
    summary: 'Stores language and time format of the operator.',
  }),
  confirm: defineCall({
    method: 'POST',
    path: '/platform/confirm.do',
    access: anyOperator,
    effect: 'own',
    payload: z.object({ password: typedPassword }),
    answer: z.object({}),
    errors: ['identity.passwordWrong', 'identity.slowedDown'],
    summary: 'Confirms the password before a sensitive call.',
  }),
  changePassword: defineCall({
    method: 'POST',
    path: '/platform/changePassword.do',
    access: anyOperator,
    effect: 'write',
    sensitive: true,
    payload: z.object({ password: newPassword }),
    answer: z.object({}),
    errors: ['identity.confirmPassword'],
    summary: 'Sets a new password and ends the other sessions of the operator.',
  }),
  renewRecoveryCodes: defineCall({
    method: 'POST',
    path: '/platform/renewRecoveryCodes.do',
    access: anyOperator,
    effect: 'write',
    sensitive: true,
    payload: z.object({}),
    answer: z.object({ recoveryCodes: z.array(z.string()) }),
    errors: ['identity.confirmPassword'],
    summary: 'Replaces the recovery codes of the operator.',
  }),
  sessions: defineCall({
    method: 'POST',
    path: '/platform/sessions.do',
    access: anyOperator,
    effect: 'read',
    payload: z.object({}),
    answer: z.object({ sessions: z.array(session), recoveryCodesLeft: z.int() }),
    errors: [],
    summary: "Lists the operator's own sessions.",
  }),
  endSession: defineCall({
    method: 'POST',
    path: '/platform/endSession.do',
    access: anyOperator,
    effect: 'write',
    payload: z.object({ id: line(limits.linkMax) }),
    answer: z.object({}),
    errors: [],
    summary: "Ends one of the operator's own sessions, and the operator's visits.",
  }),
  find: defineCall({
    method: 'POST',
    path: '/platform/operator/find.do',
    access: operator('operator.view'),
    effect: 'read',
    payload: pageQuery(['createTime'], { state: z.optional(z.enum(OPERATOR_STATES)) }),
    answer: pageOf(operatorRow),
    errors: [],
    summary: 'Lists the operators, the oldest first.',
  }),
  invite: defineCall({
    method: 'POST',
    path: '/platform/operator/invite.do',
    access: operator('operator.manage'),
    effect: 'write',
    idempotent: true,
    sensitive: true,
    sends: 'json',
    payload: z.object({ email, roles }),
    answer: z.object({ guid: z.string(), link: z.string() }),
    errors: ['identity.confirmPassword', 'operator.emailTaken', 'operator.limit'],
    summary: `Invites an operator by mail. The link works once, for ${limits.linkHours} hours.`,
  }),
  update: defineCall({
    method: 'POST',
    path: '/platform/operator/update.do',
    access: operator('operator.manage'),
    effect: 'write',
    sensitive: true,
    sends: 'json',
    payload: z.object({ guid, roles, revision }),
    answer: z.object({}),
    errors: ['identity.confirmPassword', 'operator.notFound', 'operator.lastOwner', 'platform.stale'],
    summary: 'Changes the roles of an operator, at once.',
  }),
  setEnabled: defineCall({
    method: 'POST',
    path: '/platform/operator/setEnabled.do',
    access: operator('operator.manage'),
    effect: 'write',
    sensitive: true,
    payload: z.object({ guid, isEnabled: z.boolean() }),
    answer: z.object({}),
    errors: ['identity.confirmPassword', 'operator.notFound', 'operator.lastOwner', 'operator.ownAccount'],
    summary: 'Disables an operator, whose sessions and visits end at once, or enables one again.',
  }),
  renewLink: defineCall({
    method: 'POST',
    path: '/platform/operator/renewLink.do',
    access: operator('operator.manage'),
    effect: 'write',
    sensitive: true,
    payload: z.object({ guid, resetsFactor: z._default(z.boolean(), false) }),
    answer: z.object({ link: z.string() }),
    errors: ['identity.confirmPassword', 'operator.notFound', 'operator.ownAccount'],
    summary: 'Sends a link for a new password, and optionally removes the second factor. Ends the sessions.',
  }),
  delete: defineCall({
    method: 'POST',
    path: '/platform/operator/delete.do',
    access: operator('operator.manage'),
    effect: 'write',
    sensitive: true,
    payload: byGuid,
    answer: z.object({}),
    errors: ['identity.confirmPassword', 'operator.notFound', 'operator.lastOwner', 'operator.ownAccount'],
    summary: 'Deletes an operator. Their entries in the operation log stay.',
  }),
  openVisit: defineCall({
    method: 'POST',
    path: '/platform/visit/open.do',
    access: operator('developer.visit'),
    effect: 'own',
    sensitive: true,
    payload: z.object({
      developerId: integer(1, Number.MAX_SAFE_INTEGER),
      reason: paragraph(limits.reasonMax).check(z.minLength(limits.reasonMin)),
      minutes: z._default(integer(limits.visitMinutesMin, limits.visitMinutesMax), limits.visitMinutes),
    }),
    /** The handle of the visit, for the console of the developer. */
    answer: z.object({ guid: z.string(), ssId: z.string(), endTime: toldTime }),
    errors: ['identity.confirmPassword', 'operator.developerNotFound'],
    summary:
      "Opens a read-only visit to a developer's console, for a reason and a time. The developer's own operation log " +
      'tells of it. Secrets, exports and changes stay closed.',
  }),
  endVisit: defineCall({
    method: 'POST',
    path: '/platform/visit/end.do',
    access: operator('developer.visit'),
    effect: 'write',
    payload: byGuid,
    answer: z.object({}),
    errors: ['operator.visitNotFound'],
    summary: 'Ends a visit of the operator.',
  }),
  findVisits: defineCall({
    method: 'POST',
    path: '/platform/visit/find.do',
    access: operator('developer.view'),
    effect: 'read',
    payload: pageQuery(['startTime'], { developerId: z.optional(integer(1, Number.MAX_SAFE_INTEGER)) }),
    answer: pageOf(visitRow),
    errors: [],
    summary: 'Lists the visits of all operators, the latest first.',
  }),
  log: defineCall({
    method: 'POST',
    path: '/platform/log/find.do',
    access: operator('log.view'),
    effect: 'read',
    payload: pageQuery(['at'], {
      operator: z.optional(guid),
      targetKind: z.optional(z.enum(DESK_TARGETS)),
      type: z.optional(z.enum(Object.keys(OPERATION_TYPES) as ['add', 'update', 'delete'])), // the keys of the table
      ...between,
    }),
    answer: pageOf(logRow),
    errors: ['platform.timeIllegal'],
    summary: "Lists the operators' operations, the latest first.",
  }),
  verifyLog: defineCall({
    method: 'POST',
    path: '/platform/log/verify.do',
    access: operator('log.view'),
    effect: 'own',
    payload: z.object({}),
    answer: verification,
    errors: [],
    summary: "Recomputes the chain of the operators' log and checks it against the signed checkpoints.",
  }),
})
