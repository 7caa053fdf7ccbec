// The platform registers dongles, for a developer or into stock: all of a file or none. Runs as the database owner,
// because no two dongles in the world have the same numbers or keys. A dongle that is registered already is left as it
// is.
import type { Locale } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import { DESK_CHAIN, recordByPlatform } from '../../../kernel/audit/record.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { actAs } from '../../../kernel/db/database.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import type { Ids } from '../../../kernel/ids.ts'
import type { SecretBox } from '../../../kernel/keys/secret-box.ts'
import { languageOf } from '../../developer/index.ts'
import { NEVER } from '../../license/index.ts'
import type { Dongle } from '../dongle.tables.ts'
import { pinPurpose } from './control-lock.service.ts'
import { insertLockEvents } from './life.queries.ts'
import { findKnown, insertDongles, insertMoves, insertStock, waitForOthers } from './register.queries.ts'
import type { Known } from './register.queries.ts'
import type { Registration, RowProblem } from './register.rules.ts'

export interface RegisterDeps {
  database: Database
  clock: Clock
  ids: Ids
  box: SecretBox
  languages: Record<Locale, Sentences>
}

/** The transaction in which dongles are registered or moved. Without a name: a command of the platform. */
export interface Registering extends Pick<RegisterDeps, 'ids' | 'box' | 'languages'> {
  db: Db
  now: Date
  byName: string | null
}

const SHARED = [
  ['shellNumber', 'shell'],
  ['serialNumber', 'serial'],
  ['signKey', 'sign'],
] as const

const INSERTED_AT_ONCE = 1000

export type Registered = { problems: RowProblem[] } | { added: number; known: number }

/** PINs in stock are sealed for no developer. */
export const stockPinPurpose = (shellNumber: string) => pinPurpose(DESK_CHAIN, shellNumber)

/** Which of these dongles are new, and why others cannot be registered here. Null is the stock. */
export async function judgeRegistrations(
  db: Db,
  developerId: number | null,
  rows: readonly Registration[],
): Promise<{ fresh: Registration[]; problems: RowProblem[] }> {
  const known = await findKnown(db, rows)
  const byFact = new Map(known.flatMap((one) => SHARED.map(([name]) => [`${name} ${one[name]}`, one] as const)))
  const isSame = (row: Registration, one: Known) =>
    one.developerId === developerId &&
    one.kind === row.kind &&
    one.shellNumber === row.shellNumber &&
    one.serialNumber === row.serialNumber &&
    one.signKey === row.signKey &&
    one.sealKey === row.sealKey
  const problems: RowProblem[] = []
  const fresh = rows.filter((row) => {
    const clashes = SHARED.flatMap(([name, column]) => {
      const one = row[name] === null ? undefined : byFact.get(`${name} ${row[name]}`)
      return one ? [{ column, one }] : []
    })
    const [first] = clashes
    if (!first) return true
    if (clashes.every(({ one }) => isSame(row, one))) return false
    const holder = first.one.developerId
    const problem = holder === developerId ? 'otherNumbers' : holder === null ? 'inStock' : 'otherDeveloper'
    problems.push({ line: row.line, column: first.column, problem, params: { developer: holder ?? '' } })
    return false
  })
  return { fresh, problems }
}

export type Given = Pick<
  Dongle,
  | 'guid'
  | 'kind'
  | 'shellNumber'
  | 'serialNumber'
  | 'producedAt'
  | 'firmware'
  | 'signKey'
  | 'sealKey'
  | 'pinBox'
  | 'home'
  | 'offlineDays'
  | 'lastNumber'
>

/** Gives dongles to a developer: rows, history and the developer's operation log. */
export async function giveTo(
  { db, ids, now, byName, languages }: Registering,
  developerId: number,
  rows: readonly Given[],
): Promise<void> {
  const say = await languageOf(db, developerId, languages)
  await insertDongles(
    db,
    rows.map((row) => ({
      ...row,
      developerId,
      status: row.home,
      activeUntil: NEVER,
      registeredAt: now,
      updatedAt: now,
    })),
  )
  const event = { kind: 'registered' as const, at: now, actorName: say('developer.log.platform') }
  await insertLockEvents(
    { db, developerId },
    rows.map(({ guid }) => ({ guid: ids.guid(), dongleGuid: guid, ...event })),
  )
  await insertMoves(
    db,
    rows.map(({ guid }) => ({
      guid: ids.guid(),
      dongleGuid: guid,
      kind: 'given',
      at: now,
      holderId: developerId,
      byName,
    })),
  )
  await recordByPlatform(
    { db, developerId, now },
    say,
    'registerDongles',
    ...rows.map(({ guid, kind, shellNumber, serialNumber, firmware }) => ({
      type: 'add' as const,
      target: { kind: kind === 'user' ? ('userLock' as const) : ('controlLock' as const), guid, name: shellNumber },
      after: { shellNumber, serialNumber, firmware },
    })),
  )
}

/** Registers in the caller's transaction. Null is the stock. */
export async function registerIn(
  on: Registering,
  developerId: number | null,
  rows: readonly Registration[],
): Promise<Registered> {
  const { db, ids, box, now, byName } = on
  await waitForOthers(db)
  if (developerId !== null) await actAs(db, developerId)
  const { fresh, problems } = await judgeRegistrations(db, developerId, rows)
  if (problems.length > 0) return { problems }
  const purpose = (shellNumber: string) =>
    developerId === null ? stockPinPurpose(shellNumber) : pinPurpose(developerId, shellNumber)
  const made = fresh.map(({ line: _line, pin, ...row }) => ({
    ...row,
    guid: ids.guid(),
    pinBox: pin === null ? null : box.seal(purpose(row.shellNumber), Buffer.from(pin)),
    lastNumber: 0,
  }))
  for (let from = 0; from < made.length; from += INSERTED_AT_ONCE) {
    const some = made.slice(from, from + INSERTED_AT_ONCE)
    if (developerId !== null) {
      await giveTo(on, developerId, some)
      continue
    }
    await insertStock(
      db,
      some.map((row) => ({ ...row, registeredAt: now })),
    )
    await insertMoves(
      db,
      some.map(({ guid }) => ({
        guid: ids.guid(),
        dongleGuid: guid,
        kind: 'stocked',
        at: now,
        holderId: null,
        byName,
      })),
    )
  }
  return { added: made.length, known: rows.length - made.length }
}

/** For commands. */
export const registerDongles = (
  { database, clock, ...deps }: RegisterDeps,
  developerId: number | null,
  rows: readonly Registration[],
): Promise<Registered> =>
  database.asOwner((db) => registerIn({ ...deps, db, now: clock.now(), byName: null }, developerId, rows))
