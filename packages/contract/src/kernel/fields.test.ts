// The values that each field type accepts and rejects, on both sides of each limit. Limits are literal, so that no
// change goes unnoticed.
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { developerCalls } from '../domains/developer.ts'
import { productCalls } from '../domains/product.ts'
import { email, newPassword, phone, pngLogo } from './fields.ts'
import { violationsOf } from './violations.ts'
import { fromWire, integer, line, paragraph, time, verbatim } from './wire.ts'

/** The rules that a value breaks, as `path: rule` for objects and lists. Empty when the value is accepted. */
function broken(schema: z.core.$ZodType, value: unknown): string[] {
  const spelled = fromWire(schema, value)
  const { error } = z.safeDecode(schema, spelled)
  return error ? violationsOf(error, spelled).map(({ path, rule }) => (path === '' ? rule : `${path}: ${rule}`)) : []
}

function expectAll(schema: z.core.$ZodType, values: readonly string[], rules: readonly string[]): void {
  for (const value of values) expect(broken(schema, value), JSON.stringify(value)).toEqual(rules)
}

describe('an e-mail address', () => {
  it('has a name, an at sign and a domain with a dot', () => {
    expectAll(
      email,
      ['a@b.co', 'first.last+tag@sub.example-site.com', '1@2.cn', `a@${'b'.repeat(63)}.co`, ' spaced@test.example '],
      [],
    )
    expectAll(
      email,
      [
        'a',
        'a@b',
        '@b.co',
        'a@',
        'a@-b.co',
        'a@b-.co',
        'a b@c.co',
        'a@b..co',
        'a@b.co.',
        'a@b@c.co',
        '字@b.co',
        `a@${'b'.repeat(64)}.co`,
      ],
      ['notEmail'],
    )
  })

  it('has at most 254 characters', () => {
    const long = (length: number) => `${'a'.repeat(length - 5)}@b.co`
    expectAll(email, [long(254)], [])
    expectAll(email, [long(255)], ['tooLong'])
  })
})

describe('a phone number', () => {
  it('is accepted as a mobile number with 11 digits starting with 1', () => {
    expectAll(phone, ['13800138000', '10000000000'], [])
    expectAll(phone, ['+8613800138000', '138 0013 8000', '1380013800a'], ['phoneFormat'])
  })

  it('is accepted as a landline with 7 to 14 digits and an optional area code of 3 or 4 digits', () => {
    expectAll(phone, ['1234567', '12345678901234', '010-1234567', '0755-12345678901234', '010 12345678'], [])
    expectAll(
      phone,
      [
        '123456',
        '123456789012345',
        '01-1234567',
        '07550-1234567',
        '010-123456',
        '010-123456789012345',
        '010--1234567',
        '010_1234567',
        '(010)1234567',
        '-1234567',
      ],
      ['phoneFormat'],
    )
  })
})

describe('a website', () => {
  const { update } = developerCalls
  it('starts with http:// or https:// and is a valid URL', () => {
    for (const website of ['http://a', 'https://test.example/a?b=c#d', 'HTTPS://TEST.EXAMPLE', 'https://例子.测试'])
      expect(broken(update.payload, { website }), website).toEqual([])
    for (const website of [
      'test.example',
      'ftp://test.example',
      'javascript:alert(1)',
      'https://',
      'https:///a',
      'https:/test.example',
      'http://a b',
      'https://[',
    ]) {
      expect(broken(update.payload, { website }), website).toEqual(['website: websiteFormat'])
    }
  })
})

describe('a PIN', () => {
  const pinned = (pin: string, confirmPin = pin) => broken(developerCalls.setPin.payload, { pin, confirmPin })
  it('has 16 to 32 characters, only letters and digits and at least one of each', () => {
    for (const pin of ['a234567890123456', `A1${'b'.repeat(30)}`]) expect(pinned(pin), pin).toEqual([])
    for (const pin of [
      '1234567890123456',
      'abcdefghijklmnop',
      'a23456789012345-',
      'a2345678901234 6',
      'a23456789012345字',
      'a23456789012345é',
    ])
      expect(pinned(pin), pin).toEqual(['pin: pinFormat'])
    expect(pinned('a23456789012345')).toEqual(['pin: tooShort'])
    expect(pinned(`A1${'b'.repeat(31)}`)).toContain('pin: tooLong')
  })

  it('must be typed identically twice', () => {
    expect(pinned('a234567890123456', 'A234567890123456')).toEqual(['confirmPin: pinsDiffer'])
  })
})

describe('a new password', () => {
  it('has 6 to 20 characters, no control character and no space at either end', () => {
    expectAll(newPassword, ['123456', 'a'.repeat(20), 'in between', '密码密码密码'], [])
    expectAll(newPassword, ['12345'], ['tooShort'])
    expectAll(newPassword, ['a'.repeat(21)], ['tooLong'])
    expectAll(newPassword, [' 123456', '123456 ', '123\t456', '123\u007F456', '123\n456'], ['passwordFormat'])
  })
})

describe('text', () => {
  it('on one line contains no C0 or C1 control characters', () => {
    expectAll(line(20), ['a b', 'a\u00A0b', 'a\u00A1b', '字'], [])
    expectAll(
      line(20),
      ['a\u0000b', 'a\tb', 'a\nb', 'a\u001Fb', 'a\u007Fb', 'a\u0080b', 'a\u0085b', 'a\u009Bb', 'a\u009Fb', 'a\uD800b'],
      ['controlCharacters'],
    )
  })

  it('on several lines may contain tabs and line breaks', () => {
    expectAll(paragraph(20), ['a\tb', 'a\nb', 'a\r\nb', 'a\u00A0b'], [])
    expectAll(
      paragraph(20),
      ['a\u0000b', 'a\u000Bb', 'a\u001Bb', 'a\u007Fb', 'a\u0080b', 'a\u0085b', 'a\u009Fb', 'a\uDC00b'],
      ['controlCharacters'],
    )
  })

  it('kept verbatim may contain everything that the database can store', () => {
    expectAll(verbatim(20), ['a\u001Bb', 'a\u009Fb', ' a '], [])
    expectAll(verbatim(20), ['a\u0000b', 'a\uD800b'], ['controlCharacters'])
  })
})

describe('a time', () => {
  it('is between 1970-01-01 and 2105-12-31', () => {
    expectAll(time, ['1970-01-01T00:00:00Z', '2105-12-31T23:59:59.999Z'], [])
    expectAll(time, ['1969-12-31T23:59:59.999Z', '2106-01-01T00:00:00Z'], ['timeOutOfRange'])
  })
})

describe('a logo', () => {
  /** The header of a PNG of this size, without any content. */
  function png(width: number, height: number): string {
    const head = Buffer.from('89504e470d0a1a0a0000000d49484452'.padEnd(48, '0'), 'hex')
    head.writeUInt32BE(width, 16)
    head.writeUInt32BE(height, 20)
    return head.toString('base64')
  }

  it('is a PNG with limited bytes and pixels', () => {
    const logo = pngLogo(64)
    expectAll(logo, [png(1, 1), png(2048, 2048), `data:image/png;base64,${png(16, 16)}`], [])
    expectAll(logo, [png(2049, 1), png(1, 2049), png(2 ** 32 - 1, 1)], ['logoTooWide'])
    expectAll(
      logo,
      ['AAAA', Buffer.from('<svg></svg> that says it is a picture').toString('base64'), `${png(1, 1)}!`],
      ['notPng'],
    )
    expectAll(logo, [`${png(1, 1)}${'A'.repeat(60)}`], ['logoTooLarge'])
  })
})

describe('a list', () => {
  it('reports violations of its own length and of its items', () => {
    const list = z.object({ ids: z.array(integer(1, 9)).check(z.minLength(1), z.maxLength(2)) })
    expect(broken(list, { ids: [1, 9] })).toEqual([])
    expect([[], [1, 2, 3], [0], [10], ['x'], 7].map((ids) => broken(list, { ids }))).toEqual([
      ['ids: tooFew'],
      ['ids: tooMany'],
      ['ids.0: tooSmall'],
      ['ids.0: tooBig'],
      ['ids.0: notInteger'],
      ['ids: wrongType'],
    ])
  })

  it('of thousands of wrong items reports only the first ones', () => {
    const list = z.object({ ids: z.array(integer(1, 9)) })
    const reported = broken(list, { ids: Array.from({ length: 2_000 }, () => 0) })
    expect([reported.length, reported.at(-1)]).toEqual([200, 'ids.199: tooSmall'])
  })

  it('of a product contains no duplicate modules or keys', () => {
    const product = { name: '产品', displayName: '产品', licenseForm: 1, licenseId: 7 }
    expect(broken(productCalls.create.payload, { ...product, modules: [{ moduleId: 1 }, { moduleId: 2 }] })).toEqual([])
    expect(broken(productCalls.create.payload, { ...product, modules: [{ moduleId: 1 }, { moduleId: 1 }] })).toEqual([
      'modules.1.moduleId: duplicateModule',
    ])
    expect(broken(productCalls.create.payload, { ...product, pub: [{ key: 'a' }, { key: 'b' }] })).toEqual([])
    expect(broken(productCalls.create.payload, { ...product, pub: [{ key: 'a' }, { key: 'a' }] })).toEqual([
      'pub.items.1.key: duplicateItemKey',
    ])
  })
})
