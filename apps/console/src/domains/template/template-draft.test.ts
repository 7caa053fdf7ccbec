// Conversions of a template into the form and back.
import {
  BILLING_MODES,
  CONCURRENT_TYPES,
  COUNT_OPERATIONS,
  DEDUCT_MODES,
  KEY_TYPES,
  START_TIME_TYPES,
  TEMPLATE_FAMILIES,
  TERM_FIELDS,
  USE_MODES,
  fromWire,
  pcTemplateCalls,
  readTemplate,
  templateCalls,
  termFieldsOf,
} from '@sealwright/contract'
import type { GivenTemplate, TemplateFamily, TermField } from '@sealwright/contract'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { answerOf, storedOf } from './template-answer.fixture.ts'
import { copiedName, draftOf, emptyDraft, followersOf, spellChanges, spellTemplate } from './template-draft.ts'
import type { TemplateDraft } from './template-draft.ts'

const MOMENTS = ['2026-01-31T16:00:00.000Z', '2027-12-31T15:59:59.000Z', '2099-01-01T00:00:00.000Z']
const VALUES: Partial<Record<TermField, readonly unknown[]>> = {
  packageName: ['年包', '试用 A'],
  billingMode: BILLING_MODES,
  concurrentType: CONCURRENT_TYPES,
  startTime: MOMENTS,
  endTime: MOMENTS,
}

/** Any value that the field's schema accepts. */
function valueOf(name: TermField): fc.Arbitrary<unknown> {
  const { schema } = TERM_FIELDS[name]
  if (schema._zod.def.type === 'boolean') return fc.boolean()
  return fc.constantFrom(
    ...(VALUES[name] ?? [-1, 0, 1, 2, 3, 4, 7, 90].filter((value) => z.safeParse(schema, value).success)),
  )
}

const termsIn = (family: TemplateFamily) =>
  fc.record(Object.fromEntries(termFieldsOf(family).map((name) => [name, valueOf(name)])), { requiredKeys: [] })
const callOf = (family: TemplateFamily) => (family === 'smart' ? templateCalls.create : pcTemplateCalls.create)

/** The content that the server reads from a draft. */
function sent(family: TemplateFamily, draft: TemplateDraft) {
  const { payload } = callOf(family)
  const spelled = { ...(family !== 'smart' && { kind: family }), ...spellTemplate(family, draft) }
  return readTemplate(family, z.decode(payload, fromWire(payload, JSON.parse(JSON.stringify(spelled))) as never), {
    timeZone: 'UTC',
  }) // the test is whether it decodes
}

const rom = { source: 'text' as const, text: ' kept to the last byte\n' }
const pub = {
  source: 'items' as const,
  items: [
    {
      key: 'a',
      value: '1',
      name: '甲',
      group: null,
      checked: false,
      isBase64: false,
      useBase64: true,
      isValueHidden: true,
    },
  ],
}

describe.each(TEMPLATE_FAMILIES)('%s', (family) => {
  it('an untouched form stores what the server answered', () => {
    fc.assert(
      fc.property(termsIn(family), (terms) => {
        const content = readTemplate(
          family,
          {
            name: '年度',
            licenseId: 42,
            licenseVersion: 3,
            modules: [{ moduleId: 2, checked: true }],
            rom,
            pub,
            ...terms,
          },
          { timeZone: 'UTC' },
        ).content
        // A permanent license without a start is stored as unlimited.
        if (content.isForever && content.licStartTimeType === START_TIME_TYPES.specific && content.startTime === null)
          content.licStartTimeType = START_TIME_TYPES.unlimited
        const { rom: _rom, pub: _pub, ...rest } = sent(family, draftOf(family, answerOf(content))).content
        const { rom: _romBefore, pub: _pubBefore, ...expected } = content
        expect(rest).toEqual(expected)
      }),
    )
  })

  it('input in a hidden field is not sent', () => {
    const typed = (value: unknown) => (typeof value === 'boolean' ? value : String(value))
    fc.assert(
      fc.property(termsIn(family), (terms) => {
        const draft = {
          ...emptyDraft(family),
          name: 'x',
          licenseId: '42',
          ...Object.fromEntries(Object.entries(terms).map(([name, value]) => [name, typed(value)])),
        }
        expect(sent(family, draft).violations.filter(({ rule }) => rule === 'notApplicable')).toEqual([])
      }),
    )
  })

  it('changes are empty without differences, and turn the old content into the new one', () => {
    const contentOf = (terms: GivenTemplate) => {
      const { content } = readTemplate(
        family,
        { name: '年度', licenseId: 42, licenseVersion: 3, modules: [{ moduleId: 2, checked: true }], ...terms },
        { timeZone: 'UTC' },
      )
      if (content.isForever && content.licStartTimeType === START_TIME_TYPES.specific && content.startTime === null)
        content.licStartTimeType = START_TIME_TYPES.unlimited
      return content
    }
    const { payload } = callOf(family)
    fc.assert(
      fc.property(termsIn(family), termsIn(family), (some, others) => {
        const [before, after] = [contentOf(some), contentOf({ ...others, modules: [{ moduleId: 3, checked: true }] })]
        const [was, now] = [before, after].map((content) =>
          spellTemplate(family, draftOf(family, answerOf(content))),
        ) as [Record<string, unknown>, Record<string, unknown>] // two in, two out
        const changing = { before, timeZone: 'UTC', allows: () => true }
        expect(spellChanges(family, was, was, changing)).toEqual({})
        const sentAlone = {
          ...(family !== 'smart' && { kind: family }),
          name: 'x',
          licenseId: 42,
          ...spellChanges(family, now, was, changing),
        }
        const { name: _name, ...given } = z.decode(
          payload,
          fromWire(payload, JSON.parse(JSON.stringify(sentAlone))) as never,
        ) as GivenTemplate // the test is whether it decodes
        const { content, violations } = readTemplate(family, given, { before, timeZone: 'UTC' })
        expect([content, violations.filter(({ rule }) => rule === 'notApplicable')]).toEqual([after, []])
      }),
    )
  })

  it("a new one starts with the contract's defaults and a term from the day of issue", () => {
    const { content } = readTemplate(
      family,
      family === 'dongle' ? {} : { licStartTimeType: START_TIME_TYPES.release },
      { timeZone: 'UTC' },
    )
    const spelled = spellTemplate(family, { ...emptyDraft(family), name: 'x', licenseId: '42' })
    for (const name of termFieldsOf(family).filter((term) => content[term] !== null && content[term] !== false))
      expect(String(spelled[name]), name).toBe(String(content[name]))
  })
})

it('data areas and modules of every product stay unchanged', () => {
  const content = storedOf('sn', {
    rom,
    otherProducts: [{ licenseId: 44, modules: [{ moduleId: 5, checked: true }], pub }],
  })
  const after = sent('sn', draftOf('sn', answerOf(content))).content
  expect([after.rom, after.otherProducts[0]?.modules]).toEqual([rom, [5]])
  expect(after.otherProducts[0]?.pub?.items?.[0]).toMatchObject({
    key: 'a',
    name: '甲',
    checked: false,
    useBase64: true,
    isValueHidden: true,
  })
})

it('a change also sets the fields that follow it, and no others', () => {
  const code = storedOf('sn')
  const ppm = storedOf('sn', { licenseKeyType: KEY_TYPES.ppm, deductMode: undefined, billingMode: undefined })
  expect([code.machineNum, ppm.deductMode]).toEqual([5, DEDUCT_MODES.ppm])
  expect(followersOf('sn', code, 'licenseKeyType', String(KEY_TYPES.ppm))).toEqual({
    deductMode: String(DEDUCT_MODES.ppm),
  })
  expect(followersOf('sn', ppm, 'licenseKeyType', String(KEY_TYPES.standalone))).toEqual({
    deductMode: String(DEDUCT_MODES.balance),
  })
  expect(followersOf('sn', code, 'licenseKeyType', String(KEY_TYPES.group))).toEqual({})
  expect(followersOf('sn', code, 'useMode', String(USE_MODES.oneMachine))).toEqual({ machineNum: '1' })
  expect(
    followersOf(
      'sn',
      { ...code, useMode: USE_MODES.oneMachine, machineNum: 1 },
      'useMode',
      String(USE_MODES.manyMachines),
    ),
  ).toEqual({})
})

it('an operation that removes a value sends none', () => {
  const draft = { ...draftOf('dongle', answerOf(storedOf('dongle'))), counterOp: String(COUNT_OPERATIONS.unlimited) }
  expect([draft.counter, Object.hasOwn(spellTemplate('dongle', draft), 'counter')]).toEqual(['1000', false])
})

it('the name of a copy says so and stays within the limit', () => {
  const named = (name: string) => `${name} 副本`
  expect(copiedName('年度', named)).toBe('年度 副本')
  expect(copiedName('字'.repeat(64), named)).toBe(`${'字'.repeat(61)} 副本`)
})
