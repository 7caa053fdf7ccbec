// Restarts PostgreSQL under load, cleanly and by a crash, while people buy and an import runs. Calls must be answered
// or refused as unavailable, the center must recover by itself in time, and nothing may be lost, duplicated or half
// done.
import { setTimeout as pause } from 'node:timers/promises'
import { startCenter } from '../support/center-process.ts'
import { callerAt, signInDemo } from '../support/demo-seat.ts'
import { startOutsideDatabase } from '../support/outside-database.ts'
import { importsOf, sendUsers } from './import.ts'
import { problemsOfLoad } from './load.ts'
import { allEnded, conclude, say } from './proof.ts'
import { offerPackages, startBuyers } from './purchases.ts'

const WITHIN_MS = 5_000
const GIVEN_UP_MS = 60_000
const ENDED_WITHIN_MS = 120_000
const RESTARTS = ['stop', 'crash', 'stop', 'crash'] as const
const FILES = 1
const USERS = 5_000

/** Returns the number of problems. */
export async function drillPostgres(): Promise<number> {
  const database = await startOutsideDatabase()
  try {
    const center = await startCenter({ isFromSource: true, beside: database, isQuiet: true })
    try {
      const call = callerAt(center.url, await signInDemo(center.url))
      await offerPackages(database.databaseUrl)
      const buyers = startBuyers(() => call)
      await sendUsers(call, FILES, USERS)
      const late: string[] = []
      for (const how of RESTARTS) {
        await pause(1_000 + Math.random() * 1_000)
        const before = { ...buyers.failed }
        await database.restart(how)
        const upAt = performance.now()
        while (buyers.lastAt() < upAt && performance.now() - upAt < GIVEN_UP_MS) await pause(10)
        const ms = Math.round(buyers.lastAt() - upAt)
        const text =
          `${how}: ${buyers.failed.unavailable - before.unavailable} calls refused as unavailable; ` +
          `the first purchase ${ms} ms after the database was up again`
        say(text)
        if (ms < 0 || ms > WITHIN_MS) late.push(`${text}; the bar is ${WITHIN_MS} ms`)
      }
      await pause(1_000)
      await buyers.stop()
      await allEnded(() => importsOf(call), ENDED_WITHIN_MS)
      const { databaseUrl } = database
      const { url } = center
      const { packages, problems } = await problemsOfLoad({
        databaseUrl,
        url,
        call,
        buyers,
        files: FILES,
        users: USERS,
      })
      if (buyers.failed.unreachable > 0)
        problems.push(`${buyers.failed.unreachable} calls were cut off instead of answered`)
      await center.stop()
      await database.stop()
      return conclude(
        database.folder,
        ['ledger', 'log'],
        [...late, ...problems],
        `${RESTARTS.length} restarts of PostgreSQL, ${packages} packages (${buyers.answered.size} answered), ` +
          `${buyers.failed.unavailable} calls refused as unavailable: nothing lost, nothing half done.`,
      )
    } finally {
      await center.stop()
    }
  } finally {
    await database.remove()
  }
}
