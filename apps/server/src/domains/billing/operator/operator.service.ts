// Changes by the platform operator: rates, gifts, packages on offer, credits, the service fee, bills, limits. Runs as
// the database owner. A change that concerns one developer is recorded in that developer's operation log, in the
// platform's name.
import { DAY_MS, DEFAULT_RATES, PURSES, developerGuid, isPurse, momentOf, yuanText } from '@sealwright/contract'
import type { Locale, PackageOffer, Rates, TopUpGift } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import { recordByPlatform } from '../../../kernel/audit/record.ts'
import type { LoggedFacts, Operation } from '../../../kernel/audit/record.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { actAs } from '../../../kernel/db/database.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import type { Ids } from '../../../kernel/ids.ts'
import type { Notify } from '../../../kernel/notify.ts'
import { languageOf } from '../../developer/index.ts'
import { createCharging } from '../ledger/charging.service.ts'
import { credit as post } from '../ledger/credit.service.ts'
import type { Creditable } from '../ledger/credit.service.ts'
import { accountKey } from '../ledger/ledger.kind.ts'
import type { Books } from '../ledger/ledger.kind.ts'
import { lockAccounts, readBalances } from '../ledger/ledger.queries.ts'
import {
  INITIAL_LIMITS,
  NO_FEE,
  readSetting,
  readTerms,
  readTopUpGifts,
  writeSetting,
} from '../ledger/terms.queries.ts'
import type { Fee, PlatformLimits } from '../ledger/terms.queries.ts'
import { findOfferOfType, insertOffer, listOffers, retireOffer } from '../package/package.queries.ts'
import { addPackages, packageFacts } from '../package/package.service.ts'
import { createDueRecord } from '../payment/paying.service.ts'
import { createLowBalance, moneyCame } from '../reminder/low-balance.service.ts'
import { createReminders } from '../reminder/reminder.service.ts'
import { setServiceUntil } from '../service-fee/service-fee.queries.ts'
import * as queries from './operator.queries.ts'
import type { Concerned } from './operator.queries.ts'

/** The request is valid but cannot be carried out; the message says why. Nothing was changed. */
export class Declined extends Error {
  override name = 'Declined'
}

export interface OperatorDeps {
  database: Database
  clock: Clock
  ids: Ids
  notify: Notify
  languages: Record<Locale, Sentences>
}

const rateFacts = ({ tiers, ...plain }: Rates): LoggedFacts => ({
  ...Object.fromEntries(
    Object.entries(plain).map(([name, value]) => [name, name.endsWith('Fen') ? yuanText(value) : value]),
  ),
  tiers:
    tiers
      .map(({ lowLimit, topLimit, price }) => `${lowLimit}–${topLimit}: ${price.map(yuanText).join(' / ')}`)
      .join('; ') || null,
})
/** The facts whose values differ between two states. */
function changed(before: LoggedFacts, after: LoggedFacts): { before: LoggedFacts; after: LoggedFacts } {
  const names = Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name])
  const of = (facts: LoggedFacts) => Object.fromEntries(names.map((name) => [name, facts[name] ?? null]))
  return { before: of(before), after: of(after) }
}

export function createOperator(deps: OperatorDeps) {
  const { database, clock, ids, languages } = deps
  const moneyWent = createLowBalance(deps)
  const charging = createCharging({ moneyWent, paidByItself: createDueRecord(deps) })
  const reminders = createReminders(deps)

  /** Runs the work in the books of an existing developer, whose row stays locked. */
  function concerning<T>(developerId: number, work: (books: Books, developer: Concerned) => Promise<T>): Promise<T> {
    return database.asOwner(async (db) => {
      const developer = await queries.lockConcerned(db, developerId)
      if (!developer) throw new Declined(`There is no developer ${developerId}.`)
      await actAs(db, developerId)
      return work({ db, developerId, ids, now: clock.now(), actor: null }, developer)
    })
  }

  async function record(
    { db, now }: Pick<Books, 'db' | 'now'>,
    developerId: number,
    call: string,
    ...operations: readonly Operation[]
  ) {
    await recordByPlatform({ db, developerId, now }, await languageOf(db, developerId, languages), call, ...operations)
  }
  const ofBilling = ({ id, name }: Concerned, change: { before?: LoggedFacts; after?: LoggedFacts }): Operation => ({
    type: 'update',
    target: { kind: 'billing', guid: developerGuid(id), name },
    ...change,
  })

  const everybodysRates = async (db: Db): Promise<Rates> => ({
    ...DEFAULT_RATES,
    ...(await readSetting(db, 'billing.rates')),
  })
  const everybodysLimits = async (db: Db): Promise<PlatformLimits> => ({
    ...INITIAL_LIMITS,
    ...(await readSetting(db, 'billing.limits')),
  })
  const everybodysFee = async (db: Db): Promise<Fee> => (await readSetting(db, 'billing.fee')) ?? NO_FEE
  const feeFacts = (amountFen: number, until: Date | null): LoggedFacts => ({
    priceFen: yuanText(amountFen),
    expireTime: amountFen === 0 ? null : (until?.toISOString() ?? null),
  })

  /** Null removes the developer's own fee, so that the general fee applies. */
  async function setFeeOf(developerId: number, ownFen: number | null): Promise<void> {
    await concerning(developerId, async (books, developer) => {
      const { fee } = await readTerms(books)
      await queries.setOwnFee(books.db, developerId, ownFen)
      const {
        fee: { amountFen },
      } = await readTerms(books)
      const { now } = books
      const { serviceUntil, status } = developer
      // A developer who starts to pay again keeps the time that was already paid for. If that time is over, the first
      // days apply again: nothing was due while the fee was zero.
      const isFirst = serviceUntil === null || (fee.amountFen === 0 && serviceUntil <= now)
      const until =
        amountFen > 0 && status === 'formal' && isFirst
          ? new Date(now.getTime() + fee.firstDays * DAY_MS)
          : serviceUntil
      await setServiceUntil(books, until)
      await record(
        books,
        developerId,
        'fee',
        ofBilling(developer, changed(feeFacts(fee.amountFen, developer.serviceUntil), feeFacts(amountFen, until))),
      )
    })
  }

  return {
    rates: (developerId?: number): Promise<Rates> =>
      developerId === undefined
        ? database.asOwner(everybodysRates)
        : concerning(developerId, async (books) => (await readTerms(books)).rates),

    /** Null resets to the general rates, or to the defaults if no developer is given. */
    async setRates(change: Partial<Rates> | null, developerId?: number): Promise<void> {
      if (developerId === undefined) {
        await database.asOwner(async (db) =>
          writeSetting(
            db,
            'billing.rates',
            change === null ? {} : { ...(await readSetting(db, 'billing.rates')), ...change },
          ),
        )
        return
      }
      await concerning(developerId, async (books, developer) => {
        const before = rateFacts((await readTerms(books)).rates)
        await queries.mergeTerms(books.db, developerId, 'rates', change)
        await record(
          books,
          developerId,
          'rates',
          ofBilling(developer, changed(before, rateFacts((await readTerms(books)).rates))),
        )
      })
    },

    gifts: () => database.asOwner(readTopUpGifts),
    setGifts: (gifts: TopUpGift[]) => database.asOwner((db) => writeSetting(db, 'billing.topUpGifts', gifts)),

    offers: () => database.asOwner(listOffers),

    addOffer: (offer: Omit<PackageOffer, 'guid'>) =>
      database.asOwner(async (db) => {
        if (!(await insertOffer(db, { ...offer, guid: ids.guid(), createdAt: clock.now(), retiredAt: null })))
          throw new Declined(`A package "${offer.type}" is on offer already; retire it first.`)
      }),

    retireOffer: (type: string) =>
      database.asOwner(async (db) => {
        const offer = await findOfferOfType(db, type)
        if (!offer) throw new Declined(`No package "${type}" is on offer.`)
        await retireOffer(db, offer.guid, clock.now())
      }),

    /** Free of charge. Returns the serial numbers. */
    grantPackages: (developerId: number, type: string, count: number): Promise<string[]> =>
      concerning(developerId, async (books, { timeZone }) => {
        const offer = await findOfferOfType(books.db, type)
        if (!offer) throw new Declined(`No package "${type}" is on offer.`)
        const rows = await addPackages(books, offer, {
          guids: Array.from({ length: count }, () => ids.guid()),
          priceFen: 0,
          orderGuid: null,
          timeZone,
        })
        await record(
          books,
          developerId,
          'package',
          ...rows.map((row): Operation => ({
            type: 'add',
            target: { kind: 'package', guid: row.guid, name: row.serial },
            after: packageFacts(row),
          })),
        )
        return rows.map(({ serial }) => serial)
      }),

    /** Credits an amount. A negative amount debits it, never below zero. Credited money pays overdue bills first. */
    credit: (developerId: number, { kind, amount, note }: { kind: Creditable; amount: number; note: string }) =>
      concerning(developerId, async (books, developer) => {
        const isMoney = isPurse(kind)
        // Lock both purses at once, in the common order: overdue bills are paid from both.
        const had =
          (await lockAccounts(books, isMoney ? PURSES.map((purse) => ({ kind: purse })) : [{ kind }])).get(
            accountKey({ kind }),
          ) ?? 0
        if (had + amount < 0)
          throw new Declined(
            `Developer ${developerId} has only ${isMoney ? `${yuanText(had)} yuan` : had} of this; nothing was taken.`,
          )
        await post(books, { kind, amount, purpose: ids.guid(), note })
        const show = (value: number) => (isMoney ? yuanText(value) : value)
        await record(
          books,
          developerId,
          'credit',
          ofBilling(developer, { before: { [kind]: show(had) }, after: { [kind]: show(had + amount), subject: note } }),
        )
        let paidBills = 0
        if (isMoney && amount > 0) {
          await moneyCame(books)
          paidBills = await charging.payOwed(books)
        } else if (isMoney) await moneyWent(books)
        return { ...(await readBalances(books)), paidBills }
      }),

    async fee(developerId?: number): Promise<Fee & { paidUntil?: Date | null }> {
      if (developerId === undefined) return database.asOwner(everybodysFee)
      return concerning(developerId, async (books, { serviceUntil }) => ({
        ...(await readTerms(books)).fee,
        paidUntil: serviceUntil,
      }))
    },

    /**
     * Sets the general fee. Developers who paid no fee so far get the first days. Time that was paid for stays valid
     * when the fee ends. Returns the number of developers for whom the fee starts or ends.
     */
    setFee: (change: Partial<Fee> & Pick<Fee, 'amountFen'>) =>
      database.asOwner(async (db) => {
        const now = clock.now()
        const before = await everybodysFee(db)
        const fee = { ...before, ...change }
        await writeSetting(db, 'billing.fee', fee)
        const until = new Date(now.getTime() + fee.firstDays * DAY_MS)
        if (fee.amountFen === 0 && before.amountFen === 0) return 0
        const developers =
          fee.amountFen === 0
            ? await queries.listPayers(db)
            : await queries.beginFee(db, { now, until, again: before.amountFen === 0 })
        for (const developer of developers)
          await record(
            { db, now },
            developer.id,
            'fee',
            ofBilling(developer, {
              before: { priceFen: yuanText(before.amountFen) },
              after: feeFacts(fee.amountFen, developer.serviceUntil),
            }),
          )
        return developers.length
      }),
    setFeeOf,

    /** Returns when the bill is due. */
    bill: (
      developerId: number,
      { amountFen, day, note }: { amountFen: number; day: string; note: string },
    ): Promise<Date> =>
      concerning(developerId, async (books, developer) => {
        const dueAt = momentOf(day, 'end', developer.timeZone)
        if (dueAt <= books.now)
          throw new Declined(
            `${day} is over in the time zone of developer ${developerId}; a bill is due today or later.`,
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
        await record(
          books,
          developerId,
          'bill',
          ofBilling(developer, {
            after: { subject: note, projectedFen: yuanText(amountFen), dueTime: dueAt.toISOString() },
          }),
        )
        await reminders.tellBill(books, { subject: note, amountFen, dueAt })
        return dueAt
      }),

    limits: (developerId?: number): Promise<PlatformLimits> =>
      developerId === undefined
        ? database.asOwner(everybodysLimits)
        : concerning(developerId, async (books) => (await readTerms(books)).limits),

    /** Null resets to the general limits, or to the defaults if no developer is given. */
    async setLimits(change: Partial<PlatformLimits> | null, developerId?: number): Promise<void> {
      if (developerId === undefined) {
        await database.asOwner(async (db) =>
          writeSetting(
            db,
            'billing.limits',
            change === null ? {} : { ...(await readSetting(db, 'billing.limits')), ...change },
          ),
        )
        return
      }
      await concerning(developerId, async (books, developer) => {
        const before = (await readTerms(books)).limits
        await queries.mergeTerms(books.db, developerId, 'limits', change)
        await record(
          books,
          developerId,
          'limits',
          ofBilling(developer, changed(before, (await readTerms(books)).limits)),
        )
      })
    },
  }
}

export type Operator = ReturnType<typeof createOperator>
