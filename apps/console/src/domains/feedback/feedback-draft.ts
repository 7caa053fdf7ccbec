import type { FeedbackKind } from '@sealwright/contract'

/** The feedback in the form. Pictures are in base64. */
export interface FeedbackDraft {
  kind: FeedbackKind
  text: string
  contact: string
  pictures: readonly string[]
}
