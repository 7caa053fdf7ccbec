// Counts the rows that a list finds, for what is done with all of them. A refusal counts nothing: the act that follows
// sends the same filters and tells the reason.
import { LIMITS } from '@sealwright/contract'
import { callServer } from '../../lib/call/client.ts'
import type { FindCall } from './list-state.ts'

export interface RowCount {
  records: number
  isCapped: boolean
}

/** `filters` are spelled as in the address, which the list sends too. */
export function countRows(
  call: FindCall<unknown>,
  filters: Readonly<Record<string, string | undefined>>,
): Promise<RowCount | undefined> {
  return callServer(call, { ...filters, currentPage: 1, pageSize: LIMITS.page.tableSizes[0] }).then(
    ({ records, recordsCapped = false }) => ({ records, isCapped: recordsCapped }),
    () => undefined,
  )
}
