// The public interface of billing. Other domains charge through `charging`, call `requireStanding` before operations
// that are closed while bills are overdue, and read rates and limits here.
import {
  PAYMENT_PATHS,
  billingCalls,
  billingDesk,
  groupUsersMax,
  orderCalls,
  packageCalls,
  paymentDesk,
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
import { deskAnswers, deskAnswersAlone, deskAnswersFile } from '../../kernel/desk.ts'
import type { DeskBinding, DeskScope } from '../../kernel/desk.ts'
import { answers, answersAlone, answersFile } from '../../kernel/http/context.ts'
import type { Binding } from '../../kernel/http/context.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { Job, Jobs } from '../../kernel/jobs/jobs.ts'
import type { Notify } from '../../kernel/notify.ts'
import type { Scope } from '../../kernel/scope.ts'
import { createCharging } from './ledger/charging.service.ts'
import { dueJob } from './ledger/due.job.ts'
import { verifyJob } from './ledger/ledger.job.ts'
import { booksOf } from './ledger/ledger.kind.ts'
import { readStanding } from './ledger/standing.service.ts'
import { readTerms } from './ledger/terms.queries.ts'
import { countWaiting } from './operator/correction.queries.ts'
import { createCorrections } from './operator/correction.service.ts'
import { createDeskMoney } from './operator/desk-money.service.ts'
import { createDeskPrices } from './operator/desk-prices.service.ts'
import { createOperator } from './operator/operator.service.ts'
import { termsJob } from './operator/terms.job.ts'
import { createPackageService } from './package/package.service.ts'
import { quote } from './package/quote.service.ts'
import { createDeskPayments } from './payment/desk-payment.service.ts'
import { createDueRecord, createPaying } from './payment/paying.service.ts'
import { registerPaymentRoutes } from './payment/payment-callback.service.ts'
import type { PaymentRoutesDeps } from './payment/payment-callback.service.ts'
import { reconcileJob } from './payment/payment.job.ts'
import { createPaymentCenter } from './payment/payment.service.ts'
import { createProviders } from './payment/providers/index.ts'
import type { PaymentProvider } from './payment/providers/provider.ts'
import { createSandbox } from './payment/providers/sandbox.ts'
import type { Deliver } from './payment/providers/sandbox.ts'
import { createSandboxService } from './payment/sandbox.service.ts'
import { createTopUpService } from './payment/top-up.service.ts'
import { createLowBalance, moneyCame, updateSettings } from './reminder/low-balance.service.ts'
import { createReminders } from './reminder/reminder.service.ts'
import { renewJob } from './service-fee/service-fee.job.ts'
import { createServiceFeeService } from './service-fee/service-fee.service.ts'
import type { PaidLicenses } from './statement/reading.queries.ts'
import * as reading from './statement/reading.service.ts'
import { statement } from './statement/statement.service.ts'

export { PAID_IN_TURN } from './ledger/billing.rules.ts'
export { booksOf } from './ledger/ledger.kind.ts'
export type { Books } from './ledger/ledger.kind.ts'
export type { Charging, Wanted } from './ledger/charging.service.ts'
export type { Creditable } from './ledger/credit.service.ts'
export type { PaymentProvider } from './payment/providers/provider.ts'
export type { Deliver } from './payment/providers/sandbox.ts'
export { Declined } from './operator/hand.service.ts'
export { byOperator } from './operator/hand.service.ts'
export { createOperator } from './operator/operator.service.ts'
export type { Operator } from './operator/operator.service.ts'
export {
  affordable,
  assess,
  requireFunds,
  requireVouchers,
  tryGrant,
  tryPrice,
  vouchersFor,
} from './package/quote.service.ts'
export type { PaidLicenses } from './statement/reading.queries.ts'
export { countDueBills } from './statement/reading.queries.ts'
export { readMoved } from './ledger/ledger.queries.ts'
export { balance as readBalance, readSpent } from './statement/reading.service.ts'
export { readStanding, requireStanding } from './ledger/standing.service.ts'
export { INITIAL_LIMITS, holdRates, readSetting, readTerms } from './ledger/terms.queries.ts'
export { verifyLedger } from './ledger/verify.queries.ts'
export type { LedgerVerdict } from './ledger/verify.queries.ts'
export { welcomeFormal } from './operator/welcome.service.ts'

export interface BillingDeps {
  database: Database
  clock: Clock
  ids: Ids
  log: Logger
  notify: Notify
  languages: Record<Locale, Sentences>
  jobs: Pick<Jobs, 'enqueue'>
  /** The address of the console, for links in messages. */
  baseUrl: () => string
  /** The configured payment providers. */
  payments: Parameters<typeof createProviders>[0] & {
    /** Signs the sandbox provider's callbacks. Undefined disables the sandbox. */
    sandboxKey: Buffer | undefined
    /** For tests: replace the HTTP delivery of sandbox callbacks, and add providers. */
    deliver?: Deliver | undefined
    providers?: readonly PaymentProvider[] | undefined
  }
  /** The licenses that orders paid for. */
  paidLicenses: PaidLicenses
  /** Called with the problems after each verification of the ledger. */
  noteLedgerProblems: (problems: readonly string[]) => Promise<void>
}

export function createBilling(deps: BillingDeps) {
  const charging = createCharging({ moneyWent: createLowBalance(deps), moneyCame, paidByItself: createDueRecord(deps) })
  const packages = createPackageService({ charging })
  const serviceFee = createServiceFeeService({ ...deps, charging })
  const sandbox =
    deps.payments.sandboxKey &&
    createSandbox({
      ...deps,
      key: deps.payments.sandboxKey,
      ...(deps.payments.deliver && { deliver: deps.payments.deliver }),
    })
  const center = createPaymentCenter({
    ...deps,
    charging,
    renewFee: serviceFee.renew,
    providers: [
      ...createProviders(deps.payments, deps),
      ...(sandbox ? [sandbox] : []),
      ...(deps.payments.providers ?? []),
    ],
    notifyUrl: (method) => `${deps.baseUrl()}${PAYMENT_PATHS.notify}${method}`,
  })
  const orders = reading.createOrders(deps.paidLicenses)
  const topUps = createTopUpService({ ...deps, center })
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
    answers(billingCalls.pay, createPaying(charging)),
    answers(billingCalls.updateSettings, updateSettings),
    answers(billingCalls.quote, quote),
    answers(orderCalls.find, orders.find),
    answers(orderCalls.get, orders.get),
    answers(packageCalls.find, packages.find),
    answers(packageCalls.offers, packages.offers),
    answers(packageCalls.types, packages.types),
    answers(packageCalls.buy, packages.buy),
    answers(serviceFeeCalls.get, serviceFee.get),
    answers(serviceFeeCalls.pay, serviceFee.pay),
    answers(serviceFeeCalls.setRenewal, serviceFee.setRenewal),
  ]
  const prices = createDeskPrices(deps)
  const corrections = createCorrections(deps)
  const money = createDeskMoney({ ...deps, corrections })
  const payments = createDeskPayments(center)
  const deskBindings: DeskBinding[] = [
    deskAnswers(billingDesk.searchDevelopers, prices.searchDevelopers),
    deskAnswers(billingDesk.prices, prices.prices),
    deskAnswers(billingDesk.findPrices, prices.findPrices),
    deskAnswers(billingDesk.setRates, prices.setRates),
    deskAnswers(billingDesk.setGifts, prices.setGifts),
    deskAnswers(billingDesk.setFee, prices.setFee),
    deskAnswers(billingDesk.setLimits, prices.setLimits),
    deskAnswers(billingDesk.withdrawPrice, prices.withdrawPrice),
    deskAnswers(billingDesk.findOffers, money.findOffers),
    deskAnswers(billingDesk.addOffer, money.addOffer),
    deskAnswers(billingDesk.retireOffer, money.retireOffer),
    deskAnswers(billingDesk.findSold, money.findSold),
    deskAnswers(billingDesk.grantPackages, money.grantPackages),
    deskAnswers(billingDesk.correct, corrections.correct),
    deskAnswers(billingDesk.findCorrections, corrections.find),
    deskAnswers(billingDesk.confirmCorrection, corrections.confirm),
    deskAnswers(billingDesk.rejectCorrection, corrections.reject),
    deskAnswers(billingDesk.setCorrectionLimit, corrections.setLimit),
    deskAnswers(billingDesk.months, money.months),
    deskAnswersFile(billingDesk.exportMonth, money.exportMonth),
    deskAnswers(paymentDesk.find, payments.find),
    deskAnswers(paymentDesk.get, payments.get),
    deskAnswersAlone(paymentDesk.ask, payments.ask),
    deskAnswersAlone(paymentDesk.reconcile, payments.reconcile),
    deskAnswers(paymentDesk.findRuns, payments.findRuns),
    deskAnswers(paymentDesk.getRun, payments.getRun),
    deskAnswers(paymentDesk.findCompared, payments.findCompared),
  ]
  const jobs: Job[] = [
    termsJob(createOperator(deps)),
    reconcileJob(center),
    ...(sandbox ? [sandbox.job] : []),
    renewJob({ ...deps, serviceFee }),
    dueJob({ ...deps, charging }),
    verifyJob({ ...deps, noteProblems: deps.noteLedgerProblems }),
  ]
  return {
    charging,
    bindings,
    deskBindings,
    /** What waits for a decision at the desk. */
    waiting: async ({ db, operator }: DeskScope) =>
      operator.privileges.has('money.change') ? { corrections: await countWaiting(db) } : {},
    jobs,
    roundParts: [createReminders(deps).part],
    takeCallback: center.takeCallback,
    /** HTTP routes that are not calls of the contract. */
    routes: (app: FastifyInstance, given: Omit<PaymentRoutesDeps, 'center' | 'clock' | 'ids' | 'languages'>) =>
      registerPaymentRoutes(app, { ...deps, ...given, center }),
    /** Rates, service fee and standing, sent with every session. */
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
