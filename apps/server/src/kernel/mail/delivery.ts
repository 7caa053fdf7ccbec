// One try to deliver a message of the outbox. A mail of the kinds that a sender may carry goes through the developer's
// default sender. If the sender fails, the platform sends at once; if the server refuses the recipient, nobody sends. A
// server that got the whole message without an answer may have taken it, so such a message is not sent again without a
// person's decision.
import { SENDER_MAIL_KINDS } from '@sealwright/contract'
import type { MailProblem } from '@sealwright/contract'
import nodemailer from 'nodemailer'
import type { OutboxRow } from './outbox-row.ts'
import type { SmsGateway } from './sms.ts'
import { SmtpFailure, failureOf } from './smtp-problem.ts'
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
  /** It failed a moment ago. It is tried only for a last attempt that the platform cannot make. */
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
  /** What went wrong, for the platform operator. */
  reason: string | null
  problem: MailProblem | null
  /** What the developer's own server said. The words of the platform's servers are not for developers. */
  said: string | null
  /** The sender that should have sent the mail. */
  sender: { guid: string; outcome: 'delivered' | 'failed' | 'bounced' } | null
  /** The error behind `again`, for the log of the platform operator. */
  cause?: unknown
  /** Work that must not keep the outcome from being recorded. */
  afterwards?: () => Promise<void>
}

const SENT = { event: 'send', reason: null, problem: null, said: null } as const
const KEPT: Tried = { event: 'keep', reason: null, problem: null, said: null, sender: null }

/** A failure of the platform. Developers learn only whether the recipient was refused. */
export const failedAtPlatform = (error: unknown, isLast: boolean, problem: MailProblem = 'other'): Tried => ({
  event: isLast || problem === 'recipientRefused' ? 'giveUp' : 'again',
  reason: error instanceof Error ? error.message : String(error),
  problem: problem === 'recipientRefused' ? problem : 'other',
  said: null,
  sender: null,
  cause: error,
})

const failedAtSender = (failure: SmtpFailure, isLast: boolean, sender: Tried['sender']): Tried => ({
  event: isLast ? 'giveUp' : 'again',
  reason: failure.message,
  problem: failure.problem,
  said: failure.said,
  sender,
  cause: failure.cause,
})

const messageIdOf = ({ id }: OutboxRow) => `<${id}@sealwright>`
/**
 * The address of the way out. One on the web is for one click of the mail program, which then sends a POST request (RFC
 * 8058). A header and not the option `list`, which only the platform's transport knows.
 */
function wayOut(unsubscribe: string) {
  const isPage = /^https?:/.test(unsubscribe)
  const address = (isPage ? unsubscribe : `mailto:${unsubscribe}`).replace(/[\s<>]+/g, '')
  return {
    headers: {
      'List-Unsubscribe': { prepared: true, value: `<${address}>` } as const,
      ...(isPage && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
  }
}
const partsOf = ({ recipient, subject, body, html, unsubscribe }: OutboxRow) => ({
  to: recipient,
  subject,
  text: body,
  ...(html !== null && { html }),
  ...(unsubscribe !== null && wayOut(unsubscribe)),
})

export function createDelivery({ smtpUrl, from, sms, smtp, senders }: DeliveryDeps) {
  const transport = smtpUrl === undefined ? undefined : nodemailer.createTransport(smtpUrl, { from })
  const platformAddress = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from

  async function throughGateway(row: OutboxRow, isLast: boolean): Promise<Tried> {
    if (!sms) return KEPT
    try {
      await sms.send({ id: row.id, to: row.recipient, text: row.body })
      return { ...SENT, sender: null }
    } catch (error) {
      return failedAtPlatform(error, isLast)
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
      const failure = failureOf(error, 'envelope')
      return { ...failedAtPlatform(failure, isLast, failure.problem), sender }
    }
  }

  async function throughSender(row: OutboxRow, isLast: boolean, sender: DefaultSender): Promise<Tried> {
    const { guid } = sender
    const outcome = { guid, outcome: 'failed' } as const
    if (sender.isResting && transport) return throughPlatform(row, isLast, sender)
    if (sender.isResting && !isLast)
      return failedAtSender(new SmtpFailure('temporary', null, undefined), false, outcome)
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
          return failedAtSender(failure, true, { guid, outcome: 'bounced' })
        case 'temporary':
          return transport && isLast ? throughPlatform(row, isLast, sender) : failedAtSender(failure, isLast, outcome)
        default: {
          const tried =
            failure.problem !== 'unconfirmed' && transport
              ? await throughPlatform(row, isLast, sender)
              : failedAtSender(failure, isLast || failure.problem === 'unconfirmed', outcome)
          return { ...tried, afterwards: () => senders.markFailing(sender, failure) }
        }
      }
    }
    return {
      ...SENT,
      sender: { guid, outcome: 'delivered' },
      ...(!sender.isProven && { afterwards: () => senders.markWorking(sender) }),
    }
  }

  return async function deliver(row: OutboxRow, isLast: boolean): Promise<Tried> {
    if (row.channel === 'sms') return throughGateway(row, isLast)
    const developerId = SENDER_MAIL_KINDS.includes(row.kind) ? row.developer_id : null
    const sender = developerId === null ? undefined : await senders.findDefault(developerId)
    return sender ? throughSender(row, isLast, sender) : throughPlatform(row, isLast)
  }
}
