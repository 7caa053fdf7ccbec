// What was just issued, until the page is loaded again: codes are shown once with everything that can be done with
// them, and are found in the list later. Kept with the answers of the server, so that it goes with the session. What a
// batch costs outlives a reload of its check: no answer tells it again.
import { issuePreview } from '@sealwright/contract'
import type { AnswerOf, IssuePreview } from '@sealwright/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { queryClient } from '../../../lib/call/query-client.ts'
import { useSession } from '../../../lib/session/session.tsx'
import { stored, useStored } from '../../../lib/stored.ts'
import type { Stored } from '../../../lib/stored.ts'
import type { Family } from '../license-family.ts'
import type { PaidAt } from './issue-price.ts'

export type TemplateAnswer = AnswerOf<Family['calls']['template']>

export interface Issued {
  answer: {
    issueGuid: string
    status: number
    licenses: readonly { guid: string; serial: string; account: string | null }[]
    orderGuid: string | null
  }
  template: TemplateAnswer
  /** Its term, in words. */
  term: string
  /** The same for whoever is handed a code: with the end itself. */
  handedTerm: string
  overwrites: IssuePreview['overwrites']
  /** What it came to by the preview; null where the person may not know it. */
  price: IssuePreview['price']
  paidAt: PaidAt
}

const keyOf = (issueGuid: string | undefined) => ['license', 'issued', issueGuid]

export const keepIssued = (issued: Issued) => void queryClient.setQueryData(keyOf(issued.answer.issueGuid), issued)

export function useIssued(issueGuid: string | undefined): Issued | undefined {
  return useQuery<Issued>({
    queryKey: keyOf(issueGuid),
    queryFn: () => Promise.reject(new Error('nobody answers this')),
    enabled: false,
  }).data
}

/** What a license costs of each template of a batch; none where the person may not know it. */
export type BatchCost = readonly (Pick<NonNullable<IssuePreview['price']>, 'totalFen' | 'units'> & { paidAt: PaidAt })[]

const { price, paidAt } = issuePreview.shape
const { totalFen, units } = price._zod.def.innerType.shape
const keptCost = z.object({ task: z.string(), cost: z.array(z.object({ totalFen, units, paidAt })) })

const kept = new Map<string, Stored<z.infer<typeof keptCost>>>()
/** Of the batch that this person checked last, in this window. */
function costOf(accountId: string) {
  const one =
    kept.get(accountId) ?? stored('session', `batchCost.${accountId}`, 'json', (raw) => keptCost.safeParse(raw).data)
  kept.set(accountId, one)
  return one
}

/** Keeps it for the check of this task, also where it is known only after the task. */
export function useKeepCost(task: string | undefined, cost: BatchCost | undefined): void {
  const { id } = useSession().account
  useEffect(() => {
    if (task !== undefined && cost !== undefined) costOf(id).set({ task, cost: [...cost] })
  }, [id, task, cost])
}

export function useCost(task: string): BatchCost | undefined {
  const known = useStored(costOf(useSession().account.id))
  return known?.task === task ? known.cost : undefined
}
