// Starts other programs for the repository's commands: chooses Node and PATH, and leaves no process behind. It runs
// before anything is installed and on older Node versions, so it is plain JavaScript without dependencies. npm forwards
// a Ctrl-C that the terminal has already delivered, so commands must pass a signal on only once.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** A message for the person at the terminal; printed without a stack. */
export class Complaint extends Error {}

/** The Node from node_modules, else the running one if it can run TypeScript. */
export function findNode() {
  const installed = join(ROOT, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (existsSync(installed)) return installed
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath
  throw new Complaint(
    `Sealwright needs Node 22.18 or newer and found ${process.version}. ` +
      'Install Node 24 from https://nodejs.org, then run the command again.',
  )
}

const running = new Set()
process.once('exit', () => {
  for (const child of running) child.kill('SIGTERM')
})

/**
 * Runs a program with `node` and the project's tools first in PATH. Resolves to its exit code, or to 128 + n if signal
 * n ended it.
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
    // Not 'exit': output may arrive after it.
    child.once('close', (code, signal) => {
      running.delete(child)
      resolve(code ?? 128 + constants.signals[signal])
    })
    onStart(child)
  })
}

/**
 * Calls `act` when the parent process has ended: a killed npm forwards no signal, and the server would keep its port.
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
 * Runs a command's `main` and exits with the code that it returns. Stops on a signal, or when the npm that started it
 * has ended.
 */
export async function command(main) {
  let stop = (signal) => process.exit(128 + constants.signals[signal])
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal))
  // Only under npm: a shell may end without wanting to stop a command that it started directly.
  if (process.env.npm_lifecycle_event) onParentGone(() => stop('SIGTERM'))
  try {
    process.exit(await main({ onStop: (act) => (stop = act) }))
  } catch (error) {
    console.error(error instanceof Complaint ? error.message : error)
    process.exit(1)
  }
}

/** Prints one line to stderr with the work and its duration. stdout belongs to the command itself. */
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
