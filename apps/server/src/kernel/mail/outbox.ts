// Mail and text messages. Each message is first a row of the outbox, written and enqueued in the transaction that
// causes it. A job delivers it by SMTP or the SMS gateway (delivery.ts decides how). Without a configured channel the
// message is kept, and `npm run platform -- outbox` shows it, so that a fresh installation works without external
// accounts. Subject and body are erased once a message is sent; the rest of the row is purged later.
import { LIMITS, SENDER_MAIL_KINDS, isMobile, mailMachine } from '@sealwright/contract'
import type { FollowedMailKind, MailSubject } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import * as z from 'zod/mini'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import type { Ids } from '../ids.ts'
import { defineJob } from '../jobs/jobs.ts'
import type { Job, Jobs } from '../jobs/jobs.ts'
import { createDelivery, failedAtPlatform } from './delivery.ts'
import type { DeliveryDeps, Tried } from './delivery.ts'
import type { OutboxRow } from './outbox-row.ts'

interface MessageParts {
  developerId: number | null
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
  /**
   * For readers who want no more mails of this kind: an e-mail address, or an https address that ends them by a POST
   * request (RFC 8058).
   */
  unsubscribe?: string
}

/**
 * The platform operator sees the kind. A message can be about rows of the console: their pages show what became of it,
 * with a word for its kind.
 */
export type Message = MessageParts &
  ({ kind: string; about?: never } | { kind: FollowedMailKind; about: readonly { kind: MailSubject; guid: string }[] })

export interface Mailer {
  /** Inserts a message and enqueues its delivery, both in the caller's transaction. */
  queue(db: Db, message: Message): Promise<string>
  /** Queues many messages in two statements. */
  queueMany(db: Db, messages: readonly Message[]): Promise<void>
  /**
   * Queues a kept or failed message again, of the caller's tenant or, for the owner, of anybody. False when it is in
   * neither state: of two callers, one gets true.
   */
  retry(db: Db, id: string): Promise<boolean>
  job: Job
}

const SEND = 'mail.send'
const AT_ONCE = 4
/** A developer's slow SMTP server must not hold up the mails of others: it holds one conversation at a time. */
const groupOf = (kind: string, developerId: number | null) =>
  developerId !== null && SENDER_MAIL_KINDS.includes(kind) ? { group: `sender ${developerId}` } : {}

const UNSUBSCRIBED: Tried = {
  event: 'giveUp',
  reason: 'the recipient unsubscribed',
  problem: 'unsubscribed',
  said: null,
  sender: null,
}

export interface MailerDeps extends DeliveryDeps {
  owner: pg.Pool
  jobs: Jobs
  clock: Clock
  ids: Ids
  /** Whether the recipient wants no such mail, also if they said so after it was queued. */
  isRefused?(row: OutboxRow): Promise<boolean>
}

export function createMailer(deps: MailerDeps): Mailer {
  const { owner, jobs, clock, ids } = deps
  const deliver = createDelivery(deps)

  /** Stores the outcome of a try. A try that is not the last leaves the message queued. */
  async function note(row: OutboxRow, { event, reason, problem, said, sender }: Tried): Promise<void> {
    const to = event === 'again' ? row.state : mailMachine.next(row.state, event)
    if (to === undefined) return
    // A sent message is in its mailbox. Erase its codes and links here, so that a reader of the outbox cannot use them.
    await owner.query(
      `update mail_outbox set state = $2, last_error = $3, attempts = attempts + 1, problem = $6, sender_guid = $7,
         sender_outcome = $8, said = $9,
         sent_at = case when $2 = 'sent' then $4::timestamptz end,
         subject = case when $2 = 'sent' then kind else subject end,
         body = case when $2 = 'sent' then '' else body end,
         html = case when $2 = 'sent' then null else html end
       where id = $1 and state = $5`,
      [row.id, to, reason, clock.now(), row.state, problem, sender?.guid ?? null, sender?.outcome ?? null, said],
    )
  }

  async function insert(db: Db, messages: readonly Message[]): Promise<string[]> {
    const rows = messages.map((message) => ({ ...message, id: ids.guid(), isText: isMobile(message.to) }))
    const column = (of: (row: (typeof rows)[number]) => unknown) => sql.param(rows.map(of))
    await db.execute(sql`
      insert into mail_outbox (id, developer_id, kind, channel, recipient, subject, body, html, unsubscribe, state,
        created_at)
      select message.*, ${mailMachine.initial}, ${clock.now()}::timestamptz
      from unnest(
        ${column((row) => row.id)}::uuid[],
        ${column((row) => row.developerId)}::bigint[],
        ${column((row) => row.kind)}::text[],
        ${column((row) => (row.isText ? 'sms' : 'mail'))}::text[],
        ${column((row) => row.to)}::text[],
        ${column((row) => row.subject)}::text[],
        ${column((row) => (row.isText ? (row.text ?? row.subject) : row.body))}::text[],
        ${column((row) => (row.isText ? null : (row.html ?? null)))}::text[],
        ${column((row) => row.unsubscribe ?? null)}::text[])
        as message (id, developer_id, kind, channel, recipient, subject, body, html, unsubscribe)`)
    const about = rows.flatMap(({ id, developerId, about: subjects = [] }) =>
      subjects.map((subject) => ({ ...subject, id, developerId })),
    )
    if (about.length > 0)
      await db.execute(sql`
        insert into mail_about (developer_id, kind, guid, mail_id)
        select * from unnest(
          ${sql.param(about.map(({ developerId }) => developerId))}::bigint[],
          ${sql.param(about.map(({ kind }) => kind))}::text[],
          ${sql.param(about.map(({ guid }) => guid))}::uuid[],
          ${sql.param(about.map(({ id }) => id))}::uuid[])`)
    return rows.map((row) => row.id)
  }

  return {
    async queue(db, message) {
      const [id = ''] = await insert(db, [message])
      await jobs.enqueue(db, SEND, { id }, groupOf(message.kind, message.developerId))
      return id
    },
    async queueMany(db, messages) {
      if (messages.length === 0) return
      const inserted = await insert(db, messages)
      await jobs.enqueueMany(
        db,
        SEND,
        messages.map(({ kind, developerId }, index) => ({
          payload: { id: inserted[index] },
          ...groupOf(kind, developerId),
        })),
      )
    },
    async retry(db, id) {
      const from = mailMachine.transitions.filter((row) => row.event === 'retry').map((row) => row.from)
      const { rows } = await db.execute<{ kind: string; developerId: number | null }>(sql`
        update mail_outbox set state = 'queued' where id = ${id} and state in ${from}
        returning kind, developer_id as "developerId"`)
      if (!rows[0]) return false
      await jobs.enqueue(db, SEND, { id }, groupOf(rows[0].kind, rows[0].developerId))
      return true
    },
    job: defineJob({
      name: SEND,
      payload: z.object({ id: z.uuid() }),
      retries: 5,
      concurrency: AT_ONCE,
      isOneOfGroup: true,
      async run({ id }, { isLast }) {
        const { rows } = await owner.query<OutboxRow>('select * from mail_outbox where id = $1', [id])
        const row = rows[0]
        // The queue may run the job again after the message is sent.
        if (row?.state !== 'queued') return
        // A row that stayed queued after its last job would never be sent.
        const tried = (await deps.isRefused?.(row))
          ? UNSUBSCRIBED
          : await deliver(row, isLast).catch((error: unknown) => failedAtPlatform(error, isLast))
        await note(row, tried)
        await tried.afterwards?.()
        if (tried.event === 'again')
          throw new Error(tried.reason ?? 'the message could not be sent', { cause: tried.cause })
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
