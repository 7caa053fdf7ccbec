// The facts of a use: the row that one statement reads, with the device recognized in it.
import { COUNTED_PARTS, LIMITS, machineLimits } from '@sealwright/contract'
import type { Db } from '../../../kernel/db/database.ts'
import { suspensionIn } from '../../../kernel/suspension.ts'
import { contentOf } from '../../template/index.ts'
import { recognize } from './recognize.rules.ts'
import type { PartChanges, UseFacts } from './use.kind.ts'
import { findFacts, findFactsIn, lockAllFacts, lockStatement } from './use.queries.ts'
import type { Asks, FactsRow, UseSubject } from './use.queries.ts'

const { partChangesPerMonth, partChangesPerYear } = LIMITS.runtime

const dateOf = (text: string | null) => (text === null ? null : new Date(text))

function changesOf(row: FactsRow['changes']): PartChanges {
  return {
    inMonth: row?.inMonth ?? 0,
    inYear: row?.inYear ?? 0,
    ofMachines: row?.ofMachines ?? [],
    perMonth: row?.perMonth ?? partChangesPerMonth.initial,
    perYear: row?.perYear ?? partChangesPerYear.initial,
    latest: (row?.latest ?? []).map(({ part, at }) => ({ part, at: new Date(at) })),
  }
}

/** Undefined if the developer does not exist. */
function factsOf(row: FactsRow | undefined, { fingerprint, parts = [] }: UseSubject): UseFacts | undefined {
  if (!row?.developer) return undefined
  const { developer, license, terms, issue, lease, person, seats } = row
  const counted = developer.parts ?? COUNTED_PARTS
  const content = terms && contentOf(terms.terms, [])
  const { machine, change } = recognize(row.machines ?? [], { fingerprint, parts }, counted, changesOf(row.changes), {
    bound: license?.everBound ?? 0,
    limit: content && machineLimits(content).ever,
  })
  return {
    developer: {
      ...developer,
      apiPassword: row.api_password,
      parts: counted,
      serviceUntil: dateOf(developer.serviceUntil),
      owedSince: dateOf(developer.owedSince),
      suspension: suspensionIn(row.suspension),
      graceDays: developer.graceDays === null ? LIMITS.platform.graceDays.initial : Number(developer.graceDays),
    },
    person: person && { ...person, until: new Date(person.until) },
    license: license && {
      ...license,
      expiresAt: new Date(license.expiresAt),
      partlyUntil: new Date(license.partlyUntil),
      firstUsedAt: dateOf(license.firstUsedAt),
      approvedAt: dateOf(license.approvedAt),
      issuedAt: new Date(license.issuedAt),
    },
    content,
    productEnds: terms?.productEnds ?? {},
    issue: issue && { ...issue, issuedAt: new Date(issue.issuedAt) },
    machine,
    change,
    lease: lease && { ...lease, issuedAt: new Date(lease.issuedAt), expiresAt: new Date(lease.expiresAt) },
    seats,
    isFormer: row.is_former,
    exchanged: row.exchanged ?? null,
  }
}

/** Reads facts in one statement, without a transaction. */
export const readFacts = async (pool: Asks, developerId: number, subject: UseSubject, now: Date) =>
  factsOf(await findFacts(pool, developerId, subject, now), subject)

/** Reads facts and locks the license until the transaction ends. */
export const holdFacts = async (db: Db, developerId: number, subject: UseSubject, now: Date) =>
  factsOf(await findFactsIn(db, developerId, subject, now, true), subject)

/** The same for several licenses, in one statement. They are locked in the order of the subjects. */
export async function holdAllFacts(
  db: Db,
  developerId: number,
  subjects: readonly UseSubject[],
  now: Date,
): Promise<(UseFacts | undefined)[]> {
  const rows = await lockAllFacts(db, developerId, subjects, now)
  return subjects.map((subject, index) => factsOf(rows[index], subject))
}

/** The same as the first statement of a transaction: what to send, and how to read its rows. */
export const holdingFacts = (developerId: number, subject: UseSubject, now: Date) => ({
  statement: lockStatement(developerId, subject, now),
  read: (rows: readonly unknown[]) => factsOf(rows[0] as FactsRow | undefined, subject), // the columns of the functions
})

/** Reads facts in a transaction, without a lock. */
export const viewFacts = async (db: Db, developerId: number, subject: UseSubject, now: Date) =>
  factsOf(await findFactsIn(db, developerId, subject, now, false), subject)
