// Plain style sheets share one space of names: a class that two of them style without knowing of each other looks like
// both. Shared classes are the blocks' and the library's; a domain may adapt them, but two domains, or two sheets of
// one, never begin a rule with the same class of their own.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const SOURCE = join(import.meta.dirname, '../apps/console/src')
const sheets = globSync('**/*.css', { cwd: SOURCE, exclude: ['**/*.module.css'] }).toSorted()

/** The classes that a sheet's selectors begin with. */
function leadingClasses(sheet: string): Set<string> {
  const rules = readFileSync(join(SOURCE, sheet), 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
  const selectors = [...rules.matchAll(/[^{};]+(?=\{)/g)].flatMap(([list]) => list.split(','))
  return new Set(selectors.map((selector) => /^\s*[a-z]*\.([\w-]+)/.exec(selector)?.[1] ?? '').filter(Boolean))
}

it('no class is styled by two sheets, unless it is a shared one', () => {
  const isShared = (sheet: string) => /^(?:blocks|lib)\//.test(sheet)
  const shared = new Set(sheets.filter(isShared).flatMap((sheet) => [...leadingClasses(sheet)]))
  const owners = new Map<string, string[]>()
  for (const sheet of sheets.filter((one) => !isShared(one)))
    for (const name of leadingClasses(sheet)) owners.set(name, [...(owners.get(name) ?? []), sheet])
  expect([shared.size, owners.size].map((count) => count > 50)).toEqual([true, true])
  expect([...owners].filter(([name, own]) => own.length > 1 && !shared.has(name))).toEqual([])
})
