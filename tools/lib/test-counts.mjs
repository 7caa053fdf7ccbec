// Owns how the runners' own reports become `passed`, `failed` and the names of what failed. It runs nothing.
// Surprising: a runner can fail without a failed test (a file that does not load, an error between tests, a crash
// before the report is written); each of these counts as one failure, so that no red run ends with "0 failed".
import { relative } from 'node:path'

/** Vitest's JSON report; null when it left none. */
export function countUnit(report, exitCode) {
  const files = report?.testResults ?? []
  const brokenFiles = files.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  const failures = [
    ...brokenFiles.map((file) => failure(placeOf(file), file.message)),
    ...files.flatMap((file) =>
      file.assertionResults
        .filter((test) => test.status === 'failed')
        .map((test) => failure(`${placeOf(file)} › ${test.fullName}`, test.failureMessages[0])),
    ),
  ]
  return atLeastOneWhenRed(exitCode, {
    passed: report?.numPassedTests ?? 0,
    failed: (report?.numFailedTests ?? 0) + brokenFiles.length,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
    failures,
  })
}

/** Playwright's JSON report; null when it left none. */
export function countBrowser(report, exitCode) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {}
  return atLeastOneWhenRed(exitCode, {
    passed: expected,
    failed: unexpected + flaky,
    skipped,
    failures: (report?.suites ?? []).flatMap((suite) => failuresOf(suite, [])),
  })
}

function failuresOf(suite, above) {
  const names = [...above, suite.title]
  const failed = (suite.specs ?? []).filter((spec) => !spec.ok || spec.tests.some((test) => test.status === 'flaky'))
  return [
    ...failed.map((spec) =>
      failure(
        [...names, spec.title].join(' › '),
        spec.tests.flatMap((test) => test.results.flatMap((result) => result.errors.map((error) => error.message)))[0],
      ),
    ),
    ...(suite.suites ?? []).flatMap((inner) => failuresOf(inner, names)),
  ]
}

/** The lines of a message that tell the most; the whole stands where the test ran. */
const MESSAGE_LINES = 12

/** Below where the tests were run: the runner tells it whole. */
const placeOf = ({ name }) => relative(process.cwd(), name)

function failure(name, message = '') {
  return [name, ...message.split('\n').slice(0, MESSAGE_LINES)].join('\n    ')
}

function atLeastOneWhenRed(exitCode, counts) {
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}
