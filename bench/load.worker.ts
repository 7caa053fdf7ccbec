// Load over plain sockets, from a thread of its own: so many connections, each asks again once it was answered, or all together so many times a second.
// It reads no more of an answer than where it ends, since what it costs is taken from what is measured.
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

export interface Load {
  port: number
  connections: number
  seconds: number
  /** Whole requests, head and body; each connection goes through them. */
  requests: string[]
  /** So many a second, however long the answers take; without it as many as there can be. */
  perSecond?: number
}

export interface Loaded {
  /** Answers a second. */
  rate: number
  /** Milliseconds from when a request was due to its answer. */
  times: Float64Array
  /** Answers that were not 200. */
  failed: number
}

const { port, connections, seconds, requests, perSecond } = workerData as Load // given by whoever starts this
const bodies = requests.map((request) => Buffer.from(request))
const times: number[] = []
let failed = 0
let next = 0
const startedAt = performance.now()
const endsAt = startedAt + seconds * 1000

function client(index: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let n = index
    let sentAt = 0
    let buffered: Buffer = Buffer.alloc(0)
    const send = () => {
      if (performance.now() >= endsAt) {
        socket.end()
        return resolve()
      }
      // At a rate, each request has a moment at which it is due; one that is late is counted from then.
      const dueAt = perSecond === undefined ? performance.now() : startedAt + (next++ / perSecond) * 1000
      const wait = dueAt - performance.now()
      const go = () => {
        sentAt = dueAt
        socket.write(bodies[n % bodies.length] ?? '')
        n += connections
      }
      if (wait > 1) setTimeout(go, wait)
      else go()
    }
    socket.on('connect', send)
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
      times.push(performance.now() - sentAt)
      send()
    })
  })
}

await Promise.all(Array.from({ length: connections }, (_, index) => client(index)))
const loaded: Loaded = { rate: times.length / ((performance.now() - startedAt) / 1000), times: Float64Array.from(times), failed }
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(loaded)
