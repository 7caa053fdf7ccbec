// What a key is, by the clock.
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

it('of the keys that may sign, the newest does and the others rest; one that is retired, over or not begun does not', () => {
  const keys = [key('a', 0), key('b', 80), key('c', 85, day(86)), key('d', 200), key('e', -300)]
  expect(keys.map((one) => keyStateAt(one, keys, day(86)))).toEqual(['resting', 'signing', 'retired', 'next', 'over'])
  expect(keyStateAt(keys[0] ?? key('', 0), keys, day(80))).toBe('resting')
  expect(signingAt(keys, day(190))?.kid).toBeUndefined()
})

it('two of one moment are told apart by their names', () => {
  expect(signingAt([key('a', 0), key('b', 0)], day(1))?.kid).toBe('b')
})
