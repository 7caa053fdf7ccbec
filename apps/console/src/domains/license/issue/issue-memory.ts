// What was just issued, until the page is loaded again: codes are shown once with everything that can be done with
// them, and are found in the list later. Kept with the answers of the server, so that it goes with the session.
import type { AnswerOf, IssuePreview } from '@sealwright/contract'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../../lib/call/query-client.ts'
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
