// The figures of the page of locks.
import type { AnswerOf, userLockCalls } from '@sealwright/contract'

export type LockFigures = AnswerOf<typeof userLockCalls.dashboard>
