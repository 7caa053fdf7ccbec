// SQL for the terms that the platform sets: rates, limits, the service fee, top-up gifts. General terms are platform
// settings. A developer's own terms override them, and the contract has the defaults. The platform operator writes them
// as the database owner; everyone reads them.
import { DEFAULT_RATES, LIMITS } from '@sealwright/contract'
import type { Rates, TopUpGift } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '../../../kernel/db/database.ts'
import type { Books } from './ledger.kind.ts'

const fen = z.int().check(z.gte(0))
const count = z.int().check(z.gte(0))
const tier = z.object({ lowLimit: count, topLimit: count, price: z.tuple([fen, fen, fen]) })
const rates = z.partial(
  z.object({
    perDayFen: fen,
    perYearFen: fen,
    oneTimeFen: fen,
    freeDevices: count,
    extraDeviceFen: fen,
    tiers: z.array(tier),
  }),
)
const limits = z.partial(z.object({ giftLicenses: count, graceDays: count, issueMax: count, trialLicenses: count }))
const fee = z.object({ amountFen: fen, periodMonths: z.int().check(z.gte(1)), firstDays: count })
const gifts = z.array(z.object({ fromFen: fen, percent: count }))

/** The settings by name, each with its schema. Stored values are parsed again when they are read. */
export const SETTINGS = {
  'billing.rates': rates,
  'billing.limits': limits,
  'billing.fee': fee,
  'billing.topUpGifts': gifts,
} as const
export type SettingName = keyof typeof SETTINGS
type Setting<Name extends SettingName> = z.output<(typeof SETTINGS)[Name]>

export type PlatformLimit = keyof typeof LIMITS.platform
export type PlatformLimits = Record<PlatformLimit, number>
export interface Fee {
  amountFen: number
  periodMonths: number
  /** Days from becoming formal until the first period is due. */
  firstDays: number
}

export const INITIAL_LIMITS = Object.fromEntries(
  Object.entries(LIMITS.platform).map(([name, { initial }]) => [name, initial]),
) as PlatformLimits // every limit has an entry
export const NO_FEE: Fee = {
  amountFen: 0,
  periodMonths: LIMITS.serviceFee.periodMonths,
  firstDays: LIMITS.serviceFee.firstDays,
}

export async function readSetting<Name extends SettingName>(db: Db, name: Name): Promise<Setting<Name> | undefined> {
  const { rows } = await db.execute<{ value: string }>(sql`select value from platform_setting where key = ${name}`)
  return rows[0] && (z.parse(SETTINGS[name], JSON.parse(rows[0].value)) as Setting<Name>) // the schema of this name
}

/** Runs as the database owner. */
export async function writeSetting<Name extends SettingName>(db: Db, name: Name, value: Setting<Name>): Promise<void> {
  await db.execute(sql`
    insert into platform_setting (key, value) values (${name}, ${JSON.stringify(value)})
    on conflict (key) do update set value = excluded.value`)
}

export interface Terms {
  lowBalanceFen: number | null
  autoRenew: boolean
  /** The developer's own fee, or else the general one. */
  fee: Fee
  rates: Rates
  limits: PlatformLimits
}

/** All terms of a developer, read in one statement. */
export async function readTerms({ db, developerId }: Pick<Books, 'db' | 'developerId'>): Promise<Terms> {
  const { rows } = await db.execute<{
    low_balance_fen: number | null
    auto_renew: boolean
    fee_fen: number | null
    rates: unknown
    limits: unknown
    settings: Record<string, string> | null
  }>(sql`
    select low_balance_fen, auto_renew, fee_fen, rates, limits,
      (select jsonb_object_agg(key, value) from platform_setting where key like 'billing.%') as settings
    from billing_terms where developer_id = ${developerId}`)
  const [row] = rows
  if (!row) throw new Error('a developer has no billing terms')
  const setting = (name: SettingName) => JSON.parse(row.settings?.[name] ?? 'null') as unknown // checked below
  const everybodys = setting('billing.fee')
  const ofEverybody = everybodys === null ? NO_FEE : z.parse(fee, everybodys)
  return {
    lowBalanceFen: row.low_balance_fen,
    autoRenew: row.auto_renew,
    fee: { ...ofEverybody, amountFen: row.fee_fen ?? ofEverybody.amountFen },
    rates: { ...DEFAULT_RATES, ...z.parse(rates, setting('billing.rates') ?? {}), ...z.parse(rates, row.rates) },
    limits: { ...INITIAL_LIMITS, ...z.parse(limits, setting('billing.limits') ?? {}), ...z.parse(limits, row.limits) },
  }
}

export async function readTopUpGifts(db: Db): Promise<readonly TopUpGift[]> {
  return (await readSetting(db, 'billing.topUpGifts')) ?? []
}
