import { expect, test } from 'vitest'
import { reasonOf } from './complaint.ts'
import { NoEmbeddedPostgres } from './kernel/db/postgres-programs.ts'

test('a database that cannot start is a sentence; a bug keeps its stack', () => {
  expect(reasonOf(new NoEmbeddedPostgres('set DATABASE_URL'))).toBe('set DATABASE_URL')
  expect(reasonOf(new TypeError('x is not a function'))).toMatch(/x is not a function\n +at /)
})
