// SQL of feedback. The queries with a scope return only the caller's own. Those with `db` alone serve the platform
// operator.
import { LIMITS } from '@sealwright/contract'
import type { FeedbackKind, FeedbackState } from '@sealwright/contract'
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Db } from '../../kernel/db/database.ts'
import { cappedCount } from '../../kernel/db/list.ts'
import type { Slice } from '../../kernel/db/list.ts'
import { listOf, walkIds } from '../../kernel/db/search.ts'
import type { Scope } from '../../kernel/scope.ts'
import { feedback, feedbackPicture } from './feedback.tables.ts'
import type { Feedback, FeedbackPicture } from './feedback.tables.ts'

const isOwn = ({ developerId, caller }: Scope) =>
  and(eq(feedback.developerId, developerId), eq(feedback.accountId, caller.accountId))

/** Counts the caller's feedback since then. Concurrent calls of one person wait for each other until they end. */
export async function countSince(scope: Scope, since: Date): Promise<number> {
  const { db, caller } = scope
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`feedback ${caller.accountId}`}, 0))`)
  return db.$count(feedback, and(isOwn(scope), gt(feedback.createdAt, since)))
}

export async function insertFeedback(
  { db }: Pick<Scope, 'db'>,
  row: Feedback,
  pictures: readonly FeedbackPicture[],
): Promise<void> {
  await db.insert(feedback).values(row)
  if (pictures.length > 0) await db.insert(feedbackPicture).values([...pictures])
}

const pictureCount = sql<number>`(
  select count(*)::int from feedback_picture p
  where p.developer_id = "feedback"."developer_id" and p.feedback_guid = "feedback"."guid")`

/** A list for readPage, by time, ties by guid. */
export async function listOwn(scope: Scope, order: 'asc' | 'desc') {
  const ids = await walkIds(scope, { table: feedback, where: isOwn(scope), column: feedback.createdAt, order })
  return listOf(ids, async (guids) => {
    const rows = await scope.db
      .select({ row: feedback, pictures: pictureCount })
      .from(feedback)
      .where(and(isOwn(scope), inArray(feedback.guid, guids)))
    return rows.map(({ row, pictures }) => ({ ...row, pictures }))
  })
}

export async function findOwnPicture(
  scope: Scope,
  guid: string,
  position: number,
): Promise<FeedbackPicture | undefined> {
  const [row] = await scope.db
    .select({ picture: feedbackPicture })
    .from(feedbackPicture)
    .innerJoin(
      feedback,
      and(eq(feedback.developerId, feedbackPicture.developerId), eq(feedback.guid, feedbackPicture.feedbackGuid)),
    )
    .where(and(isOwn(scope), eq(feedback.guid, guid), eq(feedbackPicture.position, position)))
  return row?.picture
}

export interface ReceivedFeedback extends Feedback {
  developerName: string
  /** The sender's e-mail address or mobile number. */
  account: string
  pictures: number
}

/** The feedback of all developers, the oldest first. */
export async function listReceived(db: Db, isAnsweredToo: boolean, limit: number): Promise<ReceivedFeedback[]> {
  return received(db, isAnsweredToo ? undefined : isNull(feedback.answer), limit)
}

export async function findReceived(db: Db, guid: string): Promise<ReceivedFeedback | undefined> {
  return (await received(db, eq(feedback.guid, guid), 1))[0]
}

async function received(
  db: Db,
  where: ReturnType<typeof and>,
  limit: number,
  { offset = 0, isLatestFirst = false } = {},
): Promise<ReceivedFeedback[]> {
  const inOrder = isLatestFirst ? desc : asc
  const rows = await db
    .select({
      row: feedback,
      developerName: sql<string>`(select d.name from developer d where d.id = "feedback"."developer_id")`,
      account: sql<string>`(
        select coalesce(a.email, a.mobile) from account a where a.id = "feedback"."account_id")`,
      pictures: pictureCount,
    })
    .from(feedback)
    .where(where)
    .orderBy(inOrder(feedback.createdAt), inOrder(feedback.guid))
    .limit(limit)
    .offset(offset)
  return rows.map(({ row, ...rest }) => ({ ...row, ...rest }))
}

export interface InboxFilter {
  state?: FeedbackState | undefined
  kind?: readonly FeedbackKind[] | undefined
  developerId?: number | undefined
}

/** The feedback of all developers, for readPage, by time, ties by guid. */
export function listInbox(db: Db, { state, kind, developerId }: InboxFilter, order: 'asc' | 'desc') {
  const where = and(
    state && (state === 'open' ? isNull(feedback.answer) : isNotNull(feedback.answer)),
    kind && inArray(feedback.kind, [...kind]),
    developerId === undefined ? undefined : eq(feedback.developerId, developerId),
  )
  return {
    async count() {
      const found = db
        .select({ one: sql`1` })
        .from(feedback)
        .where(where)
      const { rows } = await db.execute<{ n: number }>(
        sql`select count(*)::int as n from (${found.limit(LIMITS.page.exactCount + 1)}) counted`,
      )
      return cappedCount(rows[0]?.n ?? 0)
    },
    page: ({ offset, limit, isReversed }: Slice) =>
      received(db, where, limit, { offset, isLatestFirst: (order === 'desc') !== isReversed }),
  }
}

export const countOpen = (db: Db): Promise<number> => db.$count(feedback, isNull(feedback.answer))

/** The pictures of a feedback, in order. */
export async function listPictures(db: Db, guid: string): Promise<FeedbackPicture[]> {
  return db
    .select()
    .from(feedbackPicture)
    .where(eq(feedbackPicture.feedbackGuid, guid))
    .orderBy(asc(feedbackPicture.position))
}

/** Answers a feedback once; undefined if it is unknown or answered already. */
export async function setAnswer(db: Db, guid: string, answer: string, now: Date): Promise<Feedback | undefined> {
  const [row] = await db
    .update(feedback)
    .set({ answer, answeredAt: now })
    .where(and(eq(feedback.guid, guid), isNull(feedback.answer)))
    .returning()
  return row
}

/** Deletes the pictures of feedback that was answered long ago. Runs as the owner. */
export async function purgePictures(owner: pg.Pool, now: Date): Promise<void> {
  await owner.query(
    `delete from feedback_picture p using feedback f
     where f.developer_id = p.developer_id and f.guid = p.feedback_guid
       and f.answered_at < $1::timestamptz - make_interval(days => $2)`,
    [now, LIMITS.feedback.picturesKeptDays],
  )
}
