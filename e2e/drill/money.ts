// Buys packages from a real server, with several buyers at a time, while it is killed at random moments. At the end,
// every package must have a charge and every charge a package. An unanswered purchase is repeated with the same key, as
// a client would do, and must never be made twice.
import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { startCenter } from '../support/center-process.ts'
import { callerAt, signInDemo } from '../support/demo-seat.ts'
import { conclude, say } from './proof.ts'
import { offerPackages, problemsOfPurchases, startBuyers } from './purchases.ts'

/** The longest time between a start of the server and its next kill. */
const LONGEST_MS = 2_500

/** Returns the number of problems. */
export async function drillMoney(kills: number): Promise<number> {
  let center = await startCenter({ isFromSource: true })
  const { folder } = center
  try {
    const headers = await signInDemo(center.url)
    await offerPackages(center.databaseUrl)
    const buyers = startBuyers(() => callerAt(center.url, headers))
    const { answered } = buyers
    for (let kill = 1; kill <= kills; kill += 1) {
      const before = answered.size
      const ms = Math.round(Math.random() * LONGEST_MS)
      await pause(ms)
      await center.kill()
      center = await startCenter({ isFromSource: true, folder })
      say(`kill ${kill} after ${ms} ms; ${answered.size - before} purchases answered since the last one`)
    }
    await pause(LONGEST_MS)
    await buyers.stop()
    const { packages, problems } = await problemsOfPurchases(center.databaseUrl, answered)
    await center.stop()
    return conclude(
      folder,
      ['ledger', 'log'],
      [...buyers.wrong, ...problems],
      `${kills} kills, ${packages} packages (${answered.size} answered): each charged exactly once.`,
    )
  } finally {
    await center.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
