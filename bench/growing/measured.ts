// Which bench measures a list of the contract, and why a list has none. growing.test.ts checks that no list is missing.

/** Lists with a bench of their own, by call. */
export const MEASURED_ELSEWHERE: Readonly<Record<string, string>> = {
  'activity.find': 'participants',
  'activity.findUsers': 'participants',
  'license.find': 'licenses: the same table and statement, with another family',
  'message.find': 'messages',
  'pcLicense.find': 'licenses',
  'pcTemplate.find': 'templates',
  'product.find': 'lists',
  'template.find': 'templates: the same table and statement, with another family',
  'user.find': 'users',
  'userLock.find': 'locks',
}

const OF_ONE = 'the rows of one row, found by an index that begins with it'
const LIMITED = 'the contract limits their number'
const BY_HAND = 'operators write them by hand'

/** Lists that stay short, by call. */
export const STAYS_SHORT: Readonly<Record<string, string>> = {
  'accessKey.find': LIMITED,
  'activity.findBlacklist': `${LIMITED} to 10,000`,
  'admin.find': `${LIMITED} to 1,000`,
  'admin.findAssigned': 'reads the lists of products, users, customers and locks, which have benches',
  'approve.find': LIMITED,
  'audit.findItems': OF_ONE,
  'billingDesk.findCorrections': BY_HAND,
  'billingDesk.findOffers': BY_HAND,
  'billingDesk.findPrices': BY_HAND,
  'billingDesk.findSold': 'packages of one offer',
  'billingDesk.months': 'a row for each month',
  'center.findInvitations': BY_HAND,
  'controlLock.find': 'a developer has a few control locks',
  'developerDesk.findApplications': 'one for each developer',
  'developerDesk.history': `${OF_ONE}, up to 1,000`,
  'dongleDesk.developers': 'a row for each developer',
  'dongleDesk.history': OF_ONE,
  'emailTemplate.find': LIMITED,
  'emailTemplateDesk.find': 'some for each developer',
  'feedback.find': 'a person can write a limited number a day',
  'identity.findSignIns': OF_ONE,
  'integrator.find': `${LIMITED} to 1,000`,
  'integrator.findAssigned': 'reads the lists of products, users, customers and locks, which have benches',
  'integrator.findMembers': `${LIMITED} to 100`,
  'license.history': OF_ONE,
  'license.machines': OF_ONE,
  'messageDesk.find': BY_HAND,
  'messageDesk.findNotices': BY_HAND,
  'notice.find': BY_HAND,
  'operator.find': BY_HAND,
  'operator.findVisits': BY_HAND,
  'package.find': 'packages are bought by hand',
  'paymentDesk.findCompared': OF_ONE,
  'paymentDesk.findRuns': BY_HAND,
  'pcLicense.history': OF_ONE,
  'pcLicense.machines': OF_ONE,
  'pcTemplate.findVersions': OF_ONE,
  'role.find': `${LIMITED} to 200`,
  'sender.find': LIMITED,
  'tag.find': LIMITED,
  'template.findVersions': OF_ONE,
  'userLock.commands': OF_ONE,
  'userLock.history': OF_ONE,
  'webhook.find': `${LIMITED} to 20`,
}
