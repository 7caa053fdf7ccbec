// Exports user locks as a file, page by page in short transactions. The columns of the import are among them, under the
// same headings, so that an exported file can be changed and imported.
import { LOCK_MODES, modeOfHome, wallTime } from '@sealwright/contract'
import type { userLockCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import type { FileAnswer, StreamContext } from '../../../kernel/http/context.ts'
import { SHEET_TYPES, writeSheet } from '../../../kernel/sheets/sheets.ts'
import { listNext } from './lock.queries.ts'
import type { LockFilter } from './lock.queries.ts'
import { statusLabel } from './lock.rules.ts'
import { answersOf } from './reading.service.ts'
import { columnLabel } from './sheet.rules.ts'

const PAGE = 1000

const HEADINGS = [
  'shellNumber',
  'serialNumber',
  'productionTime',
  'firmware',
  'activationMode',
  'offlineDays',
  'lastActivation',
  'activationEnd',
  'seenTime',
  'status',
  'customerName',
  'admins',
  'integratorName',
  'licenses',
  'remark',
  'registerTime',
] as const

async function* rows(
  { say, caller, read, signal }: StreamContext,
  filter: LockFilter,
): AsyncGenerator<readonly (string | number)[]> {
  const moment = (at: Date | null) => (at === null ? '' : wallTime(at, caller.timeZone).replace('T', ' '))
  const cellsOf = (
    row: Awaited<ReturnType<typeof answersOf>>[number],
  ): Record<(typeof HEADINGS)[number], string | number> => ({
    shellNumber: row.shellNumber,
    serialNumber: row.serialNumber,
    productionTime: moment(row.productionTime),
    firmware: row.firmware,
    activationMode: say(`userLock.modes.${modeOfHome(row.home) === LOCK_MODES.permanent ? 'permanent' : 'activation'}`),
    offlineDays: row.offlineDays,
    lastActivation: moment(row.lastActivation),
    activationEnd: moment(row.activationEnd),
    seenTime: moment(row.seenTime),
    status: statusLabel(say, row.status),
    customerName: row.customerName ?? '',
    admins: row.admins.map(({ name }) => name).join(', '),
    integratorName: row.integratorName ?? '',
    licenses: row.licenses,
    remark: row.remark ?? '',
    registerTime: moment(row.registeredAt),
  })
  yield HEADINGS.map((column) => columnLabel(say, column))
  let last: string | undefined
  for (;;) {
    const after = last
    const page = await read(async (scope) => answersOf(scope, await listNext(scope, filter, after, PAGE)))
    for (const row of page) {
      const cells = cellsOf(row)
      yield HEADINGS.map((column) => cells[column])
    }
    last = page.at(-1)?.shellNumber
    if (page.length < PAGE || signal.aborted) return
  }
}

export async function exportLocks(
  context: StreamContext,
  { format, ...filter }: z.output<typeof userLockCalls.export.payload>,
): Promise<FileAnswer> {
  return {
    fileName: `${context.say('userLock.list.fileName')}.${format}`,
    type: SHEET_TYPES[format],
    body: writeSheet(format, rows(context, filter)),
  }
}
