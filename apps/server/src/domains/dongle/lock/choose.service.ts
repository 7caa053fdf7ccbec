// The locks of a batch: chosen ones, shell numbers as typed, and all that match a filter, together.
import { LIMITS } from '@sealwright/contract'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { findByNumbers, listChosen, listNumbers } from './lock.queries.ts'
import type { ChosenLock, LockFilter } from './lock.queries.ts'

export interface ChosenLocks {
  guids?: readonly string[] | undefined
  shellNumbers?: readonly string[] | undefined
  filter?: LockFilter | undefined
}

export interface FoundLocks {
  /** Each lock once, in the order of the choice. */
  locks: ChosenLock[]
  /** Guids and shell numbers that the caller cannot see or that do not exist. */
  unknown: string[]
}

/** Throws a refusal if there are none, or more than `most`. Unknown locks count. */
export async function chooseLocks(
  scope: Scope,
  { guids = [], shellNumbers = [], filter }: ChosenLocks,
  most: number = LIMITS.dongle.batchLocks,
): Promise<FoundLocks> {
  const tooMany = () => new Refusal('userLock.tooMany', { params: { max: most } })
  const typed = [...new Set(shellNumbers.map((number) => number.trim()).filter((number) => number !== ''))]
  const wanted = [...new Set(guids)]
  if (wanted.length + typed.length > most) throw tooMany()
  const numbers = await listNumbers(scope, wanted)
  const byNumber = await findByNumbers(scope, typed)
  const matching = filter === undefined ? [] : await listChosen(scope, filter, most)
  if (matching === undefined) throw tooMany()
  const locks = new Map<string, ChosenLock>()
  for (const guid of wanted) {
    const shellNumber = numbers.get(guid)
    if (shellNumber !== undefined) locks.set(guid, { guid, shellNumber })
  }
  for (const shellNumber of typed) {
    const guid = byNumber.get(shellNumber)
    if (guid !== undefined) locks.set(guid, { guid, shellNumber })
  }
  for (const lock of matching) locks.set(lock.guid, lock)
  const unknown = [
    ...wanted.filter((guid) => !numbers.has(guid)),
    ...typed.filter((shellNumber) => !byNumber.has(shellNumber)),
  ]
  if (locks.size + unknown.length > most) throw tooMany()
  if (locks.size + unknown.length === 0) throw new Refusal('userLock.noneChosen')
  return { locks: [...locks.values()], unknown }
}
