import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fenOf, yuanText } from './money.ts'

test('an amount formatted as yuan parses back to the same fen', () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 10 ** 14 - 1 }), (fen) => fenOf(yuanText(fen)) === fen))
})

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [123456, '1,234.56'],
  [-100, '-1.00'],
  [100_000_000, '1,000,000.00'],
])('%i fen are formatted as %s', (fen, text) => {
  expect(yuanText(fen)).toBe(text)
})

test.each(['', '1,50', '0,10', ',,5', '12,34', '1,0000', '１，５０', '1.234', '-1', '1e3', 'x', '.5', '1.', '0x10'])(
  '%j is not an amount',
  (text) => {
    expect(fenOf(text)).toBeUndefined()
  },
)

test.each([
  ['100', 10_000],
  ['0.1', 10],
  ['１２.５', 1250],
  ['1,000', 100_000],
])('%s yuan parse to %i fen', (text, fen) => {
  expect(fenOf(text)).toBe(fen)
})
