// Prometheus metrics on a separate loopback port: the count and duration of calls by HTTP status, and the default
// metrics of the process.
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { Call } from '@sealwright/contract'
import { Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

export interface Metrics {
  observe(call: Call, status: number, seconds: number): void
  /** Registers a gauge that is read when the metrics are fetched. With a label, it has a value for each of its keys. */
  gauge(name: string, help: string, read: () => Promise<number | null>): void
  gauges(name: string, help: string, label: string, read: () => Promise<ReadonlyMap<string, number>>): void
  /** Listens on the port or, if `orNext`, on the next free one. Returns the port. */
  listen(port: number, options?: { orNext?: boolean }): Promise<number>
  close(): Promise<void>
}

/** How many ports are tried in turn before any free one is taken. */
const NEXT_PORTS = 20

function listenOn(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'sealwright_call_seconds',
    help: 'Duration of calls in seconds, by call and HTTP status.',
    labelNames: ['call', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers: [registry],
  })
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  return {
    observe: (call, status, seconds) => duration.observe({ call: call.name, status: String(status) }, seconds),
    gauge(name, help, read) {
      const gauge: Gauge = new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          const value = await read()
          gauge.remove()
          if (value !== null) gauge.set(value)
        },
      })
    },
    gauges(name, help, label, read) {
      const gauge: Gauge = new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [registry],
        async collect() {
          const values = await read()
          gauge.reset()
          for (const [key, value] of values) gauge.set({ [label]: key }, value)
        },
      })
    },
    async listen(port, { orNext = false } = {}) {
      const tried = orNext ? Array.from({ length: NEXT_PORTS }, (_, n) => port + n) : [port]
      for (const candidate of tried) {
        const taken = await listenOn(server, candidate).catch((error: NodeJS.ErrnoException) => {
          if (!orNext || error.code !== 'EADDRINUSE') throw error
        })
        if (taken !== undefined) return taken
      }
      return listenOn(server, 0)
    },
    async close() {
      registry.clear()
      if (server.listening) await new Promise((resolve) => server.close(resolve))
    },
  }
}
