// What all operation logs have in common, and what a log says in its own way.
import { OPERATION_TYPES } from '@sealwright/contract'
import type { OperationType } from '@sealwright/contract'
import type { Tone } from '../control/status-tag.tsx'
import type { Difference } from '../detail/differences.tsx'
import type { Fact } from '../detail/fact-list.tsx'

export interface LogEntry {
  id: string
  at: string
  type: number
  targetName: string
  changes: readonly Difference[]
  requestId: string
  sealed: boolean
}

export interface LogLook<Row extends LogEntry> {
  who: string
  whoOf: (row: Row) => string
  /** What was done, in one verb. */
  verbOf: (row: Row) => string
  /** The kind of the target, in words. */
  kindOf: (row: Row) => string
  nameOf: (row: Row) => string
  hrefOf?: (row: Row) => string | undefined
  /** The changes that a line tells; all, if absent. */
  changesOf?: (row: Row) => readonly Difference[]
  labelOf: (row: Row, field: string) => string
  wordsOf?: (field: string, value: string) => string
  /** Further facts of the details. */
  facts?: (row: Row) => readonly Fact[]
}

export const TYPES = Object.keys(OPERATION_TYPES) as OperationType[] // keys of a const object
export const TONES: Record<OperationType, Tone> = { add: 'ok', update: 'brand', delete: 'bad' }

export const typeOf = ({ type }: Pick<LogEntry, 'type'>): OperationType =>
  TYPES.find((name) => OPERATION_TYPES[name] === type) ?? 'update'
