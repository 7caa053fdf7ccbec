// SQL for the terms that the platform sets: rates, limits, the service fee, top-up gifts. A developer's own terms
// override the general ones, and the contract has the defaults. The platform operator writes them as the database
// owner; everyone reads them. Rates are read from their versions, by time. Fee, limits and gifts are settings, into
// which a version is copied when it starts; a version that has started but is not copied yet is read in their place.
import { DEFAULT_RATES, LIMITS } from '@sealwright/contract'
import type { Rates, TopUpGift } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '../../../kernel/db/database.ts'
import type { Scope } from '../../../kernel/scope.ts'
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

/** The content of a version, by its kind. A developer's own fee has only an amount; null is the general fee. */
export const CONTENTS = { rates, limits, fee, gifts, ownFee: z.object({ amountFen: z.nullable(fen) }) } as const
export type OwnRates = z.output<typeof rates>
export type OwnLimits = z.output<typeof limits>

/** The settings by name, each with its schema. Stored values are parsed again when they are read. */
export const SETTINGS = {
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
  /** The terms of this developer alone. */
  own: { rates: OwnRates; limits: OwnLimits; feeFen: number | null }
}

/**
 * A transaction that charges by the present rates holds this lock in common; a change of rates holds it alone. So a
 * change never starts before the moment of a charge at the earlier rates.
 */
const RATES_LOCK = 7_325_011

/** Waits for the charges that have read the present rates, and keeps new ones waiting until the transaction ends. */
export async function lockRates(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${RATES_LOCK})`)
}

/** The present rates stay what they are until the transaction ends. Take it before the locks of quotas. */
export async function holdRates({ db }: Pick<Books, 'db'>): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock_shared(${RATES_LOCK})`)
}

/** The content of the version that is in force at a moment. Later versions of the same moment win. */
const inForce = (kind: string, pricedId: number | null, at: Date) => sql`(
  select v.content from price_version v
  where v.kind = ${kind} and v.priced_id ${pricedId === null ? sql`is null` : sql`= ${pricedId}`}
    and v.starts_at <= ${at} and v.withdrawn_at is null
  order by v.starts_at desc, v.id desc limit 1)`

interface Due {
  kind: 'fee' | 'limits' | 'gifts'
  isOwn: boolean
  content: unknown
}
const due = (at: Date, of: SQL) => sql`(
  select jsonb_agg(
    jsonb_build_object('kind', v.kind, 'isOwn', v.priced_id is not null, 'content', v.content)
    order by v.starts_at, v.id)
  from price_version v
  where v.kind <> 'rates' and v.applied_at is null and v.withdrawn_at is null and v.starts_at <= ${at} and ${of})`

type Reader = Pick<Books, 'db' | 'developerId' | 'now'> | Pick<Scope, 'db' | 'developerId' | 'asking'>

/**
 * All terms of a developer at the moment of the caller, read in one statement. With `isCharged`, the rates of this
 * moment stay what they are until the transaction ends.
 */
export async function readTerms(reader: Reader, { isCharged = false } = {}): Promise<Terms> {
  const { db, developerId } = reader
  const now = 'now' in reader ? reader.now : reader.asking.now
  const reading = () =>
    db.execute<{
      low_balance_fen: number | null
      auto_renew: boolean
      fee_fen: number | null
      limits: unknown
      settings: Record<string, string> | null
      general_rates: unknown
      own_rates: unknown
      due: Due[] | null
    }>(sql`
      select low_balance_fen, auto_renew, fee_fen, limits,
        (select jsonb_object_agg(key, value) from platform_setting where key like 'billing.%') as settings,
        ${inForce('rates', null, now)} as general_rates, ${inForce('rates', developerId, now)} as own_rates,
        ${due(now, sql`(v.priced_id is null or v.priced_id = ${developerId})`)} as due
      from billing_terms where developer_id = ${developerId}`)
  // Sent together. The second statement sees what was committed while the first one waited.
  const [{ rows }] = isCharged
    ? await Promise.all([holdRates(reader), reading()]).then(([, read]) => [read] as const)
    : [await reading()]
  const [row] = rows
  if (!row) throw new Error('a developer has no billing terms')
  const setting = (name: SettingName) => JSON.parse(row.settings?.[name] ?? 'null') as unknown // checked below
  const started = (kind: Due['kind'], isOwn: boolean) =>
    row.due?.findLast((one) => one.kind === kind && one.isOwn === isOwn)?.content
  const everybodys = started('fee', false) ?? setting('billing.fee')
  const ofEverybody = everybodys === null ? NO_FEE : z.parse(fee, everybodys)
  const ownFee = started('fee', true)
  const own = {
    rates: z.parse(rates, row.own_rates ?? {}),
    limits: z.parse(limits, started('limits', true) ?? row.limits),
    feeFen: ownFee === undefined ? row.fee_fen : z.parse(CONTENTS.ownFee, ownFee).amountFen,
  }
  return {
    lowBalanceFen: row.low_balance_fen,
    autoRenew: row.auto_renew,
    fee: { ...ofEverybody, amountFen: own.feeFen ?? ofEverybody.amountFen },
    rates: { ...DEFAULT_RATES, ...z.parse(rates, row.general_rates ?? {}), ...own.rates },
    limits: {
      ...INITIAL_LIMITS,
      ...z.parse(limits, started('limits', false) ?? setting('billing.limits') ?? {}),
      ...own.limits,
    },
    own,
  }
}

export interface GeneralTerms {
  rates: Rates
  gifts: TopUpGift[]
  fee: Fee
  limits: PlatformLimits
}

/** The general terms at a moment. */
export async function readGeneralTerms(db: Db, now: Date): Promise<GeneralTerms> {
  const { rows } = await db.execute<{ settings: Record<string, string> | null; rates: unknown; due: Due[] | null }>(sql`
    select (select jsonb_object_agg(key, value) from platform_setting where key like 'billing.%') as settings,
      ${inForce('rates', null, now)} as rates, ${due(now, sql`v.priced_id is null`)} as due`)
  const of = (kind: Due['kind'], name: SettingName) =>
    rows[0]?.due?.findLast((one) => one.kind === kind)?.content ??
    (JSON.parse(rows[0]?.settings?.[name] ?? 'null') as unknown) // checked below
  return {
    rates: { ...DEFAULT_RATES, ...z.parse(rates, rows[0]?.rates ?? {}) },
    gifts: z.parse(gifts, of('gifts', 'billing.topUpGifts') ?? []),
    fee: z.parse(fee, of('fee', 'billing.fee') ?? NO_FEE),
    limits: { ...INITIAL_LIMITS, ...z.parse(limits, of('limits', 'billing.limits') ?? {}) },
  }
}

export const readTopUpGifts = async (db: Db, now: Date): Promise<readonly TopUpGift[]> =>
  (await readGeneralTerms(db, now)).gifts
