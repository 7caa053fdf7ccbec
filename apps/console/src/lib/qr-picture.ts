// Reads the QR code in a picture. Nothing is sent anywhere: the browser decodes it. The decoder is loaded on first use.
import { loadInTime } from './load-in-time.ts'

/**
 * The longest side, in pixels. A photo of a phone is larger than the decoder needs, and a code of 1,500 bytes needs
 * more than a small picture has.
 */
const SIZES_PX = [1600, 2800, 900] as const
/** For the retries of one size. A person waits for the answer. */
const TIME_LIMIT_MS = 1_500

export const isPicture = ({ type, name }: { type: string; name?: string }) =>
  type.startsWith('image/') || /\.(?:png|jpe?g|webp|gif|bmp|heic)$/i.test(name ?? '')

function pixelsOf(bitmap: ImageBitmap, longestPx: number): ImageData | undefined {
  const scale = Math.min(1, longestPx / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return undefined
  // A transparent picture of a code is black on nothing.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}

/** The text of the code. Undefined if the file is no picture that the browser can open, or has no readable code. */
export async function qrTextOf(picture: Blob): Promise<string | undefined> {
  const [bitmap, { default: decodeQR }] = await Promise.all([
    createImageBitmap(picture).catch(() => undefined),
    loadInTime(() => import('qr/decode.js')),
  ])
  if (!bitmap) return undefined
  try {
    const longest = Math.max(bitmap.width, bitmap.height)
    const sizes = SIZES_PX.filter((size, index) => index === 0 || size < longest)
    for (const size of sizes) {
      const pixels = pixelsOf(bitmap, size)
      try {
        if (pixels) return decodeQR(pixels, { timeLimit: TIME_LIMIT_MS })
      } catch {
        // No code at this size: the next one may show it.
      }
    }
    return undefined
  } finally {
    bitmap.close()
  }
}
