// Owns the install: brings node_modules to what package-lock.json says, only when it is not there yet. It never changes
// the lock. Surprising: `npm ci` passes over an optional package that it cannot fetch, so what was installed is
// remembered as well; else every start would install again in the hope of getting it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { exclusively } from './exclusive.mjs'
import { isInstallStale, thisMachine } from './staleness.mjs'
import { Complaint, ROOT, run, timed } from './process.mjs'

const INSTALLED = join(ROOT, 'node_modules', '.package-lock.json')
const STAMP = join(ROOT, 'node_modules', '.sealwright-installed')

/** Installs when node_modules is missing or stale; silent and quick otherwise. */
export async function ensureInstalled() {
  if (!isNeeded()) return
  await exclusively('install', async () => {
    if (!isNeeded()) return
    await timed('Installing packages (npm ci)', async () => {
      const code = await npm([
        'ci',
        '--loglevel=error',
        '--no-audit',
        '--no-fund',
        '--include=dev',
        '--include=optional',
      ])
      if (code !== 0)
        throw new Complaint(
          'The packages could not be installed; npm says why above. Check the network and the registry, then run the command again.',
        )
      writeFileSync(STAMP, stamp())
    })
  })
}

function isNeeded() {
  if (!existsSync(INSTALLED)) return true
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp()) return false
  return isInstallStale(readJson(join(ROOT, 'package-lock.json')), readJson(INSTALLED), thisMachine())
}

function stamp() {
  return `${process.platform}-${process.arch} ${createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex')}\n`
}

function npm(args) {
  // With the Node that runs this: the project's own one is inside what npm is about to replace.
  const options = { stdio: ['ignore', 'ignore', 'inherit'], node: process.execPath }
  const script = process.env.npm_execpath
  return script?.endsWith('npm-cli.js') ? run(process.execPath, [script, ...args], options) : run('npm', args, options)
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
