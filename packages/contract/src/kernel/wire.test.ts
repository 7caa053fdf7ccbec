import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { mailMachine } from '../domains/mail.ts'
import { cardSizes, hasSpecialCharacter } from '../limits.ts'
import { toForm } from './form.ts'
import { defineMachine } from './state-machine.ts'
import { violationsOf } from './violations.ts'
import { clearable, fromWire, integer, line, oneOrMore, stripEmoji, time } from './wire.ts'

const schema = z.object({
  name: line(20),
  count: z.optional(integer(0, 100)),
  isOn: z.optional(z.boolean()),
  note: clearable(line(20)),
  kind: z.optional(z.literal([0, 2])),
  tags: z.optional(z.array(integer(1, 9))),
  inner: z.optional(z.object({ n: integer(0, 9), list: z.optional(z.array(z.object({ id: integer(1, 64) }))) })),
})

const decode = (raw: unknown) => z.safeDecode(schema, fromWire(schema, raw) as never)

describe('the wire', () => {
  it('decodes every value the same from a form and from JSON', () => {
    const text = fc
      .string({ minLength: 1, maxLength: 20, unit: fc.constantFrom('a', '字', '7', '-', '"', '\\', '[') })
      .filter((s) => s.trim() === s)
    const value = fc.record(
      {
        name: text,
        count: fc.integer({ min: 0, max: 100 }),
        isOn: fc.boolean(),
        note: text,
        kind: fc.constantFrom(0, 2),
        tags: fc.array(fc.integer({ min: 1, max: 9 })),
        inner: fc.record({
          n: fc.integer({ min: 0, max: 9 }),
          list: fc.array(fc.record({ id: fc.integer({ min: 1, max: 64 }) })),
        }),
      },
      { requiredKeys: ['name'] },
    )
    fc.assert(
      fc.property(value, (given) => {
        const asJson = decode(JSON.parse(JSON.stringify(given)))
        const asForm = decode(Object.fromEntries(toForm(given)))
        expect(asJson.data).toEqual(given)
        expect(asForm.data).toEqual(given)
      }),
    )
  })

  it('reads an empty string as "not given", or as "cleared" where a field can be cleared', () => {
    expect(decode({ name: 'a', count: '', note: '', isOn: '' }).data).toEqual({ name: 'a', note: null })
    expect(decode({ name: 'a' }).data).toEqual({ name: 'a' })
    const missing = decode({ name: '' })
    expect(missing.error && violationsOf(missing.error, {})).toEqual([{ path: 'name', rule: 'required', params: {} }])
  })

  it('accepts booleans and whole numbers in their usual spellings only', () => {
    for (const on of [true, 'true', '1', 1]) expect(decode({ name: 'a', isOn: on }).data?.isOn).toBe(true)
    for (const off of [false, 'false', '0', 0]) expect(decode({ name: 'a', isOn: off }).data?.isOn).toBe(false)
    for (const bad of ['yes', 'TRUE', 2, []]) expect(decode({ name: 'a', isOn: bad }).success).toBe(false)
    for (const bad of ['07', '1e2', '+1', ' 1', '1.0', '0x1', '1n'])
      expect(decode({ name: 'a', count: bad }).success, bad).toBe(false)
  })

  it('a filter for several values takes one value as it is, and several as a list', () => {
    const filter = z.object({ status: z.optional(oneOrMore(z.literal([1, 5]), 2)) })
    const decoded = (status: unknown) => z.safeDecode(filter, fromWire(filter, { status }) as never)
    for (const one of [5, '5', [5], ['5'], '[5]', '["5"]']) expect(decoded(one).data?.status, String(one)).toEqual([5])
    for (const several of [[1, 5], '[1,5]']) expect(decoded(several).data?.status).toEqual([1, 5])
    for (const none of ['', undefined, null, [], '[]']) expect(decoded(none).data, String(none)).toEqual({})
    for (const bad of [7, '7', '1,5', [7], {}, true, [1, 5, 1]])
      expect(decoded(bad).success, JSON.stringify(bad)).toBe(false)
  })

  it('never throws and never changes a prototype, for any input', () => {
    fc.assert(fc.property(fc.anything(), (raw) => void decode(raw)))
    decode(JSON.parse('{"__proto__":{"polluted":1},"name":"a"}'))
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  it('carries times as ISO 8601 in UTC', () => {
    expect(z.decode(time, '2026-01-02T03:04:05Z')).toEqual(new Date('2026-01-02T03:04:05Z'))
    expect(z.encode(time, new Date('2026-01-02T03:04:05Z'))).toBe('2026-01-02T03:04:05.000Z')
    for (const bad of ['2026-01-02', '2026-01-02T03:04:05+08:00', '2026-02-30T00:00:00Z', 'now'])
      expect(z.safeDecode(time, bad).success, bad).toBe(false)
  })
})

describe('text', () => {
  it('loses emoji, joiners and flags, and keeps digits, signs and rare characters', () => {
    expect(stripEmoji('a🚀b👨‍👩‍👧c🇨🇳d1️⃣e')).toBe('abcd1e')
    expect(stripEmoji('0-9 #* ©®™ 𠮷 ㊗'.replace('㊗', ''))).toBe('0-9 #* ©®™ 𠮷 ')
    fc.assert(fc.property(fc.string(), (text) => stripEmoji(stripEmoji(text)) === stripEmoji(text)))
  })

  it('loses invisible characters, and counts as missing when nothing is left', () => {
    expect(z.parse(line(20), 'a\u202Eb\u200B')).toBe('ab')
    expect(z.safeParse(line(20), '\u200B\uFEFF').success).toBe(false)
  })

  it('tells special characters from ordinary ones', () => {
    for (const character of '~`#$%^&*+=[]{}|\\:;"\'<>/～｀＃＄％＾＆＊＋＝［］｛｝｜＼：；＂＇＜＞／')
      expect(hasSpecialCharacter(`a${character}`), character).toBe(true)
    for (const ordinary of ['星图 (专业版)', 'A-b_c.d', '2026,版!', '@home'])
      expect(hasSpecialCharacter(ordinary), ordinary).toBe(false)
  })
})

describe('card page sizes', () => {
  it.each([
    [390, 3],
    [1479, 3],
    [1480, 6],
    [1679, 6],
    [1680, 8],
    [2560, 8],
    [undefined, 9],
    [Number.NaN, 9],
  ])('in a window of %s px start at %s', (width, first) => {
    expect(cardSizes(width)[0]).toBe(first)
  })
})

describe('a state machine', () => {
  it('allows only the transitions in its table', () => {
    expect(mailMachine.next('queued', 'send')).toBe('sent')
    expect(mailMachine.next('sent', 'send')).toBeUndefined()
    expect(mailMachine.events('failed', 'operator')).toEqual(['retry'])
    expect(mailMachine.events('failed', 'system')).toEqual([])
    expect([...mailMachine.states].toSorted()).toEqual(['failed', 'kept', 'queued', 'sent'])
  })

  it('rejects a duplicate row', () => {
    expect(() =>
      defineMachine('x', 'a', [
        { from: 'a', event: 'go', to: 'b', who: 'w' },
        { from: 'a', event: 'go', to: 'a', who: 'w' },
      ]),
    ).toThrow(/declared twice/)
  })
})

it('full-width digits are read as digits', () => {
  expect(fromWire(integer(1, 100), '３０')).toBe(30)
  expect(fromWire(integer(1, 100), '三')).toBe('三')
})

it('a list above its maximum length is refused before its items are read', () => {
  let looks = 0
  const item = {
    get n() {
      return looks++
    },
  }
  const list = z.optional(z.nullable(z.array(z.object({ n: integer(0, 9) })).check(z.minLength(1), z.maxLength(2))))
  const rulesOf = (length: number) => {
    const spelled = fromWire(z.object({ list }), { list: Array.from({ length }, () => item) })
    const { error } = z.safeParse(z.object({ list }), spelled)
    return error ? violationsOf(error, spelled).map(({ path, rule }) => [path, rule]) : []
  }
  expect(rulesOf(3)).toEqual([['list', 'tooMany']])
  expect(looks).toBe(0)
  expect(rulesOf(2)).toEqual([])
  expect(looks).toBe(2)
})
