// Owns how the runners' own reports become `passed` and `failed`. It runs nothing.
// Surprising: a runner can fail without a failed test (a file that does not load, an error between tests, a crash before the
// report is written); each of these counts as one failure, so that no red run ends with "0 failed".

/** Vitest's JSON report; null when it left none. */
export function countUnit(report, exitCode) {
  const brokenFiles = (report?.testResults ?? []).filter((file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'))
  return atLeastOneWhenRed(exitCode, {
    passed: report?.numPassedTests ?? 0,
    failed: (report?.numFailedTests ?? 0) + brokenFiles.length,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
  })
}

/** Playwright's JSON report; null when it left none. */
export function countBrowser(report, exitCode) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {}
  return atLeastOneWhenRed(exitCode, { passed: expected, failed: unexpected + flaky, skipped })
}

function atLeastOneWhenRed(exitCode, counts) {
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}
