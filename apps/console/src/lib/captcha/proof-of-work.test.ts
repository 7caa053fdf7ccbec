import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { sha256, solve } from './proof-of-work.ts'

const reference = (text: string) => createHash('sha256').update(text).digest('hex')
const zeroBits = (hex: string) => /^0*/.exec(BigInt(`0x1${hex}`).toString(2).slice(1))?.[0].length ?? 0

function solved(work: { salt: string; puzzles: number; bits: number }) {
  const steps: number[] = []
  const run = solve(work)
  for (;;) {
    const step = run.next()
    if (step.done) return { nonces: step.value, steps }
    steps.push(step.value)
  }
}

it('SHA-256 matches the standard for all lengths around block boundaries', () => {
  for (const length of [0, 1, 3, 54, 55, 56, 57, 63, 64, 65, 118, 119, 120, 128, 1000])
    expect(sha256('a'.repeat(length)), `${length} bytes`).toBe(reference('a'.repeat(length)))
  expect(sha256('许可证 é')).toBe(reference('许可证 é'))
})

it.each(['0f3c', '盐', 's'.repeat(52), 's'.repeat(70)])(
  'each nonce is the smallest whose hash starts with enough zero bits, for the salt %s',
  (salt) => {
    const { nonces } = solved({ salt, puzzles: 4, bits: 7 })
    const smallest = [0, 1, 2, 3].map((puzzle) => {
      let nonce = 0
      while (zeroBits(reference(`${salt}:${puzzle}:${nonce}`)) < 7) nonce++
      return nonce
    })
    expect(nonces).toEqual(smallest)
  },
)

it('bits are counted, not bytes or digits', () => {
  const { nonces } = solved({ salt: 'bits', puzzles: 3, bits: 13 })
  for (const [puzzle, nonce] of nonces.entries())
    expect(zeroBits(reference(`bits:${puzzle}:${nonce}`))).toBeGreaterThanOrEqual(13)
})

it('the work reports its progress up to the last puzzle', () => {
  const { steps } = solved({ salt: 'steps', puzzles: 5, bits: 4 })
  expect([...new Set(steps)]).toEqual([1, 2, 3, 4, 5])
})
