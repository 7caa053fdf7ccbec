// Owns how the repository's commands start other programs: which Node, which PATH, and that none of them is left
// behind. It does not decide what runs. Plain JavaScript on Node's built-ins: it runs before anything is installed, on
// an older Node. Surprising: npm sends a Ctrl-C on to its script although the terminal has already done so; a signal is
// passed on once only.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** A sentence for the person at the terminal; shown without a stack. */
export class Complaint extends Error {}

/** The Node that came with the install, else the running one when it can run TypeScript as it is. */
export function findNode() {
  const installed = join(ROOT, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (existsSync(installed)) return installed
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath
  throw new Complaint(
    `Sealwright needs Node 22.18 or newer and found ${process.version}. Install Node 24 from https://nodejs.org, then run the command again.`,
  )
}

const running = new Set()
process.once('exit', () => {
  for (const child of running) child.kill('SIGTERM')
})

/**
 * Runs a program with `node` and the project's tools first in PATH; answers its exit code (128 + n when signal n ended
 * it).
 */
export function run(
  command,
  args,
  {
    node = findNode(),
    cwd = ROOT,
    env = {},
    stdio = ['ignore', 'inherit', 'inherit'],
    detached = false,
    onStart = () => {},
  } = {},
) {
  const path = [dirname(node), join(ROOT, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio, detached, env: { ...process.env, PATH: path, ...env } })
    running.add(child)
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      running.delete(child)
      resolve(code ?? 128 + constants.signals[signal])
    })
    onStart(child)
  })
}

/**
 * Calls `act` when the parent process is gone: an npm that was killed passes nothing on, and the port would stay held.
 */
export function onParentGone(act, parent = process.ppid) {
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    act()
  }, 300)
  timer.unref()
}

/**
 * Runs a command's `main`, ends with the code it answers, and stops when asked to or when npm, which started it, is
 * gone.
 */
export async function command(main) {
  let stop = (signal) => process.exit(128 + constants.signals[signal])
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal))
  // Only below npm: a shell that started this directly may leave without meaning to end it.
  if (process.env.npm_lifecycle_event) onParentGone(() => stop('SIGTERM'))
  try {
    process.exit(await main({ onStop: (act) => (stop = act) }))
  } catch (error) {
    console.error(error instanceof Complaint ? error.message : error)
    process.exit(1)
  }
}

/** One line on stderr: what is done, and how long it took once it is. stdout belongs to the command itself. */
export async function timed(what, work) {
  const start = performance.now()
  process.stderr.write(`${what} … `)
  try {
    const result = await work()
    process.stderr.write(`${((performance.now() - start) / 1000).toFixed(1)} s\n`)
    return result
  } catch (error) {
    process.stderr.write('failed\n')
    throw error
  }
}
