// Sells a thousand codes in the web shop of examples/ while two centers on one database and the shop are killed at
// random moments. At the end, each order must have exactly one code, each code one order, and the shop must have heard
// of each license by webhook exactly once, after removing repetitions by their id.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '@sealwright/client'
import { accessKeyCalls, identityCalls, pcTemplateCalls, productCalls, webhookCalls } from '@sealwright/contract'
import { PASSWORD } from '@sealwright/testkit/password'
import { startCenter } from '../support/center-process.ts'
import type { RunningCenter } from '../support/center-process.ts'
import { callerAt, giveMoney, signInDemo } from '../support/demo-seat.ts'
import { startOutsideDatabase } from '../support/outside-database.ts'
import { freePort, runShop, startProxy } from '../support/web-shop.ts'
import type { RunningShop, ShopState } from '../support/web-shop.ts'
import { conclude, differencesIn, numberIn, say, withDatabase } from './proof.ts'

const ORDERS = 1_000
const WALLET_FEN = 1_000_000_000
/** The longest time between two kills. */
const LONGEST_MS = 4_000
/** A killed process keeps its claims of deliveries for a minute, and a failed delivery waits for longer each time. */
const ENDED_WITHIN_MS = 900_000
const CUSTOMERS = 10
const NAME = 'drill-shop'
const LICENSE_ID = 77_006

async function prepare(call: Client, databaseUrl: string, hookUrl: string) {
  await withDatabase(databaseUrl, (database) => giveMoney(database, WALLET_FEN))
  await call(productCalls.create, { name: NAME, displayName: NAME, licenseForm: 3, licenseId: LICENSE_ID })
  const template = { kind: 'sn', name: NAME, licenseId: LICENSE_ID, billingMode: 'oneTime', isForever: true } as const
  const { guid } = await call(pcTemplateCalls.create, template)
  await call(identityCalls.confirm, { password: PASSWORD })
  const key = await call(accessKeyCalls.create, { name: NAME, privileges: ['snLicense.issue'] })
  const { secret } = await call(webhookCalls.create, { url: hookUrl, events: ['license.issued'] })
  return { template: guid, keyId: key.keyId, secret: key.secret, webhookSecret: secret }
}

const numbersFrom = (first: number, count: number) => Array.from({ length: count }, (_, n) => `${NAME}-${first + n}`)

/** Customers who order one after another. Resolves when the shop has taken every order. */
async function sell(shop: RunningShop): Promise<void> {
  const share = ORDERS / CUSTOMERS
  const customer = async (index: number) => {
    for (const number of numbersFrom(index * share, share)) {
      await shop.order(number)
      // Spread over the kills.
      await pause(Math.random() * 600)
    }
  }
  await Promise.all(Array.from({ length: CUSTOMERS }, (_, index) => customer(index)))
}

const isDone = ({ orders }: ShopState) => orders.length === ORDERS && orders.every(({ isConfirmed }) => isConfirmed)

async function allConfirmed(shop: RunningShop): Promise<ShopState> {
  const end = performance.now() + ENDED_WITHIN_MS
  let told = performance.now()
  for (;;) {
    const state = await shop.state()
    if (isDone(state) || performance.now() > end) return state
    if (performance.now() - told > 15_000) {
      told = performance.now()
      say(`${state.orders.filter(({ isConfirmed }) => isConfirmed).length} of ${ORDERS} orders are confirmed`)
    }
    await pause(500)
  }
}

const problemsIn = (databaseUrl: string, template: string, { orders, foreign }: ShopState) =>
  withDatabase(databaseUrl, async (database) => {
    const number = (query: string) => numberIn(database, query, [template])
    const { rows } = await database.query<{ guid: string; serial: string }>(
      'select guid, serial from license where template_guid = $1',
      [template],
    )
    const serials = new Map(rows.map(({ guid, serial }) => [guid, serial]))
    const mine = 'from webhook_event e join license l on l.guid = e.subject where l.template_guid = $1'
    return differencesIn({
      orders: [orders.length, ORDERS],
      'orders with the code of their license': [
        orders.filter(({ code, license }) => code !== undefined && serials.get(license ?? '') === code).length,
        ORDERS,
      ],
      'different codes': [new Set(orders.map(({ code }) => code)).size, ORDERS],
      licenses: [await number('select count(*) as n from license where template_guid = $1'), ORDERS],
      'licenses of the open API': [
        await number("select count(*) as n from license where template_guid = $1 and source = 'openApi'"),
        ORDERS,
      ],
      'orders that heard of exactly their license': [
        orders.filter(({ confirmedBy, license }) => confirmedBy?.length === 1 && confirmedBy[0] === license).length,
        ORDERS,
      ],
      'events about foreign licenses': [foreign.length, 0],
      events: [await number(`select count(*) as n ${mine}`), ORDERS],
    })
  })

/** Returns the number of problems. */
export async function drillShop(kills: number): Promise<number> {
  const database = await startOutsideDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'sealwright-shop-'))
  const proxy = await startProxy()
  const start = () => startCenter({ isFromSource: true, beside: database, isQuiet: true })
  let centers: RunningCenter[] = []
  let shop: RunningShop | undefined
  try {
    const [port, first] = [await freePort(), await start()]
    centers = [first, await start()]
    proxy.setTargets(centers.map(({ url }) => url))
    const call = callerAt(first.url, await signInDemo(first.url))
    const prepared = await prepare(call, database.databaseUrl, `http://127.0.0.1:${port}/hook`)
    shop = await runShop({ ...prepared, centerUrl: proxy.url, port, file: join(folder, 'orders.jsonl') })
    const sold = sell(shop)
    for (let kill = 1; kill <= kills; kill += 1) {
      const ms = Math.round(Math.random() * LONGEST_MS)
      await pause(ms)
      if (kill % 2 === 0) await shop.killAndRestart()
      else {
        const victim = centers[Math.floor(kill / 2) % 2]
        const left = centers.filter((center) => center !== victim)
        await victim?.kill()
        proxy.setTargets(left.map(({ url }) => url))
        centers = [...left, await start()]
        proxy.setTargets(centers.map(({ url }) => url))
      }
      const { orders } = await shop.state()
      const [mailed, heard] = [orders.filter(({ code }) => code), orders.filter(({ isConfirmed }) => isConfirmed)]
      say(
        `kill ${kill} (${kill % 2 === 0 ? 'shop' : 'center'}) after ${ms} ms: ${orders.length} orders, ` +
          `${mailed.length} codes, ${heard.length} confirmed`,
      )
    }
    await sold
    const problems = await problemsIn(database.databaseUrl, prepared.template, await allConfirmed(shop))
    await shop.stop()
    for (const center of centers) await center.stop()
    await database.stop()
    return conclude(
      database.folder,
      ['ledger', 'log'],
      problems,
      `${kills} kills, ${ORDERS} orders: one code and one webhook event for each.`,
    )
  } finally {
    await shop?.stop()
    for (const center of centers) await center.stop()
    proxy.stop()
    await database.remove()
    await rm(folder, { recursive: true, force: true })
  }
}
