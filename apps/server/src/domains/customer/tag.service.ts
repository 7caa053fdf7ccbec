// Use cases of tags. A developer has a limited number of tags. It is counted under the developer's lock, so that two
// callers cannot both create the last one.
import { LIMITS } from '@sealwright/contract'
import type { tagCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { listAccountNames } from '../../kernel/account-names.ts'
import { readPage } from '../../kernel/db/list.ts'
import { createdNow, factsIn, logOf } from '../../kernel/entity/change.ts'
import { found, nameTaken, refuseFull, unlessTaken } from '../../kernel/entity/refuse.ts'
import { countRows, findRow, lockRow, updateRow } from '../../kernel/entity/rows.ts'
import type { Scope } from '../../kernel/scope.ts'
import { lockDeveloper } from '../developer/index.ts'
import type { NamedKind } from './names.service.ts'
import * as queries from './tag.queries.ts'
import { tag } from './tag.tables.ts'
import type { Tag } from './tag.tables.ts'
import { countUsersOf } from './user.queries.ts'

type Payload<Name extends keyof typeof tagCalls> = z.output<(typeof tagCalls)[Name]['payload']>

const log = logOf('tag', factsIn(['name']))

/** The tags there are. Unless nothing will be created, the lock keeps the number true until the transaction ends. */
async function counted(scope: Scope, isDry = false): Promise<number> {
  if (!isDry) await lockDeveloper(scope)
  return countRows(scope, tag)
}

/** Inserts the tags whose names are free and answers them. */
async function insert(scope: Scope, names: readonly string[]): Promise<{ guid: string; name: string }[]> {
  const made = await queries.insertTags(
    scope,
    names.map((name) => ({ ...createdNow(scope), name })),
  )
  await log.added(scope, ...made)
  return made
}

/** Tags that a user or an import names. */
export const tagsByName: NamedKind = {
  right: 'tag.create',
  find: (scope, names, isDry) => queries.findTagsByName(scope, names, !isDry),
  room: async (scope, isDry) => LIMITS.tag.perDeveloper - (await counted(scope, isDry)),
  make: async (scope, names) => void (await insert(scope, names)),
  unknown: (name) => ({ error: 'user.unknownTag', params: { name }, field: 'tags' }),
  taken: (name) => ({ error: 'tag.nameTaken', params: { name }, field: 'tags' }),
  full: () => ({ error: 'tag.limit', params: { max: LIMITS.tag.perDeveloper }, field: 'tags' }),
}

async function answersOf(scope: Scope, rows: readonly Tag[]) {
  const counts = scope.caller.privileges.has('user.view')
    ? await countUsersOf(
        scope,
        'tag',
        rows.map(({ guid }) => guid),
      )
    : undefined
  const names = await listAccountNames(
    scope,
    rows.map(({ createdBy }) => createdBy),
  )
  return rows.map(({ guid, name, createdAt, createdBy }) => ({
    guid,
    name,
    userCount: counts ? (counts.get(guid) ?? 0) : null,
    createTime: createdAt,
    createdBy: names.get(createdBy) ?? '',
  }))
}

export async function find(scope: Scope, { name, ...query }: Payload<'find'>) {
  const { count, page: fetch } = await queries.listTags(scope, name, query)
  const page = await readPage(query, count, fetch)
  return { ...page, rows: await answersOf(scope, page.rows) }
}

export const list = (scope: Scope) => queries.listTagNames(scope)

export async function get(scope: Scope, { guid }: Payload<'get'>) {
  const [answer] = await answersOf(scope, [found(await findRow(scope, tag, guid), 'tag.notFound')])
  return found(answer, 'tag.notFound')
}

export async function create(scope: Scope, { name }: Payload<'create'>) {
  refuseFull(await counted(scope), LIMITS.tag.perDeveloper, 'tag.limit')
  const [made] = await insert(scope, [name])
  if (!made) throw nameTaken('tag.nameTaken', name)
  return { guid: made.guid }
}

export async function update(scope: Scope, { guid, name }: Payload<'update'>) {
  const before = found(await lockRow(scope, tag, guid), 'tag.notFound')
  await unlessTaken(updateRow(scope, tag, guid, { name }), () => nameTaken('tag.nameTaken', name))
  await log.changed(scope, before, { guid, name })
  return { guid }
}

export async function remove(scope: Scope, { guid }: Payload<'delete'>) {
  const before = found(await lockRow(scope, tag, guid), 'tag.notFound')
  await queries.deleteTag(scope, guid)
  await log.deleted(scope, before)
  return {}
}
