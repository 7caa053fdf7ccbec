// Changes many users at once: adds tags, removes tags, or assigns a customer. The call finds or creates the tags and
// the customer, so that a refusal reaches the form; the task then changes each user and remembers what it was before.
import { LIMITS } from '@sealwright/contract'
import type { userCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import { defineTaskKind } from '../task/index.ts'
import type { OpenTask, Outcome, RowReason } from '../task/index.ts'
import { holdCustomers } from './customer.queries.ts'
import { customersByName } from './customer.service.ts'
import { holdTags } from './tag.queries.ts'
import { tagsByName } from './tag.service.ts'
import * as queries from './user.queries.ts'
import type { KnownUser, UserPlace } from './user.queries.ts'
import { userFacts } from './user.rules.ts'
import { assignedAfter, guidsOf } from './user.service.ts'

type Payload = z.output<typeof userCalls.batchUpdate.payload>

/** The same change for every user. */
interface Change {
  addTags: string[]
  removeTags: string[]
  /** Absent: the customer stays. Null: none. */
  customerGuid?: string | null
}

interface ChangeRow {
  guid: string
  account: string
}

/** A user before the change, and the revision that the change left. */
interface ChangeEffect extends Pick<UserPlace, 'tagGuids' | 'customerGuid' | 'assignedTo'> {
  revision: number
}

async function changeOf(scope: Scope, { addTags = [], removeTagGuids = [], customerName }: Payload): Promise<Change> {
  const known = await holdTags(scope, removeTagGuids)
  if (removeTagGuids.some((guid) => !known.has(guid))) throw new Refusal('tag.notFound', { field: 'removeTagGuids' })
  const customer =
    customerName === undefined || customerName === null
      ? customerName
      : ((await guidsOf(scope, customersByName, [customerName]))[0] ?? null)
  return {
    addTags: await guidsOf(scope, tagsByName, addTags ?? []),
    removeTags: [...known.keys()],
    ...(customer !== undefined && { customerGuid: customer }),
  }
}

export function createBatchUpdate(openTask: OpenTask) {
  return async (scope: Scope, payload: Payload) => {
    const options = { ...(await changeOf(scope, payload)) }
    const accounts = await queries.listAccounts(scope, payload.guids)
    // A missing or invisible user is reported in its row of the task.
    const rows = [...new Set(payload.guids)].map((guid): ChangeRow => ({ guid, account: accounts.get(guid) ?? '' }))
    const subject = rows.find(({ account }) => account !== '')?.account ?? payload.guids[0] ?? ''
    const { taskId } = await openTask(scope, { kind: 'userUpdate', subject, options, rows })
    return { taskId }
  }
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((guid) => other.includes(guid))

/** A user after the change, or the reason why it does not change. */
function placeAfter(scope: Scope, user: KnownUser, change: Change): UserPlace | RowReason {
  const { addTags, removeTags } = change
  const tagGuids = [...new Set([...user.tagGuids, ...addTags])].filter((guid) => !removeTags.includes(guid))
  const customerGuid = change.customerGuid === undefined ? user.customerGuid : change.customerGuid
  if (isSame(tagGuids, user.tagGuids) && customerGuid === user.customerGuid) return { error: 'user.unchanged' }
  if (tagGuids.length > LIMITS.tag.perUser)
    return { error: 'user.tooManyTags', params: { max: LIMITS.tag.perUser }, field: 'tags' }
  const assignedTo = customerGuid === user.customerGuid ? user.assignedTo : assignedAfter(scope, user)
  return { guid: user.guid, tagGuids, customerGuid, assignedTo }
}

/** Writes the new places of locked users, with their log rows. Tags and customers are held, with their names. */
async function place(
  scope: Scope,
  changed: readonly { user: KnownUser; to: UserPlace }[],
  held: { tags: ReadonlyMap<string, string>; customers: ReadonlyMap<string, string> },
): Promise<void> {
  await queries.placeUsers(
    scope,
    changed.map(({ to }) => to),
  )
  await scope.record(
    ...changed.map(({ user, to }) => {
      const names = user.tags.map(({ name }) => name)
      const ownNames = new Map(user.tags.map(({ guid, name }) => [guid, name]))
      const after = to.tagGuids.flatMap((guid) => ownNames.get(guid) ?? held.tags.get(guid) ?? [])
      const customerName =
        to.customerGuid === user.customerGuid ? user.customerName : (held.customers.get(to.customerGuid ?? '') ?? null)
      return {
        type: 'update' as const,
        target: { kind: 'user' as const, guid: user.guid, name: user.account },
        before: userFacts(user, user.customerName, names),
        after: {
          ...userFacts(user, customerName, after.toSorted()),
          ...(to.assignedTo.length > user.assignedTo.length && { assignedTo: scope.caller.displayName }),
        },
      }
    }),
  )
}

const effectOf = ({ tagGuids, customerGuid, assignedTo, revision }: KnownUser): ChangeEffect => ({
  tagGuids,
  customerGuid,
  assignedTo,
  revision: revision + 1,
})

const skipped = (reason: RowReason): Outcome => ({ state: 'skip', reason })

export const userUpdate = defineTaskKind<ChangeRow>({
  name: 'userUpdate',
  chunk: 1000,
  domain: 'customer',
  cells: ({ account }) => [{ field: 'account', value: account }],
  async run(scope, rows, options) {
    const change = options as unknown as Change // createBatchUpdate wrote it
    const customers = await holdCustomers(scope, change.customerGuid ? [change.customerGuid] : [])
    const tags = await holdTags(scope, change.addTags)
    const isGone = change.addTags.some((guid) => !tags.has(guid))
    const hasNoCustomer = Boolean(change.customerGuid) && customers.size === 0
    const users = await queries.lockUsers(
      scope,
      rows.map(({ input }) => input.guid),
    )
    const changed: { user: KnownUser; to: UserPlace }[] = []
    const outcomes = rows.map(({ input: { guid, account } }): Outcome => {
      const user = users.get(guid)
      if (!user) return skipped({ error: 'user.notFound', params: { account } })
      if (isGone) return { state: 'fail', reason: { error: 'tag.notFound' } }
      if (hasNoCustomer) return { state: 'fail', reason: { error: 'customer.notFound' } }
      const to = placeAfter(scope, user, change)
      if ('error' in to) return to.error === 'user.unchanged' ? skipped(to) : { state: 'fail', reason: to }
      changed.push({ user, to })
      return { state: 'success', effect: effectOf(user) }
    })
    await place(scope, changed, { tags, customers })
    return outcomes
  },
  async undo(scope, rows) {
    const before = new Map(rows.map(({ n, effect }) => [n, effect as unknown as ChangeEffect])) // `run` wrote it
    const effects = [...before.values()]
    const customers = await holdCustomers(
      scope,
      effects.flatMap(({ customerGuid }) => customerGuid ?? []),
    )
    const tags = await holdTags(
      scope,
      effects.flatMap(({ tagGuids }) => tagGuids),
    )
    const users = await queries.lockUsers(
      scope,
      rows.map(({ input }) => input.guid),
    )
    const changed: { user: KnownUser; to: UserPlace }[] = []
    const outcomes = rows.map(({ n, input: { guid, account } }): Outcome => {
      const user = users.get(guid)
      const effect = before.get(n)
      if (!user || !effect) return skipped({ error: 'user.notFound', params: { account } })
      if (user.revision !== effect.revision) return skipped({ error: 'user.changedSince' })
      const { customerGuid } = effect
      const isBack = customerGuid === user.customerGuid || (customerGuid !== null && customers.has(customerGuid))
      // To this caller, a customer outside row scope looks deleted. The user must not lose it in the name of an undo.
      if (!isBack && customerGuid !== null && scope.caller.limited.has('customer'))
        return skipped({ error: 'customer.notFound' })
      const to = {
        guid,
        assignedTo: user.assignedTo.filter((id) => effect.assignedTo.includes(id)),
        // Tags and customers that were deleted meanwhile do not come back.
        tagGuids: effect.tagGuids.filter((tag) => tags.has(tag)),
        customerGuid: isBack ? customerGuid : null,
      }
      changed.push({ user, to })
      return { state: 'success' }
    })
    await place(scope, changed, { tags, customers })
    return outcomes
  },
})
