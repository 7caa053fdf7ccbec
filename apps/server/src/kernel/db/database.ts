// The two ways into PostgreSQL: `app`, a pool that works as a role owning nothing, and `owner`, a few connections for
// migrations, the sealer and operator commands. It owns connecting and transactions; what runs inside them is the
// domains'.
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Acting } from '../scope.ts'

export const APP_ROLE = 'sealwright_app'

// Row counts and license ids are far below 2^53; as strings they would only invite mistakes.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export type Db = NodePgDatabase
export type TransactionMode = 'read' | 'write'

export interface Database {
  app: pg.Pool
  owner: pg.Pool
  /**
   * One transaction as this tenant, held to what `acting` sees; without it everything of the tenant is seen. Both are
   * transaction-local: a pooled connection carries nothing over.
   */
  inTenant<T>(developerId: number, mode: TransactionMode, work: (db: Db) => Promise<T>, acting?: Acting): Promise<T>
  /** One transaction as the application, with no tenant: global tables only. */
  outsideTenants<T>(work: (db: Db) => Promise<T>): Promise<T>
  asOwner<T>(work: (db: Db) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/**
 * A statement that failed: its text and the reason. The values stay out, since errors are logged and values are
 * passwords' hashes, codes and hidden data.
 */
export class QueryFailure extends Error {
  override name = 'QueryFailure'

  constructor(failed: DrizzleQueryError) {
    super(`Failed query: ${failed.query}`, { cause: withoutRow(failed.cause) })
    const frames = failed.stack?.indexOf('\n    at ') ?? -1
    if (frames >= 0) this.stack = `${this.name}: ${this.message}${failed.stack?.slice(frames)}`
  }
}

/** PostgreSQL tells the offending row in its detail. */
function withoutRow(cause: unknown): unknown {
  if (cause instanceof pg.DatabaseError) cause.detail = undefined
  return cause
}

async function transaction<T>(pool: pg.Pool, begin: string, work: (db: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(begin)
    const result = await work(drizzle(client))
    // In a transaction that an error has ended, a commit succeeds and does nothing: that must not pass for done.
    if ((await client.query('commit')).command !== 'COMMIT')
      throw new Error('a transaction went on after one of its statements had failed')
    return result
  } catch (error) {
    await client.query('rollback').catch((reason: unknown) => {
      broken = reason instanceof Error ? reason : new Error(String(reason))
    })
    throw error instanceof DrizzleQueryError ? new QueryFailure(error) : withoutRow(error)
  } finally {
    // A connection that could not roll back is not given to the next caller.
    client.release(broken)
  }
}

// Said in every transaction and not only when connecting: options in DATABASE_URL replace ours, a pooler drops them,
// and the pool would then work as the owner, whom no tenant wall holds.
const AS_APPLICATION = `set local role ${APP_ROLE}; set local statement_timeout = 30000`

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** Whose part of the rows is seen; the policies of the tables read it. */
function actingAs({ accountId, limited, integratorGuid }: Acting): string {
  const assignees = [accountId, ...(integratorGuid === null ? [] : [integratorGuid])]
  if (!assignees.every((id) => UUID.test(id))) throw new Error('an acting person is known by uuids')
  return `; set local sealwright.account_id = '${accountId}'; set local sealwright.assignees = '{${assignees.join(',')}}'; set local sealwright.limited = '${[...limited].join(',')}'`
}

export interface DatabaseOptions {
  poolSize?: number
  /** How long somebody waits for a connection before the database counts as unavailable. */
  waitMs?: number
}

export function openDatabase(
  url: string,
  log: Logger,
  { poolSize = 20, waitMs = 5_000 }: DatabaseOptions = {},
): Database {
  const common = { connectionString: url, connectionTimeoutMillis: waitMs, idleTimeoutMillis: 30_000 }
  const app = new pg.Pool({
    ...common,
    max: poolSize,
    options: `-c role=${APP_ROLE} -c statement_timeout=30000 -c idle_in_transaction_session_timeout=60000`,
  })
  const owner = new pg.Pool({ ...common, max: 4 })
  let isClosing = false
  // An idle connection that dies (a restarted server) is an event here, not a crash; the pool replaces it.
  for (const pool of [app, owner]) {
    // The error carries the whole client, keys included: only its words are logged.
    pool.on('error', (error) => !isClosing && log.warn(outageOf(error), 'an idle database connection was lost'))
    // One in use tells its query as well; without a listener of its own the event would end the process.
    pool.on('connect', (client) => void client.on('error', () => undefined))
  }
  return {
    app,
    owner,
    inTenant(developerId, mode, work, acting) {
      if (!Number.isSafeInteger(developerId)) throw new Error('a tenant transaction needs a developer id')
      const access = mode === 'read' ? ' read only' : ''
      return transaction(
        app,
        `begin${access}; ${AS_APPLICATION}; set local sealwright.developer_id = '${developerId}'${acting ? actingAs(acting) : ''}`,
        work,
      )
    },
    outsideTenants: (work) => transaction(app, `begin; ${AS_APPLICATION}`, work),
    asOwner: (work) => transaction(owner, 'begin', work),
    async close() {
      isClosing = true
      await Promise.all([app.end(), owner.end()])
    },
  }
}

/** PostgreSQL's own code of a failure, wherever the driver or the query builder wrapped it. */
export function sqlState(error: unknown): string | undefined {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code
  }
  return undefined
}

/** Whether somebody else has what must be one's alone. */
export const isUniqueViolation = (error: unknown) => sqlState(error) === '23505'

// What the driver says without a code, and what a server says that takes no connections just now.
const OUTAGE_WORDS =
  /Connection terminated|not queryable|timeout exceeded when trying to connect|not currently accepting connections/
const OUTAGE_CODES = /^(?:08|57P|53)|^(?:57014|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT)$/

/**
 * What is logged of an outage: the words of whoever gave up first, their code, and the statement, which may be what
 * took too long.
 */
export function outageOf(error: unknown): { reason: string; code: string | undefined; query?: string } {
  let first = error
  while (first instanceof Error && first.cause instanceof Error) first = first.cause
  return {
    reason: first instanceof Error ? first.message : String(first),
    code: sqlState(error),
    ...(error instanceof QueryFailure && { query: error.message }),
  }
}

/** Whether the database could not be reached or gave up, as opposed to refusing what was asked. */
export function isOutage(error: unknown): boolean {
  if (OUTAGE_CODES.test(sqlState(error) ?? '')) return true
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (OUTAGE_WORDS.test(cause.message)) return true
  return false
}
