// Owns the embedded PostgreSQL: creates its cluster, starts it, stops it and never leaves it running. It does not own
// the claim on the folder: without the caller's folder lock, a live database would look like an orphan. Surprising:
// PostgreSQL mistakes a zombie for a live predecessor and refuses to start, so this file checks the pid file itself.
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
import { NoEmbeddedPostgres, end, outcome, postgresPrograms, type Run } from './postgres-programs.ts'

export type EmbeddedPostgres = { url: string; stop(): Promise<void> }

export type EmbeddedPostgresOptions = {
  /** The folder of the database; created if missing. */
  folder: string
  /** Receives PostgreSQL's log, line by line. */
  log?: (line: string) => void
  /** Called once if the database ends without `stop()`. The server cannot continue without it. */
  onLost?: (error: Error) => void
  /** Overrides of PostgreSQL settings. Tests turn fsync off. */
  settings?: Record<string, string>
}

const DATABASE = 'sealwright'
const SOCKET = '.s.PGSQL.5432'
const TAKEOVER_MS = 30_000
const START_ATTEMPTS = 20
/** How many log lines explain why PostgreSQL ended, such as a full disk. */
const LAST_LINES = 8
const LAST_WORDS_MS = 1_000

/** Whether a database was made in `folder`. */
export const hasPostgres = (folder: string): boolean => existsSync(join(folder, 'data'))

/** Starts the database in `folder`, and creates it first if needed. The caller holds the lock of folder-lock.ts. */
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
        if (!url) throw new Error(`PostgreSQL is running, but its address cannot be read from ${home}`)
        await ensureDatabase(url)
        const watch = async () => {
          const code = await server.ended
          if (server.stopping) return
          // The last log lines may still be in the pipe. A surviving child could keep the pipe open, so wait only
          // briefly.
          await Promise.race([isRead, pause(LAST_WORDS_MS)])
          onLost?.(
            new Error(
              `The embedded PostgreSQL ended unexpectedly (exit code ${code}). Its last log lines:\n${last.join('\n')}`,
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
    // These failures are temporary: another process took the port, or the database of a killed owner is still starting
    // or stopping.
    if (attempt === START_ATTEMPTS || !/could not bind|lock file|still in use/.test(failure))
      throw new NoEmbeddedPostgres(`The embedded PostgreSQL in ${home} did not start:\n${failure}`)
    await pause(100)
  }
}

/** The address of the database that another process runs in `folder`, or null. For commands beside a running server. */
export function runningPostgresUrl(folder: string): string | null {
  try {
    const home = realpathSync(folder)
    const [pid, , , port, socketFolder] = readFileSync(join(home, 'data/postmaster.pid'), 'utf8').split('\n')
    if (!isPostmaster(Number(pid), join(home, 'data'))) return null
    const url = new URL(`postgres://127.0.0.1:${port}/${DATABASE}`)
    url.username = DATABASE
    url.password = readFileSync(join(home, 'password'), 'utf8').trim()
    // The parameter overrides the host. Not every URL parser accepts a folder as the host itself.
    if (socketFolder) url.searchParams.set('host', socketFolder)
    return url.href
  } catch {
    return null
  }
}

/** Creates the cluster under another name and renames it when complete, so that `data` is never a partial cluster. */
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
  // A random name, because an interrupted predecessor may still be removing its own folder.
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
  if (failure !== null) throw new NoEmbeddedPostgres(`The database could not be created in ${home}:\n${failure}`)
  renameSync(fresh, data)
}

/**
 * Settings for a small database beside its application: an eighth of the memory for the cache, the costs of an SSD,
 * UTC, and no just-in-time compilation, whose cost is hard to predict.
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
 * Over a Unix socket a query takes a tenth to a third less time than over loopback, and no port is open. But the path
 * of a socket is limited to about 100 bytes.
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

/** Stops the PostgreSQL of a killed owner, and removes the pid files that PostgreSQL would misread. */
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
    throw new NoEmbeddedPostgres(
      `A leftover PostgreSQL (pid ${pid}) uses ${data} and does not stop. Stop it, then start again.`,
    )
  // Its child processes may still be exiting. PostgreSQL detects them by their shared memory, without these files.
  for (const file of [pidFile, join(data, '..', `${SOCKET}.lock`)]) rmSync(file, { force: true })
}

/** Whether the process is alive, no zombie, and serves this folder. The pid may belong to another program by now. */
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
  if (address === null || typeof address === 'string') throw new Error('No loopback port is available.')
  return address.port
}
