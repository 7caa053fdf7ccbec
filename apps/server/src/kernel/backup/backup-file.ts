// The format of a backup file: text, compressed with gzip. A line of JSON describes each section. The lines of a table
// or a file follow it and end with `\.`, as in PostgreSQL's dumps. The last line has the SHA-256 of everything before
// it. `gunzip -c FILE | less` shows all of it, unless it is encrypted (encryption.ts). This file owns the format and
// the check that a file is complete; backup.ts and restore.ts own the content.
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'
import * as z from 'zod/mini'
import { createDecryption, createEncryption, isEncrypted } from './encryption.ts'
import { BackupRefusal } from './refusal.ts'

export const FORMAT = 1
const END = Buffer.from('\n\\.\n')
const LINE_BYTES_MAX = 16 * 1024 * 1024

const migration = z.object({ name: z.string(), checksum: z.string() })

const header = z.object({
  backup: z.literal('sealwright'),
  format: z.int(),
  /** The version of Sealwright that made the backup. */
  version: z.string(),
  at: z.string(),
  migrations: z.array(migration),
  /** The statements that create the tables of the job queue; null if no server has created them yet. */
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
 * Writes a temporary file and renames it once all of it is on the disk, so that a file of this name is complete. Only
 * its owner may read it.
 */
export async function writeBackup(
  path: string,
  passphrase: string | undefined,
  head: Header,
  content: (writer: BackupWriter) => Promise<Closing>,
): Promise<void> {
  const beside = join(dirname(path), `.${basename(path)}.${randomBytes(4).toString('hex')}`)
  const plain = new PassThrough()
  try {
    const packed = pipeline([
      plain,
      createGzip({ level: constants.Z_BEST_SPEED }),
      ...(passphrase === undefined ? [] : [await createEncryption(passphrase)]),
      createWriteStream(beside, { mode: 0o600, flags: 'wx', flush: true }),
    ])
    packed.catch(() => undefined) // the awaits below report it
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

/** A new file name survives a crash only after its folder is synced. */
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

/** An encrypted file needs its passphrase. A plain file is refused with one: it may have been put in its place. */
async function decryptionOf(path: string, passphrase: string | undefined) {
  if (await isEncrypted(path)) {
    if (passphrase === undefined)
      throw new BackupRefusal(`${path} is encrypted. Name the file with its passphrase: --passphrase-file FILE`)
    return createDecryption(path, passphrase)
  }
  if (passphrase !== undefined)
    throw new BackupRefusal(`${path} is not an encrypted backup. Restore it without --passphrase-file if you trust it.`)
  return undefined
}

/**
 * Reads a whole file in order. Refuses a file that is not a backup, is truncated or was changed, at the latest after
 * its last line.
 */
export async function readBackup(
  path: string,
  passphrase: string | undefined,
  { head, section: onSection, end }: BackupReading,
): Promise<void> {
  const damaged = new BackupRefusal(`${path} is damaged or not a Sealwright backup.`)
  const decryption = await decryptionOf(path, passphrase)
  const source = createReadStream(path, { start: decryption?.start ?? 0 })
  const plain = createGunzip()
  const unpacked = pipeline([source, ...(decryption ? [decryption.stream] : []), plain])
  unpacked.catch(() => undefined) // the iterator reports it as well
  const chunks = plain[Symbol.asyncIterator]() as AsyncIterator<Buffer> // a stream of bytes
  const hash = createHash('sha256')
  let rest: Buffer = Buffer.alloc(0)

  async function more(): Promise<boolean> {
    const next = await chunks.next().catch((error: NodeJS.ErrnoException) => {
      // Errors of the file system and of the decryption pass through. Errors of gunzip mean damage.
      throw error.syscall === undefined && !(error instanceof BackupRefusal) ? damaged : error
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
    // Put back the line feed of the line before, so that END also ends an empty section.
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
      throw new BackupRefusal(
        `${path} was made by a newer Sealwright (${given.version}). Restore it with that version.`,
      )
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
