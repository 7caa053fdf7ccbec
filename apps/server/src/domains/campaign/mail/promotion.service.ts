// Promotion mails of a campaign as a task, and the way out of them.
import type { activityCalls, campaignVisitCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import type { Database } from '../../../kernel/db/database.ts'
import type { OwnContext } from '../../../kernel/http/context.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { AnyTaskKind, OpenTask } from '../../task/index.ts'

type OpenCalls = Pick<typeof campaignVisitCalls, 'subscription' | 'unsubscribe'>
export type Promotion = {
  [Name in keyof OpenCalls]: (
    context: OwnContext,
    payload: z.output<OpenCalls[Name]['payload']>,
  ) => Promise<z.output<OpenCalls[Name]['answer']>>
} & {
  promote(
    scope: Scope,
    payload: z.output<typeof activityCalls.promote.payload>,
  ): Promise<z.output<typeof activityCalls.promote.answer>>
  taskKinds: AnyTaskKind[]
}

export interface PromotionDeps {
  database: Database
  openTask: OpenTask
  /** The address of the console. */
  baseUrl: () => string
}

export function createPromotion(_deps: PromotionDeps): Promotion {
  const later = async (): Promise<never> => {
    throw new Error('not built yet')
  }
  return { promote: later, subscription: later, unsubscribe: later, taskKinds: [] }
}
