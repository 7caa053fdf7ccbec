// Developers, the tenants: the face. Whoever founds one brings the password's hash, so that accounts may build on developers and not the reverse.
import { DEFAULT_COUNTRY, DEFAULT_LOCALE, DEFAULT_TIME_ZONE, developerCalls } from '@sealwright/contract'
import type { DeveloperStatus, Locale } from '@sealwright/contract'
import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/db/database.ts'
import { answers } from '../../kernel/http/context.ts'
import type { Binding } from '../../kernel/http/context.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { SecretBox } from '../../kernel/keys/secret-box.ts'
import * as queries from './developer.queries.ts'
import type { Origin } from './developer.queries.ts'
import { createDeveloperService } from './developer.service.ts'

export { findAccountName, lockDeveloper } from './developer.queries.ts'
export { decideApplication } from './developer.service.ts'
export type { Decided, TrialEnd } from './developer.service.ts'

export function createDeveloper(deps: { box: SecretBox }): { bindings: Binding[] } {
  const service = createDeveloperService(deps)
  return {
    bindings: [
      answers(developerCalls.get, service.get),
      answers(developerCalls.update, service.update),
      answers(developerCalls.revealApiPassword, service.revealApiPassword),
      answers(developerCalls.setPin, service.setPin),
      answers(developerCalls.application, service.application),
      answers(developerCalls.apply, service.apply),
    ],
  }
}

export interface NewDeveloper {
  name: string
  status: DeveloperStatus
  account: string
  passwordHash: string
  userName: string | null
  country?: string | undefined
  /** An IANA name. */
  timeZone?: string | undefined
  locale?: Locale | undefined
  origin?: Origin | undefined
}

/** A developer with its super administrator. Answers null when the account exists already. */
export async function foundDeveloper(deps: { database: Database; clock: Clock; ids: Ids }, given: NewDeveloper): Promise<{ developerId: number; accountId: string } | null> {
  const { name, status, account, passwordHash, userName, country = DEFAULT_COUNTRY, timeZone = DEFAULT_TIME_ZONE, locale = DEFAULT_LOCALE, origin = {} } = given
  return deps.database.asOwner(async (db) => {
    const accountId = deps.ids.guid()
    const now = deps.clock.now()
    const isNew = await queries.insertAccount(db, { id: accountId, account, userName, passwordHash, locale, now })
    if (!isNew) return null
    const developerId = await queries.insertDeveloper(db, { name, status, country, timeZone, origin, now })
    await queries.insertMembership(db, { developerId, accountId, isSuper: true, privileges: [], now })
    return { developerId, accountId }
  })
}
