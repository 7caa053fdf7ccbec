// Creates PNG files for tests, so that the repository needs none.
import { crc32, deflateSync } from 'node:zlib'

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A picture from its lines of RGB bytes. */
function pngFrom(sizePx: number, lines: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(sizePx, 0)
  header.writeUInt32BE(sizePx, 4)
  // 8 bits per channel, RGB without transparency.
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    // Each line begins with its filter: none.
    chunk('IDAT', deflateSync(Buffer.concat(lines.flatMap((line) => [Buffer.alloc(1), line])))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A square of one color. */
export function pngOf(sizePx: number, color: readonly [number, number, number]): Buffer {
  const line = Buffer.from(Array.from({ length: sizePx }, () => color).flat())
  return pngFrom(
    sizePx,
    Array.from({ length: sizePx }, () => line),
  )
}

/** A QR code: its modules, dark on white, as squares of some pixels. */
export function pngOfModules(modules: readonly (readonly boolean[])[], scale: number): Buffer {
  const lines = modules.flatMap((row) => {
    const line = Buffer.from(row.flatMap((isDark) => Array<number>(3 * scale).fill(isDark ? 0 : 255)))
    return Array.from({ length: scale }, () => line)
  })
  return pngFrom(modules.length * scale, lines)
}
