// What administrators do with the platform's notices. A notice is one row for everybody; reading and deleting are
// personal.
import type { noticeCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { readPage, requirePeriod } from '../../kernel/db/list.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import * as queries from './notice.queries.ts'

type Payload<Name extends keyof typeof noticeCalls> = z.output<(typeof noticeCalls)[Name]['payload']>

const answerOf = ({ level, startsAt, ...row }: queries.ReadNotice) => ({
  ...row,
  kind: level,
  link: null,
  createTime: startsAt,
})

export async function find(
  scope: Scope,
  { currentPage, pageSize, sort: _sort, order = 'desc', ...filter }: Payload<'find'>,
) {
  requirePeriod(filter)
  const count = await queries.countNotices(scope, filter)
  const { rows, ...page } = await readPage({ currentPage, pageSize }, count, (slice) =>
    queries.listNotices(scope, filter, order, slice),
  )
  return { rows: rows.map(answerOf), ...page }
}

export async function get(scope: Scope, { guid }: Payload<'get'>) {
  const row = await queries.findNotice(scope, guid)
  if (!row) throw new Refusal('notice.notFound')
  return { row: answerOf(row), ...(await queries.findNeighbors(scope, row)) }
}

export const read = async (scope: Scope, { guids }: Payload<'read'>) => ({
  count: await queries.markRead(scope, { guids }),
})

export const readAll = async (scope: Scope, { kind }: Payload<'readAll'>) => ({
  count: await queries.markRead(scope, { kind }),
})

export const remove = async (scope: Scope, { guids }: Payload<'delete'>) => ({
  count: await queries.deleteNotices(scope, guids),
})
