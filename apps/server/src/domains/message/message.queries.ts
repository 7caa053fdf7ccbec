// SQL for messages.
import type { Locale, MessageKind, Privilege, ScopeKind } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import type { Db } from '../../kernel/db/database.ts'

export interface Reader {
  account_id: string
  email: string | null
  mobile: string | null
  locale: Locale
  is_super: boolean
  /** The kinds of rows that the reader sees only in part. */
  limited: ScopeKind[]
}

/** The members who can sign in and hold the privilege. Without a privilege, all of them. */
export async function listReaders(
  { db, developerId, now }: { db: Db; developerId: number; now: Date },
  privilege: Privilege | null,
): Promise<Reader[]> {
  const { rows } = await db.execute<Reader & Record<string, unknown>>(sql`
    select account_id, email, mobile, locale, is_super, limited
    from message_readers(${developerId}, ${privilege}::text, ${now}::timestamptz)`)
  return rows
}

interface NewMessage {
  developerId: number
  kind: MessageKind
  params: object
  link: string
  event: string | null
  at: Date
}

/** Inserts one message per reader. Answers those readers who did not have a message about the event. */
export async function insertMessages(
  db: Db,
  { developerId, kind, params, link, event, at }: NewMessage,
  rows: readonly { guid: string; accountId: string }[],
): Promise<Set<string>> {
  const inserted = await db.execute<{ account_id: string }>(sql`
    insert into message (developer_id, account_id, guid, kind, params, link, event, created_at)
    select ${developerId}::bigint, account_id, guid, ${kind}, ${JSON.stringify(params)}::jsonb, ${link}, ${event}::text,
      ${at}::timestamptz
    from unnest(${sql.param(rows.map(({ accountId }) => accountId))}::uuid[],
      ${sql.param(rows.map(({ guid }) => guid))}::uuid[]) as reader (account_id, guid)
    on conflict do nothing
    returning account_id`)
  return new Set(inserted.rows.map((row) => row.account_id))
}
