// Tests which parts of the contract and the phrases the build of the console keeps.
import { describe, expect, it } from 'vitest'
import {
  leanSource,
  withAccessWrittenOut,
  withCallsWrittenOut,
  withNamedErrors,
  withOnlyNamed,
} from './lean-contract.ts'
import { facadeIn, withoutFacades } from './no-facades.ts'
import { keysOf, ownUnit, unitKeys } from './phrase-units.ts'

describe('the contract in the console', () => {
  const source =
    "export const calls = defineCalls('x', { get: defineCall({ path: '/x.do', payload: z.object({ a: z.string() }), " +
    "answer: z.object({}), errors: ['x.notFound'], summary: 'Says it.' }) })"

  it('builds a payload schema on first use and has no answers, errors or summaries', () => {
    const lean = leanSource('x.ts', source)
    expect(lean).toContain('get payload() { const value = z.object({ a: z.string() })')
    expect(lean).not.toMatch(/answer|errors|summary/)
    expect(lean).not.toMatch(/notFound|Says it/)
  })

  it('can be left out where it is not used', () => {
    expect(leanSource('x.ts', source)).toContain('/* @__PURE__ */ (() => (defineCalls(')
    expect(leanSource('x.ts', 'const fields = { a: line(20) }')).toContain(
      '/* @__PURE__ */ (() => ({ a: line(20) }))()',
    )
    expect(leanSource('x.ts', "const page = { a: '/p/a' }")).toBe("const page = { a: '/p/a' }")
  })

  it('has, for a page that is built separately, only the errors and limits that its sources name', () => {
    const errors = "export const ERRORS = {\n  'a.named': entry(C, 1),\n  'runtime.locked': entry(C, 2),\n}"
    expect(withOnlyNamed('/errors.ts', errors, "'a.named'")).toBe(
      "export const ERRORS = {\n  'a.named': entry(C, 1),\n}",
    )
    const ours = 'const ours = () => LIMITS.account.max'
    const limits = 'export const LIMITS = { page: { size: 1 }, account: { max: 2, min: 4 }, code: { days: 5 } }'
    const lean = withOnlyNamed('/limits.ts', `${limits}; ${ours}`, 'const { days } = LIMITS.code')
    expect(lean.replaceAll(/\s+/g, ' ')).toBe(
      `export const LIMITS = { account: { max: 2, }, code: { days: 5 } }; ${ours}`,
    )
  })

  it('is not loaded by the first script of such a page, which only sends calls', () => {
    const written = withCallsWrittenOut('send(productCalls.delete, { guid })')
    expect(written).toContain('"path":"/product/delete.do"')
    expect(written).not.toMatch(/productCalls|payload/)
  })

  it('has the errors that the console or the table itself names, and the reasons of the runtime', () => {
    const entries = ["'a.named': entry(C, 1)", "'a.silent': entry(C, 2, 404)", "'a.listed': entry(C, 3)"]
    const table = [
      'export const ERRORS = {',
      ...[...entries, "'runtime.locked': entry(R, 1, 403)"].map((entry) => `  ${entry},`),
      '}',
      "export const SOME = ['a.listed']",
    ].join('\n')
    const lean = withNamedErrors(table, "if (refusal.error === 'a.named') go()")
    expect(lean.match(/'[\w.]+': entry/g)).toEqual(["'a.named': entry", "'a.listed': entry", "'runtime.locked': entry"])
  })

  it('is not loaded by a row of the screen table, which needs only the access of a call', () => {
    expect(withAccessWrittenOut('access: productCalls.find.access,')).toBe(
      'access: {"kind":"privilege","anyOf":["product.view"]},',
    )
  })
})

describe('the phrases of a page', () => {
  it('that is built separately has the keys of its sources, and the rules that its part of the contract names', () => {
    const unit = ownUnit('visit', [
      { id: '/apps/console/src/a.tsx', code: "t('shell.retry'); t('required')" },
      { id: '/packages/contract/src/kernel/fields.ts', code: "rule('notEmail', isEmail)" },
    ])
    expect([...(unit.get('visit')?.keys ?? [])].toSorted()).toEqual([
      'common.thisField',
      'rules.notEmail',
      'shell.retry',
    ])
  })

  const source = (code: string) => ({ id: 'x.tsx', code })

  it('are those whose keys its modules name; a composed key stands for all keys below its prefix', () => {
    const keys = keysOf([
      source(
        "t('product.titles.list'); t(`license.families.${family}`); say(`privileges.${name}`); const word = 'product'",
      ),
    ])
    expect(keys).toEqual(new Set(['product.titles.list', 'license.families', 'privileges']))
  })

  it('include the field labels of the domains and calls that it names', () => {
    expect(keysOf([source("useForm({ domain: 'access' }); useAnswer(productCalls.find)")])).toEqual(
      new Set(['access.fields', 'product.fields']),
    )
  })

  it('leave out the field labels of calls of which a module reads only the access, such as the screen table', () => {
    const row = "import { productCalls } from '@sealwright/contract'\nconst row = { access: productCalls.find.access }"
    expect(keysOf([source(row)])).toEqual(new Set())
  })

  it('include the refusals that the page itself shows', () => {
    expect([...keysOf([source("errorSentence(say, 'product.trialLimit')")])]).toEqual(['errors.product.trialLimit'])
  })

  it('of one domain are not loaded with another domain', () => {
    const units = unitKeys({
      shell: [source("t('shell.skip')")],
      outside: { domain: 'identity', sources: [] },
      domains: new Map([
        ['product', [source("t('template.titles.list')")]],
        ['task', [source("t('task.titles.list')")]],
      ]),
    })
    expect([...(units.get('task')?.keys ?? [])].filter((key) => !key.startsWith('task'))).toEqual([])
    expect(units.get('product')?.keys.has('product')).toBe(true)
  })
})

describe('a facade file', () => {
  const facade = facadeIn('export{n as Screen,t as first}from"./list-1.js";')

  it('is replaced by the real file where it is imported', () => {
    const code = withoutFacades(
      'load=()=>import(`./page-2.js`)',
      new Map([['page-2.js', facade ?? { file: '', names: [] }]]),
    )
    expect(code).toBe('load=()=>import("./list-1.js").then((real) => ({Screen: real.n, first: real.t}))')
  })

  it('has no code of its own', () => {
    expect(facadeIn('import{n as e}from"./x.js";var F=a();export{F as Screen};')).toBeUndefined()
  })
})
