// Accounts and sessions: the face.
import { identityCalls } from '@sealwright/contract'
import type { CodePurpose } from '@sealwright/contract'
import type { Database } from '../../kernel/db/database.ts'
import { answers, answersAlone } from '../../kernel/http/context.ts'
import type { Binding, FindCaller } from '../../kernel/http/context.ts'
import type { SecretBox } from '../../kernel/keys/secret-box.ts'
import type { Caller } from '../../kernel/scope.ts'
import { createDoorService } from './door.service.ts'
import type { DoorDeps } from './door.service.ts'
import { createGuessing } from './identity.guessing.ts'
import { createIdentityService } from './identity.service.ts'
import type { IdentityDeps } from './identity.service.ts'
import { createVerification } from './identity.verification.ts'
import { ownAccountBindings } from './own-account.service.ts'
import { createSecondFactors } from './second-factor.ts'
import { createSignInService } from './sign-in.service.ts'

export { hashPassword, isPassword } from './identity.passwords.ts'
export { identityPurgeJob } from './identity.purge.ts'
export { removeSecondFactors } from './second-factor.queries.ts'
export type { TrialUse } from './identity.service.ts'

interface Deps extends IdentityDeps, Omit<DoorDeps, 'guessing' | 'verification'> {
  database: Database
  box: SecretBox
  publicUrl: string | undefined
  /** The address of this center, without a slash at the end. */
  baseUrl(): string
}

/** Where the link of a message leads; a purpose without a page of its own has none. */
const PAGES: Partial<Record<CodePurpose, string>> = { activate: '/p/activate', resetPassword: '/p/reset' }

export function createIdentity(deps: Deps): { bindings: Binding[]; findCaller: FindCaller; takeNotice(caller: Caller): Promise<boolean> } {
  const guessing = createGuessing(deps.database)
  const verification = createVerification({ ...deps, linkTo: (purpose, link) => `${deps.baseUrl()}${PAGES[purpose] ?? '/login'}?link=${link}` })
  const secondFactors = createSecondFactors(deps)
  const sessions = createIdentityService(deps)
  const signIn = createSignInService({ ...deps, guessing, verification, secondFactors, sendsSms: !deps.keepsSms })
  const door = createDoorService({ ...deps, guessing, verification })
  return {
    findCaller: sessions.findCaller,
    takeNotice: sessions.takeNotice,
    bindings: [
      answersAlone(identityCalls.login, signIn.signIn),
      answersAlone(identityCalls.logout, signIn.signOut),
      answersAlone(identityCalls.mfaOptions, signIn.mfaOptions),
      answersAlone(identityCalls.mfaVerify, signIn.mfaVerify),
      answersAlone(identityCalls.binding, signIn.binding),
      answersAlone(identityCalls.bind, signIn.bind),
      answersAlone(identityCalls.postponeBinding, signIn.postponeBinding),
      answersAlone(identityCalls.confirm, signIn.confirm),
      answersAlone(identityCalls.door, door.door),
      answersAlone(identityCalls.sendCode, door.sendCode),
      answersAlone(identityCalls.register, door.register),
      answersAlone(identityCalls.resetPassword, door.resetPassword),
      answersAlone(identityCalls.checkLink, door.checkLink),
      answersAlone(identityCalls.activate, door.activate),
      answersAlone(identityCalls.updatePreferences, sessions.updatePreferences),
      answers(identityCalls.current, (scope) => sessions.current(scope)),
      ...ownAccountBindings({ ...deps, verification, secondFactors }),
    ],
  }
}
