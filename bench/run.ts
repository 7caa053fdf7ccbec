// `npm run bench [-- name … | --quick | --json FILE]`: runs the named benches, or all, on one stage. It prints every
// figure with its bar, writes them to docs/benchmarks.md, and exits with 1 if a bar is missed. `--quick` uses a small
// size for trying things and writes no report.
import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { captchaBot } from './captcha-bot.bench.ts'
import { captchaBurst, captchaDrawing, captchaReady } from './captcha.bench.ts'
import { charges } from './charges.bench.ts'
import { consoleNavigation, consolePages } from './console.bench.ts'
import { dongleBatch } from './dongle-batch.bench.ts'
import { exchange } from './exchange.bench.ts'
import { growingBench } from './growing/growing.ts'
import { GROWING } from './growing/lists.ts'
import { missesOf, openStage, ratioOf, tableOf, verdict } from './harness.ts'
import { licenseBatch } from './license-batch.bench.ts'
import { licenses } from './licenses.bench.ts'
import { lists } from './lists.bench.ts'
import { locks } from './locks.bench.ts'
import { messages } from './messages.bench.ts'
import { openApi } from './open-api.bench.ts'
import { participants } from './participants.bench.ts'
import { REPORT, reportOf, sectionOf } from './report.ts'
import { activation, validateWarm } from './runtime.bench.ts'
import { signInRate } from './sign-in.bench.ts'
import { statistics } from './statistics.bench.ts'
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
  locks,
  messages,
  participants,
  ...GROWING.map(growingBench),
  statistics,
  userImport,
  licenseBatch,
  validateWarm,
  activation,
  openApi,
  exchange,
  dongleBatch,
  charges,
  signInRate,
  captchaDrawing,
  captchaReady,
  captchaBurst,
  captchaBot,
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
  // A stopped run cleans up like a finished one; calls in flight fail.
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
      // Written at once, so that a failure of a later bench does not lose these figures.
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
    // A busy machine does not change ratios, but it does change a p95 in milliseconds, so print the load.
    const machine = machineNow()
    const judged = results.flatMap((result) => result.figures).filter((figure) => figure.unjudged === undefined)
    const missed = judged.filter((figure) => !figure.isMet)
    say()
    say(
      `${machine.cores} cores, load average ${machine.load.toFixed(1)}` +
        (machine.load > machine.cores ? ': BUSY, so a p95 here says little' : ''),
    )
    say(
      `${judged.length - missed.length} of ${judged.length} bars met` +
        (missed.length > 0 ? `, ${missed.length} MISSED` : '') +
        (isQuick ? ' (quick: too small a size to judge by the bar)' : ''),
    )
    if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify({ machine, results }, null, 2)}\n`)
    return missed.length > 0 ? 1 : 0
  } finally {
    await stage.close()
  }
}

process.exitCode = await main()
