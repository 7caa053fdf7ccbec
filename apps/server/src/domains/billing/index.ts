// Money: the face. Other domains pay at `desk`, ask `requireStanding` before what is closed to whoever owes, and learn
// rates and limits here.
import {
  PAYMENT_PATHS,
  billingCalls,
  groupUsersMax,
  orderCalls,
  packageCalls,
  sandboxCalls,
  serviceFeeCalls,
  topUpCalls,
} from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/db/database.ts'
import { answers, answersAlone, answersFile } from '../../kernel/http/context.ts'
import type { Binding } from '../../kernel/http/context.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { Job, Jobs } from '../../kernel/jobs/jobs.ts'
import type { Mailer } from '../../kernel/mail/outbox.ts'
import type { Scope } from '../../kernel/scope.ts'
import { booksOf } from './ledger.kind.ts'
import { createChargingDesk } from './charging.service.ts'
import { dueJob } from './due.job.ts'
import { verifyJob } from './ledger.job.ts'
import { createLowBalance, moneyCame, updateSettings } from './low-balance.service.ts'
import { createPackageService } from './package.service.ts'
import { createDueRecord, createPaying } from './paying.service.ts'
import { registerPaymentDoor } from './payment-door.service.ts'
import type { DoorDeps } from './payment-door.service.ts'
import { reconcileJob } from './payment.job.ts'
import { createPaymentCentre } from './payment.service.ts'
import { createProviders } from './providers/index.ts'
import type { PaymentProvider } from './providers/provider.ts'
import { createSandbox } from './providers/sandbox.ts'
import type { Deliver } from './providers/sandbox.ts'
import { quote } from './quote.service.ts'
import * as reading from './reading.service.ts'
import { remindJob } from './reminder.job.ts'
import { createReminders } from './reminder.service.ts'
import { renewJob } from './service-fee.job.ts'
import { createServiceFeeService } from './service-fee.service.ts'
import { createSandboxService } from './sandbox.service.ts'
import { readStanding } from './standing.service.ts'
import { statement } from './statement.service.ts'
import { readTerms } from './terms.queries.ts'
import { createTopUpService } from './top-up.service.ts'

export { PAID_IN_TURN } from './billing.rules.ts'
export { booksOf } from './ledger.kind.ts'
export type { Books } from './ledger.kind.ts'
export type { ChargingDesk, Wanted } from './charging.service.ts'
export type { Creditable } from './credit.service.ts'
export type { PaymentProvider } from './providers/provider.ts'
export type { Deliver } from './providers/sandbox.ts'
export { Declined, createOperator } from './operator.service.ts'
export type { Operator } from './operator.service.ts'
export { affordable, assess, requireFunds, requireVouchers, tryGrant, tryPrice, vouchersFor } from './quote.service.ts'
export { readStanding, requireStanding } from './standing.service.ts'
export { readTerms } from './terms.queries.ts'
export { verifyLedger } from './verify.queries.ts'
export type { LedgerVerdict } from './verify.queries.ts'
export { welcomeFormal } from './welcome.service.ts'

export interface BillingDeps {
  database: Database
  clock: Clock
  ids: Ids
  log: Logger
  mailer: Mailer
  languages: Record<Locale, Sentences>
  jobs: Pick<Jobs, 'enqueue'>
  /** Where the console is, for links in messages. */
  baseUrl: () => string
  /** Which payment providers are configured. */
  payments: Parameters<typeof createProviders>[0] & {
    /** The provider that only pretends is on where there is one. */
    sandboxKey: Buffer | undefined
    /** Other ways than HTTP for its callbacks, and other providers than are configured: in tests. */
    deliver?: Deliver | undefined
    providers?: readonly PaymentProvider[] | undefined
  }
  /** Told after every proof of the ledger. */
  showLedgerProblems: (count: number) => void
}

export function createBilling(deps: BillingDeps) {
  const desk = createChargingDesk({ moneyWent: createLowBalance(deps), moneyCame, paidByItself: createDueRecord(deps) })
  const packages = createPackageService({ desk })
  const serviceFee = createServiceFeeService({ ...deps, desk })
  const sandbox =
    deps.payments.sandboxKey &&
    createSandbox({
      ...deps,
      key: deps.payments.sandboxKey,
      ...(deps.payments.deliver && { deliver: deps.payments.deliver }),
    })
  const centre = createPaymentCentre({
    ...deps,
    desk,
    renewFee: serviceFee.renew,
    providers: [
      ...createProviders(deps.payments, deps),
      ...(sandbox ? [sandbox] : []),
      ...(deps.payments.providers ?? []),
    ],
    notifyUrl: (method) => `${deps.baseUrl()}${PAYMENT_PATHS.notify}${method}`,
  })
  const topUps = createTopUpService({ ...deps, centre })
  const pretended = createSandboxService(sandbox)
  const bindings: Binding[] = [
    answers(topUpCalls.options, topUps.options),
    answers(topUpCalls.create, topUps.create),
    answers(topUpCalls.find, topUps.find),
    answers(topUpCalls.get, topUps.get),
    answersAlone(topUpCalls.check, topUps.check),
    answersAlone(topUpCalls.cancel, topUps.cancel),
    answersAlone(sandboxCalls.get, pretended.get),
    answersAlone(sandboxCalls.act, pretended.act),
    answers(billingCalls.balance, reading.balance),
    answers(billingCalls.find, reading.find),
    answers(billingCalls.findEntries, reading.findEntries),
    answers(billingCalls.spending, reading.spending),
    answersFile(billingCalls.statement, statement),
    answersFile(billingCalls.export, reading.exportBills),
    answers(billingCalls.pay, createPaying(desk)),
    answers(billingCalls.updateSettings, updateSettings),
    answers(billingCalls.quote, quote),
    answers(orderCalls.find, reading.findOrders),
    answers(orderCalls.get, reading.getOrder),
    answers(packageCalls.find, packages.find),
    answers(packageCalls.offers, packages.offers),
    answers(packageCalls.types, packages.types),
    answers(packageCalls.buy, packages.buy),
    answers(serviceFeeCalls.get, serviceFee.get),
    answers(serviceFeeCalls.pay, serviceFee.pay),
    answers(serviceFeeCalls.setRenewal, serviceFee.setRenewal),
  ]
  const jobs: Job[] = [
    reconcileJob(centre),
    ...(sandbox ? [sandbox.job] : []),
    renewJob({ ...deps, serviceFee }),
    dueJob({ ...deps, desk }),
    remindJob({ ...deps, reminders: createReminders(deps) }),
    verifyJob({ ...deps, showProblems: deps.showLedgerProblems }),
  ]
  return {
    desk,
    bindings,
    jobs,
    takeCallback: centre.takeCallback,
    /** Addresses that are no calls. */
    routes: (app: FastifyInstance, given: Omit<DoorDeps, 'centre' | 'clock' | 'ids' | 'languages'>) =>
      registerPaymentDoor(app, { ...deps, ...given, centre }),
    /** What every session is told. */
    async ofSession(scope: Scope) {
      const { rates, fee } = await readTerms(scope)
      return {
        rates,
        fee: { amountFen: fee.amountFen, periodMonths: fee.periodMonths },
        standing: await readStanding(booksOf(scope)),
      }
    },
    prices: { groupUsersMax: async (scope: Scope) => groupUsersMax((await readTerms(scope)).rates) },
  }
}
