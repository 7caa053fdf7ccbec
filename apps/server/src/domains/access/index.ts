// Administrators, roles and assignments: the face. An integrator's people are members of the developer too, and no
// administrators.
import { accessCalls, roleCalls } from '@sealwright/contract'
import { answers } from '../../kernel/http/context.ts'
import type { Binding } from '../../kernel/http/context.ts'
import { createAdminService } from './admin.service.ts'
import * as assignments from './assignment.service.ts'
import { createJoining } from './joining.service.ts'
import type { Joining, JoiningDeps } from './joining.service.ts'
import * as roles from './role.service.ts'
import { createExplain, endViewAs, viewAs } from './viewing.service.ts'
import type { QuotaUse } from './viewing.service.ts'

export { lackedOf, quotaExcess } from './access.rules.ts'
export { stateAt } from './admin.queries.ts'
export { grantsMore } from './admin.service.ts'
export { assignmentFacts, changeAssigned, pageAssigned } from './assignment.service.ts'
export type { Joining } from './joining.service.ts'
export type { QuotaUse } from './viewing.service.ts'

export function createAccess(deps: JoiningDeps & { quotaUse: QuotaUse }): { bindings: Binding[]; joining: Joining } {
  const joining = createJoining(deps)
  const admins = createAdminService({ joining })
  return {
    joining,
    bindings: [
      answers(accessCalls.list, admins.list),
      answers(accessCalls.find, admins.find),
      answers(accessCalls.get, admins.get),
      answers(accessCalls.create, admins.create),
      answers(accessCalls.update, admins.update),
      answers(accessCalls.enable, admins.enable),
      answers(accessCalls.disable, admins.disable),
      answers(accessCalls.delete, admins.remove),
      answers(accessCalls.resendInvitation, admins.resendInvitation),
      answers(accessCalls.findAssigned, assignments.findAssigned),
      answers(accessCalls.assign, assignments.assign),
      answers(accessCalls.viewAs, viewAs),
      answers(accessCalls.endViewAs, endViewAs),
      answers(accessCalls.explain, createExplain(deps)),
      answers(roleCalls.find, roles.find),
      answers(roleCalls.list, roles.list),
      answers(roleCalls.get, roles.get),
      answers(roleCalls.create, roles.create),
      answers(roleCalls.update, roles.update),
      answers(roleCalls.delete, roles.remove),
    ],
  }
}
