import type { Leaves } from '../../phrases.ts'
import type { review as source } from '../../zh-cn/desk/review.ts'

export const review: Leaves<typeof source> = {
  titles: { list: 'E-mail template reviews', view: 'Review of an e-mail template' },
  sentence:
    'E-mail templates that developers submitted. A developer can enable one after it is approved. Oldest first.',
  trusted: 'Not reviewed',
  developer: 'Developer',
  template: 'Template',
  open: 'Review',
  look: 'View',
  emptyTitle: 'No template waits for a review',
  emptySentence: 'E-mail templates that developers submit appear here.',
  showDecided: 'Show decided templates',
  mail: 'Mail',
  difference: 'Changes since the last approval',
  sideBySide: 'Side by side',
  frame: 'Content of the mail ({which})',
  now: 'Submitted now',
  before: 'Approved before ({time})',
  noBefore: 'No version of this template was approved yet.',
  same: 'The text is the same as in the version that was approved before.',
  plainText: 'Plain text',
  ownText: 'Written by the developer',
  noText: 'Made from the body',
  note:
    'Variables have sample values. The preview runs no scripts, loads no remote pictures and opens no links. The ' +
    'targets of links are in the text of the changes.',
  removed: 'Removed line',
  added: 'Added line',
  approve: 'Approve',
  approveTitle: 'Approve the template “{name}”?',
  approveConsequence: '“{developer}” gets a message and can enable it. Users then get such mails.',
  approved: 'Approved',
  reject: 'Reject',
  rejectTitle: 'Reject the template “{name}”',
  rejectSentence: '“{developer}” gets a message with the reason, and can change and submit it again.',
  rejectSubmit: 'Reject',
  rejected: 'Rejected',
  trust: 'Stop reviewing',
  trustTitle: 'Stop reviewing e-mail templates of “{developer}”?',
  trustConsequence:
    'New e-mail templates of this developer are approved at once. Waiting ones still need a review. The log of the ' +
    'developer tells of this decision.',
  trustDone: 'E-mail templates of “{developer}” pass without review now',
  distrust: 'Review again',
  distrustTitle: 'Review e-mail templates of “{developer}” again?',
  distrustConsequence: 'New e-mail templates of this developer wait for a review. Approved ones stay approved.',
  distrustDone: 'E-mail templates of “{developer}” are reviewed again',
}
