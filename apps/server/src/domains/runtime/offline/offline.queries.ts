// SQL of exchanges. The database limits callers with a row scope to the exchanges of their licenses.
import type { ExchangeKind } from '@sealwright/contract'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db, Statement } from '../../../kernel/db/database.ts'
import { listOf, walkIds } from '../../../kernel/db/search.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { WrittenBinding } from '../../license/index.ts'
import { exchange } from '../runtime.tables.ts'
import type { Exchange, NewEvent, NewLease } from '../runtime.tables.ts'

interface Of {
  db: Db
  developerId: number
}

const isOurs = ({ developerId }: Pick<Of, 'developerId'>) => eq(exchange.developerId, developerId)

export interface NamedInFile {
  fileId: string
  digest: Buffer
  code?: string | undefined
  lease?: string | undefined
  account?: string | undefined
  licenseId?: number | undefined
}

/**
 * The license that a file names, if it is within the row scope: by an earlier exchange of the same file, by its code,
 * by its lease, else by its account. One statement, so that a concurrent exchange is seen wholly or not at all.
 */
export async function findNamed(
  { db, developerId }: Of,
  { fileId, digest, code, lease, account, licenseId }: NamedInFile,
): Promise<{ guid: string; isFormer: boolean } | undefined> {
  const { rows } = await db.execute<{ guid: string; is_former: boolean }>(sql`
    select l.guid, n.is_former from (
      select license_guid as guid, false as is_former, 1 as n from exchange
        where developer_id = ${developerId} and file_id = ${fileId} and digest = ${digest}
      union all select guid, false, 2 from license
        where developer_id = ${developerId} and serial = ${code ?? null} and family <> 'account'
      union all select license_guid, true, 3 from former_code
        where developer_id = ${developerId} and serial = ${code ?? null}
      union all select license_guid, false, 4 from lease
        where ${code === undefined} and developer_id = ${developerId} and guid = ${lease ?? null}::uuid
      union all select license_guid, false, 5 from exchange
        where ${code === undefined} and developer_id = ${developerId} and lease_guid = ${lease ?? null}::uuid
      union all (select guid, false, 6 from license
        where ${code === undefined && lease === undefined} and developer_id = ${developerId} and family = 'account'
          and lower(account) = lower(${account ?? null}) and license_id = ${licenseId ?? null}::bigint
        order by ended_at is not null, state in (15, 16), issued_at desc limit 1)
    ) n join license l on l.developer_id = ${developerId} and l.guid = n.guid
    order by n.n limit 1`)
  const [row] = rows
  return row && { guid: row.guid, isFormer: row.is_former }
}

export async function findExchange(of: Of, guid: string): Promise<Exchange | undefined> {
  const [row] = await of.db
    .select()
    .from(exchange)
    .where(and(isOurs(of), eq(exchange.guid, guid)))
  return row
}

/** The exchange of a C2D by its id. */
export async function findExchanged(of: Of, fileId: string): Promise<Exchange | undefined> {
  const [row] = await of.db
    .select()
    .from(exchange)
    .where(and(isOurs(of), eq(exchange.fileId, fileId)))
  return row
}

/** The exchange whose answer is this D2C. */
export async function findAnswer(of: Of, answerDigest: Buffer): Promise<Exchange | undefined> {
  const [row] = await of.db
    .select()
    .from(exchange)
    .where(and(isOurs(of), eq(exchange.answerDigest, answerDigest)))
  return row
}

export async function listExchanges(of: Of, guids: readonly string[]): Promise<Exchange[]> {
  if (guids.length === 0) return []
  return of.db
    .select()
    .from(exchange)
    .where(and(isOurs(of), inArray(exchange.guid, [...guids])))
}

/** What identifies the device of an exchange. */
export async function findDevice(
  { db, developerId }: Of,
  guid: string,
): Promise<{ fingerprint: string; os: string | null } | undefined> {
  const { rows } = await db.execute<{ fingerprint: string; os: string | null }>(
    sql`select fingerprint, os from bound_machine where developer_id = ${developerId} and guid = ${guid}::uuid`,
  )
  return rows[0]
}

/** Latest first by default, ties by guid. */
export async function pageExchanges(
  scope: Scope,
  { licenseGuid, kind }: { licenseGuid?: string | undefined; kind?: ExchangeKind | undefined },
  order: 'asc' | 'desc',
) {
  const ids = await walkIds(scope, {
    table: exchange,
    where: and(
      isOurs(scope),
      licenseGuid === undefined ? undefined : eq(exchange.licenseGuid, licenseGuid),
      kind === undefined ? undefined : eq(exchange.kind, kind),
    ),
    column: exchange.at,
    order,
  })
  return listOf(ids, (guids) => listExchanges(scope, guids))
}

/** An exchange as `exchange_of` returned it, by its columns. */
export const exchangeOf = (row: Readonly<Record<string, unknown>>) => {
  const bytes = (value: unknown) => Buffer.from(String(value).slice(2), 'hex')
  const x = row as Record<string, string> // the columns of `exchange`
  return {
    guid: x['guid'] ?? '',
    licenseGuid: x['license_guid'] ?? '',
    kind: x['kind'] as ExchangeKind, // by the check of the column
    digest: bytes(x['digest']),
    machineName: x['machine_name'] ?? '',
    at: new Date(x['at'] ?? 0),
    taskGuid: x['task_guid'] ?? null,
    answer: x['answer'] ?? null,
    answerName: x['answer_name'] ?? '',
    validUntil: new Date(x['valid_until'] ?? 0),
  } satisfies Partial<Exchange>
}

/** The statement that stores an exchange, its binding and everything else that belongs to it. */
export function keepStatement(
  { developerId }: Pick<Of, 'developerId'>,
  given: {
    exchange: Omit<Exchange, 'developerId'>
    machine: { key: string; removals: number }
    /** The binding that is written with it, if the device is bound by it. */
    binding: WrittenBinding | null
    lease: NewLease | null
    eventGuid: string
    told: NewEvent | null
  },
): Statement {
  const { exchange: row, machine, binding, lease, eventGuid, told } = given
  const hex = (bytes: Buffer) => `\\x${bytes.toString('hex')}`
  const done = {
    guid: row.guid,
    license_guid: row.licenseGuid,
    machine_guid: row.machineGuid,
    kind: row.kind,
    file_id: row.fileId,
    digest: hex(row.digest),
    name: row.name,
    machine_name: row.machineName,
    made_at: row.madeAt,
    at: row.at,
    way: row.way,
    actor_id: row.actorId,
    actor_name: row.actorName,
    task_guid: row.taskGuid,
    answer: row.answer,
    answer_digest: hex(row.answerDigest),
    answer_name: row.answerName,
    packages: row.packages,
    lease_guid: row.leaseGuid,
    valid_until: row.validUntil,
  }
  return {
    name: 'keep_exchange',
    text: 'select keep_exchange($1, $2, $3, $4, $5, $6, $7)',
    values: [
      developerId,
      JSON.stringify(done),
      JSON.stringify(machine),
      binding && JSON.stringify(binding),
      lease && JSON.stringify(lease),
      eventGuid,
      told && JSON.stringify(told),
    ],
  }
}
