// The maintenance banner. It is one platform setting; every page that polls its session, and the sign-in page, shows it
// while it is in force.
import { bannerShape } from '@sealwright/contract'
import type { ShownBanner, messageDesk } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '../../kernel/db/database.ts'
import { refuseStale } from '../../kernel/desk.ts'
import type { DeskScope } from '../../kernel/desk.ts'
import { Refusal } from '../../kernel/refusal.ts'

const KEY = 'banner'
const TARGET = { kind: 'setting', guid: '00000000-0000-4000-8000-000000000038' } as const
const kept = z.object({ banner: z.nullable(bannerShape), revision: z.int() })
type Kept = z.output<typeof kept>
type Payload<Name extends keyof typeof messageDesk> = z.output<(typeof messageDesk)[Name]['payload']>

async function readBanner(db: Db, isLocked = false): Promise<Kept> {
  const { rows } = await db.execute<{ value: string }>(sql`
    select value from platform_setting where key = ${KEY} ${isLocked ? sql`for update` : sql``}`)
  const stored: unknown = rows[0] && JSON.parse(rows[0].value)
  return stored === undefined ? { banner: null, revision: 0 } : z.decode(kept, stored as z.input<typeof kept>) // as kept below
}

/** The banner in force. Null: none is. */
export async function findBanner(db: Db, now: Date): Promise<ShownBanner | null> {
  const { banner } = await readBanner(db)
  if (!banner || banner.startTime > now || banner.endTime <= now) return null
  const { zh, en, level } = banner
  return { zh, en, level }
}

const factsOf = (banner: Kept['banner']) =>
  banner
    ? { ...banner, startTime: banner.startTime.toISOString(), endTime: banner.endTime.toISOString() }
    : { zh: null, en: null, level: null, startTime: null, endTime: null }

export const getBanner = ({ db }: DeskScope) => readBanner(db)

export async function setBanner(scope: DeskScope, { banner, revision }: Payload<'setBanner'>) {
  const { db } = scope
  if (banner && banner.endTime <= banner.startTime) throw new Refusal('platform.timeIllegal', { field: 'endTime' })
  // Locks the row, also the first time.
  await db.execute(sql`
    insert into platform_setting (key, value) values (${KEY}, '{"banner":null,"revision":0}') on conflict do nothing`)
  const before = await readBanner(db, true)
  if (revision !== undefined && revision !== before.revision) await refuseStale(scope, TARGET)
  const after = z.encode(kept, { banner, revision: before.revision + 1 })
  await db.execute(sql`update platform_setting set value = ${JSON.stringify(after)} where key = ${KEY}`)
  await scope.record({
    type: 'update',
    target: { ...TARGET, name: scope.say('talk.banner.title') },
    before: factsOf(before.banner),
    after: factsOf(banner),
  })
  return {}
}
