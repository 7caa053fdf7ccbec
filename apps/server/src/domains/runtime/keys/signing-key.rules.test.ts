// States of signing keys by the clock.
import { expect, it } from 'vitest'
import { keyStateAt, signingAt } from './signing-key.rules.ts'

const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n))
const key = (kid: string, from: number, retiredAt: Date | null = null) => ({
  kid,
  signsFrom: day(from),
  signsUntil: day(from + 90),
  goodUntil: day(from + 270),
  retiredAt,
})

it('of the keys that may sign, the newest one signs and the others rest', () => {
  const keys = [key('a', 0), key('b', 80), key('c', 85, day(86)), key('d', 200), key('e', -300)]
  expect(keys.map((one) => keyStateAt(one, keys, day(86)))).toEqual(['resting', 'signing', 'retired', 'next', 'over'])
  expect(keyStateAt(keys[0] ?? key('', 0), keys, day(80))).toBe('resting')
  expect(signingAt(keys, day(190))?.kid).toBeUndefined()
})

it('of two keys from the same moment, the one with the higher id signs', () => {
  expect(signingAt([key('a', 0), key('b', 0)], day(1))?.kid).toBe('b')
})
