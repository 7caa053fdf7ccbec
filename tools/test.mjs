// `npm test`: every check of the repository, each a step with its duration; `npm test -- types unit` runs only the steps named.
// It holds no test itself. A failed step does not stop the next one, so that one run tells everything, and the failures once more at its end.
// Surprising: the last line counts single tests, not steps, and a browser test that passed only when repeated counts as failed.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium } from './chromium.mjs'
import { buildAll } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { command, Complaint, ROOT, run } from './lib/process.mjs'
import { countBrowser, countUnit } from './lib/test-counts.mjs'
import { ensurePython } from './python.mjs'

const RESULTS = join(ROOT, '.build', 'test')

const steps = {
  types: () => check('tsc', ['--noEmit', '-p', '.']),
  lint: () => check('oxlint', ['--type-aware', '--deny-warnings', '.']),
  unused: () => check('knip', ['--no-progress', '--no-config-hints']),
  async build() {
    await buildAll()
    return { passed: 0, failed: 0, skipped: 0 }
  },
  async unit() {
    const file = resultFile('unit.json')
    await ensurePython()
    const code = await run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`])
    return countUnit(readResult(file), code)
  },
  async browser() {
    const file = resultFile('browser.json')
    const env = { SEALWRIGHT_CHROMIUM: await findChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: file }
    const code = await run('playwright', ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'], { env })
    return countBrowser(readResult(file), code)
  },
}

await command(async () => {
  const chosen = process.argv.slice(2)
  const unknown = chosen.find((name) => !(name in steps))
  if (unknown) throw new Complaint(`There is no step "${unknown}". The steps are: ${Object.keys(steps).join(', ')}.`)
  const total = { passed: 0, failed: 0 }
  const summary = []
  const broken = []
  const isInstalled = await ensureInstalled().then(() => true, told)
  if (!isInstalled) total.failed = 1
  mkdirSync(RESULTS, { recursive: true })
  for (const name of !isInstalled ? [] : chosen.length > 0 ? chosen : Object.keys(steps)) {
    console.log(`\n── ${name}`)
    const start = performance.now()
    const { passed, failed, skipped, failures = [] } = (await steps[name]().catch(told)) || { passed: 0, failed: 1, skipped: 0 }
    total.passed += passed
    total.failed += failed
    const line = `${failed === 0 ? '✓' : '✗'} ${name.padEnd(8)} ${((performance.now() - start) / 1000).toFixed(1).padStart(6)} s  ${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`
    console.log(line)
    summary.push(line)
    broken.push(...failures)
  }
  for (const one of broken) console.log(`\n✗ ${one}`)
  console.log(`\n${summary.join('\n')}\n`)
  console.log(`${total.passed} passed, ${total.failed} failed`)
  return total.failed === 0 ? 0 : 1
})

/** Says what went wrong and answers false, so that the last line is printed whatever happens. */
function told(error) {
  console.error(error instanceof Complaint ? error.message : error)
  return false
}

async function check(tool, args) {
  const code = await run(tool, args)
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
