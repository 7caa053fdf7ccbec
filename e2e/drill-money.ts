// Buys packages from a real server, several buyers at a time, while it is killed again and again at random moments. At
// the end there must be a charge for every package and a package for every charge, whatever was cut off in between; a
// purchase that was not answered is asked for once more under the same key, as a client would, and never made twice.
import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { startCenter } from './center-process.ts'
import { callerAt, signInDemo } from './demo-seat.ts'
import { conclude, say } from './drill-proof.ts'
import { offerPackages, problemsOfPurchases, startBuyers } from './drill-purchases.ts'

/** A kill comes so soon after the server is up again. */
const LONGEST_MS = 2_500

/** Answers how many problems there were. */
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
      ['ledger'],
      problems,
      `${kills} kills, ${packages} packages (${answered.size} answered): each charged exactly once.`,
    )
  } finally {
    await center.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
