// Owns the two questions "is the install stale?" and "is a build stale?". It answers; it neither installs nor builds.
// Surprising: packages that are only for other platforms are absent from node_modules' own lock, and that is no
// staleness.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { basename, join, relative } from 'node:path'

const SKIPPED = /^(node_modules|dist|\.build|\.data|.*\.test\.tsx?)$/

/**
 * A hash over the names and contents of files and folders; a file's time does not count, since a checkout changes it.
 */
export function fingerprint(inputs, root) {
  const hash = createHash('sha256')
  for (const file of inputs.flatMap((input) => filesBelow(join(root, input))).sort()) {
    const content = readFileSync(file)
    hash.update(`${relative(root, file)}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** True when `stampFile` does not carry the fingerprint of the inputs as they are now. */
export function isStale(inputs, stampFile, root) {
  return !existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== fingerprint(inputs, root)
}

function filesBelow(path) {
  if (!existsSync(path) || SKIPPED.test(basename(path))) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path).flatMap((name) => filesBelow(join(path, name)))
}

/**
 * Whether what is installed (`node_modules/.package-lock.json`, null when missing) differs from what the lock asks for
 * on this machine.
 */
export function isInstallStale(lock, installed, machine) {
  if (!installed) return true
  const wanted = Object.entries(lock.packages).filter(([path]) => path !== '')
  if (Object.keys(installed.packages).some((path) => !(path in lock.packages))) return true
  return wanted.some(([path, entry]) => {
    const present = installed.packages[path]
    if (present) return present.version !== entry.version || present.integrity !== entry.integrity
    // Optional ones that name no platform come and go with a package that does.
    return !entry.optional || (Boolean(entry.os ?? entry.cpu) && isFor(entry, machine))
  })
}

/** As npm reads it: a name or a list of names, and `!name` for all but that one. */
function isFor(entry, machine) {
  return ['os', 'cpu', 'libc'].every((key) => {
    const names = [entry[key] ?? []].flat()
    if (names.length === 0 || names.includes(machine[key])) return true
    return names.some((name) => name.startsWith('!')) && !names.includes(`!${machine[key]}`)
  })
}

/** This machine in the lock's words. */
export function thisMachine() {
  const isGlibc = process.platform === 'linux' && Boolean(process.report.getReport().header.glibcVersionRuntime)
  return {
    os: process.platform,
    cpu: process.arch,
    libc: process.platform === 'linux' ? (isGlibc ? 'glibc' : 'musl') : '',
  }
}
