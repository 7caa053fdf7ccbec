// Holds the documents against the repository: what they name exists, and what exists is named. It does not judge their words.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

interface Package {
  license?: string
  dependencies?: object
  devDependencies?: object
  optionalDependencies?: object
  packages?: Record<string, Package>
}
const json = (file: string) => JSON.parse(read(file)) as Package // npm's own files

const captures = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? '')
const sorted = (names: Iterable<string>) => [...new Set(names)].toSorted()

test('configuration.md names every variable of config.ts and no other', () => {
  const config = read('apps/server/src/config.ts')
  const known = [...captures(config, /^ {2}([A-Z_]+): \{ schema/gm), ...captures(config, /env\['([A-Z_]+)'\]/g)]
  expect(known.length).toBeGreaterThan(10)
  expect(sorted(captures(read('docs/guide/configuration.md'), /^\| `([A-Z_]+)` \|/gm))).toEqual(sorted(known))
})

describe('dependencies.md', () => {
  const PERMISSIVE = ['Apache-2.0', 'ISC', 'MIT', 'MIT-0', 'OFL-1.1']
  /** Used unchanged by tests only. */
  const TESTS_ONLY: Record<string, string> = { '@axe-core/playwright': 'MPL-2.0' }
  const folders = ['.', 'e2e', 'bench', ...['packages', 'apps'].flatMap((group) => readdirSync(join(ROOT, group)).map((name) => join(group, name)))]
  const packages = folders.map((folder) => json(join(folder, 'package.json')))
  const used = sorted(packages.flatMap((file) => Object.keys({ ...file.dependencies, ...file.devDependencies, ...file.optionalDependencies })).filter((name) => !name.startsWith('@sealwright/')))
  const told = new Map([...read('docs/guide/dependencies.md').matchAll(/^\| `([^`]+)` \| .+ \| ([^|]+) \|$/gm)].map((row) => [row[1] ?? '', row[2] ?? '']))

  test('names every direct dependency and no other', () => {
    expect(used).toContain('fastify')
    expect(sorted(told.keys())).toEqual(used)
  })

  test('tells the license of each, and it is one we may use', () => {
    const lock = json('package-lock.json')
    const wrong = used.filter((name) => {
      // Packages for other platforms are not installed here; the lock knows their license as well.
      const folder = join('node_modules', name)
      const license = (existsSync(join(ROOT, folder)) ? json(join(folder, 'package.json')) : lock.packages?.[folder])?.license
      return license === undefined || told.get(name) !== license || !license.split(' AND ').every((part) => [...PERMISSIVE, TESTS_ONLY[name]].includes(part))
    })
    expect(wrong).toEqual([])
  })
})

describe('a link', () => {
  const pages = [...readdirSync(ROOT), ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name))].filter((name) => name.endsWith('.md'))
  const anchor = (heading: string) => heading.toLowerCase().replace(/[^\p{L}\p{N}\s-]/gu, '').trim().replace(/\s/g, '-')

  test.each(pages)('in %s leads to a file, and to a heading in it, that exist', (page) => {
    const prose = read(page).replace(/^```[\s\S]*?^```/gm, '')
    const broken = captures(prose, /\]\(([^)\s]+)\)/g)
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter((link) => {
        const [path = '', heading] = link.split('#')
        const target = path === '' ? page : join(dirname(page), path)
        if (!existsSync(join(ROOT, target))) return true
        return heading !== undefined && !captures(read(target), /^#+ (.+)$/gm).map(anchor).includes(heading)
      })
    expect(broken).toEqual([])
  })
})
