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

export interface Named {
  guid: string
  /** The code was replaced by another one. */
  isFormer: boolean
}

/**
 * The licenses that files name, if they are within the row scope: by an earlier exchange of the same file, by its code,
 * by its lease, else by its account. One statement, so that a concurrent exchange is seen wholly or not at all. One
 * entry for each file, in their order.
 */
export async function findAllNamed(
  { db, developerId }: Of,
  files: readonly NamedInFile[],
): Promise<(Named | undefined)[]> {
  const column = (of: (file: NamedInFile) => unknown) => sql.param(files.map((file) => of(file) ?? null))
  const { rows } = await db.execute<{ n: number; guid: string; is_former: boolean }>(sql`
    select f.n::int, named.guid, named.is_former
    from unnest(${column(({ fileId }) => fileId)}::text[], ${column(({ digest }) => digest)}::bytea[],
      ${column(({ code }) => code)}::text[], ${column(({ lease }) => lease)}::uuid[],
      ${column(({ account }) => account)}::text[], ${column(({ licenseId }) => licenseId)}::bigint[])
      with ordinality as f (file_id, digest, code, lease, account, license_id, n)
    cross join lateral (
      select l.guid, n.is_former from (
        select license_guid as guid, false as is_former, 1 as n from exchange
          where developer_id = ${developerId} and file_id = f.file_id and digest = f.digest
        union all select guid, false, 2 from license
          where developer_id = ${developerId} and serial = f.code and family <> 'account'
        union all select license_guid, true, 3 from former_code
          where developer_id = ${developerId} and serial = f.code
        union all select license_guid, false, 4 from lease
          where f.code is null and developer_id = ${developerId} and guid = f.lease
        union all select license_guid, false, 5 from exchange
          where f.code is null and developer_id = ${developerId} and lease_guid = f.lease
        union all (select guid, false, 6 from license
          where f.code is null and f.lease is null and developer_id = ${developerId} and family = 'account'
            and lower(account) = lower(f.account) and license_id = f.license_id
          order by ended_at is not null, state in (15, 16), issued_at desc limit 1)
      ) n join license l on l.developer_id = ${developerId} and l.guid = n.guid
      order by n.n limit 1
    ) named`)
  const found = new Map(rows.map(({ n, guid, is_former }) => [n, { guid, isFormer: is_former }]))
  return files.map((_, index) => found.get(index + 1))
}

export const findNamed = async (of: Of, file: NamedInFile): Promise<Named | undefined> =>
  (await findAllNamed(of, [file]))[0]

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
    answer: x['answer'] ?? null,
    answerName: x['answer_name'] ?? '',
    validUntil: new Date(x['valid_until'] ?? 0),
  } satisfies Partial<Exchange>
}

/** An exchange with everything that is stored with it. */
export interface Kept {
  exchange: Omit<Exchange, 'developerId'>
  machine: { key: string; removals: number }
  /** The binding that is written with it, if the device is bound by it. */
  binding: WrittenBinding | null
  lease: NewLease | null
  eventGuid: string
  told: NewEvent | null
}

function storedOf({ exchange: row, machine, binding, lease, eventGuid, told }: Kept) {
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
  return { done, machine, binding, leased: lease, eventGuid, told }
}

/** The statement that stores exchanges of different licenses, which are locked. */
export const keepStatement = ({ developerId }: Pick<Of, 'developerId'>, kept: readonly Kept[]): Statement => ({
  name: 'keep_exchanges',
  text: 'select keep_exchanges($1, $2)',
  values: [developerId, JSON.stringify(kept.map(storedOf))],
})

export async function keepAll(of: Of, kept: readonly Kept[]): Promise<void> {
  if (kept.length === 0) return
  const { values } = keepStatement(of, kept)
  await of.db.execute(sql`select keep_exchanges(${values[0]}::bigint, ${values[1]}::jsonb)`)
}
