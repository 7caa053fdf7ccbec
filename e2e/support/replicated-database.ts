// A PostgreSQL primary with a synchronous standby, made with the system's PostgreSQL (Debian: `apt-get install
// postgresql`), behind one address. A watcher does what tools for failover do: when the primary stops answering, it
// promotes the standby and points the address to it.
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

const DEBIAN = '/usr/lib/postgresql'
const ASK_EVERY_MS = 500
/** The primary counts as lost after this many unanswered questions in a row. */
const MISSES = 3

/** The folder of the system's newest PostgreSQL programs; undefined if it is not installed. */
export function systemPostgres(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => join(DEBIAN, version, 'bin')).find((bin) => existsSync(join(bin, 'pg_basebackup')))
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listens on TCP
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Forwards TCP connections to a port that can change. A change cuts all open connections. */
async function openAddress(to: number) {
  let target = to
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port, // listens on TCP
    pointTo(port: number) {
      target = port
      for (const socket of open) socket.destroy()
    },
    close() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

export interface ReplicatedDatabase {
  databaseUrl: string
  /** The standby itself, past the address. */
  standbyUrl: string
  folder: string
  /** Ends the primary at once, like a power cut. */
  crashPrimary(): Promise<void>
  /** Resolves when the standby is promoted and the address points to it. */
  failedOver: Promise<void>
  remove(): Promise<void>
}

export async function startReplicatedDatabase(bin: string): Promise<ReplicatedDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'sealwright-drill-'))
  await chmod(folder, 0o711)
  await writeFile(join(folder, 'secret.key'), `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 })
  // PostgreSQL does not run as root, and needs a place of its own.
  const home = await mkdtemp(join(tmpdir(), 'sealwright-pair-'))
  const isRoot = process.getuid?.() === 0
  const asUser = isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : []
  if (isRoot) spawnSync('chown', ['postgres:postgres', home])

  async function run(program: string, ...words: string[]): Promise<void> {
    const [command = '', ...rest] = [...asUser, join(bin, program), ...words]
    const child = spawn(command, rest, { cwd: home, stdio: ['ignore', 'ignore', 'pipe'], env: { LC_ALL: 'C.UTF-8' } })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const code = await new Promise((resolve, reject) => child.once('error', reject).once('exit', resolve))
    if (code !== 0) throw new Error(`${program} ended with ${String(code)}: ${said}`)
  }

  const [primaryPort, standbyPort] = [await freePort(), await freePort()]
  const at = { primary: join(home, 'primary'), standby: join(home, 'standby') }
  const start = (data: string, port: number) => {
    const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${home} -c max_connections=300`
    return run('pg_ctl', 'start', '-w', '-D', data, '-l', `${data}.log`, '-o', options)
  }
  const serverUrl = (port: number) => `postgres://sealwright@127.0.0.1:${port}/sealwright`
  const adminUrl = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`
  async function ask(port: number, ...statements: string[]): Promise<pg.QueryResult[]> {
    const client = new pg.Client({ connectionString: adminUrl(port), connectionTimeoutMillis: ASK_EVERY_MS })
    client.on('error', () => undefined)
    await client.connect()
    try {
      const results = []
      for (const statement of statements) results.push(await client.query(statement))
      return results
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  await run('initdb', '-D', at.primary, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8')
  await start(at.primary, primaryPort)
  await run('pg_basebackup', '-D', at.standby, '-d', adminUrl(primaryPort), '-R', '-X', 'stream', '-c', 'fast')
  await start(at.standby, standbyPort)
  await ask(
    primaryPort,
    'create role sealwright login createrole',
    'create database sealwright owner sealwright template template0',
    "alter system set synchronous_standby_names = '*'",
    'select pg_reload_conf()',
  )
  const isSynchronous = async () => {
    const [state] = await ask(primaryPort, "select 1 from pg_stat_replication where sync_state = 'sync'")
    return state?.rowCount === 1
  }
  while (!(await isSynchronous())) await pause(100)

  const address = await openAddress(primaryPort)
  let isWatching = true
  const failedOver = (async () => {
    for (let missed = 0; missed < MISSES && isWatching;) {
      await pause(ASK_EVERY_MS)
      missed = await ask(primaryPort, 'select 1').then(
        () => 0,
        () => missed + 1,
      )
    }
    if (!isWatching) return
    await run('pg_ctl', 'promote', '-w', '-D', at.standby)
    address.pointTo(standbyPort)
  })()

  return {
    databaseUrl: serverUrl(address.port),
    standbyUrl: serverUrl(standbyPort),
    folder,
    async crashPrimary() {
      process.kill(Number.parseInt(await readFile(join(at.primary, 'postmaster.pid'), 'utf8'), 10), 'SIGQUIT')
    },
    failedOver,
    async remove() {
      isWatching = false
      await failedOver.catch(() => undefined)
      address.close()
      for (const data of Object.values(at))
        if (existsSync(join(data, 'postmaster.pid')))
          await run('pg_ctl', 'stop', '-w', '-m', 'immediate', '-D', data).catch(() => undefined)
      await rm(home, { recursive: true, force: true })
      await rm(folder, { recursive: true, force: true })
    },
  }
}
