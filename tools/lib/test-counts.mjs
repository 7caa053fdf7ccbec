// Turns the reports of the test runners into counts and a list of failures. It runs nothing. A runner can fail without
// a failed test (a file does not load, an error occurs between tests, the runner crashes before it writes the report).
// Each of these counts as one failure, so that a red run never ends with "0 failed".
import { relative } from 'node:path'

/** Reads Vitest's JSON report; null if there is none. */
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

/** Reads Playwright's JSON report; null if there is none. */
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

/** The summary shows the first lines of a message; the runner has already printed all of it. */
const MESSAGE_LINES = 12

/** The path from the working directory: the report has absolute paths. */
const placeOf = ({ name }) => relative(process.cwd(), name)

function failure(name, message = '') {
  return [name, ...message.split('\n').slice(0, MESSAGE_LINES)].join('\n    ')
}

function atLeastOneWhenRed(exitCode, counts) {
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}
