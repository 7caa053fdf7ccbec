// The only SQL of tags. There are few of a developer, and everybody of it sees them all.
import type { TAG_SORTS } from '@sealwright/contract'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { listOf, walkIds } from '../../kernel/db/search.ts'
import type { Scope } from '../../kernel/scope.ts'
import { tag } from './tag.tables.ts'
import type { Tag } from './tag.tables.ts'

const isOurs = (scope: Scope) => eq(tag.developerId, scope.developerId)
const isOne = (scope: Scope, guid: string) => and(isOurs(scope), eq(tag.guid, guid))

export async function listTags(
  scope: Scope,
  name: string | undefined,
  { sort, order }: { sort: (typeof TAG_SORTS)[number]; order: 'asc' | 'desc' },
) {
  const where = and(
    isOurs(scope),
    name === undefined ? undefined : sql`lower(${tag.name}) like like_pattern(lower(${name}))`,
  )
  const ids = await walkIds(scope, { table: tag, where, column: sort === 'name' ? tag.name : tag.createdAt, order })
  return listOf(ids, (guids) =>
    scope.db
      .select()
      .from(tag)
      .where(and(isOurs(scope), inArray(tag.guid, guids))),
  )
}

export function listTagNames(scope: Scope): Promise<{ guid: string; name: string }[]> {
  return scope.db
    .select({ guid: tag.guid, name: tag.name })
    .from(tag)
    .where(isOurs(scope))
    .orderBy(asc(tag.name), asc(tag.guid))
}

export async function findTag(scope: Scope, guid: string): Promise<Tag | undefined> {
  const [row] = await scope.db.select().from(tag).where(isOne(scope, guid))
  return row
}

/** The same, locked until the transaction ends. */
export async function lockTag(scope: Scope, guid: string): Promise<Tag | undefined> {
  const [row] = await scope.db.select().from(tag).where(isOne(scope, guid)).for('update')
  return row
}

/**
 * The guids of these names, each as it was asked for; upper and lower case are the same. Held against deletion, where
 * users are to carry them.
 */
export async function findTagsByName(
  { db, developerId }: Scope,
  names: readonly string[],
  isHeld: boolean,
): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ asked: string; guid: string }>(sql`
    select asked, t.guid from unnest(${sql.param(names)}::text[]) as asked join tag t on t.developer_id = ${developerId} and lower(t.name) = lower(asked)
    order by t.guid ${isHeld ? sql`for key share of t` : sql``}`)
  return new Map(rows.map(({ asked, guid }) => [asked, guid]))
}

export async function countTags(scope: Scope): Promise<number> {
  return scope.db.$count(tag, isOurs(scope))
}

/** Inserts those whose names are free, and answers them. */
export function insertTags(scope: Scope, rows: Tag[]): Promise<{ guid: string; name: string }[]> {
  return scope.db.insert(tag).values(rows).onConflictDoNothing().returning({ guid: tag.guid, name: tag.name })
}

export async function renameTag(scope: Scope, guid: string, name: string): Promise<void> {
  await scope.db.update(tag).set({ name }).where(isOne(scope, guid))
}

/** Deletes a tag and takes it off its users, those that the caller does not see included. */
export async function deleteTag(scope: Scope, guid: string): Promise<void> {
  await scope.db.execute(sql`select forget_tag(${guid})`)
  await scope.db.delete(tag).where(isOne(scope, guid))
}
