// PostgreSQL's COPY over the driver, as streams: out of a table as the text that COPY prints, and in from it. Rows are
// never parsed here, so that whatever a column holds arrives as it was; whoever reads slowly slows the other side down,
// and memory stays small.
import { once } from 'node:events'
import { Readable } from 'node:stream'
import type pg from 'pg'

/** Rows are gathered up to so many bytes: one by one they would cost more to hand on than to read. */
const GATHERED_BYTES = 64 * 1024

/** What the driver calls on the query that it runs; its types know `submit` alone. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(chunk: Uint8Array): void
  sendCopyFail(reason: string): void
  endCopyFrom(): void
}

const countIn = ({ text }: { text: string }) => Number(/^COPY (\d+)$/.exec(text)?.[1])

/** Answers the rows as they come; `rows` is how many there were, once all were read. */
export function copyOut(client: pg.Client, statement: string): { stream: Readable; rows: Promise<number> } {
  const { promise: rows, resolve, reject } = Promise.withResolvers<number>()
  // Told through the stream as well: nobody needs to wait for this.
  rows.catch(() => undefined)
  let connection: pg.Connection | undefined
  let gathered: Buffer[] = []
  let size = 0
  let count = 0
  const stream = new Readable({ read: () => void connection?.stream.resume() })
  const flush = () => {
    const isWanted = size === 0 || stream.push(Buffer.concat(gathered))
    gathered = []
    size = 0
    return isWanted
  }
  client.query({
    submit(given: pg.Connection) {
      connection = given
      given.query(statement)
    },
    handleCopyData({ chunk }: { chunk: Buffer }) {
      // A copy, since the driver reads its next bytes into the same memory.
      gathered.push(Buffer.from(chunk))
      size += chunk.length
      if (size >= GATHERED_BYTES && !flush()) connection?.stream.pause()
    },
    handleCommandComplete(message: { text: string }) {
      count = countIn(message)
    },
    handleReadyForQuery() {
      flush()
      stream.push(null)
      resolve(count)
    },
    handleError(error: Error) {
      reject(error)
      stream.destroy(error)
    },
  })
  return { stream, rows }
}

/** Sends what the source yields and answers how many rows were taken. */
export async function copyIn(client: pg.Client, statement: string, source: AsyncIterable<Buffer>): Promise<number> {
  const { promise: rows, resolve, reject } = Promise.withResolvers<number>()
  let count = 0
  let isOver = false

  async function send(connection: CopyConnection) {
    try {
      for await (const chunk of source) {
        if (isOver) continue // the rest belongs to a copy that has failed: whoever reads the source goes on behind it
        connection.sendCopyFromChunk(chunk)
        if (connection.stream.writableNeedDrain)
          await Promise.race([once(connection.stream, 'drain'), rows.catch(() => undefined)])
      }
      connection.endCopyFrom()
    } catch (error) {
      connection.sendCopyFail('the source ended')
      reject(error instanceof Error ? error : new Error(String(error)))
    }
  }

  client.query({
    submit: (connection: pg.Connection) => connection.query(statement),
    handleCopyInResponse: (connection: CopyConnection) => void send(connection),
    handleCommandComplete(message: { text: string }) {
      count = countIn(message)
    },
    handleReadyForQuery: () => resolve(count),
    handleError(error: Error) {
      isOver = true
      reject(error)
    },
  })
  return rows
}
