// Runs two servers on one database and kills one under load while it runs an import; then the other one. The remaining
// server must keep answering and take over the import in time, and nothing may be lost or duplicated. A buyer whose
// server is gone calls the other one, as a proxy would do.
import { setTimeout as pause } from 'node:timers/promises'
import { Unreachable } from '@sealwright/client'
import type { Client } from '@sealwright/client'
import { productCalls } from '@sealwright/contract'
import { startCenter } from '../support/center-process.ts'
import type { RunningCenter } from '../support/center-process.ts'
import { callerAt, signInDemo } from '../support/demo-seat.ts'
import { startOutsideDatabase } from '../support/outside-database.ts'
import { importsOf, sendUsers } from './import.ts'
import { problemsOfLoad } from './load.ts'
import { allEnded, conclude, isOpen, say } from './proof.ts'
import { offerPackages, startBuyers } from './purchases.ts'

/** The job of a dead process is detected by its missing heartbeat. */
const TAKEN_OVER_WITHIN_MS = 30_000
const GIVEN_UP_MS = 90_000
const ENDED_WITHIN_MS = 180_000
const USERS = 5_000
/** The longest acceptable answer time of the remaining server. */
const ANSWERED_WITHIN_MS = 3_000

const orElse =
  (first: Client, second: Client): Client =>
  (call, payload, options) =>
    first(call, payload, options).catch((error: unknown) => {
      if (!(error instanceof Unreachable)) throw error
      return second(call, payload, options)
    })

/** Milliseconds until the import of the killed server continues; null if it had ended. */
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

/** Calls this server until stopped; resolves to the longest answer time in milliseconds. */
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

/** Returns the number of problems. */
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
      // Pauses the other server, so that the import starts on the one that will be killed.
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
      const text =
        `kill ${round}: ${ms === null ? 'the import had ended' : `the import continued after ${Math.round(ms)} ms`}; ` +
        `the remaining server answered within ${longestMs} ms`
      say(text)
      if (ms === null || ms > TAKEN_OVER_WITHIN_MS) problems.push(`${text}; the bar is ${TAKEN_OVER_WITHIN_MS} ms`)
      if (longestMs > ANSWERED_WITHIN_MS) problems.push(`${text}; the bar is ${ANSWERED_WITHIN_MS} ms`)
    }
    await buyers.stop()
    const { databaseUrl } = database
    const { url } = left
    const load = { databaseUrl, url, call: callerAt(url, headers), buyers, files, users: USERS }
    const { packages, problems: found } = await problemsOfLoad(load)
    for (const center of running) await center.stop()
    await database.stop()
    return conclude(
      database.folder,
      ['ledger', 'log'],
      [...problems, ...found],
      `2 of 3 servers killed, ${packages} packages (${buyers.answered.size} answered), ${files} imports: ` +
        'nothing lost, nothing duplicated.',
    )
  } finally {
    for (const center of running) await center.stop()
    await database.remove()
  }
}
