// Payments at the platform desk: all top-ups with what their provider told, and the comparison of a provider's
// statement with our books. The file is read before a transaction opens, so that a large one holds no connection.
import { DAY_MS, LIMITS, momentOf, wallTime } from '@sealwright/contract'
import type { paymentDesk } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { readPage, requirePeriod } from '../../../kernel/db/list.ts'
import type { DeskContext, DeskScope } from '../../../kernel/desk.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { SheetProblem, readSheet } from '../../../kernel/sheets/sheets.ts'
import * as queries from './desk-payment.queries.ts'
import type { PaymentCenter } from './payment.service.ts'
import { columnsIn, lineOf } from './statement-file.rules.ts'
import type { Columns } from './statement-file.rules.ts'
import type { StatementLine } from './statement.kind.ts'

type Payload<Name extends keyof typeof paymentDesk> = z.output<(typeof paymentDesk)[Name]['payload']>

/** Providers count days in Beijing. */
const ZONE = 'Asia/Shanghai'
const CELL_MAX = 500

/** The payments of a statement, each number once. A paid row counts more than one that failed. */
async function readStatement(file: File): Promise<StatementLine[]> {
  let columns: Columns | undefined
  const lines = new Map<string, StatementLine>()
  try {
    const rows = readSheet(file, { rows: LIMITS.desk.statementRows, cellMax: CELL_MAX, unpackedBytes: 0 })
    for await (const cells of rows) {
      columns ??= columnsIn(cells)
      const line = columns && lineOf(cells, columns)
      if (line && !lines.get(line.serial)?.isPaid) lines.set(line.serial, line)
    }
  } catch (error) {
    if (error instanceof SheetProblem) throw new Refusal('tariff.fileUnreadable', { field: 'file' })
    throw error
  }
  if (!columns) throw new Refusal('tariff.fileColumns', { field: 'file' })
  if (lines.size === 0) throw new Refusal('tariff.fileEmpty', { field: 'file' })
  return [...lines.values()]
}

/** The whole days of a statement. Without times: no period, so nothing can be missing there. */
function periodOf(lines: readonly StatementLine[], now: Date): { startsAt: Date; endsAt: Date } {
  const times = lines.flatMap(({ at }) => (at === null ? [] : [at.getTime()]))
  if (times.length === 0) return { startsAt: now, endsAt: now }
  const dayOf = (ms: number) => momentOf(wallTime(new Date(ms), ZONE).slice(0, 10), 'start', ZONE)
  const [first, last] = times.reduce(([low, high], at) => [Math.min(low, at), Math.max(high, at)], [Infinity, 0])
  return { startsAt: dayOf(first), endsAt: new Date(dayOf(last).getTime() + DAY_MS) }
}

export function createDeskPayments(center: Pick<PaymentCenter, 'check'>) {
  return {
    async find({ db }: DeskScope, { currentPage, pageSize, sort: _sort, order = 'desc', ...filter }: Payload<'find'>) {
      requirePeriod(filter)
      const list = queries.listPayments(db, filter, order)
      return readPage({ currentPage, pageSize }, await list.count(), list.page)
    },

    async get({ db }: DeskScope, { guid }: Payload<'get'>) {
      const found = await queries.findPayment(db, guid)
      if (!found) throw new Refusal('topUp.notFound')
      return { ...found, events: await queries.listEvents(db, Number(found.developerId), guid) }
    },

    async ask(context: DeskContext, { guid }: Payload<'ask'>) {
      const key = await context.write(async (scope) => {
        const found = await queries.findTopUpAnywhere(scope.db, guid)
        if (!found) throw new Refusal('topUp.notFound')
        await scope.record({ type: 'update', target: { kind: 'payment', guid, name: found.serial } })
        return found
      })
      const { status } = await center.check({ developerId: key.developerId, guid })
      return { status }
    },

    async reconcile(context: DeskContext, { paymentMethod, file }: Payload<'reconcile'>) {
      const lines = await readStatement(file)
      return context.write(async (scope) => {
        const { db, operator, ids, asking } = scope
        const guid = ids.guid()
        const fileName = file.name.slice(0, LIMITS.billing.noteMax)
        const counts = await queries.insertRun(
          db,
          {
            guid,
            method: paymentMethod,
            fileName,
            ...periodOf(lines, asking.now),
            maker: operator,
            madeAt: asking.now,
          },
          lines,
        )
        await scope.record({ type: 'add', target: { kind: 'payment', guid, name: fileName }, after: { ...counts } })
        return { guid, counts }
      })
    },

    async findRuns({ db }: DeskScope, { currentPage, pageSize, order = 'desc' }: Payload<'findRuns'>) {
      const list = queries.listRuns(db, order)
      return readPage({ currentPage, pageSize }, await list.count(), list.page)
    },

    async getRun({ db }: DeskScope, { guid }: Payload<'getRun'>) {
      const run = await queries.findRun(db, guid)
      if (!run) throw new Refusal('tariff.runNotFound')
      return run
    },

    async findCompared({ db }: DeskScope, { currentPage, pageSize, guid, outcome }: Payload<'findCompared'>) {
      const list = queries.listCompared(db, guid, outcome)
      return readPage({ currentPage, pageSize }, await list.count(), list.page)
    },
  }
}
