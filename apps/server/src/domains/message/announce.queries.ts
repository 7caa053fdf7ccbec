// SQL for writing the platform's notices and messages. All of it runs for platform operators: as the owner, or reading
// as the desk.
import type { MessageReaders, NoticeAudience, NoticeLevel, NoticeState } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Db } from '../../kernel/db/database.ts'
import { cappedCount, countCapped, directionOf } from '../../kernel/db/list.ts'
import type { Slice } from '../../kernel/db/list.ts'

export interface NoticeTexts {
  titleZh: string
  textZh: string
  titleEn: string
  textEn: string
}

export interface Notice extends NoticeTexts {
  guid: string
  level: NoticeLevel
  /** Null: when it is published. */
  startsAt: Date | null
  endsAt: Date | null
  audience: NoticeAudience
  developers: readonly number[]
  isDraft: boolean
}

/** Of a notice to everybody, as the command sends it. */
export const TO_EVERYBODY = { audience: 'all', developers: [], isDraft: false } as const

const ids = (developers: readonly number[]) => sql`${sql.param([...developers])}::bigint[]`

export async function insertNotice(db: Db, notice: Notice, now: Date): Promise<void> {
  await db.execute(sql`
    insert into notice (guid, level, title_zh, text_zh, title_en, text_en, starts_at, ends_at, audience, developers,
      is_draft, created_at)
    values (${notice.guid}, ${notice.level}, ${notice.titleZh}, ${notice.textZh}, ${notice.titleEn}, ${notice.textEn},
      ${notice.startsAt}::timestamptz, ${notice.endsAt}::timestamptz, ${notice.audience}, ${ids(notice.developers)},
      ${notice.isDraft}, ${now}::timestamptz)`)
}

export async function updateNotice(db: Db, notice: Notice): Promise<void> {
  await db.execute(sql`
    update notice set level = ${notice.level}, title_zh = ${notice.titleZh}, text_zh = ${notice.textZh},
      title_en = ${notice.titleEn}, text_en = ${notice.textEn}, starts_at = ${notice.startsAt}::timestamptz,
      ends_at = ${notice.endsAt}::timestamptz, audience = ${notice.audience}, developers = ${ids(notice.developers)},
      is_draft = ${notice.isDraft}, revision = revision + 1
    where guid = ${notice.guid}::uuid`)
}

export async function deleteDraft(db: Db, guid: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`delete from notice where guid = ${guid}::uuid and is_draft`)
  return (rowCount ?? 0) > 0
}

/** Ends a notice now. One that has not begun never does. False if there is none in force. */
export async function endNotice(db: Db, guid: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update notice set ends_at = ${now}::timestamptz, starts_at = least(starts_at, ${now}::timestamptz),
      withdrawn_at = ${now}::timestamptz, revision = revision + 1
    where guid = ${guid}::uuid and not is_draft and (ends_at is null or ends_at > ${now}::timestamptz)`)
  return (rowCount ?? 0) > 0
}

const stateAt = (now: Date) => sql`
  case when n.is_draft then 'draft' when n.withdrawn_at is not null then 'withdrawn'
    when n.ends_at <= ${now}::timestamptz then 'ended' when n.starts_at > ${now}::timestamptz then 'planned'
    else 'shown' end`

const COLUMNS = sql`
  n.guid, n.level, n.title_zh as "titleZh", n.text_zh as "textZh", n.title_en as "titleEn", n.text_en as "textEn",
  n.starts_at as "startsAt", n.ends_at as "endsAt", n.audience, n.developers, n.is_draft as "isDraft", n.revision`

export interface KnownNotice extends Notice {
  state: NoticeState
  revision: number
}
type Told<Row> = Omit<Row, 'startsAt' | 'endsAt' | 'developers'> & {
  startsAt: string | null
  endsAt: string | null
  developers: (number | string)[]
}
const dateOf = (at: string | null) => (at === null ? null : new Date(at))
const noticeOf = <Row extends Notice>(row: Told<Row>) => ({
  ...row,
  startsAt: dateOf(row.startsAt),
  endsAt: dateOf(row.endsAt),
  developers: row.developers.map(Number),
})

export async function listAll(db: Db, now: Date): Promise<KnownNotice[]> {
  const { rows } = await db.execute<Told<KnownNotice>>(sql`
    select ${COLUMNS}, ${stateAt(now)} as state from notice n order by n.starts_at desc nulls first, n.guid desc`)
  return rows.map(noticeOf)
}

export async function findNotice(
  db: Db,
  guid: string,
  now: Date,
  isLocked: boolean = false,
): Promise<KnownNotice | undefined> {
  const { rows } = await db.execute<Told<KnownNotice>>(sql`
    select ${COLUMNS}, ${stateAt(now)} as state from notice n where n.guid = ${guid}::uuid
    ${isLocked ? sql`for update` : sql``}`)
  return rows[0] && noticeOf(rows[0])
}

/** The people of an audience: members who can sign in, each once. `n` is the notice. */
const people = (also: SQL) => sql`(
  select count(distinct m.account_id)::int from membership m join developer d on d.id = m.developer_id
  where m.is_enabled and ${also} and case n.audience
    when 'all' then true when 'named' then d.id = any (n.developers) else d.status = n.audience end)`

const hasRead = sql`exists (
  select from notice_read r where r.notice_guid = n.guid and r.account_id = m.account_id)`

export interface CountedNotice extends KnownNotice {
  people: number
  readers: number
}

export function listNotices(
  db: Db,
  { state, audience }: { state?: readonly NoticeState[] | undefined; audience?: readonly NoticeAudience[] | undefined },
  order: 'asc' | 'desc',
  now: Date,
) {
  const where = sql`true
    ${state ? sql`and ${stateAt(now)} = any (${sql.param([...state])}::text[])` : sql``}
    ${audience ? sql`and n.audience = any (${sql.param([...audience])}::text[])` : sql``}`
  return {
    async count() {
      const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from notice n where ${where}`)
      return cappedCount(rows[0]?.n ?? 0)
    },
    async page({ offset, limit, isReversed }: Slice): Promise<CountedNotice[]> {
      const direction = (order === 'asc') !== isReversed ? sql.raw('asc nulls last') : sql.raw('desc nulls first')
      const byGuid = directionOf(order, isReversed)
      const { rows } = await db.execute<Told<CountedNotice>>(sql`
        select ${COLUMNS}, ${stateAt(now)} as state, ${people(sql`true`)} as people, ${people(hasRead)} as readers
        from notice n where ${where}
        order by n.starts_at ${direction}, n.guid ${byGuid} limit ${limit} offset ${offset}`)
      return rows.map(noticeOf)
    },
  }
}

export async function countReaders(db: Db, guid: string): Promise<{ people: number; readers: number }> {
  const { rows } = await db.execute<{ people: number; readers: number }>(sql`
    select ${people(sql`true`)} as people, ${people(hasRead)} as readers from notice n where n.guid = ${guid}::uuid`)
  return rows[0] ?? { people: 0, readers: 0 }
}

/** The names of developers, in the order of their ids. */
export async function namesOf(db: Db, developers: readonly number[]): Promise<{ id: number; name: string }[]> {
  if (developers.length === 0) return []
  const { rows } = await db.execute<{ id: number; name: string }>(
    sql`select id, name from developer where id = any (${ids(developers)}) order by id`,
  )
  return rows
}

export interface SentTexts {
  titleZh: string | null
  textZh: string | null
  titleEn: string | null
  textEn: string | null
}

export interface Sent extends SentTexts {
  guid: string
  operator: string
  readers: MessageReaders
  developers: readonly number[]
  people: number
}

export async function insertSent(db: Db, sent: Sent, now: Date): Promise<void> {
  await db.execute(sql`
    insert into sent_message (guid, operator_name, title_zh, text_zh, title_en, text_en, readers, developers, people,
      created_at)
    values (${sent.guid}, ${sent.operator}, ${sent.titleZh}, ${sent.textZh}, ${sent.titleEn}, ${sent.textEn},
      ${sent.readers}, ${ids(sent.developers)}, ${sent.people}, ${now}::timestamptz)`)
}

type SentRow = Omit<Sent, 'developers'> & {
  developers: (number | string)[]
  createdAt: string
  read: number
}

export function listSent(db: Db, developerId: number | undefined, order: 'asc' | 'desc') {
  const where = developerId === undefined ? sql`true` : sql`s.developers @> array[${developerId}]::bigint[]`
  return {
    count: () => countCapped(db, sql`sent_message s where ${where}`),
    async page({ offset, limit, isReversed }: Slice) {
      const direction = directionOf(order, isReversed)
      const { rows } = await db.execute<SentRow>(sql`
        select s.guid, s.operator_name as operator, s.title_zh as "titleZh", s.text_zh as "textZh",
          s.title_en as "titleEn", s.text_en as "textEn", s.readers, s.developers, s.people,
          s.created_at as "createdAt", sent_message_reads(s.guid) as read
        from sent_message s where ${where}
        order by s.created_at ${direction}, s.guid ${direction} limit ${limit} offset ${offset}`)
      return rows.map((row) => ({
        ...row,
        developers: row.developers.map(Number),
        createdAt: new Date(row.createdAt),
      }))
    },
  }
}
