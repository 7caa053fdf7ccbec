// Chooses the tests for a change; `npm test -- changed` runs them. It runs only git. The choice goes by folder, not by
// import: every server test imports every domain, so the import graph would choose all of them. It is a quick check:
// only a full `npm test` finds failures in other domains.
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'

/** Browser tests whose names do not start with their domain's name. */
const SPECS_OF = {
  'access-key': ['settings'],
  billing: ['packages', 'top-up'],
  config: ['settings'],
  customer: ['users'],
  dashboard: ['demo', 'newcomer'],
  developer: ['newcomer'],
  dongle: ['locks'],
  identity: ['account', 'forgotten-password', 'newcomer'],
  mail: ['forgotten-password'],
  'operation-log': ['lists'],
  'own-account': ['account'],
  operator: ['desk'],
  webhook: ['settings'],
}
/** For code that all screens share. */
const SMOKE = ['screens', 'shell']

/** Checks of the whole repository that take seconds. */
const ALWAYS = ['packages/contract/', 'packages/phrases/', 'packages/client/', 'tools/']

const DOMAIN = /\/domains\/([a-z-]+)[/.]|^packages\/phrases\/src\/(?:zh-cn|en)\/([a-z-]+)\.ts$/
const TEST = /\.(?:test|fixture)\.tsx?$/
const SHARED_BY_SCREENS =
  /^(?:apps\/(?:console|server)\/|packages\/(?:contract|phrases|client)\/|e2e\/(?!.*\.spec\.ts$))/

/** The domain of a path; undefined if no single domain owns it. */
function domainOf(path) {
  const [, folder, phrases] = DOMAIN.exec(path) ?? []
  return folder ?? phrases
}

/** Vitest filters for the tests of a path: parts of the test files' paths. */
function unitPlaces(path) {
  const domain = domainOf(path)
  if (domain) return [`/domains/${domain}/`]
  if (/\.test\.tsx?$/.test(path)) return [path]
  if (!/^(?:apps|packages|bench)\//.test(path)) return []
  const folder = dirname(path)
  // A file at the top of its package has its test beside it; its folder would be the whole package.
  return folder.split('/').length > 3 ? [`${folder}/`] : [path.replace(/\.\w+$/, '.')]
}

function specsOf(path, specs) {
  const spec = /^e2e\/(.+)\.spec\.ts$/.exec(path)?.[1]
  if (spec) return [spec]
  if (TEST.test(path)) return []
  const domain = domainOf(path)
  if (domain) return specs.filter((name) => name.startsWith(domain) || SPECS_OF[domain]?.includes(name))
  return SHARED_BY_SCREENS.test(path) ? SMOKE : []
}

/**
 * The unit tests (parts of paths) and browser tests (names of specs) for the changed paths; empty if nothing changed.
 */
export function proofOf(paths, specs) {
  if (paths.length === 0) return { unit: [], browser: [] }
  const chosen = new Set(paths.flatMap((path) => specsOf(path, specs)))
  return {
    unit: [...new Set([...ALWAYS, ...paths.flatMap(unitPlaces)])],
    browser: specs.filter((name) => chosen.has(name)),
  }
}

/**
 * The commit to compare with: the named one, else the merge base with origin/main, else HEAD if there are uncommitted
 * changes, else its parent.
 */
export function baseCommit(named, cwd) {
  if (named) return git(['rev-parse', '--verify', `${named}^{commit}`], cwd)
  const [landed] = lines(['for-each-ref', '--format=%(objectname)', 'refs/remotes/origin/main'], cwd)
  if (landed) return git(['merge-base', 'HEAD', landed], cwd)
  const isDirty = lines(['status', '--porcelain'], cwd).length > 0
  const [parent] = lines(['rev-list', '--parents', '-n', '1', 'HEAD'], cwd)[0].split(' ').slice(1)
  return isDirty || !parent ? git(['rev-parse', 'HEAD'], cwd) : parent
}

/** Paths that differ from a commit, committed or not. Deleted paths count: their domain's tests must still pass. */
export function changedPaths(commit, cwd) {
  return [
    ...lines(['diff', '--name-only', '--no-renames', commit], cwd),
    ...lines(['ls-files', '--others', '--exclude-standard'], cwd),
  ]
}

/** The names of all browser tests. */
export const specNames = (cwd) =>
  readdirSync(join(cwd, 'e2e')).flatMap((name) =>
    name.endsWith('.spec.ts') ? [name.slice(0, -'.spec.ts'.length)] : [],
  )

function git(args, cwd) {
  return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
}

function lines(args, cwd) {
  return git(args, cwd).split('\n').filter(Boolean)
}
