// Money: the face. Other domains pay at `desk`, ask `requireStanding` before what is closed to whoever owes, and learn rates and limits here.
import { groupUsersMax, packageCalls, serviceFeeCalls } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type { Logger } from 'pino'
import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/db/database.ts'
import { answers } from '../../kernel/http/context.ts'
import type { Binding } from '../../kernel/http/context.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { Job } from '../../kernel/jobs/jobs.ts'
import type { Mailer } from '../../kernel/mail/outbox.ts'
import type { Scope } from '../../kernel/scope.ts'
import { booksOf } from './ledger.kind.ts'
import { createChargingDesk } from './charging.service.ts'
import { verifyJob } from './ledger.job.ts'
import { createPackageService } from './package.service.ts'
import { renewJob } from './service-fee.job.ts'
import { createServiceFeeService } from './service-fee.service.ts'
import { readStanding } from './standing.service.ts'
import { readTerms } from './terms.queries.ts'

export { booksOf } from './ledger.kind.ts'
export type { Books } from './ledger.kind.ts'
export type { ChargingDesk, Wanted } from './charging.service.ts'
export { requireStanding } from './standing.service.ts'
export { welcomeFormal } from './welcome.service.ts'

export interface BillingDeps {
  database: Database
  clock: Clock
  ids: Ids
  log: Logger
  mailer: Mailer
  languages: Record<Locale, Sentences>
  /** Where the console is, for links in messages. */
  baseUrl: () => string
  /** Told after every proof of the ledger. */
  showLedgerProblems: (count: number) => void
}

export function createBilling(deps: BillingDeps) {
  const desk = createChargingDesk()
  const packages = createPackageService({ desk })
  const serviceFee = createServiceFeeService({ ...deps, desk })
  const bindings: Binding[] = [
    answers(packageCalls.find, packages.find),
    answers(packageCalls.offers, packages.offers),
    answers(packageCalls.types, packages.types),
    answers(packageCalls.buy, packages.buy),
    answers(serviceFeeCalls.get, serviceFee.get),
    answers(serviceFeeCalls.pay, serviceFee.pay),
    answers(serviceFeeCalls.setRenewal, serviceFee.setRenewal),
  ]
  const jobs: Job[] = [renewJob({ ...deps, serviceFee }), verifyJob({ ...deps, showProblems: deps.showLedgerProblems })]
  return {
    desk,
    bindings,
    jobs,
    /** What every session is told. */
    async ofSession(scope: Scope) {
      const { rates, fee } = await readTerms(scope)
      return { rates, fee: { amountFen: fee.amountFen, periodMonths: fee.periodMonths }, standing: await readStanding(booksOf(scope)) }
    },
    prices: { groupUsersMax: async (scope: Scope) => groupUsersMax((await readTerms(scope)).rates) },
  }
}
