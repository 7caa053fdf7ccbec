// Reads the duration of each test file from the reports of the test runners. It runs nothing.
import { relative } from 'node:path'

/** Reads Vitest's JSON report; null if there is none. */
export function unitFiles(report) {
  return (report?.testResults ?? []).map(({ name, startTime, endTime }) => ({
    file: relative(process.cwd(), name),
    seconds: (endTime - startTime) / 1000,
  }))
}

/** Reads Playwright's JSON report; null if there is none. Its outermost suites are the files. */
export function browserFiles(report) {
  return (report?.suites ?? []).map((suite) => ({ file: `e2e/${suite.file}`, seconds: millisecondsOf(suite) / 1000 }))
}

function millisecondsOf(suite) {
  const results = (suite.specs ?? []).flatMap((spec) => spec.tests.flatMap((test) => test.results))
  return (
    results.reduce((sum, { duration }) => sum + duration, 0) +
    (suite.suites ?? []).reduce((sum, inner) => sum + millisecondsOf(inner), 0)
  )
}

export function slowest(files, count) {
  return files.toSorted((a, b) => b.seconds - a.seconds).slice(0, count)
}
