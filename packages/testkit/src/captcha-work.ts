// Does the proof of work of a captcha. Tests set its difficulty low, through the limits of the center.
import { createHash } from 'node:crypto'
import type { CaptchaWork } from '@sealwright/contract'

/** The nonces of the answer. Answers by keyboard need more zero bits. */
export function doCaptchaWork({ salt, puzzles, bits, keyboardBits }: CaptchaWork, isByKeys = false): number[] {
  const zeros = isByKeys ? (keyboardBits ?? bits) : bits
  return Array.from({ length: puzzles }, (_, i) => {
    for (let nonce = 0; ; nonce++) {
      const head = createHash('sha256').update(`${salt}:${i}:${nonce}`).digest().readUInt32BE(0)
      if (Math.clz32(head) >= zeros) return nonce
    }
  })
}
