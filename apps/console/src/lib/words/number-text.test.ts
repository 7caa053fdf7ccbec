import { LANGUAGE_TAGS } from '@sealwright/contract'
import fc from 'fast-check'
import { it } from 'vitest'
import { numberText } from './number-text.ts'

it('a number is written as Intl writes it in both languages', () => {
  const numbers = fc.oneof(
    fc.integer(),
    fc.integer({ min: -9_999_999, max: 9_999_999 }).map((value) => value / 8),
    fc.maxSafeInteger(),
  )
  for (const tag of Object.values(LANGUAGE_TAGS)) {
    for (const digits of [1, 3]) {
      const formatter = new Intl.NumberFormat(tag, { maximumFractionDigits: digits, signDisplay: 'negative' })
      fc.assert(fc.property(numbers, (value) => numberText(value, digits) === formatter.format(value)))
    }
  }
})
