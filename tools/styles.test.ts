// Plain style sheets share one namespace: if two sheets style the same class without coordination, both styles apply.
// Classes of blocks and lib are shared, and domains may adapt them. Otherwise no two sheets may start a rule with the
// same class.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const SOURCE = join(import.meta.dirname, '../apps/console/src')
const sheets = globSync('**/*.css', { cwd: SOURCE, exclude: ['**/*.module.css'] }).toSorted()

/** The classes at the start of the selectors of a sheet. */
function leadingClasses(sheet: string): Set<string> {
  const rules = readFileSync(join(SOURCE, sheet), 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
  const selectors = [...rules.matchAll(/[^{};]+(?=\{)/g)].flatMap(([list]) => list.split(','))
  return new Set(selectors.map((selector) => /^\s*[a-z]*\.([\w-]+)/.exec(selector)?.[1] ?? '').filter(Boolean))
}

it('no two sheets style the same class, unless it is shared', () => {
  const isShared = (sheet: string) => /^(?:blocks|lib)\//.test(sheet)
  const shared = new Set(sheets.filter(isShared).flatMap((sheet) => [...leadingClasses(sheet)]))
  const owners = new Map<string, string[]>()
  for (const sheet of sheets.filter((one) => !isShared(one)))
    for (const name of leadingClasses(sheet)) owners.set(name, [...(owners.get(name) ?? []), sheet])
  expect([shared.size, owners.size].map((count) => count > 50)).toEqual([true, true])
  expect([...owners].filter(([name, own]) => own.length > 1 && !shared.has(name))).toEqual([])
})
