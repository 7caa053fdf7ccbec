// Reads the parts of a ZIP archive, as far as spreadsheets need it. The sizes of the parts are summed up from the
// archive's directory before anything is unpacked, and no part yields more bytes than it declares. A zip bomb therefore
// costs only the reading of its directory.
import { Readable, pipeline } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { createInflateRaw } from 'node:zlib'
import { SheetProblem, unreadable } from './problem.ts'

interface Part {
  method: number
  packed: number
  unpacked: number
  offset: number
}

export interface Archive {
  sizeOf(name: string): number | undefined
  /** The bytes of a part, in chunks. */
  read(name: string): AsyncIterable<Uint8Array>
}

const END = { signature: 0x06_05_4b_50, bytes: 22, commentMax: 65_535 }
const END_64 = { locator: 0x07_06_4b_50, locatorBytes: 20, signature: 0x06_06_4b_50, bytes: 56 }
const ENTRY = { signature: 0x02_01_4b_50, bytes: 46 }
const LOCAL = { signature: 0x04_03_4b_50, bytes: 30 }
const DIRECTORY_MAX = 1024 * 1024
const PIECE_BYTES = 64 * 1024
/** Marks a number that is in the 64-bit field instead. */
const ELSEWHERE = 0xff_ff_ff_ff

const slice = async (file: Blob, from: number, bytes: number) =>
  new DataView(await file.slice(from, from + bytes).arrayBuffer())
const bigNumber = (view: DataView, at: number) => Number(view.getBigUint64(at, true))

/** The position and the length of the directory. */
async function findDirectory(file: Blob) {
  const tail = await slice(
    file,
    Math.max(0, file.size - END.bytes - END.commentMax - END_64.locatorBytes),
    END.bytes + END.commentMax + END_64.locatorBytes,
  )
  let at = tail.byteLength - END.bytes
  while (at >= 0 && tail.getUint32(at, true) !== END.signature) at -= 1
  if (at < 0) throw unreadable()
  const [bytes, offset] = [tail.getUint32(at + 12, true), tail.getUint32(at + 16, true)]
  if (bytes !== ELSEWHERE && offset !== ELSEWHERE) return { bytes, offset }
  const locator = at - END_64.locatorBytes
  if (locator < 0 || tail.getUint32(locator, true) !== END_64.locator) throw unreadable()
  const end = await slice(file, bigNumber(tail, locator + 8), END_64.bytes)
  if (end.getUint32(0, true) !== END_64.signature) throw unreadable()
  return { bytes: bigNumber(end, 40), offset: bigNumber(end, 48) }
}

/** The part, with its numbers read from the 64-bit field where they are there. */
function widened(view: DataView, from: number, to: number, part: Part): Part {
  for (let at = from; at + 4 <= to; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue
    let next = at + 4
    const take = (value: number) => {
      if (value !== ELSEWHERE) return value
      next += 8
      return bigNumber(view, next - 8)
    }
    return { ...part, unpacked: take(part.unpacked), packed: take(part.packed), offset: take(part.offset) }
  }
  return part
}

async function readDirectory(file: Blob): Promise<Map<string, Part>> {
  const { bytes, offset } = await findDirectory(file)
  if (bytes > DIRECTORY_MAX) throw new SheetProblem('tooLarge')
  const view = await slice(file, offset, bytes)
  const parts = new Map<string, Part>()
  for (let at = 0; at < view.byteLength;) {
    if (view.getUint32(at, true) !== ENTRY.signature) throw unreadable()
    const [nameBytes, extraBytes, commentBytes] = [
      view.getUint16(at + 28, true),
      view.getUint16(at + 30, true),
      view.getUint16(at + 32, true),
    ]
    const name = new TextDecoder().decode(new Uint8Array(view.buffer, at + ENTRY.bytes, nameBytes))
    const narrow = {
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      unpacked: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    }
    const extra = at + ENTRY.bytes + nameBytes
    parts.set(name, widened(view, extra, extra + extraBytes, narrow))
    at = extra + extraBytes + commentBytes
  }
  return parts
}

async function* unpack(file: Blob, part: Part): AsyncGenerator<Uint8Array> {
  const local = await slice(file, part.offset, LOCAL.bytes)
  if (local.getUint32(0, true) !== LOCAL.signature) throw unreadable()
  const start = part.offset + LOCAL.bytes + local.getUint16(26, true) + local.getUint16(28, true)
  const packed = Readable.fromWeb(file.slice(start, start + part.packed).stream() as ReadableStream) // Node's type
  if (part.method !== 0 && part.method !== 8) throw unreadable()
  // A failed pipeline destroys its last stream, so the loop below gets the error.
  const pieces =
    part.method === 0 ? packed : pipeline(packed, createInflateRaw({ chunkSize: PIECE_BYTES }), () => undefined)
  let given = 0
  for await (const piece of pieces as AsyncIterable<Uint8Array>) {
    // Neither stream has an encoding, so both yield bytes.
    given += piece.byteLength
    if (given > part.unpacked) throw new SheetProblem('tooLarge')
    yield piece
  }
}

export async function openArchive(file: Blob, unpackedMax: number): Promise<Archive> {
  const parts = await readDirectory(file).catch((error: unknown) => {
    throw error instanceof SheetProblem ? error : unreadable(error) // a field beyond the end
  })
  let total = 0
  for (const part of parts.values()) total += part.unpacked
  if (total > unpackedMax) throw new SheetProblem('tooLarge')
  return {
    sizeOf: (name) => parts.get(name)?.unpacked,
    async *read(name) {
      const part = parts.get(name)
      if (!part) throw unreadable()
      try {
        yield* unpack(file, part)
      } catch (error) {
        throw error instanceof SheetProblem ? error : unreadable(error)
      }
    },
  }
}
