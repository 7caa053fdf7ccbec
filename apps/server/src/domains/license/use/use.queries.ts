// Reads all facts for judging a use in one statement, `runtime_facts`. The function bypasses row-level security for the
// one developer in its arguments.
import { DAY_MS, LICENSE_STATUSES, LIMITS } from '@sealwright/contract'
import type { MachinePart } from '@sealwright/contract'
import { and, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Db, Statement } from '../../../kernel/db/database.ts'
import type { SuspensionRow } from '../../../kernel/suspension.ts'
import { contentOf } from '../../template/index.ts'
import type { StoredTerms } from '../../template/index.ts'
import { license, licenseTerms, partChange } from '../license.tables.ts'
import type { PartChanges, UseFacts, UsedMachine } from './use.kind.ts'

const { unbound, bound } = LICENSE_STATUSES
const { partChangesPerMonth, partChangesPerYear } = LIMITS.runtime

/** The license and the device of a use. */
export interface UseSubject {
  code?: string | undefined
  /** The SHA-256 digest of a token. */
  token?: Buffer | undefined
  licenseId?: number | undefined
  leaseId?: string | undefined
  guid?: string | undefined
  fingerprint?: string | undefined
  parts?: readonly string[] | undefined
  /** The holder of a seat. If given, seats are counted. */
  holder?: string | undefined
  /** The id of a file. If given, its earlier exchange is read, under the lock of the license. */
  fileId?: string | undefined
}

/** The columns of `runtime_facts` and `part_changes`. */
export interface FactsRow extends Record<string, unknown> {
  developer: {
    status: UseFacts['developer']['status']
    timeZone: string
    serviceUntil: string | null
    owedSince: string | null
    graceDays: string | null
    parts: MachinePart[] | null
  } | null
  api_password: Buffer | null
  person: { guid: string; account: string; userName: string | null; until: string } | null
  license:
    | (Omit<NonNullable<UseFacts['license']>, 'expiresAt' | 'partlyUntil' | 'firstUsedAt' | 'approvedAt' | 'issuedAt'> &
        Record<'expiresAt' | 'partlyUntil' | 'issuedAt', string> &
        Record<'firstUsedAt' | 'approvedAt', string | null>)
    | null
  terms: { terms: StoredTerms; productEnds: Record<string, string> } | null
  issue: { rates: NonNullable<UseFacts['issue']>['rates']; issuedAt: string } | null
  machines: UsedMachine[] | null
  /** Null if the caller is none of the license's devices, or reports no parts. */
  changes:
    | (Pick<PartChanges, 'inMonth' | 'inYear' | 'ofMachines'> &
        Record<'perMonth' | 'perYear', number | null> & { latest: { part: MachinePart; at: string }[] })
    | null
  lease:
    | (Omit<NonNullable<UseFacts['lease']>, 'issuedAt' | 'expiresAt'> & { issuedAt: string; expiresAt: string })
    | null
  seats: { taken: number; mine: string | null } | null
  is_former: boolean
  suspension: SuspensionRow
  exchanged?: Record<string, unknown> | null
}

const FACTS = `select f.*, case when cardinality($8::text[]) > 0
      then part_changes($1, (f.license ->> 'guid')::uuid, f.machines, $12, $13) end as changes,
      case when $14::text is not null then exchange_of($1, $14, f.license) end as exchanged,
      suspension_of($1) as suspension
    from runtime_facts($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) f`
const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)
const valuesOf = (
  developerId: number,
  { code, token, licenseId, leaseId, guid, fingerprint, parts = [], holder, fileId }: UseSubject,
  now: Date,
  isHeld: boolean,
) => [
  developerId,
  code ?? null,
  token ?? null,
  licenseId ?? null,
  leaseId ?? null,
  guid ?? null,
  fingerprint ?? null,
  [...parts],
  holder ?? null,
  now,
  isHeld,
  daysBefore(now, partChangesPerMonth.days),
  daysBefore(now, partChangesPerYear.days),
  fileId ?? null,
]

/** The statement that reads facts and locks the license. */
export const lockStatement = (developerId: number, subject: UseSubject, now: Date): Statement => ({
  name: 'runtime_facts',
  text: FACTS,
  values: valuesOf(developerId, subject, now, true),
})

/** Runs one statement without a transaction, like a pool. */
export interface Asks {
  query(statement: { name: string; text: string; values: unknown[] }): Promise<{ rows: unknown[] }>
}

/** Reads facts in one statement, without a transaction. */
export async function findFacts(
  pool: Asks,
  developerId: number,
  subject: UseSubject,
  now: Date,
): Promise<FactsRow | undefined> {
  const { rows } = await pool.query({
    name: 'runtime_facts',
    text: FACTS,
    values: valuesOf(developerId, subject, now, false),
  })
  return rows[0] as FactsRow | undefined // the columns of the functions
}

/** Reads facts in a transaction. If held, locks the license until the transaction ends. */
export async function findFactsIn(
  db: Db,
  developerId: number,
  subject: UseSubject,
  now: Date,
  isHeld: boolean,
): Promise<FactsRow | undefined> {
  const [of, code, token, licenseId, leaseId, guid, fingerprint, parts, holder, , , month, year] = valuesOf(
    developerId,
    subject,
    now,
    isHeld,
  )
  const { rows } = await db.execute<FactsRow>(
    sql`select f.*, case when cardinality(${sql.param(parts)}::text[]) > 0 then part_changes(${of}::bigint,
        (f.license ->> 'guid')::uuid, f.machines, ${month}::timestamptz, ${year}::timestamptz) end as changes,
        suspension_of(${of}::bigint) as suspension
      from runtime_facts(${of}::bigint, ${code}::text, ${token}::bytea, ${licenseId}::bigint, ${leaseId}::uuid,
        ${guid}::uuid, ${fingerprint}::text, ${sql.param(parts)}::text[], ${holder}::text,
        ${now}::timestamptz, ${isHeld}::boolean) f`,
  )
  return rows[0]
}

/**
 * Reads the facts of files and locks their licenses until the transaction ends, in the order of the subjects. The
 * subjects name licenses by guid; callers sort them, so that two batches do not wait for each other.
 */
export async function lockAllFacts(
  db: Db,
  developerId: number,
  subjects: readonly UseSubject[],
  now: Date,
): Promise<(FactsRow | undefined)[]> {
  const column = (of: (subject: UseSubject) => unknown) => sql.param(subjects.map((subject) => of(subject) ?? null))
  const { rows } = await db.execute<FactsRow & { n: number }>(sql`
    select s.n::int, f.*, case when cardinality(s.parts) > 0 then part_changes(${developerId}::bigint,
        (f.license ->> 'guid')::uuid, f.machines, ${daysBefore(now, partChangesPerMonth.days)}::timestamptz,
        ${daysBefore(now, partChangesPerYear.days)}::timestamptz) end as changes,
      exchange_of(${developerId}::bigint, s.file_id, f.license) as exchanged,
      suspension_of(${developerId}::bigint) as suspension
    from (select guid, print, array(select jsonb_array_elements_text(parts)) as parts, file_id, n
      from unnest(${column(({ guid }) => guid)}::uuid[], ${column(({ fingerprint }) => fingerprint)}::text[],
        ${column(({ parts = [] }) => JSON.stringify(parts))}::jsonb[], ${column(({ fileId }) => fileId)}::text[])
        with ordinality as given (guid, print, parts, file_id, n)) s
    cross join lateral runtime_facts(${developerId}::bigint, null, null, null, null, s.guid, s.print, s.parts, null,
      ${now}::timestamptz, true) f`)
  const found = new Map(rows.map((row) => [row.n, row]))
  return subjects.map((_, index) => found.get(index + 1))
}

/** Consumes uses of a license that the caller has locked and judged. */
export async function takeUses(
  { db, developerId }: { db: Db; developerId: number },
  guid: string,
  amount: number,
): Promise<void> {
  await db
    .update(license)
    .set({ usesTaken: sql`${license.usesTaken} + ${amount}` })
    .where(and(eq(license.developerId, developerId), eq(license.guid, guid)))
}

/** The licenses that a user may use now, latest first. */
export async function listInForce({ db, developerId }: { db: Db; developerId: number }, userGuid: string, now: Date) {
  const rows = await db
    .select({
      guid: license.guid,
      licenseId: license.licenseId,
      expiresAt: license.expiresAt,
      terms: licenseTerms.terms,
    })
    .from(license)
    .innerJoin(
      licenseTerms,
      and(eq(licenseTerms.developerId, license.developerId), eq(licenseTerms.guid, license.termsGuid)),
    )
    .where(
      and(
        eq(license.developerId, developerId),
        eq(license.userGuid, userGuid),
        eq(license.family, 'account'),
        isNull(license.endedAt),
        inArray(license.state, [unbound, bound]),
        gt(license.expiresAt, now),
      ),
    )
    .orderBy(desc(license.issuedAt), desc(license.guid))
  return rows
    .map(({ terms, ...row }) => ({ ...row, content: contentOf(terms, []) }))
    .filter(({ content: { startTime } }) => startTime === null || Date.parse(startTime) <= now.getTime())
}

export async function insertPartChange(db: Db, row: typeof partChange.$inferInsert): Promise<void> {
  await db.insert(partChange).values(row)
}

/** The arguments of `bind_machine`. */
export interface WrittenBinding {
  licenseGuid: string
  now: Date
  machine: object
  changes: object | null
  eventGuid: string | null
  orderGuid: string | null
  amountFen: number | null
}

/** Writes the rows of the device, the license and its history in one call. */
export async function writeBinding(db: Db, developerId: number, given: WrittenBinding): Promise<void> {
  const { licenseGuid, now, machine, changes, eventGuid, orderGuid, amountFen } = given
  await db.execute(
    sql`select bind_machine(${developerId}::bigint, ${licenseGuid}::uuid, ${now}::timestamptz,
      ${JSON.stringify(machine)}::jsonb, ${changes && JSON.stringify(changes)}::jsonb,
      ${eventGuid}::uuid, ${orderGuid}::uuid, ${amountFen}::bigint)`,
  )
}
