// What the command prints about packages.
import { stripVTControlCharacters } from 'node:util'
import { expect, it } from 'vitest'
import { describePackages } from './describe.ts'
import { WORDS } from './words.ts'

it('a tick is only on packages whose operations all succeeded', () => {
  const told = describePackages(
    [
      { number: 1, results: ['done', 'done'] },
      { number: 2, results: ['done', 'full'] },
      { number: 3, results: [] },
      { number: null, reason: 'PACKAGE_ENDED' },
    ],
    { language: 'en', words: WORDS.en },
    (reason) => reason,
  )
  expect(stripVTControlCharacters(told).split('\n')).toEqual([
    '✓ Package 1: done, done',
    '✗ Package 2: done, the dongle is full',
    '· Package 3: only confirms reported results',
    '! Package ?: not taken, PACKAGE_ENDED',
  ])
})
