// SQL for reading the platform's notices. There are few: administrators see those in force for their developer that
// they have not deleted.
import type { InboxState, NoticeLevel } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { cappedCount } from '../../kernel/db/list.ts'
import type { Count, Slice } from '../../kernel/db/list.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { InboxFilter } from './message.kind.ts'

export interface ReadNotice {
  guid: string
  level: NoticeLevel
  title: string
  text: string
  startsAt: Date
  isRead: boolean
}

const STATES: Record<InboxState, SQL> = {
  all: sql`true`,
  unread: sql`r.read_at is null`,
  read: sql`r.read_at is not null`,
}

/** The notices in force for the caller and their developer: `n`, and `r` if they have read it. */
const inForce = ({ caller, developerId, asking: { now } }: Scope) => sql`
  notice n left join notice_read r on r.notice_guid = n.guid and r.account_id = ${caller.accountId}::uuid
  where n.starts_at <= ${now}::timestamptz and (n.ends_at is null or n.ends_at > ${now}::timestamptz)
    and notice_is_for(n, ${developerId}::bigint) and r.deleted_at is null`

const levels = (kind: readonly NoticeLevel[] | undefined) =>
  kind ? sql`and n.level = any (${sql.param([...kind])}::text[])` : sql``

const filtered = (scope: Scope, { state, kind, startTime, endTime }: InboxFilter<NoticeLevel>) => sql`
  ${inForce(scope)} and ${STATES[state]} ${levels(kind)}
  ${startTime ? sql`and n.starts_at >= ${startTime}::timestamptz` : sql``}
  ${endTime ? sql`and n.starts_at < ${endTime}::timestamptz` : sql``}`

async function select(scope: Scope, from: SQL): Promise<ReadNotice[]> {
  const [title, text] = scope.caller.locale === 'en' ? ['title_en', 'text_en'] : ['title_zh', 'text_zh']
  const { rows } = await scope.db.execute<Omit<ReadNotice, 'startsAt'> & { startsAt: string }>(sql`
    select n.guid, n.level, n.${sql.identifier(title)} as title, n.${sql.identifier(text)} as text,
      n.starts_at as "startsAt", r.read_at is not null as "isRead"
    from ${from}`)
  return rows.map((row) => ({ ...row, startsAt: new Date(row.startsAt) }))
}

export async function countNotices(scope: Scope, filter: InboxFilter<NoticeLevel>): Promise<Count> {
  const { rows } = await scope.db.execute<{ n: number }>(sql`select count(*)::int as n from ${filtered(scope, filter)}`)
  return cappedCount(rows[0]?.n ?? 0)
}

const inOrder = (order: 'asc' | 'desc') =>
  order === 'asc' ? sql`order by n.starts_at, n.guid` : sql`order by n.starts_at desc, n.guid desc`

export function listNotices(
  scope: Scope,
  filter: InboxFilter<NoticeLevel>,
  order: 'asc' | 'desc',
  { offset, limit, isReversed }: Slice,
): Promise<ReadNotice[]> {
  return select(
    scope,
    sql`${filtered(scope, filter)} ${inOrder((order === 'asc') !== isReversed ? 'asc' : 'desc')}
      limit ${limit} offset ${offset}`,
  )
}

export async function findNotice(scope: Scope, guid: string): Promise<ReadNotice | undefined> {
  const [row] = await select(scope, sql`${inForce(scope)} and n.guid = ${guid}::uuid`)
  return row
}

/** The guids of the next newer and the next older notice. */
export async function findNeighbors(scope: Scope, { startsAt, guid }: ReadNotice) {
  const here = sql`(${startsAt}::timestamptz, ${guid}::uuid)`
  const next = async (condition: SQL, order: 'asc' | 'desc') => {
    const [row] = await select(scope, sql`${inForce(scope)} and ${condition} ${inOrder(order)} limit 1`)
    return row?.guid ?? null
  }
  return {
    newer: await next(sql`(n.starts_at, n.guid) > ${here}`, 'asc'),
    older: await next(sql`(n.starts_at, n.guid) < ${here}`, 'desc'),
  }
}

async function mark(scope: Scope, which: SQL, deletedAt: Date | null): Promise<number> {
  const { now } = scope.asking
  const { rowCount } = await scope.db.execute(sql`
    insert into notice_read as known (account_id, notice_guid, read_at, deleted_at)
    select ${scope.caller.accountId}::uuid, n.guid, ${now}::timestamptz, ${deletedAt}::timestamptz
    from ${inForce(scope)} and ${which}
    on conflict (account_id, notice_guid) do update set deleted_at = excluded.deleted_at
      where known.deleted_at is distinct from excluded.deleted_at and excluded.deleted_at is not null`)
  return rowCount ?? 0
}

const among = (guids: readonly string[]) => sql`n.guid = any (${sql.param([...guids])}::uuid[])`

/** Marks unread notices: those with the guids, or all, of some levels. Answers how many. */
export const markRead = (
  scope: Scope,
  { guids, kind }: { guids?: readonly string[]; kind?: readonly NoticeLevel[] | undefined },
): Promise<number> => mark(scope, sql`r.read_at is null ${guids ? sql`and ${among(guids)}` : levels(kind)}`, null)

/** Deletes notices for the caller alone. */
export const deleteNotices = (scope: Scope, guids: readonly string[]): Promise<number> =>
  mark(scope, among(guids), scope.asking.now)
