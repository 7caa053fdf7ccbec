// The two connection pools: `app` works as a role that owns nothing, and `owner` has a few connections for migrations,
// the sealer and operator commands. This file owns connections and transactions. The domains own the statements.
import type { Writable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Acting } from '../acting.ts'
import { createTurns } from '../turns.ts'

export const APP_ROLE = 'sealwright_app'
/** Reads for platform operators: rows of all developers, without secrets. */
const DESK_ROLE = 'sealwright_desk'

// Parse bigint as a number. Row counts and license ids are far below 2^53, and strings would invite mistakes.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export type Db = NodePgDatabase
export type TransactionMode = 'read' | 'write'

/** A statement that PostgreSQL prepares once per connection. */
export interface Statement {
  name: string
  text: string
  values: unknown[]
}
/** Sends the last statement of a transaction, whose result nobody needs. Nothing may follow it. */
export type End = (last: Statement) => void

export interface Database {
  app: pg.Pool
  owner: pg.Pool
  /**
   * Runs a call of a developer in its turn: slow calls of one developer never hold all connections. For the outermost
   * work only, because a turn within a turn could wait for itself.
   */
  inTurnOf<T>(developerId: number, work: () => Promise<T>): Promise<T>
  /**
   * Runs one transaction as this tenant and within the row scope of `acting`. Without `acting`, all rows of the tenant
   * are visible. Both settings are local to the transaction, so a pooled connection carries nothing over.
   */
  inTenant<T>(developerId: number, mode: TransactionMode, work: (db: Db) => Promise<T>, acting?: Acting): Promise<T>
  /**
   * Like `inTenant` for writing, in two round trips fewer: the first statement is sent with the beginning, and the
   * statement that `work` gives to `end` with the commit. For calls that many programs make.
   */
  inTenantBriefly<T>(
    developerId: number,
    first: Statement,
    work: (db: Db, rows: unknown[], end: End) => Promise<T>,
  ): Promise<T>
  /** Runs one transaction as the application without a tenant. Only global tables are visible. */
  outsideTenants<T>(work: (db: Db) => Promise<T>): Promise<T>
  asOwner<T>(work: (db: Db) => Promise<T>): Promise<T>
  /**
   * Runs one transaction of the platform desk. Reading, it sees the columns of all developers that are shown to the
   * desk. Writing, it is the owner, as in the operator commands.
   */
  atDesk<T>(mode: TransactionMode, work: (db: Db) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/**
 * A failed statement: its text and the reason. It omits the values, because errors are logged and values can be
 * password hashes, codes or secret data.
 */
export class QueryFailure extends Error {
  override name = 'QueryFailure'

  constructor(failed: DrizzleQueryError) {
    super(`Failed query: ${failed.query}`, { cause: withoutRow(failed.cause) })
    const frames = failed.stack?.indexOf('\n    at ') ?? -1
    if (frames >= 0) this.stack = `${this.name}: ${this.message}${failed.stack?.slice(frames)}`
  }
}

/** PostgreSQL puts the offending row into the error's detail. */
function withoutRow(cause: unknown): unknown {
  if (cause instanceof pg.DatabaseError) cause.detail = undefined
  return cause
}

/** Statements that are sent together: the first failure counts, and no later one is left unhandled. */
const together = (sent: readonly [Promise<pg.QueryResult>, Promise<pg.QueryResult>]) =>
  Promise.allSettled(sent).then(() => Promise.all(sent))

/** The socket of a client. Corked, it sends several statements in one packet. */
const socketOf = (client: pg.PoolClient) =>
  (client as unknown as { connection: { stream: Writable } }).connection.stream // not in the types of the driver

async function beginWith(client: pg.PoolClient, begin: string, first: Statement): Promise<unknown[]> {
  const socket = socketOf(client)
  socket.cork()
  const sent = [client.query(begin), client.query(first)] as const
  socket.uncork()
  return (await together(sent))[1].rows
}

async function commitWith(client: pg.PoolClient, last: Statement): Promise<pg.QueryResult> {
  const socket = socketOf(client)
  socket.cork()
  const sent = [client.query(last), client.query('commit')] as const
  socket.uncork()
  return (await together(sent))[1]
}

async function transaction<T>(
  pool: pg.Pool,
  begin: string,
  work: (db: Db, rows: unknown[], end: End) => Promise<T>,
  first?: Statement,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    // Nothing else is sent before the beginning has succeeded: outside a transaction, it would be committed.
    const rows = first ? await beginWith(client, begin, first) : (await client.query(begin)).rows
    let last: Statement | undefined
    const result = await work(drizzle(client), rows, (statement) => void (last = statement))
    const committed = last ? await commitWith(client, last) : await client.query('commit')
    // After a failed statement, COMMIT rolls back without an error. That must not count as success.
    if (committed.command !== 'COMMIT') throw new Error('a transaction continued after one of its statements failed')
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

// Set in every transaction and not only at connection time: options in DATABASE_URL replace ours, and a pooler drops
// them. The pool would then work as the owner, which row-level security does not restrict.
const WITHIN_TIME = 'set local statement_timeout = 30000'
const AS_APPLICATION = `set local role ${APP_ROLE}; ${WITHIN_TIME}`

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** The settings of the row scope, which the policies of the tables read. */
function actingAs({ accountId, limited, integratorGuid }: Acting): string {
  const assignees = [accountId, ...(integratorGuid === null ? [] : [integratorGuid])]
  if (!assignees.every((id) => UUID.test(id))) throw new Error('an account or integrator id is not a UUID')
  return (
    `; set local sealwright.account_id = '${accountId}'` +
    `; set local sealwright.assignees = '{${assignees.join(',')}}'` +
    `; set local sealwright.limited = '${[...limited].join(',')}'`
  )
}

/** The part of the connections that the calls of one developer can hold at a time. */
const ONE_DEVELOPER = 0.75

export interface DatabaseOptions {
  poolSize?: number
  /** How long to wait for a connection before the database counts as unavailable. */
  waitMs?: number
  /**
   * For loading much data at once. No commit waits for the disk, so a crash can lose the last ones. Every connection
   * parses and plans each statement once.
   */
  isBulkLoad?: boolean
}

/** Names all statements with values of these connections, so that PostgreSQL parses and plans them once. */
function prepareEach(pool: pg.Pool): void {
  const names = new Map<string, string>()
  const nameOf = (text: string) => {
    const name = names.get(text) ?? `load_${names.size}`
    names.set(text, name)
    return name
  }
  pool.on('connect', (client) => {
    const query: (...given: unknown[]) => unknown = client.query.bind(client)
    // The pool itself gives a callback after the values.
    const named = (given: string | pg.QueryConfig, values?: unknown[], ...rest: unknown[]) => {
      const config = typeof given === 'string' ? { text: given } : given
      const hasValues = (values ?? config.values ?? []).length > 0
      return query(hasValues ? { ...config, name: config.name ?? nameOf(config.text) } : given, values, ...rest)
    }
    Object.assign(client, { query: named })
  })
}

export function openDatabase(
  url: string,
  log: Logger,
  { poolSize = 20, waitMs = 5_000, isBulkLoad = false }: DatabaseOptions = {},
): Database {
  const common = { connectionString: url, connectionTimeoutMillis: waitMs, idleTimeoutMillis: 30_000 }
  const atEase = isBulkLoad ? ' -c synchronous_commit=off -c plan_cache_mode=force_generic_plan' : ''
  const app = new pg.Pool({
    ...common,
    max: poolSize,
    // Statements that are sent together do not wait for each other's answers.
    pipeline: true,
    options: `-c role=${APP_ROLE} -c statement_timeout=30000 -c idle_in_transaction_session_timeout=60000${atEase}`,
  })
  const owner = new pg.Pool({ ...common, max: 4, ...(isBulkLoad && { options: atEase.trim() }) })
  if (isBulkLoad) for (const pool of [app, owner]) prepareEach(pool)
  const inTurn = createTurns(Math.ceil(poolSize * ONE_DEVELOPER))
  let isClosing = false
  // A lost idle connection (after a restart of PostgreSQL) is not fatal, because the pool replaces it.
  for (const pool of [app, owner]) {
    // The error holds the whole client, including its credentials. Log only the message and the code.
    pool.on('error', (error) => !isClosing && log.warn(outageOf(error), 'an idle database connection was lost'))
    // A lost connection that is in use also fails its query. Without a listener, the event would end the process.
    pool.on('connect', (client) => void client.on('error', () => undefined))
  }
  return {
    app,
    owner,
    inTurnOf: (developerId, work) => inTurn(String(developerId), work),
    inTenantBriefly(developerId, first, work) {
      if (!Number.isSafeInteger(developerId)) throw new Error('a tenant transaction needs a developer id')
      return transaction(
        app,
        `begin; ${AS_APPLICATION}; set local sealwright.developer_id = '${developerId}'`,
        work,
        first,
      )
    },
    inTenant(developerId, mode, work, acting) {
      if (!Number.isSafeInteger(developerId)) throw new Error('a tenant transaction needs a developer id')
      const access = mode === 'read' ? ' read only' : ''
      return transaction(
        app,
        `begin${access}; ${AS_APPLICATION}; set local sealwright.developer_id = '${developerId}'` +
          (acting ? actingAs(acting) : ''),
        work,
      )
    },
    outsideTenants: (work) => transaction(app, `begin; ${AS_APPLICATION}`, work),
    asOwner: (work) => transaction(owner, 'begin', work),
    atDesk: (mode, work) =>
      transaction(
        owner,
        mode === 'read'
          ? `begin read only; set local role ${DESK_ROLE}; ${WITHIN_TIME}`
          : `begin; ${WITHIN_TIME}; set local lock_timeout = 10000`,
        work,
      ),
    async close() {
      isClosing = true
      await Promise.all([app.end(), owner.end()])
    },
  }
}

/** Sets the tenant in a transaction of the database owner. Transfers and messages need it: each has a developer. */
export async function actAs(db: Db, developerId: number): Promise<void> {
  await db.execute(sql`select set_config('sealwright.developer_id', ${String(developerId)}, true)`)
}

/** The SQLSTATE or system error code of a failure, however deep the driver or the query builder wrapped it. */
export function sqlState(error: unknown): string | undefined {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code
  }
  return undefined
}

export const isUniqueViolation = (error: unknown) => sqlState(error) === '23505'

// Messages of the driver that come without a code, and of a server that accepts no connections.
const OUTAGE_WORDS =
  /Connection terminated|not queryable|timeout exceeded when trying to connect|not currently accepting connections/
const OUTAGE_CODES = /^(?:08|57P|53)|^(?:57014|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT)$/

/** The log entry of an outage: the message of its root cause, the code, and the statement, which may have timed out. */
export function outageOf(error: unknown): { reason: string; code: string | undefined; query?: string } {
  let first = error
  while (first instanceof Error && first.cause instanceof Error) first = first.cause
  return {
    reason: first instanceof Error ? first.message : String(first),
    code: sqlState(error),
    ...(error instanceof QueryFailure && { query: error.message }),
  }
}

/** Whether the database was unreachable or gave up, as opposed to refusing the statement. */
export function isOutage(error: unknown): boolean {
  if (OUTAGE_CODES.test(sqlState(error) ?? '')) return true
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (OUTAGE_WORDS.test(cause.message)) return true
  return false
}
