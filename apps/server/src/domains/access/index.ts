// Public interface of the access domain: administrators, invitations, roles and assignments. Members of an integrator
// are invited and join the same way, and are no administrators.
import { accessCalls, invitationCalls, roleCalls } from '@sealwright/contract'
import { answers, answersAlone } from '../../kernel/http/context.ts'
import type { Binding } from '../../kernel/http/context.ts'
import { createAcceptance, leave } from './acceptance.service.ts'
import type { AcceptanceDeps } from './acceptance.service.ts'
import { createAdminService } from './admin.service.ts'
import * as assignments from './assignment.service.ts'
import { createInviting } from './invitation.service.ts'
import type { Inviting, InvitingDeps } from './invitation.service.ts'
import * as roles from './role.service.ts'
import { createExplain, endViewAs, viewAs } from './viewing.service.ts'
import type { QuotaUse } from './viewing.service.ts'

export type { OnJoined } from './acceptance.service.ts'
export { lackedOf, quotaExcess } from './access.rules.ts'
export { stateAt } from './admin.queries.ts'
export { grantsMore } from './admin.service.ts'
export { assignmentFacts, changeAssigned, pageAssigned } from './assigned-rows.service.ts'
export { hasInvitation } from './invitation.queries.ts'
export type { Inviting } from './invitation.service.ts'
export { listMembers } from './member.queries.ts'
export type { Member } from './member.queries.ts'
export { listAllRoles } from './role.queries.ts'
export type { QuotaUse } from './viewing.service.ts'

export function createAccess(deps: AcceptanceDeps & InvitingDeps & { quotaUse: QuotaUse }): {
  bindings: Binding[]
  inviting: Inviting
} {
  const inviting = createInviting(deps)
  const admins = createAdminService({ inviting })
  const acceptance = createAcceptance(deps)
  return {
    inviting,
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
      answers(accessCalls.leave, leave),
      answersAlone(invitationCalls.list, acceptance.list),
      answersAlone(invitationCalls.accept, acceptance.accept),
      answersAlone(invitationCalls.decline, acceptance.decline),
      answersAlone(invitationCalls.listOwn, acceptance.listOwn),
      answersAlone(invitationCalls.declineOwn, acceptance.declineOwn),
      answers(roleCalls.find, roles.find),
      answers(roleCalls.list, roles.list),
      answers(roleCalls.get, roles.get),
      answers(roleCalls.create, roles.create),
      answers(roleCalls.update, roles.update),
      answers(roleCalls.delete, roles.remove),
    ],
  }
}
