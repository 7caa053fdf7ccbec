// Answers that are streams: files and server-sent events. The first part is waited for before anything is sent, so that
// a refusal can still be an envelope; a stream ends when its reader goes or the server stops. A later refusal ends
// events quietly, and breaks a file off: half of one must not look like a whole one.
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refusal } from '../refusal.ts'
import type { FileAnswer } from './context.ts'

/**
 * How many may be open at a time: events of a session, files of an account. Each holds a connection, and asks the
 * database again and again.
 */
export const STREAMS_AT_ONCE = { events: 5, file: 3 }
const COME_BACK_SECONDS = 5

export interface Streams {
  /** Counts a stream of somebody's until its connection closes. Aborted when the reader is gone or the server stops. */
  open(reply: FastifyReply, kind: keyof typeof STREAMS_AT_ONCE, whose: string): AbortSignal
  sendFile(reply: FastifyReply, file: FileAnswer): Promise<FastifyReply>
  sendEvents(
    reply: FastifyReply,
    events: AsyncIterable<unknown>,
    encode: (event: unknown) => unknown,
  ): Promise<FastifyReply>
}

/** A name that old and new browsers read: what is not ASCII is spelled in UTF-8 beside it. */
const disposition = (fileName: string) =>
  `attachment; filename="${fileName.replace(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(fileName)}`

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
  const running = new Map<AbortController, string>()
  app.addHook('preClose', async () => {
    for (const controller of running.keys()) controller.abort()
  })
  return {
    open(reply, kind, whose) {
      const key = `${kind} ${whose}`
      if ([...running.values()].filter((other) => other === key).length >= STREAMS_AT_ONCE[kind])
        throw new Refusal('platform.tooFrequent', { params: { seconds: COME_BACK_SECONDS } })
      // Nobody would tell any more that it closed.
      if (reply.raw.destroyed) return AbortSignal.abort()
      const controller = new AbortController()
      running.set(controller, key)
      reply.raw.once('close', () => {
        running.delete(controller)
        controller.abort()
      })
      return controller.signal
    },
    async sendFile(reply, { fileName, type, body }) {
      const parts = await begun(body)
      return reply
        .type(type)
        .headers(LAST_OF_ITS_CONNECTION)
        .header('content-disposition', disposition(fileName))
        .send(Readable.from(parts, { objectMode: false }))
    },
    async sendEvents(reply, events, encode) {
      const parts = await begun(events)
      async function* lines() {
        try {
          for await (const event of parts) yield event === null ? ':\n\n' : `data: ${JSON.stringify(encode(event))}\n\n`
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
        }
      }
      return reply
        .type('text/event-stream; charset=utf-8')
        .headers(LAST_OF_ITS_CONNECTION)
        .header('x-accel-buffering', 'no')
        .send(Readable.from(lines()))
    },
  }
}
