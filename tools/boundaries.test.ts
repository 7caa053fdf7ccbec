// Who may import whom, derived from the folder names; a breach or a cycle fails here with the two files named.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const files = globSync(['packages/*/src/**/*.{ts,tsx}', 'apps/*/src/**/*.{ts,tsx}'], { cwd: ROOT }).filter((file) => !/\.test\.tsx?$/.test(file))

interface Import {
  from: string
  to: string
  isType: boolean
}

/** Every import as a path from the root: relative ones resolved, our packages by their folder, others as they are. */
const imports: Import[] = files.flatMap((from) => {
  const text = readFileSync(join(ROOT, from), 'utf8')
  return [...text.matchAll(/(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'"\n;]*?from\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g)].map((match) => {
    const specifier = match[2] ?? match[3] ?? ''
    const own = /^@sealwright\/(\w+)(?:\/(.*))?$/.exec(specifier)
    const to = specifier.startsWith('.') ? relative(ROOT, join(ROOT, dirname(from), specifier)) : own ? `${own[1] === 'server' || own[1] === 'console' ? 'apps' : 'packages'}/${own[1]}/src/${own[2] ?? 'index.ts'}` : specifier
    return { from, to, isType: match[1] !== undefined }
  })
})

const homeOf = (path: string) => /^(?:packages|apps)\/(\w+)\//.exec(path)?.[1]

/** What each package may use of the others. */
const MAY_USE: Record<string, string[]> = {
  contract: [],
  phrases: ['contract'],
  client: ['contract'],
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
    expect(breaches(({ from, to }) => {
      const [home, target] = [homeOf(from), homeOf(to)]
      return home !== undefined && target !== undefined && home !== target && !MAY_USE[home]?.includes(target)
    })).toEqual([])
  })

  it('of the contract are zod and nothing else', () => {
    expect(breaches(({ from, to }) => homeOf(from) === 'contract' && homeOf(to) !== 'contract' && !to.startsWith('zod'))).toEqual([])
  })

  it('of the server\'s kernel know no domain', () => {
    expect(breaches(({ from, to }) => from.startsWith('apps/server/src/kernel/') && /^apps\/server\/src\/(?!kernel\/)/.test(to))).toEqual([])
  })

  it('between server domains use faces only', () => {
    const domainOf = (path: string) => /^apps\/server\/src\/domains\/([\w-]+)\//.exec(path)?.[1]
    expect(breaches(({ from, to }) => {
      const [home, target] = [domainOf(from), domainOf(to)]
      return home !== undefined && target !== undefined && home !== target && !to.endsWith('/index.ts')
    })).toEqual([])
  })

  it('inside a server domain go down: face, service, then rules and queries, then tables', () => {
    const RANK: Record<string, number> = { index: 4, handlers: 3, jobs: 3, service: 2, rules: 1, queries: 1, passwords: 1, tables: 0 }
    const rankOf = (path: string) => {
      const name = path.split('/').at(-1) ?? ''
      return name === 'index.ts' ? RANK['index'] : RANK[/^[\w-]+\.(\w+)\.ts$/.exec(name)?.[1] ?? '']
    }
    const folderOf = (path: string) => dirname(path)
    expect(breaches(({ from, to }) => {
      if (!from.startsWith('apps/server/src/domains/') || folderOf(from) !== folderOf(to)) return false
      const [upper, lower] = [rankOf(from), rankOf(to)]
      return upper !== undefined && lower !== undefined && upper <= lower
    })).toEqual([])
  })

  it('of SQL stand in queries, tables and the kernel only', () => {
    expect(breaches(({ from, to }) => from.startsWith('apps/server/src/domains/') && to.startsWith('drizzle-orm') && !/\.(?:queries|tables)\.ts$/.test(from))).toEqual([])
  })

  it('in the console go lib, blocks, domains, app', () => {
    const RANK: Record<string, number> = { lib: 0, blocks: 1, domains: 2, app: 3 }
    const layerOf = (path: string) => RANK[/^apps\/console\/src\/(\w+)\//.exec(path)?.[1] ?? '']
    expect(breaches(({ from, to }) => {
      const [upper, lower] = [layerOf(from), layerOf(to)]
      return upper !== undefined && lower !== undefined && upper < lower
    })).toEqual([])
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
