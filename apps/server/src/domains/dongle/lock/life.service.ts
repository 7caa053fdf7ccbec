// Changes in the life of user locks, in the transaction and under the row locks of the caller. Orders of
// administrators, batches and contacts of locks all write through this file, so that status, commands and history
// agree.
import { isDeepStrictEqual } from 'node:util'
import { wallTime } from '@sealwright/contract'
import type { LockRequest } from '@sealwright/contract'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { NEVER } from '../../license/index.ts'
import type { CommandLife, Dongle, LockLife } from '../dongle.tables.ts'
import * as queries from './life.queries.ts'
import { handOut, isOpen, order, statusLabel, takeReports } from './lock.rules.ts'
import type { Handed, LifeChange, Order, Report } from './lock.rules.ts'

/** Who changes a lock: an administrator, or the lock itself at a contact. */
export interface LifeScope extends Pick<Scope, 'db' | 'developerId' | 'ids'> {
  now: Date
  actor: { id: string | null; name: string }
}

export const lifeScopeOf = ({ db, developerId, ids, caller, asking }: Scope): LifeScope => ({
  db,
  developerId,
  ids,
  now: asking.now,
  actor: { id: caller.accountId, name: caller.displayName },
})

interface Given {
  reason?: string | null | undefined
  taskGuid?: string | undefined
}

/** Writes changes of several locks. A command that an administrator ordered keeps who ordered it, when and why. */
async function write(
  scope: LifeScope,
  changes: readonly { lock: Dongle; change: LifeChange }[],
  { reason = null, taskGuid }: Given = {},
): Promise<void> {
  const { developerId, ids, now, actor } = scope
  const row = (one: CommandLife, dongleGuid: string) => ({
    ...one,
    developerId,
    dongleGuid,
    reason,
    taskGuid: taskGuid ?? null,
    actorId: actor.id,
    actorName: actor.name,
    at: now,
  })
  await queries.updateLives(
    scope,
    changes.map(({ lock: { guid }, change }) => ({ ...change.lock, guid })),
    now,
  )
  // An ended command makes room for a new one: the index allows one open command.
  const commands = changes.flatMap(({ lock, change }) => change.commands.map((one) => row(one, lock.guid)))
  await queries.writeCommands(
    scope,
    commands.filter((one) => !isOpen(one)),
  )
  await queries.writeCommands(scope, commands.filter(isOpen))
  await queries.insertLockEvents(
    scope,
    changes.flatMap(({ lock, change }) =>
      change.events.map(({ kind, command, reason: failure }) => ({
        guid: ids.guid(),
        dongleGuid: lock.guid,
        kind,
        at: now,
        actorId: actor.id,
        actorName: actor.name,
        command,
        reason: failure ?? reason,
      })),
    ),
  )
}

export interface Ordered {
  lock: Dongle
  change: LifeChange
}

/** What an order would change in these locks, or why it is refused. */
export async function judgeOrders(
  scope: Scope,
  locks: readonly Dongle[],
  asked: Order,
): Promise<(Ordered | { refusal: Refusal })[]> {
  const { say, ids, caller, asking } = scope
  const commands = await queries.listCommandLives(
    scope,
    locks.map(({ guid }) => guid),
  )
  const context = {
    now: asking.now,
    say,
    moment: (at: Date) => wallTime(at, caller.timeZone).replace('T', ' '),
    newGuid: () => ids.guid(),
  }
  return locks.map((lock) => {
    try {
      return { lock, change: order(lock, commands.get(lock.guid) ?? [], asked, context) }
    } catch (error) {
      if (error instanceof Refusal) return { refusal: error }
      throw error
    }
  })
}

/** Writes orders for locks whose rows are locked, with the operation log. */
export async function writeOrders(scope: Scope, ordered: readonly Ordered[], given: Given = {}): Promise<void> {
  await write(lifeScopeOf(scope), ordered, given)
  const label = (status: number) => statusLabel(scope.say, status)
  await scope.record(
    ...ordered.map(({ lock, change }) => {
      const days = change.commands.find(isOpen)?.offlineDays ?? null
      return {
        type: 'update' as const,
        target: { kind: 'userLock' as const, guid: lock.guid, name: lock.shellNumber },
        before: { status: label(lock.status), ...(days !== null && { offlineDays: lock.offlineDays }) },
        after: {
          status: label(change.lock.status),
          ...(days !== null && { offlineDays: days }),
          ...(given.reason && { reason: given.reason }),
        },
      }
    }),
  )
}

/** A lock at a contact, with its open commands. Its row must be locked. */
export interface MetLock {
  lock: Dongle
  commands: readonly CommandLife[]
}

const lifeOf = ({ status, home, offlineDays, activatedAt, activeUntil }: LockLife): LockLife => ({
  status,
  home,
  offlineDays,
  activatedAt,
  activeUntil,
})
const isSameLife = (one: LockLife, other: LockLife) => isDeepStrictEqual(lifeOf(one), lifeOf(other))

/** Most contacts change nothing. */
async function writeMet(scope: LifeScope, lock: Dongle, change: LifeChange): Promise<void> {
  const isSame = isSameLife(lock, change.lock) && change.commands.length === 0 && change.events.length === 0
  if (!isSame) await write(scope, [{ lock, change }])
}

/**
 * Hands the lock what waits for it, and an activation if it asks for one. `number` and `until` are those of the package
 * that the caller makes from the operations; without operations they are not used.
 */
export async function handToLock(
  scope: LifeScope,
  { lock, commands }: MetLock,
  asked: { request: LockRequest; number: number; until: Date },
): Promise<Handed> {
  const handed = handOut(lock, commands, { ...asked, now: scope.now })
  await writeMet(scope, lock, handed)
  return handed
}

/**
 * Takes in the results of contact packages, and until when the lock says that it runs. The row of the lock must be
 * locked. Returns the lock afterwards, for `handToLock`.
 */
export async function takeFromLock(
  scope: LifeScope,
  lock: Dongle,
  { reports, until }: { reports: readonly Report[]; until: Date | null },
): Promise<MetLock> {
  const commands = (await queries.listCommandLives(scope, [lock.guid], true)).get(lock.guid) ?? []
  const change = takeReports(lock, commands, reports, scope.now)
  const told = { ...change.lock, activeUntil: until ?? NEVER }
  await writeMet(scope, lock, { ...change, lock: told })
  const changed = new Map(change.commands.map((one) => [one.guid, one]))
  return { lock: { ...lock, ...told }, commands: commands.map((one) => changed.get(one.guid) ?? one).filter(isOpen) }
}
