import type { MailProblem, MailState } from '@sealwright/contract'

export interface OutboxRow {
  id: string
  developer_id: number | null
  kind: string
  channel: 'mail' | 'sms'
  recipient: string
  subject: string
  body: string
  html: string | null
  unsubscribe: string | null
  state: MailState
  attempts: number
  last_error: string | null
  problem: MailProblem | null
  created_at: Date
  sent_at: Date | null
}
