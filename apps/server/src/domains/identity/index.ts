// Public interface of the identity domain: accounts, sessions, registration, second factors.
import { identityCalls, linkPageOf, ownAccountCalls, pageInMessage } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import type { Database } from '../../kernel/db/database.ts'
import { answers, answersAlone } from '../../kernel/http/context.ts'
import type { Binding, FindCaller, FindPerson } from '../../kernel/http/context.ts'
import type { SecretBox } from '../../kernel/keys/secret-box.ts'
import type { Mailer } from '../../kernel/mail/outbox.ts'
import type { Caller } from '../../kernel/scope.ts'
import { createGuessing } from './credentials/guessing.service.ts'
import { createNotices } from './credentials/notices.service.ts'
import { createSecondFactors } from './credentials/second-factor.service.ts'
import { createVerification } from './credentials/verification.service.ts'
import type { Verification } from './credentials/verification.service.ts'
import { createIdentityService } from './identity.service.ts'
import type { IdentityDeps } from './identity.service.ts'
import { createOwnAccountService } from './own-account/own-account.service.ts'
import { createInvitedPeople } from './registration/invited.service.ts'
import type { InvitedPeople } from './registration/invited.service.ts'
import { createRegistration } from './registration/registration.service.ts'
import type { RegistrationDeps } from './registration/registration.service.ts'
import { createVisitingPeople } from './registration/visiting.service.ts'
import type { VisitingPeople } from './registration/visiting.service.ts'
import { createSignInService } from './sign-in/sign-in.service.ts'
import type { SignInDeps } from './sign-in/sign-in.service.ts'

export { createGuessing } from './credentials/guessing.service.ts'
export type { Guessing } from './credentials/guessing.service.ts'
export { noteSignIn, noteWrong } from './credentials/history.service.ts'
export { deleteSession, endSessions, hasSession } from './identity.queries.ts'
export { NO_PASSWORD, hashPassword, isPassword } from './credentials/passwords.ts'
export { findDeveloperOf, giveNewPassword } from './operator.service.ts'
export { identityPurgeJob } from './purge.job.ts'
export { hasSecondFactor, removeSecondFactors } from './credentials/second-factor.queries.ts'
export { callerWithoutSession } from './identity.service.ts'
export type { TrialUse } from './identity.service.ts'
export type { MemberRow } from './identity.queries.ts'
export type { InvitedPeople } from './registration/invited.service.ts'
export type { ProvenVisitor, VisitingPeople } from './registration/visiting.service.ts'
export type { ConfirmActivation } from './registration/registration.service.ts'
export type { Invitation } from './credentials/verification.service.ts'
export type Invite = Verification['invite']
export type CountAdditions = Verification['countAdditions']

interface Deps
  extends IdentityDeps, Pick<SignInDeps, 'endVisit'>, Omit<RegistrationDeps, 'guessing' | 'notices' | 'verification'> {
  database: Database
  mailer: Mailer
  box: SecretBox
  publicUrl: string | undefined
  /** The URL of this center, without a trailing slash. */
  baseUrl(): string
}

const linkOf = (baseUrl: string, page: string | undefined, locale: Locale, link: string) =>
  page === undefined ? undefined : `${baseUrl}${pageInMessage(page, locale, link)}`

export function createIdentity(deps: Deps): {
  bindings: Binding[]
  findCaller: FindCaller
  findPerson: FindPerson
  findMember(developerId: number, accountId: string, now: Date): Promise<Caller | undefined>
  invite: Invite
  countAdditions: CountAdditions
  invitedPeople: InvitedPeople
  visitingPeople: VisitingPeople
  takeNotice(caller: Caller): Promise<boolean>
} {
  const guessing = createGuessing(deps.database)
  const notices = createNotices(deps)
  const verification = createVerification({
    ...deps,
    linkTo: (purpose, locale, link) => linkOf(deps.baseUrl(), linkPageOf(purpose), locale, link),
  })
  const secondFactors = createSecondFactors(deps)
  const sessions = createIdentityService(deps)
  const signIn = createSignInService({
    ...deps,
    guessing,
    notices,
    verification,
    secondFactors,
    sendsSms: !deps.keepsSms,
  })
  const registration = createRegistration({ ...deps, guessing, notices, verification })
  const own = createOwnAccountService({ ...deps, notices, verification, secondFactors })
  return {
    findCaller: sessions.findCaller,
    findPerson: sessions.findPerson,
    findMember: sessions.findMember,
    invite: verification.invite,
    countAdditions: verification.countAdditions,
    invitedPeople: createInvitedPeople({ ...deps, guessing, verification }),
    visitingPeople: createVisitingPeople({ ...deps, guessing, verification }),
    takeNotice: sessions.takeNotice,
    bindings: [
      answersAlone(identityCalls.login, signIn.signIn),
      answersAlone(identityCalls.logout, signIn.signOut),
      answersAlone(identityCalls.mfaOptions, signIn.mfaOptions),
      answersAlone(identityCalls.mfaVerify, signIn.mfaVerify),
      answersAlone(identityCalls.factor, signIn.factor),
      answersAlone(identityCalls.binding, signIn.binding),
      answersAlone(identityCalls.bind, signIn.bind),
      answersAlone(identityCalls.postponeBinding, signIn.postponeBinding),
      answersAlone(identityCalls.confirm, signIn.confirm),
      answersAlone(identityCalls.door, registration.describeCenter),
      answersAlone(identityCalls.sendCode, registration.sendCode),
      answersAlone(identityCalls.register, registration.register),
      answersAlone(identityCalls.resetPassword, registration.resetPassword),
      answersAlone(identityCalls.checkLink, registration.checkLink),
      answersAlone(identityCalls.activate, registration.activate),
      answersAlone(identityCalls.updatePreferences, sessions.updatePreferences),
      answers(identityCalls.current, (scope) => sessions.current(scope)),
      answers(ownAccountCalls.security, own.security),
      answers(ownAccountCalls.updateProfile, own.updateProfile),
      answers(ownAccountCalls.changePassword, own.changePassword),
      answersAlone(ownAccountCalls.changeAddress, own.changeAddress),
      answers(ownAccountCalls.startTotp, own.startTotp),
      answers(ownAccountCalls.enableTotp, own.enableTotp),
      answers(ownAccountCalls.disableTotp, own.disableTotp),
      answers(ownAccountCalls.renewRecoveryCodes, own.renewRecoveryCodes),
      answersAlone(ownAccountCalls.startPasskey, own.startPasskey),
      answersAlone(ownAccountCalls.addPasskey, own.addPasskey),
      answers(ownAccountCalls.renamePasskey, own.renamePasskey),
      answers(ownAccountCalls.removePasskey, own.removePasskey),
      answers(ownAccountCalls.endSession, own.endSession),
      answers(ownAccountCalls.endOtherSessions, own.endOtherSessions),
      answers(ownAccountCalls.findSignIns, own.findSignIns),
      answers(ownAccountCalls.devices, own.devices),
      answers(ownAccountCalls.updateDevice, own.updateDevice),
      answers(ownAccountCalls.removeDevice, own.removeDevice),
      answersAlone(ownAccountCalls.changeSuperAdministrator, own.changeSuperAdministrator),
    ],
  }
}
