// Mail and text messages. Each message is first a row of the outbox, written and enqueued in the transaction that
// causes it. A job delivers it by SMTP or the SMS gateway. Without a configured channel the message is kept, and
// `npm run platform -- outbox` shows it, so that a fresh installation works without external accounts. Subject and body
// are erased once a message is sent; the rest of the row is purged later.
import { LIMITS, isMobile, mailMachine } from '@sealwright/contract'
import type { MailState } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import nodemailer from 'nodemailer'
import type pg from 'pg'
import * as z from 'zod/mini'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import type { Ids } from '../ids.ts'
import { defineJob } from '../jobs/jobs.ts'
import type { Job, Jobs } from '../jobs/jobs.ts'
import type { SmsGateway } from './sms.ts'

export interface Message {
  developerId: number | null
  /** The kind of message, shown to the platform operator. */
  kind: string
  /**
   * An e-mail address or a mobile number. A mobile number gets a text message that contains only `text`, or else the
   * subject. That is why subjects contain the code.
   */
  to: string
  subject: string
  /** The plain text. */
  body: string
  html?: string
  text?: string
  /** The row of the console that the message is about. Its page shows what became of the message. */
  about?: { kind: 'user' | 'license'; guid: string }
}

export interface OutboxRow {
  id: string
  kind: string
  channel: 'mail' | 'sms'
  recipient: string
  subject: string
  body: string
  html: string | null
  state: MailState
  attempts: number
  last_error: string | null
  created_at: Date
  sent_at: Date | null
}

export interface Mailer {
  /** Inserts a message and enqueues its delivery, both in the caller's transaction. */
  queue(db: Db, message: Message): Promise<string>
  /** Queues many messages in two statements. */
  queueMany(db: Db, messages: readonly Message[]): Promise<void>
  /** Queues a kept or failed message again. Needs a transaction of the owner. False when it is in neither state. */
  retry(db: Db, id: string): Promise<boolean>
  job: Job
}

const SEND = 'mail.send'

export function createMailer(deps: {
  owner: pg.Pool
  jobs: Jobs
  clock: Clock
  ids: Ids
  smtpUrl: string | undefined
  from: string
  sms: SmsGateway | undefined
}): Mailer {
  const { owner, jobs, clock, ids, smtpUrl, from, sms } = deps
  const transport = smtpUrl === undefined ? undefined : nodemailer.createTransport(smtpUrl, { from })
  const ways: Record<OutboxRow['channel'], ((row: OutboxRow) => Promise<unknown>) | undefined> = {
    mail:
      transport &&
      ((row) =>
        transport.sendMail({
          to: row.recipient,
          subject: row.subject,
          text: row.body,
          ...(row.html !== null && { html: row.html }),
          messageId: `<${row.id}@sealwright>`,
        })),
    sms: sms && ((row) => sms.send({ id: row.id, to: row.recipient, text: row.body })),
  }

  async function move(row: { id: string; state: MailState }, event: 'send' | 'keep' | 'giveUp', error: string | null) {
    const to = mailMachine.next(row.state, event)
    if (to === undefined) return
    // A sent message is in its mailbox. Erase its codes and links here, so that a reader of the outbox cannot use them.
    await owner.query(
      `update mail_outbox set state = $2, last_error = $3, attempts = attempts + 1,
         sent_at = case when $2 = 'sent' then $4::timestamptz end,
         subject = case when $2 = 'sent' then kind else subject end,
         body = case when $2 = 'sent' then '' else body end,
         html = case when $2 = 'sent' then null else html end
       where id = $1 and state = $5`,
      [row.id, to, error, clock.now(), row.state],
    )
  }

  async function insert(db: Db, messages: readonly Message[]): Promise<string[]> {
    const rows = messages.map((message) => ({ ...message, id: ids.guid(), isText: isMobile(message.to) }))
    const column = (of: (row: (typeof rows)[number]) => unknown) => sql.param(rows.map(of))
    await db.execute(sql`
      insert into mail_outbox (id, developer_id, kind, channel, recipient, subject, body, html, about_kind, about_guid,
        state, created_at)
      select id, developer_id, kind, channel, recipient, subject, body, html, about_kind, about_guid,
        ${mailMachine.initial}, ${clock.now()}::timestamptz
      from unnest(
        ${column((row) => row.id)}::uuid[],
        ${column((row) => row.developerId)}::bigint[],
        ${column((row) => row.kind)}::text[],
        ${column((row) => (row.isText ? 'sms' : 'mail'))}::text[],
        ${column((row) => row.to)}::text[],
        ${column((row) => row.subject)}::text[],
        ${column((row) => (row.isText ? (row.text ?? row.subject) : row.body))}::text[],
        ${column((row) => (row.isText ? null : (row.html ?? null)))}::text[],
        ${column((row) => row.about?.kind ?? null)}::text[],
        ${column((row) => row.about?.guid ?? null)}::uuid[])
        as message (id, developer_id, kind, channel, recipient, subject, body, html, about_kind, about_guid)`)
    return rows.map((row) => row.id)
  }

  return {
    async queue(db, message) {
      const [id = ''] = await insert(db, [message])
      await jobs.enqueue(db, SEND, { id })
      return id
    },
    async queueMany(db, messages) {
      if (messages.length > 0)
        await jobs.enqueueMany(
          db,
          SEND,
          (await insert(db, messages)).map((id) => ({ id })),
        )
    },
    async retry(db, id) {
      const from = mailMachine.transitions.filter((row) => row.event === 'retry').map((row) => row.from)
      const moved = await db.execute(
        sql`update mail_outbox set state = 'queued' where id = ${id} and state in ${from} returning id`,
      )
      if (moved.rows.length === 0) return false
      await jobs.enqueue(db, SEND, { id })
      return true
    },
    job: defineJob({
      name: SEND,
      payload: z.object({ id: z.uuid() }),
      retries: 5,
      async run({ id }, { isLast }) {
        const { rows } = await owner.query<OutboxRow>('select * from mail_outbox where id = $1', [id])
        const row = rows[0]
        // The queue may run the job again after the message is sent.
        if (row?.state !== 'queued') return
        const send = ways[row.channel]
        if (!send) return move(row, 'keep', null)
        try {
          await send(row)
        } catch (error) {
          const reason = error instanceof Error ? error.message : String(error)
          if (isLast) return move(row, 'giveUp', reason)
          await owner.query('update mail_outbox set attempts = attempts + 1, last_error = $2 where id = $1', [
            row.id,
            reason,
          ])
          throw error
        }
        await move(row, 'send', null)
      },
    }),
  }
}

export async function listOutbox(owner: pg.Pool, limit: number): Promise<OutboxRow[]> {
  const { rows } = await owner.query<OutboxRow>(
    'select * from mail_outbox order by created_at desc, id desc limit $1',
    [limit],
  )
  return rows
}

/** Deletes old messages. Queued messages stay, because they are still to be sent. */
export async function purgeOutbox(owner: pg.Pool, now: Date): Promise<void> {
  const { endedDays, keptDays } = LIMITS.mail
  await owner.query(
    `delete from mail_outbox
     where (state in ('sent', 'failed') and created_at < $1::timestamptz - make_interval(days => $2))
       or (state = 'kept' and created_at < $1::timestamptz - make_interval(days => $3))`,
    [now, endedDays, keptDays],
  )
}
