// Use cases of tags. Their number is bounded, under the developer's lock, so that two who make one at once cannot both
// be the last.
import { LIMITS } from '@sealwright/contract'
import type { tagCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { isUniqueViolation } from '../../kernel/db/database.ts'
import { readPage } from '../../kernel/db/list.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import { listAccountNames, lockDeveloper } from '../developer/index.ts'
import type { NamedKind } from './names.service.ts'
import * as queries from './tag.queries.ts'
import type { Tag } from './tag.tables.ts'
import { countUsersOf } from './user.queries.ts'

type Payload<Name extends keyof typeof tagCalls> = z.output<(typeof tagCalls)[Name]['payload']>

const notFound = () => new Refusal('tag.notFound')
const nameTaken = (name: string) => new Refusal('tag.nameTaken', { params: { name }, field: 'name' })

async function room(scope: Scope, isDry: boolean): Promise<number> {
  if (!isDry) await lockDeveloper(scope)
  return LIMITS.tag.perDeveloper - (await queries.countTags(scope))
}

async function make(scope: Scope, names: readonly string[]): Promise<{ guid: string; name: string }[]> {
  const { developerId, ids, caller, asking } = scope
  const made = await queries.insertTags(
    scope,
    names.map((name) => ({ developerId, guid: ids.guid(), name, createdBy: caller.accountId, createdAt: asking.now })),
  )
  await scope.record(
    ...made.map(({ guid, name }) => ({
      type: 'add' as const,
      target: { kind: 'tag' as const, guid, name },
      after: { name },
    })),
  )
  return made
}

/** Tags by name, on a user. */
export const tagsByName: NamedKind = {
  right: 'tag.create',
  find: (scope, names, isDry) => queries.findTagsByName(scope, names, !isDry),
  room,
  make: async (scope, names) => void (await make(scope, names)),
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

export async function find(scope: Scope, { currentPage, pageSize, sort = 'name', order, name }: Payload<'find'>) {
  const list = await queries.listTags(scope, name, { sort, order: order ?? (sort === 'name' ? 'asc' : 'desc') })
  const page = await readPage({ currentPage, pageSize }, list.count, list.page)
  return { ...page, rows: await answersOf(scope, page.rows) }
}

export const list = (scope: Scope) => queries.listTagNames(scope)

export async function get(scope: Scope, { guid }: Payload<'get'>) {
  const row = await queries.findTag(scope, guid)
  const [answer] = row ? await answersOf(scope, [row]) : []
  if (!answer) throw notFound()
  return answer
}

export async function create(scope: Scope, { name }: Payload<'create'>) {
  if ((await room(scope, false)) <= 0) throw new Refusal('tag.limit', { params: { max: LIMITS.tag.perDeveloper } })
  const [made] = await make(scope, [name])
  if (!made) throw nameTaken(name)
  return { guid: made.guid }
}

export async function update(scope: Scope, { guid, name }: Payload<'update'>) {
  const before = await queries.lockTag(scope, guid)
  if (!before) throw notFound()
  await queries.renameTag(scope, guid, name).catch((error: unknown) => {
    throw isUniqueViolation(error) ? nameTaken(name) : error
  })
  await scope.record({
    type: 'update',
    target: { kind: 'tag', guid, name },
    before: { name: before.name },
    after: { name },
  })
  return { guid }
}

export async function remove(scope: Scope, { guid }: Payload<'delete'>) {
  const before = await queries.lockTag(scope, guid)
  if (!before) throw notFound()
  await queries.deleteTag(scope, guid)
  await scope.record({
    type: 'delete',
    target: { kind: 'tag', guid, name: before.name },
    before: { name: before.name },
  })
  return {}
}
