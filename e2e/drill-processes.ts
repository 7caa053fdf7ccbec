// Two servers on one database: one of them is killed under load, while an import is in its hands, then the other one.
// Whoever is left must go on answering, take the import over in time, and nothing may be lost or doubled. A buyer whose
// server is gone asks the other one, as a proxy would.
import { setTimeout as pause } from 'node:timers/promises'
import { Unreachable } from '@sealwright/client'
import type { Client } from '@sealwright/client'
import { productCalls } from '@sealwright/contract'
import { startCenter } from './center-process.ts'
import type { RunningCenter } from './center-process.ts'
import { callerAt, signInDemo } from './demo-seat.ts'
import { importsOf, problemsOfImports, sendUsers } from './drill-import.ts'
import { allEnded, conclude, isOpen, say } from './drill-proof.ts'
import { offerPackages, problemsOfPurchases, startBuyers } from './drill-purchases.ts'
import { startOutsideDatabase } from './outside-database.ts'

/** A job whose process is dead is missed after its heartbeat. */
const TAKEN_OVER_WITHIN_MS = 30_000
const GIVEN_UP_MS = 90_000
const ENDED_WITHIN_MS = 180_000
const USERS = 5_000
/** Nobody waits for an answer of the one that is left for so long. */
const ANSWERED_WITHIN_MS = 3_000

const orElse =
  (first: Client, second: Client): Client =>
  (call, payload, options) =>
    first(call, payload, options).catch((error: unknown) => {
      if (!(error instanceof Unreachable)) throw error
      return second(call, payload, options)
    })

/** Milliseconds until the import goes on that was in the hands of the dead; null if it had ended. */
async function takenOver(call: Client): Promise<number | null> {
  const open = async () => (await importsOf(call)).filter(isOpen)
  const [before] = await open()
  if (!before) return null
  const began = performance.now()
  for (;;) {
    const now = (await open()).find(({ subject }) => subject === before.subject)
    if (!now || now.success > before.success) return performance.now() - began
    if (performance.now() - began > GIVEN_UP_MS) return Infinity
    await pause(50)
  }
}

/** The longest time that a call to this one took, until it is stopped. */
function startAsking(call: Client) {
  let longestMs = 0
  let isOver = false
  const asking = (async () => {
    while (!isOver) {
      const began = performance.now()
      await call(productCalls.find, {})
      longestMs = Math.max(longestMs, performance.now() - began)
      await pause(20)
    }
  })()
  return async () => {
    isOver = true
    await asking
    return Math.round(longestMs)
  }
}

/** Answers how many problems there were. */
export async function drillProcesses(): Promise<number> {
  const database = await startOutsideDatabase()
  const running = new Set<RunningCenter>()
  const start = async () => {
    const center = await startCenter({ isFromSource: true, beside: database, isQuiet: true })
    running.add(center)
    return center
  }
  try {
    let dying = await start()
    const headers = await signInDemo(dying.url)
    await offerPackages(database.databaseUrl)
    const problems: string[] = []
    let files = 0
    let left = await start()
    const buyers = startBuyers((buyer) => {
      const [one, other] = [callerAt(dying.url, headers), callerAt(left.url, headers)]
      return buyer % 2 === 0 ? orElse(one, other) : orElse(other, one)
    })
    for (const round of [1, 2]) {
      if (round > 1) [dying, left] = [left, await start()]
      files = round
      // In the hands of the one that dies: only that one looks for work while the other is paused.
      process.kill(left.pid, 'SIGSTOP')
      try {
        const call = callerAt(dying.url, headers)
        await sendUsers(call, files, USERS)
        while ((await importsOf(call)).some((task) => isOpen(task) && task.success === 0)) await pause(20)
      } finally {
        process.kill(left.pid, 'SIGCONT')
      }
      const survivor = callerAt(left.url, headers)
      const stopAsking = startAsking(survivor)
      await dying.kill()
      const ms = await takenOver(survivor)
      const longestMs = await stopAsking()
      await allEnded(() => importsOf(survivor), ENDED_WITHIN_MS)
      const text = `kill ${round}: ${ms === null ? 'the import had ended' : `the import went on after ${Math.round(ms)} ms`}; the one that is left answered within ${longestMs} ms`
      say(text)
      if (ms === null || ms > TAKEN_OVER_WITHIN_MS) problems.push(`${text}; the bar is ${TAKEN_OVER_WITHIN_MS} ms`)
      if (longestMs > ANSWERED_WITHIN_MS) problems.push(`${text}; the bar is ${ANSWERED_WITHIN_MS} ms`)
    }
    await buyers.stop()
    const { packages, problems: unpaid } = await problemsOfPurchases(database.databaseUrl, buyers.answered)
    const call = callerAt(left.url, headers)
    const all = [...problems, ...buyers.wrong, ...unpaid, ...(await problemsOfImports(database, call, files, USERS))]
    for (const center of running) await center.stop()
    await database.stop()
    return conclude(
      database.folder,
      ['ledger', 'log'],
      all,
      `2 of 3 servers killed, ${packages} packages (${buyers.answered.size} answered), ${files} imports: nothing lost, nothing doubled.`,
    )
  } finally {
    for (const center of running) await center.stop()
    await database.remove()
  }
}
