// Checks docs/specification.md: each point names existing tests or is marked "not yet", and the routes and calls that
// it names exist. It finds test titles by layout: a group contains the following lines that are indented deeper than
// its own.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CALLS } from '@sealwright/contract'
import { expect, it } from 'vitest'
import { REDIRECTS, SCREENS } from '../apps/console/src/app/screens.ts'

const ROOT = join(import.meta.dirname, '..')
const PAGE = readFileSync(join(ROOT, 'docs/specification.md'), 'utf8')
const STEP = ' › '

interface Row {
  point: string
  shown: string
  isNotYet: boolean
}
/** All table rows except the heads. */
const rowsOf = (text: string): Row[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\| point \||^\|-/.test(line))
    .map((line) => {
      const [point = '', shown = ''] = line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim())
      return { point, shown, isNotYet: /^not yet: \S+(?: \S+){0,4}$/.test(shown) }
    })
const rows = rowsOf(PAGE)

interface Reference {
  file: string
  titles: string[]
}
/** The tests that a row names; undefined if the row has another format. */
function referencesOf({ shown }: Row): Reference[] | undefined {
  const found = shown.split('<br>').map((text) => {
    const [file = '', ...titles] = text.split(STEP)
    return { file: /^`([^`]+)`$/.exec(file)?.[1] ?? '', titles: titles.filter((title) => title.trim() !== '') }
  })
  return found.every(({ file, titles }) => file !== '' && titles.length > 0) ? found : undefined
}

const KEYWORD = /^ *(test\.describe|describe|test|it)\b/
/** Also matches the title of a table (`each`) that began on an earlier line. */
const TITLE = new RegExp(
  /^ *(?:.*\))?(?:(?:test|it|describe)(?:\.(?:describe|only|each))?)?/.source +
    /\((['"`])((?:\\.|(?!\1)[^\\])*)\1, (?:\{.*?\}, )?(?:async )?\(/.source,
)

/** The tests of a file, each as its path of titles: those of its groups, then its own. */
function testsOf(file: string): string[][] {
  const groups: { indent: number; title: string }[] = []
  let keyword = ''
  return readFileSync(join(ROOT, file), 'utf8')
    .replaceAll(/\(\n\s+(?=['"`])/g, '(')
    .replaceAll(/(?<=['"`],)\n\s+(?=(?:async )?\(|\{)/g, ' ')
    .split('\n')
    .flatMap((line) => {
      if (line.trim() === '') return []
      const indent = line.search(/\S/)
      while ((groups.at(-1)?.indent ?? -1) >= indent) groups.pop()
      keyword = KEYWORD.exec(line)?.[1] ?? keyword
      const title = TITLE.exec(line)?.[2]?.replaceAll(/\\(['"`])/g, '$1')
      if (title === undefined) return []
      if (!keyword.endsWith('describe')) return [[...groups.map((group) => group.title), title]]
      groups.push({ indent, title })
      return []
    })
}

/** Whether the titles contain the parts in this order. */
const holds = (titles: readonly string[], parts: readonly string[]) =>
  titles.reduce((left, title) => (left[0] !== undefined && title.includes(left[0]) ? left.slice(1) : left), parts)
    .length === 0

const known = new Map<string, string[][]>()
/** The tests that match a reference: the title contains its last part, the titles of the groups contain the others. */
function meant({ file, titles }: Reference): string[][] {
  if (!existsSync(join(ROOT, file))) return []
  const tests = known.get(file) ?? testsOf(file)
  known.set(file, tests)
  return tests.filter(
    (path) => holds(path.slice(-1), titles.slice(-1)) && holds(path.slice(0, -1), titles.slice(0, -1)),
  )
}

it('the page has the nine sections of the specification, each with its points', () => {
  const sections = PAGE.split(/^## /m).slice(1)
  expect(sections.map((text) => text.slice(0, 2))).toEqual(['1.', '2.', '3.', '4.', '5.', '6.', '7.', '8.', '9.'])
  for (const text of sections) expect(rowsOf(text).length, text.split('\n', 1)[0]).toBeGreaterThan(10)
})

it('every point names a test or says why it is not done yet', () => {
  expect(rows.filter((row) => !row.isNotYet && referencesOf(row) === undefined).map(({ point }) => point)).toEqual([])
})

it('every named test exists exactly once', () => {
  const named = rows.filter(({ isNotYet }) => !isNotYet).flatMap((row) => referencesOf(row) ?? [])
  expect(named.length).toBeGreaterThan(300)
  expect(
    named.map((reference) => ({ ...reference, found: meant(reference).length })).filter(({ found }) => found !== 1),
  ).toEqual([])
})

/** Addresses whose state the page gets wrong: missing, or existing although marked "not yet". */
const wronglyTold = (address: RegExp, isThere: (address: string) => boolean) =>
  rows.flatMap(({ point, isNotYet }) =>
    [...point.matchAll(address)].map(([, one = '']) => one).filter((one) => isThere(one) === isNotYet),
  )

it('every route is a screen of the console, unless marked "not yet"', () => {
  const paths = new Set([...SCREENS.map(({ path }) => path), ...Object.keys(REDIRECTS)])
  expect(wronglyTold(/`(\/[\w/]+)`/g, (path) => paths.has(path))).toEqual([])
})

it('every call is in the contract, unless marked "not yet"', () => {
  const paths = new Set<string>(CALLS.map(({ path }) => path))
  expect(wronglyTold(/`(\/[\w/]+\.do)`/g, (path) => paths.has(path))).toEqual([])
})
