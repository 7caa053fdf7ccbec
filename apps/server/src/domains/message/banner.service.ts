// The maintenance banner. It is one platform setting. Every page shows it while it is in force: inside with its
// session, the sign-in pages with the facts of the center.
import type { ShownBanner, messageDesk } from '@sealwright/contract'
import type * as z from 'zod/mini'
import type { Db } from '../../kernel/db/database.ts'
import { refuseStale } from '../../kernel/desk.ts'
import type { DeskScope } from '../../kernel/desk.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { lockBanner, readBanner, writeBanner } from './banner.queries.ts'
import type { KeptBanner } from './banner.queries.ts'

const TARGET = { kind: 'setting', guid: '00000000-0000-4000-8000-000000000038' } as const
type Payload<Name extends keyof typeof messageDesk> = z.output<(typeof messageDesk)[Name]['payload']>

/** The banner in force. Null: none is. */
export async function findBanner(db: Db, now: Date): Promise<ShownBanner | null> {
  const { banner } = await readBanner(db)
  if (!banner || banner.startTime > now || banner.endTime <= now) return null
  const { zh, en, level } = banner
  return { zh, en, level }
}

const factsOf = (banner: KeptBanner['banner']) =>
  banner
    ? { ...banner, startTime: banner.startTime.toISOString(), endTime: banner.endTime.toISOString() }
    : { zh: null, en: null, level: null, startTime: null, endTime: null }

export const getBanner = ({ db }: DeskScope) => readBanner(db)

export async function setBanner(scope: DeskScope, { banner, revision }: Payload<'setBanner'>) {
  const { db } = scope
  if (banner && banner.endTime <= banner.startTime) throw new Refusal('platform.timeIllegal', { field: 'endTime' })
  const before = await lockBanner(db)
  if (revision !== undefined && revision !== before.revision) await refuseStale(scope, TARGET)
  await writeBanner(db, { banner, revision: before.revision + 1 })
  await scope.record({
    type: 'update',
    target: { ...TARGET, name: scope.say('talk.banner.title') },
    before: factsOf(before.banner),
    after: factsOf(banner),
  })
  return {}
}
