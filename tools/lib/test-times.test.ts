import { join } from 'node:path'
import { expect, test } from 'vitest'
import { browserFiles, slowest, unitFiles } from './test-times.mjs'

const spec = (...durations: number[]) => ({ tests: durations.map((duration) => ({ results: [{ duration }] })) })

test('files of both runners are sorted together, slowest first', () => {
  const unit = {
    testResults: [
      { name: join(process.cwd(), 'tools/a.test.ts'), startTime: 1_000, endTime: 1_500 },
      { name: join(process.cwd(), 'tools/b.test.ts'), startTime: 1_000, endTime: 4_000 },
    ],
  }
  const browser = { suites: [{ file: 'c.spec.ts', specs: [spec(500)], suites: [{ specs: [spec(250, 250)] }] }] }
  expect(slowest([...unitFiles(unit), ...browserFiles(browser)], 2)).toEqual([
    { file: 'tools/b.test.ts', seconds: 3 },
    { file: 'e2e/c.spec.ts', seconds: 1 },
  ])
})

test('a runner without a report has no files', () => {
  expect([unitFiles(null), browserFiles(null)]).toEqual([[], []])
})
