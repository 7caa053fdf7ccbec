// Files as text that survives mail and paste: a header line, the document in lines of 76 characters, and a last line
// with a checksum. The checksum finds cut and mistyped files. It proves nothing: the document is signed.
import { createHash } from 'node:crypto'

/** From the customer to the developer, and back. */
export type FileKind = 'C2D' | 'D2C'

/** Why a text is no file: none at all, of a later version, incomplete, or with a wrong character. */
export type FileFault = 'noFile' | 'version' | 'cut' | 'damaged'

export type FileRead = { kind: FileKind; token: string } | { fault: FileFault }

const VERSION = '1'
const WIDTH = 76
const HEADER = /^SEALWRIGHT (C2D|D2C) (\d{1,3})$/
const BODY = /^[\w.-]{1,512}$/
const CHECKSUM = /^#[\da-f]{8}$/

const checksumOf = (kind: FileKind, token: string) =>
  `#${createHash('sha256').update(`${kind} ${token}`).digest('hex').slice(0, 8)}`

export function writeFile(kind: FileKind, token: string): string {
  const lines = token.match(new RegExp(`.{1,${WIDTH}}`, 'g')) ?? []
  return [`SEALWRIGHT ${kind} ${VERSION}`, ...lines, checksumOf(kind, token), ''].join('\n')
}

/** Reads a file, also one that was quoted in a mail or has other text around it. */
export function readFile(text: string): FileRead {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(/^[>\s]+/, '').trim())
    .filter((line) => line !== '')
  const start = lines.findIndex((line) => HEADER.test(line))
  const [, kind, version] = HEADER.exec(lines[start] ?? '') ?? []
  if (kind !== 'C2D' && kind !== 'D2C') return { fault: 'noFile' }
  if (version !== VERSION) return { fault: 'version' }
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => CHECKSUM.test(line))
  if (end < 0) return { fault: 'cut' }
  const body = rest.slice(0, end)
  const token = body.join('')
  if (!body.every((line) => BODY.test(line)) || rest[end] !== checksumOf(kind, token)) return { fault: 'damaged' }
  return { kind, token }
}

/** A text with several files, one after the other: a dongle takes its packages in this order. */
export function splitFiles(text: string): string[] {
  // Within one line: across lines, a text of many empty lines would be searched from each of them to its end.
  const parts = text.split(/^(?=(?:>|[^\S\r\n\u2028\u2029])*SEALWRIGHT (?:C2D|D2C) \d)/m)
  return parts.filter((part) => /SEALWRIGHT (?:C2D|D2C) \d/.test(part))
}

/** A text as a part of a file name: neither a path nor a hidden file, on any system. */
export function safeName(text: string, most: number): string {
  const plain = text
    .normalize('NFKC')
    .toWellFormed()
    .replace(/[\p{C}\p{Z}"*/:<>?\\|]+/gu, ' ')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  // By characters: half of one is no text. A cut can leave a space or a dot at the end.
  return (
    Array.from(plain)
      .slice(0, most)
      .join('')
      .replace(/[.\s]+$/, '') || 'device'
  )
}

const onTheWall = (at: Date) => new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString()

/**
 * A name that tells the device and the time: `office-pc 2026-11-17 0930.c2d`. The answer has the same name. A date is
 * told in the time zone of this device; a text is the time on the wall of whoever gets the file.
 */
export function fileNameOf(kind: FileKind, of: string, madeAt: Date | string): string {
  const time = (typeof madeAt === 'string' ? madeAt : onTheWall(madeAt)).slice(0, 16).replace('T', ' ').replace(':', '')
  return `${safeName(of, 60)} ${time}.${kind.toLowerCase()}`
}
