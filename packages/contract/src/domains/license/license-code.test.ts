import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CODE_ALPHABET, codeOf, isCode, maskedSerial, plainCode, shownCode, shownSerial } from './license-code.ts'

const code = fc
  .array(fc.integer({ min: 0, max: CODE_ALPHABET.length - 1 }), { minLength: 15, maxLength: 15 })
  .map(codeOf)
const place = fc.integer({ min: 0, max: 15 })
const letter = fc.constantFrom(...CODE_ALPHABET.split(''))

describe('a license code', () => {
  it('has 16 characters in four groups, without characters that look alike', () => {
    fc.assert(
      fc.property(
        code,
        (text) => isCode(text) && /^[A-HJKMNP-Z2-9]{16}$/.test(text) && /^(?:\w{4}-){3}\w{4}$/.test(shownCode(text)),
      ),
    )
  })

  it('detects every single wrong character', () => {
    fc.assert(
      fc.property(
        code,
        place,
        letter,
        (text, at, other) => other === text[at] || !isCode(text.slice(0, at) + other + text.slice(at + 1)),
      ),
    )
  })

  it('detects every swap of two characters', () => {
    fc.assert(
      fc.property(code, place, place, (text, one, other) => {
        const swapped = text.split('')
        ;[swapped[one], swapped[other]] = [text[other] ?? '', text[one] ?? '']
        return text[one] === text[other] || !isCode(swapped.join(''))
      }),
    )
  })

  it('is accepted in any case, with spaces or hyphens, and full-width', () => {
    fc.assert(
      fc.property(
        code,
        (text) =>
          plainCode(` ${shownCode(text).toLowerCase()} `) === text &&
          plainCode(text.replace(/(.{4})/g, '$1 – ')) === text,
      ),
    )
    expect(plainCode('ＡＢＣＤ')).toBe('ABCD')
  })

  it('requires exactly fifteen values of the alphabet', () => {
    for (const values of [[], Array.from({ length: 16 }, () => 0), [...Array.from({ length: 14 }, () => 0), 31]])
      expect(() => codeOf(values)).toThrow(RangeError)
    expect(isCode('')).toBe(false)
    expect(isCode('0000000000000000')).toBe(false)
  })

  it('identifies a license, except that a license for an account has a number', () => {
    expect([
      shownSerial('sn', 'ABCDEFGHJKMNPQRS'),
      shownSerial('smart', 'ABCDEFGHJKMNPQRS'),
      shownSerial('account', 'LC20260101ABCDEFGHJK'),
    ]).toEqual(['ABCD-EFGH-JKMN-PQRS', 'ABCD-EFGH-JKMN-PQRS', 'LC20260101ABCDEFGHJK'])
  })

  it('is masked after its first group, except that the number of a license for an account is no secret', () => {
    const masked = maskedSerial('sn', 'ABCDEFGHJKMNPQRS')
    expect([masked, shownSerial('sn', masked)]).toEqual(['ABCD••••••••••••', 'ABCD-••••-••••-••••'])
    expect(maskedSerial('smart', 'ABCDEFGHJKMNPQRS')).toBe(masked)
    expect(maskedSerial('account', 'LC20260101ABCDEFGHJK')).toBe('LC20260101ABCDEFGHJK')
  })
})
