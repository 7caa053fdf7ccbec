// The customer and the remark of locks, and the stock of integrators. Changes by hand and by import share this code.
import type { userLockCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { found, refuseStale } from '../../../kernel/entity/refuse.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { holdCustomers, listCustomerNames } from '../../customer/index.ts'
import { findIntegrator, listIntegratorNames } from '../../integrator/index.ts'
import type { Dongle } from '../dongle.tables.ts'
import { insertLockEvents, lockLocks } from './life.queries.ts'
import { findEditor, setIntegrator, updateEdits } from './lock.queries.ts'

type Payload<Name extends keyof typeof userLockCalls> = z.output<(typeof userLockCalls)[Name]['payload']>

export interface Edit {
  lock: Dongle
  customerGuid: string | null
  remark: string | null
}

/**
 * A caller who sees a lock only through its customer would lose sight of it by changing the customer. So the lock is
 * assigned to the caller.
 */
function assignedAfter({ caller: { accountId, integratorGuid, limited } }: Scope, { assignedTo }: Dongle): string[] {
  const isTheirs =
    !limited.has('userLock') ||
    assignedTo.includes(accountId) ||
    (integratorGuid !== null && assignedTo.includes(integratorGuid))
  return isTheirs ? assignedTo : [...assignedTo, accountId]
}

const eventOf = ({ ids, caller, asking }: Scope, dongleGuid: string) => ({
  guid: ids.guid(),
  dongleGuid,
  at: asking.now,
  actorId: caller.accountId,
  actorName: caller.displayName,
})
const targetOf = ({ guid, shellNumber }: Dongle) => ({ kind: 'userLock' as const, guid, name: shellNumber })

/** Writes edits of locks whose rows are locked. Edits that change nothing leave no trace. */
export async function writeEdits(scope: Scope, edits: readonly Edit[]): Promise<void> {
  const changed = edits.filter(
    ({ lock, customerGuid, remark }) => lock.customerGuid !== customerGuid || lock.remark !== remark,
  )
  const names = await listCustomerNames(
    scope,
    changed.flatMap(({ lock, customerGuid }) => [lock.customerGuid ?? [], customerGuid ?? []].flat()),
  )
  const nameOf = (guid: string | null) => (guid === null ? null : (names.get(guid) ?? null))
  await updateEdits(
    scope,
    changed.map(({ lock, customerGuid, remark }) => ({
      guid: lock.guid,
      customerGuid,
      remark,
      assignedTo: lock.customerGuid === customerGuid ? lock.assignedTo : assignedAfter(scope, lock),
    })),
  )
  await insertLockEvents(
    scope,
    changed.map(({ lock, customerGuid }) => ({
      ...eventOf(scope, lock.guid),
      kind: 'edited' as const,
      about: nameOf(customerGuid),
    })),
  )
  await scope.record(
    ...changed.map(({ lock, customerGuid, remark }) => ({
      type: 'update' as const,
      target: targetOf(lock),
      before: { customerName: nameOf(lock.customerGuid), remark: lock.remark },
      after: { customerName: nameOf(customerGuid), remark },
    })),
  )
}

const isSeen = async (scope: Scope, customerGuid: string) =>
  (await listCustomerNames(scope, [customerGuid])).has(customerGuid)

export async function update(scope: Scope, { guid, revision, customerGuid, remark }: Payload<'update'>) {
  const lock = found((await lockLocks(scope, [guid])).get(guid), 'userLock.notFound')
  await refuseStale(scope, { revision: lock.revision, updatedBy: await findEditor(scope, guid) }, revision)
  const isOther = customerGuid !== undefined && customerGuid !== null && customerGuid !== lock.customerGuid
  if (isOther && !(await holdCustomers(scope, [customerGuid])).has(customerGuid))
    throw new Refusal('customer.notFound', { field: 'customerGuid' })
  // Whoever does not see the customer cannot clear it.
  const isKept =
    customerGuid === undefined ||
    (customerGuid === null && lock.customerGuid !== null && !(await isSeen(scope, lock.customerGuid)))
  const edit: Edit = {
    lock,
    customerGuid: isKept ? lock.customerGuid : customerGuid,
    remark: remark === undefined ? lock.remark : remark || null,
  }
  await writeEdits(scope, [edit])
  const isChanged = edit.customerGuid !== lock.customerGuid || edit.remark !== lock.remark
  return { revision: lock.revision + (isChanged ? 1 : 0) }
}

/** Hands locks to an integrator, or takes them back. All of them must exist. */
export async function assign(scope: Scope, { guids, integratorGuid = null }: Payload<'assign'>) {
  const wanted = [...new Set(guids)]
  const locks = await lockLocks(scope, wanted)
  if (locks.size < wanted.length) throw new Refusal('userLock.notFound')
  const integrator = integratorGuid === null ? undefined : await findIntegrator(scope, integratorGuid)
  if (integratorGuid !== null && !integrator) throw new Refusal('integrator.notFound', { field: 'integratorGuid' })
  const changed = [...locks.values()].filter((lock) => lock.integratorGuid !== integratorGuid)
  if (changed.length === 0) return { assigned: 0 }
  const names = await listIntegratorNames(
    scope,
    changed.flatMap((lock) => lock.integratorGuid ?? []),
  )
  await setIntegrator(
    scope,
    changed.map(({ guid }) => guid),
    integratorGuid,
  )
  await insertLockEvents(
    scope,
    changed.map(({ guid }) => ({
      ...eventOf(scope, guid),
      kind: 'assigned' as const,
      about: integrator?.name ?? null,
    })),
  )
  await scope.record(
    ...changed.map((lock) => ({
      type: 'update' as const,
      target: targetOf(lock),
      before: { integratorName: lock.integratorGuid === null ? null : (names.get(lock.integratorGuid) ?? null) },
      after: { integratorName: integrator?.name ?? null },
    })),
  )
  return { assigned: changed.length }
}
