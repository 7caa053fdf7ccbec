// Which locks a batch is about: those that the list handed over, pasted shell numbers, or the numbers in a file.
import type { PayloadOf, userLockCalls } from '@sealwright/contract'
import type { PickerItem } from '../../../blocks/picker/picker-source.ts'
import { filterOf } from './handed-locks.ts'
import type { HandedLocks } from './handed-locks.ts'

const WAYS = ['chosen', 'pick', 'filter', 'numbers', 'file'] as const
export type Way = (typeof WAYS)[number]

export interface LockChoice {
  way: Way
  /** Picked from a list. */
  picked: readonly PickerItem[]
  /** The pasted text. */
  text: string
  /** What was read from a file. */
  read: { name: string; shellNumbers: readonly string[] } | null
}

export type ChosenLocks = Pick<PayloadOf<typeof userLockCalls.batchAct>, 'guids' | 'shellNumbers' | 'filter'>

/** The ways that are possible with what the list handed over. */
export const waysOf = (handed: HandedLocks | undefined, canPick = false): Way[] =>
  WAYS.filter((way) => {
    if (way === 'pick') return canPick
    if (way === 'chosen') return handed !== undefined && handed.guids.length > 0
    return way !== 'filter' || handed !== undefined
  })

export const firstChoice = (handed: HandedLocks | undefined, canPick = false): LockChoice => ({
  way: waysOf(handed, canPick)[0] ?? 'numbers',
  picked: [],
  text: '',
  read: null,
})

export const numbersIn = (text: string) => [...new Set(text.split(/[\s,;，、；]+/).filter(Boolean))]

export function chosenLocks({ way, picked, text, read }: LockChoice, handed: HandedLocks | undefined): ChosenLocks {
  if (way === 'chosen') return { guids: [...(handed?.guids ?? [])] }
  if (way === 'pick') return { guids: picked.map(({ guid }) => guid) }
  if (way === 'filter') return { filter: filterOf(handed?.search ?? {}) }
  return { shellNumbers: way === 'file' ? [...(read?.shellNumbers ?? [])] : numbersIn(text) }
}

/** How many locks are chosen; undefined for a filter, which the server counts. */
export function countOf(choice: LockChoice, handed: HandedLocks | undefined): number | undefined {
  const { guids, shellNumbers } = chosenLocks(choice, handed)
  return guids?.length ?? shellNumbers?.length
}
