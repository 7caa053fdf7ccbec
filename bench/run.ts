// `npm run bench [-- name … | --quick | --json FILE]`: runs the benches named, or all, on one stage, prints every
// figure beside its bar, writes them to docs/benchmarks.md, and answers exit code 1 when a bar is missed. `--quick` is
// a small size for trying things, which is written nowhere.
import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { missesOf, openStage, ratioOf, tableOf, verdict } from './harness.ts'
import { REPORT, reportOf, sectionOf } from './report.ts'
import { captchaBurst, captchaDrawing, captchaReady } from './captcha.bench.ts'
import { charges } from './charges.bench.ts'
import { consoleNavigation, consolePages } from './console.bench.ts'
import { licenses } from './licenses.bench.ts'
import { licenseBatch } from './license-batch.bench.ts'
import { lists } from './lists.bench.ts'
import { activation, validateWarm } from './runtime.bench.ts'
import { signInRate } from './sign-in.bench.ts'
import { templates } from './templates.bench.ts'
import { userImport } from './user-import.bench.ts'
import { users } from './users.bench.ts'

const BENCHES = [
  consolePages,
  consoleNavigation,
  lists,
  templates,
  users,
  licenses,
  userImport,
  licenseBatch,
  validateWarm,
  activation,
  charges,
  signInRate,
  captchaDrawing,
  captchaReady,
  captchaBurst,
]

const machineNow = () => ({ cores: availableParallelism(), load: loadavg()[0] ?? 0 })

const say = (line = '') => void process.stdout.write(`${line}\n`)

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { quick: { type: 'boolean', default: false }, json: { type: 'string' } },
  })
  const unknown = positionals.find((name) => BENCHES.every((bench) => bench.name !== name))
  if (unknown !== undefined) {
    process.stderr.write(
      `There is no bench "${unknown}". The benches are: ${BENCHES.map((bench) => bench.name).join(', ')}.\n`,
    )
    return 2
  }
  const chosen = positionals.length > 0 ? BENCHES.filter((bench) => positionals.includes(bench.name)) : BENCHES
  const isQuick = values.quick

  const stage = await openStage()
  // A stopped run cleans up as a finished one does; what is in flight fails and is not waited for.
  const stop = (exitCode: number) => void stage.close().finally(() => process.exit(exitCode))
  process.once('SIGINT', () => stop(130))
  process.once('SIGTERM', () => stop(143))
  try {
    const results = []
    for (const bench of chosen) {
      const sides = bench.sides({ isQuick })
      const figures = await bench.run(stage, {
        isQuick,
        tell: (progress) => void process.stderr.write(`  … ${bench.name}: ${progress}\n`),
      })
      say()
      for (const line of tableOf(bench, sides, figures)) say(line)
      // At once: what a later bench breaks off is measured nevertheless.
      if (!isQuick) {
        const before = await readFile(REPORT, 'utf8').catch(() => '')
        await writeFile(
          REPORT,
          reportOf(
            BENCHES.map(({ name }) => name),
            before,
            bench.name,
            sectionOf(bench, sides, figures, { on: new Date(), ...machineNow() }),
          ),
        )
      }
      results.push({
        name: bench.name,
        bar: bench.bar,
        isQuick,
        sides,
        figures: figures.map((figure) => ({
          ...figure,
          ratio: ratioOf(figure),
          isMet: missesOf(figure, bench.bar).length === 0,
          verdict: verdict(figure, bench.bar),
        })),
      })
    }
    // Ratios stand a busy machine, a p95 in milliseconds does not: whoever reads it must know.
    const machine = machineNow()
    const judged = results.flatMap((result) => result.figures).filter((figure) => figure.unjudged === undefined)
    const missed = judged.filter((figure) => !figure.isMet)
    say()
    say(
      `${machine.cores} cores, load average ${machine.load.toFixed(1)}${machine.load > machine.cores ? ': BUSY, so a p95 here says little' : ''}`,
    )
    say(
      `${judged.length - missed.length} of ${judged.length} bars met${missed.length > 0 ? `, ${missed.length} MISSED` : ''}${isQuick ? ' (quick: not the size the bar is about)' : ''}`,
    )
    if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify({ machine, results }, null, 2)}\n`)
    return missed.length > 0 ? 1 : 0
  } finally {
    await stage.close()
  }
}

process.exitCode = await main()
