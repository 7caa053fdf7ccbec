// Whom a transaction acts for. Row-level security reads it.
import type { ScopeKind } from '@sealwright/contract'

/**
 * An account and its row scope. Of the kinds in `limited`, the account sees only the rows that it created and the rows
 * assigned to it or to its integrator.
 */
export interface Acting {
  accountId: string
  limited: ReadonlySet<ScopeKind>
  integratorGuid: string | null
}

/** The holder of assignments and quotas: the account's integrator, or else the account itself. */
export const actsFor = ({ integratorGuid, accountId }: Pick<Acting, 'integratorGuid' | 'accountId'>) =>
  integratorGuid ?? accountId
