// Buys packages from a real server, several buyers at a time, while it is killed again and again at random moments. At the end there must be a charge
// for every package and a package for every charge, whatever was cut off in between; a purchase that was not answered is asked for once more under
// the same key, as a client would, and never made twice.
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '@sealwright/client'
import { packageCalls } from '@sealwright/contract'
import { startCenter } from './center-process.ts'
import { callerAt, giveMoney, signInDemo } from './demo-seat.ts'
import { conclude, differencesIn, numberIn, say, withDatabase } from './drill-proof.ts'

const BUYERS = 8
const PRICE_FEN = 1_234
const WALLET_FEN = 100_000_000_000
/** A kill comes so soon after the server is up again. */
const LONGEST_MS = 2_500
const OFFER = '00000000-0000-4000-8000-00000000d001'

/** Money and something to spend it on. */
const prepare = (url: string) =>
  withDatabase(url, async (database) => {
    await database.query("insert into package_offer (guid, type, licenses, updates, days, price_fen, created_at) values ($1, 'drill', 10, 5, 365, $2, now())", [OFFER, PRICE_FEN])
    await giveMoney(database, WALLET_FEN)
  })

/** One buyer: each purchase under its own key until it is answered, whatever happens in between. */
async function buy(call: () => Client, isOver: () => boolean, answered: Set<string>): Promise<void> {
  while (!isOver()) {
    const idempotencyKey = randomUUID()
    for (;;) {
      const bought = await call()(packageCalls.buy, { guid: OFFER, count: 1, priceFen: PRICE_FEN }, { idempotencyKey }).catch(() => undefined)
      if (bought) {
        for (const serial of bought.serials) answered.add(serial)
        break
      }
      if (isOver()) return
      await pause(20)
    }
  }
}

const problemsIn = (url: string, answered: ReadonlySet<string>) =>
  withDatabase(url, async (database) => {
    const number = (query: string, values: unknown[] = []) => numberIn(database, query, values)
    const packages = await number("select count(*) as n from package where type = 'drill'")
    const problems = differencesIn({
      'purchases that were answered and are there': [await number('select count(*) as n from package where serial = any ($1)', [[...answered]]), answered.size],
      'charged orders': [await number("select count(*) as n from billing_order where subject = 'drill' and status = 'charged'"), packages],
      'fen charged': [await number("select coalesce(sum(actual_fen), 0) as n from bill where subject = 'drill'"), packages * PRICE_FEN],
      'fen that left the wallet': [await number("select -coalesce(sum(e.amount), 0) as n from ledger_entry e join ledger_transfer t on t.developer_id = e.developer_id and t.guid = e.transfer_guid where e.kind in ('wallet', 'gift') and t.movement = 'charge' and t.subject = 'drill'"), packages * PRICE_FEN],
      'licenses given': [await number("select coalesce(sum(a.balance), 0) as n from ledger_account a join package p on p.developer_id = a.developer_id and p.guid = a.ref where a.kind = 'packageLicenses' and p.type = 'drill'"), packages * 10],
    })
    return { packages, problems }
  })

/** Answers how many problems there were. */
export async function drillMoney(kills: number): Promise<number> {
  let center = await startCenter({ isFromSource: true })
  const { folder } = center
  try {
    const headers = await signInDemo(center.url)
    await prepare(center.databaseUrl)
    const answered = new Set<string>()
    let isOver = false
    const buyers = Array.from({ length: BUYERS }, () => buy(() => callerAt(center.url, headers), () => isOver, answered))
    for (let kill = 1; kill <= kills; kill += 1) {
      const before = answered.size
      const ms = Math.round(Math.random() * LONGEST_MS)
      await pause(ms)
      await center.kill()
      center = await startCenter({ isFromSource: true, folder })
      say(`kill ${kill} after ${ms} ms; ${answered.size - before} purchases answered since the last one`)
    }
    await pause(LONGEST_MS)
    isOver = true
    await Promise.all(buyers)
    const { packages, problems } = await problemsIn(center.databaseUrl, answered)
    await center.stop()
    return conclude(folder, ['ledger'], problems, `${kills} kills, ${packages} packages (${answered.size} answered): each charged exactly once.`)
  } finally {
    await center.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
