// The text that `npm run new-domain` writes. That it compiles and passes its own tests is checked by hand in a copy of
// the repository, because that takes a minute.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { changesFor, filesFor, wordsFor } from '../new-domain.mjs'

const ROOT = join(import.meta.dirname, '../..')
const words = wordsFor('spare-key', '备用钥匙', '0099')

it('a new domain has every placeholder replaced, in texts and paths', () => {
  for (const [path, text] of filesFor(words) as [string, string][]) {
    expect(`${path}\n${text}`, path).not.toMatch(/__[\p{L}-]+__/u)
    expect(path).toMatch(/spare[-_]key/)
  }
})

it('each shared file has a place for the new lines, and gains at most four', () => {
  for (const [path, change] of Object.entries<(text: string) => string>(changesFor(words))) {
    const before = readFileSync(join(ROOT, path), 'utf8')
    const after = change(before)
    const added = after.split('\n').length - before.split('\n').length
    expect(after.match(/spare[-_]?key/gi), path).not.toBeNull()
    expect(added, path).toBeLessThanOrEqual(4)
  }
})

it('a name that is not in kebab-case is refused', () => {
  expect(() => wordsFor('SpareKey', '', '0001')).toThrow('kebab-case')
})
