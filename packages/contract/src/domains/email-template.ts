// E-mail templates: the developer's own text of the mails that go to users. The platform reviews a template before it is
// used. Without an enabled template, the platform's own text is sent.
import { defineMachine } from '../kernel/state-machine.ts'

/** Section 4: e-mail template type. */
export const EMAIL_TEMPLATE_TYPES = {
  addAccount: 1,
  registration: 2,
  lendingAdmin: 3,
  lendingCode: 4,
  promotion: 5,
  addAccountNew: 6,
  addAccountActivate: 7,
} as const
export type EmailTemplateType = keyof typeof EMAIL_TEMPLATE_TYPES

/** The variables of each type, and whether the text must contain them. */
export const EMAIL_VARIABLES = {
  addAccount: { userName: false, account: true, developerName: true },
  registration: { userName: false, account: true, developerName: true },
  lendingAdmin: { account: false, developerName: true, productName: false, lendingLink: true, expireTime: false },
  lendingCode: { developerName: true, productName: true, lendingCode: true, expireTime: true },
  promotion: {
    userName: false,
    account: false,
    developerName: true,
    productName: false,
    expireTime: false,
    campaignUrl: true,
  },
  addAccountNew: { userName: false, account: true, developerName: true, passwordLink: true },
  addAccountActivate: {
    userName: false,
    account: true,
    developerName: true,
    activationLink: true,
    activationCode: false,
    days: false,
  },
} as const satisfies Record<EmailTemplateType, Record<string, boolean>>

/** Section 4: review status. */
export const REVIEW_STATUSES = { reviewing: 1, withdrawn: 2, rejected: 3, approved: 4, enabled: 5 } as const
export type ReviewStatus = keyof typeof REVIEW_STATUSES
type Status = (typeof REVIEW_STATUSES)[ReviewStatus]
type ReviewEvent = 'withdraw' | 'approve' | 'reject' | 'resubmit' | 'enable' | 'disable'

/** `resubmit` comes with every edit. An enabled template is disabled before it is edited. */
export const reviewMachine = defineMachine<Status, ReviewEvent, 'administrator' | 'platform'>('emailTemplate', 1, [
  { from: 1, event: 'withdraw', to: 2, who: 'administrator' },
  { from: 1, event: 'approve', to: 4, who: 'platform' },
  { from: 1, event: 'reject', to: 3, who: 'platform' },
  { from: 2, event: 'resubmit', to: 1, who: 'administrator' },
  { from: 3, event: 'resubmit', to: 1, who: 'administrator' },
  { from: 4, event: 'resubmit', to: 1, who: 'administrator' },
  { from: 4, event: 'enable', to: 5, who: 'administrator' },
  { from: 5, event: 'disable', to: 4, who: 'administrator' },
])
