// Whether a visitor is on the blacklist.
import type { Scope } from '../../../kernel/scope.ts'
import type { Block } from '../campaign.tables.ts'
import { findOneOf } from './block.queries.ts'
import { suspectsOf } from './block.rules.ts'

/**
 * The entry that a visitor meets, if any: of several, the one that says most about the account. Without an account only
 * the network is compared. `network` is an IP address or a range.
 */
export const findBlock = (
  scope: Pick<Scope, 'db' | 'developerId'>,
  visitor: { account?: string | null | undefined; network: string },
): Promise<Block | undefined> => findOneOf(scope, suspectsOf(visitor))
