// Licenses are issued, locked and unlocked while the server is killed and the receiver of their webhooks fails: it is
// down, answers with an error, or breaks off after it has heard. At the end, each change must be one event, each event
// must have arrived at least once, always with the same id and body, and the events of a license in their order.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '@sealwright/client'
import type { Client } from '@sealwright/client'
import { pcLicenseCalls, pcTemplateCalls, productCalls, webhookCalls } from '@sealwright/contract'
import { startCenter } from '../support/center-process.ts'
import { callerAt, giveMoney, signInDemo, turnFlowsOff } from '../support/demo-seat.ts'
import { freePort } from '../support/web-shop.ts'
import { conclude, differencesIn, grown, numberIn, say, withDatabase } from './proof.ts'
import { answered } from './repeat.ts'

const PEOPLE = 8
/** After its issue, a license is locked and unlocked in turns. */
const ACTS = [pcLicenseCalls.lock, pcLicenseCalls.unlock, pcLicenseCalls.lock, pcLicenseCalls.unlock] as const
const WALLET_FEN = 1_000_000_000
/** A kill comes after this many changes, or up to twice as many, and up to so much later. */
const CHANGES = 20
const LONGEST_MS = 300
/** The longest time that the receiver is down. */
const DOWN_MS = 2_000
/** The longest pause of a person between two acts. */
const IDLE_MS = 500
/** The chance that the first attempt of an event gets an error, and that it gets no answer. */
const [ERROR_SHARE, BROKEN_SHARE] = [0.2, 0.2]
/** A killed server keeps its claims of deliveries for a minute, and a failed delivery waits for longer each time. */
const ENDED_WITHIN_MS = 900_000
const NAME = 'drill-webhooks'
const LICENSE_ID = 77_008

interface Arrival {
  id: string
  body: string
  isAnswered: boolean
}

/** Remembers every request, like a receiver that writes it to its database before it answers. */
async function startReceiver() {
  const port = await freePort()
  const arrivals: Arrival[] = []
  const known = new Set<string>()
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    // Without an end, the center was killed while it sent this.
    request.on('end', () => {
      const id = String(request.headers['webhook-id'])
      const chance = known.has(id) ? 1 : Math.random()
      const isAnswered = chance >= ERROR_SHARE + BROKEN_SHARE
      known.add(id)
      arrivals.push({ id, body: Buffer.concat(parts).toString(), isAnswered })
      if (chance < BROKEN_SHARE) request.socket.destroy()
      else response.writeHead(isAnswered ? 204 : 500).end()
    })
  })
  const listen = async () => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const close = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  await listen()
  return {
    url: `http://127.0.0.1:${port}/hook`,
    arrivals,
    close,
    async restart() {
      await close()
      await pause(Math.random() * DOWN_MS)
      await listen()
    },
  }
}

async function prepare(call: Client, databaseUrl: string, url: string) {
  await withDatabase(databaseUrl, (database) => giveMoney(database, WALLET_FEN))
  await turnFlowsOff(call)
  await call(productCalls.create, { name: NAME, displayName: NAME, licenseForm: 3, licenseId: LICENSE_ID })
  const template = { kind: 'sn', name: NAME, licenseId: LICENSE_ID, billingMode: 'oneTime', isForever: true } as const
  const { guid: templateGuid } = await call(pcTemplateCalls.create, template)
  const events = ['license.issued', 'license.locked', 'license.unlocked'] as const
  const { guid } = await call(webhookCalls.create, { url, events: [...events] })
  return { templateGuid, webhookGuid: guid }
}

/** People who issue a license and change it, one after another, and repeat what got no answer. */
function startPeople(caller: () => Client, templateGuid: string) {
  const work = { licenses: 0, changes: 0, repeated: 0, wrong: [] as string[] }
  let isOver = false

  async function liveThrough(): Promise<void> {
    const idempotencyKey = randomUUID()
    const asked = { kind: 'sn' as const, templateGuids: [templateGuid], count: 1 }
    const { licenses } = await answered(work, () => caller()(pcLicenseCalls.issue, asked, { idempotencyKey }))
    work.licenses += 1
    for (const act of ACTS) {
      if (isOver) return
      await pause(Math.random() * IDLE_MS)
      await answered(work, () => caller()(act, { kind: 'sn', guid: licenses[0]?.guid ?? '' })).catch(
        (error: unknown) => {
          // Done already: the answer was lost.
          if (!(error instanceof Refusal && error.error === 'license.stateForbids')) throw error
        },
      )
      work.changes += 1
    }
  }

  const all = Array.from({ length: PEOPLE }, async () => {
    while (!isOver)
      await liveThrough().catch((error: unknown) => {
        work.wrong.push(error instanceof Refusal ? `${error.error}: ${error.message}` : String(error))
      })
  })
  return {
    work,
    async stop() {
      isOver = true
      await Promise.all(all)
    },
  }
}

/** Waits until nothing is left to deliver. */
const allDelivered = (url: string, webhookGuid: string) =>
  withDatabase(url, async (database) => {
    const end = performance.now() + ENDED_WITHIN_MS
    let told = performance.now()
    for (;;) {
      const waiting = await numberIn(
        database,
        "select count(*) as n from webhook_delivery where webhook_guid = $1 and state = 'waiting'",
        [webhookGuid],
      )
      if (waiting === 0 || performance.now() > end) return
      if (performance.now() - told > 15_000) {
        told = performance.now()
        say(`${waiting} deliveries wait`)
      }
      await pause(500)
    }
  })

interface Sent {
  id: string
  guid: string
  subject: string
  state: string
}

const listSent = (url: string, webhookGuid: string) =>
  withDatabase(
    url,
    async (database) =>
      (
        await database.query<Sent>(
          `select e.id, e.guid, e.subject, d.state from webhook_delivery d
           join webhook_event e on e.developer_id = d.developer_id and e.id = d.event_id
           where d.webhook_guid = $1 order by e.id`,
          [webhookGuid],
        )
      ).rows,
  )

function problemsIn(sent: readonly Sent[], arrivals: readonly Arrival[], work: { licenses: number; changes: number }) {
  const places = new Map(sent.map(({ guid }, place) => [guid, place]))
  const subjects = new Map(sent.map(({ guid, subject }) => [guid, subject]))
  const bodies = Map.groupBy(arrivals, ({ id }) => id)
  const ofSubject = Map.groupBy(arrivals, ({ id }) => subjects.get(id))
  const isInOrder = (list: readonly Arrival[]) =>
    list.every(({ id }, n) => n === 0 || (places.get(list[n - 1]?.id ?? '') ?? 0) <= (places.get(id) ?? 0))
  return differencesIn({
    events: [sent.length, work.licenses + work.changes],
    'different ids': [places.size, sent.length],
    'delivered events': [sent.filter(({ state }) => state === 'delivered').length, sent.length],
    'events that arrived and were answered': [
      sent.filter(({ guid }) => bodies.get(guid)?.some(({ isAnswered }) => isAnswered)).length,
      sent.length,
    ],
    'arrivals that are no event': [arrivals.filter(({ id }) => !places.has(id)).length, 0],
    'events with different bodies': [
      [...bodies.values()].filter((list) => new Set(list.map(({ body }) => body)).size > 1).length,
      0,
    ],
    'licenses whose events came out of order': [[...ofSubject.values()].filter((list) => !isInOrder(list)).length, 0],
  })
}

/** Returns the number of problems. */
export async function drillWebhooks(kills: number): Promise<number> {
  const receiver = await startReceiver()
  let center = await startCenter({ isFromSource: true, isQuiet: true })
  const { folder } = center
  try {
    const headers = await signInDemo(center.url)
    const caller = () => callerAt(center.url, headers)
    const { templateGuid, webhookGuid } = await prepare(caller(), center.databaseUrl, receiver.url)
    const people = startPeople(caller, templateGuid)
    const { arrivals } = receiver
    const done = () => people.work.licenses + people.work.changes
    for (let kill = 1; kill <= kills; kill += 1) {
      await grown(done, done() + CHANGES * (1 + Math.random()))
      await pause(Math.random() * LONGEST_MS)
      const isReceiver = kill % 2 === 0
      if (isReceiver) await receiver.restart()
      else {
        await center.kill()
        center = await startCenter({ isFromSource: true, isQuiet: true, folder })
      }
      say(`kill ${kill} (${isReceiver ? 'receiver' : 'center'}): ${done()} changes, ${arrivals.length} arrivals`)
    }
    await people.stop()
    await allDelivered(center.databaseUrl, webhookGuid)
    const sent = await listSent(center.databaseUrl, webhookGuid)
    const problems = [...people.work.wrong, ...problemsIn(sent, arrivals, people.work)]
    await center.stop()
    const again = arrivals.length - new Set(arrivals.map(({ id }) => id)).size
    return conclude(
      folder,
      ['ledger', 'log'],
      problems,
      `${kills} kills, ${sent.length} events of ${people.work.licenses} licenses, ${arrivals.length} arrivals ` +
        `(${again} repeated): each event at least once, with the same id and body, in order for each license.`,
    )
  } finally {
    await receiver.close()
    await center.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
