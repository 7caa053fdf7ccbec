// Removes users, one or many at a time, and restores them. The account and its licenses stay; only the developer's user
// is deleted.
import type { userCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import { defineTaskKind } from '../task/index.ts'
import type { OpenTask, Outcome } from '../task/index.ts'
import { roomForUsers, trialLimit } from './user-addition.service.ts'
import * as queries from './user.queries.ts'
import type { KnownUser } from './user.queries.ts'
import { userFacts } from './user.rules.ts'

type Payload<Name extends keyof typeof userCalls> = z.output<(typeof userCalls)[Name]['payload']>

const factsOf = (row: KnownUser) =>
  userFacts(
    row,
    row.customerName,
    row.tags.map(({ name }) => name),
  )

/** Removes locked users. */
export async function removeUsers(scope: Scope, users: readonly KnownUser[]): Promise<void> {
  await queries.updateUsers(
    scope,
    users.map(({ guid }) => guid),
    { deletedAt: scope.asking.now, updatedBy: scope.caller.accountId },
  )
  await scope.record(
    ...users.map((user) => ({
      type: 'delete' as const,
      target: { kind: 'user' as const, guid: user.guid, name: user.account },
      before: factsOf(user),
    })),
  )
}

export async function remove(scope: Scope, { guid }: Payload<'delete'>) {
  const user = (await queries.lockUsers(scope, [guid])).get(guid)
  if (!user) throw new Refusal('user.notFound')
  await removeUsers(scope, [user])
  return {}
}

export function createBatchDelete(openTask: OpenTask) {
  return async (scope: Scope, { guids }: Payload<'batchDelete'>) => {
    const accounts = await queries.listAccounts(scope, guids)
    // A missing or invisible user is reported in its row of the task.
    const rows = [...new Set(guids)].map((guid): Removal => ({ guid, account: accounts.get(guid) ?? '' }))
    // The task is named after the first known user; if none is known, after a guid.
    const subject = rows.find(({ account }) => account !== '')?.account ?? guids[0] ?? ''
    const { taskId } = await openTask(scope, { kind: 'userDelete', subject, rows })
    return { taskId }
  }
}

interface Removal {
  guid: string
  account: string
}

const skipped = (error: 'user.notFound' | 'user.accountTaken', account: string): Outcome => ({
  state: 'skip',
  reason: { error, params: { account } },
})

export const userDelete = defineTaskKind<Removal>({
  name: 'userDelete',
  chunk: 1000,
  domain: 'customer',
  cells: ({ account }) => [{ field: 'account', value: account }],
  async run(scope, rows) {
    const users = await queries.lockUsers(
      scope,
      rows.map(({ input }) => input.guid),
    )
    await removeUsers(scope, [...users.values()])
    return rows.map(({ input }): Outcome =>
      users.has(input.guid)
        ? { state: 'success', effect: { guid: input.guid } }
        : skipped('user.notFound', input.account),
    )
  },
  async undo(scope, rows) {
    const deleted = await queries.lockUsers(
      scope,
      rows.map(({ input }) => input.guid),
      true,
    )
    const room = await roomForUsers(scope)
    const wanted = [...deleted.keys()]
    const back = await queries.restoreUsers(scope, wanted.slice(0, Math.max(room, 0)))
    const tooMany = new Set(wanted.slice(Math.max(room, 0)))
    const present = await queries.lockUsers(
      scope,
      rows.map(({ input }) => input.guid),
    )
    await scope.record(
      ...[...present.values()]
        .filter(({ guid }) => back.has(guid))
        .map((user) => ({
          type: 'add' as const,
          target: { kind: 'user' as const, guid: user.guid, name: user.account },
          after: factsOf(user),
        })),
    )
    return rows.map(({ input: { guid, account } }): Outcome => {
      if (back.has(guid)) return { state: 'success' }
      if (tooMany.has(guid)) return { state: 'fail', reason: trialLimit() }
      return skipped(deleted.has(guid) || present.has(guid) ? 'user.accountTaken' : 'user.notFound', account)
    })
  },
})
