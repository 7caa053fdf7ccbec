// The proof of work of the captcha: nonces whose SHA-256 starts with zero bits, as the contract defines. The hash is
// implemented here, because `crypto.subtle` is missing on plain-HTTP origins and would be slower: one await for each of
// a million hashes.
import type { CaptchaWork } from '@sealwright/contract'

const BLOCK = 64
/** Nonces tried between two yields: about 20 ms. */
const BATCH = 16_384

/** Fractions of the roots of the first primes, as SHA-256 defines its constants. */
function rootsOfPrimes(count: number, power: number): Int32Array {
  const words = new Int32Array(count)
  let found = 0
  for (let candidate = 2; found < count; candidate++) {
    let isPrime = true
    for (let divisor = 2; divisor * divisor <= candidate && isPrime; divisor++) isPrime = candidate % divisor !== 0
    if (isPrime) words[found++] = (candidate ** power % 1) * 2 ** 32
  }
  return words
}

const START = rootsOfPrimes(8, 1 / 2)
const ROUND = rootsOfPrimes(64, 1 / 3)
const schedule = new Int32Array(64)
const view = (bytes: Uint8Array, at: number) =>
  ((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)

/** Folds one block of 64 bytes into the state. */
function compress(state: Int32Array, bytes: Uint8Array, offset: number): void {
  const w = schedule
  for (let i = 0; i < 16; i++) w[i] = view(bytes, offset + i * 4)
  for (let i = 16; i < 64; i++) {
    const early = w[i - 15] ?? 0
    const late = w[i - 2] ?? 0
    const s0 = ((early >>> 7) | (early << 25)) ^ ((early >>> 18) | (early << 14)) ^ (early >>> 3)
    const s1 = ((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10)
    w[i] = ((w[i - 16] ?? 0) + s0 + (w[i - 7] ?? 0) + s1) | 0
  }
  // One by one, not destructured: an iterator here takes three times as long.
  let a = state[0] ?? 0
  let b = state[1] ?? 0
  let c = state[2] ?? 0
  let d = state[3] ?? 0
  let e = state[4] ?? 0
  let f = state[5] ?? 0
  let g = state[6] ?? 0
  let h = state[7] ?? 0
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const first = (h + s1 + ((e & f) ^ (~e & g)) + (ROUND[i] ?? 0) + (w[i] ?? 0)) | 0
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  state[0] = (state[0] ?? 0) + a
  state[1] = (state[1] ?? 0) + b
  state[2] = (state[2] ?? 0) + c
  state[3] = (state[3] ?? 0) + d
  state[4] = (state[4] ?? 0) + e
  state[5] = (state[5] ?? 0) + f
  state[6] = (state[6] ?? 0) + g
  state[7] = (state[7] ?? 0) + h
}

/** SHA-256 of the first `length` bytes. The array must have room for the padding after them. */
function hashInPlace(bytes: Uint8Array, length: number, state: Int32Array): void {
  const end = Math.ceil((length + 9) / BLOCK) * BLOCK
  bytes.fill(0, length, end)
  bytes[length] = 0x80
  const bits = length * 8
  for (let i = 0; i < 4; i++) bytes[end - 1 - i] = bits >>> (8 * i)
  state.set(START)
  for (let at = 0; at < end; at += BLOCK) compress(state, bytes, at)
}

/** SHA-256 as hexadecimal digits. */
export function sha256(text: string): string {
  const given = new TextEncoder().encode(text)
  const bytes = new Uint8Array(given.length + 2 * BLOCK)
  bytes.set(given)
  const state = new Int32Array(8)
  hashInPlace(bytes, given.length, state)
  return [...state].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

function startsWithZeros(state: Int32Array, bits: number): boolean {
  for (let i = 0; i < 8 && i * 32 < bits; i++) if (Math.clz32(state[i] ?? 0) < Math.min(32, bits - i * 32)) return false
  return true
}

/**
 * Solves the puzzles one after another. Yields the number of solved puzzles, often enough to show progress or to stop.
 * Returns the nonces.
 */
export function* solve({
  salt,
  puzzles,
  bits,
}: Pick<CaptchaWork, 'salt' | 'puzzles' | 'bits'>): Generator<number, number[]> {
  const nonces: number[] = []
  const state = new Int32Array(8)
  for (let puzzle = 0; puzzle < puzzles; puzzle++) {
    const prefix = new TextEncoder().encode(`${salt}:${puzzle}:`)
    const bytes = new Uint8Array(prefix.length + 2 * BLOCK)
    bytes.set(prefix)
    for (let nonce = 0; ; nonce++) {
      const digits = String(nonce)
      for (let i = 0; i < digits.length; i++) bytes[prefix.length + i] = digits.charCodeAt(i)
      hashInPlace(bytes, prefix.length + digits.length, state)
      if (startsWithZeros(state, bits)) {
        nonces.push(nonce)
        break
      }
      if (nonce % BATCH === BATCH - 1) yield puzzle
    }
    yield puzzle + 1
  }
  return nonces
}
