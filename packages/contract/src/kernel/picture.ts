// Recognizes pictures by their content: PNG, JPEG and WebP, with their width and height. The name of a file and its
// declared type prove nothing.
import * as z from 'zod/mini'
import { base64Bytes, base64Length, isBase64 } from './fields.ts'
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const
export type PictureType = (typeof PICTURE_TYPES)[number]

export interface Picture {
  type: PictureType
  width: number
  height: number
}

const startsWith = (bytes: Uint8Array, at: number, text: string) =>
  Array.from(text).every((letter, index) => bytes[at + index] === letter.charCodeAt(0))

function png(bytes: Uint8Array, view: DataView): Picture | undefined {
  if (bytes.length < 24 || !startsWith(bytes, 0, '\u0089PNG\r\n\u001A\n') || !startsWith(bytes, 12, 'IHDR'))
    return undefined
  return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) }
}

/** The size is in the first frame header. Other segments before it are skipped by their lengths. */
function jpeg(bytes: Uint8Array, view: DataView): Picture | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { type: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2)
  }
  return undefined
}

const low24 = (bytes: Uint8Array, at: number) =>
  (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16)

function webp(bytes: Uint8Array, view: DataView): Picture | undefined {
  if (bytes.length < 30 || !startsWith(bytes, 0, 'RIFF') || !startsWith(bytes, 8, 'WEBP')) return undefined
  const type = 'image/webp'
  if (startsWith(bytes, 12, 'VP8X')) return { type, width: low24(bytes, 24) + 1, height: low24(bytes, 27) + 1 }
  if (startsWith(bytes, 12, 'VP8L')) {
    const bits = view.getUint32(21, true)
    return { type, width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
  }
  if (!startsWith(bytes, 12, 'VP8 ')) return undefined
  return { type, width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
}

export function pictureOf(bytes: Uint8Array): Picture | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found = png(bytes, view) ?? jpeg(bytes, view) ?? webp(bytes, view)
  return found && found.width > 0 && found.height > 0 ? found : undefined
}

/** The size of a JPEG comes after its other headers. Decoding all of a large picture would hold up other calls. */
const HEAD_BYTES = 128 * 1024

/** The kind and size of a picture in base64. */
export function pictureIn(base64: string): Picture | undefined {
  const head = base64.slice(0, base64Length(HEAD_BYTES))
  return isBase64(head) ? pictureOf(Uint8Array.from(atob(head), (letter) => letter.charCodeAt(0))) : undefined
}

const MB = 1024 * 1024

/** A picture in base64. The content decides the type. */
export const pictureField = ({ pictureBytes, picturePixels }: { pictureBytes: number; picturePixels: number }) =>
  z.string().check(
    z.superRefine((value, context) => {
      const fail = (name: string, params = {}) =>
        context.addIssue({ code: 'custom', params: { rule: name, ...params } })
      if (base64Bytes(value) > pictureBytes) return fail('fileTooLarge', { max: pictureBytes / MB })
      const found = isBase64(value) ? pictureIn(value) : undefined
      if (!found) return fail('notPicture')
      if (Math.max(found.width, found.height) > picturePixels) fail('logoTooWide', { max: picturePixels })
    }),
  )
