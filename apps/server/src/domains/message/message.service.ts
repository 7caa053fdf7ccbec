// What administrators do with their own messages. None of it is logged: it concerns nobody else. Looking at a message
// does not change it, so an administrator who views as another one leaves no trace.
import { MESSAGE_KINDS } from '@sealwright/contract'
import type { MessageKind, messageCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { readPage, requirePeriod } from '../../kernel/db/list.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Ways } from './message.kind.ts'
import * as queries from './message.queries.ts'
import { canGet, wayOf, wordsOf } from './message.rules.ts'
import type { Message } from './message.tables.ts'

type Payload<Name extends keyof typeof messageCalls> = z.output<(typeof messageCalls)[Name]['payload']>

const answerOf = ({ say }: Scope, row: Message) => ({
  ...wordsOf(say, row),
  guid: row.guid,
  kind: row.kind,
  link: row.link,
  isRead: row.readAt !== null,
  createTime: row.createdAt,
})

export async function find(
  scope: Scope,
  { currentPage, pageSize, sort: _sort, order = 'desc', ...filter }: Payload<'find'>,
) {
  requirePeriod(filter)
  const list = await queries.listMessages(scope, filter, order)
  const { rows, ...page } = await readPage({ currentPage, pageSize }, list.count, list.page)
  return { rows: rows.map((row) => answerOf(scope, row)), ...page }
}

export async function get(scope: Scope, { guid }: Payload<'get'>) {
  const row = await queries.findMessage(scope, guid)
  if (!row) throw new Refusal('message.notFound')
  return { row: answerOf(scope, row), ...(await queries.findNeighbors(scope, row)) }
}

export const read = async (scope: Scope, { guids }: Payload<'read'>) => ({
  count: await queries.markRead(scope, { guids }),
})

export const readAll = async (scope: Scope, { kind }: Payload<'readAll'>) => ({
  count: await queries.markRead(scope, { kind }),
})

export const remove = async (scope: Scope, { guids }: Payload<'delete'>) => ({
  count: await queries.deleteMessages(scope, guids),
})

const KINDS = Object.keys(MESSAGE_KINDS) as MessageKind[] // keys of a const object

export async function preferences(scope: Scope) {
  const { ways, ...hours } = await queries.readPreferences(scope)
  return {
    ways: KINDS.filter((kind) => canGet(scope.caller, kind)).map((kind) => ({ kind, way: wayOf(ways, kind) })),
    ...hours,
    timeZone: scope.caller.developer.timeZone,
  }
}

export async function updatePreferences(scope: Scope, { ways = [], ...hours }: Payload<'updatePreferences'>) {
  if (hours.quietHours && hours.quietHours.from === hours.quietHours.until)
    throw new Refusal('platform.timeIllegal', { field: 'quietHours' })
  const changed: Ways = Object.fromEntries(ways.map(({ kind, way }) => [kind, way]))
  await queries.writePreferences(scope, { ways: changed, ...hours })
  return {}
}
