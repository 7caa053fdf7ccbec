// What the platform operator changes for a developer who cannot sign in anymore.
import { initialOf } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import { recordByPlatform } from '../../kernel/audit/record.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/db/database.ts'
import { languageOf, lockDeveloper } from '../developer/index.ts'
import { listSettings, setSetting } from './config.queries.ts'
import { changeOf } from './config.service.ts'

/** Lets administrators sign in from every network again. False if they already could. */
export async function clearNetworks(
  { database, clock, languages }: { database: Database; clock: Clock; languages: Record<Locale, Sentences> },
  developerId: number,
): Promise<boolean> {
  return database.inTenant(developerId, 'write', async (db) => {
    const [tenant, now, key] = [{ db, developerId }, clock.now(), 'signInNetworks'] as const
    await lockDeveloper(tenant)
    const before = (await listSettings(tenant)).get(key)?.value ?? initialOf(key)
    if (before === initialOf(key)) return false
    await setSetting(tenant, key, { value: initialOf(key), changedBy: null, changedAt: now })
    const say = await languageOf(db, developerId, languages)
    const change = changeOf({ developerId, say }, key, before, initialOf(key))
    await recordByPlatform({ ...tenant, now }, say, 'clearNetworks', change)
    return true
  })
}
