// Control locks: the developer's own locks, read-only. The initial PIN is sealed; each reading of it is logged.
import type { controlLockCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { readPage } from '../../../kernel/db/list.ts'
import { found } from '../../../kernel/entity/refuse.ts'
import type { SecretBox } from '../../../kernel/keys/secret-box.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { findControlLock, listControlLocks } from './lock.queries.ts'

type Payload<Name extends keyof typeof controlLockCalls> = z.output<(typeof controlLockCalls)[Name]['payload']>

/** A box opens only for its own purpose, so the PIN of one lock cannot stand in for that of another. */
export const pinPurpose = (developerId: number, shellNumber: string) => `control lock PIN ${developerId} ${shellNumber}`

export async function findControlLocks(
  scope: Scope,
  { currentPage, pageSize, order = 'asc', keyword }: Payload<'find'>,
) {
  const list = await listControlLocks(scope, keyword, order)
  const page = await readPage({ currentPage, pageSize }, list.count, list.page)
  return {
    ...page,
    rows: page.rows.map((row) => ({
      ...row,
      productionTime: row.producedAt,
      registerTime: row.registeredAt,
      hasPin: row.pinBox !== null,
    })),
  }
}

export const createRevealPin =
  ({ box }: { box: SecretBox }) =>
  async (scope: Scope, { guid }: Payload<'revealPin'>) => {
    const lock = found(await findControlLock(scope, guid), 'controlLock.notFound')
    if (lock.pinBox === null) throw new Refusal('controlLock.noPin')
    await scope.record({
      type: 'update',
      target: { kind: 'controlLock', guid, name: lock.shellNumber },
      after: { pin: scope.say('developer.log.revealed') },
    })
    return { pin: box.open(pinPurpose(scope.developerId, lock.shellNumber), lock.pinBox).toString() }
  }
