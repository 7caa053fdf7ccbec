// One try to deliver a message of the outbox. A developer's mail goes through the developer's default sender. If the
// sender fails, the platform sends at once; if the server refuses the recipient, nobody sends. A server that got the
// whole message without an answer may have taken it, so such a message is not sent again without a person's decision.
import { MESSAGE_KINDS } from '@sealwright/contract'
import type { MailProblem } from '@sealwright/contract'
import nodemailer from 'nodemailer'
import type { OutboxRow } from './outbox-row.ts'
import type { SmsGateway } from './sms.ts'
import { failureOf } from './smtp-problem.ts'
import type { SmtpFailure } from './smtp-problem.ts'
import type { Smtp, SmtpServer } from './smtp.ts'

/** The default sender of a developer. */
export interface DefaultSender extends SmtpServer {
  developerId: number
  guid: string
  /** A failure concerns these settings only. */
  revision: number
  email: string
  name: string | null
  /** It is known to work: another success changes nothing. */
  isProven: boolean
  /** It failed a moment ago. If the platform can send, the sender is not tried. */
  isResting: boolean
}

/** The port to the senders of developers. */
export interface Senders {
  findDefault(developerId: number): Promise<DefaultSender | undefined>
  /** Marks the sender as failing. The first mark tells the administrators. */
  markFailing(sender: DefaultSender, failure: SmtpFailure): Promise<void>
  markWorking(sender: DefaultSender): Promise<void>
}

export interface DeliveryDeps {
  smtpUrl: string | undefined
  from: string
  sms: SmsGateway | undefined
  smtp: Smtp
  senders: Senders
}

/** What became of one try; `again` asks for another one. */
export interface Tried {
  event: 'send' | 'keep' | 'giveUp' | 'again'
  reason: string | null
  problem: MailProblem | null
  /** The sender that should have sent the mail. */
  sender: { guid: string; outcome: 'delivered' | 'failed' | 'bounced' } | null
  /** The error behind `again`, for the log of the platform operator. */
  cause?: unknown
  /** Work that must not keep a sent message from being recorded as sent. */
  afterwards?: () => Promise<void>
}

const SENT = { event: 'send', reason: null, problem: null } as const
const KEPT: Tried = { event: 'keep', reason: null, problem: null, sender: null }
const messageIdOf = ({ id }: OutboxRow) => `<${id}@sealwright>`
const partsOf = ({ recipient, subject, body, html, unsubscribe }: OutboxRow) => ({
  to: recipient,
  subject,
  text: body,
  ...(html !== null && { html }),
  ...(unsubscribe !== null && { list: { unsubscribe: `mailto:${unsubscribe}` } }),
})

export function createDelivery({ smtpUrl, from, sms, smtp, senders }: DeliveryDeps) {
  const transport = smtpUrl === undefined ? undefined : nodemailer.createTransport(smtpUrl, { from })
  const platformAddress = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from

  const failed = (failure: SmtpFailure, isLast: boolean, sender: Tried['sender']): Tried => ({
    event: isLast ? 'giveUp' : 'again',
    reason: failure.message,
    problem: failure.problem,
    sender,
    cause: failure.cause,
  })

  async function throughGateway(row: OutboxRow, isLast: boolean): Promise<Tried> {
    if (!sms) return KEPT
    try {
      await sms.send({ id: row.id, to: row.recipient, text: row.body })
      return { ...SENT, sender: null }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return { event: isLast ? 'giveUp' : 'again', reason, problem: null, sender: null, cause: error }
    }
  }

  /** In place of a sender, the mail shows the sender's name, and answers go to the sender's address. */
  async function throughPlatform(row: OutboxRow, isLast: boolean, instead?: DefaultSender): Promise<Tried> {
    if (!transport) return KEPT
    const sender = instead ? ({ guid: instead.guid, outcome: 'failed' } as const) : null
    try {
      await transport.sendMail({
        ...partsOf(row),
        ...(instead && {
          from: { name: instead.name ?? '', address: platformAddress },
          replyTo: { name: instead.name ?? '', address: instead.email },
        }),
        messageId: messageIdOf(row),
      })
      return { ...SENT, sender }
    } catch (error) {
      return failed(failureOf(error, 'envelope'), isLast, sender)
    }
  }

  async function throughSender(row: OutboxRow, isLast: boolean, sender: DefaultSender): Promise<Tried> {
    const { guid } = sender
    if (sender.isResting && transport) return throughPlatform(row, isLast, sender)
    try {
      await smtp.send(sender, {
        ...partsOf(row),
        from: { name: sender.name ?? '', address: sender.email },
        messageId: messageIdOf(row),
      })
    } catch (error) {
      const failure = failureOf(error, 'envelope')
      switch (failure.problem) {
        case 'recipientRefused':
          return failed(failure, true, { guid, outcome: 'bounced' })
        case 'temporary':
          if (!isLast) return failed(failure, false, { guid, outcome: 'failed' })
          break
        case 'unconfirmed':
          await senders.markFailing(sender, failure)
          return failed(failure, true, { guid, outcome: 'failed' })
        default:
          await senders.markFailing(sender, failure)
      }
      return transport ? throughPlatform(row, isLast, sender) : failed(failure, isLast, { guid, outcome: 'failed' })
    }
    return {
      ...SENT,
      sender: { guid, outcome: 'delivered' },
      ...(!sender.isProven && { afterwards: () => senders.markWorking(sender) }),
    }
  }

  return async function deliver(row: OutboxRow, isLast: boolean): Promise<Tried> {
    if (row.channel === 'sms') return throughGateway(row, isLast)
    // Messages to administrators come from the platform, even those about a failing sender.
    const isOfDeveloper = row.developer_id !== null && !Object.hasOwn(MESSAGE_KINDS, row.kind)
    const sender = isOfDeveloper ? await senders.findDefault(row.developer_id as number) : undefined // checked above
    return sender ? throughSender(row, isLast, sender) : throughPlatform(row, isLast)
  }
}
