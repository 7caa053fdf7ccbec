// Packages on offer and month totals at the platform desk. The use cases of packages are those of the commands.
import type { billingDesk } from '@sealwright/contract'
import { fieldLabel } from '@sealwright/phrases'
import type * as z from 'zod/mini'
import { cappedCount, readPage } from '../../../kernel/db/list.ts'
import type { DeskFileContext, DeskScope } from '../../../kernel/desk.ts'
import type { FileAnswer } from '../../../kernel/http/context.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { SHEET_TYPES, writeSheet } from '../../../kernel/sheets/sheets.ts'
import type { SheetCell } from '../../../kernel/sheets/sheets.ts'
import { packageState } from '../package/package.rules.ts'
import { yuanNumber } from '../statement/reading.rules.ts'
import type { Corrections } from './correction.service.ts'
import * as queries from './desk-money.queries.ts'
import type { MonthLine } from './desk-money.queries.ts'
import { byOperator } from './hand.service.ts'
import type { OperatorDeps } from './hand.service.ts'
import { createOperator } from './operator.service.ts'

type Payload<Name extends keyof typeof billingDesk> = z.output<(typeof billingDesk)[Name]['payload']>

const instant = (text: string | null) => (text === null ? null : new Date(text))
const sumsOf = ({ top_up_fen, gift_fen, spent_fen, fee_fen }: Omit<MonthLine, 'id' | 'name'>) => ({
  topUpFen: top_up_fen,
  giftFen: gift_fen,
  spentFen: spent_fen,
  feeFen: fee_fen,
})

const PAGE = 1000
const HEADINGS = ['developerId', 'developerName', 'topUpFen', 'giftFen', 'spentFen', 'feeFen'] as const

async function* monthRows({ say, read, signal }: DeskFileContext, month: string): AsyncGenerator<readonly SheetCell[]> {
  yield HEADINGS.map((name) => fieldLabel(say, 'billing', name))
  for (let offset = 0; ; offset += PAGE) {
    const page = await read(({ db }) =>
      queries.listMonth(db, month, { sort: 'spentFen', order: 'desc' }, { offset, limit: PAGE, isReversed: false }),
    )
    yield* page.map((row): SheetCell[] => {
      const { topUpFen, giftFen, spentFen, feeFen } = sumsOf(row)
      return [String(row.id), row.name, ...[topUpFen, giftFen, spentFen, feeFen].map(yuanNumber)]
    })
    if (page.length < PAGE) return
    signal.throwIfAborted() // a partial file must not look complete
  }
}

export function createDeskMoney(deps: OperatorDeps & { corrections: Pick<Corrections, 'requireSmall'> }) {
  const at = (scope: DeskScope) => createOperator(deps, byOperator(scope))

  return {
    async findOffers(
      { db, asking }: DeskScope,
      { currentPage, pageSize, order = 'desc', state }: Payload<'findOffers'>,
    ) {
      const list = queries.listAllOffers(db, state, asking.now, order)
      const page = await readPage({ currentPage, pageSize }, await list.count(), list.page)
      return {
        ...page,
        rows: page.rows.map((row) => ({
          guid: row.guid,
          type: row.type,
          licenses: row.licenses,
          updates: row.updates,
          days: row.days,
          priceFen: row.price_fen,
          state: row.state,
          startTime: instant(row.starts_at),
          endTime: instant(row.ends_at),
          createTime: new Date(row.created_at),
          retireTime: instant(row.retired_at),
          bought: row.bought,
          granted: row.granted,
        })),
      }
    },

    addOffer: async (scope: DeskScope, { startTime, endTime, ...offer }: Payload<'addOffer'>) => ({
      guid: await at(scope).addOffer({ ...offer, startsAt: startTime, endsAt: endTime }),
    }),

    async retireOffer(scope: DeskScope, { guid }: Payload<'retireOffer'>) {
      await at(scope).retireOffer({ guid })
      return {}
    },

    async findSold({ db, asking }: DeskScope, { currentPage, pageSize, order = 'desc', guid }: Payload<'findSold'>) {
      const type = await queries.findOfferName(db, guid)
      if (type === undefined) throw new Refusal('package.offerNotFound')
      const list = queries.listSold(db, guid, order)
      const page = await readPage({ currentPage, pageSize }, await list.count(), list.page)
      return {
        ...page,
        type,
        rows: page.rows.map((row) => {
          const expiresAt = new Date(row.expires_at)
          const left = { remaining: row.remaining, remainingUpdates: row.remaining_updates, expiresAt }
          return {
            guid: row.guid,
            serial: row.serial,
            developerId: String(row.developer_id),
            developerName: row.developer,
            priceFen: row.price_fen,
            isGranted: row.is_granted,
            remaining: row.remaining,
            licenses: row.licenses,
            status: packageState(left, asking.now),
            buyTime: new Date(row.bought_at),
            expireTime: expiresAt,
          }
        }),
      }
    },

    grantPackages: async (scope: DeskScope, { developerId, type, count }: Payload<'grantPackages'>) => ({
      serials: await at(scope).grantPackages(developerId, type, count, (worthFen) =>
        deps.corrections.requireSmall(scope, developerId, worthFen),
      ),
    }),

    async months(
      { db }: DeskScope,
      { currentPage, pageSize, month, sort = 'spentFen', order = 'desc' }: Payload<'months'>,
    ) {
      const { n, ...sums } = await queries.readMonthSums(db, month)
      const page = await readPage({ currentPage, pageSize }, cappedCount(n), (slice) =>
        queries.listMonth(db, month, { sort, order }, slice),
      )
      return {
        ...page,
        rows: page.rows.map((row) => ({ developerId: String(row.id), developerName: row.name, ...sumsOf(row) })),
        sums: sumsOf(sums),
      }
    },

    // oxlint-disable-next-line typescript/require-await -- the answer of a file is a promise
    exportMonth: async (context: DeskFileContext, { month }: Payload<'exportMonth'>): Promise<FileAnswer> => ({
      fileName: `${context.say('tariff.months.fileName', { month })}.csv`,
      type: SHEET_TYPES.csv,
      body: writeSheet('csv', monthRows(context, month), [
        { width: 12 },
        { width: 30 },
        ...Array.from({ length: 4 }, () => ({ width: 16, isAmount: true })),
      ]),
    }),
  }
}
