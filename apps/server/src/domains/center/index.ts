// Public interface of the center domain: its settings, its face for everyone, and who may register.
import { DAY_SECONDS, LOGO_PATH, centerCalls, centerDesk } from '@sealwright/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { deskAnswers, deskAnswersAlone } from '../../kernel/desk.ts'
import type { DeskBinding } from '../../kernel/desk.ts'
import { answersAlone } from '../../kernel/http/context.ts'
import type { Binding } from '../../kernel/http/context.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { createCenterService } from './center.service.ts'
import type { CenterDeps } from './center.service.ts'

export { openSettings, withCenterName } from './known-settings.service.ts'
export type { KnownSettings } from './known-settings.service.ts'
export { admitDeveloper, readDoor, requireRegistration } from './registering.service.ts'
export type { Door, Registrant } from './registering.service.ts'

export function createCenterDomain(deps: CenterDeps) {
  const service = createCenterService(deps)
  const bindings: Binding[] = [answersAlone(centerCalls.terms, service.terms)]
  const deskBindings: DeskBinding[] = [
    deskAnswers(centerDesk.get, service.get),
    deskAnswersAlone(centerDesk.update, service.update),
    deskAnswersAlone(centerDesk.setLogo, service.setLogo),
    deskAnswers(centerDesk.findInvitations, service.findInvitations),
    deskAnswers(centerDesk.invite, service.invite),
    deskAnswers(centerDesk.revokeInvitation, service.revokeInvitation),
    deskAnswersAlone(centerDesk.firstSteps, service.firstSteps),
    deskAnswers(centerDesk.settleStep, service.settleStep),
    deskAnswersAlone(centerDesk.testMail, service.testMail),
    deskAnswersAlone(centerDesk.testSms, service.testSms),
  ]
  return {
    bindings,
    deskBindings,
    /** The logo is a picture, not a call. Its address has a version, so browsers keep it. */
    routes(surface: FastifyInstance, admit: (request: FastifyRequest) => void): void {
      surface.get(LOGO_PATH, async (request, reply) => {
        admit(request)
        const logo = await service.logo()
        if (!logo) throw new Refusal('platform.invalidUrl')
        return reply
          .header('cache-control', `public, max-age=${DAY_SECONDS}`)
          .header('content-security-policy', "default-src 'none'")
          .type('image/png')
          .send(logo)
      })
    },
  }
}
