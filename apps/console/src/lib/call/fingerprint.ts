// The device fingerprint that calls carry. It distinguishes browsers in the operation log and for re-authentication; it
// is not a secret. `fp2` is a hash of the browser's properties, `fingerprint` the sent value, which is stored so that
// it stays the same for the whole session.
import { ownTimeZone } from '@sealwright/contract'
import { STORED } from '../stored.ts'

/** A 128-bit hash without `crypto.subtle`, which is missing on plain-HTTP origins. */
function digest(text: string): string {
  const lanes = [0x9e3779b1, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f]
  return lanes
    .map((seed) => {
      let hash = seed
      for (let index = 0; index < text.length; index++) {
        hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193 ^ seed)
        hash ^= hash >>> 15
      }
      return (hash >>> 0).toString(16).padStart(8, '0')
    })
    .join('')
}

function drawing(): string {
  try {
    const canvas = document.createElement('canvas')
    canvas.width = 120
    canvas.height = 24
    const context = canvas.getContext('2d')
    if (!context) return ''
    context.font = '15px sans-serif'
    context.fillText('Sealwright 许可 ✓', 2, 17)
    return canvas.toDataURL()
  } catch {
    return '' // a hardened browser refuses to read a canvas back
  }
}

function looks(): string {
  return digest(
    [
      navigator.userAgent,
      navigator.language,
      navigator.hardwareConcurrency,
      screen.width,
      screen.height,
      screen.colorDepth,
      devicePixelRatio,
      ownTimeZone(),
      drawing(),
    ].join('|'),
  )
}

/** Measures the browser now and stores the result. */
export function freshFingerprint(): string {
  const fp2 = looks()
  const fingerprint = digest(`sealwright|${fp2}`)
  STORED.fp2.set(fp2)
  STORED.fingerprint.set(fingerprint)
  return fingerprint
}

export function keptFingerprint(): string {
  return STORED.fingerprint.get() ?? freshFingerprint()
}
