import { DESK } from './desk.ts'
import { DONGLES } from './dongles.ts'
// Every list that grows without limit and has no bench of its own.
import type { GrowingList } from './growing.ts'
import { MONEY } from './money.ts'
import { USE } from './use.ts'
import { WORK } from './work.ts'

export const GROWING: readonly GrowingList[] = [...MONEY, ...USE, ...DONGLES, ...WORK, ...DESK]
