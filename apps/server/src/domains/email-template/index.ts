// E-mail templates: the public interface. Other domains write their mails with `createMailing`.
import { emailTemplateCalls, emailTemplateDesk } from '@sealwright/contract'
import { deskAnswers } from '../../kernel/desk.ts'
import type { DeskBinding } from '../../kernel/desk.ts'
import { answers } from '../../kernel/http/context.ts'
import type { Binding } from '../../kernel/http/context.ts'
import type { Notify } from '../../kernel/notify.ts'
import { createReviewDesk } from './desk.service.ts'
import { createEmailTemplateService } from './email-template.service.ts'
import type { EmailTemplateDeps } from './email-template.service.ts'

export { createMailing } from './mailing.service.ts'
export type { ComposeMail, MailValues, Mailing } from './mailing.service.ts'
export { decideTemplate, listWaitingTemplates } from './review.service.ts'
export type { Reviewed } from './review.service.ts'

export interface EmailTemplateCenter {
  bindings: Binding[]
  deskBindings: DeskBinding[]
  waiting: ReturnType<typeof createReviewDesk>['waiting']
}

export function createEmailTemplate(deps: EmailTemplateDeps & { notify: Notify }): EmailTemplateCenter {
  const service = createEmailTemplateService(deps)
  const desk = createReviewDesk(deps)
  return {
    waiting: desk.waiting,
    deskBindings: [
      deskAnswers(emailTemplateDesk.find, desk.find),
      deskAnswers(emailTemplateDesk.get, desk.get),
      deskAnswers(emailTemplateDesk.approve, desk.approve),
      deskAnswers(emailTemplateDesk.reject, desk.reject),
      deskAnswers(emailTemplateDesk.trust, desk.trust),
    ],
    bindings: [
      answers(emailTemplateCalls.find, service.find),
      answers(emailTemplateCalls.get, service.get),
      answers(emailTemplateCalls.create, service.create),
      answers(emailTemplateCalls.update, service.update),
      answers(emailTemplateCalls.delete, service.remove),
      answers(emailTemplateCalls.withdraw, service.withdraw),
      answers(emailTemplateCalls.enable, service.enable),
      answers(emailTemplateCalls.disable, service.disable),
      answers(emailTemplateCalls.preview, service.preview),
      answers(emailTemplateCalls.sendTest, service.sendTest),
    ],
  }
}
