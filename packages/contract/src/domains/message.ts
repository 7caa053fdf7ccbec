// Messages of administrators: what happened to their developer, each with a link to its page. Whoever causes a message
// names a kind of this table and the values of its text.
import type { Privilege } from '../privileges.ts'

export type MessageAudience = 'person' | 'super' | Privilege

interface MessageKindOf {
  /**
   * Who gets it: one person, the super administrator, or everyone who holds a privilege. The super administrator holds
   * all.
   */
  to: MessageAudience
  /** Whether it is also sent by mail, until the reader decides otherwise. */
  mail: boolean
}

export const MESSAGE_KINDS = {
  taskFinished: { to: 'person', mail: false },
  taskFailed: { to: 'person', mail: false },
  lowBalance: { to: 'billing.view', mail: true },
  billDue: { to: 'billing.view', mail: true },
  billOverdue: { to: 'billing.view', mail: true },
  packageEnding: { to: 'billing.view', mail: true },
  serviceFeeEnding: { to: 'billing.view', mail: true },
  serviceFeeOver: { to: 'billing.view', mail: true },
  senderFailing: { to: 'sender.view', mail: true },
  templateApproved: { to: 'emailTemplate.view', mail: true },
  templateRejected: { to: 'emailTemplate.view', mail: true },
  // To the holders of the family's view privilege, each with the number of licenses in their row scope.
  smartLicensesEnding: { to: 'person', mail: false },
  accountLicensesEnding: { to: 'person', mail: false },
  snLicensesEnding: { to: 'person', mail: false },
  weeklyDigest: { to: 'super', mail: true },
  feedbackAnswered: { to: 'person', mail: true },
} as const satisfies Record<string, MessageKindOf>
export type MessageKind = keyof typeof MESSAGE_KINDS

export const audienceOf = (kind: MessageKind): MessageAudience => MESSAGE_KINDS[kind].to
