// A receiver of webhooks: a real HTTP server that keeps what it gets and answers as a test wants.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedPost {
  path: string
  headers: Record<string, string>
  body: string
}

interface ReceiverAnswer {
  status: number
  body?: string
  headers?: Record<string, string>
}

export interface Receiver {
  url: string
  port: number
  /** In the order of arrival. */
  received: ReceivedPost[]
  /** What it answers from now on; 200 at first. A promise lets it wait. */
  answerWith(answer: (post: ReceivedPost) => ReceiverAnswer | Promise<ReceiverAnswer>): void
  close(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const received: ReceivedPost[] = []
  let answer: Parameters<Receiver['answerWith']>[0] = () => ({ status: 200 })
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    const take = async () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      const post = { path: request.url ?? '', headers, body: Buffer.concat(parts).toString() }
      received.push(post)
      const { status, body = '', headers: own = {} } = await answer(post)
      response.writeHead(status, own).end(body)
    }
    request.on('data', (part: Buffer) => void parts.push(part))
    request.on('end', () => void take())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  return {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answerWith: (next) => void (answer = next),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
