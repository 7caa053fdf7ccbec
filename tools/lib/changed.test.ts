import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { baseCommit, changedPaths, proofOf, specNames } from './changed.mjs'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const SPECS = ['account', 'billing', 'product-fields', 'products', 'screens', 'shell', 'top-up', 'users']
const specsFor = (...paths: string[]): string[] => (proofOf(paths, SPECS) as { browser: string[] }).browser // untyped
// The first four filters always run.
const unitFor = (...paths: string[]): string[] => (proofOf(paths, SPECS) as { unit: string[] }).unit.slice(4) // untyped

describe('the tests of a change', () => {
  test.each([
    'apps/console/src/domains/product/product-form.tsx',
    'apps/server/src/domains/product/product.service.ts',
    'packages/contract/src/domains/product.ts',
    'packages/phrases/src/en/product.ts',
  ])('in %s are those of its domain', (path) => {
    expect([unitFor(path), specsFor(path)]).toEqual([['/domains/product/'], ['product-fields', 'products']])
  })

  test('in a domain include browser tests that are not named after it', () => {
    expect([
      specsFor('apps/server/src/domains/billing/ledger/ledger.queries.ts'),
      specsFor('apps/console/src/domains/customer/user/user-form.tsx'),
    ]).toEqual([['billing', 'top-up'], ['users']])
  })

  test.each([
    ['apps/console/src/blocks/control/button.tsx', 'apps/console/src/blocks/control/'],
    ['apps/console/src/app/shell/shell.tsx', 'apps/console/src/app/shell/'],
    ['apps/server/src/kernel/http/gates.ts', 'apps/server/src/kernel/http/'],
    ['apps/server/src/compose.ts', 'apps/server/src/compose.'],
    ['packages/contract/src/limits.ts', 'packages/contract/src/limits.'],
  ])('in %s are those in its folder and the browser smoke tests', (path, place) => {
    expect([unitFor(path), specsFor(path)]).toEqual([[place], ['screens', 'shell']])
  })

  test('to a test file are that test', () => {
    expect([
      unitFor('apps/console/src/lib/session/can.test.tsx'),
      specsFor('apps/console/src/lib/session/can.test.tsx'),
    ]).toEqual([['apps/console/src/lib/session/can.test.tsx'], []])
    expect([unitFor('e2e/account.spec.ts'), specsFor('e2e/account.spec.ts')]).toEqual([[], ['account']])
  })

  test('in documents are only the checks of the repository', () => {
    expect([unitFor('docs/guide/install.md'), specsFor('docs/guide/install.md')]).toEqual([[], []])
    expect(proofOf(['README.md'], SPECS)).toMatchObject({ unit: expect.arrayContaining(['tools/']) })
  })

  test('are empty if nothing changed', () => {
    expect(proofOf([], SPECS)).toEqual({ unit: [], browser: [] })
  })
})

test('every browser test is chosen by a change to some domain or to shared code', () => {
  const specs = specNames(ROOT) as string[] // untyped
  const domains = new Set(['server', 'console'].flatMap((app) => readdirSync(join(ROOT, 'apps', app, 'src/domains'))))
  const paths = [...domains].map((domain) => `apps/server/src/domains/${domain}/index.ts`)
  expect((proofOf([...paths, 'apps/console/src/lib/place/go.ts'], specs) as { browser: string[] }).browser).toEqual(
    specs,
  ) // untyped
})

// A computer that got the files as an archive may have no Git.
const hasGit = spawnSync('git', ['--version']).status === 0

describe.skipIf(!hasGit)('the base commit', () => {
  const folders: string[] = []
  afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })))

  function repository() {
    const folder = mkdtempSync(join(tmpdir(), 'changed-'))
    folders.push(folder)
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
        cwd: folder,
        encoding: 'utf8',
      }).trim()
    const write = (name: string) => writeFileSync(join(folder, name), name)
    const commit = (name: string) => {
      write(name)
      git('add', name)
      git('commit', '-qm', name)
      return git('rev-parse', 'HEAD')
    }
    git('init', '-q')
    return { folder, git, write, commit }
  }

  test('is the merge base with origin/main, and later changes count whether committed or not', () => {
    const { folder, git, write, commit } = repository()
    const landed = commit('a.ts')
    git('update-ref', 'refs/remotes/origin/main', landed)
    commit('b.ts')
    write('c.ts')
    expect([baseCommit(undefined, folder), changedPaths(landed, folder)]).toEqual([landed, ['b.ts', 'c.ts']])
  })

  test('without a remote is HEAD if there are uncommitted changes, else its parent', () => {
    const { folder, write, commit } = repository()
    const first = commit('a.ts')
    const second = commit('b.ts')
    expect(baseCommit(undefined, folder)).toBe(first)
    write('c.ts')
    expect(baseCommit(undefined, folder)).toBe(second)
    expect(baseCommit(first.slice(0, 10), folder)).toBe(first)
  })
})
