// Prometheus metrics on a separate loopback port: the count and duration of calls by HTTP status, and the default
// metrics of the process.
import { createServer } from 'node:http'
import type { Call } from '@sealwright/contract'
import { Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

export interface Metrics {
  observe(call: Call, status: number, seconds: number): void
  /** Registers a gauge. It has no value until the returned function is first called. */
  gauge(name: string, help: string): (value: number) => void
  listen(port: number): Promise<number>
  close(): Promise<void>
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
    gauge(name, help) {
      const gauge = new Gauge({ name, help, registers: [registry] })
      gauge.remove()
      return (value) => gauge.set(value)
    },
    listen: (port) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, '127.0.0.1', () => {
          const address = server.address()
          resolve(typeof address === 'object' && address !== null ? address.port : port)
        })
      }),
    async close() {
      registry.clear()
      if (server.listening) await new Promise((resolve) => server.close(resolve))
    },
  }
}
