// Decides whether the install or a build is stale. It neither installs nor builds. Packages for other platforms are
// missing from node_modules' own lock file; that does not make the install stale.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { basename, join, relative } from 'node:path'

const SKIPPED = /^(node_modules|dist|\.build|\.data|.*\.test\.tsx?)$/

/**
 * A hash of the names and contents of files and folders. Modification times do not count, because a checkout changes
 * them.
 */
export function fingerprint(inputs, root) {
  const hash = createHash('sha256')
  for (const file of inputs.flatMap((input) => filesBelow(join(root, input))).sort()) {
    const content = readFileSync(file)
    hash.update(`${relative(root, file)}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** True if `stampFile` does not hold the current fingerprint of the inputs. */
export function isStale(inputs, stampFile, root) {
  return !existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== fingerprint(inputs, root)
}

function filesBelow(path) {
  if (!existsSync(path) || SKIPPED.test(basename(path))) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path).flatMap((name) => filesBelow(join(path, name)))
}

/**
 * Whether the installed packages (`node_modules/.package-lock.json`, null if missing) differ from what the lock file
 * requires on this platform.
 */
export function isInstallStale(lock, installed, machine) {
  if (!installed) return true
  const wanted = Object.entries(lock.packages).filter(([path]) => path !== '')
  if (Object.keys(installed.packages).some((path) => !(path in lock.packages))) return true
  return wanted.some(([path, entry]) => {
    const present = installed.packages[path]
    if (present) return present.version !== entry.version || present.integrity !== entry.integrity
    // An optional package without a platform is a dependency of one with a platform, and is installed with it.
    return !entry.optional || (Boolean(entry.os ?? entry.cpu) && isFor(entry, machine))
  })
}

/** npm's format: a name or a list of names; `!name` means all but that one. */
function isFor(entry, machine) {
  return ['os', 'cpu', 'libc'].every((key) => {
    const names = [entry[key] ?? []].flat()
    if (names.length === 0 || names.includes(machine[key])) return true
    return names.some((name) => name.startsWith('!')) && !names.includes(`!${machine[key]}`)
  })
}

/** This platform in the lock file's terms. */
export function thisMachine() {
  const isGlibc = process.platform === 'linux' && Boolean(process.report.getReport().header.glibcVersionRuntime)
  return {
    os: process.platform,
    cpu: process.arch,
    libc: process.platform === 'linux' ? (isGlibc ? 'glibc' : 'musl') : '',
  }
}
