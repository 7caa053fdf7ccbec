// Accounts and sessions: the face.
import { identityCalls } from '@sealwright/contract'
import { answers, answersAlone } from '../../kernel/http/context.ts'
import type { Binding, FindCaller } from '../../kernel/http/context.ts'
import type { Caller } from '../../kernel/scope.ts'
import { createIdentityService } from './identity.service.ts'
import type { IdentityDeps } from './identity.service.ts'

export { hashPassword } from './identity.passwords.ts'
export type { TrialUse } from './identity.service.ts'

export function createIdentity(deps: IdentityDeps): { bindings: Binding[]; findCaller: FindCaller; takeNotice(caller: Caller): Promise<boolean> } {
  const service = createIdentityService(deps)
  return {
    findCaller: service.findCaller,
    takeNotice: service.takeNotice,
    bindings: [
      answersAlone(identityCalls.login, service.signIn),
      answersAlone(identityCalls.logout, service.signOut),
      answersAlone(identityCalls.updatePreferences, service.updatePreferences),
      answers(identityCalls.current, (scope) => service.current(scope)),
    ],
  }
}
