// Answers that are streams: files and server-sent events. The first part is waited for before anything is sent, so that a refusal can still be
// an envelope; a stream ends when its reader goes or the server stops.
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { FileAnswer } from './context.ts'

export interface Streams {
  signalOf(reply: FastifyReply): AbortSignal
  sendFile(reply: FastifyReply, file: FileAnswer): Promise<FastifyReply>
  sendEvents(reply: FastifyReply, events: AsyncIterable<unknown>, encode: (event: unknown) => unknown): Promise<FastifyReply>
}

/** A name that old and new browsers read: what is not ASCII is spelled in UTF-8 beside it. */
const disposition = (fileName: string) => `attachment; filename="${fileName.replace(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(fileName)}`

// A server that stops closes idle connections once; one that a stream held until then would keep it waiting.
const LAST_OF_ITS_CONNECTION = { connection: 'close' }

async function begun<T>(parts: AsyncIterable<T>): Promise<AsyncIterable<T>> {
  const iterator = parts[Symbol.asyncIterator]()
  const first = await iterator.next()
  async function* rest() {
    try {
      if (first.done) return
      yield first.value
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
    } finally {
      await iterator.return?.()
    }
  }
  return rest()
}

export function openStreams(app: FastifyInstance): Streams {
  const open = new Set<AbortController>()
  app.addHook('preClose', async () => {
    for (const controller of open) controller.abort()
  })
  return {
    signalOf(reply) {
      const controller = new AbortController()
      open.add(controller)
      reply.raw.once('close', () => {
        open.delete(controller)
        controller.abort()
      })
      return controller.signal
    },
    async sendFile(reply, { fileName, type, body }) {
      const parts = await begun(body)
      return reply.type(type).headers(LAST_OF_ITS_CONNECTION).header('content-disposition', disposition(fileName)).send(Readable.from(parts, { objectMode: false }))
    },
    async sendEvents(reply, events, encode) {
      const parts = await begun(events)
      async function* lines() {
        for await (const event of parts) yield event === null ? ':\n\n' : `data: ${JSON.stringify(encode(event))}\n\n`
      }
      return reply.type('text/event-stream; charset=utf-8').headers(LAST_OF_ITS_CONNECTION).header('x-accel-buffering', 'no').send(Readable.from(lines()))
    },
  }
}
