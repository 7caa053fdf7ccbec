// The hash chain over the operation log: pure functions that turn a row into a link. The sealer writes links with them
// and the verifier recomputes links with them.
import { createHash } from 'node:crypto'

/**
 * A log row as an array of column texts printed by PostgreSQL. PostgreSQL prints jsonb and timestamps in a canonical
 * form; JavaScript does not.
 */
export interface LogRowText {
  developer_id: number
  id: number
  facts: string[]
}

/** The columns of a link, in order. Never add a column here: add a second list, so that old links stay verifiable. */
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
