// Checks which files may import which, by folder name. A violation fails with the names of both files; a cycle fails
// with the whole path.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const files = globSync(['packages/*/src/**/*.{ts,tsx}', 'apps/*/src/**/*.{ts,tsx}'], { cwd: ROOT }).filter(
  (file) => !/\.test\.tsx?$/.test(file),
)

interface Import {
  from: string
  to: string
  isType: boolean
}

/** A static import or export with a source, or a dynamic import. */
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'"\n;]*?from\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g

/**
 * Every import as a path from the root: relative imports are resolved, own packages are mapped to their folder, other
 * packages keep their name.
 */
const imports: Import[] = files.flatMap((from) => {
  const text = readFileSync(join(ROOT, from), 'utf8')
  return [...text.matchAll(IMPORT)].map((match) => {
    const specifier = match[2] ?? match[3] ?? ''
    const own = /^@sealwright\/(\w+)(?:\/(.*))?$/.exec(specifier)
    const to = specifier.startsWith('.')
      ? relative(ROOT, join(ROOT, dirname(from), specifier))
      : own
        ? `${own[1] === 'server' || own[1] === 'console' ? 'apps' : 'packages'}/${own[1]}/src/${own[2] ?? 'index.ts'}`
        : specifier
    return { from, to, isType: match[1] !== undefined }
  })
})

const homeOf = (path: string) => /^(?:packages|apps)\/([\w-]+)\//.exec(path)?.[1]

/** The other packages that each package may import. */
const MAY_USE: Record<string, string[]> = {
  contract: [],
  phrases: ['contract'],
  client: ['contract'],
  cli: ['contract', 'client', 'phrases'],
  exchange: ['contract'],
  sdk: ['contract', 'exchange'],
  'demo-program': ['sdk'],
  dongle: ['contract', 'exchange', 'sdk'],
  server: ['contract', 'exchange', 'phrases'],
  console: ['contract', 'phrases', 'client'],
  testkit: ['contract', 'client', 'exchange', 'server'],
}

function breaches(isBreach: (edge: Import) => boolean): string[] {
  return imports.filter(isBreach).map(({ from, to }) => `${from} imports ${to}`)
}

describe('imports', () => {
  it('are found at all', () => {
    expect(imports.length).toBeGreaterThan(200)
  })

  it('between packages go one way', () => {
    expect(
      breaches(({ from, to }) => {
        const [home, target] = [homeOf(from), homeOf(to)]
        return home !== undefined && target !== undefined && home !== target && !MAY_USE[home]?.includes(target)
      }),
    ).toEqual([])
  })

  it('of the contract are limited to zod', () => {
    expect(
      breaches(({ from, to }) => homeOf(from) === 'contract' && homeOf(to) !== 'contract' && !to.startsWith('zod')),
    ).toEqual([])
  })

  it("of the server's kernel stay inside the kernel", () => {
    expect(
      breaches(
        ({ from, to }) => from.startsWith('apps/server/src/kernel/') && /^apps\/server\/src\/(?!kernel\/)/.test(to),
      ),
    ).toEqual([])
  })

  it('between domains use only index.ts, in the server and in the console', () => {
    const domainOf = (path: string) => /^apps\/(?:server|console)\/src\/domains\/([\w-]+)\//.exec(path)?.[1]
    expect(
      breaches(({ from, to }) => {
        const [home, target] = [domainOf(from), domainOf(to)]
        return home !== undefined && target !== undefined && home !== target && !to.endsWith('/index.ts')
      }),
    ).toEqual([])
  })

  describe('inside a server domain', () => {
    // A service may import another service of its domain; the cycle test below covers them. `secret` ranks below
    // `tables` because tables import it.
    const RANK: Record<string, number> = {
      index: 5,
      job: 4,
      service: 3,
      rules: 2,
      queries: 2,
      gesture: 1,
      answer: 1,
      tables: 1,
      secret: 0,
      kind: 0,
    }
    const domainOf = (path: string) => /^apps\/server\/src\/domains\/([\w-]+)\//.exec(path)?.[1]
    /** The files of a domain and of its folders. `pictures` and deeper folders have no layers. */
    const domainFiles = files.filter((file) =>
      /^apps\/server\/src\/domains\/[\w-]+\/(?:(?!pictures)[\w-]+\/)?[^/]+$/.test(file),
    )
    /** The role in `<idea>.<role>.ts`, or `index`. A file without a role ranks with rules and queries. */
    const roleOf = (path: string) => /([\w-]+)\.ts$/.exec(path.split('/').at(-1) ?? '')?.[1] ?? ''
    const hasRole = (path: string) => /\.[\w-]+\.ts$/.test(path) || path.endsWith('/index.ts')
    const rankOf = (path: string) => (hasRole(path) ? RANK[roleOf(path)] : RANK['rules'])

    it('every file has a known role', () => {
      expect(domainFiles.length).toBeGreaterThan(30)
      expect(domainFiles.filter((file) => rankOf(file) === undefined)).toEqual([])
    })

    it('imports go down: index, job, service, then rules and queries, then tables', () => {
      expect(
        breaches(({ from, to }) => {
          if (!domainFiles.includes(from) || !domainFiles.includes(to) || domainOf(from) !== domainOf(to)) return false
          const [upper, lower] = [rankOf(from), rankOf(to)]
          return (
            upper !== undefined &&
            lower !== undefined &&
            (upper < lower || (upper === lower && roleOf(from) !== 'service'))
          )
        }),
      ).toEqual([])
    })
  })

  it('of drizzle-orm occur only in queries, tables and the kernel', () => {
    expect(
      breaches(
        ({ from, to }) =>
          from.startsWith('apps/server/src/domains/') &&
          to.startsWith('drizzle-orm') &&
          !/\.(?:queries|tables)\.ts$/.test(from),
      ),
    ).toEqual([])
  })

  it('in the console go down: app, domains, blocks, lib', () => {
    const RANK: Record<string, number> = { lib: 0, blocks: 1, domains: 2, app: 3 }
    const layerOf = (path: string) => RANK[/^apps\/console\/src\/(\w+)\//.exec(path)?.[1] ?? '']
    expect(
      breaches(({ from, to }) => {
        const [upper, lower] = [layerOf(from), layerOf(to)]
        return upper !== undefined && lower !== undefined && upper < lower
      }),
    ).toEqual([])
  })

  it('of the platform desk reach no domain of the console, and nothing else in the console imports the desk', () => {
    const isDesk = (path: string) => path.startsWith('apps/console/src/desk/')
    expect(breaches(({ from, to }) => isDesk(to) && !isDesk(from))).toEqual([])
    const graph = new Map<string, string[]>()
    for (const { from, to } of imports) graph.set(from, [...(graph.get(from) ?? []), to])
    const seen = new Set<string>()
    const ways: string[] = []
    const visit = (file: string, way: string[]) => {
      if (seen.has(file) || !file.startsWith('apps/console/src/')) return
      seen.add(file)
      if (file.startsWith('apps/console/src/domains/')) ways.push([...way, file].join(' → '))
      else for (const next of graph.get(file) ?? []) visit(next, [...way, file])
    }
    for (const file of files.filter(isDesk)) visit(file, [])
    expect(seen.size).toBeGreaterThan(30)
    expect(ways).toEqual([])
  })

  it('of blocks include no calls: a screen passes calls to its blocks', () => {
    const calls = globSync('apps/console/src/blocks/**/*.{ts,tsx}', { cwd: ROOT })
      .filter((file) => !/\.(?:test|fixture)\.tsx?$/.test(file))
      .flatMap((file) =>
        [...readFileSync(join(ROOT, file), 'utf8').matchAll(/\b\w+(?:Calls|Desk)\b/g)].map(
          ([name]) => `${file} names ${name}`,
        ),
      )
    expect(calls).toEqual([])
  })

  it('make no cycle', () => {
    const graph = new Map<string, string[]>()
    for (const { from, to, isType } of imports) if (!isType) graph.set(from, [...(graph.get(from) ?? []), to])
    const state = new Map<string, 'open' | 'done'>()
    const cycles: string[] = []
    const visit = (file: string, path: string[]) => {
      if (state.get(file) === 'open') cycles.push([...path.slice(path.indexOf(file)), file].join(' → '))
      if (state.has(file)) return
      state.set(file, 'open')
      for (const next of graph.get(file) ?? []) visit(next, [...path, file])
      state.set(file, 'done')
    }
    for (const file of graph.keys()) visit(file, [])
    expect(cycles).toEqual([])
  })
})

it('no folder has more than 40 files', () => {
  const counts = new Map<string, number>()
  for (const file of globSync('{apps,packages,tools,e2e,bench,docs,examples}/**/*.*', {
    cwd: ROOT,
    exclude: (name) => ['node_modules', 'dist'].includes(name),
  }))
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  // These are one list each: of pages, whose address is their name, and of numbered migrations.
  for (const folder of ['docs/guide', 'docs/guide/zh-CN', 'apps/server/db/migrations']) counts.delete(folder)
  expect([...counts].filter(([, count]) => count > 40)).toEqual([])
})

/** Files with a path, a pattern or a user agent that cannot be broken into lines. */
const HOLDS_LONG_LITERALS = [
  'apps/console/src/blocks/control/controls.css',
  'apps/console/src/blocks/security/place.test.ts',
  'apps/console/src/lib/mark.tsx',
  'apps/server/src/domains/captcha/pictures/characters.ts',
  'packages/sdk/src/machine.ts',
  'tools/sdk-declarations.ts',
]

it('no line of code is longer than 120 characters', () => {
  const code = globSync('{apps,packages,tools,e2e,bench,examples}/**/*.{ts,tsx,mjs,css,sql,py}', {
    cwd: ROOT,
    exclude: (name) => ['node_modules', 'dist', 'phrases'].includes(name),
  })
  const long = code
    .filter((file) => !HOLDS_LONG_LITERALS.includes(file))
    .flatMap((file) =>
      readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => (line.length > 120 ? [`${file}:${index + 1}`] : [])),
    )
  expect(long).toEqual([])
})
