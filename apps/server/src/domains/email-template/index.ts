// E-mail templates: the public interface. Other domains write their mails with `createMailing`.
import { emailTemplateCalls } from '@sealwright/contract'
import { answers } from '../../kernel/http/context.ts'
import type { Binding } from '../../kernel/http/context.ts'
import { createEmailTemplateService } from './email-template.service.ts'
import type { EmailTemplateDeps } from './email-template.service.ts'

export { createMailing } from './mailing.service.ts'
export type { ComposeMail, MailValues, Mailing } from './mailing.service.ts'
export { decideTemplate, listWaitingTemplates } from './review.service.ts'
export type { Reviewed } from './review.service.ts'

export function createEmailTemplate(deps: EmailTemplateDeps): { bindings: Binding[] } {
  const service = createEmailTemplateService(deps)
  return {
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
