// Senders and the mails that go through them: the public interface.
import { mailCalls, senderCalls } from '@sealwright/contract'
import { answers, answersAlone } from '../../kernel/http/context.ts'
import type { Binding } from '../../kernel/http/context.ts'
import type { Mailer } from '../../kernel/mail/outbox.ts'
import { createMailService } from './mail.service.ts'
import { createSenderService } from './sender.service.ts'
import type { SenderDeps } from './sender.service.ts'

export { createSenders } from './default-sender.service.ts'
export { countFailing as countFailingSenders } from './sender.queries.ts'

export function createSender(deps: SenderDeps & { mailer: Pick<Mailer, 'retry'> }): { bindings: Binding[] } {
  const senders = createSenderService(deps)
  const mails = createMailService(deps)
  return {
    bindings: [
      answers(senderCalls.find, senders.find),
      answers(senderCalls.get, senders.get),
      answers(senderCalls.create, senders.create),
      answers(senderCalls.update, senders.update),
      answers(senderCalls.delete, senders.remove),
      answers(senderCalls.setDefault, senders.setDefault),
      answersAlone(senderCalls.verify, senders.verify),
      answersAlone(senderCalls.sendTest, senders.sendTest),
      answers(mailCalls.find, mails.find),
      answers(mailCalls.resend, mails.resend),
    ],
  }
}
