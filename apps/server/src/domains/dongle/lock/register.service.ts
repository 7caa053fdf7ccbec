// The platform registers dongles for a developer: all of a file or none. Runs as the database owner, because no two
// dongles in the world have the same numbers or keys. A dongle that is registered already is left as it is.
import type { Locale } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import { recordByPlatform } from '../../../kernel/audit/record.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { actAs } from '../../../kernel/db/database.ts'
import type { Database } from '../../../kernel/db/database.ts'
import type { Ids } from '../../../kernel/ids.ts'
import type { SecretBox } from '../../../kernel/keys/secret-box.ts'
import { languageOf } from '../../developer/index.ts'
import { NEVER } from '../../license/index.ts'
import { pinPurpose } from './control-lock.service.ts'
import { insertLockEvents } from './life.queries.ts'
import { findKnown, insertDongles, waitForOthers } from './register.queries.ts'
import type { Known } from './register.queries.ts'
import type { Registration } from './register.rules.ts'

export interface RegisterDeps {
  database: Database
  clock: Clock
  ids: Ids
  box: SecretBox
  languages: Record<Locale, Sentences>
}

const SHARED = [
  ['shellNumber', 'shell'],
  ['serialNumber', 'serial'],
  ['signKey', 'sign'],
] as const

const INSERTED_AT_ONCE = 1000

export type Registered = { problems: string[] } | { added: number; known: number }

export async function registerDongles(
  { database, clock, ids, box, languages }: RegisterDeps,
  developerId: number,
  rows: readonly Registration[],
): Promise<Registered> {
  const now = clock.now()
  return database.asOwner(async (db) => {
    await waitForOthers(db)
    await actAs(db, developerId)
    const known = await findKnown(db, rows)
    const byFact = new Map(known.flatMap((one) => SHARED.map(([name]) => [`${name} ${one[name]}`, one] as const)))
    const isSame = (row: Registration, one: Known) =>
      one.developerId === developerId &&
      one.kind === row.kind &&
      one.shellNumber === row.shellNumber &&
      one.serialNumber === row.serialNumber &&
      one.signKey === row.signKey &&
      one.sealKey === row.sealKey
    const problems: string[] = []
    const added = rows.filter((row) => {
      const clashes = SHARED.flatMap(([name, column]) => {
        const one = row[name] === null ? undefined : byFact.get(`${name} ${row[name]}`)
        return one ? [{ column, one }] : []
      })
      const [first] = clashes
      if (!first) return true
      if (clashes.length > 0 && clashes.every(({ one }) => isSame(row, one))) return false
      problems.push(
        `Line ${row.line}, ${first.column}: ` +
          (first.one.developerId === developerId
            ? 'registered already, with other numbers or keys.'
            : 'registered for another developer.'),
      )
      return false
    })
    if (problems.length > 0) return { problems }
    const say = await languageOf(db, developerId, languages)
    const made = added.map((row) => ({ ...row, guid: ids.guid() }))
    const actorName = say('developer.log.platform')
    for (let from = 0; from < made.length; from += INSERTED_AT_ONCE) {
      const some = made.slice(from, from + INSERTED_AT_ONCE)
      await insertDongles(
        db,
        some.map(({ line: _line, pin, home, ...row }) => ({
          ...row,
          developerId,
          home,
          status: home,
          activeUntil: NEVER,
          pinBox: pin === null ? null : box.seal(pinPurpose(developerId, row.shellNumber), Buffer.from(pin)),
          registeredAt: now,
          updatedAt: now,
        })),
      )
      await insertLockEvents(
        { db, developerId },
        some.map(({ guid }) => ({
          guid: ids.guid(),
          dongleGuid: guid,
          kind: 'registered' as const,
          at: now,
          actorName,
        })),
      )
      await recordByPlatform(
        { db, developerId, now },
        say,
        'registerDongles',
        ...some.map(({ guid, kind, shellNumber, serialNumber, firmware }) => ({
          type: 'add' as const,
          target: { kind: kind === 'user' ? ('userLock' as const) : ('controlLock' as const), guid, name: shellNumber },
          after: { shellNumber, serialNumber, firmware },
        })),
      )
    }
    return { added: made.length, known: rows.length - made.length }
  })
}
