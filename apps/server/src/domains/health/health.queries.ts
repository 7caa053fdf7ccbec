// What the checks read and what processes, verifications and backups write. The owner of the database runs all of it,
// because no other role sees the job queue and the connections. Times of the job queue are compared with the clock of
// PostgreSQL, which writes them.
import type { HealthProof } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Db } from '../../kernel/db/database.ts'

type Queryable = Pick<pg.Pool, 'query'>

export type CountName = 'limited' | 'signIn' | 'slowed' | 'captcha'
export type ResultKind = HealthProof | 'backup' | 'drill'

/** The queue of the job that verifies. */
export const PROOF_JOBS: Readonly<Record<HealthProof, string>> = { log: 'log.verify', ledger: 'ledger.verify' }

const MOST_DETAILS = 10
const VERIFY_LOCK = 7_325_040

async function one<Row extends pg.QueryResultRow>(db: Queryable, text: string, values: unknown[] = []): Promise<Row> {
  const { rows } = await db.query<Row>(text, values)
  const [row] = rows
  if (!row) throw new Error('a query of the health checks returned no row')
  return row
}

export async function readDatabase(db: Queryable) {
  return one<{ size: number; used: number; most: number; longest: number; standbys: number; lag: number | null }>(
    db,
    `select pg_database_size(current_database()) as size,
       (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
       current_setting('max_connections')::int as most,
       (select coalesce(max(extract(epoch from now() - xact_start)), 0)::float8 from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
          and application_name <> 'sealwright-backup') as longest,
       (select count(*)::int from pg_stat_replication) as standbys,
       (select max(extract(epoch from coalesce(replay_lag, interval '0')))::float8 from pg_stat_replication
        where state is not null) as lag`,
  )
}

/** The slowest statements by mean time, if the extension is there and this role may read it. */
export async function listSlow(db: Queryable): Promise<{ query: string; ms: number; calls: number }[]> {
  const { rows: found } = await db.query<{ schema: string }>(
    `select n.nspname as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace
     where e.extname = 'pg_stat_statements'`,
  )
  const [extension] = found
  if (!extension) return []
  const { rows } = await db.query<{ query: string; ms: number; calls: number }>(
    `select left(regexp_replace(query, '\\s+', ' ', 'g'), 160) as query, mean_exec_time::float8 as ms,
       calls::int as calls
     from "${extension.schema.replaceAll('"', '""')}".pg_stat_statements
     where calls >= 10 and dbid = (select oid from pg_database where datname = current_database())
     order by mean_exec_time desc limit 3`,
  )
  return rows
}

export async function readJobs(db: Queryable) {
  const figures = await one<{ waiting: number; oldest: number; failed: number; hanging: number }>(
    db,
    // Mail has its own check: a campaign may queue more mails than go out within minutes.
    `select
       (select count(*)::int from pgboss.job where state < 'active' and start_after <= now()) as waiting,
       (select coalesce(extract(epoch from now() - min(start_after)), 0)::float8 from pgboss.job
        where state < 'active' and start_after <= now() and not blocked and name <> 'mail.send') as oldest,
       (select count(*)::int from pgboss.job
        where state = 'failed' and completed_on > now() - interval '24 hours') as failed,
       (select count(*)::int from pgboss.job where ${HANGING}) as hanging`,
  )
  const { rows } = await db.query<{ name: string; hanging: number; failed: number }>(
    `select name, count(*) filter (where ${HANGING})::int as hanging,
       count(*) filter (where state = 'failed' and completed_on > now() - interval '24 hours')::int as failed
     from pgboss.job where ${HANGING} or (state = 'failed' and completed_on > now() - interval '24 hours')
     group by name order by 2 desc, 3 desc, 1 limit ${MOST_DETAILS}`,
  )
  return { ...figures, names: rows }
}

/** A run beyond its time limit, or one that the queue gave up within an hour because of its limit. */
const HANGING = `(state = 'active' and started_on + make_interval(secs => expire_seconds) < now()
  or state in ('retry', 'failed') and started_on > now() - interval '1 hour'
    and output::text ~ 'job timed out|handler execution exceeded')`

export async function listVerifying(db: Queryable): Promise<Set<string>> {
  const { rows } = await db.query<{ name: string }>(
    "select distinct name from pgboss.job where state <= 'active' and name = any($1) and start_after <= now()",
    [Object.values(PROOF_JOBS)],
  )
  return new Set(rows.map(({ name }) => name))
}

/** Takes the turn of whoever starts a verification, and returns whether one waits or runs already. */
export async function lockVerifying(db: Db, what: HealthProof): Promise<boolean> {
  await db.execute(sql`select pg_advisory_xact_lock(${VERIFY_LOCK})`)
  const { rows } = await db.execute<{ found: boolean }>(sql`
    select exists (
      select from pgboss.job where state <= 'active' and name = ${PROOF_JOBS[what]} and start_after <= now()
    ) as found`)
  return rows[0]?.found ?? false
}

export async function readUnsealed(db: Queryable, now: Date): Promise<number> {
  const { rows } = await db.query<{ age: number }>(
    `select extract(epoch from $1::timestamptz - l.at)::float8 as age
     from (select developer_id, log_id from operation_unsealed order by log_id limit 1) u
       join operation_log l on l.developer_id = u.developer_id and l.id = u.log_id`,
    [now],
  )
  return Math.max(0, rows[0]?.age ?? 0)
}

export interface LastResult {
  at: Date
  problemCount: number
  problems: string[]
  sizeBytes: number | null
}

/** The latest result of each kind, and when the center was founded. */
export async function readResults(
  db: Queryable,
): Promise<{ founded: Date | null; results: ReadonlyMap<ResultKind, LastResult> }> {
  const { rows } = await db.query<LastResult & { kind: ResultKind }>(
    `select distinct on (kind) kind, at, problem_count as "problemCount", problems, size_bytes as "sizeBytes"
     from health_result order by kind, at desc, id desc`,
  )
  const { founded } = await one<{ founded: Date | null }>(db, 'select min(applied_at) as founded from migration')
  return { founded, results: new Map(rows.map((row) => [row.kind, row])) }
}

export async function insertResult(
  db: Queryable,
  result: { kind: ResultKind; at: Date; problems?: readonly string[]; sizeBytes?: number },
): Promise<void> {
  const { kind, at, problems = [], sizeBytes = null } = result
  await db.query(
    `insert into health_result (kind, at, problem_count, problems, size_bytes) values ($1, $2, $3, $4, $5)`,
    [kind, at, problems.length, problems.slice(0, MOST_DETAILS).map((problem) => problem.slice(0, 500)), sizeBytes],
  )
}

export async function readMail(db: Queryable, now: Date) {
  return one<{ queued: number; oldest: number; failed: number; kept: number }>(
    db,
    `select
       (select count(*)::int from mail_outbox where state = 'queued') as queued,
       (select greatest(0, coalesce(extract(epoch from $1::timestamptz - min(created_at)), 0))::float8
        from mail_outbox where state = 'queued') as oldest,
       (select count(*)::int from mail_outbox
        where state = 'failed' and created_at > $1::timestamptz - interval '24 hours') as failed,
       (select count(*)::int from mail_outbox where state = 'kept') as kept`,
    [now],
  )
}

/** Deliveries that wait for an earlier one of their license are put off by the worker, so they are not overdue. */
export async function readWebhooks(db: Queryable, now: Date) {
  return one<{ waiting: number; oldest: number }>(
    db,
    `select count(*)::int as waiting,
       coalesce(extract(epoch from $1::timestamptz - min(d.due_at)), 0)::float8 as oldest
     from webhook_delivery d join webhook w on w.developer_id = d.developer_id and w.guid = d.webhook_guid
     where d.state = 'waiting' and d.due_at <= $1 and w.is_enabled and w.deleted_at is null`,
    [now],
  )
}

export async function readCounts(db: Queryable, now: Date) {
  const { rows } = await db.query<{ name: CountName; network: string; count: number }>(
    `select name, network, count from health_count where day = ($1::timestamptz at time zone 'utc')::date
     order by count desc`,
    [now],
  )
  const total = (name: CountName) => rows.find((row) => row.name === name && row.network === '')?.count ?? 0
  const networks = rows.filter(({ name, network }) => name === 'limited' && network !== '')
  return { total, networks, top: networks.slice(0, MOST_DETAILS) }
}

export async function addCounts(
  db: Queryable,
  now: Date,
  counts: readonly { name: CountName; network: string; count: number }[],
): Promise<void> {
  if (counts.length === 0) return
  // In the order of the key: two processes that write at the same time must not deadlock.
  const ordered = counts.toSorted((a, b) => `${a.name} ${a.network}`.localeCompare(`${b.name} ${b.network}`))
  await db.query(
    `insert into health_count (day, name, network, count)
     select ($1::timestamptz at time zone 'utc')::date, c.* from unnest($2::text[], $3::text[], $4::bigint[]) as c
     on conflict (day, name, network) do update set count = health_count.count + excluded.count`,
    [now, ordered.map(({ name }) => name), ordered.map(({ network }) => network), ordered.map(({ count }) => count)],
  )
}

export interface ProcessRow {
  id: string
  version: string
  startedAt: Date
  seenAt: Date
  stoppedAt: Date | null
}

/** The latest first. Those that stopped, or that have been gone for long, are left out after a day. */
export async function listProcesses(db: Queryable, since: Date): Promise<ProcessRow[]> {
  const { rows } = await db.query<ProcessRow>(
    `select id, version, started_at as "startedAt", seen_at as "seenAt", stopped_at as "stoppedAt"
     from health_process where seen_at > $1 order by seen_at desc, id limit 50`,
    [since],
  )
  return rows
}

export async function beat(
  db: Queryable,
  process: Pick<ProcessRow, 'id' | 'version' | 'startedAt'>,
  now: Date,
  isStopping: boolean,
): Promise<void> {
  await db.query(
    `insert into health_process (id, version, started_at, seen_at, stopped_at)
     values ($1, $2, $3, $4, case when $5 then $4::timestamptz end)
     on conflict (id) do update set seen_at = excluded.seen_at, stopped_at = excluded.stopped_at`,
    [process.id, process.version, process.startedAt, now, isStopping],
  )
}

export async function deleteOld(db: Queryable, before: { counts: Date; results: Date }): Promise<void> {
  await db.query('delete from health_count where day < $1', [before.counts])
  await db.query('delete from health_process where seen_at < $1', [before.counts])
  await db.query('delete from health_result where at < $1', [before.results])
}
