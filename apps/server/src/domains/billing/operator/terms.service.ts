// Changes of the platform's terms: rates, gifts on top-ups, service fee, limits; for all developers or for one, now or
// at a later time. Each change is a version with the whole content of its terms. Rates are read from the versions, so
// they start exactly. Fee, limits and gifts also change settings and developers; `applyDue` does that when they start.
import { DAY_MS, DEFAULT_RATES, yuanText } from '@sealwright/contract'
import type { DeskTarget, PriceKind, Rates, TopUpGift } from '@sealwright/contract'
import * as z from 'zod/mini'
import type { LoggedFacts } from '../../../kernel/audit/record.ts'
import { actAs } from '../../../kernel/db/database.ts'
import {
  CONTENTS,
  INITIAL_LIMITS,
  lockRates,
  readGeneralTerms,
  readSetting,
  readTerms,
  writeSetting,
} from '../ledger/terms.queries.ts'
import type { Fee, OwnLimits, OwnRates } from '../ledger/terms.queries.ts'
import { setServiceUntil } from '../service-fee/service-fee.queries.ts'
import { Declined, changed, concerning, ofBilling } from './hand.service.ts'
import type { Hand, Open, OperatorDeps } from './hand.service.ts'
import * as operators from './operator.queries.ts'
import * as queries from './price.queries.ts'

/** When a change starts, and why. Without a start: now. */
export interface When {
  startsAt?: Date | undefined
  note?: string | undefined
  /** The last version that the change is based on, 0 if there was none. Without it, the change overwrites. */
  revision?: number | undefined
}
export interface Put {
  guid: string
  startsAt: Date
}

const TARGETS = { rates: 'rates', gifts: 'rates', fee: 'fee', limits: 'rates' } as const satisfies Record<
  PriceKind,
  DeskTarget
>

const rateFacts = ({ tiers, ...plain }: OwnRates): LoggedFacts => ({
  ...Object.fromEntries(
    Object.entries(plain).map(([name, value]) => [name, name.endsWith('Fen') ? yuanText(value) : value]),
  ),
  tiers:
    (tiers ?? [])
      .map(({ lowLimit, topLimit, price }) => `${lowLimit}–${topLimit}: ${price.map(yuanText).join(' / ')}`)
      .join('; ') || null,
})
const giftFacts = (gifts: readonly TopUpGift[]): LoggedFacts => ({
  gifts: gifts.map(({ fromFen, percent }) => `${yuanText(fromFen)}: ${percent}%`).join('; ') || null,
})
const feeFacts = (amountFen: number, until: Date | null): LoggedFacts => ({
  priceFen: yuanText(amountFen),
  expireTime: amountFen === 0 ? null : (until?.toISOString() ?? null),
})

export function createTerms(deps: OperatorDeps, open: Open) {
  const { clock, ids } = deps

  async function refuseStale(
    { db, say }: Hand,
    kind: PriceKind,
    developerId: number | null,
    when: When,
  ): Promise<void> {
    if (when.revision === undefined) return
    const last = await queries.findLast(db, kind, developerId)
    if ((last?.id ?? 0) === when.revision) return
    throw new Declined('These terms were changed meanwhile.', 'platform.stale', {
      params: { actor: last?.maker ?? say('developer.log.platform') },
    })
  }

  /** Decides when the change starts and stores it. The caller holds the lock of the terms. */
  async function put(
    hand: Hand,
    kind: PriceKind,
    developerId: number | null,
    content: unknown,
    when: When,
  ): Promise<Put & { isNow: boolean }> {
    const { db, by } = hand
    if (kind === 'rates') await lockRates(db)
    const now = clock.now()
    const { startsAt: planned } = when
    if (planned !== undefined && planned <= now)
      throw new Declined('This start is over.', 'tariff.startPassed', { field: 'startTime' })
    const startsAt = planned ?? (kind === 'rates' ? await queries.earliestStart(db, developerId, now) : now)
    const guid = ids.guid()
    await queries.insertVersion(db, {
      guid,
      developerId,
      kind,
      content,
      startsAt,
      note: when.note || null,
      makerGuid: by?.guid ?? null,
      maker: by?.name ?? null,
      madeAt: now,
      appliedAt: planned === undefined ? now : null,
    })
    return { guid, startsAt, isNow: planned === undefined }
  }

  async function record(
    hand: Hand,
    kind: PriceKind,
    { guid, startsAt, isNow }: Put & { isNow: boolean },
    developer: operators.Concerned | null,
    change: { before: LoggedFacts; after: LoggedFacts },
  ): Promise<void> {
    const told = isNow ? change : { ...change, after: { ...change.after, startTime: startsAt.toISOString() } }
    const name = developer?.name ?? hand.say('tariff.general')
    await hand.record(kind, { type: 'update', target: { kind: TARGETS[kind], guid, name }, ...told })
    if (developer) await hand.recordAt(developer.id, kind, ofBilling(developer, told))
  }

  /** Runs a change of terms alone, after the versions that have started are applied. */
  const changing = <T>(work: (hand: Hand) => Promise<T>): Promise<T> =>
    open(async (hand) => {
      await queries.lockTerms(hand.db)
      await applyDueIn(hand)
      return work(hand)
    })

  // ── What a version does when it starts ──────────────────────────────────────────────────────────────────────────

  /**
   * Sets the general fee. Developers who paid no fee so far get the first days. Time that was paid for stays valid
   * when the fee ends. Returns the number of developers for whom the fee starts or ends.
   */
  async function applyFee({ db, recordAt }: Hand, fee: Fee, now: Date): Promise<number> {
    const before = (await readSetting(db, 'billing.fee')) ?? { amountFen: 0 }
    await writeSetting(db, 'billing.fee', fee)
    const until = new Date(now.getTime() + fee.firstDays * DAY_MS)
    if (fee.amountFen === 0 && before.amountFen === 0) return 0
    const developers =
      fee.amountFen === 0
        ? await operators.listPayers(db)
        : await operators.beginFee(db, { now, until, again: before.amountFen === 0 })
    for (const developer of developers)
      await recordAt(
        developer.id,
        'fee',
        ofBilling(developer, {
          before: { priceFen: yuanText(before.amountFen) },
          after: feeFacts(fee.amountFen, developer.serviceUntil),
        }),
      )
    return developers.length
  }

  /** Null removes the developer's own fee, so that the general fee applies. */
  async function applyOwnFee(hand: Hand, developer: operators.Concerned, ownFen: number | null, now: Date) {
    const books = { db: hand.db, developerId: developer.id, ids, now, actor: null }
    const everybodys = (await readGeneralTerms(hand.db, now)).fee
    const beforeFen = (await operators.findOwnFee(hand.db, developer.id)) ?? everybodys.amountFen
    await operators.setOwnFee(hand.db, developer.id, ownFen)
    const amountFen = ownFen ?? everybodys.amountFen
    const { serviceUntil, status } = developer
    // A developer who starts to pay again keeps the time that was already paid for. If that time is over, the first
    // days apply again: nothing was due while the fee was zero.
    const isFirst = serviceUntil === null || (beforeFen === 0 && serviceUntil <= now)
    const until =
      amountFen > 0 && status === 'formal' && isFirst
        ? new Date(now.getTime() + everybodys.firstDays * DAY_MS)
        : serviceUntil
    await setServiceUntil(books, until)
    return changed(feeFacts(beforeFen, serviceUntil), feeFacts(amountFen, until))
  }

  async function apply(hand: Hand, version: queries.ToldVersion, now: Date): Promise<void> {
    const { db } = hand
    const { kind, content, developerId } = version
    if (developerId === null) {
      if (kind === 'fee') await applyFee(hand, z.parse(CONTENTS.fee, content), now)
      if (kind === 'limits') await writeSetting(db, 'billing.limits', z.parse(CONTENTS.limits, content))
      if (kind === 'gifts') await writeSetting(db, 'billing.topUpGifts', z.parse(CONTENTS.gifts, content))
    } else if (kind === 'limits') await operators.setOwnLimits(db, developerId, z.parse(CONTENTS.limits, content))
    else if (kind === 'fee')
      await concerning(hand, deps, developerId, async (_books, developer) => {
        const { amountFen } = z.parse(CONTENTS.ownFee, content)
        await hand.recordAt(
          developerId,
          'fee',
          ofBilling(developer, await applyOwnFee(hand, developer, amountFen, now)),
        )
      })
    await queries.markApplied(db, version.guid, now)
  }

  async function applyDueIn(hand: Hand): Promise<number> {
    const now = clock.now()
    const due = await queries.listDue(hand.db, now)
    for (const version of due) await apply(hand, version, now)
    // The tenant of the last one is not that of what follows.
    if (due.length > 0) await actAs(hand.db, 0)
    return due.length
  }

  // ── Changes ─────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Stores new rates. `next` gets what these terms set so far. */
  async function putRates(
    developerId: number | null,
    next: (set: OwnRates) => OwnRates,
    when: When = {},
  ): Promise<Put> {
    return changing(async (hand) => {
      const { db } = hand
      await refuseStale(hand, 'rates', developerId, when)
      const store = async (developer: operators.Concerned | null) => {
        const set = z.parse(CONTENTS.rates, (await queries.findContent(db, 'rates', developerId, clock.now())) ?? {})
        const before = await ratesAt(hand, developerId)
        const general = developerId === null ? {} : await ratesAt(hand, null)
        const content = next(set)
        const made = await put(hand, 'rates', developerId, content, when)
        const after = { ...DEFAULT_RATES, ...general, ...content }
        await record(hand, 'rates', made, developer, changed(rateFacts(before), rateFacts(after)))
        return { guid: made.guid, startsAt: made.startsAt }
      }
      return developerId === null
        ? store(null)
        : concerning(hand, deps, developerId, (_books, developer) => store(developer))
    })
  }

  const ratesAt = async ({ db }: Hand, developerId: number | null): Promise<Rates> =>
    developerId === null
      ? (await readGeneralTerms(db, clock.now())).rates
      : (await readTerms({ db, developerId, now: clock.now() })).rates

  const putGifts = (gifts: TopUpGift[], when: When = {}): Promise<Put> =>
    changing(async (hand) => {
      await refuseStale(hand, 'gifts', null, when)
      const before = (await readGeneralTerms(hand.db, clock.now())).gifts
      const made = await put(hand, 'gifts', null, gifts, when)
      if (made.isNow) await writeSetting(hand.db, 'billing.topUpGifts', gifts)
      await record(hand, 'gifts', made, null, changed(giftFacts(before), giftFacts(gifts)))
      return { guid: made.guid, startsAt: made.startsAt }
    })

  /** Stores the general fee. Tells for how many developers it starts or ends now. */
  const putFee = (
    change: Partial<Fee> & Pick<Fee, 'amountFen'>,
    when: When = {},
  ): Promise<Put & { concerned: number }> =>
    changing(async (hand) => {
      await refuseStale(hand, 'fee', null, when)
      const before = (await readGeneralTerms(hand.db, clock.now())).fee
      const fee = { ...before, ...change }
      const made = await put(hand, 'fee', null, fee, when)
      const concerned = made.isNow ? await applyFee(hand, fee, hand.now) : 0
      const facts = ({ amountFen, periodMonths, firstDays }: Fee): LoggedFacts => ({
        priceFen: yuanText(amountFen),
        periodMonths,
        firstDays,
      })
      await record(hand, 'fee', made, null, changed(facts(before), facts(fee)))
      return { guid: made.guid, startsAt: made.startsAt, concerned }
    })

  const putFeeOf = (developerId: number, ownFen: number | null, when: When = {}): Promise<Put> =>
    changing((hand) =>
      concerning(hand, deps, developerId, async (_books, developer) => {
        await refuseStale(hand, 'fee', developerId, when)
        const made = await put(hand, 'fee', developerId, { amountFen: ownFen }, when)
        const planned = {
          before: {},
          after: { priceFen: ownFen === null ? null : yuanText(ownFen) },
        }
        const told = made.isNow ? await applyOwnFee(hand, developer, ownFen, hand.now) : planned
        await record(hand, 'fee', made, developer, told)
        return { guid: made.guid, startsAt: made.startsAt }
      }),
    )

  /** Stores new limits. `next` gets what these terms set so far. */
  const putLimits = (developerId: number | null, next: (set: OwnLimits) => OwnLimits, when: When = {}): Promise<Put> =>
    changing(async (hand) => {
      const { db } = hand
      await refuseStale(hand, 'limits', developerId, when)
      const general = (await readGeneralTerms(db, clock.now())).limits
      if (developerId === null) {
        const content = next((await readSetting(db, 'billing.limits')) ?? {})
        const made = await put(hand, 'limits', null, content, when)
        if (made.isNow) await writeSetting(db, 'billing.limits', content)
        await record(hand, 'limits', made, null, changed(general, { ...INITIAL_LIMITS, ...content }))
        return { guid: made.guid, startsAt: made.startsAt }
      }
      return concerning(hand, deps, developerId, async (books, developer) => {
        const terms = await readTerms({ ...books, now: clock.now() })
        const content = next(terms.own.limits)
        const made = await put(hand, 'limits', developerId, content, when)
        if (made.isNow) await operators.setOwnLimits(db, developerId, content)
        await record(hand, 'limits', made, developer, changed(terms.limits, { ...general, ...content }))
        return { guid: made.guid, startsAt: made.startsAt }
      })
    })

  /** Takes back a version that has not started. */
  const withdraw = (guid: string): Promise<void> =>
    changing(async (hand) => {
      const { db } = hand
      await lockRates(db)
      const now = clock.now()
      const version = await queries.lockVersion(db, guid, now)
      if (!version) throw new Declined('There is no such change.', 'tariff.notFound')
      if (version.state !== 'coming') throw new Declined('This change has started.', 'tariff.started')
      await queries.withdrawVersion(db, guid, hand.by?.name ?? null, now)
      const { kind, developerId, developer, startsAt } = version
      const change = { before: { startTime: startsAt.toISOString() }, after: { startTime: null } }
      const name = developer ?? hand.say('tariff.general')
      await hand.record(kind, { type: 'delete', target: { kind: TARGETS[kind], guid, name }, ...change })
      if (developerId !== null) await hand.recordAt(developerId, kind, ofBilling({ id: developerId, name }, change))
    })

  return {
    putRates,
    putGifts,
    putFee,
    putFeeOf,
    putLimits,
    withdraw,
    /** Applies the versions that have started. Returns how many. */
    applyDue: () =>
      open(async (hand) => {
        await queries.lockTerms(hand.db)
        return applyDueIn(hand)
      }),
  }
}
