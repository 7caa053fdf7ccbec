// SQL for the mails about a row. The application's role cannot read the texts of mails.
import type { MailProblem, MailState, MailSubject } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import { directionOf } from '../../kernel/db/list.ts'
import type { Slice } from '../../kernel/db/list.ts'
import type { Scope } from '../../kernel/scope.ts'

interface About {
  kind: MailSubject
  guid: string
}

interface Mail {
  id: string
  kind: string
  recipient: string
  state: MailState
  problem: MailProblem | null
  said: string | null
  sender: string | null
  createTime: Date
  sentTime: Date | null
}

const isAbout = ({ developerId }: Scope, { kind, guid }: About) =>
  sql`a.developer_id = ${developerId} and a.kind = ${kind} and a.guid = ${guid}`

/** A list for readPage, in a total order (ties by id). */
export async function listMails(scope: Scope, about: About, order: 'asc' | 'desc') {
  const { rows } = await scope.db.execute<{ n: number }>(
    sql`select count(*)::int as n from mail_about a where ${isAbout(scope, about)}`,
  )
  return {
    count: { records: rows[0]?.n ?? 0, isCapped: false },
    async page({ offset, limit, isReversed }: Slice): Promise<Mail[]> {
      const direction = directionOf(order, isReversed)
      type Row = Omit<Mail, 'createTime' | 'sentTime'> & { created: string; sent: string | null }
      const page = await scope.db.execute<Row & Record<string, unknown>>(sql`
        select m.id, m.kind, m.recipient, m.state, m.problem, m.said,
          case when m.sender_outcome in ('delivered', 'bounced') then s.email end as sender,
          m.created_at as created, m.sent_at as sent
        from mail_about a
        join mail_outbox m on m.id = a.mail_id
        left join sender s on s.developer_id = m.developer_id and s.guid = m.sender_guid
        where ${isAbout(scope, about)}
        order by m.created_at ${direction}, m.id ${direction} limit ${limit} offset ${offset}`)
      return page.rows.map(({ created, sent, ...mail }) => ({
        ...mail,
        createTime: new Date(created),
        sentTime: sent === null ? null : new Date(sent),
      }))
    },
  }
}

export async function findMail(scope: Scope, about: About, id: string): Promise<{ recipient: string } | undefined> {
  const { rows } = await scope.db.execute<{ recipient: string }>(sql`
    select m.recipient from mail_about a join mail_outbox m on m.id = a.mail_id
    where ${isAbout(scope, about)} and m.id = ${id}`)
  return rows[0]
}
