// SQL of reviews: approved texts, trusted developers, and the lists of the platform desk.
import type { Locale, ReviewStatusCode } from '@sealwright/contract'
import { REVIEW_STATUSES } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import type { Db } from '../../kernel/db/database.ts'
import { countCapped, directionOf } from '../../kernel/db/list.ts'
import type { Slice } from '../../kernel/db/list.ts'
import type { EmailTemplate } from './email-template.tables.ts'

export async function keepApproved(
  db: Db,
  { developerId, guid, subject, body, text }: EmailTemplate,
  now: Date,
): Promise<void> {
  await db.execute(sql`
    insert into email_template_approved (developer_id, guid, subject, body, text, approved_at)
    values (${developerId}, ${guid}, ${subject}, ${body}, ${text}, ${now}::timestamptz)
    on conflict (developer_id, guid) do update set
      subject = excluded.subject, body = excluded.body, text = excluded.text, approved_at = excluded.approved_at`)
}

export async function isTrusted(db: Db, developerId: number): Promise<boolean> {
  const { rows } = await db.execute<{ is: boolean }>(
    sql`select templates_trusted as is from developer where id = ${developerId}`,
  )
  return rows[0]?.is ?? false
}

/** The name of the developer, and whether this changed anything. Undefined: there is none. */
export async function setTrusted(db: Db, developerId: number, isTrustedNow: boolean) {
  const { rows } = await db.execute<{ name: string; was: boolean }>(sql`
    select name, templates_trusted as was from developer where id = ${developerId} for update`)
  const [row] = rows
  if (row && row.was !== isTrustedNow)
    await db.execute(sql`update developer set templates_trusted = ${isTrustedNow} where id = ${developerId}`)
  return row && { name: row.name, isChanged: row.was !== isTrustedNow }
}

export type Submitted = {
  guid: string
  developer_id: number
  developer_name: string
  display_name: string | null
  is_trusted: boolean
  name: string
  type: EmailTemplate['type']
  language: Locale
  subject: string
  status: ReviewStatusCode
  reason: string | null
  submitted_at: string
}

export interface ReviewFilter {
  status: readonly ReviewStatusCode[]
  type?: readonly EmailTemplate['type'][] | undefined
  developerId?: number | undefined
}

const COLUMNS = sql`
  t.guid, t.developer_id, d.name as developer_name, d.display_name, d.templates_trusted as is_trusted, t.name, t.type,
  t.language, t.subject, t.status, t.reason, t.submitted_at`

/** The templates of all developers, by the time of their submission, ties by guid. */
export function listSubmitted(db: Db, { status, type, developerId }: ReviewFilter, order: 'asc' | 'desc') {
  const where = sql`t.deleted_at is null and t.status = any (${sql.param([...status])}::int[])
    ${type ? sql`and t.type = any (${sql.param([...type])}::int[])` : sql``}
    ${developerId === undefined ? sql`` : sql`and t.developer_id = ${developerId}`}`
  return {
    count: () => countCapped(db, sql`email_template t where ${where}`),
    async page({ offset, limit, isReversed }: Slice) {
      const direction = directionOf(order, isReversed)
      const { rows } = await db.execute<Submitted>(sql`
        select ${COLUMNS} from email_template t join developer d on d.id = t.developer_id where ${where}
        order by t.submitted_at ${direction}, t.guid ${direction} limit ${limit} offset ${offset}`)
      return rows
    },
  }
}

export async function countWaiting(db: Db): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from email_template where status = ${REVIEW_STATUSES.reviewing} and deleted_at is null`)
  return rows[0]?.n ?? 0
}

export type WholeSubmitted = Submitted & {
  revision: number
  body: string
  text: string | null
  approved: { subject: string; body: string; text: string | null; approvedAt: string } | null
}

/** A template with the text that was approved last. */
export async function findSubmitted(db: Db, guid: string): Promise<WholeSubmitted | undefined> {
  const { rows } = await db.execute<WholeSubmitted>(sql`
    select ${COLUMNS}, t.revision, t.body, t.text,
      case when a.guid is not null then jsonb_build_object(
        'subject', a.subject, 'body', a.body, 'text', a.text, 'approvedAt', a.approved_at) end as approved
    from email_template t join developer d on d.id = t.developer_id
      left join email_template_approved a on a.developer_id = t.developer_id and a.guid = t.guid
    where t.guid = ${guid}::uuid and t.deleted_at is null`)
  return rows[0]
}
