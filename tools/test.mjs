// `npm test`: runs every check of the repository, in steps, and prints the duration of each. `npm test -- types unit`
// runs only the named steps; `npm test -- changed [commit]` runs what a change since that commit needs. A failed step
// does not stop the next one, and the end of the output repeats all failures. The last line counts tests, not steps,
// and a flaky browser test counts as failed. The steps before the tests run two at a time, because most of them use one
// core; their durations overlap.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium } from './chromium.mjs'
import { buildAll } from './lib/build.mjs'
import { baseCommit, changedPaths, proofOf, specNames } from './lib/changed.mjs'
import { ensureCommands } from './lib/debian.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { command, Complaint, ROOT, run } from './lib/process.mjs'
import { countBrowser, countUnit } from './lib/test-counts.mjs'
import { browserFiles, slowest, unitFiles } from './lib/test-times.mjs'
import { ensurePython } from './python.mjs'

const RESULTS = join(ROOT, '.build', 'test')
const SLOWEST_SHOWN = 10
const LANES = 2

/** Each step receives the files that it is limited to; no files means all. */
const steps = {
  // Each further checker repeats much of the work, and the other core is busy with another step.
  types: () => check('tsc', ['--noEmit', '-p', '.', '--checkers', '1']),
  lint: () => check('oxlint', ['--type-aware', '--deny-warnings', '.']),
  format: () => check('oxfmt', ['--check']),
  unused: () => check('knip', ['--no-progress', '--no-config-hints']),
  async build() {
    await buildAll()
    return { passed: 0, failed: 0, skipped: 0 }
  },
  async unit(places = []) {
    console.log('\n── unit')
    const file = resultFile('unit.json')
    await ensureCommands(['curl', 'git'])
    await ensurePython()
    const code = await run('vitest', [
      'run',
      ...places,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ])
    const report = readResult(file)
    return { ...countUnit(report, code), files: unitFiles(report) }
  },
  async browser(specs = []) {
    console.log('\n── browser')
    const file = resultFile('browser.json')
    const env = { SEALWRIGHT_CHROMIUM: await findChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: file }
    const code = await run(
      'playwright',
      ['test', ...specs.map((name) => `/${name}.spec.ts`), '-c', 'e2e/playwright.config.ts', '--reporter=list,json'],
      { env },
    )
    const report = readResult(file)
    return { ...countBrowser(report, code), files: browserFiles(report) }
  },
}

await command(async () => {
  const plan = planOf(process.argv.slice(2))
  const isInstalled = await ensureInstalled().then(() => true, told)
  mkdirSync(RESULTS, { recursive: true })
  const done = isInstalled ? await runAll(plan) : []
  const files = slowest(
    done.flatMap((step) => step.files ?? []),
    SLOWEST_SHOWN,
  )
  writeTimes(done, files)
  for (const one of done.flatMap(({ failures = [] }) => failures)) console.log(`\n✗ ${one}`)
  if (files.length > 0)
    console.log(
      `\nThe slowest files:\n${files.map(({ file, seconds }) => `${secondsText(seconds)}  ${file}`).join('\n')}`,
    )
  console.log(`\n${done.map(lineOf).join('\n')}\n`)
  const total = (kind) => done.reduce((sum, step) => sum + step[kind], 0)
  const failed = total('failed') + (isInstalled ? 0 : 1)
  console.log(`${total('passed')} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
})

async function runAll(plan) {
  const hasTests = ([name]) => name === 'unit' || name === 'browser'
  const checked = await inLanes(
    plan.filter((step) => !hasTests(step)),
    LANES,
  )
  return [...checked, ...(await inLanes(plan.filter(hasTests), 1))]
}

/** Runs each step as soon as a lane is free. The results are in the order of the steps. */
async function inLanes(plan, lanes) {
  const waiting = [...plan.entries()]
  const done = []
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) done[next[0]] = await runStep(next[1])
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return done
}

async function runStep([name, only]) {
  const start = performance.now()
  const counts = (await steps[name](only).catch(told)) || { passed: 0, failed: 1, skipped: 0 }
  const step = { name, seconds: (performance.now() - start) / 1000, ...counts }
  console.log(lineOf(step))
  return step
}

/** The steps to run, each with the files that it is limited to. */
function planOf([first, ...rest]) {
  if (first === 'changed') return changedPlan(rest[0])
  const chosen = first === undefined ? Object.keys(steps) : [first, ...rest]
  const unknown = chosen.find((name) => !(name in steps))
  if (unknown)
    throw new Complaint(
      `There is no step "${unknown}". The steps are: ${Object.keys(steps).join(', ')}; or: changed [commit].`,
    )
  return chosen.map((name) => [name])
}

function changedPlan(named) {
  let commit
  try {
    commit = baseCommit(named, ROOT)
  } catch {
    throw new Complaint(
      named ? `There is no commit "${named}".` : 'There is no commit to compare with: name one, or run npm test.',
    )
  }
  const paths = changedPaths(commit, ROOT)
  const { unit, browser } = proofOf(paths, specNames(ROOT))
  console.log(
    `${paths.length} files differ from ${commit.slice(0, 10)}.` +
      (browser.length > 0 ? ` Browser tests: ${browser.join(', ')}.` : ''),
  )
  if (paths.length === 0) return []
  // The byte budgets and the browser tests check the build.
  return [
    ['types'],
    ['lint'],
    ['format'],
    ['build'],
    ['unit', unit],
    ...(browser.length > 0 ? [['browser', browser]] : []),
  ]
}

/** Writes the durations of the steps and of the slowest files, to compare runs. */
function writeTimes(done, files) {
  const stepTimes = done.map(({ name, seconds, passed, failed, skipped }) => ({
    name,
    seconds: rounded(seconds),
    passed,
    failed,
    skipped,
  }))
  const fileTimes = files.map(({ file, seconds }) => ({ file, seconds: rounded(seconds) }))
  writeFileSync(join(RESULTS, 'times.json'), `${JSON.stringify({ steps: stepTimes, slowest: fileTimes }, null, 2)}\n`)
}

// Functions, not constants: the command above runs before a constant here would be initialized.
function rounded(seconds) {
  return Math.round(seconds * 10) / 10
}

function secondsText(seconds) {
  return `${seconds.toFixed(1).padStart(6)} s`
}

function lineOf({ name, seconds, passed, failed, skipped }) {
  return (
    `${failed === 0 ? '✓' : '✗'} ${name.padEnd(8)} ${secondsText(seconds)}  ` +
    `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`
  )
}

/** Prints the error and returns false, so that the last line is always printed. */
function told(error) {
  console.error(error instanceof Complaint ? error.message : error)
  return false
}

/** Prints the output of the tool in one piece, because another step may run at the same time. */
async function check(tool, args) {
  const output = []
  const code = await run(tool, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    onStart: ({ stdout, stderr }) =>
      [stdout, stderr].forEach((stream) => stream.on('data', (part) => output.push(part))),
  })
  process.stdout.write(`\n── ${tool}\n${Buffer.concat(output)}`)
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
}

function resultFile(name) {
  const file = join(RESULTS, name)
  rmSync(file, { force: true })
  return file
}

function readResult(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}
