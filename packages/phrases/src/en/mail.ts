import type { Phrases } from '../index.ts'
import { CLOSED } from './closed.ts'

export const mail: Phrases['mail'] = {
  register: {
    subject: 'Your Sealwright code: {code}',
    body: 'Your code for registering is {code}. It is good for {minutes} minutes.\n\nIf this was not you, ignore this message.',
  },
  alreadyRegistered: {
    subject: 'You are registered with Sealwright already',
    body: 'Somebody tried to register with this address, which already has an account.\n\nIf it was you, just sign in; the sign-in page also resets a forgotten password. If it was not you, ignore this message.',
  },
  resetPassword: {
    subject: 'Your Sealwright code: {code}',
    body: 'Your code is {code}. It is good for {minutes} minutes. This link resets the password as well:\n{link}\n\nIf this was not you, ignore this message; your password stays as it is.',
  },
  activate: {
    subject: 'Your Sealwright activation code: {code}',
    body: 'Open this link to activate your account. It is good for {days} days:\n{link}\n\nOr enter the activation code {code} on the activation page.',
  },
  bind: {
    subject: 'Your Sealwright code: {code}',
    body: 'Your code is {code}. It is good for {minutes} minutes and attaches this address to your account.\n\nIf this was not you, ignore this message.',
  },
  superAdministrator: {
    subject: 'Your Sealwright hand-over code: {code}',
    body: 'The developer “{developer}” asks you to become its super administrator. The code is {code}, good for {minutes} minutes; give it only to the present super administrator whom you trust.\n\nIf you do not agree, ignore this message.',
  },
  passwordChanged: {
    subject: 'Your Sealwright password was changed',
    body: 'Your password was changed at {time}, and your other sessions have ended.\n\nIf this was not you, reset the password from the sign-in page at once.',
  },
  addressChanged: {
    subject: 'Your Sealwright address was changed',
    body: 'Your account uses the new address {address} since {time}.\n\nIf this was not you, tell your administrator at once.',
  },
  addressAdded: {
    subject: 'The address {address} was added to your Sealwright account',
    body: 'The address {address} was added to your account at {time} and signs in to it.\n\nIf this was not you, reset the password from the sign-in page and tell your administrator at once.',
  },
  applicationApproved: {
    subject: 'You are a formal developer now',
    body: 'The application of “{developer}” was approved. Licenses issued during the trial were deleted; products and templates stay.',
  },
  applicationRejected: {
    subject: 'Your application was rejected',
    body: 'The application of “{developer}” was rejected. Reason: {reason}\n\nYou can change it and apply again.',
  },
  addAccount: {
    subject: '{developer} has added you as a user',
    text: '{developer} has added your account {account} as a user: sign in to its software with your password. Forgotten? {reset}',
    body: '{developer} has added your Sealwright account {account} as a user. Sign in to its software with this account and your password to use the licenses that are issued to you.',
  },
  addAccountNew: {
    subject: '{developer} has opened the account {account} for you',
    text: '{developer} has opened the account {account} for you. Choose a password: {reset}',
    body: '{developer} has opened the Sealwright account {account} for you. You sign in to its software with it and use the licenses that are issued to you.\n\nBefore the first use, please choose a password on this page:\n{reset}',
  },
  addAccountActivate: {
    subject: '{developer} invites you to activate your account, code: {code}',
    text: '{developer} has opened an account for you, code: {code}. Open within {days} days: {link}',
    body: '{developer} has opened the Sealwright account {account} for you. Please open the link below within {days} days to activate it and choose a password:\n{link}\n\nYou can also enter the code {code} on the activation page.',
  },
  adminInvited: {
    subject: '{developer} invites you as an administrator',
    text: '{developer} invites you as an administrator. Sign in: {login}',
    body: '{developer} has made your account {account} an administrator. Please sign in with it and your password:\n{login}',
  },
  adminInvitedNew: {
    subject: '{developer} invites you as an administrator',
    text: '{developer} invites you as an administrator. Choose a password: {reset}',
    body: '{developer} has made your account {account} an administrator. It has no password yet; please choose one on this page:\n{reset}\n\nAfter that you sign in here:\n{login}',
  },
  adminInvitedActivate: {
    subject: '{developer} invites you as an administrator, code: {code}',
    text: '{developer} invites you as an administrator, code: {code}. Open within {days} days: {link}',
    body: '{developer} has made you an administrator; your account is {account}. Please open the link below within {days} days to activate it and choose a password:\n{link}\n\nYou can also enter the code {code} on the activation page. After that you sign in here:\n{login}',
  },
  partnerInvited: {
    subject: '{developer} invites you to its integrator console',
    text: '{developer} invites you to its integrator console. Sign in: {login}',
    body: '{developer} has made your account {account} a member of an integrator. Please sign in with it and your password to see the products and templates that are assigned to you:\n{login}',
  },
  partnerInvitedNew: {
    subject: '{developer} invites you to its integrator console',
    text: '{developer} invites you to its integrator console. Choose a password: {reset}',
    body: '{developer} has made your account {account} a member of an integrator. It has no password yet; please choose one on this page:\n{reset}\n\nAfter that you sign in here to see the products and templates that are assigned to you:\n{login}',
  },
  partnerInvitedActivate: {
    subject: '{developer} invites you to its integrator console, code: {code}',
    text: '{developer} invites you to its integrator console, code: {code}. Open within {days} days: {link}',
    body: '{developer} has made you a member of an integrator; your account is {account}. Please open the link below within {days} days to activate it and choose a password:\n{link}\n\nYou can also enter the code {code} on the activation page. After that you sign in here to see the products and templates that are assigned to you:\n{login}',
  },
  lowBalance: {
    subject: 'Your Sealwright balance is down to ¥{balance}, below ¥{line}',
    body: 'Your balance, gift balance included, is down to ¥{balance}, below the line of ¥{line} that you set. Without enough balance no license can be issued or updated.\n\nTop up or change the line here:\n{link}',
  },
  packageEnding: {
    subject: 'Package “{name}” expires on {day}',
    body: '{count, plural, one {Your package “{name}” expires} other {Your # packages “{name}” expire}} on {day}, with {licenses, plural, one {# license} other {# licenses}} and {updates, plural, one {# update} other {# updates}} left. What is left then is lost.\n\nYour packages:\n{link}',
  },
  serviceFeeEnding: {
    subject: 'Your platform service fee ends on {day}',
    body: `Your platform service fee is paid until {day}; the next period costs ¥{amount}. With automatic renewal and enough balance it is paid the day before. While it is unpaid, ${CLOSED.unpaid} are not possible.\n\nYou can renew it here:\n{link}`,
  },
  serviceFeeOver: {
    subject: 'Your platform service fee ended on {day}',
    body: `Your platform service fee ended on {day}; ¥{amount} is due. Until it is paid, ${CLOSED.unpaid} are not possible.\n\nPlease pay it here:\n{link}`,
  },
  billDue: {
    subject: 'A bill of the platform: {name}, ¥{amount}',
    body: 'The platform has billed you: {name}, ¥{amount}, due by {day}.\n\nYou can pay it here:\n{link}',
  },
  billOverdue: {
    subject: 'Overdue: {name}, ¥{amount}',
    body: `The platform’s bill “{name}” for ¥{amount} was due by {day} and is overdue. Until it is paid, ${CLOSED.overdue} are not possible.\n\nPlease pay it here:\n{link}`,
  },
  licenseCodes: {
    subject: '{count, plural, one {A license code} other {# license codes}} from {developer}',
    body: '{developer} provides you with {count, plural, one {this license code} other {these license codes}}:\n\n{codes}\n\nPlease keep {count, plural, one {it} other {them}} safe and do not pass {count, plural, one {it} other {them}} on.',
    group: '{product} ({term})',
  },
  test: { subject: 'Sealwright test message', body: 'If you can read this, Sealwright can send mail.' },
}
