import { expect, test } from 'vitest'
import { countBrowser, countUnit } from './test-counts.mjs'

const unit = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1, testResults: [] }

test('unit tests are counted individually, skipped ones separately', () => {
  expect(countUnit(unit, 0)).toEqual({ passed: 5, failed: 0, skipped: 2, failures: [] })
})

test('a test file that does not load counts as a failure', () => {
  expect(
    countUnit(
      {
        ...unit,
        testResults: [{ name: 'a.test.ts', status: 'failed', message: 'no such module', assertionResults: [] }],
      },
      1,
    ),
  ).toMatchObject({ passed: 5, failed: 1, failures: ['a.test.ts\n    no such module'] })
})

test('a failed unit test is listed with its file, its name and the start of its message', () => {
  const test = { status: 'failed', fullName: 'seats are counted', failureMessages: ['expected 10\nto be 9'] }
  expect(
    countUnit(
      {
        ...unit,
        numFailedTests: 1,
        testResults: [{ name: 'seat.test.ts', status: 'failed', assertionResults: [test] }],
      },
      1,
    ).failures,
  ).toEqual(['seat.test.ts › seats are counted\n    expected 10\n    to be 9'])
})

test.each([unit, null])('a runner that ends red without a failed test still counts as a failure', (report) => {
  expect(countUnit(report, 1)).toMatchObject({ failed: 1 })
})

test('a flaky browser test counts as failed', () => {
  expect(countBrowser({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 } }, 0)).toEqual({
    passed: 3,
    failed: 2,
    skipped: 2,
    failures: [],
  })
})

test('a browser run without a report counts as a failure', () => {
  expect(countBrowser(null, 1)).toEqual({ passed: 0, failed: 1, skipped: 0, failures: [] })
})

test('a failed browser test is listed with the names of its file and groups', () => {
  const failed = {
    title: 'opens',
    ok: false,
    tests: [{ status: 'unexpected', results: [{ errors: [{ message: 'no heading' }] }] }],
  }
  const passed = { title: 'closes', ok: true, tests: [{ status: 'expected', results: [{ errors: [] }] }] }
  const report = {
    stats: { expected: 1, unexpected: 1 },
    suites: [{ title: 'screens.spec.ts', specs: [], suites: [{ title: '/user', specs: [passed, failed] }] }],
  }
  expect(countBrowser(report, 1).failures).toEqual(['screens.spec.ts › /user › opens\n    no heading'])
})
