// The SQL of tags. A developer has few tags, and all its administrators see them.
import type { TAG_SORTS } from '@sealwright/contract'
import { and, asc, sql } from 'drizzle-orm'
import type { Ordering } from '../../kernel/db/list.ts'
import { listOf, walkIds } from '../../kernel/db/search.ts'
import { containing, isOne, listRows, living } from '../../kernel/entity/rows.ts'
import type { Scope } from '../../kernel/scope.ts'
import { tag } from './tag.tables.ts'
import type { Tag } from './tag.tables.ts'

/** A list for readPage, in a total order (ties by guid). */
export async function listTags(
  scope: Scope,
  name: string | undefined,
  { sort = 'name', order = sort === 'name' ? 'asc' : 'desc' }: Ordering<(typeof TAG_SORTS)[number]>,
) {
  const where = and(living(scope, tag), containing(name, tag.name))
  const ids = await walkIds(scope, { table: tag, where, column: sort === 'name' ? tag.name : tag.createdAt, order })
  return listOf(ids, (guids) => listRows(scope, tag, guids))
}

export function listTagNames(scope: Scope): Promise<{ guid: string; name: string }[]> {
  return scope.db
    .select({ guid: tag.guid, name: tag.name })
    .from(tag)
    .where(living(scope, tag))
    .orderBy(asc(tag.name), asc(tag.guid))
}

/**
 * Guids by name, whatever the case; the keys are the names as given. With `isHeld`, the tags cannot be deleted before
 * the transaction ends.
 */
export async function findTagsByName(
  { db, developerId }: Scope,
  names: readonly string[],
  isHeld: boolean,
): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ asked: string; guid: string }>(sql`
    select asked, t.guid from unnest(${sql.param(names)}::text[]) as asked
    join tag t on t.developer_id = ${developerId} and lower(t.name) = lower(asked)
    order by t.guid ${isHeld ? sql`for key share of t` : sql``}`)
  return new Map(rows.map(({ asked, guid }) => [asked, guid]))
}

/** Names by guid of the tags that exist. They cannot be deleted before the transaction ends. */
export async function holdTags({ db, developerId }: Scope, guids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ guid: string; name: string }>(sql`
    select guid, name from tag
    where developer_id = ${developerId} and guid = any (${sql.param([...new Set(guids)])}::uuid[])
    order by guid for key share`)
  return new Map(rows.map(({ guid, name }) => [guid, name]))
}

/** Inserts the tags whose names are free and answers them. */
export function insertTags(scope: Scope, rows: Tag[]): Promise<{ guid: string; name: string }[]> {
  return scope.db.insert(tag).values(rows).onConflictDoNothing().returning({ guid: tag.guid, name: tag.name })
}

/** Deletes a tag and removes it from its users, including those that the caller does not see. */
export async function deleteTag(scope: Scope, guid: string): Promise<void> {
  await scope.db.execute(sql`select forget_tag(${guid})`)
  await scope.db.delete(tag).where(isOne(scope, tag, guid))
}
