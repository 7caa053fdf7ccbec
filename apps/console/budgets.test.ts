// The byte budgets of the console, checked against what was built: what a browser must load (gzip) to show a page, by Vite's manifest.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { LOCALES } from '@sealwright/contract'
import { beforeAll, describe, expect, it } from 'vitest'

const DIST = fileURLToPath(new URL('dist/', import.meta.url))
const MANIFEST = `${DIST}.vite/manifest.json`
const KB = 1024
const BUDGETS_KB = { loginJs: 140, loginCss: 8, overLoginJs: 12, shellWithListJs: 280, furtherRouteJs: 80, picture: 60 }

const ENTRY = 'index.html'
const OWN_PAGES = 'p.html'
const SHELL = 'src/app/workspace.tsx'
const LOGIN = 'src/domains/identity/login.screen.tsx'
/** Those that a person meets on the way in, or instead of it. */
const OUTSIDE = ['register', 'mfa', 'binding', 'terms'].map((name) => `src/domains/identity/${name}.screen.tsx`)
const LIST = 'src/domains/product/product-list.screen.tsx'
/** Only the language in use is loaded; this is the larger of the two. */
const LANGUAGES = ['../../packages/phrases/src/zh-cn/index.ts', '../../packages/phrases/src/en/index.ts']
const OUTSIDE_LANGUAGES = ['../../packages/phrases/src/zh-cn/outside.ts', '../../packages/phrases/src/en/outside.ts']

interface Chunk {
  file: string
  src?: string
  imports?: string[]
  css?: string[]
}

let manifest: Record<string, Chunk> = {}

beforeAll(() => {
  if (!existsSync(MANIFEST)) throw new Error('The console has not been built: run `npm test -- build` first, the budgets are checked against apps/console/dist.')
  manifest = JSON.parse(readFileSync(MANIFEST, 'utf8')) as Record<string, Chunk> // Vite writes it in this shape
})

function filesOf(entries: readonly string[]): { js: Set<string>; css: Set<string> } {
  const found = { js: new Set<string>(), css: new Set<string>() }
  const seen = new Set<string>()
  const visit = (key: string) => {
    if (seen.has(key)) return
    seen.add(key)
    const chunk = manifest[key]
    if (!chunk) throw new Error(`${key} is not in the manifest; the budgets name chunks that are no longer built.`)
    found.js.add(chunk.file)
    for (const file of chunk.css ?? []) found.css.add(file)
    for (const next of chunk.imports ?? []) visit(next)
  }
  for (const key of entries) visit(key)
  return found
}

const gzipBytes = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + gzipSync(readFileSync(DIST + file), { level: 9 }).length, 0)
const kilobytes = (bytes: number) => Math.round((bytes / KB) * 10) / 10

function withHeaviest(languages: readonly string[], entries: readonly string[]): string[] {
  const heaviest = languages.toSorted((a, b) => gzipBytes(filesOf([b]).js) - gzipBytes(filesOf([a]).js))[0]
  return heaviest ? [...entries, heaviest] : [...entries]
}
const withLanguage = (...entries: string[]) => withHeaviest(LANGUAGES, entries)
/** Outside the door only the part of the language that is said there is loaded. */
const withOutsideLanguage = (...entries: string[]) => withHeaviest(OUTSIDE_LANGUAGES, entries)

describe('byte budgets', () => {
  it('of /login hold, without the router', () => {
    const { js, css } = filesOf(withOutsideLanguage(ENTRY, LOGIN))
    const [jsKb, cssKb] = [kilobytes(gzipBytes(js)), kilobytes(gzipBytes(css))]
    console.log(`/login: ${jsKb} KB of JavaScript, ${cssKb} KB of CSS`)
    expect(jsKb).toBeLessThanOrEqual(BUDGETS_KB.loginJs)
    expect(cssKb).toBeLessThanOrEqual(BUDGETS_KB.loginCss)
    expect([...js]).not.toContain(manifest[SHELL]?.file)
  })

  it('of the other pages outside the door hold: little more than /login', () => {
    const loginKb = kilobytes(gzipBytes(filesOf(withOutsideLanguage(ENTRY, LOGIN)).js))
    for (const [name, entries] of [...OUTSIDE.map((screen) => [screen, [ENTRY, screen]] as const), [OWN_PAGES, [OWN_PAGES]] as const]) {
      const { js, css } = filesOf(withOutsideLanguage(...entries))
      const [jsKb, cssKb] = [kilobytes(gzipBytes(js)), kilobytes(gzipBytes(css))]
      console.log(`${name}: ${jsKb} KB of JavaScript, ${cssKb} KB of CSS`)
      expect(jsKb, name).toBeLessThanOrEqual(loginKb + BUDGETS_KB.overLoginJs)
      expect(cssKb, name).toBeLessThanOrEqual(BUDGETS_KB.loginCss)
      expect([...js], name).not.toContain(manifest[SHELL]?.file)
    }
  })

  it('of the shell with its first list hold', () => {
    const jsKb = kilobytes(gzipBytes(filesOf(withLanguage(ENTRY, SHELL, LIST)).js))
    console.log(`shell with the product list: ${jsKb} KB of JavaScript`)
    expect(jsKb).toBeLessThanOrEqual(BUDGETS_KB.shellWithListJs)
  })

  it('of every further screen hold, over the shell', () => {
    const shell = filesOf(withLanguage(ENTRY, SHELL)).js
    const screens = Object.keys(manifest).filter((key) => key.endsWith('.screen.tsx'))
    expect(screens.length).toBeGreaterThan(2)
    for (const screen of screens) {
      const jsKb = kilobytes(gzipBytes([...filesOf([screen]).js].filter((file) => !shell.has(file))))
      console.log(`${screen}: ${jsKb} KB of JavaScript over the shell`)
      expect(jsKb, screen).toBeLessThanOrEqual(BUDGETS_KB.furtherRouteJs)
    }
  })

  it('of the pictures on /login hold', () => {
    for (const theme of ['light', 'dark'])
      for (const locale of LOCALES) expect(kilobytes(statSync(`${DIST}product-list-${theme}-${locale}.webp`).size), `${theme} ${locale}`).toBeLessThanOrEqual(BUDGETS_KB.picture)
  })

  it('are of files that the server can send compressed', () => {
    for (const file of filesOf([ENTRY, OWN_PAGES]).js) if (statSync(DIST + file).size >= 512) for (const suffix of ['.br', '.gz']) expect(existsSync(DIST + file + suffix), file + suffix).toBe(true)
  })

  it('leave no inline script in the page, which the content security policy forbids', () => {
    for (const page of [ENTRY, OWN_PAGES]) expect(readFileSync(DIST + page, 'utf8'), page).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>|\son\w+=/)
  })
})
