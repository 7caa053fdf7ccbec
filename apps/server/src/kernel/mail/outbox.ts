// Mail and text messages: each is a row of the outbox first, written and enqueued in the transaction that causes it. A
// job hands it to SMTP or to the SMS gateway; where none is configured it is kept, and `npm run platform -- outbox`
// shows it, so that a fresh install works without any account elsewhere. What went out is forgotten at once: only to
// whom, when and what kind of message stays, and that for a while.
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
  /** What kind of message this is, for the operator's eye. */
  kind: string
  /**
   * An e-mail address, or a mobile number: then `text` alone goes out, as a text message, or else the subject. Subjects
   * carry the code for that.
   */
  to: string
  subject: string
  body: string
  text?: string
}

export interface OutboxRow {
  id: string
  kind: string
  channel: 'mail' | 'sms'
  recipient: string
  subject: string
  body: string
  state: MailState
  attempts: number
  last_error: string | null
  created_at: Date
  sent_at: Date | null
}

export interface Mailer {
  /** Puts a message into the outbox and enqueues its delivery, both in the caller's transaction. */
  queue(db: Db, message: Message): Promise<string>
  /** Many at once, in two statements. */
  queueMany(db: Db, messages: readonly Message[]): Promise<void>
  /** Tries a kept or failed message once more, as the owner. False when it is in neither state. */
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
          messageId: `<${row.id}@sealwright>`,
        })),
    sms: sms && ((row) => sms.send({ id: row.id, to: row.recipient, text: row.body })),
  }

  async function move(row: { id: string; state: MailState }, event: 'send' | 'keep' | 'giveUp', error: string | null) {
    const to = mailMachine.next(row.state, event)
    if (to === undefined) return
    // A sent message is in its mailbox; here its codes and links would only be for others to find.
    await owner.query(
      `update mail_outbox set state = $2, last_error = $3, attempts = attempts + 1, sent_at = case when $2 = 'sent' then $4::timestamptz end,
         subject = case when $2 = 'sent' then kind else subject end, body = case when $2 = 'sent' then '' else body end
       where id = $1 and state = $5`,
      [row.id, to, error, clock.now(), row.state],
    )
  }

  async function insert(db: Db, messages: readonly Message[]): Promise<string[]> {
    const rows = messages.map((message) => ({ ...message, id: ids.guid(), isText: isMobile(message.to) }))
    const column = (of: (row: (typeof rows)[number]) => unknown) => sql.param(rows.map(of))
    await db.execute(sql`
      insert into mail_outbox (id, developer_id, kind, channel, recipient, subject, body, state, created_at)
      select id, developer_id, kind, channel, recipient, subject, body, ${mailMachine.initial}, ${clock.now()}::timestamptz
      from unnest(${column((row) => row.id)}::uuid[], ${column((row) => row.developerId)}::bigint[], ${column((row) => row.kind)}::text[], ${column((row) => (row.isText ? 'sms' : 'mail'))}::text[],
        ${column((row) => row.to)}::text[], ${column((row) => row.subject)}::text[], ${column((row) => (row.isText ? (row.text ?? row.subject) : row.body))}::text[])
        as message (id, developer_id, kind, channel, recipient, subject, body)`)
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
        // A repeated delivery of the job after the message went out finds it sent and does nothing.
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

/** What is queued stays: it is still to go out. */
export async function purgeOutbox(owner: pg.Pool, now: Date): Promise<void> {
  const { endedDays, keptDays } = LIMITS.mail
  await owner.query(
    `delete from mail_outbox where (state in ('sent', 'failed') and created_at < $1::timestamptz - make_interval(days => $2))
       or (state = 'kept' and created_at < $1::timestamptz - make_interval(days => $3))`,
    [now, endedDays, keptDays],
  )
}
