// Changes by the platform operator: rates, gifts, packages on offer, credits, the service fee, bills, limits. Commands
// and the platform desk use it. A change that concerns one developer is recorded in that developer's operation log.
import { PURSES, isPurse, momentOf, yuanText } from '@sealwright/contract'
import type { PackageOffer, Rates, TopUpGift } from '@sealwright/contract'
import type { Operation } from '../../../kernel/audit/record.ts'
import { createCharging } from '../ledger/charging.service.ts'
import { credit as post } from '../ledger/credit.service.ts'
import type { Creditable } from '../ledger/credit.service.ts'
import { accountKey } from '../ledger/ledger.kind.ts'
import type { Books } from '../ledger/ledger.kind.ts'
import { lockAccounts, readBalances } from '../ledger/ledger.queries.ts'
import { readGeneralTerms, readTerms } from '../ledger/terms.queries.ts'
import type { Fee, PlatformLimits } from '../ledger/terms.queries.ts'
import {
  endOffers,
  findOfferOfType,
  insertOffer,
  listOffers,
  lockOffer,
  retireOffer,
} from '../package/package.queries.ts'
import { addPackages, packageFacts } from '../package/package.service.ts'
import { createDueRecord } from '../payment/paying.service.ts'
import { createLowBalance, moneyCame } from '../reminder/low-balance.service.ts'
import { createReminders } from '../reminder/reminder.service.ts'
import { insertCorrection } from './correction.queries.ts'
import { worthOfOffer } from './gift.queries.ts'
import { Declined, byCommand, concerning, ofBilling } from './hand.service.ts'
import type { Hand, Open, OperatorDeps } from './hand.service.ts'
import type { Concerned } from './operator.queries.ts'
import { createTerms } from './terms.service.ts'

export interface Credit {
  kind: Creditable
  amount: number
  note: string
}

/** An offer, and from when until when it can be bought. */
export type NewOffer = Omit<PackageOffer, 'guid'> & { startsAt?: Date | undefined; endsAt?: Date | undefined }

export function createOperator(deps: OperatorDeps, open: Open = byCommand(deps)) {
  const { clock, ids } = deps
  const moneyWent = createLowBalance(deps)
  const charging = createCharging({ moneyWent, paidByItself: createDueRecord(deps) })
  const reminders = createReminders(deps)
  const terms = createTerms(deps, open)

  const inBooks = <T>(developerId: number, work: (books: Books, developer: Concerned, hand: Hand) => Promise<T>) =>
    open((hand) => concerning(hand, deps, developerId, (books, developer) => work(books, developer, hand)))

  const general = () => open(({ db }) => readGeneralTerms(db, clock.now()))
  const termsOf = (developerId: number) => inBooks(developerId, (books) => readTerms({ ...books, now: clock.now() }))

  async function offerOn(hand: Hand, type: string) {
    const offer = await findOfferOfType(hand.db, type, hand.now)
    if (!offer) throw new Declined(`No package "${type}" is on offer.`, 'package.offerNotFound')
    return offer
  }

  /** Credits an amount in an open transaction, under a purpose of its own. Credited money pays overdue bills first. */
  async function creditIn(
    hand: Hand,
    books: Books,
    developer: Concerned,
    { kind, amount, note }: Credit,
    purpose: string,
  ) {
    const isMoney = isPurse(kind)
    // Lock both purses at once, in the common order: overdue bills are paid from both.
    const had =
      (await lockAccounts(books, isMoney ? PURSES.map((purse) => ({ kind: purse })) : [{ kind }])).get(
        accountKey({ kind }),
      ) ?? 0
    const show = (value: number) => (isMoney ? yuanText(value) : value)
    if (had + amount < 0)
      throw new Declined(
        `Developer ${developer.id} has only ${isMoney ? `${yuanText(had)} yuan` : had} of this; nothing was taken.`,
        'tariff.tooLittle',
        { params: { left: String(show(had)) }, field: 'amount' },
      )
    await post(books, { kind, amount, purpose, note })
    const change = { before: { [kind]: show(had) }, after: { [kind]: show(had + amount), subject: note } }
    await hand.recordAt(developer.id, 'credit', ofBilling(developer, change))
    await hand.record('credit', {
      type: 'update',
      target: { kind: 'credit', guid: purpose, name: developer.name },
      ...change,
    })
    let paidBills = 0
    if (isMoney && amount > 0) {
      await moneyCame(books)
      paidBills = await charging.payOwed(books)
    } else if (isMoney) await moneyWent(books)
    return { ...(await readBalances(books)), paidBills }
  }

  return {
    ...terms,
    creditIn,
    inBooks,

    rates: async (developerId?: number): Promise<Rates> =>
      (developerId === undefined ? await general() : await termsOf(developerId)).rates,

    /** Null resets to the general rates, or to the defaults if no developer is given. */
    setRates: (change: Partial<Rates> | null, developerId?: number) =>
      terms.putRates(developerId ?? null, (set) => (change === null ? {} : { ...set, ...change })),

    gifts: async (): Promise<readonly TopUpGift[]> => (await general()).gifts,
    setGifts: (gifts: TopUpGift[]) => terms.putGifts(gifts),

    /** The offers that can be bought now. */
    offers: () => open(({ db, now }) => listOffers(db, now)),

    addOffer: ({ startsAt, endsAt, ...offer }: NewOffer): Promise<string> =>
      open(async ({ db, now, record }) => {
        if ((startsAt && startsAt <= now) || (endsAt && endsAt <= (startsAt ?? now)))
          throw new Declined('The period of the offer is over or empty.', 'tariff.offerPeriod', {
            field: endsAt && endsAt <= (startsAt ?? now) ? 'endTime' : 'startTime',
          })
        // An offer whose time is over makes room for the next one of its type.
        await endOffers(db, offer.type, now)
        const guid = ids.guid()
        const row = { ...offer, guid, createdAt: now, startsAt: startsAt ?? null, endsAt: endsAt ?? null }
        if (!(await insertOffer(db, { ...row, retiredAt: null })))
          throw new Declined(`A package "${offer.type}" is on offer already; retire it first.`, 'tariff.offerTaken', {
            field: 'type',
          })
        await record('package', {
          type: 'add',
          target: { kind: 'package', guid, name: offer.type },
          after: {
            licenses: offer.licenses,
            updates: offer.updates,
            days: offer.days,
            priceFen: yuanText(offer.priceFen),
            ...(startsAt && { startTime: startsAt.toISOString() }),
            ...(endsAt && { endTime: endsAt.toISOString() }),
          },
        })
        return guid
      }),

    /** By its type, or by its guid. */
    retireOffer: (given: { type: string } | { guid: string }) =>
      open(async (hand) => {
        const { db, now, record } = hand
        const offer = 'type' in given ? await findOfferOfType(db, given.type, null) : await lockOffer(db, given.guid)
        if (!offer || offer.retiredAt !== null)
          throw new Declined(
            `No package "${'type' in given ? given.type : given.guid}" is on offer.`,
            'package.offerNotFound',
          )
        await retireOffer(db, offer.guid, now)
        await record('package', {
          type: 'delete',
          target: { kind: 'package', guid: offer.guid, name: offer.type },
          before: { priceFen: yuanText(offer.priceFen) },
        })
      }),

    /** Free of charge. Returns the serial numbers. */
    grantPackages: (
      developerId: number,
      type: string,
      count: number,
      allow?: (worthFen: number) => Promise<void>,
    ): Promise<string[]> =>
      inBooks(developerId, async (books, { timeZone, name }, hand) => {
        const offer = await offerOn(hand, type)
        await allow?.(count * (await worthOfOffer(hand.db, offer, hand.now)))
        const rows = await addPackages(books, offer, {
          guids: Array.from({ length: count }, () => ids.guid()),
          priceFen: 0,
          orderGuid: null,
          timeZone,
        })
        await hand.recordAt(
          developerId,
          'package',
          ...rows.map((row): Operation => ({
            type: 'add',
            target: { kind: 'package', guid: row.guid, name: row.serial },
            after: packageFacts(row),
          })),
        )
        await hand.record('package', {
          type: 'update',
          target: { kind: 'package', guid: offer.guid, name: `${offer.type} → ${name}` },
          after: { count },
        })
        return rows.map(({ serial }) => serial)
      }),

    /** Credits an amount. A negative amount debits it, never below zero. Credited money pays overdue bills first. */
    credit: (developerId: number, given: Credit) =>
      inBooks(developerId, async (books, developer, hand) => {
        const guid = ids.guid()
        await insertCorrection(hand.db, {
          guid,
          developerId,
          ...given,
          worthFen: 0,
          topUpGuid: null,
          state: 'done',
          makerGuid: hand.by?.guid ?? null,
          maker: hand.by?.name ?? null,
          madeAt: hand.now,
          deciderGuid: null,
          decider: null,
          decidedAt: hand.now,
          reason: null,
        })
        return creditIn(hand, books, developer, given, guid)
      }),

    async fee(developerId?: number): Promise<Fee & { paidUntil?: Date | null }> {
      if (developerId === undefined) return (await general()).fee
      return inBooks(developerId, async (books, { serviceUntil }) => ({
        ...(await readTerms({ ...books, now: clock.now() })).fee,
        paidUntil: serviceUntil,
      }))
    },

    /** Sets the general fee. Returns the number of developers for whom the fee starts or ends. */
    setFee: async (change: Partial<Fee> & Pick<Fee, 'amountFen'>) => (await terms.putFee(change)).concerned,
    /** Null removes the developer's own fee, so that the general fee applies. */
    setFeeOf: (developerId: number, ownFen: number | null) => terms.putFeeOf(developerId, ownFen),

    /** Returns when the bill is due. */
    bill: (
      developerId: number,
      { amountFen, day, note }: { amountFen: number; day: string; note: string },
    ): Promise<Date> =>
      inBooks(developerId, async (books, developer, hand) => {
        const dueAt = momentOf(day, 'end', developer.timeZone)
        if (dueAt <= books.now)
          throw new Declined(
            `${day} is over in the time zone of developer ${developerId}; a bill is due today or later.`,
            'tariff.startPassed',
            { field: 'day' },
          )
        await charging.billDue(
          books,
          {
            purpose: `platform.bill:${ids.guid()}`,
            category: 'platform',
            subject: note,
            count: 1,
            price: { totalFen: amountFen, lines: [], units: null },
          },
          dueAt,
        )
        const change = {
          after: { subject: note, projectedFen: yuanText(amountFen), dueTime: dueAt.toISOString() },
        }
        await hand.recordAt(developerId, 'bill', ofBilling(developer, change))
        await reminders.tellBill(books, { subject: note, amountFen, dueAt })
        return dueAt
      }),

    limits: async (developerId?: number): Promise<PlatformLimits> =>
      (developerId === undefined ? await general() : await termsOf(developerId)).limits,

    /** Null resets to the general limits, or to the defaults if no developer is given. */
    setLimits: (change: Partial<PlatformLimits> | null, developerId?: number) =>
      terms.putLimits(developerId ?? null, (set) => (change === null ? {} : { ...set, ...change })),
  }
}

export type Operator = ReturnType<typeof createOperator>
