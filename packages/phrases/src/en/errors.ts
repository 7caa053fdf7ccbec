import type { ErrorPhrases } from '../shape.ts'
import { CLOSED } from './closed.ts'
import { errorsOutside } from './errors-outside.ts'
import { runtimeErrors } from './runtime.ts'

export const errors: ErrorPhrases = {
  ...errorsOutside,
  role: {
    notFound: 'The role does not exist or was deleted',
    nameTaken: 'There is a role “{name}” already; choose another name',
    inUse: 'The role “{name}” is used by {count, plural, one {# administrator} other {# administrators}}; give them another role first',
    limit: 'At most {max} roles',
  },
  integrator: {
    notFound: 'The integrator does not exist or was deleted',
    nameTaken: 'There is an integrator “{name}” already; choose another name',
    limit: 'At most {max} integrators',
    memberNotFound: 'This member does not exist or was removed',
    memberLimit: 'An integrator has at most {max} members',
    templateNeedsProduct: 'The products of template “{name}” are not assigned to this integrator yet; assign them first',
  },
  customer: {
    notFound: 'The customer does not exist or was deleted',
    nameTaken: 'There is a customer “{name}” already; choose another name',
    unknown: 'There is no customer “{name}”, and you may not add customers',
  },
  tag: {
    notFound: 'The tag does not exist or was deleted',
    nameTaken: 'There is a tag “{name}” already',
    limit: 'At most {max} tags',
  },
  task: {
    notFound: 'The task does not exist or was cleared away',
    stateForbids: 'The task is “{status}” and does not allow this',
    undoOver: 'The task ended more than {hours} hours ago and cannot be undone any more',
    notUndoable: 'This kind of task cannot be undone, or it was undone already',
  },
  template: {
    notFound: 'The template does not exist or was deleted',
    versionNotFound: 'The template has no version {version}',
    productImmutable: 'The product of a template cannot change once saved. Copy it into a new template',
  },
  billing: {
    insufficientBalance: 'The balance is too low: ¥{amount} needed, ¥{balance} available. Top up first',
    overdue: `The account is overdue: until it is settled, ${CLOSED.overdue} are not possible`,
    billNotFound: 'There is no such bill',
    nothingDue: 'This bill does not need to be paid',
    noStatement: 'No money moved in this month: there is no statement',
    giftsUsedUp: 'Not enough gift licenses: {count} needed',
    vouchersUsedUp: 'Not enough soft license vouchers: {count} needed',
  },
  topUp: {
    notFound: 'There is no such top-up',
    stateForbids: 'The top-up is “{status}”: this cannot be done now',
    methodOff: 'This payment method is not available. Choose another',
    providerFailed: 'The payment provider does not answer. Try again later; what was paid is not lost',
    tooManyOpen: 'There are {max} unfinished top-ups already. Finish or cancel some first',
  },
  package: {
    offerNotFound: 'This package is not sold any more. Refresh and choose again',
    offerChanged: 'The price of the package is ¥{amount} now. Confirm it to buy',
    usedUp: 'Not enough left of package “{type}”: {count} needed. Buy one first',
  },
  order: { notFound: 'There is no such order' },
  serviceFee: {
    none: 'No platform service fee is due',
    tooFarAhead: 'The fee is paid far enough ahead: at most {months} months',
    changed: 'The platform service fee is ¥{amount} now. Confirm it to pay',
  },
  license: {
    notFound: 'There is no such license, or it is not for you to see',
    templateExpired: 'Template “{name}” ended on {end}: nothing can be issued from it. Edit its end time or choose another',
    templateWithoutBilling: 'Template “{name}” has no usable billing information and cannot be selected. Complete its deduct mode and term first',
    changeNotAllowed: '“{field}” cannot be changed: the template does not let whoever issues change it, or an update cannot. Issue again for something else',
    overIssueMax: 'At most {max, number} licenses at a time; you asked for {count, number}. Use a batch instead',
    quotaUsedUp: 'Your {form} quota has {left, number} left, not enough for {count, number}. Ask the super administrator',
    trialLimit: 'A trial developer can issue at most {max, number} licenses, {left, number} more. Formal developers have no such limit',
    trialTooLong: 'A license that is issued during the trial lasts at most {max, number} days',
    issueFailed: 'Issuing the license failed. Try again',
    stateForbids: 'License “{serial}” cannot do this now: it is “{status}”',
    machineNotFound: 'There is no such machine',
    unbindFailed: 'Unbinding failed: machine “{name}” is not on this license any more',
    bindCount: 'The device binding count is incorrect: {bound, number} are bound and {ever, number} were ever, it cannot be below that',
    changedSince: 'License “{serial}” was changed since, and stays as it is',
    batchUnfit: '{count, number} licenses cannot be updated together. Nothing was changed',
    notCode: 'An account license has no license code',
    alreadyDelivered: 'License code “{serial}” was given to {recipient}. Confirm to hand it out again',
    notStock: '“{serial}” is no pre-issued code and cannot be handed to an integrator',
    heldUnseen: 'The user has a license of this product that you cannot see, hence not replace. Ask the super administrator',
  },
  runtime: runtimeErrors,
  seat: { notFound: 'There is no such entry, or it has ended' },
  signingKey: { notFound: 'There is no such signing key', stateForbids: 'The key “{kid}” is “{state}”; this cannot be done to it' },
}
