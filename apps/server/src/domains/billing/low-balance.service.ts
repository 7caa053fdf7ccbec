// Says by a message, once, that little money is left; after money came it can be said again. In the transaction that the money moves in: whoever is told
// can see it.
import { developerGuid, yuanText } from '@sealwright/contract'
import type { Locale, billingCalls } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type * as z from 'zod/mini'
import type { Mailer } from '../../kernel/mail/outbox.ts'
import type { Scope } from '../../kernel/scope.ts'
import { findSuperAdministrator } from '../developer/index.ts'
import type { Books } from './ledger.kind.ts'
import { lockLine, markLow, setLine, unmarkLow } from './low-balance.queries.ts'

interface LowBalanceDeps {
  mailer: Pick<Mailer, 'queue'>
  languages: Record<Locale, Sentences>
  baseUrl: () => string
}

/** Whoever brings money calls this after it: a top-up, a credit. */
export async function moneyCame(books: Pick<Books, 'db' | 'developerId'>): Promise<void> {
  await unmarkLow(books)
}

/** What the desk calls after money went. */
export function createLowBalance({ mailer, languages, baseUrl }: LowBalanceDeps) {
  return async function moneyWent({ db, developerId, now }: Books): Promise<void> {
    const low = await markLow({ db, developerId, now })
    const person = low && (await findSuperAdministrator(db, developerId))
    const to = person?.email ?? person?.mobile
    if (!low || !person || !to) return
    const say = languages[person.locale]
    const params = { balance: yuanText(low.balanceFen), line: yuanText(low.lineFen), link: `${baseUrl()}/billing` }
    await mailer.queue(db, { developerId, kind: 'lowBalance', to, subject: say('mail.lowBalance.subject', params), body: say('mail.lowBalance.body', params) })
  }
}

export async function updateSettings(scope: Scope, { lowBalanceFen }: z.output<typeof billingCalls.updateSettings.payload>) {
  const before = await lockLine(scope)
  if (before === lowBalanceFen) return {}
  await setLine(scope, lowBalanceFen)
  const { id, name } = scope.caller.developer
  const facts = (fen: number | null) => ({ lowBalanceFen: fen === null ? null : yuanText(fen) })
  await scope.record({ type: 'update', target: { kind: 'billing', guid: developerGuid(id), name }, before: facts(before), after: facts(lowBalanceFen) })
  return {}
}
