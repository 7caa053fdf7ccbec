// Loads a center for the drills: several buyers of packages, each repeating a purchase with the same idempotency key
// until it is answered, as a client would do. At the end, every package must have a charge, every charge a package, and
// every answered purchase must be there.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Refusal, Unreachable } from '@sealwright/client'
import type { Client } from '@sealwright/client'
import { packageCalls } from '@sealwright/contract'
import { giveMoney } from '../support/demo-seat.ts'
import { differencesIn, numberIn, withDatabase } from './proof.ts'
import { isOut } from './repeat.ts'

const BUYERS = 8
const PRICE_FEN = 1_234
const WALLET_FEN = 100_000_000_000
const OFFER = '00000000-0000-4000-8000-00000000d001'

/** Creates a package offer and the money to buy it. */
export const offerPackages = (url: string) =>
  withDatabase(url, async (database) => {
    await database.query(
      `insert into package_offer (guid, type, licenses, updates, days, price_fen, created_at)
       values ($1, 'drill', 10, 5, 365, $2, now())`,
      [OFFER, PRICE_FEN],
    )
    await giveMoney(database, WALLET_FEN)
  })

export interface Buyers {
  /** The serials of the answered purchases. */
  answered: ReadonlySet<string>
  /** Expected failures during an outage: refused as unavailable, or not reached. */
  failed: { unavailable: number; unreachable: number }
  /** All other failures; there must be none. */
  wrong: readonly string[]
  /** The time of the last answered purchase, by this process's clock. */
  lastAt(): number
  stop(): Promise<void>
}

export function startBuyers(call: (buyer: number) => Client, count = BUYERS): Buyers {
  const answered = new Set<string>()
  const failed = { unavailable: 0, unreachable: 0 }
  const wrong: string[] = []
  let isOver = false
  let lastAt = performance.now()

  function note(error: unknown): void {
    if (isOut(error)) failed[error instanceof Unreachable ? 'unreachable' : 'unavailable'] += 1
    else
      wrong.push(
        error instanceof Refusal
          ? `a purchase was refused: ${error.error ?? error.code} ${error.message}`
          : String(error),
      )
  }

  async function buy(buyer: number): Promise<void> {
    while (!isOver) {
      const idempotencyKey = randomUUID()
      for (;;) {
        const bought = await call(buyer)(
          packageCalls.buy,
          { guid: OFFER, count: 1, priceFen: PRICE_FEN },
          { idempotencyKey },
        ).catch(note)
        if (bought) {
          lastAt = performance.now()
          for (const serial of bought.serials) answered.add(serial)
          break
        }
        if (isOver) return
        await pause(20)
      }
    }
  }

  const buying = Array.from({ length: count }, (_, buyer) => buy(buyer))
  return {
    answered,
    failed,
    wrong,
    lastAt: () => lastAt,
    async stop() {
      isOver = true
      await Promise.all(buying)
    },
  }
}

export const problemsOfPurchases = (url: string, answered: ReadonlySet<string>) =>
  withDatabase(url, async (database) => {
    const number = (query: string, values: unknown[] = []) => numberIn(database, query, values)
    const packages = await number("select count(*) as n from package where type = 'drill'")
    const problems = differencesIn({
      'answered purchases that exist': [
        await number('select count(*) as n from package where serial = any ($1)', [[...answered]]),
        answered.size,
      ],
      'charged orders': [
        await number("select count(*) as n from billing_order where subject = 'drill' and status = 'charged'"),
        packages,
      ],
      'fen charged': [
        await number("select coalesce(sum(actual_fen), 0) as n from bill where subject = 'drill'"),
        packages * PRICE_FEN,
      ],
      'fen that left the wallet': [
        await number(
          `select -coalesce(sum(e.amount), 0) as n from ledger_entry e
           join ledger_transfer t on t.developer_id = e.developer_id and t.guid = e.transfer_guid
           where e.kind in ('wallet', 'gift') and t.movement = 'charge' and t.subject = 'drill'`,
        ),
        packages * PRICE_FEN,
      ],
      'licenses granted': [
        await number(
          `select coalesce(sum(a.balance), 0) as n from ledger_account a
           join package p on p.developer_id = a.developer_id and p.guid = a.ref
           where a.kind = 'packageLicenses' and p.type = 'drill'`,
        ),
        packages * 10,
      ],
    })
    return { packages, problems }
  })
