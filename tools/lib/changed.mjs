// Owns which tests prove a change: `npm test -- changed` runs these instead of all. It runs nothing but git.
// Chosen by place, not by import: every server test imports every domain, so the import graph would choose all of them.
// Surprising: a quick proof, not a full one. What crosses domains is found by `npm test`.
import { execFileSync } from 'node:child_process'
import { dirname } from 'node:path/posix'

/** The browser tests of a domain begin with its word; these are called otherwise. */
const SPECS_OF = {
  billing: ['packages', 'top-up'],
  customer: ['users'],
  dashboard: ['newcomer'],
  developer: ['newcomer'],
  identity: ['account', 'forgotten-password', 'newcomer'],
  mail: ['forgotten-password'],
  'operation-log': ['lists'],
  'own-account': ['account'],
}
/** For what every screen rests on. */
const SMOKE = ['screens', 'shell']

/** Checks of the whole repository that take seconds. */
const ALWAYS = ['packages/contract/', 'packages/phrases/', 'packages/client/', 'tools/']

const DOMAIN = /\/domains\/([a-z-]+)[/.]|^packages\/phrases\/src\/(?:zh-cn|en)\/([a-z-]+)\.ts$/
const TEST = /\.(?:test|fixture)\.tsx?$/
const SHARED_BY_SCREENS =
  /^(?:apps\/(?:console|server)\/|packages\/(?:contract|phrases|client)\/|e2e\/(?!.*\.spec\.ts$))/

/** The domain of a path; undefined for what no single domain owns. */
function domainOf(path) {
  const [, folder, phrases] = DOMAIN.exec(path) ?? []
  return folder ?? phrases
}

/** Where Vitest looks for the tests of a path, as beginnings and parts of their paths. */
function unitPlaces(path) {
  const domain = domainOf(path)
  if (domain) return [`/domains/${domain}/`]
  if (/\.test\.tsx?$/.test(path)) return [path]
  if (!/^(?:apps|packages|bench)\//.test(path)) return []
  const folder = dirname(path)
  // A file at the top of its package has its test beside it; all that is below would be the whole package.
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

/** The unit tests (parts of paths) and browser tests (names of specs) for changed paths; none where nothing changed. */
export function proofOf(paths, specs) {
  if (paths.length === 0) return { unit: [], browser: [] }
  const chosen = new Set(paths.flatMap((path) => specsOf(path, specs)))
  return {
    unit: [...new Set([...ALWAYS, ...paths.flatMap(unitPlaces)])],
    browser: specs.filter((name) => chosen.has(name)),
  }
}

/**
 * The commit to compare with: the one named, else where this branch left origin/main, else the newest that is not what
 * is being worked on.
 */
export function baseCommit(named, cwd) {
  if (named) return git(['rev-parse', '--verify', `${named}^{commit}`], cwd)
  const [landed] = lines(['for-each-ref', '--format=%(objectname)', 'refs/remotes/origin/main'], cwd)
  if (landed) return git(['merge-base', 'HEAD', landed], cwd)
  const isDirty = lines(['status', '--porcelain'], cwd).length > 0
  const [parent] = lines(['rev-list', '--parents', '-n', '1', 'HEAD'], cwd)[0].split(' ').slice(1)
  return isDirty || !parent ? git(['rev-parse', 'HEAD'], cwd) : parent
}

/** What differs from a commit, committed or not. A path that was deleted counts too: what it served is still tested. */
export function changedPaths(commit, cwd) {
  return [
    ...lines(['diff', '--name-only', '--no-renames', commit], cwd),
    ...lines(['ls-files', '--others', '--exclude-standard'], cwd),
  ]
}

/** The browser tests there are, by name. */
export function specNames(cwd) {
  return lines(['ls-files', '--cached', '--others', '--exclude-standard', 'e2e/*.spec.ts'], cwd).map((path) =>
    path.slice('e2e/'.length, -'.spec.ts'.length),
  )
}

function git(args, cwd) {
  return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
}

function lines(args, cwd) {
  return git(args, cwd).split('\n').filter(Boolean)
}
