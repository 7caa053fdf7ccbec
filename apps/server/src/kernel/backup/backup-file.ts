// The file that a backup is: text, compressed by gzip. A line of JSON says what follows; the lines of a table or of a
// file stand below it until `\.`, as in PostgreSQL's own dumps; the last line holds the SHA-256 of everything before
// it. `gunzip -c FILE | less` shows all of it. It owns the form and whether a file is whole; what stands in it is
// backup.ts's and restore.ts's.
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'
import * as z from 'zod/mini'

export const FORMAT = 1
const END = Buffer.from('\n\\.\n')
const LINE_BYTES_MAX = 16 * 1024 * 1024

/** A sentence for the operator: this backup is not made, or not taken. */
export class BackupRefusal extends Error {
  override name = 'BackupRefusal'
}

const migration = z.object({ name: z.string(), checksum: z.string() })

const header = z.object({
  backup: z.literal('sealwright'),
  format: z.int(),
  /** Of the Sealwright that made it. */
  version: z.string(),
  at: z.string(),
  migrations: z.array(migration),
  /** What makes the tables of the job queue; null where no server has ever made them. */
  jobs: z.nullable(z.string()),
})
export type Header = z.output<typeof header>

const section = z.union([
  z.object({ file: z.string() }),
  z.object({
    table: z.string(),
    columns: z.array(z.string()),
    partition: z.nullable(z.object({ of: z.string(), bound: z.string() })),
  }),
])
export type Section = z.output<typeof section>

const closing = z.object({
  rows: z.record(z.string(), z.int()),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
})
export type Closing = z.output<typeof closing>

const seal = z.object({ sha256: z.string() })

export interface BackupWriter {
  section(about: Section, content: AsyncIterable<Buffer>): Promise<void>
}

/**
 * Writes beside and renames when all of it is on the disk: a file of this name is a whole one. Only its owner may read
 * it.
 */
export async function writeBackup(
  path: string,
  head: Header,
  content: (writer: BackupWriter) => Promise<Closing>,
): Promise<void> {
  const beside = join(dirname(path), `.${basename(path)}.${randomBytes(4).toString('hex')}`)
  const plain = new PassThrough()
  try {
    const packed = pipeline(
      plain,
      createGzip({ level: constants.Z_BEST_SPEED }),
      createWriteStream(beside, { mode: 0o600, flags: 'wx', flush: true }),
    )
    packed.catch(() => undefined) // whoever writes learns of it
    const hash = createHash('sha256')
    const put = async (bytes: Buffer) => {
      hash.update(bytes)
      if (!plain.write(bytes)) await Promise.race([new Promise((resolve) => plain.once('drain', resolve)), packed])
    }
    const line = (about: object) => put(Buffer.from(`${JSON.stringify(about)}\n`))
    await line(head)
    const end = await content({
      async section(about, lines) {
        await line(about)
        for await (const bytes of lines) await put(bytes)
        await put(END.subarray(1))
      },
    })
    await line(end)
    plain.end(`${JSON.stringify({ sha256: hash.digest('hex') })}\n`)
    await packed
    await rename(beside, path)
    await syncFolder(dirname(path))
  } catch (error) {
    plain.destroy()
    await rm(beside, { force: true })
    throw error
  }
}

/** A new name is on the disk once its folder is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

export interface BackupReading {
  head(header: Header): Promise<void>
  /** Must read the lines to their end. */
  section(about: Section, lines: AsyncIterable<Buffer>): Promise<void>
  end(closing: Closing): Promise<void>
}

/**
 * Reads a whole file, in order. What is not a backup, is cut or was changed is refused, at the latest behind its last
 * line.
 */
export async function readBackup(path: string, { head, section: onSection, end }: BackupReading): Promise<void> {
  const damaged = new BackupRefusal(`${path} is damaged, or no backup of Sealwright.`)
  const source = createReadStream(path)
  const plain = createGunzip()
  const unpacked = pipeline(source, plain)
  unpacked.catch(() => undefined) // told by the iterator as well
  const chunks = plain[Symbol.asyncIterator]() as AsyncIterator<Buffer> // a stream of bytes
  const hash = createHash('sha256')
  let rest: Buffer = Buffer.alloc(0)

  async function more(): Promise<boolean> {
    const next = await chunks.next().catch((error: NodeJS.ErrnoException) => {
      // Of the file system's errors the operator reads the words; what gunzip finds is damage.
      throw error.syscall === undefined ? damaged : error
    })
    if (next.done === true) return false
    rest = rest.length === 0 ? next.value : Buffer.concat([rest, next.value])
    return true
  }

  async function line(): Promise<Buffer> {
    let at: number
    while ((at = rest.indexOf(10)) < 0) if (rest.length > LINE_BYTES_MAX || !(await more())) throw damaged
    const found = rest.subarray(0, at + 1)
    rest = rest.subarray(at + 1)
    return found
  }

  async function* lines(): AsyncGenerator<Buffer> {
    // The line that said what follows ended with a line feed: put back, an empty table ends like any other.
    let isFirst = true
    rest = Buffer.concat([END.subarray(0, 1), rest])
    for (;;) {
      const at = rest.indexOf(END)
      const length = at < 0 ? Math.max(0, rest.length - END.length + 1) : at + 1
      const found = rest.subarray(0, length)
      rest = rest.subarray(length)
      if (found.length > 0) {
        hash.update(isFirst ? found.subarray(1) : found)
        if (found.length > (isFirst ? 1 : 0)) yield isFirst ? found.subarray(1) : found
        isFirst = false
      }
      if (at >= 0) break
      if (!(await more())) throw damaged
    }
    hash.update(END.subarray(1))
    rest = rest.subarray(END.length - 1)
  }

  function parsed<T extends z.core.$ZodType>(schema: T, text: Buffer): z.output<T> {
    const result = z.safeParse(
      schema,
      attempt(() => JSON.parse(text.toString('utf8')) as unknown),
    )
    if (!result.success) throw damaged
    return result.data
  }

  try {
    const first = await line()
    hash.update(first)
    const given = parsed(header, first)
    if (given.format !== FORMAT)
      throw new BackupRefusal(`${path} was made by a newer Sealwright (${given.version}): restore it with that one.`)
    await head(given)
    for (;;) {
      const text = await line()
      hash.update(text)
      const about = parsed(z.union([section, closing]), text)
      if ('rows' in about) {
        if (parsed(seal, await line()).sha256 !== hash.digest('hex') || rest.length > 0 || (await more())) throw damaged
        await end(about)
        return
      }
      await onSection(about, lines())
    }
  } finally {
    plain.destroy()
    source.destroy()
    await finished(source).catch(() => undefined)
  }
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
