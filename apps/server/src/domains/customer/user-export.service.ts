// The export of users. Each page is read in its own short transaction, so a long export neither keeps a transaction
// open nor fills the memory.
import { wallTime } from '@sealwright/contract'
import type { userCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import type { FileAnswer, StreamContext } from '../../kernel/http/context.ts'
import { SHEET_TYPES, writeSheet } from '../../kernel/sheets/sheets.ts'
import { withSeenCustomer } from './customer.queries.ts'
import { COLUMNS, columnLabel, genderWord, tagsText } from './user-sheet.rules.ts'
import * as queries from './user.queries.ts'
import type { KnownUser } from './user.queries.ts'

const PAGE = 1000

/** The columns of an import come first, so that an exported file can be imported. */
const HEADINGS = [...COLUMNS, 'activated', 'createTime']

async function* rows(
  { say, caller, read, signal }: StreamContext,
  filter: queries.UserFilter,
): AsyncGenerator<readonly string[]> {
  const cellsOf = (user: KnownUser) => [
    user.account,
    user.userName ?? '',
    genderWord(say, user.gender),
    user.phone ?? '',
    user.address ?? '',
    user.customerName ?? '',
    user.description ?? '',
    tagsText(user.tags.map(({ name }) => name)),
    say(user.activatedAt === null ? 'customer.user.states.waiting' : 'customer.user.states.active'),
    wallTime(user.createdAt, caller.timeZone).replace('T', ' '),
  ]
  yield HEADINGS.map((column) => columnLabel(say, column))
  let last: string | undefined
  for (;;) {
    const after = last
    const page = await read(async (scope) =>
      queries.listOlderUsers(scope, await withSeenCustomer(scope, filter), after, PAGE),
    )
    yield* page.map(cellsOf)
    last = page.at(-1)?.guid
    if (page.length < PAGE || signal.aborted) return
  }
}

export async function exportUsers(
  context: StreamContext,
  { format, ...filter }: z.output<typeof userCalls.export.payload>,
): Promise<FileAnswer> {
  return {
    fileName: `${context.say('customer.user.list.fileName')}.${format}`,
    type: SHEET_TYPES[format],
    body: writeSheet(format, rows(context, filter)),
  }
}
