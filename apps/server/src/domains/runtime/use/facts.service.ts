// The cache of facts about licenses in use. It holds facts, never decisions. Every process polls `runtime_change`
// several times a second and drops changed entries; after missed polls it does not use its cache. A read that started
// before a change is not cached.
import { LIMITS } from '@sealwright/contract'
import pg from 'pg'
import type { Logger } from 'pino'
import type { UseFacts } from '../../license/index.ts'

const { freshMs, tailMs } = LIMITS.runtime
/** Maximum number of entries. Above it, the entry that was cached first is dropped. */
const MOST = 200_000
/** How long changes are stored. A process that may have missed some drops its whole cache. */
export const KEPT_MS = 600_000
const MISSED_MS = KEPT_MS / 2
const ANSWER_WITHIN_MS = 1_500

interface Entry {
  facts: UseFacts
  developerId: number
  subjects: readonly string[]
}

/** A read in progress. A change meanwhile makes its result unfit for the cache. */
interface Look {
  developerId: number
  isStale: boolean
}

interface Change {
  developer_id: number | null
  subject: string | null
}

const TAIL = `
  select pg_current_snapshot()::text as seen, extract(epoch from clock_timestamp()) * 1000 as at,
    coalesce(jsonb_agg(distinct jsonb_build_object('developer_id', c.developer_id, 'subject', c.subject))
      filter (where c.xid is not null), '[]') as changes
  from (select 1) one left join runtime_change c
    on c.xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(c.xid, $1::pg_snapshot)`

export interface Freshness {
  /** A monotonic clock, in milliseconds. */
  elapsed(): number
}

export function createFactsMemory({
  databaseUrl,
  log,
  elapsed = () => performance.now(),
}: { databaseUrl: string; log: Logger } & Partial<Freshness>) {
  const entries = new Map<string, Entry>()
  const bySubject = new Map<string, Set<string>>()
  const byDeveloper = new Map<number, Set<string>>()
  const looks = new Set<Look>()
  let freshUntil = -1
  let client: pg.Client | undefined
  let seen: string | undefined
  let seenAt = 0
  /** By the database's clock: this process and its clock may have been paused. */
  let databaseAt = 0
  let timer: NodeJS.Timeout | undefined
  let isStopped = true
  let onDeveloper: (developerId: number | null) => void = () => undefined

  function unlink<Key>(index: Map<Key, Set<string>>, of: Key, key: string) {
    const keys = index.get(of)
    keys?.delete(key)
    if (keys?.size === 0) index.delete(of)
  }

  function link<Key>(index: Map<Key, Set<string>>, of: Key, key: string) {
    const keys = index.get(of)
    if (keys) keys.add(key)
    else index.set(of, new Set([key]))
  }

  function forget(key: string) {
    const entry = entries.get(key)
    if (!entry) return
    entries.delete(key)
    unlink(byDeveloper, entry.developerId, key)
    for (const subject of entry.subjects) unlink(bySubject, subject, key)
  }

  function forgetAll() {
    entries.clear()
    bySubject.clear()
    byDeveloper.clear()
    for (const look of looks) look.isStale = true
    onDeveloper(null)
  }

  function apply(changes: readonly Change[]) {
    for (const { developer_id: developerId, subject } of changes) {
      if (developerId === null) return forgetAll()
      // A read knows its license only when it is done, so drop all reads of the developer.
      for (const look of looks) if (look.developerId === developerId) look.isStale = true
      for (const key of (subject === null ? byDeveloper.get(developerId) : bySubject.get(subject)) ?? []) forget(key)
      if (subject === null) onDeveloper(developerId)
    }
  }

  async function connect(): Promise<pg.Client> {
    const made = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
      application_name: 'sealwright-runtime-tail',
    })
    // Without a listener, the event would end the process. The next poll connects again.
    made.on('error', () => {
      if (client === made) client = undefined
    })
    await made.connect()
    return made
  }

  /** Polls once. Afterwards the cache is as fresh as the start of this poll. */
  async function readOn(): Promise<void> {
    const startedAt = elapsed()
    try {
      if (!client) {
        client = await connect()
        // A new connection may reach another server, with other transaction numbers, so the former snapshot means
        // nothing.
        seen = undefined
      }
      if (seen === undefined || startedAt - seenAt > MISSED_MS) {
        const {
          rows: [row],
        } = await client.query<{ seen: string; at: string }>(
          'select pg_current_snapshot()::text as seen, extract(epoch from clock_timestamp()) * 1000 as at',
        )
        forgetAll()
        seen = row?.seen
        databaseAt = Number(row?.at)
      } else {
        const {
          rows: [row],
        } = await client.query<{ seen: string; at: string; changes: Change[] }>({
          name: 'runtime_tail',
          text: TAIL,
          values: [seen],
        })
        if (row) {
          seen = row.seen
          if (Number(row.at) - databaseAt > MISSED_MS) forgetAll()
          else apply(row.changes)
          databaseAt = Number(row.at)
        }
      }
      seenAt = startedAt
      freshUntil = startedAt + freshMs
    } catch (error) {
      const broken = client
      client = undefined
      void broken?.end().catch(() => undefined)
      if (!isStopped)
        log.warn(
          { reason: error instanceof Error ? error.message : String(error) },
          'cannot poll for changed licenses; programs are answered from the database meanwhile',
        )
    }
  }

  async function round() {
    await readOn()
    if (!isStopped) timer = setTimeout(() => void round(), tailMs)
  }

  return {
    /** True if the last successful poll is recent. Otherwise the cache is not used. */
    isFresh: () => elapsed() < freshUntil,
    /** The cached facts, if the cache is fresh. */
    get(key: string): UseFacts | undefined {
      return elapsed() < freshUntil ? entries.get(key)?.facts : undefined
    },
    /** Reads facts and caches them, unless they changed meanwhile or may not be cached. */
    async look(
      key: string,
      developerId: number,
      read: () => Promise<UseFacts | undefined>,
      isKept: (facts: UseFacts) => boolean,
    ): Promise<UseFacts | undefined> {
      const look: Look = { developerId, isStale: elapsed() >= freshUntil }
      looks.add(look)
      try {
        const facts = await read()
        if (!facts || look.isStale || !isKept(facts)) return facts
        forget(key)
        if (entries.size >= MOST)
          for (const oldest of entries.keys()) {
            forget(oldest)
            break
          }
        const subjects = [facts.license?.guid, facts.person?.guid].filter((subject) => subject !== undefined)
        entries.set(key, { facts, developerId, subjects })
        link(byDeveloper, developerId, key)
        for (const subject of subjects) link(bySubject, subject, key)
        return facts
      } finally {
        looks.delete(look)
      }
    },
    forget,
    /** Registers a listener for changes of a developer; null means all developers. */
    listen(told: (developerId: number | null) => void) {
      onDeveloper = told
    },
    async start() {
      isStopped = false
      await round()
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      freshUntil = -1
      const last = client
      client = undefined
      await last?.end().catch(() => undefined)
    },
  }
}

export type FactsMemory = ReturnType<typeof createFactsMemory>
