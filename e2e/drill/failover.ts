// Runs three servers behind a proxy, on a PostgreSQL primary with a synchronous standby, and ends the primary under
// load. The standby is promoted, and the servers must find it by themselves: purchases work again in time, and nothing
// that was committed is lost. One of the servers is killed too. It needs the system's PostgreSQL.
import { createServer, request as ask } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { startCenter } from '../support/center-process.ts'
import type { RunningCenter } from '../support/center-process.ts'
import { callerAt, signInDemo } from '../support/demo-seat.ts'
import { startReplicatedDatabase, systemPostgres } from '../support/replicated-database.ts'
import { importsOf, sendUsers } from './import.ts'
import { problemsOfLoad } from './load.ts'
import { allEnded, conclude, say } from './proof.ts'
import { offerPackages, startBuyers } from './purchases.ts'

const SERVERS = 3
const WITHIN_MS = 15_000
const GIVEN_UP_MS = 90_000
const ENDED_WITHIN_MS = 180_000
const FILES = 1
const USERS = 5_000

/** Sends each request to the next server, and to another one if that server cannot be reached. */
async function startProxy(urls: () => readonly string[]) {
  let next = 0
  function forward(from: IncomingMessage, body: Buffer, to: ServerResponse, left: number) {
    const url = urls()[next++ % SERVERS] ?? ''
    const onward = ask(new URL(from.url ?? '/', url), { method: from.method, headers: from.headers }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(to)
    })
    onward.on('error', () => {
      // Calls that change anything have an idempotency key, so a repetition is safe.
      if (left > 1 && !to.headersSent) forward(from, body, to, left - 1)
      else to.destroy()
    })
    onward.end(body)
  }
  const server = createServer((from, to) => {
    const chunks: Buffer[] = []
    from.on('data', (chunk: Buffer) => chunks.push(chunk))
    from.on('end', () => forward(from, Buffer.concat(chunks), to, SERVERS))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listens on TCP
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Returns the number of problems. */
export async function drillFailover(): Promise<number> {
  const bin = systemPostgres()
  if (bin === undefined) {
    say("failover: skipped, because the system's PostgreSQL is not installed (Debian: apt-get install postgresql).")
    return 0
  }
  const database = await startReplicatedDatabase(bin)
  const running: RunningCenter[] = []
  const proxy = await startProxy(() => running.map(({ url }) => url))
  try {
    for (let n = 0; n < SERVERS; n++)
      running.push(await startCenter({ isFromSource: true, beside: database, isQuiet: true }))
    const call = callerAt(proxy.url, await signInDemo(proxy.url))
    await offerPackages(database.databaseUrl)
    const buyers = startBuyers(() => call)
    await sendUsers(call, FILES, USERS)
    await pause(2_000)

    const [bought, failed] = [buyers.answered.size, { ...buyers.failed }]
    const diedAt = performance.now()
    await database.crashPrimary()
    await database.failedOver
    const promotedAt = performance.now()
    while (buyers.lastAt() < promotedAt && performance.now() - diedAt < GIVEN_UP_MS) await pause(10)
    const ms = Math.round(buyers.lastAt() - diedAt)
    const text =
      `the primary ended after ${bought} purchases; the standby was promoted after ` +
      `${Math.round(promotedAt - diedAt)} ms, and the first purchase came after ${ms} ms; meanwhile ` +
      `${buyers.failed.unavailable - failed.unavailable} calls were refused as unavailable`
    say(text)
    const late = buyers.lastAt() < promotedAt || ms > WITHIN_MS ? [`${text}; the bar is ${WITHIN_MS} ms`] : []

    await pause(2_000)
    await running[0]?.kill()
    await pause(2_000)
    await allEnded(() => importsOf(call), ENDED_WITHIN_MS)
    await buyers.stop()
    const { databaseUrl } = database
    const { packages, problems } = await problemsOfLoad({
      databaseUrl,
      url: proxy.url,
      call,
      buyers,
      files: FILES,
      users: USERS,
    })
    for (const center of running) await center.stop()
    return conclude(
      database.folder,
      ['ledger', 'log'],
      [...late, ...problems],
      `A failover of PostgreSQL under ${SERVERS} servers, one of them killed: ${packages} packages ` +
        `(${buyers.answered.size} answered); nothing committed was lost.`,
      database.standbyUrl,
    )
  } finally {
    proxy.close()
    for (const center of running) await center.stop()
    await database.remove()
  }
}
