// The calls of the public page: what a visitor sees, and how they take part.
import type { campaignVisitCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import type { Clock } from '../../../kernel/clock.ts'
import type { Database } from '../../../kernel/db/database.ts'
import type { OwnContext } from '../../../kernel/http/context.ts'
import type { Ids } from '../../../kernel/ids.ts'
import type { Notify } from '../../../kernel/notify.ts'
import type { CampaignIssuing } from '../../license/index.ts'

type Calls = Pick<typeof campaignVisitCalls, 'visit' | 'sendCode' | 'register' | 'join'>
export type Visiting = {
  [Name in keyof Calls]: (
    context: OwnContext,
    payload: z.output<Calls[Name]['payload']>,
  ) => Promise<z.output<Calls[Name]['answer']>>
}

export interface VisitingDeps {
  database: Database
  clock: Clock
  ids: Ids
  notify: Notify
  /** The address of the console. */
  baseUrl: () => string
  issuing: CampaignIssuing
}

export function createVisiting(_deps: VisitingDeps): Visiting {
  const later = async (): Promise<never> => {
    throw new Error('not built yet')
  }
  return { visit: later, sendCode: later, register: later, join: later }
}
