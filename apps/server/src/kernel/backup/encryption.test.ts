// The encryption of backups: what comes back, and what is refused before a single byte of it is used. Deriving a key is
// slow on purpose, so most tests have one; backup.test.ts tests passphrases.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { describe, expect, it } from 'vitest'
import { createSealing, createUnsealing, readPassphrase } from './encryption.ts'

const CHUNK = 64 * 1024
const SEALED = CHUNK + 16
const key = randomBytes(32)

/** The bytes that pass a stream, and the reason if not all do. */
async function through(stream: Transform, bytes: Buffer) {
  const passed: Buffer[] = []
  const reason = await pipeline(
    Readable.from([bytes.subarray(0, 10), bytes.subarray(10)], { objectMode: false }),
    stream,
    async (all: AsyncIterable<Buffer>) => {
      for await (const one of all) passed.push(one)
    },
  ).then(() => undefined, String)
  return { passed: Buffer.concat(passed), reason }
}
const sealed = async (plain: Buffer) => (await through(createSealing(key), plain)).passed
const unsealed = (bytes: Buffer) => through(createUnsealing(key, 'FILE'), bytes)

it.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK])('%i bytes come back as they were', async (length) => {
  const plain = randomBytes(length)
  const { passed, reason } = await unsealed(await sealed(plain))
  expect(reason).toBeUndefined()
  expect(passed.equals(plain)).toBe(true)
})

describe('three chunks', () => {
  const plain = randomBytes(2 * CHUNK + 100)
  const flipped = (bytes: Buffer, at: number) => {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    return changed
  }
  it.each<[string, (all: Buffer) => Buffer, RegExp, number]>([
    ['nothing left', () => Buffer.alloc(0), /end is missing/, 0],
    ['the last byte cut', (all) => all.subarray(0, -1), /end is missing/, 2 * CHUNK],
    ['the last chunk cut', (all) => all.subarray(0, 2 * SEALED), /end is missing/, CHUNK],
    ['a cut in the second chunk', (all) => all.subarray(0, SEALED + 5), /end is missing/, CHUNK],
    ['a changed first chunk', (all) => flipped(all, 0), /chunk 1 was changed/, 0],
    ['a changed tag', (all) => flipped(all, 2 * SEALED - 1), /chunk 2 was changed/, CHUNK],
    ['a changed end', (all) => flipped(all, all.length - 1), /end is missing or was changed/, 2 * CHUNK],
    ['an added byte', (all) => Buffer.concat([all, Buffer.from('x')]), /end is missing or was changed/, 2 * CHUNK],
    [
      'two chunks swapped',
      (all) => Buffer.concat([all.subarray(SEALED, 2 * SEALED), all.subarray(0, SEALED), all.subarray(2 * SEALED)]),
      /chunk 1 was changed/,
      0,
    ],
  ])('are refused with %s; only authentic chunks pass', async (_name, change, sentence, bytes) => {
    const { passed, reason } = await unsealed(change(await sealed(plain)))
    expect(reason).toMatch(sentence)
    // A failing stream drops what its reader has not taken yet.
    expect(passed.length).toBeLessThanOrEqual(bytes)
    expect(passed.equals(plain.subarray(0, passed.length))).toBe(true)
  })
})

it('a passphrase has at least 12 characters, and a line end is not part of it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sealwright-passphrase-test-'))
  try {
    const file = join(folder, 'passphrase')
    await writeFile(file, 'twelve chars\r\n')
    expect(await readPassphrase(file)).toBe('twelve chars')
    await writeFile(file, 'eleven char\n')
    await expect(readPassphrase(file)).rejects.toThrow(/too short/)
  } finally {
    await rm(folder, { recursive: true })
  }
})
