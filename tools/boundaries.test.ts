// Who may import whom, derived from the folder names; a breach or a cycle fails here with the two files named.
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

/** Every import as a path from the root: relative ones resolved, our packages by their folder, others as they are. */
const imports: Import[] = files.flatMap((from) => {
  const text = readFileSync(join(ROOT, from), 'utf8')
  return [
    ...text.matchAll(
      /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'"\n;]*?from\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g,
    ),
  ].map((match) => {
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

/** What each package may use of the others. */
const MAY_USE: Record<string, string[]> = {
  contract: [],
  phrases: ['contract'],
  client: ['contract'],
  sdk: ['contract'],
  'demo-program': ['sdk'],
  server: ['contract', 'phrases'],
  console: ['contract', 'phrases', 'client'],
  testkit: ['contract', 'client', 'server'],
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

  it('of the contract are zod and nothing else', () => {
    expect(
      breaches(({ from, to }) => homeOf(from) === 'contract' && homeOf(to) !== 'contract' && !to.startsWith('zod')),
    ).toEqual([])
  })

  it("of the server's kernel know no domain", () => {
    expect(
      breaches(
        ({ from, to }) => from.startsWith('apps/server/src/kernel/') && /^apps\/server\/src\/(?!kernel\/)/.test(to),
      ),
    ).toEqual([])
  })

  it('between domains, of the server or of the console, use faces only', () => {
    const domainOf = (path: string) => /^apps\/(?:server|console)\/src\/domains\/([\w-]+)\//.exec(path)?.[1]
    expect(
      breaches(({ from, to }) => {
        const [home, target] = [domainOf(from), domainOf(to)]
        return home !== undefined && target !== undefined && home !== target && !to.endsWith('/index.ts')
      }),
    ).toEqual([])
  })

  describe('inside a server domain', () => {
    // A service may use another one of its domain; that they make no cycle is held below. What a secret is made of, the
    // tables know as well.
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
    const domainFiles = files.filter((file) => /^apps\/server\/src\/domains\/[\w-]+\/[^/]+$/.test(file))
    /** `index.ts`, `<idea>.<role>.ts`, or a tool without a role that every file but the tables may take. */
    const roleOf = (path: string) => /([\w-]+)\.ts$/.exec(path.split('/').at(-1) ?? '')?.[1] ?? ''
    const hasRole = (path: string) => /\.[\w-]+\.ts$/.test(path) || path.endsWith('/index.ts')
    const rankOf = (path: string) => (hasRole(path) ? RANK[roleOf(path)] : RANK['rules'])

    it('every file says what it is', () => {
      expect(domainFiles.length).toBeGreaterThan(30)
      expect(domainFiles.filter((file) => rankOf(file) === undefined)).toEqual([])
    })

    it('imports go down: face, job, service, then rules and queries, then tables', () => {
      expect(
        breaches(({ from, to }) => {
          if (!domainFiles.includes(from) || dirname(from) !== dirname(to)) return false
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

  it('of SQL stand in queries, tables and the kernel only', () => {
    expect(
      breaches(
        ({ from, to }) =>
          from.startsWith('apps/server/src/domains/') &&
          to.startsWith('drizzle-orm') &&
          !/\.(?:queries|tables)\.ts$/.test(from),
      ),
    ).toEqual([])
  })

  it('in the console go lib, blocks, domains, app', () => {
    const RANK: Record<string, number> = { lib: 0, blocks: 1, domains: 2, app: 3 }
    const layerOf = (path: string) => RANK[/^apps\/console\/src\/(\w+)\//.exec(path)?.[1] ?? '']
    expect(
      breaches(({ from, to }) => {
        const [upper, lower] = [layerOf(from), layerOf(to)]
        return upper !== undefined && lower !== undefined && upper < lower
      }),
    ).toEqual([])
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
