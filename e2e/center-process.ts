// Starts the built server as a person would, on a temporary data folder and free ports, and takes everything away
// again. It builds nothing: `npm test` and `npm start` do, and a missing build is told in a sentence. What measures or
// drills the server runs its source instead, which is never an old build.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runningPostgresUrl } from '@sealwright/server/kernel/db/embedded-postgres.ts'
import { SERVER_BUNDLE, SERVER_FLAGS } from '../tools/lib/build.mjs'

const ROOT = join(import.meta.dirname, '..')
const BUNDLE = SERVER_BUNDLE as string // plain JavaScript has no types
const FLAGS = SERVER_FLAGS as string[] // the same
const SOURCE = join(ROOT, 'apps/server/src/main.ts')
const CONSOLE = join(ROOT, 'apps/console/dist/index.html')

const COMPLAINTS_MAX = 1_000_000

/** The password of the demo, and of everyone the tests make. */
export const PASSWORD = 'correct-horse'

export interface RunningCenter {
  url: string
  databaseUrl: string
  /** Its data folder, for operator commands beside it. */
  folder: string
  pid: number
  /** What it complained about so far, the last of it. */
  complaints(): string
  stop(): Promise<void>
  /** Ends it at once, as a power cut would, and leaves its folder. */
  kill(): Promise<void>
}

interface Start {
  /**
   * Starts it as it is shipped, or with a captcha before these paths; else no call wants one, since most journeys are
   * about something else.
   */
  hasCaptcha?: boolean | readonly string[]
  /** Without it the center is empty: nobody is there who did not register. */
  hasDemo?: boolean
  smtpUrl?: string
  isFromSource?: boolean
  /** The folder of an earlier one that was killed; it is then not taken away. */
  folder?: string
  /** One that runs already, or a database with the folder of its key: this one works on it. */
  beside?: Pick<RunningCenter, 'databaseUrl' | 'folder'>
  /** What it complains about is kept and not shown, where complaints are what a drill is about. */
  isQuiet?: boolean
}

export async function startCenter({
  hasCaptcha = false,
  hasDemo = true,
  smtpUrl,
  isFromSource = false,
  folder: earlier,
  beside,
  isQuiet = false,
}: Start = {}): Promise<RunningCenter> {
  if (!isFromSource && !(existsSync(BUNDLE) && existsSync(CONSOLE)))
    throw new Error(
      'The server or the console is not built. Run `npm test -- build` first, then the browser tests again.',
    )
  const folder = earlier ?? (await mkdtemp(join(tmpdir(), 'sealwright-e2e-')))
  // A run that is killed must not leave a server behind.
  const watch = `${pathToFileURL(join(ROOT, 'tools/lib/leave-with-parent.mjs')).href}?parent=${process.pid}`
  const server = spawn(process.execPath, [...FLAGS, '--import', watch, isFromSource ? SOURCE : BUNDLE], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      SEALWRIGHT_DATA_DIR: folder,
      SEALWRIGHT_PORT: '0',
      SEALWRIGHT_METRICS_PORT: '0',
      SEALWRIGHT_DEMO_PASSWORD: PASSWORD,
      SEALWRIGHT_CALLS_PER_MINUTE: '1000000',
      // Lets each person of the tests sign in from a network of their own: sign-ins per network are few.
      SEALWRIGHT_TRUST_PROXY: '127.0.0.1',
      // What is behind a proxy has no demo and no sandbox unless they are asked for.
      SEALWRIGHT_DEMO: hasDemo ? 'on' : 'off',
      SEALWRIGHT_SANDBOX_PAYMENTS: 'on',
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
    // From here on only what the server complains about is of interest.
    let complaints = ''
    server.stderr.on('data', (chunk: Buffer) => {
      complaints = (complaints + chunk.toString()).slice(-COMPLAINTS_MAX)
      if (!isQuiet) process.stderr.write(chunk)
    })
    const databaseUrl = beside?.databaseUrl ?? runningPostgresUrl(join(folder, 'postgres'))
    if (databaseUrl === null) throw new Error('The server is ready, but its database is not where it belongs.')
    return { url, databaseUrl, folder, pid: server.pid ?? 0, complaints: () => complaints, stop, kill }
  } catch (error) {
    await stop()
    throw error
  }
}
