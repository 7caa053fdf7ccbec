// The sealer chains the committed log rows of each developer, at most a second after the commit. It also signs
// checkpoints into a file outside the database, which reveals a truncated chain. Only one process seals at a time, and
// writers never wait for it.
import { sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import { FIRST_LINK, LINK_SELECT, nextLink } from './chain.ts'
import type { LogRowText } from './chain.ts'
import { DESK_CHAIN } from './record.ts'

const SEALER_LOCK = 7_325_002
const BATCH = 1_000
const PAUSE_MS = 300
const CHECKPOINT_EVERY_MS = 60_000

export interface Checkpoint {
  developerId: number
  seq: number
  hash: string
  at: string
}

export function checkpointBytes(checkpoint: Checkpoint): Buffer {
  return Buffer.from(JSON.stringify([checkpoint.developerId, checkpoint.seq, checkpoint.hash, checkpoint.at]))
}

/** Seals up to one batch of committed, queued rows. Returns the new end of each chain that it extended. */
export async function sealBatch(
  client: pg.PoolClient | pg.Pool,
  now: Date,
): Promise<Map<number, { seq: number; hash: Buffer }>> {
  const ends = new Map<number, { seq: number; hash: Buffer }>()
  const { rows } = await client.query<LogRowText>(
    `select l.developer_id, l.id, array[${LINK_SELECT}] as facts
     from (select developer_id, log_id from operation_unsealed order by log_id limit ${BATCH}) w
       join operation_log l on l.developer_id = w.developer_id and l.id = w.log_id
     order by l.id`,
  )
  if (rows.length === 0) return ends
  const developers = [...new Set(rows.map((row) => row.developer_id))]
  const last = await client.query<{ developer_id: number; seq: number; hash: Buffer }>(
    `select d.id as developer_id, s.seq, s.hash from unnest($1::bigint[]) d(id),
     lateral (select seq, hash from operation_seal where developer_id = d.id order by seq desc limit 1) s`,
    [developers],
  )
  for (const row of last.rows) ends.set(row.developer_id, { seq: row.seq, hash: row.hash })
  const links = rows.map((row) => {
    const end = ends.get(row.developer_id) ?? { seq: 0, hash: FIRST_LINK }
    const link = { seq: end.seq + 1, hash: nextLink(end.hash, row) }
    ends.set(row.developer_id, link)
    return { ...link, developerId: row.developer_id, logId: row.id }
  })
  // One statement, so that writing a link and removing its row from the queue cannot be separated.
  await client.query(
    `with links as (
       select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bytea[]) as l(developer_id, seq, log_id, hash)
     ), taken as (
       delete from operation_unsealed u using links l where u.developer_id = l.developer_id and u.log_id = l.log_id
     )
     insert into operation_seal (developer_id, seq, log_id, hash, sealed_at)
     select developer_id, seq, log_id, hash, $5 from links`,
    [
      links.map((l) => l.developerId),
      links.map((l) => l.seq),
      links.map((l) => l.logId),
      links.map((l) => l.hash),
      now,
    ],
  )
  return ends
}

/** Appends lines and syncs the file. If a crash truncated the last line, the new lines start on a line of their own. */
async function appendLines(path: string, lines: readonly string[]): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'a+', 0o600)
  try {
    const { size } = await file.stat()
    const isCut = size > 0 && (await file.read(Buffer.alloc(1), 0, 1, size - 1)).buffer.toString() !== '\n'
    await file.appendFile(`${isCut ? '\n' : ''}${lines.join('\n')}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The last few lines of the file. The file only grows, so it is not read as a whole. */
async function tailOf(path: string): Promise<string> {
  const file = await open(path).catch(() => undefined)
  if (!file) return ''
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, Math.max(0, size - 4096))
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}

/** The ends of chains sealed since the last checkpoint in the file. A killed process leaves such ends unsigned. */
async function unsignedEnds(client: pg.PoolClient, path: string): Promise<Map<number, { seq: number; hash: Buffer }>> {
  const lastAt = [...(await tailOf(path)).matchAll(/"at":"([\d:.TZ-]+)"/g)].at(-1)?.[1] ?? '1970-01-01T00:00:00Z'
  const { rows } = await client.query<{ developer_id: number; seq: number; hash: Buffer }>(
    `select d.id as developer_id, s.seq, s.hash
     from (select id from developer union all select ${DESK_CHAIN}) d,
     lateral (select seq, hash, sealed_at from operation_seal where developer_id = d.id order by seq desc limit 1) s
     where s.sealed_at >= $1`,
    [lastAt],
  )
  return new Map(rows.map((row) => [row.developer_id, { seq: row.seq, hash: row.hash }]))
}

export interface Sealer {
  stop(): Promise<void>
}

export function startSealer(deps: {
  owner: pg.Pool
  clock: Clock
  log: Logger
  checkpointFile: string
  signingKey: KeyObject
}): Sealer {
  const { owner, clock, log, checkpointFile, signingKey } = deps
  let isStopping = false
  let wake: () => void = () => undefined
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const pending = new Map<number, { seq: number; hash: Buffer }>()
  let lastCheckpoint = clock.now().getTime()

  async function writeCheckpoints() {
    if (pending.size === 0) return
    const at = clock.now().toISOString()
    const lines = [...pending].map(([developerId, { seq, hash }]) => {
      const checkpoint: Checkpoint = { developerId, seq, hash: hash.toString('hex'), at }
      return JSON.stringify({
        ...checkpoint,
        signature: sign(null, checkpointBytes(checkpoint), signingKey).toString('base64'),
      })
    })
    await appendLines(checkpointFile, lines)
    pending.clear()
    lastCheckpoint = clock.now().getTime()
  }

  async function hold(client: pg.PoolClient) {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [SEALER_LOCK])
    if (!rows[0]?.held) return false
    for (const [developerId, end] of await unsignedEnds(client, checkpointFile)) pending.set(developerId, end)
    while (!isStopping) {
      const ends = await sealBatch(client, clock.now())
      for (const [developerId, end] of ends) pending.set(developerId, end)
      if (clock.now().getTime() - lastCheckpoint >= CHECKPOINT_EVERY_MS) await writeCheckpoints()
      if (ends.size === 0) await pause(PAUSE_MS)
    }
    await sealBatch(client, clock.now()).then((ends) =>
      ends.forEach((end, developerId) => pending.set(developerId, end)),
    )
    await writeCheckpoints()
    await client.query('select pg_advisory_unlock($1)', [SEALER_LOCK])
    return true
  }

  const running = (async () => {
    while (!isStopping) {
      let client: pg.PoolClient | undefined
      let failure: Error | undefined
      try {
        client = await owner.connect()
        await hold(client)
      } catch (error) {
        failure = error instanceof Error ? error : new Error(String(error))
        if (!isStopping) log.warn({ err: failure }, 'the sealer was interrupted and will retry')
      } finally {
        // Releasing with an error closes the connection, which also drops the advisory lock.
        client?.release(failure)
      }
      // Another process holds the lock, or the database is down. Try again soon.
      if (!isStopping) await pause(1_000)
    }
  })()

  return {
    async stop() {
      isStopping = true
      wake()
      await running
    },
  }
}
