// Public interface of the page of a license code: what its customer and its lending administrators do there.
import { codePageCalls } from '@sealwright/contract'
import { answersAlone } from '../../kernel/http/context.ts'
import type { Binding } from '../../kernel/http/context.ts'
import { createLendingVisits } from './lending-visit.service.ts'
import type { LendingVisitDeps } from './lending-visit.service.ts'
import { createGuard, createVisits } from './visit.service.ts'
import type { VisitDeps } from './visit.service.ts'

export type CodePageDeps = VisitDeps & Omit<LendingVisitDeps, 'guard'>

export function createCodePage(deps: CodePageDeps): { bindings: Binding[]; stop(): Promise<void> } {
  const guard = createGuard(deps)
  const visits = createVisits({ ...deps, guard })
  const lending = createLendingVisits({ ...deps, guard })
  const calls = codePageCalls
  return {
    stop: lending.stop,
    bindings: [
      answersAlone(calls.look, visits.look),
      answersAlone(calls.again, visits.again),
      answersAlone(calls.exchange, (context, payload) => visits.exchange(context, payload, calls.exchange)),
      answersAlone(calls.unbind, (context, payload) => visits.unbind(context, payload, calls.unbind)),
      answersAlone(calls.requestLink, lending.requestLink),
      answersAlone(calls.signIn, lending.signIn),
      answersAlone(calls.signOut, lending.signOut),
      answersAlone(calls.lendings, lending.lendings),
      answersAlone(calls.lend, (context, payload) => lending.lend(context, payload, calls.lend)),
      answersAlone(calls.revoke, (context, payload) => lending.revoke(context, payload, calls.revoke)),
      answersAlone(calls.send, (context, payload) => lending.send(context, payload, calls.send)),
    ],
  }
}
