// Who makes a change for the platform, and in which transaction: a command opens its own, an operator at the desk works
// in that of the call. Both run as the database owner, write the operators' log, and use the same use cases. A change
// that concerns one developer is recorded in that developer's log too.
import { DEFAULT_LOCALE, developerGuid } from '@sealwright/contract'
import type { ErrorName, Locale } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import { DESK_CHAIN, recordByPlatform } from '../../../kernel/audit/record.ts'
import type { DeskOperation, LoggedFacts, Operation } from '../../../kernel/audit/record.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { actAs } from '../../../kernel/db/database.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import type { DeskScope } from '../../../kernel/desk.ts'
import type { Ids } from '../../../kernel/ids.ts'
import type { Notify } from '../../../kernel/notify.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { RefusalOptions } from '../../../kernel/refusal.ts'
import { languageOf } from '../../developer/index.ts'
import type { Books } from '../ledger/ledger.kind.ts'
import * as queries from './operator.queries.ts'
import type { Concerned } from './operator.queries.ts'

/** The request is valid but cannot be carried out. Nothing was changed. The message is for the terminal. */
export class Declined extends Refusal {
  override name = 'Declined'

  constructor(message: string, error: ErrorName, options: RefusalOptions = {}) {
    super(error, options)
    this.message = message
  }
}

export interface OperatorDeps {
  database: Database
  clock: Clock
  ids: Ids
  notify: Notify
  languages: Record<Locale, Sentences>
}

export interface Hand {
  db: Db
  now: Date
  /** Null for a command. */
  by: { guid: string; name: string } | null
  /** In the language of the operator. A command uses the default one. */
  say: Sentences
  record(call: string, ...operations: readonly DeskOperation[]): Promise<void>
  recordAt(developerId: number, call: string, ...operations: readonly Operation[]): Promise<void>
}
export type Open = <T>(work: (hand: Hand) => Promise<T>) => Promise<T>

export const byCommand =
  ({ database, clock, languages }: OperatorDeps): Open =>
  (work) =>
    database.asOwner((db) => {
      const now = clock.now()
      return work({
        db,
        now,
        by: null,
        say: languages[DEFAULT_LOCALE],
        record: (call, ...operations) =>
          recordByPlatform({ db, developerId: DESK_CHAIN, now }, languages[DEFAULT_LOCALE], call, ...operations),
        recordAt: async (developerId, call, ...operations) =>
          recordByPlatform({ db, developerId, now }, await languageOf(db, developerId, languages), call, ...operations),
      })
    })

export const byOperator =
  ({ db, asking, operator, say, record, recordAt }: DeskScope): Open =>
  (work) =>
    work({
      db,
      now: asking.now,
      by: { guid: operator.guid, name: operator.name },
      say,
      record: (_call, ...operations) => record(...operations),
      recordAt: (developerId, _call, ...operations) => recordAt(developerId, ...operations),
    })

/** Runs the work in the books of an existing developer, whose row stays locked. */
export async function concerning<T>(
  hand: Hand,
  { ids }: Pick<OperatorDeps, 'ids'>,
  developerId: number,
  work: (books: Books, developer: Concerned) => Promise<T>,
): Promise<T> {
  const developer = await queries.lockConcerned(hand.db, developerId)
  if (!developer)
    throw new Declined(`There is no developer ${developerId}.`, 'operator.developerNotFound', { field: 'developerId' })
  await actAs(hand.db, developerId)
  return work({ db: hand.db, developerId, ids, now: hand.now, actor: null }, developer)
}

export const ofBilling = (
  { id, name }: Pick<Concerned, 'id' | 'name'>,
  change: { before?: LoggedFacts; after?: LoggedFacts },
): Operation => ({ type: 'update', target: { kind: 'billing', guid: developerGuid(id), name }, ...change })

/** The facts whose values differ between two states. */
export function changed(before: LoggedFacts, after: LoggedFacts): { before: LoggedFacts; after: LoggedFacts } {
  const names = Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name])
  const of = (facts: LoggedFacts) => Object.fromEntries(names.map((name) => [name, facts[name] ?? null]))
  return { before: of(before), after: of(after) }
}
