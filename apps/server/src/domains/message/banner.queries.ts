// SQL of the maintenance banner: one platform setting.
import { bannerShape } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '../../kernel/db/database.ts'

const KEY = 'banner'
const kept = z.object({ banner: z.nullable(bannerShape), revision: z.int() })
export type KeptBanner = z.output<typeof kept>

export async function readBanner(db: Db): Promise<KeptBanner> {
  const { rows } = await db.execute<{ value: string }>(sql`select value from platform_setting where key = ${KEY}`)
  if (!rows[0]) return { banner: null, revision: 0 }
  return z.decode(kept, JSON.parse(rows[0].value) as z.input<typeof kept>) // as `writeBanner` stores it
}

/** The same, locked until the transaction ends, also if there is none yet. */
export async function lockBanner(db: Db): Promise<KeptBanner> {
  await db.execute(sql`
    insert into platform_setting (key, value) values (${KEY}, '{"banner":null,"revision":0}')
    on conflict (key) do update set value = platform_setting.value`)
  return readBanner(db)
}

export async function writeBanner(db: Db, banner: KeptBanner): Promise<void> {
  const value = JSON.stringify(z.encode(kept, banner))
  await db.execute(sql`update platform_setting set value = ${value} where key = ${KEY}`)
}
