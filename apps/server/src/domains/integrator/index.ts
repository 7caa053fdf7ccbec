// Integrators: the public interface.
import { integratorCalls } from '@sealwright/contract'
import { answers } from '../../kernel/http/context.ts'
import type { Binding } from '../../kernel/http/context.ts'
import type { Inviting } from '../access/index.ts'
import { createIntegratorService } from './integrator.service.ts'

export { findIntegrator, listIntegratorNames } from './integrator.queries.ts'

export function createIntegrator(deps: { inviting: Inviting }): { bindings: Binding[] } {
  const service = createIntegratorService(deps)
  return {
    bindings: [
      answers(integratorCalls.find, service.find),
      answers(integratorCalls.get, service.get),
      answers(integratorCalls.create, service.create),
      answers(integratorCalls.update, service.update),
      answers(integratorCalls.enable, service.enable),
      answers(integratorCalls.disable, service.disable),
      answers(integratorCalls.delete, service.remove),
      answers(integratorCalls.findAssigned, service.findAssigned),
      answers(integratorCalls.assign, service.assign),
      answers(integratorCalls.findMembers, service.findMembers),
      answers(integratorCalls.addMember, service.addMember),
      answers(integratorCalls.resendInvitation, service.resendInvitation),
      answers(integratorCalls.removeMember, service.removeMember),
    ],
  }
}
