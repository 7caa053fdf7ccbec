// The values that a developer builds into programs, for the platform operator: developer id, API password and root key.
// Missing ones are created. The developer's operation log records the access.
import { developerGuid } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import { recordByPlatform } from '../../../kernel/audit/record.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Database } from '../../../kernel/db/database.ts'
import type { Ids } from '../../../kernel/ids.ts'
import type { SecretBox } from '../../../kernel/keys/secret-box.ts'
import { findDeveloper, languageOf, readApiPassword } from '../../developer/index.ts'
import { createKeyring } from './keyring.service.ts'

export interface ProgramKeys {
  developerId: number
  apiPassword: string
  rootKey: string
  /** The certificate of the exchange key. */
  exchangeKey: string
}

export function readProgramKeys(
  ground: { database: Database; box: SecretBox; ids: Ids; clock: Clock; languages: Record<Locale, Sentences> },
  developerId: number,
): Promise<ProgramKeys | undefined> {
  const { database, box, clock, languages } = ground
  return database.asOwner(async (db) => {
    const now = clock.now()
    const found = await findDeveloper({ db, developerId })
    if (!found) return undefined
    const apiPassword = await readApiPassword(box, { db, developerId }, now)
    const keyring = createKeyring(ground)
    const { publicKey: rootKey } = await keyring.rootOf({ db, developerId, now })
    const { certificate: exchangeKey } = await keyring.exchangeOf({ db, developerId, now })
    const say = await languageOf(db, developerId, languages)
    await recordByPlatform({ db, developerId, now }, say, 'programKeys', {
      type: 'update',
      target: { kind: 'developer', guid: developerGuid(developerId), name: found.developer.name },
      after: { apiPassword: say('developer.log.revealed') },
    })
    return { developerId, apiPassword, rootKey, exchangeKey }
  })
}
