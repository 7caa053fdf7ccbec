import { expect, test } from 'vitest'
import { countBrowser, countUnit } from './test-counts.mjs'

const unit = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1, testResults: [] }

test('unit tests are counted one by one, skipped ones apart', () => {
  expect(countUnit(unit, 0)).toEqual({ passed: 5, failed: 0, skipped: 2 })
})

test('a test file that does not load counts as a failure', () => {
  expect(countUnit({ ...unit, testResults: [{ status: 'failed', assertionResults: [] }] }, 1)).toMatchObject({ passed: 5, failed: 1 })
})

test.each([unit, null])('a runner that ends red without a failed test still counts as a failure', (report) => {
  expect(countUnit(report, 1)).toMatchObject({ failed: 1 })
})

test('a flaky browser test counts as failed', () => {
  expect(countBrowser({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 } }, 0)).toEqual({ passed: 3, failed: 2, skipped: 2 })
})

test('a browser run without a report counts as a failure', () => {
  expect(countBrowser(null, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})
