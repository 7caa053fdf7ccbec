// Money: the face. Other domains pay at `desk`, ask `requireStanding` before what is closed to whoever owes, and learn rates and limits here.
import { groupUsersMax } from '@sealwright/contract'
import type { Binding } from '../../kernel/http/context.ts'
import type { Scope } from '../../kernel/scope.ts'
import { booksOf } from './ledger.kind.ts'
import { createChargingDesk } from './charging.service.ts'
import { readStanding } from './standing.service.ts'
import { readTerms } from './terms.queries.ts'

export { booksOf } from './ledger.kind.ts'
export type { Books } from './ledger.kind.ts'
export type { ChargingDesk, Wanted } from './charging.service.ts'
export { requireStanding } from './standing.service.ts'
export { welcomeFormal } from './welcome.service.ts'

export function createBilling() {
  const desk = createChargingDesk()
  return {
    desk,
    bindings: [] as Binding[],
    /** What every session is told. */
    async ofSession(scope: Scope) {
      const { rates, fee } = await readTerms(scope)
      return { rates, fee: { amountFen: fee.amountFen, periodMonths: fee.periodMonths }, standing: await readStanding(booksOf(scope)) }
    },
    prices: { groupUsersMax: async (scope: Scope) => groupUsersMax((await readTerms(scope)).rates) },
  }
}
