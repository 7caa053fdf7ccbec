import type { Phrases } from '../index.ts'
import { CLOSED } from './closed.ts'

export const message: Phrases['message'] = {
  seeHere: 'See it here:\n{link}',
  reason: '{reason}: {count, number}',
  comma: ', ',
  daily: {
    subject: 'Your Sealwright messages: {count, plural, one {# message} other {# messages}}',
    body: 'You have {count, plural, one {# new message} other {# new messages}} from the last day:',
    more: 'And {count, plural, one {# more} other {# more}}.',
    all: 'All messages:\n{link}',
  },
  nouns: { message: 'messages', notice: 'notices' },
  titles: {
    message: { all: 'All messages', unread: 'Unread messages', read: 'Read messages', detail: 'Message' },
    notice: { all: 'All notices', unread: 'Unread notices', read: 'Read notices', detail: 'Notice' },
    preferences: 'Message settings',
  },
  sentences: {
    message:
      'Updates about your tasks, balance, invitations and licenses. Read messages are kept for {readDays, number} days, unread ones for {keptDays, number}.',
    notice: 'Notices of the platform to all developers, for example about maintenance and new features.',
  },
  states: { all: 'All', unread: 'Unread', read: 'Read' },
  levels: { info: 'Information', important: 'Important' },
  fields: {
    kind: 'Type',
    level: 'Level',
    title: 'Title',
    createTime: 'Time',
    quietHours: 'Quiet hours',
    dailyHour: 'Hour of the daily mail',
    state: 'State',
    ways: 'Delivery',
    way: 'Delivery',
    from: 'From',
    until: 'Until',
  },
  unread: 'Unread',
  list: {
    readAll: 'Mark all as read',
    readAllOf: 'Mark all of these types as read',
    settings: 'Message settings',
    emptyTitle: { all: 'No {noun} yet', unread: 'No unread {noun}', read: 'No read {noun}' },
    emptySentence: {
      all: 'New {noun} appear here and at the bell in the top bar.',
      unread: 'You have seen everything. New {noun} appear here.',
      read: 'The {noun} that you have read appear here.',
    },
  },
  actions: {
    open: 'View',
    read: 'Mark as read',
    delete: 'Delete',
    toThing: 'Go to it',
    newer: 'Newer',
    older: 'Older',
  },
  readDone: '{count, plural, =0 {Nothing was unread} one {# marked as read} other {# marked as read}}',
  delete: {
    title: {
      message: 'Delete {count, plural, one {# message} other {# messages}}?',
      notice: 'Delete {count, plural, one {# notice} other {# notices}}?',
    },
    consequence: 'They are deleted from your list only and cannot be restored. Other administrators keep theirs.',
    done: '{count, number} deleted',
  },
  back: { message: 'Back to messages', notice: 'Back to notices' },
  bell: {
    title: 'Messages and notices',
    label: '{count, plural, =0 {Messages and notices} other {Messages and notices, # unread}}',
    many: 'Messages and notices, more than {count, number} unread',
    empty: 'No messages or notices yet',
    allMessages: 'All messages',
    allNotices: 'All notices',
  },
  preferences: {
    sentence: 'How you get each type of message, and when mails are sent.',
    ways: 'Delivery',
    waysSentence:
      'Applies at once, to you alone. Accounts without an e-mail address get text messages instead of mails.',
    wayOf: 'Delivery of “{kind}”',
    way: { both: 'Console and mail', console: 'Console only', mail: 'Mail only', none: 'Off' },
    mails: 'Mail times',
    mailsSentence: 'In the time zone of the developer ({zone}). Messages in the console are not affected.',
    quiet: 'Quiet hours',
    quietHelp: 'Mails of these hours are sent when they end.',
    quietFrom: 'From',
    quietUntil: 'Until',
    daily: 'One mail a day',
    dailyHelp: 'Replaces single mails and lists the messages of the day with their links.',
    dailyHour: 'Sent at',
    saved: 'Saved',
  },
  kinds: {
    taskFinished: {
      label: 'Task finished',
      title: '{task} finished: {subject}',
      body: '“{subject}” is done: {success, number} succeeded, {fail, number} failed, {skip, number} skipped.',
    },
    taskPartly: {
      label: 'Task partly finished',
      title: '{task} partly finished: {subject}',
      body: '“{subject}” is done, but {fail, plural, one {# row} other {# rows}} failed: {success, number} succeeded, {skip, number} skipped. The failed rows can be tried again.',
    },
    taskFailed: {
      label: 'Task failed',
      title: '{task} failed: {subject}',
      body: 'No row of “{subject}” succeeded: {fail, number} failed, {skip, number} skipped. See the reasons and try again.',
    },
    applicationApproved: {
      label: 'Application approved',
      title: 'You are now a formal developer',
      body: 'The application of “{developer}” was approved. Licenses issued during the trial were deleted. Products and templates were kept.',
    },
    applicationRejected: {
      label: 'Application rejected',
      title: 'Your application was rejected',
      body: 'The application of “{developer}” was rejected. Reason: {reason}\n\nYou can edit it and apply again.',
    },
    invitationAccepted: {
      label: 'Invitation accepted',
      title: '{name} accepted your invitation',
      body: '{name} accepted the invitation that you sent for “{developer}” and can sign in now.',
    },
    invitationDeclined: {
      label: 'Invitation declined',
      title: '{name} declined your invitation',
      body: '{name} declined the invitation that you sent for “{developer}”. It is no longer in the list.',
    },
    riskFound: {
      label: 'Risk found',
      title: '{more, plural, =0 {{risk}: {subject}} one {# more risk} other {# more risks}}',
      body: '{more, plural, =0 {{evidence}} one {There were many risks today. # more has no message of its own; see the page of risks.} other {There were many risks today. # more have no messages of their own; see the page of risks.}}\n\nCheck whether this use is legitimate. If it is not, lock the license or give it a new code.',
    },
    seatsTaken: {
      label: 'All seats or devices taken',
      title:
        '{more, plural, =0 {All seats or devices of {serial} are taken} one {All seats or devices of # more license are taken} other {All seats or devices of # more licenses are taken}}',
      body: '{more, plural, =0 {The license {serial} of “{product}” has no free seat or device. {count, plural, one {# request was} other {# requests were}} refused lately.} one {Many licenses are full today. # more has no message of its own; see the runtime log.} other {Many licenses are full today. # more have no messages of their own; see the runtime log.}} Release a seat, unbind a device, or update the license.',
    },
    lowBalance: {
      label: 'Low balance',
      title: 'Your Sealwright balance is down to ¥{balance}, below ¥{line}',
      body: 'Your balance, including the gift balance, is down to ¥{balance}. This is below the threshold of ¥{line} that you set. Without enough balance, no licenses can be issued or updated.',
    },
    packageEnding: {
      label: 'Package expires soon',
      title: 'Package “{name}” expires on {day}',
      body: '{count, plural, one {Your package “{name}” expires} other {Your # packages “{name}” expire}} on {day}, with {licenses, plural, one {# license} other {# licenses}} and {updates, plural, one {# update} other {# updates}} left. Anything unused is lost after that.',
    },
    serviceFeeEnding: {
      label: 'Service fee expires soon',
      title: 'Your platform service fee expires on {day}',
      body: `Your platform service fee is paid until {day}. The next period costs ¥{amount}. With automatic renewal and enough balance, it is paid the day before. While it is unpaid, ${CLOSED.unpaid} are not possible.`,
    },
    serviceFeeOver: {
      label: 'Service fee expired',
      title: 'Your platform service fee expired on {day}',
      body: `Your platform service fee expired on {day}. ¥{amount} is due. Until it is paid, ${CLOSED.unpaid} are not possible.`,
    },
    billDue: {
      label: 'Platform bill',
      title: 'Platform bill: {name}, ¥{amount}',
      body: 'The platform sent you a bill: {name}, ¥{amount}, due by {day}.',
    },
    billOverdue: {
      label: 'Overdue platform bill',
      title: 'Overdue bill: {name}, ¥{amount}',
      body: `The platform bill “{name}” for ¥{amount} was due by {day} and is overdue. Until it is paid, ${CLOSED.overdue} are not possible.`,
    },
    senderFailing: {
      label: 'Sender failing',
      title: 'Sender {email} is failing',
      body: '{problem, select, notAllowed {The platform does not allow connections to its server or port} hostUnknown {Its server was not found} refused {Its server refused the connection} timeout {Its server did not answer} tlsRequired {Its server requires an encrypted connection} tlsFailed {No encrypted connection to its server was possible} certificate {The certificate of its server is invalid} signIn {Sign-in to its server failed} senderRefused {Its server does not allow this From address} messageRefused {Its server refused a mail} unconfirmed {Its server did not confirm a mail} other {Its server did not take a mail}}. Until it works again, the platform sends your mails. If the platform has no mail server configured, mails are shown as failed and can be resent.',
    },
    webhookFailing: {
      label: 'Webhook failing',
      title: 'The webhook {url} is failing',
      body: 'Events could not be delivered within 24 hours. Check the receiver, and then send the failed events again from the log of the webhook.',
    },
    webhookWorking: {
      label: 'Webhook working again',
      title: 'The webhook {url} works again',
      body: 'An event was delivered. Events that failed before are not sent again by themselves: you can send them again from the log of the webhook.',
    },
    webhookGone: {
      label: 'Webhook gone',
      title: 'The webhook {url} was disabled',
      body: 'The receiver answered 410 (gone), so nothing more is sent to it. Enable the webhook if it is to receive events again.',
    },
    templateApproved: {
      label: 'E-mail template approved',
      title: 'E-mail template “{name}” was approved',
      body: 'The platform approved the e-mail template “{name}”. Enable it to use it for your mails.',
    },
    templateRejected: {
      label: 'E-mail template rejected',
      title: 'E-mail template “{name}” was rejected',
      body: 'The platform rejected the e-mail template “{name}”. Reason: {reason}\n\nWhen you edit it, it is submitted for review again.',
    },
    smartLicensesEnding: {
      label: 'Smart licenses expiring',
      title: '{count, plural, one {# smart license expires} other {# smart licenses expire}} by {day}',
      body: '{count, plural, one {# smart license expires} other {# smart licenses expire}} between {firstDay} and {day}, inclusive. Programs stop working after that. You can update the licenses before they expire.',
    },
    accountLicensesEnding: {
      label: 'Account licenses expiring',
      title: '{count, plural, one {# account license expires} other {# account licenses expire}} by {day}',
      body: '{count, plural, one {# account license expires} other {# account licenses expire}} between {firstDay} and {day}, inclusive. Programs stop working after that. You can update the licenses before they expire.',
    },
    snLicensesEnding: {
      label: 'License codes expiring',
      title: '{count, plural, one {# license code expires} other {# license codes expire}} by {day}',
      body: '{count, plural, one {# license code expires} other {# license codes expire}} between {firstDay} and {day}, inclusive. Programs stop working after that. You can update the licenses before they expire.',
    },
    approvalWaiting: {
      label: 'Approval needed',
      title: 'Request {number} waits for your approval',
      body: '{requester} asks to {event, select, update {update} other {issue}} {count, plural, one {# license} other {# licenses}} ({subject}). It waits for your approval.',
    },
    approvalReminder: {
      label: 'Approval reminder',
      title: 'Request {number} still waits for your approval',
      body: 'Request {number} of {requester} ({subject}) has been waiting for {hours, plural, one {# hour} other {# hours}}.',
    },
    approvalEscalated: {
      label: 'Approval falls to you',
      title: 'You can now decide on request {number}',
      body: 'Nobody decided on step {step, number} of request {number} of {requester} ({subject}) in time, or nobody else can. You can decide on it now.',
    },
    approvalApproved: {
      label: 'Request approved',
      title: 'Request {number} was approved',
      body: 'Your request {number} ({subject}) was approved. {count, plural, one {# license is} other {# licenses are}} in force.',
    },
    approvalRejected: {
      label: 'Request rejected',
      title: 'Request {number} was rejected',
      body: '{actor} rejected your request {number} ({subject}). Reason: {reason}\n\n{event, select, update {You can request the update again on the license page.} other {You can edit the request and submit it again.}}',
    },
    approvalExpired: {
      label: 'Request expired',
      title: 'Request {number} expired',
      body: 'Nobody decided on your request {number} ({subject}) within {days, plural, one {# day} other {# days}}. The amount on hold was released. {event, select, update {You can request the update again on the license page.} other {You can submit the request again.}}',
    },
    approvalAsked: {
      label: 'Question about a request',
      title: 'There is a question about request {number}',
      body: '{actor} asks about your request {number} ({subject}): {text}',
    },
    approvalAnswered: {
      label: 'Question answered',
      title: 'The question about request {number} was answered',
      body: '{actor} answered: {text}',
    },
    approvalEdited: {
      label: 'Request edited',
      title: 'Request {number} was edited by an approver',
      body: '{actor} edited your request {number} ({subject}) before approval. The request shows the changes and the new price.',
    },
    approvalFailed: {
      label: 'Approval without effect',
      title: '{count, plural, one {# license} other {# licenses}} of request {number} could not take effect',
      body: 'Request {number} ({subject}) was approved, but {count, plural, one {# license} other {# licenses}} could not take effect. Their amount on hold was released. Reason: {reason}',
    },
    campaignPaused: {
      label: 'Campaign paused itself',
      title: 'Campaign “{name}” paused itself',
      body: 'Campaign “{name}” ({number}) could not issue the next license and paused itself. Reason: {reason}\n\nYou can start it again when this is solved.',
    },
    campaignFull: {
      label: 'Campaign full',
      title: 'All places of campaign “{name}” are taken',
      body: 'All {max, number} places of campaign “{name}” ({number}) are taken. The campaign is finished.',
    },
    weeklyDigest: {
      label: 'Weekly digest',
      title: 'Weekly digest, {day}',
      body: 'Next {ahead, number} days: {ending, plural, =0 {no licenses expire} one {# license expires} other {# licenses expire}}.\nLast {back, number} days: {refused, plural, =0 {no program was refused} one {programs were refused once ({reasons})} other {programs were refused # times ({reasons})}}; ¥{spent} spent.\nWaiting: {bills, plural, =0 {no unpaid bills} one {# unpaid bill} other {# unpaid bills}}, {approvals, plural, =0 {no licenses to approve} one {# license to approve} other {# licenses to approve}}.',
    },
    feedbackAnswered: {
      label: 'Feedback answered',
      title: 'Your feedback has an answer',
      body: 'You wrote: “{text}”\n\nAnswer: {answer}',
    },
  },
}
