// Starts the built server as its own process, on a temporary data folder and free ports, and removes everything
// afterwards. It does not build: `npm test` and `npm start` do that, and a missing build is an error. Drills need no
// console and bundle the server first, so that they never test an old build and a killed server starts fast.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { LANGUAGE_TAGS } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import { runningPostgresUrl } from '@sealwright/server/kernel/db/embedded-postgres.ts'
import { PASSWORD } from '@sealwright/testkit/password'
import { SERVER_BUNDLE, SERVER_FLAGS, buildServer } from '../../tools/lib/build.mjs'

const ROOT = join(import.meta.dirname, '../..')
const BUNDLE = SERVER_BUNDLE as string // untyped
const FLAGS = SERVER_FLAGS as string[] // untyped
const CONSOLE = join(ROOT, 'apps/console/dist/index.html')

let bundled: Promise<void> | undefined
/** Bundles the sources of this moment, once: all servers of a drill are the same. */
const bundle = () => (bundled ??= (buildServer as () => Promise<void>)()) // untyped

const COMPLAINTS_MAX = 1_000_000

export interface RunningCenter {
  url: string
  databaseUrl: string
  /** Its data folder, for operator commands. */
  folder: string
  pid: number
  /** The end of its error output so far. */
  complaints(): string
  stop(): Promise<void>
  /** Ends it at once, like a power cut, and keeps its folder. */
  kill(): Promise<void>
}

interface Start {
  /**
   * True: the default captcha settings. A list: a captcha before these paths. Without it, no call requires a captcha,
   * because most tests are about something else.
   */
  hasCaptcha?: boolean | readonly string[]
  /** Without it, the center is empty: there are no accounts before the first registration. */
  hasDemo?: boolean
  /** Loads the demo in this language at the start. Without it, the first page loads it, in Chinese. */
  demoLanguage?: Locale
  smtpUrl?: string
  /** Bundles the server first, and serves no console. */
  isFromSource?: boolean
  /** The folder of an earlier server that was killed; it is not removed. */
  folder?: string
  /** Uses the database and the key of this running server or database. */
  beside?: Pick<RunningCenter, 'databaseUrl' | 'folder'>
  /** Keeps the error output but does not print it, for drills that expect errors. */
  isQuiet?: boolean
}

export async function startCenter({
  hasCaptcha = false,
  hasDemo = true,
  demoLanguage,
  smtpUrl,
  isFromSource = false,
  folder: earlier,
  beside,
  isQuiet = false,
}: Start = {}): Promise<RunningCenter> {
  if (isFromSource) await bundle()
  else if (!(existsSync(BUNDLE) && existsSync(CONSOLE)))
    throw new Error(
      'The server or the console is not built. Run `npm test -- build` first, then the browser tests again.',
    )
  const folder = earlier ?? (await mkdtemp(join(tmpdir(), 'sealwright-e2e-')))
  // If the run is killed, the server must not stay behind.
  const watch = `${pathToFileURL(join(ROOT, 'tools/lib/leave-with-parent.mjs')).href}?parent=${process.pid}`
  const server = spawn(process.execPath, [...FLAGS, '--import', watch, BUNDLE], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      SEALWRIGHT_DATA_DIR: folder,
      SEALWRIGHT_PORT: '0',
      SEALWRIGHT_METRICS_PORT: '0',
      SEALWRIGHT_DEMO_PASSWORD: PASSWORD,
      SEALWRIGHT_CALLS_PER_MINUTE: '1000000',
      // Lets each person of the tests sign in from a separate network, because sign-ins per network are limited.
      SEALWRIGHT_TRUST_PROXY: '127.0.0.1',
      // Behind a proxy, the demo and the sandbox are off unless they are turned on.
      SEALWRIGHT_DEMO: hasDemo ? 'on' : 'off',
      ...(demoLanguage && { SEALWRIGHT_DEMO_LANGUAGE: LANGUAGE_TAGS[demoLanguage] }),
      SEALWRIGHT_SANDBOX_PAYMENTS: 'on',
      // Tests receive webhooks on this computer.
      SEALWRIGHT_WEBHOOK_ALLOWED: '127.0.0.1:*',
      ...(hasCaptcha !== true && { SEALWRIGHT_CAPTCHA_URLS: (hasCaptcha || []).join(',') }),
      ...(smtpUrl && { SEALWRIGHT_SMTP_URL: smtpUrl }),
      SEALWRIGHT_LOG_LEVEL: 'error',
      ...(beside && {
        DATABASE_URL: beside.databaseUrl,
        SEALWRIGHT_SECRET_KEY: (await readFile(join(beside.folder, 'secret.key'), 'utf8')).trim(),
      }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const stop = async () => {
    server.kill('SIGTERM')
    await ended
    if (earlier === undefined) await rm(folder, { recursive: true, force: true })
  }
  const kill = async () => {
    server.kill('SIGKILL')
    await ended
  }
  try {
    const url = await new Promise<string>((resolve, reject) => {
      const read = (chunk: Buffer) => {
        output += chunk.toString()
        const address = /ready at (\S+)/.exec(output)?.[1]
        if (address) resolve(address)
      }
      server.stdout.on('data', read)
      server.stderr.on('data', read)
      void ended.then(() => reject(new Error(`The server ended before it was ready:\n${output}`)))
    })
    // The first page loads the demo, in its language.
    if (hasDemo && !demoLanguage) await fetch(url, { headers: { accept: 'text/html', 'accept-language': 'zh-CN' } })
    // From here on, only the error output matters.
    let complaints = ''
    server.stderr.on('data', (chunk: Buffer) => {
      complaints = (complaints + chunk.toString()).slice(-COMPLAINTS_MAX)
      if (!isQuiet) process.stderr.write(chunk)
    })
    const databaseUrl = beside?.databaseUrl ?? runningPostgresUrl(join(folder, 'postgres'))
    if (databaseUrl === null) throw new Error('The server is ready, but its database was not found in the data folder.')
    return { url, databaseUrl, folder, pid: server.pid ?? 0, complaints: () => complaints, stop, kill }
  } catch (error) {
    await stop()
    throw error
  }
}
