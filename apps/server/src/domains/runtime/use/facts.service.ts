// What this process remembers of licenses in use: facts, never decisions. Every process reads on in `runtime_change` a
// few times a second and forgets what was changed; one that could not do so lately remembers nothing. A look that began
// before something was forgotten is not kept.
import { LIMITS } from '@sealwright/contract'
import pg from 'pg'
import type { Logger } from 'pino'
import type { UseFacts } from '../../license/index.ts'

const { freshMs, tailMs } = LIMITS.runtime
/** So many are remembered; then the one unused for longest is forgotten. */
const MOST = 200_000
/** Changes are kept for longer than this; whoever missed more forgets everything. */
export const KEPT_MS = 600_000
const MISSED_MS = KEPT_MS / 2
const ANSWER_WITHIN_MS = 1_500

interface Entry {
  facts: UseFacts
  developerId: number
  subjects: readonly string[]
}

/** One look under way; what is changed meanwhile makes it worthless. */
interface Look {
  developerId: number
  isStale: boolean
}

interface Change {
  developer_id: number | null
  subject: string | null
}

const TAIL = `
  select pg_current_snapshot()::text as seen, extract(epoch from clock_timestamp()) * 1000 as at, coalesce(jsonb_agg(distinct jsonb_build_object('developer_id', c.developer_id, 'subject', c.subject)) filter (where c.xid is not null), '[]') as changes
  from (select 1) one left join runtime_change c on c.xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(c.xid, $1::pg_snapshot)`

export interface Freshness {
  /** Milliseconds that only go forward. */
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
  /** By the clock of the database: this process may have been paused, with its own. */
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
      // Which license a look will find is known once it has.
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
    // Without a listener the event would end the process; the next round finds it closed.
    made.on('error', () => {
      if (client === made) client = undefined
    })
    await made.connect()
    return made
  }

  /** Reads on once. What is known afterwards is as new as the moment this began. */
  async function readOn(): Promise<void> {
    const startedAt = elapsed()
    try {
      if (!client) {
        client = await connect()
        // It may be another server, which gives numbers of transactions out again: what was seen of the one before says
        // nothing here.
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
          'what programs may remember could not be checked; they are answered from the database meanwhile',
        )
    }
  }

  async function round() {
    await readOn()
    if (!isStopped) timer = setTimeout(() => void round(), tailMs)
  }

  return {
    /** Whether changes were heard of lately: who could not hear of them remembers nothing. */
    isFresh: () => elapsed() < freshUntil,
    /** What is known, if nobody can have changed it for longer than the limit. */
    get(key: string): UseFacts | undefined {
      return elapsed() < freshUntil ? entries.get(key)?.facts : undefined
    },
    /** Looks, and remembers what was seen unless it was changed meanwhile or is not to be remembered. */
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
    /** Tells when what is a developer's was changed; null: everybody's. */
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
