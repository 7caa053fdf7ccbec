// Owns the PostgreSQL that Sealwright brings along: makes its cluster, starts it, stops it, never leaves it behind. It
// does not own the claim on the folder: the caller holds the folder lock first, else a live database looks like an
// orphan. Surprising: PostgreSQL itself takes a zombie for a live predecessor and then refuses to start, so the pid
// file is judged here.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { end, outcome, postgresPrograms, type Run } from './postgres-programs.ts'

export type EmbeddedPostgres = { url: string; stop(): Promise<void> }

export type EmbeddedPostgresOptions = {
  /** Everything of this database lives below; made when missing. */
  folder: string
  /** Receives PostgreSQL's own log, line by line. */
  log?: (line: string) => void
  /** Called once when the database ends without `stop()`; the server cannot go on without it. */
  onLost?: (error: Error) => void
  /** Overrides of server settings; tests turn fsync off. */
  settings?: Record<string, string>
}

const DATABASE = 'sealwright'
const SOCKET = '.s.PGSQL.5432'
const TAKEOVER_MS = 30_000
const START_ATTEMPTS = 20
/** Of its log, to tell why it ended: a full disk, say. */
const LAST_LINES = 8
const LAST_WORDS_MS = 1_000

/** Starts the database in `folder`, making it at first. The caller holds the folder lock (see folder-lock.ts). */
export async function startEmbeddedPostgres({
  folder,
  log = () => {},
  onLost,
  settings = {},
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const home = realpathSync(folder)
  const data = join(home, 'data')
  const run = postgresPrograms(home)
  if (!existsSync(data)) await makeCluster(home, data, run, settings, log)

  for (let attempt = 1; ; attempt++) {
    await endOrphan(data)
    const chosen = { ...defaults(), ...settings, ...(await listenSettings(home)) }
    const server = run('postgres', [
      '-D',
      data,
      ...Object.entries(chosen).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
    ])
    const isRead = new Promise((resolve) => server.process.once('close', resolve))
    const last: string[] = []
    const noting = (line: string) => {
      log(line)
      if (last.push(line) > LAST_LINES) last.shift()
    }
    const failure = await outcome(server, noting, 'database system is ready to accept connections')
    if (failure === null) {
      const stop = () => end(server)
      try {
        const url = runningPostgresUrl(folder)
        if (!url) throw new Error(`PostgreSQL runs but left no trace in ${home}`)
        await ensureDatabase(url)
        const watch = async () => {
          const code = await server.ended
          if (server.stopping) return
          // What it wrote last may still be on its way; what outlives it could hold that way open.
          await Promise.race([isRead, pause(LAST_WORDS_MS)])
          onLost?.(
            new Error(
              `The embedded PostgreSQL ended by itself (exit code ${code}). Its last words:\n${last.join('\n')}`,
            ),
          )
        }
        void watch()
        return { url, stop }
      } catch (error) {
        await stop()
        throw error
      }
    }
    // These pass: someone took the port in between, or what a killed owner left is still starting or its last children
    // are leaving.
    if (attempt === START_ATTEMPTS || !/could not bind|lock file|still in use/.test(failure))
      throw new Error(`The embedded PostgreSQL in ${home} did not start:\n${failure}`)
    await pause(100)
  }
}

/**
 * The address of the database that another process runs in `folder` now, or null. For operator commands beside a
 * running server.
 */
export function runningPostgresUrl(folder: string): string | null {
  try {
    const home = realpathSync(folder)
    const [pid, , , port, socketFolder] = readFileSync(join(home, 'data/postmaster.pid'), 'utf8').split('\n')
    if (!isPostmaster(Number(pid), join(home, 'data'))) return null
    const url = new URL(`postgres://127.0.0.1:${port}/${DATABASE}`)
    url.username = DATABASE
    url.password = readFileSync(join(home, 'password'), 'utf8').trim()
    // As a parameter, which wins over the host in the address: a folder in its place would not parse as a URL
    // everywhere.
    if (socketFolder) url.searchParams.set('host', socketFolder)
    return url.href
  } catch {
    return null
  }
}

/** Made beside and renamed when complete, so that `data` is never a half-made cluster whatever interrupts this. */
async function makeCluster(
  home: string,
  data: string,
  run: Run,
  settings: Record<string, string>,
  log: (line: string) => void,
) {
  const passwordFile = join(home, 'password')
  for (const name of readdirSync(home))
    if (name.startsWith('data.')) rmSync(join(home, name), { recursive: true, force: true, maxRetries: 5 })
  // A name of its own: an interrupted predecessor may still be tidying up after itself.
  const fresh = join(home, `data.${randomBytes(4).toString('hex')}`)
  rmSync(passwordFile, { force: true })
  writeFileSync(passwordFile, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600, flush: true })
  const { uid, gid } = statSync(home)
  if (process.getuid?.() === 0) chownSync(passwordFile, uid, gid)
  const sync = settings['fsync'] === 'off' ? ['--no-sync'] : []
  const initdb = run('initdb', [
    '-D',
    fresh,
    `--username=${DATABASE}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--locale=C.UTF-8',
    ...sync,
  ])
  const failure = await outcome(initdb, log)
  if (failure !== null) throw new Error(`The database could not be made in ${home}:\n${failure}`)
  renameSync(fresh, data)
}

/**
 * For a small server beside its application: an eighth of the memory for the cache, an SSD below, UTC, no surprise from
 * just-in-time compiling.
 */
function defaults(): Record<string, string> {
  const memoryMb = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 2 ** 20
  return {
    max_connections: '100',
    shared_buffers: `${Math.floor(Math.min(1024, Math.max(128, memoryMb / 8)))}MB`,
    effective_cache_size: `${Math.floor(Math.max(256, memoryMb / 2))}MB`,
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
  }
}

/**
 * A socket file costs a query a tenth to a third less than loopback and opens no port, but its path may not exceed
 * about 100 bytes.
 */
async function listenSettings(home: string): Promise<Record<string, string>> {
  if (Buffer.byteLength(join(home, SOCKET)) < 100)
    return { listen_addresses: '', unix_socket_directories: `"${home.replaceAll('"', '""')}"`, port: '5432' }
  return { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(await freePort()) }
}

async function ensureDatabase(url: string) {
  const probe = new Client({ connectionString: url })
  try {
    await probe.connect()
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === '3D000'
    if (!isMissing) throw error
    const maintenance = new URL(url)
    maintenance.pathname = '/postgres'
    const admin = new Client({ connectionString: maintenance.href })
    await admin.connect()
    try {
      await admin.query(`create database ${DATABASE}`)
    } finally {
      await admin.end()
    }
  } finally {
    await probe.end()
  }
}

/** Ends what a killed owner left running, and removes the pid files that PostgreSQL itself would misread. */
async function endOrphan(data: string) {
  const pidFile = join(data, 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10)
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    const deadline = Date.now() + TAKEOVER_MS
    if (!isPostmaster(pid, data)) break
    process.kill(pid, signal)
    while (isPostmaster(pid, data) && Date.now() < deadline) await pause(20)
  }
  if (isPostmaster(pid, data))
    throw new Error(`A PostgreSQL left behind (pid ${pid}) holds ${data} and does not stop. End it, then start again.`)
  // Its children may still be leaving; PostgreSQL notices those by their shared memory, with or without these files.
  for (const file of [pidFile, join(data, '..', `${SOCKET}.lock`)]) rmSync(file, { force: true })
}

/** Alive, no zombie, and serving this very folder: a pid alone may long belong to someone else. */
function isPostmaster(pid: number, data: string): boolean {
  if (!(pid > 0)) return false
  try {
    if (process.platform !== 'linux') {
      const [state = 'Z', ...command] = spawnSync('ps', ['-o', 'stat=,command=', '-p', String(pid)], {
        encoding: 'utf8',
      })
        .stdout.trim()
        .split(/\s+/)
      return !state.startsWith('Z') && command.join(' ').includes(data)
    }
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return (
      !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2)) &&
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(data)
    )
  } catch {
    return false
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('This machine gave no loopback port.')
  return address.port
}
