// Checks the build of the console against its byte budgets (gzip): the files that a browser loads for each page. The
// list of files per page comes from the build itself (build/pages.ts).
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { LOCALES } from '@sealwright/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import type { PageFiles, Pages } from './build/pages.ts'
import type { SmallPageFiles } from './build/small-pages.ts'

const DIST = fileURLToPath(new URL('dist/', import.meta.url))
const KB = 1024
/**
 * The budgets of /login and of the shell are the sizes reached so far, plus half a kilobyte for the differences between
 * processors. The goals are 120 and 220. That of further screens is 60, with the same half kilobyte.
 */
const BUDGETS_KB = {
  loginJs: 136.7,
  loginCss: 8,
  shellWithListJs: 234.1,
  furtherScreenJs: 60.5,
  calendar: 5,
  picture: 60,
  document: 4.5,
  smallPageJs: 60,
  smallPageCss: 9,
  reader: 16,
  deskLoginJs: 136,
  deskLoginCss: 8,
  deskWithListJs: 185,
}
/** Including early.js. */
const SCRIPTS = 12
const FILE_BYTES = 2 * KB
/** Files that cannot be merged: the bundler's runtime, the worker, and the scripts that start a page. */
const TINY = /^(?:rolldown-runtime|work\.worker|index|p)-/

let pages: Pages
/** The public pages that are built separately, by name. */
let small: Record<'campaign' | 'code', SmallPageFiles>
/** The platform desk, which is built separately too. */
let desk: Pages

beforeAll(() => {
  const file = `${DIST}.vite/pages.json`
  if (!existsSync(file))
    throw new Error(
      'The console has not been built. Run `npm test -- build` first: the budgets check apps/console/dist.',
    )
  pages = JSON.parse(readFileSync(file, 'utf8')) as Pages // the build writes it in this shape
  const read = (name: string) => readFileSync(`${DIST}.vite/${name}.json`, 'utf8')
  const filesOf = (name: string) => JSON.parse(read(name)) as SmallPageFiles // the same
  small = { campaign: filesOf('campaign'), code: filesOf('code') }
  desk = JSON.parse(read('desk')) as Pages // the same
})

const gzipped = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(DIST + file), { level: 9 }).length, 0)
const kilobytes = (files: Iterable<string>) => Math.round((gzipped(files) / KB) * 10) / 10

/** Phrase files, in the language whose phrases are larger. */
const phrasesOf = (...units: string[]) => phrasesIn(pages, units)
function phrasesIn({ phrases }: Pages, units: readonly string[]): string[] {
  const languages = LOCALES.map((locale) => units.flatMap((unit) => phrases[locale]?.[unit] ?? []))
  return languages.toSorted((a, b) => gzipped(b) - gzipped(a))[0] ?? []
}

function screen(path: string): PageFiles {
  const found = pages.screens[path]
  if (!found) throw new Error(`${path} is not in the list of built pages`)
  return found
}

/** All scripts that a page loads before it is shown, except early.js. */
function scriptsOf(path: string): string[] {
  const { unit, js } = screen(path)
  const isOutside = unit === 'identity'
  return [
    ...new Set([
      ...pages.entry.js,
      ...(isOutside ? [] : pages.workspace.js),
      ...js,
      ...phrasesOf(...(isOutside ? [unit] : ['shell', unit])),
    ]),
  ]
}

it('the build has the SDK package of the present version, and nothing else to download', () => {
  const sdk = fileURLToPath(new URL('../../packages/sdk/package.json', import.meta.url))
  const { version } = JSON.parse(readFileSync(sdk, 'utf8')) as { version: string } // our own file
  expect(readdirSync(`${DIST}download`)).toEqual([`sealwright-sdk-${version}.tgz`])
})

describe('budgets', () => {
  it('of the pages before sign-in hold, and these pages do not load the workspace', () => {
    for (const path of ['/login', '/register', '/MFAVerification', '/binding', '/secondFactor', '/terms', '/device']) {
      const scripts = scriptsOf(path)
      console.log(`${path}: ${scripts.length} scripts, ${kilobytes(scripts)} KB`)
      expect(kilobytes(scripts), path).toBeLessThanOrEqual(BUDGETS_KB.loginJs)
      expect(kilobytes([...pages.entry.css, ...screen(path).css]), path).toBeLessThanOrEqual(BUDGETS_KB.loginCss)
      expect(scripts, path).not.toContain(pages.workspace.js[0])
    }
  })

  it('of the shell with its first list hold', () => {
    const jsKb = kilobytes(scriptsOf('/product'))
    console.log(`shell with the product list: ${jsKb} KB of JavaScript`)
    expect(jsKb).toBeLessThanOrEqual(BUDGETS_KB.shellWithListJs)
  })

  it('of every further screen hold, on top of the shell', () => {
    for (const [path, { js, unit }] of Object.entries(pages.screens)) {
      if (unit === 'identity') continue
      const own = [...js, ...phrasesOf(unit)]
      console.log(`${path}: ${kilobytes(own)} KB of JavaScript over the shell`)
      expect(kilobytes(own), path).toBeLessThanOrEqual(BUDGETS_KB.furtherScreenJs)
    }
  })

  it('leave out the calendar, which comes when it is opened', () => {
    const [calendar, ...others] = readdirSync(`${DIST}assets`).filter((file) => /^pickers-.*\.js$/.test(file))
    expect(others).toEqual([])
    console.log(`calendar: ${kilobytes([`assets/${calendar}`])} KB of JavaScript when it is opened`)
    expect(kilobytes([`assets/${calendar}`])).toBeLessThanOrEqual(BUDGETS_KB.calendar)
    for (const path of Object.keys(pages.screens)) expect(scriptsOf(path), path).not.toContain(`assets/${calendar}`)
  })

  it('of requests hold: every page loads few scripts, and none of them is tiny', () => {
    for (const path of Object.keys(pages.screens)) expect(scriptsOf(path).length + 1, path).toBeLessThanOrEqual(SCRIPTS)
    // The phrases of a small domain are a small file.
    const phrases = LOCALES.flatMap((locale) => Object.values(pages.phrases[locale] ?? {}).flat())
    for (const page of Object.values(small)) phrases.push(...Object.values(page.phrases))
    for (const file of readdirSync(`${DIST}assets`))
      if (file.endsWith('.js') && !TINY.test(file) && !phrases.includes(`assets/${file}`))
        expect(statSync(`${DIST}assets/${file}`).size, file).toBeGreaterThanOrEqual(FILE_BYTES)
  })

  it.each(['campaign', 'code'] as const)(
    'of the public page /p/%s hold for the whole journey, captcha and words included',
    (name) => {
      const page = small[name]
      for (const locale of LOCALES) {
        const words = page.phrases[locale]
        expect(words, locale).toBeDefined()
        const jsKb = kilobytes(['early.js', ...page.js, words ?? ''])
        const firstKb = kilobytes(['early.js', ...page.first, words ?? ''])
        console.log(`/p/${name} in ${locale}: ${jsKb} KB of JavaScript, ${firstKb} KB of them before it is shown`)
        expect(jsKb, locale).toBeLessThanOrEqual(BUDGETS_KB.smallPageJs)
      }
      expect(kilobytes(page.css)).toBeLessThanOrEqual(BUDGETS_KB.smallPageCss)
      // React is not in it, and no file of the console is loaded for it.
      for (const file of [...pages.entry.js, ...pages.workspace.js]) expect(page.js).not.toContain(file)
    },
  )

  it('of the platform desk hold: its sign-in, its shell with a list, and every further screen', () => {
    for (const [path, { unit, js, css }] of Object.entries(desk.screens)) {
      const isOutside = unit === 'door'
      const scripts = [
        ...desk.entry.js,
        ...(isOutside ? [] : desk.workspace.js),
        ...js,
        ...phrasesIn(desk, [...new Set(isOutside ? [unit] : ['shell', unit])]),
      ]
      const jsKb = kilobytes(new Set(scripts))
      console.log(`${path}: ${jsKb} KB of JavaScript`)
      if (isOutside) {
        expect(jsKb, path).toBeLessThanOrEqual(BUDGETS_KB.deskLoginJs)
        expect(kilobytes(new Set([...desk.entry.css, ...css])), path).toBeLessThanOrEqual(BUDGETS_KB.deskLoginCss)
      } else if (path === '/platform/operators') expect(jsKb).toBeLessThanOrEqual(BUDGETS_KB.deskWithListJs)
      else expect(kilobytes([...js, ...phrasesIn(desk, [unit])]), path).toBeLessThanOrEqual(BUDGETS_KB.furtherScreenJs)
      expect(new Set(scripts).size + 1, path).toBeLessThanOrEqual(SCRIPTS)
      // No file of the console is loaded for it, and none of its files for the console.
      for (const file of [...pages.entry.js, ...pages.workspace.js]) expect(scripts).not.toContain(file)
    }
  })

  it('of the readers of QR codes and zips hold; each comes with the first such file', () => {
    const { readers, first } = small.code
    console.log(`readers of files: ${readers.map((file) => `${kilobytes([file])} KB`).join(', ')}`)
    expect(readers).toHaveLength(2)
    for (const file of readers) {
      expect(kilobytes([file])).toBeLessThanOrEqual(BUDGETS_KB.reader)
      expect(first).not.toContain(file)
    }
  })

  it('of the document and of the pictures on /login hold', () => {
    expect(kilobytes(['index.html'])).toBeLessThanOrEqual(BUDGETS_KB.document)
    for (const theme of ['light', 'dark'])
      for (const locale of LOCALES)
        expect(
          Math.round(statSync(`${DIST}console-${theme}-${locale}.webp`).size / KB),
          `${theme} ${locale}`,
        ).toBeLessThanOrEqual(BUDGETS_KB.picture)
  })

  it('count files that the server can send compressed', () => {
    for (const file of scriptsOf('/product').filter((one) => statSync(DIST + one).size >= 512))
      for (const suffix of ['.br', '.gz']) expect(existsSync(DIST + file + suffix), file + suffix).toBe(true)
  })

  it('leave no inline script in the page: the content security policy forbids it', () => {
    for (const page of ['index.html', 'p.html', 'campaign.html', 'code.html', 'platform.html'])
      expect(readFileSync(DIST + page, 'utf8'), page).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>|\son\w+=/)
  })
})
