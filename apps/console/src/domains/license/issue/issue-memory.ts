// Keeps the result of an issue until the page is reloaded; after that, the licenses are in the list. It is stored in
// the query cache, which is cleared with the session.
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
    requestGuid: string | null
  }
  template: TemplateAnswer
  /** The term as text. */
  term: string
  /** The term for the recipient of a code: the end date instead of a duration. */
  handedTerm: string
  overwrites: IssuePreview['overwrites']
  /** The price from the preview; null if the person may not see it. */
  price: IssuePreview['price']
  paidAt: PaidAt
}

const keyOf = (issueGuid: string | undefined) => ['license', 'issued', issueGuid]

export const keepIssued = (issued: Issued) => void queryClient.setQueryData(keyOf(issued.answer.issueGuid), issued)

export function useIssued(issueGuid: string | undefined): Issued | undefined {
  return useQuery<Issued>({
    queryKey: keyOf(issueGuid),
    queryFn: () => Promise.reject(new Error('this query is never fetched')),
    enabled: false,
  }).data
}
