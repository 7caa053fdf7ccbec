// The outbox at the platform desk. No query here reads a subject or a body, and the role that reads has no right to.
import { developerGuid, mailDesk, mailMachine } from '@sealwright/contract'
import type { MailChannel, MailProblem, MailState } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Db } from '../db/database.ts'
import { countCapped, directionOf, readPage, requirePeriod } from '../db/list.ts'
import type { Period, Slice } from '../db/list.ts'
import { deskAnswers } from '../desk.ts'
import type { DeskBinding, DeskScope } from '../desk.ts'
import { Refusal } from '../refusal.ts'
import type { Mailer } from './outbox.ts'

type Payload<Name extends keyof typeof mailDesk> = z.output<(typeof mailDesk)[Name]['payload']>

interface OutboxFilter extends Period {
  recipient?: string | undefined
  state?: readonly MailState[] | undefined
  channel?: MailChannel | undefined
  kind?: readonly string[] | undefined
}

type Listed = {
  id: string
  developer_id: number | null
  developer_name: string | null
  kind: string
  channel: MailChannel
  recipient: string
  state: MailState
  attempts: number
  problem: MailProblem | null
  last_error: string | null
  created_at: string
  sent_at: string | null
}

const COLUMNS = sql`m.id, m.developer_id, d.name as developer_name, m.kind, m.channel, m.recipient, m.state, m.attempts,
  m.problem, m.last_error, m.created_at, m.sent_at`

const canResend = (state: MailState) => mailMachine.next(state, 'retry') !== undefined

function listMails(db: Db, filter: OutboxFilter, order: 'asc' | 'desc') {
  const { recipient, state, channel, kind, startTime, endTime } = filter
  const where = sql`true
    ${recipient === undefined ? sql`` : sql`and lower(m.recipient) like ${beginning(recipient)}`}
    ${state ? sql`and m.state = any (${sql.param([...state])}::text[])` : sql``}
    ${channel ? sql`and m.channel = ${channel}` : sql``}
    ${kind ? sql`and m.kind = any (${sql.param([...kind])}::text[])` : sql``}
    ${startTime ? sql`and m.created_at >= ${startTime}::timestamptz` : sql``}
    ${endTime ? sql`and m.created_at <= ${endTime}::timestamptz` : sql``}`
  return {
    count: () => countCapped(db, sql`mail_outbox m where ${where}`),
    async page({ offset, limit, isReversed }: Slice) {
      const direction = directionOf(order, isReversed)
      const { rows } = await db.execute<Listed>(sql`
        select ${COLUMNS} from mail_outbox m left join developer d on d.id = m.developer_id where ${where}
        order by m.created_at ${direction}, m.id ${direction} limit ${limit} offset ${offset}`)
      return rows
    },
  }
}

/** A pattern for texts that begin so. The characters of patterns stand for themselves. */
const beginning = (text: string) => `${text.toLowerCase().replace(/[\\%_]/g, String.raw`\$&`)}%`

export function createMailDesk({ mailer }: { mailer: Pick<Mailer, 'retry'> }): { deskBindings: DeskBinding[] } {
  async function find(
    { db }: DeskScope,
    { currentPage, pageSize, order = 'desc', sort: _sort, ...filter }: Payload<'find'>,
  ) {
    requirePeriod(filter)
    const list = listMails(db, filter, order)
    const page = await readPage({ currentPage, pageSize }, await list.count(), list.page)
    return {
      ...page,
      rows: page.rows.map((row) => ({
        id: row.id,
        developerId: row.developer_id === null ? null : String(row.developer_id),
        developerName: row.developer_name,
        kind: row.kind,
        channel: row.channel,
        recipient: row.recipient,
        state: row.state,
        attempts: row.attempts,
        problem: row.problem,
        lastError: row.last_error,
        createTime: new Date(row.created_at),
        sentTime: row.sent_at === null ? null : new Date(row.sent_at),
        canResend: canResend(row.state),
      })),
    }
  }

  async function resend(scope: DeskScope, { id }: Payload<'resend'>) {
    const { db } = scope
    const { rows } = await db.execute<Pick<Listed, 'developer_id' | 'developer_name' | 'kind' | 'recipient'>>(sql`
      select m.developer_id, d.name as developer_name, m.kind, m.recipient
      from mail_outbox m left join developer d on d.id = m.developer_id where m.id = ${id}::uuid`)
    const [mail] = rows
    if (!mail) throw new Refusal('mail.notFound')
    if (!(await mailer.retry(db, id))) throw new Refusal('mail.stateForbids')
    const { developer_id, developer_name, kind, recipient } = mail
    await scope.record({
      type: 'update',
      target: { kind: 'mail', guid: id, name: recipient },
      after: { kind, resentTo: recipient },
    })
    if (developer_id !== null)
      await scope.recordAt(developer_id, {
        type: 'update',
        target: { kind: 'developer', guid: developerGuid(developer_id), name: developer_name ?? '' },
        after: { resentTo: recipient },
      })
    return {}
  }

  return { deskBindings: [deskAnswers(mailDesk.find, find), deskAnswers(mailDesk.resend, resend)] }
}
