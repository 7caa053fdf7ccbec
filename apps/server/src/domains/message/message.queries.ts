// SQL for messages. Every query names the reader; a policy restricts reading, marking and deleting to their own rows.
import { LIMITS } from '@sealwright/contract'
import type {
  InboxState,
  Locale,
  MessageKind,
  MessageReaders,
  Privilege,
  ScopeKind,
  UnreadCounts,
} from '@sealwright/contract'
import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type pg from 'pg'
import type { Db } from '../../kernel/db/database.ts'
import { inRange, listOf, walkIds } from '../../kernel/db/search.ts'
import type { MessageParams, NewMessage } from '../../kernel/notify.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Address, DueMail, InboxFilter, MailHours, Reader, Tenant, Watched, Ways } from './message.kind.ts'
import { message } from './message.tables.ts'
import type { Message } from './message.tables.ts'

type ReaderRow = Address & {
  account_id: string
  is_super: boolean
  limited: ScopeKind[]
  ways: Ways
  quiet_from: string | null
  quiet_until: string | null
  daily_hour: number | null
  time_zone: string
}

const hoursOf = (from: string | null, until: string | null) =>
  from === null || until === null ? null : { from, until }

/** The members who can sign in and hold the privilege. Without a privilege, all of them. */
export async function listReaders({ db, developerId, now }: Tenant, privilege: Privilege | null): Promise<Reader[]> {
  const { rows } = await db.execute<ReaderRow>(
    sql`select * from message_readers(${developerId}, ${privilege}::text, ${now}::timestamptz)`,
  )
  return rows.map(({ account_id, is_super, quiet_from, quiet_until, daily_hour, time_zone, ...row }) => ({
    ...row,
    accountId: account_id,
    isSuper: is_super,
    quietHours: hoursOf(quiet_from, quiet_until),
    dailyHour: daily_hour,
    timeZone: time_zone,
  }))
}

const SEEN: Record<NonNullable<NewMessage['about']>['kind'], { table: string; by: ScopeKind }> = {
  product: { table: 'product', by: 'product' },
  license: { table: 'license', by: 'product' },
  user: { table: 'end_user', by: 'user' },
  customer: { table: 'customer', by: 'customer' },
}

/**
 * The readers whose row scope contains all of the rows. Without rows, only those who see all of the kind. The
 * transaction names the tenant.
 */
export async function listSeers<One extends Pick<Reader, 'accountId' | 'limited'>>(
  db: Db,
  readers: readonly One[],
  { kind, guids }: NonNullable<NewMessage['about']>,
): Promise<One[]> {
  const { table, by } = SEEN[kind]
  const isLimited = ({ limited }: One) => limited.includes(by)
  const asked = guids.length > 0 ? readers.filter(isLimited) : []
  if (asked.length === 0) return readers.filter((reader) => !isLimited(reader))
  const { rows } = await db.execute<{ account_id: string }>(sql`
    select account_id
    from unnest(${sql.param(asked.map(({ accountId }) => accountId))}::uuid[],
      ${sql.param(asked.map(({ limited }) => limited.join(',')))}::text[]) as reader (account_id, limited)
    where reader_sees(account_id, limited, ${table}, ${sql.param([...new Set(guids)])}::uuid[])`)
  const seers = new Set(rows.map((row) => row.account_id))
  return readers.filter((reader) => !isLimited(reader) || seers.has(reader.accountId))
}

/** Records that these accounts are told of an event. Answers those who were not told before, also under concurrency. */
export async function claimEvent(
  { db, developerId, now }: Tenant,
  event: string,
  accountIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await db.execute<{ account_id: string }>(sql`
    insert into message_event (developer_id, account_id, event, created_at)
    select ${developerId}::bigint, account_id, ${event}, ${now}::timestamptz
    from unnest(${sql.param([...accountIds].toSorted())}::uuid[]) as account_id
    on conflict do nothing
    returning account_id`)
  return new Set(rows.map((row) => row.account_id))
}

/** The events with this beginning that somebody was told of. Runs as the owner, who can search by a beginning. */
export async function listTold(owner: pg.Pool, developerId: number, beginning: string): Promise<Set<string>> {
  const { rows } = await owner.query<{ event: string }>(
    "select distinct event from message_event where developer_id = $1 and event like $2 || '%'",
    [developerId, beginning],
  )
  return new Set(rows.map((row) => row.event))
}

type Content = Pick<NewMessage, 'kind' | 'params' | 'link'>

/** Inserts one message per account. */
export async function insertMessages(
  { db, developerId, now }: Tenant,
  { kind, params, link }: Content,
  rows: readonly { guid: string; accountId: string }[],
): Promise<void> {
  if (rows.length > 0)
    await db
      .insert(message)
      .values(rows.map(({ guid, accountId }) => ({ developerId, guid, accountId, kind, params, link, createdAt: now })))
}

export interface WaitingMail {
  guid: string
  accountId: string
  dueAt: Date
  isDaily: boolean
}

export async function insertWaiting(
  { db, developerId, now }: Tenant,
  { kind, params, link, about }: Content & Pick<NewMessage, 'about'>,
  rows: readonly WaitingMail[],
): Promise<void> {
  const column = (of: (row: WaitingMail) => unknown) => sql.param(rows.map(of))
  if (rows.length > 0)
    await db.execute(sql`
      insert into waiting_mail (developer_id, account_id, guid, kind, params, link, about_kind, about_guids, created_at,
        due_at, is_daily)
      select ${developerId}::bigint, account_id, guid, ${kind}, ${JSON.stringify(params)}::jsonb, ${link},
        ${about?.kind ?? null}::text, ${about ? sql.param([...about.guids]) : null}::uuid[], ${now}::timestamptz,
        due_at, is_daily
      from unnest(${column(({ accountId }) => accountId)}::uuid[], ${column(({ guid }) => guid)}::uuid[],
        ${column((row) => row.dueAt.toISOString())}::timestamptz[], ${column((row) => row.isDaily)}::boolean[])
        as waiting (account_id, guid, due_at, is_daily)`)
}

/** Whether this transaction alone sends due mails. The lock ends with the transaction. */
export async function lockDue(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ isHeld: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended('waiting_mail', 0)) as "isHeld"`,
  )
  return rows[0]?.isHeld === true
}

/**
 * Deletes the due mails of some people and answers them, oldest first, with what the people can get now. Runs as the
 * database owner, under the lock.
 */
export async function takeDue(db: Db, now: Date, people: number): Promise<DueMail[]> {
  const { rows } = await db.execute<{
    developer_id: number
    account_id: string
    kind: MessageKind
    params: MessageParams
    link: string
    about_kind: NonNullable<NewMessage['about']>['kind'] | null
    about_guids: string[] | null
    is_daily: boolean
    email: string | null
    mobile: string | null
    locale: Locale
    can_sign_in: boolean
    is_super: boolean | null
    privileges: Privilege[] | null
    integrator_guid: string | null
    limited: ScopeKind[] | null
    ways: Ways
  }>(sql`
    with person as (
      select distinct developer_id, account_id from (
        select developer_id, account_id from waiting_mail where due_at <= ${now}::timestamptz
        order by due_at limit ${people * 50}
      ) due limit ${people}
    ), taken as (
      delete from waiting_mail w using person p
      where w.developer_id = p.developer_id and w.account_id = p.account_id and w.due_at <= ${now}::timestamptz
      returning w.*
    )
    select t.developer_id, t.account_id, t.kind, t.params, t.link, t.about_kind, t.about_guids, t.is_daily,
      m.email, m.mobile, m.locale,
      coalesce(m.is_enabled and (m.valid_until is null or m.valid_until > ${now}::timestamptz)
        and (m.integrator_guid is null or m.integrator_enabled), false) as can_sign_in,
      m.is_super, m.privileges, m.integrator_guid, m.limited, coalesce(p.ways, '{}') as ways
    from taken t
      left join member m on m.developer_id = t.developer_id and m.account_id = t.account_id
      left join message_preference p on p.developer_id = t.developer_id and p.account_id = t.account_id
    order by t.created_at, t.guid`)
  return rows.map(
    ({
      developer_id,
      account_id,
      about_kind: kind,
      about_guids: guids,
      is_daily,
      can_sign_in,
      is_super,
      privileges,
      integrator_guid,
      limited,
      ...row
    }) => ({
      ...row,
      limited: limited ?? [],
      about: kind === null ? undefined : { kind, guids: guids ?? [] },
      developerId: developer_id,
      accountId: account_id,
      isDaily: is_daily,
      canSignIn: can_sign_in,
      isSuper: is_super === true,
      privileges: new Set(privileges),
      integratorGuid: integrator_guid,
    }),
  )
}

const own = ({ developerId, caller }: Pick<Scope, 'developerId' | 'caller'>) =>
  and(eq(message.developerId, developerId), eq(message.accountId, caller.accountId))

const STATES: Record<InboxState, SQL | undefined> = {
  all: undefined,
  unread: isNull(message.readAt),
  read: isNotNull(message.readAt),
}

export async function listMessages(
  scope: Scope,
  { state, kind, startTime, endTime }: InboxFilter<MessageKind>,
  order: 'asc' | 'desc',
) {
  const ids = await walkIds(scope, {
    table: message,
    where: and(own(scope), STATES[state], inRange(message.createdAt, { from: startTime, until: endTime })),
    column: message.createdAt,
    order,
    among: kind && { column: message.kind, values: kind },
  })
  return listOf(ids, (guids) =>
    scope.db
      .select()
      .from(message)
      .where(and(own(scope), inArray(message.guid, guids))),
  )
}

export async function findMessage(scope: Scope, guid: string): Promise<Message | undefined> {
  const [row] = await scope.db
    .select()
    .from(message)
    .where(and(own(scope), eq(message.guid, guid)))
  return row
}

/** The guids of the next newer and the next older message. */
export async function findNeighbors(scope: Scope, { createdAt, guid }: Message) {
  const next = async (direction: typeof asc, compare: SQL) => {
    const [row] = await scope.db
      .select({ guid: message.guid })
      .from(message)
      .where(and(own(scope), compare))
      .orderBy(direction(message.createdAt), direction(message.guid))
      .limit(1)
    return row?.guid ?? null
  }
  const place = sql`(${message.createdAt}, ${message.guid})`
  const here = sql`(${createdAt.toISOString()}::timestamptz, ${guid}::uuid)`
  return { newer: await next(asc, sql`${place} > ${here}`), older: await next(desc, sql`${place} < ${here}`) }
}

/** Marks unread messages: those with the guids, or all, of some kinds. Answers how many. */
export async function markRead(
  scope: Scope,
  { guids, kind }: { guids?: readonly string[]; kind?: readonly MessageKind[] | undefined },
): Promise<number> {
  const { rowCount } = await scope.db
    .update(message)
    .set({ readAt: scope.asking.now })
    .where(
      and(
        own(scope),
        isNull(message.readAt),
        guids && inArray(message.guid, [...guids]),
        kind && inArray(message.kind, [...kind]),
      ),
    )
  return rowCount ?? 0
}

export async function deleteMessages(scope: Scope, guids: readonly string[]): Promise<number> {
  const { rowCount } = await scope.db.delete(message).where(and(own(scope), inArray(message.guid, [...guids])))
  return rowCount ?? 0
}

/**
 * The unread messages and notices of these people, in order, each counted up to the limit. Only the owner can count for
 * others than the caller.
 */
export async function countUnread(db: Db, people: readonly Watched[], now: Date): Promise<UnreadCounts[]> {
  const { countedMax } = LIMITS.message
  const { rows } = await db.execute<UnreadCounts & Record<string, unknown>>(sql`
     select
       (select count(*)::int from (
         select from message m
         where m.developer_id = person.developer_id and m.account_id = person.account_id and m.read_at is null
         limit ${countedMax}
       ) unread) as messages,
       (select count(*)::int from (
         select from notice n
         where n.starts_at <= ${now}::timestamptz and (n.ends_at is null or n.ends_at > ${now}::timestamptz)
         and notice_is_for(n, person.developer_id)
         and not exists (
           select from notice_read r where r.account_id = person.account_id and r.notice_guid = n.guid)
         limit ${countedMax}
       ) unread) as notices
     from unnest(${sql.param(people.map((one) => one.developerId))}::bigint[],
       ${sql.param(people.map((one) => one.accountId))}::uuid[]) with ordinality
       as person (developer_id, account_id, place)
     order by place`)
  return rows
}

export interface Preferences {
  ways: Ways
  quietHours: MailHours['quietHours']
  dailyHour: number | null
}

export async function readPreferences({ db, developerId, caller }: Scope): Promise<Preferences> {
  const { rows } = await db.execute<Pick<ReaderRow, 'ways' | 'quiet_from' | 'quiet_until' | 'daily_hour'>>(sql`
    select ways, quiet_from, quiet_until, daily_hour from message_preference
    where developer_id = ${developerId} and account_id = ${caller.accountId}`)
  const [row] = rows
  return {
    ways: row?.ways ?? {},
    quietHours: row ? hoursOf(row.quiet_from, row.quiet_until) : null,
    dailyHour: row?.daily_hour ?? null,
  }
}

/** Changes what is given. The ways are merged in one statement, so that two windows do not undo each other. */
export async function writePreferences(
  { db, developerId, caller }: Scope,
  { ways = {}, quietHours, dailyHour }: { [Name in keyof Preferences]?: Preferences[Name] | undefined },
): Promise<void> {
  await db.execute(sql`
    insert into message_preference as known (developer_id, account_id, ways, quiet_from, quiet_until, daily_hour)
    values (${developerId}, ${caller.accountId}, ${JSON.stringify(ways)}::jsonb, ${quietHours?.from ?? null},
      ${quietHours?.until ?? null}, ${dailyHour ?? null}::int)
    on conflict (developer_id, account_id) do update set
      ways = known.ways || excluded.ways
      ${quietHours === undefined ? sql`` : sql`, quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until`}
      ${dailyHour === undefined ? sql`` : sql`, daily_hour = excluded.daily_hour`}`)
}

/** Deletes old messages and the events of messages that are gone. Runs as the owner. */
export async function purgeMessages(owner: pg.Pool, now: Date): Promise<void> {
  const { readDays, keptDays } = LIMITS.message
  await owner.query(
    `delete from message
     where created_at < $1::timestamptz - make_interval(days => $2)
       and (read_at is not null or created_at < $1::timestamptz - make_interval(days => $3))`,
    [now, readDays, keptDays],
  )
  await owner.query('delete from message_event where created_at < $1::timestamptz - make_interval(days => $2)', [
    now,
    keptDays,
  ])
}

/** The accounts of a developer's own administrators, without members of integrators. Runs as the owner. */
export async function listAdministrators(
  db: Db,
  developerId: number,
  readers: MessageReaders,
): Promise<ReadonlySet<string>> {
  const { rows } = await db.execute<{ account_id: string }>(sql`
    select account_id from membership
    where developer_id = ${developerId} and integrator_guid is null and is_enabled
      ${readers === 'super' ? sql`and is_super` : sql``}`)
  return new Set(rows.map((row) => row.account_id))
}
