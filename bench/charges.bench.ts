// Measures charges (standing, order, locks, double entry, bill) against plain SQL that writes the same rows without
// checks, with the same number in flight: once all on one wallet, once each on its own wallet.
import { randomUUID } from 'node:crypto'
import { createCharging } from '@sealwright/server/domains/billing/ledger/charging.service.ts'
import { credit } from '@sealwright/server/domains/billing/ledger/credit.service.ts'
import type { Books } from '@sealwright/server/domains/billing/ledger/ledger.kind.ts'
import { foundDeveloper } from '@sealwright/server/domains/developer/index.ts'
import pg from 'pg'
import { defineBench, rateOf, spreadOf } from './harness.ts'
import type { Figure, Stage } from './harness.ts'

const IN_FLIGHT = 8
const BATCH = { full: 400, quick: 40 }
const ROUNDS = { full: 7, quick: 3 }
const NONE = '00000000-0000-0000-0000-000000000000'

const charging = createCharging()
const inBooks = <T>({ ground }: Stage, developerId: number, work: (books: Books) => Promise<T>) =>
  ground.database.inTenant(developerId, 'write', (db) =>
    work({ db, developerId, ids: ground.ids, now: ground.clock.now(), actor: null }),
  )

const charge = (stage: Stage, developerId: number) =>
  inBooks(stage, developerId, (books) =>
    charging.charge(books, {
      purpose: randomUUID(),
      category: 'issue',
      subject: 'bench',
      count: 1,
      price: { totalFen: 1, lines: [], units: null },
    }),
  )

/**
 * Writes the rows of a charge in one transaction, with one statement per table, as the database owner (no row-level
 * security).
 */
async function plain(pool: pg.Pool, developerId: number): Promise<void> {
  const [order, bill, transfer] = [randomUUID(), randomUUID(), randomUUID()]
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(
      `insert into billing_order (developer_id, guid, order_id, purpose, category, subject, count, amount_fen,
         charged_fen, status, created_at)
       values ($1, $2::uuid, $2::uuid::text, $2::uuid::text, 'issue', 'bench', 1, 1, 1, 'charged', now())`,
      [developerId, order],
    )
    await client.query(
      `insert into bill (developer_id, guid, billing_id, order_guid, category, subject, projected_fen, actual_fen,
         status, created_at, settled_at)
       values ($1, $2::uuid, $2::uuid::text, $3, 'issue', 'bench', 1, 1, 'success', now(), now())`,
      [developerId, bill, order],
    )
    await client.query(
      `insert into ledger_transfer (developer_id, guid, purpose, movement, order_guid, subject, at)
       values ($1, $2::uuid, $2::uuid::text, 'charge', $3, 'bench', now())`,
      [developerId, transfer, order],
    )
    await client.query(
      `with moved as (update ledger_account set balance = balance - 1, entries = entries + 1
         where developer_id = $1::bigint and kind = 'wallet' and ref = $3::uuid and hold = $3::uuid
         returning entries, balance)
       insert into ledger_entry (developer_id, transfer_guid, kind, ref, hold, amount, n, balance, at)
       select $1::bigint, $2::uuid, 'wallet', $3::uuid, $3::uuid, -1, entries, balance, now() from moved
       union all
       select $1::bigint, $2::uuid, 'revenue', $3::uuid, $3::uuid, 1, null, null, now()`,
      [developerId, transfer, NONE],
    )
    await client.query('commit')
  } finally {
    client.release()
  }
}

export const charges = defineBench({
  name: 'charges',
  sides: () => ({ ours: 'charges', baseline: 'the same rows by plain SQL' }),
  bar: { ratioAtLeast: 0.4 },
  shortfall:
    'before it writes, a charge checks for debts and locks the accounts in order. The plain side does neither. ' +
    'On one wallet, all other charges wait for that long. ' +
    'Profiling has already merged order, bill and transfer into one statement.',
  async run(stage, { isQuick, tell }) {
    const count = isQuick ? BATCH.quick : BATCH.full
    const found = async () => {
      const made = await foundDeveloper(stage.ground, {
        name: 'Bench',
        status: 'formal',
        account: `${randomUUID()}@bench.example`,
        passwordHash: 'x',
        userName: null,
      })
      if (!made) throw new Error('the account exists')
      await inBooks(stage, made.developerId, (books) =>
        credit(books, { kind: 'wallet', amount: 1_000_000_000, purpose: randomUUID(), note: 'bench' }),
      )
      return made.developerId
    }
    const many = await Promise.all(Array.from({ length: IN_FLIGHT }, found))
    const pool = new pg.Pool({ connectionString: stage.ground.databaseUrl, max: IN_FLIGHT })
    try {
      const figures: Figure[] = []
      for (const [what, wallets] of [
        ['one wallet', many.slice(0, 1)],
        ['a wallet each', many],
      ] as const) {
        const of = (n: number) => wallets[n % wallets.length] ?? 0
        const ours: number[] = []
        const baseline: number[] = []
        const sides = [
          async () => void ours.push(await rateOf(count, IN_FLIGHT, (n) => charge(stage, of(n)))),
          async () => void baseline.push(await rateOf(count, IN_FLIGHT, (n) => plain(pool, of(n)))),
        ]
        for (let round = 0; round < (isQuick ? ROUNDS.quick : ROUNDS.full); round++) {
          tell(`${what}, round ${round + 1}`)
          for (const side of round % 2 === 0 ? sides : sides.toReversed()) await side()
        }
        // The first round is the warm-up.
        figures.push({
          what: `${what}, ${IN_FLIGHT} in flight`,
          unit: '/s',
          ours: spreadOf(ours.slice(1)),
          baseline: spreadOf(baseline.slice(1)),
        })
      }
      return figures
    } finally {
      await pool.end()
    }
  },
})
