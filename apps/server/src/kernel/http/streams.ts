// Answers that are streams: files and server-sent events. Nothing is sent before the first part is there, so that an
// early refusal can still be an envelope. A later refusal ends events normally but aborts a file, because a partial
// file must not look complete. A stream also ends when its reader disconnects or the server stops.
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refusal } from '../refusal.ts'
import type { FileAnswer } from './context.ts'

/**
 * How many streams may be open at a time: events per session and per account, files per account. Each stream holds a
 * connection and queries the database repeatedly.
 */
export const STREAMS_AT_ONCE = { events: 5, file: 3, account: 25 }
const COME_BACK_SECONDS = 5

export interface Streams {
  /**
   * Counts a stream of `whose`, and of the account behind a session, until its connection closes. The signal aborts
   * then, or when the server stops.
   */
  open(reply: FastifyReply, kind: 'events' | 'file', whose: string, accountId?: string): AbortSignal
  sendFile(reply: FastifyReply, file: FileAnswer): Promise<FastifyReply>
  sendEvents(
    reply: FastifyReply,
    events: AsyncIterable<unknown>,
    encode: (event: unknown) => unknown,
  ): Promise<FastifyReply>
}

/** The file name twice: in ASCII for old browsers, and in UTF-8. */
const disposition = (fileName: string) =>
  `attachment; filename="${fileName.replace(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(fileName)}`

// A stopping server closes idle connections only once. A connection that becomes idle later would delay the stop, so a
// stream closes its own.
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
  const running = new Map<AbortController, readonly string[]>()
  const isFull = (key: string, most: number) =>
    [...running.values()].filter((keys) => keys.includes(key)).length >= most
  app.addHook('preClose', async () => {
    for (const controller of running.keys()) controller.abort()
  })
  return {
    open(reply, kind, whose, accountId) {
      const own = `${kind} ${whose}`
      const ofAccount = accountId === undefined ? undefined : `account ${accountId}`
      if (isFull(own, STREAMS_AT_ONCE[kind]) || (ofAccount !== undefined && isFull(ofAccount, STREAMS_AT_ONCE.account)))
        throw new Refusal('platform.tooFrequent', { params: { seconds: COME_BACK_SECONDS } })
      // The connection is closed already, so no close event will follow.
      if (reply.raw.destroyed) return AbortSignal.abort()
      const controller = new AbortController()
      running.set(controller, ofAccount === undefined ? [own] : [own, ofAccount])
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
