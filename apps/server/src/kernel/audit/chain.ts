// The hash chain over the operation log, pure: how a row becomes a link. The sealer writes links, the verifier
// recomputes them; both use this.
import { createHash } from 'node:crypto'

/**
 * A log row as text, column by column, the way PostgreSQL prints it: jsonb and timestamps are canonical there and not
 * in JavaScript.
 */
export interface LogRowText {
  developer_id: number
  id: number
  facts: string[]
}

/**
 * The columns of a link, in order. Adding a column means a new list beside this one: old links must stay verifiable.
 */
export const LINK_COLUMNS = [
  'developer_id',
  'id',
  'at',
  'actor_id',
  'actor_name',
  'call',
  'type',
  'target_kind',
  'target_guid',
  'target_name',
  'before',
  'after',
  'request_id',
  'network',
  'fingerprint',
] as const

export const LINK_SELECT = LINK_COLUMNS.map((column) =>
  column === 'at'
    ? `to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
    : `coalesce(l.${column}::text, '\\N')`,
).join(', ')

export const FIRST_LINK = Buffer.alloc(32)

export function nextLink(previous: Uint8Array, row: LogRowText): Buffer {
  return createHash('sha256').update(previous).update(JSON.stringify(row.facts)).digest()
}
