// The SQL of senders. A developer has at most twenty, so lists need no search index.
import { LIMITS } from '@sealwright/contract'
import type { MailProblem, SenderState } from '@sealwright/contract'
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Db } from '../../kernel/db/database.ts'
import { directionOf } from '../../kernel/db/list.ts'
import type { Ordering, Slice } from '../../kernel/db/list.ts'
import { containing, isOne, living } from '../../kernel/entity/rows.ts'
import type { Scope } from '../../kernel/scope.ts'
import { sender } from './sender.tables.ts'
import type { Sender } from './sender.tables.ts'

type Within = Pick<Scope, 'db' | 'developerId'>

/** As `stateOf` of the service tells a row. */
const IS: Record<SenderState, SQL | undefined> = {
  failing: isNotNull(sender.failingSince),
  working: and(isNull(sender.failingSince), isNotNull(sender.verifiedAt)),
  unverified: and(isNull(sender.failingSince), isNull(sender.verifiedAt)),
}

/** A list for readPage, in a total order (ties by guid). Without a chosen order, the default sender is first. */
export async function listSenders(
  scope: Scope,
  { part, state }: { part: string | undefined; state: SenderState | undefined },
  { sort, order = sort === 'email' ? 'asc' : 'desc' }: Ordering<'updateTime' | 'email'>,
) {
  const where = and(living(scope, sender), containing(part, sender.email, sender.name, sender.host), state && IS[state])
  return {
    count: { records: await scope.db.$count(sender, where), isCapped: false },
    page({ offset, limit, isReversed }: Slice): Promise<Sender[]> {
      const direction = directionOf(order, isReversed)
      const column = sort === 'email' ? sql`lower(${sender.email})` : sender.updatedAt
      return scope.db
        .select()
        .from(sender)
        .where(where)
        .orderBy(
          ...(sort === undefined ? [sql`${sender.isDefault} ${sql.raw(isReversed ? 'asc' : 'desc')}`] : []),
          sql`${column} ${direction}`,
          sql`${sender.guid} ${direction}`,
        )
        .offset(offset)
        .limit(limit)
    },
  }
}

/** Counts the senders whose latest mail failed. */
export function countFailing(scope: Scope): Promise<number> {
  return scope.db.$count(sender, and(living(scope, sender), isNotNull(sender.failingSince)))
}

export interface Counts {
  delivered: number
  failed: number
  bounced: number
}

const countOf = (outcome: keyof Counts) =>
  sql`(count(*) filter (where m.sender_outcome = ${outcome}))::int as ${sql.identifier(outcome)}`
const COUNTS = sql.join([countOf('delivered'), countOf('failed'), countOf('bounced')], sql`, `)
const counted = ({ developerId, asking: { now } }: Pick<Scope, 'developerId' | 'asking'>) => sql`
  m.developer_id = ${developerId} and m.sender_guid is not null
  and m.created_at > ${now}::timestamptz - make_interval(days => ${LIMITS.sender.countedDays})`

/** The mails of the last days by sender. A sender without mails is absent. */
export async function countMails(scope: Scope): Promise<Map<string, Counts>> {
  const { rows } = await scope.db.execute<Counts & { guid: string; [column: string]: unknown }>(sql`
    select m.sender_guid as guid, ${COUNTS} from mail_outbox m where ${counted(scope)} group by m.sender_guid`)
  return new Map(rows.map(({ guid, delivered, failed, bounced }) => [guid, { delivered, failed, bounced }]))
}

/** The mails of one sender by day of the caller's time zone, oldest first. A day without mails is absent. */
export async function countMailsByDay(scope: Scope, guid: string): Promise<({ day: string } & Counts)[]> {
  const { rows } = await scope.db.execute<{ day: string } & Counts & Record<string, unknown>>(sql`
    select to_char(m.created_at at time zone ${scope.caller.timeZone}, 'YYYY-MM-DD') as day, ${COUNTS}
    from mail_outbox m where ${counted(scope)} and m.sender_guid = ${guid} group by 1 order by 1`)
  return rows
}

/** Makes this sender the default, or none. The unique index allows one, so the present one goes first. */
export async function setDefault(scope: Scope, guid: string | undefined): Promise<void> {
  const { accountId: updatedBy } = scope.caller
  await scope.db
    .update(sender)
    .set({ isDefault: false })
    .where(and(living(scope, sender), eq(sender.isDefault, true)))
  if (guid !== undefined)
    await scope.db
      .update(sender)
      .set({ isDefault: true, updatedAt: scope.asking.now, updatedBy })
      .where(isOne(scope, sender, guid))
}

export async function findDefault(scope: Within): Promise<Sender | undefined> {
  const [row] = await scope.db
    .select()
    .from(sender)
    .where(and(living(scope, sender), eq(sender.isDefault, true)))
  return row
}

interface Failed {
  guid: string
  revision: number
}

const isUnchanged = (scope: Within, { guid, revision }: Failed) =>
  and(isOne(scope, sender, guid), eq(sender.revision, revision))

/** Marks a sender as failing, unless its settings changed meanwhile. True for the failure that starts the spell. */
export async function markFailing(
  scope: Within,
  failed: Failed,
  { problem, said, at }: { problem: MailProblem; said: string | null; at: Date },
): Promise<boolean> {
  const began = await scope.db
    .update(sender)
    .set({ failingSince: at, problem, said, failedAt: at })
    .where(and(isUnchanged(scope, failed), isNull(sender.failingSince)))
    .returning({ guid: sender.guid })
  if (began.length > 0) return true
  await scope.db.update(sender).set({ problem, said, failedAt: at }).where(isUnchanged(scope, failed))
  return false
}

export const WORKING = { failingSince: null, problem: null, said: null, failedAt: null } as const

export async function markWorking(scope: { db: Db; developerId: number }, worked: Failed, at: Date): Promise<void> {
  await scope.db
    .update(sender)
    .set({ ...WORKING, verifiedAt: at })
    .where(isUnchanged(scope, worked))
}
