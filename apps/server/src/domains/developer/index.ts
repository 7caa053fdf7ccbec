// The public interface of developers, the tenants. The caller of `foundDeveloper` passes the hash of the password, so
// that accounts can depend on developers and not the reverse.
import { developerCalls, developerDesk } from '@sealwright/contract'
import { deskAnswers } from '../../kernel/desk.ts'
import type { DeskBinding } from '../../kernel/desk.ts'
import { answers } from '../../kernel/http/context.ts'
import type { Binding } from '../../kernel/http/context.ts'
import type { SecretBox } from '../../kernel/keys/secret-box.ts'
import { apply, findApplication } from './application.service.ts'
import { createTenantDesk } from './desk/tenant.service.ts'
import type { TenantDeskDeps } from './desk/tenant.service.ts'
import { createDeveloperService } from './developer.service.ts'

export { decideApplication } from './application.service.ts'
export type { Decided, TrialEnd } from './application.service.ts'
export { resumeByCommand, suspendByCommand } from './desk/suspension-command.service.ts'
export type { TenantMoney } from './desk/tenant.service.ts'
export {
  findDeveloper,
  findStatus,
  findSuperAdministrator,
  findTimeZone,
  insertAccount,
  insertMembership,
  listApplications,
  lockDeveloper,
  lockProfile,
  updateProfile,
} from './developer.queries.ts'
export { comparePin, foundDeveloper, languageOf, openApiPassword, readApiPassword } from './developer.service.ts'
export type { NewDeveloper } from './developer.service.ts'

export function createDeveloper(deps: { box: SecretBox }): { bindings: Binding[] } {
  const service = createDeveloperService(deps)
  return {
    bindings: [
      answers(developerCalls.get, service.get),
      answers(developerCalls.update, service.update),
      answers(developerCalls.revealApiPassword, service.revealApiPassword),
      answers(developerCalls.setPin, service.setPin),
      answers(developerCalls.application, findApplication),
      answers(developerCalls.apply, apply),
    ],
  }
}

/** Developers at the platform desk. */
export function createDeveloperDesk(deps: TenantDeskDeps) {
  const desk = createTenantDesk(deps)
  const deskBindings: DeskBinding[] = [
    deskAnswers(developerDesk.find, desk.find),
    deskAnswers(developerDesk.get, desk.get),
    deskAnswers(developerDesk.history, desk.history),
    deskAnswers(developerDesk.suspend, desk.suspend),
    deskAnswers(developerDesk.resume, desk.resume),
    deskAnswers(developerDesk.setTrialLimit, desk.setTrialLimit),
    deskAnswers(developerDesk.findApplications, desk.findApplications),
    deskAnswers(developerDesk.decide, desk.decide),
    deskAnswers(developerDesk.notes, desk.notes),
    deskAnswers(developerDesk.addNote, desk.addNote),
    deskAnswers(developerDesk.deleteNote, desk.deleteNote),
  ]
  return { deskBindings, waiting: desk.waiting }
}
