// The platform service fee: shown, paid by the super administrator, or renewed automatically a day before it ends. All
// that matters is until when it is paid: a payment immediately opens what was closed.
import { DAY_MS, LIMITS, developerGuid, servicePeriod, wallTime, yuanText } from '@sealwright/contract'
import type { Locale, serviceFeeCalls } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type { Logger } from 'pino'
import type * as z from 'zod/mini'
import { recordByPlatform } from '../../../kernel/audit/record.ts'
import type { Operation } from '../../../kernel/audit/record.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Database } from '../../../kernel/db/database.ts'
import type { Ids } from '../../../kernel/ids.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { findSuperAdministrator, languageOf } from '../../developer/index.ts'
import type { Charging } from '../ledger/charging.service.ts'
import { booksOf } from '../ledger/ledger.kind.ts'
import type { Books } from '../ledger/ledger.kind.ts'
import { readTerms } from '../ledger/terms.queries.ts'
import type { Fee } from '../ledger/terms.queries.ts'
import { requireInsider } from '../package/quote.service.ts'
import { lockServiceUntil, setServiceUntil, updateRenewal } from './service-fee.queries.ts'

type Payload<Name extends keyof typeof serviceFeeCalls> = z.output<(typeof serviceFeeCalls)[Name]['payload']>

const RENEWAL_LEAD_MS = DAY_MS
const dayOf = (moment: Date, timeZone: string) => wallTime(moment, timeZone).slice(0, 10)

function operation(developerId: number, say: Sentences, change: Pick<Operation, 'before' | 'after'>): Operation {
  return {
    type: 'update',
    target: { kind: 'billing', guid: developerGuid(developerId), name: say('billing.categories.serviceFee') },
    ...change,
  }
}

interface ServiceFeeDeps {
  database: Database
  clock: Clock
  ids: Ids
  log: Logger
  charging: Charging
  languages: Record<Locale, Sentences>
}

export function createServiceFeeService({ database, clock, ids, log, charging, languages }: ServiceFeeDeps) {
  /** Charges the next period. The caller has locked the developer. */
  async function payPeriod(
    books: Books,
    fee: Fee,
    { until: paidUntil, timeZone }: { until: Date | null; timeZone: string },
  ) {
    const { now } = books
    const { from, until } = servicePeriod({ now, paidUntil, months: fee.periodMonths, timeZone })
    const { aheadMonths } = LIMITS.serviceFee
    if (until > servicePeriod({ now, paidUntil: null, months: aheadMonths, timeZone }).until)
      throw new Refusal('serviceFee.tooFarAhead', { params: { months: aheadMonths } })
    const { isNew } = await charging.charge(books, {
      purpose: `serviceFee:${from.toISOString()}`,
      category: 'serviceFee',
      subject: `${dayOf(from, timeZone)} – ${dayOf(until, timeZone)}`,
      count: 1,
      price: { totalFen: fee.amountFen, lines: [], units: null },
      whileOverdue: true,
    })
    if (!isNew) throw new Error(`the service from ${from.toISOString()} was paid before, but not granted`)
    await setServiceUntil(books, until)
    return {
      until,
      change: {
        before: { expireTime: paidUntil?.toISOString() ?? null },
        after: { expireTime: until.toISOString(), actualFen: yuanText(fee.amountFen) },
      },
    }
  }

  /** Renews a fee that ends within a day. Throws a refusal, without any change, if there is too little money. */
  async function renewIn(books: Books): Promise<void> {
    const { db, developerId, now } = books
    const locked = await lockServiceUntil(books)
    const { fee, autoRenew } = await readTerms(books)
    if (
      !autoRenew ||
      fee.amountFen === 0 ||
      locked.until === null ||
      locked.until.getTime() > now.getTime() + RENEWAL_LEAD_MS
    )
      return
    const { change } = await payPeriod(books, fee, locked)
    const say = await languageOf(db, developerId, languages)
    await recordByPlatform(books, say, 'renew', operation(developerId, say, change))
  }

  return {
    async get(scope: Scope) {
      requireInsider(scope)
      const {
        fee: { amountFen, periodMonths },
        autoRenew,
      } = await readTerms(scope)
      const { serviceUntil, serviceStatus } = scope.caller.developer
      const administrator = await findSuperAdministrator(scope.db, scope.developerId)
      return {
        amountFen,
        periodMonths,
        paidUntil: serviceUntil,
        isUnpaid: serviceStatus === 'unpaid',
        autoRenew,
        superAdministrator: administrator?.name ?? '',
      }
    },

    async pay(scope: Scope, { amountFen, paidUntil }: Payload<'pay'>) {
      const locked = await lockServiceUntil(scope)
      const { fee } = await readTerms(scope)
      if (fee.amountFen === 0 || locked.until === null) throw new Refusal('serviceFee.none')
      // It was paid after the page was loaded, or while this call waited. Two requests pay once.
      if (locked.until.getTime() !== paidUntil.getTime()) return { paidUntil: locked.until }
      if (fee.amountFen !== amountFen)
        throw new Refusal('serviceFee.changed', { params: { amount: yuanText(fee.amountFen) } })
      const { until, change } = await payPeriod(booksOf(scope), fee, locked)
      await scope.record(operation(scope.developerId, scope.say, change))
      return { paidUntil: until }
    },

    async setRenewal(scope: Scope, { autoRenew }: Payload<'setRenewal'>) {
      const before = await updateRenewal(scope, autoRenew)
      await scope.record(
        operation(scope.developerId, scope.say, { before: { autoRenew: before }, after: { autoRenew } }),
      )
      return {}
    },

    /**
     * Renews the fee if that is enabled and due. It uses a transaction of its own, because paying a fee locks the
     * developer before the money.
     */
    async renew(developerId: number): Promise<void> {
      try {
        await database.inTenant(developerId, 'write', (db) =>
          renewIn({ db, developerId, ids, now: clock.now(), actor: null }),
        )
      } catch (error) {
        // Too little money is not an error: the renewal is tried again every hour and when money arrives, and reminders
        // are sent.
        if (!(error instanceof Refusal)) log.error({ err: error, developerId }, 'a service fee was not renewed')
      }
    },
    renewalLeadMs: RENEWAL_LEAD_MS,
  }
}

export type ServiceFeeService = ReturnType<typeof createServiceFeeService>
