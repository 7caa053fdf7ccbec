// PostgreSQL's COPY over the driver, as streams, in both directions and in COPY's text format. Rows are not parsed, so
// every column value arrives unchanged. A slow reader slows down the writer, so memory use stays small.
import { once } from 'node:events'
import { Readable } from 'node:stream'
import type pg from 'pg'

/** Rows are collected up to this size, because passing them on one by one costs more than reading them. */
const GATHERED_BYTES = 64 * 1024

/** Methods of the driver's connection that its types lack. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(chunk: Uint8Array): void
  sendCopyFail(reason: string): void
  endCopyFrom(): void
}

const countIn = ({ text }: { text: string }) => Number(/^COPY (\d+)$/.exec(text)?.[1])

/** Streams the rows. `rows` resolves to their number once all are read. */
export function copyOut(client: pg.Client, statement: string): { stream: Readable; rows: Promise<number> } {
  const { promise: rows, resolve, reject } = Promise.withResolvers<number>()
  // The stream reports the error as well, so nobody has to handle this promise.
  rows.catch(() => undefined)
  let connection: pg.Connection | undefined
  let gathered: Buffer[] = []
  let size = 0
  let count = 0
  const goOn = () => void connection?.stream.resume()
  const stream = new Readable({ read: goOn })
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
      // Copy the chunk, because the driver reuses its memory for the next one.
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
      // A stream that has its end asks for no more, so the pause would outlive the copy and stop the next query.
      goOn()
      resolve(count)
    },
    handleError(error: Error) {
      goOn()
      reject(error)
      stream.destroy(error)
    },
  })
  return { stream, rows }
}

/** Sends the data of the source and returns the number of rows. */
export async function copyIn(client: pg.Client, statement: string, source: AsyncIterable<Buffer>): Promise<number> {
  const { promise: rows, resolve, reject } = Promise.withResolvers<number>()
  let count = 0
  let isOver = false

  async function send(connection: CopyConnection) {
    try {
      for await (const chunk of source) {
        if (isOver) continue // the copy has failed; drain the source, because its reader continues after it
        connection.sendCopyFromChunk(chunk)
        if (connection.stream.writableNeedDrain)
          await Promise.race([once(connection.stream, 'drain'), rows.catch(() => undefined)])
      }
      connection.endCopyFrom()
    } catch (error) {
      connection.sendCopyFail('the source failed')
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
