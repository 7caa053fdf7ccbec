import { createHash } from 'node:crypto'
// Brings node_modules in line with package-lock.json, only if needed. It never changes the lock file. `npm ci` skips an
// optional package that it cannot fetch, so a stamp records each finished install; without it, every start would
// install again.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exclusively } from './exclusive.mjs'
import { Complaint, ROOT, run, timed } from './process.mjs'
import { isInstallStale, thisMachine } from './staleness.mjs'

const INSTALLED = join(ROOT, 'node_modules', '.package-lock.json')
const STAMP = join(ROOT, 'node_modules', '.sealwright-installed')

/** Installs if node_modules is missing or stale; otherwise fast and silent. */
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
          'npm could not install the packages; see its message above. ' +
            'Check the network and the registry, then run the command again.',
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
  // Runs npm with the current Node: the project's own Node is in node_modules, which npm is about to replace.
  const options = { stdio: ['ignore', 'ignore', 'inherit'], node: process.execPath }
  const script = process.env.npm_execpath
  return script?.endsWith('npm-cli.js') ? run(process.execPath, [script, ...args], options) : run('npm', args, options)
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
