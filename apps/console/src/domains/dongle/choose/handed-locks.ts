// Hands the locks that a list chose over to the screen that changes many. The address names the choice; the choice is
// in the query cache, because an address has no room for a thousand locks. It is kept until the page is reloaded.
import { LOCK_GROUP_NAMES } from '@sealwright/contract'
import type { PayloadOf, userLockCalls } from '@sealwright/contract'
import { filterValues } from '../../../blocks/list/filter/list-filters.tsx'
import { queryClient } from '../../../lib/call/query-client.ts'
import { randomId } from '../../../lib/random-id.ts'

export type LockFilter = NonNullable<PayloadOf<typeof userLockCalls.batchAct>['filter']>

export interface HandedLocks {
  /** Selected in the list. */
  guids: readonly string[]
  /** The filters of the list, as in its address. */
  search: Readonly<Record<string, string | undefined>>
}

const keyOf = (id: string) => ['dongle', 'handed', id]

/** The name of the choice, for an address. */
export function handLocks(locks: HandedLocks): string {
  const id = randomId()
  queryClient.setQueryData(keyOf(id), locks)
  return id
}

/** Undefined if the choice is gone. */
export const handedLocks = (id: string | undefined) =>
  id === undefined ? undefined : queryClient.getQueryData<HandedLocks>(keyOf(id))

/** The filters of an address as values of the call. */
export function filterOf(search: HandedLocks['search']): LockFilter {
  const text = (name: string) => search[name] || undefined
  const number = (name: string) => (text(name) === undefined ? undefined : Number(text(name)))
  const several = (name: string) => (text(name) === undefined ? undefined : filterValues(text(name) ?? ''))
  const given = {
    keyword: text('keyword'),
    activationMode: number('activationMode'),
    status: several('status')?.map(Number),
    group: LOCK_GROUP_NAMES.find((name) => name === text('group')),
    customerGuid: text('customerGuid'),
    tagGuids: several('tagGuids'),
    adminUserId: text('adminUserId'),
    integratorGuid: text('integratorGuid'),
    endingDays: number('endingDays'),
    ended: text('ended') === undefined ? undefined : text('ended') === '1',
  }
  // The server checks the numbers of the address.
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}
