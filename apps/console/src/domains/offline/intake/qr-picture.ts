// Reads the QR code of a picture: a photo of the device's screen, or a screenshot. Loaded on demand.
import { decodeQR } from 'qr/decode.js'

/** Longest side in pixels. A code that is small in a large photo needs the second look. */
const SIDES = [1_600, 3_200]
const LOOK_MS = 1_500

export interface Pixels {
  width: number
  height: number
  /** RGBA. */
  data: Uint8ClampedArray
}

export type PictureFault = 'noPicture' | 'noCode'

export function codeIn(pixels: Pixels): string | undefined {
  try {
    return decodeQR(pixels, { effort: Infinity, timeLimit: LOOK_MS })
  } catch {
    // The library throws if it finds no code.
    return undefined
  }
}

function pixelsOf(bitmap: ImageBitmap, side: number): Pixels | undefined {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return undefined
  // A transparent picture would be black on black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}

export async function textInPicture(picture: Blob): Promise<{ text: string } | PictureFault> {
  let bitmap: ImageBitmap
  try {
    bitmap = await createImageBitmap(picture)
  } catch {
    return 'noPicture'
  }
  try {
    const longest = Math.max(bitmap.width, bitmap.height)
    // The second look is worth it only if the first one was scaled down.
    for (const side of SIDES.filter((_, index) => index === 0 || longest > (SIDES[index - 1] ?? 0))) {
      const pixels = pixelsOf(bitmap, side)
      const text = pixels && codeIn(pixels)
      if (text !== undefined) return { text }
    }
    return 'noCode'
  } finally {
    bitmap.close()
  }
}
