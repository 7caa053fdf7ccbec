import type { Phrases } from '../index.ts'
import { CLOSED } from './closed.ts'

export const message: Phrases['message'] = {
  seeHere: 'See it here:\n{link}',
  reason: '{reason}: {count, number}',
  comma: ', ',
  kinds: {
    taskFinished: {
      title: 'Task finished: {subject}',
      body: '“{subject}” is done: {success, number} succeeded, {fail, number} failed, {skip, number} skipped.',
    },
    taskFailed: { title: 'Task stopped: {subject}', body: '“{subject}” could not go on: {reason}' },
    lowBalance: {
      title: 'Your Sealwright balance is down to ¥{balance}, below ¥{line}',
      body: 'Your balance, including the gift balance, is down to ¥{balance}. This is below the threshold of ¥{line} that you set. Without enough balance, no licenses can be issued or updated.',
    },
    packageEnding: {
      title: 'Package “{name}” expires on {day}',
      body: '{count, plural, one {Your package “{name}” expires} other {Your # packages “{name}” expire}} on {day}, with {licenses, plural, one {# license} other {# licenses}} and {updates, plural, one {# update} other {# updates}} left. Anything unused is lost after that.',
    },
    serviceFeeEnding: {
      title: 'Your platform service fee expires on {day}',
      body: `Your platform service fee is paid until {day}. The next period costs ¥{amount}. With automatic renewal and enough balance, it is paid the day before. While it is unpaid, ${CLOSED.unpaid} are not possible.`,
    },
    serviceFeeOver: {
      title: 'Your platform service fee expired on {day}',
      body: `Your platform service fee expired on {day}. ¥{amount} is due. Until it is paid, ${CLOSED.unpaid} are not possible.`,
    },
    billDue: {
      title: 'Platform bill: {name}, ¥{amount}',
      body: 'The platform sent you a bill: {name}, ¥{amount}, due by {day}.',
    },
    billOverdue: {
      title: 'Overdue bill: {name}, ¥{amount}',
      body: `The platform bill “{name}” for ¥{amount} was due by {day} and is overdue. Until it is paid, ${CLOSED.overdue} are not possible.`,
    },
    senderFailing: {
      title: 'Sender {email} is failing',
      body: '{problem, select, notAllowed {The platform does not allow connections to its server or port} hostUnknown {Its server was not found} refused {Its server refused the connection} timeout {Its server did not answer} tlsRequired {Its server requires an encrypted connection} tlsFailed {No encrypted connection to its server was possible} certificate {The certificate of its server is invalid} signIn {Sign-in to its server failed} senderRefused {Its server does not allow this from address} messageRefused {Its server refused a mail} unconfirmed {Its server did not confirm a mail} other {Its server did not take a mail}}. Until it works again, the platform sends your mails. If the platform has no mail server configured, mails are shown as failed and can be resent.',
    },
    templateApproved: {
      title: 'E-mail template “{name}” was approved',
      body: 'The platform approved the e-mail template “{name}”. Enable it to use it for your mails.',
    },
    templateRejected: {
      title: 'E-mail template “{name}” was rejected',
      body: 'The platform rejected the e-mail template “{name}”. Reason: {reason}\n\nWhen you edit it, it is submitted for review again.',
    },
    smartLicensesEnding: {
      title: '{count, plural, one {# smart license expires} other {# smart licenses expire}} by {day}',
      body: '{count, plural, one {# smart license expires} other {# smart licenses expire}} between {firstDay} and {day}, inclusive. Programs stop working after that. You can update the licenses before they expire.',
    },
    accountLicensesEnding: {
      title: '{count, plural, one {# account license expires} other {# account licenses expire}} by {day}',
      body: '{count, plural, one {# account license expires} other {# account licenses expire}} between {firstDay} and {day}, inclusive. Programs stop working after that. You can update the licenses before they expire.',
    },
    snLicensesEnding: {
      title: '{count, plural, one {# license code expires} other {# license codes expire}} by {day}',
      body: '{count, plural, one {# license code expires} other {# license codes expire}} between {firstDay} and {day}, inclusive. Programs stop working after that. You can update the licenses before they expire.',
    },
    weeklyDigest: {
      title: 'Weekly digest, {day}',
      body: 'Next {ahead, number} days: {ending, plural, =0 {no licenses expire} one {# license expires} other {# licenses expire}}.\nLast {back, number} days: {refused, plural, =0 {no program was refused} one {programs were refused once ({reasons})} other {programs were refused # times ({reasons})}}; ¥{spent} spent.\nWaiting: {bills, plural, =0 {no unpaid bills} one {# unpaid bill} other {# unpaid bills}}, {approvals, plural, =0 {no licenses to approve} one {# license to approve} other {# licenses to approve}}.',
    },
    feedbackAnswered: { title: 'Your feedback has an answer', body: 'You wrote: “{text}”\n\nAnswer: {answer}' },
  },
}
