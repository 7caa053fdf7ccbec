// Compares the documents with the repository: every name in the documents exists, and everything that must be
// documented is. It does not check the wording.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  CALLS,
  CAPTCHA_URLS,
  ERRORS,
  RUNTIME_REASONS,
  WEBHOOK_BODIES,
  WEBHOOK_RECORDS,
  problemType,
} from '@sealwright/contract'
import { schemaOf } from '@sealwright/contract/openapi'
import type { Json } from '@sealwright/contract/openapi'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod/mini'

const ROOT = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

interface Package {
  license?: string
  dependencies?: object
  devDependencies?: object
  optionalDependencies?: object
  packages?: Record<string, Package>
}
const json = (file: string) => JSON.parse(read(file)) as Package // npm's own format

const captures = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? '')
const sorted = (names: Iterable<string>) => [...new Set(names)].toSorted()
/** The text without code blocks. */
const proseOf = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '')
const headingsOf = (text: string) => captures(proseOf(text), /^(#+ .+)$/gm)
const anchor = (heading: string) =>
  heading
    .replace(/^#+ /, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
const linksOf = (text: string) => captures(proseOf(text), /\]\(([^)\s]+)\)/g)
const isOutside = (link: string) => /^[a-z]+:/.test(link)

test('npm start -- --help lists every variable and starts nothing', () => {
  const { status, stdout } = spawnSync(process.execPath, ['tools/start.mjs', '--help'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  expect(status).toBe(0)
  for (const name of captures(read('docs/guide/configuration.md'), /^\| `([A-Z_]+)` \|/gm))
    expect(stdout).toContain(name)
})

test('configuration.md names every variable of config.ts and no other', () => {
  const config = read('apps/server/src/config.ts')
  const known = [...captures(config, /^ {2}([A-Z_]+): \{(?= schema|$)/gm), ...captures(config, /env\['([A-Z_]+)'\]/g)]
  expect(known.length).toBeGreaterThan(10)
  expect(sorted(captures(read('docs/guide/configuration.md'), /^\| `([A-Z_]+)` \|/gm))).toEqual(sorted(known))
})

test('runtime.md names every refusal of a program with its status', () => {
  const rows = [...read('docs/guide/runtime.md').matchAll(/^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \| ([\d, ]+) \|/gm)]
  const told = rows.flatMap(([, names = '', statuses = '']) => {
    const each = statuses.split(', ').map(Number)
    return captures(names, /`([A-Z_]+)`/g).map((name, index) => `${name} ${each[index] ?? each[0]}`)
  })
  const known = RUNTIME_REASONS.map((reason) => `runtime.${reason}` as const)
  expect(sorted(told)).toEqual(sorted(known.map((error) => `${problemType(error)} ${ERRORS[error].status}`)))
})

test('dongle-sdk.md names the hosted lock PIN of the demo, without which nobody can issue to a dongle there', () => {
  const [pin = ''] = captures(read('apps/server/src/demo/dongles.ts'), /^const DEMO_PIN = '(\w+)'$/gm)
  expect(captures(read('docs/guide/dongle-sdk.md'), /The hosted lock PIN of the demo developer is `(\w+)`/g)).toEqual([
    pin,
  ])
})

describe.each(['docs/guide/webhooks.md', 'docs/guide/zh-CN/webhooks.md'])('%s', (page) => {
  const namesIn = (cell: string) => captures(cell, /`([^`]+)`/g)
  const [, ...sections] = (read(page).split(/^## /gm)[2] ?? '').split(/^### /gm)
  const rowsOf = (text = '') =>
    [...text.matchAll(/^\| `([\w.]+)` \| (.+) \|$/gm)].map(([, name = '', cell = '']) => ({ name, cell }))
  /** The values of all lists in a schema. */
  const valuesOf = (schema: Json): string[] =>
    typeof schema !== 'object' || schema === null
      ? []
      : Object.entries(schema).flatMap(([key, value]) =>
          key === 'enum' && Array.isArray(value) ? value.map(String) : valuesOf(value),
        )

  test('names every event of a webhook with its data', () => {
    const told = rowsOf(read(page)).filter(({ name }) => name.includes('.'))
    expect(told.map(({ name, cell }) => `${name}: ${namesIn(cell).join(' ')}`)).toEqual(
      Object.entries(WEBHOOK_BODIES).map(([event, { data }]) => `${event}: ${Object.keys(data.shape).join(' ')}`),
    )
  })

  test('describes every field of the data, says which can be null, and names its values', () => {
    const told = new Map(sections.map((section) => [namesIn(section.split('\n')[0] ?? '')[0], rowsOf(section)]))
    for (const [record, { shape }] of Object.entries(WEBHOOK_RECORDS)) {
      const fields = Object.entries<z.ZodMiniType>(shape)
      const rows = told.get(record) ?? []
      expect(rows.map(({ name }) => `${record}.${name}`)).toEqual(fields.map(([name]) => `${record}.${name}`))
      for (const [index, [name, field]] of fields.entries()) {
        const words = namesIn(rows[index]?.cell ?? '')
        expect(words.includes('null'), `${record}.${name}`).toBe(field.safeParse(null).success)
      }
      // There are many kinds of tasks: the page refers to the OpenAPI document.
      const { kind: _, ...listed } = Object.fromEntries(fields)
      const words = rows.flatMap(({ cell }) => namesIn(cell))
      expect(words, record).toEqual(
        expect.arrayContaining(Object.values(listed).flatMap((field) => valuesOf(schemaOf(field)))),
      )
    }
    const all = Object.values(WEBHOOK_BODIES).flatMap(({ data }) => Object.entries<z.ZodMiniType>(data.shape))
    const others = Object.groupBy(
      all.filter(([name]) => !(name in WEBHOOK_RECORDS)),
      ([name]) => name,
    )
    const rows = told.get(undefined) ?? []
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(others))
    const acts = others['act']?.flatMap(([, act]) => valuesOf(schemaOf(act)))
    expect(sorted(namesIn(rows[0]?.cell ?? ''))).toEqual(sorted(acts ?? []))
  })
})

test('captcha.md names the calls of this version that require a captcha', () => {
  const paths = new Set<string>(CALLS.map(({ path }) => path))
  const [, list = ''] = /^## Which calls\n\n([\s\S]+?)\n\n/m.exec(read('docs/guide/captcha.md')) ?? []
  expect(sorted(captures(list, /`([^`]+)`/g))).toEqual(sorted(CAPTCHA_URLS.filter((path) => paths.has(path))))
})

test.each(['docs/guide/install.md', 'docs/guide/zh-CN/install.md'])(
  'the proxy of %s lets the largest request of any call through',
  (page) => {
    const largest = Math.max(...CALLS.map(({ bodyBytes = 0 }) => bodyBytes))
    const [megabytes = ''] = captures(read(page), /client_max_body_size (\d+)m;/g)
    expect(Number(megabytes) * 1024 * 1024).toBeGreaterThanOrEqual(largest)
  },
)

test('scaling.md says where the rows of every table would go', () => {
  const folder = 'apps/server/db/migrations'
  const tables = readdirSync(join(ROOT, folder))
    .flatMap((file) => [...read(join(folder, file)).matchAll(/^create (?:unlogged )?table (\w+) [\s\S]+?;$/gm)])
    .map(([text, name = '']) => ({
      name,
      isOfDeveloper: /primary key \(developer_id\b|developer_id [^,]*primary key/.test(text),
    }))
  expect(tables.length).toBeGreaterThan(40)
  const [, plan = ''] = /^\| tables \| how \|\n([\s\S]+?)\n\n/m.exec(read('docs/guide/scaling.md')) ?? []
  const told = captures(plan, /^\| ([^|]+) \|/gm).flatMap((cell) => captures(cell, /`([^`]+)`/g))
  // One row of the page covers the tables of a developer that it does not name.
  const others = tables.filter(({ name }) => !told.includes(name))
  expect(others.filter(({ isOfDeveloper }) => !isOfDeveloper)).toEqual([])
  expect(told.filter((name) => !tables.some((table) => table.name === name))).toEqual(['migration', 'pgboss'])
})

describe('dependencies.md', () => {
  const PERMISSIVE = ['Apache-2.0', 'ISC', 'MIT', 'MIT-0', 'OFL-1.1']
  /** Used by tests only, unchanged. */
  const TESTS_ONLY: Record<string, string> = { 'axe-core': 'MPL-2.0' }
  const folders = [
    '.',
    'e2e',
    'bench',
    ...['packages', 'apps'].flatMap((group) => readdirSync(join(ROOT, group)).map((name) => join(group, name))),
  ]
  const packages = folders.map((folder) => json(join(folder, 'package.json')))
  const used = sorted(
    packages
      .flatMap((file) => Object.keys({ ...file.dependencies, ...file.devDependencies, ...file.optionalDependencies }))
      .filter((name) => !name.startsWith('@sealwright/')),
  )
  const told = new Map(
    [...read('docs/guide/dependencies.md').matchAll(/^\| `([^`]+)` \| .+ \| ([^|]+) \|$/gm)].map((row) => [
      row[1] ?? '',
      row[2] ?? '',
    ]),
  )

  test('names every direct dependency and no other', () => {
    expect(used).toContain('fastify')
    expect(sorted(told.keys())).toEqual(used)
  })

  test('gives the license of each, and every license is allowed', () => {
    const lock = json('package-lock.json')
    const wrong = used.filter((name) => {
      // Packages for other platforms are not installed here, but the lock file has their license too.
      const folder = join('node_modules', name)
      const license = (existsSync(join(ROOT, folder)) ? json(join(folder, 'package.json')) : lock.packages?.[folder])
        ?.license
      return (
        license === undefined ||
        told.get(name) !== license ||
        !license
          .replaceAll(/[()]/g, '')
          .split(' AND ')
          .every((part) => part.split(' OR ').some((one) => [...PERMISSIVE, TESTS_ONLY[name]].includes(one)))
      )
    })
    expect(wrong).toEqual([])
  })
})

describe('a link', () => {
  const pages = [
    ...readdirSync(ROOT),
    ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name)),
  ].filter((name) => name.endsWith('.md'))

  test.each(pages)('in %s leads to an existing file and heading', (page) => {
    const broken = linksOf(read(page)).filter((link) => {
      if (isOutside(link)) return false
      const [path = '', heading] = link.split('#')
      const target = path === '' ? page : join(dirname(page), path)
      if (!existsSync(join(ROOT, target))) return true
      return heading !== undefined && !headingsOf(read(target)).map(anchor).includes(heading)
    })
    expect(broken).toEqual([])
  })
})

describe('a page in two languages', () => {
  const inChinese = (page: string) =>
    page === 'README.md' ? 'README.zh-CN.md' : page.replace('docs/guide/', 'docs/guide/zh-CN/')
  /** Pages for engineers: the calls, the dependencies, and the reference that is generated from the SDK's comments. */
  const ENGLISH_ONLY = new Set(['api.md', 'dependencies.md', 'sdk-reference.md'])
  const pages = [
    'README.md',
    ...readdirSync(join(ROOT, 'docs/guide'))
      .filter((name) => name.endsWith('.md') && !ENGLISH_ONLY.has(name))
      .map((name) => `docs/guide/${name}`),
  ]
  const inEnglish = new Map(pages.map((page) => [inChinese(page), page]))
  /** Commands, variables, paths and names in the text. Chinese names stay Chinese in both languages. */
  const spansOf = (text: string) => sorted(captures(proseOf(text), /`([^`\n]+)`/g))
  /** Code blocks without their comments. */
  const blocksOf = (text: string) =>
    captures(text, /^```\w*\n([\s\S]*?)^```/gm).map((block) => block.replace(/(?:^| +)# .+$/gm, ''))
  const picturesOf = (language: 'en' | 'zh-CN') => `docs/pictures/${language}/`
  /**
   * The targets of all links, as English pages and pictures. A heading is identified by its position, because its text
   * differs between the languages.
   */
  const targetsOf = (page: string) =>
    sorted(
      linksOf(read(page)).map((link) => {
        if (isOutside(link)) return link
        const [path = '', heading] = link.split('#')
        const target = path === '' ? page : join(dirname(page), path)
        const place = heading === undefined ? '' : `#${headingsOf(read(target)).map(anchor).indexOf(heading)}`
        return (inEnglish.get(target) ?? target.replace(picturesOf('zh-CN'), picturesOf('en'))) + place
      }),
    )
  const shapeOf = (text: string) => ({
    headings: headingsOf(text).map((heading) => heading.indexOf(' ')),
    rowsOfTables: captures(proseOf(text), /^(\|)/gm).length,
    steps: captures(proseOf(text), /^(?:[-*]|\d+\.) (.)/gm).length,
  })

  test.each(pages)('%s has a translation, and both start with a link to the other', (page) => {
    const twin = inChinese(page)
    for (const [one, other] of [
      [page, twin],
      [twin, page],
    ] as const) {
      const beginning = read(one).split('\n').slice(0, 4).join('\n')
      expect(
        linksOf(beginning).map((link) => join(dirname(one), link)),
        one,
      ).toContain(other)
    }
  })

  test.each(pages)('%s and its translation have the same structure, commands, variables and links', (page) => {
    const [english, chinese] = [read(page), read(inChinese(page))]
    expect(shapeOf(chinese)).toEqual(shapeOf(english))
    expect(spansOf(chinese)).toEqual(spansOf(english))
    expect(blocksOf(chinese)).toEqual(blocksOf(english))
    expect(targetsOf(inChinese(page))).toEqual(targetsOf(page))
  })

  test.each(['en', 'zh-CN'] as const)('the pages in %s link only pictures in that language', (language) => {
    for (const page of language === 'en' ? pages : inEnglish.keys()) {
      const targets = linksOf(read(page)).map((link) => join(dirname(page), link))
      const pictures = targets.filter((target) => target.startsWith('docs/pictures/'))
      expect(
        pictures.filter((target) => !target.startsWith(picturesOf(language))),
        page,
      ).toEqual([])
    }
  })

  test('both languages have the same pictures', () => {
    const namesIn = (language: 'en' | 'zh-CN') =>
      readdirSync(join(ROOT, picturesOf(language)), { recursive: true, encoding: 'utf8' }).toSorted()
    expect(namesIn('en')).toEqual(namesIn('zh-CN'))
  })

  test('every Chinese page has an English page', () => {
    expect(
      readdirSync(join(ROOT, 'docs/guide/zh-CN'))
        .map((name) => `docs/guide/zh-CN/${name}`)
        .toSorted(),
    ).toEqual([...inEnglish.keys()].filter((page) => page.startsWith('docs/')).toSorted())
  })
})
