// Generates HTTP load over plain sockets from its own thread: each connection sends its next request after the last
// answer, or all connections together send at a fixed rate. It parses only the length of an answer, because it shares
// the processor with the measured server.
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

export interface Load {
  port: number
  connections: number
  seconds: number
  /** Complete requests, head and body; each connection cycles through them. */
  requests: string[]
  /** Requests per second, regardless of how long the answers take; without it, as many as possible. */
  perSecond?: number
}

export interface Loaded {
  /** Answers per second. */
  rate: number
  /** Milliseconds from the due time of each request to its answer. */
  times: Float64Array
  /** Answers with a status other than 200. */
  failed: number
}

const { port, connections, seconds, requests, perSecond } = workerData as Load // set by the starter of this thread
const bodies = requests.map((request) => Buffer.from(request))
const times: number[] = []
let failed = 0
const startedAt = performance.now()
const endsAt = startedAt + seconds * 1000

interface Client {
  ask(dueAt: number): void
  end(): void
}

/** One connection: sends requests and reports each answer. */
function connectClient(index: number, onAnswer: (client: Client) => void): Promise<Client> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let n = index
    let askedAt = 0
    let buffered: Buffer = Buffer.alloc(0)
    const client: Client = {
      ask(dueAt) {
        askedAt = dueAt
        socket.write(bodies[n % bodies.length] ?? '')
        n += connections
      },
      end: () => void socket.end(),
    }
    socket.on('connect', () => resolve(client))
    socket.on('error', reject)
    socket.on('data', (chunk: Buffer) => {
      buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk])
      const head = buffered.indexOf('\r\n\r\n')
      if (head < 0) return
      const text = buffered.toString('latin1', 0, head)
      const at = text.toLowerCase().indexOf('content-length: ')
      const length = Number.parseInt(text.slice(at + 16), 10)
      if (buffered.length < head + 4 + length) return
      if (!text.startsWith('HTTP/1.1 200')) failed++
      buffered = Buffer.alloc(0)
      times.push(performance.now() - askedAt)
      onAnswer(client)
    })
  })
}

/** As many requests as possible: each connection sends the next one after an answer. */
async function ceaselessly(): Promise<void> {
  let left = connections
  await new Promise<void>((resolve, reject) => {
    const again = (client: Client) => {
      const now = performance.now()
      if (now < endsAt) return client.ask(now)
      client.end()
      if (--left === 0) resolve()
    }
    for (let index = 0; index < connections; index++) connectClient(index, again).then(again, reject)
  })
}

/**
 * Each request has a due time that does not depend on earlier requests. If no connection is free, the wait counts.
 * Timers are too coarse for this, so it polls the clock.
 */
async function at(rate: number): Promise<void> {
  const free: Client[] = []
  const clients = await Promise.all(
    Array.from({ length: connections }, (_, index) => connectClient(index, (client) => free.push(client))),
  )
  free.push(...clients)
  const beganAt = performance.now()
  const total = Math.floor(seconds * rate)
  let asked = 0
  await new Promise<void>((resolve) => {
    const watch = () => {
      for (
        let client;
        asked < total && beganAt + (asked / rate) * 1000 <= performance.now() && (client = free.pop());
        asked++
      )
        client.ask(beganAt + (asked / rate) * 1000)
      if (asked === total && free.length === connections) return resolve()
      setImmediate(watch)
    }
    watch()
  })
  for (const client of clients) client.end()
}

await (perSecond === undefined ? ceaselessly() : at(perSecond))
const loaded: Loaded = {
  rate: times.length / ((performance.now() - startedAt) / 1000),
  times: Float64Array.from(times),
  failed,
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(loaded)
