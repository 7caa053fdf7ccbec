// What was just issued, until the page is loaded again: codes are shown once with everything that can be done with them, and are found in the list later.
// Kept with the answers of the server, so that it goes with the session.
import type { AnswerOf, IssuePreview } from '@sealwright/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryClient } from '../../lib/query-client.ts'
import type { PaidAt } from './issue-price.ts'
import type { Family } from './license-family.ts'

export type TemplateAnswer = AnswerOf<Family['calls']['template']>

export interface Issued {
  answer: { issueGuid: string; status: number; licenses: readonly { guid: string; serial: string; account: string | null }[]; orderGuid: string | null }
  template: TemplateAnswer
  /** Its term, in words. */
  term: string
  /** The same for whoever is handed a code: with the end itself. */
  handedTerm: string
  overwrites: IssuePreview['overwrites']
}

const keyOf = (issueGuid: string | undefined) => ['license', 'issued', issueGuid]

export const keepIssued = (issued: Issued) => void queryClient.setQueryData(keyOf(issued.answer.issueGuid), issued)

export function useIssued(issueGuid: string | undefined): Issued | undefined {
  return useQuery<Issued>({ queryKey: keyOf(issueGuid), queryFn: () => Promise.reject(new Error('nobody answers this')), enabled: false }).data
}

/** What a license costs of each template of a batch; none where the person may not know it. */
export type BatchCost = readonly (Pick<NonNullable<IssuePreview['price']>, 'totalFen' | 'units'> & { paidAt: PaidAt })[]

const costKeyOf = (task: string | undefined) => ['license', 'cost', task]

/** Keeps it for the check of this task, also where it is known only after the task. */
export function useKeepCost(task: string | undefined, cost: BatchCost | undefined): void {
  useEffect(() => {
    if (task !== undefined && cost !== undefined) queryClient.setQueryData(costKeyOf(task), cost)
  }, [task, cost])
}

export function useCost(task: string): BatchCost | undefined {
  return useQuery<BatchCost>({ queryKey: costKeyOf(task), queryFn: () => Promise.reject(new Error('nobody answers this')), enabled: false }).data
}
