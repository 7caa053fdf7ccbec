import type { Phrases } from '../phrases.ts'
export const mail: Phrases['mail'] = {
  register: {
    subject: 'Your {center} verification code: {code}',
    body: 'Your verification code is {code}. It expires in {minutes} minutes.\n\nIf you did not request this, ignore this message.',
  },
  alreadyRegistered: {
    subject: 'You already have a {center} account',
    body: 'Someone tried to register with this address, which already has an account.\n\nIf this was you, sign in instead. You can reset a forgotten password on the sign-in page. If this was not you, ignore this message.',
  },
  resetPassword: {
    subject: 'Your {center} password reset code: {code}',
    body: 'Your code is {code}. It expires in {minutes} minutes. You can also reset your password with this link:\n{link}\n\nIf you did not request this, ignore this message. Your password will not change.',
  },
  activate: {
    subject: 'Your {center} activation code: {code}',
    body: 'Open this link to activate your account. It expires in {days} days:\n{link}\n\nOr enter the activation code {code} on the activation page.',
  },
  invitation: {
    subject: 'Your {center} invitation code: {code}',
    body: 'Your code is {code}. It is valid for {minutes} minutes. You can also open this link to see your invitations:\n{link}\n\nIf you did not request this, ignore this message.',
  },
  campaign: {
    subject: 'Code for a campaign of {developer}: {code}',
    body: 'You are taking part in a campaign of {developer}. Your code is {code}. It is valid for {minutes} minutes.\n\nIf you did not request this, ignore this message.',
  },
  bind: {
    subject: 'Your {center} verification code: {code}',
    body: 'Your verification code is {code}. It expires in {minutes} minutes. Use it to add this address to your account.\n\nIf you did not request this, ignore this message.',
  },
  superAdministrator: {
    subject: 'Your {center} super administrator code: {code}',
    body: 'The developer “{developer}” asks you to become its super administrator. Your code is {code}. It expires in {minutes} minutes. Share it only with the current super administrator, and only if you trust that person.\n\nIf you do not agree, ignore this message.',
  },
  passwordChanged: {
    subject: 'Your {center} password was changed',
    body: 'Your password was changed at {time}. Your other sessions have ended.\n\nIf this was not you, reset your password on the sign-in page immediately.',
  },
  addressChanged: {
    subject: 'Your {center} sign-in address was changed',
    body: 'The address of your account was changed to {address} at {time}.\n\nIf this was not you, contact your administrator immediately.',
  },
  addressAdded: {
    subject: 'The address {address} was added to your {center} account',
    body: 'The address {address} was added to your account at {time}. You can sign in with it.\n\nIf this was not you, reset your password on the sign-in page and contact your administrator immediately.',
  },
  addAccount: {
    subject: '{developerName} added you as a user',
    text: '{developerName} added your account {account} as a user. Sign in to its software with your password. Forgot it? {passwordLink}',
    body: '{developerName} added your {center} account {account} as a user. Sign in to its software with this account and your password to use your licenses.',
  },
  registration: {
    subject: 'Your account for {developerName} is active',
    text: 'Your account {account} is active. You can sign in to the software of {developerName} now.',
    body: 'Your {center} account {account} is active. Sign in to the software of {developerName} with it to use your licenses.',
  },
  lendingAdmin: {
    subject: '{developerName} asks you to manage lending',
    text: '{developerName} asks you to manage the lending of a license code. Open {lendingLink}',
    body: '{developerName} asks you to manage the lending of a license code for “{productName}”: lend its seats, and take them back when you need them. Sign in with this link. It works once, until {expireTime}:\n{lendingLink}',
  },
  lendingCode: {
    subject: 'Your lending code from {developerName}: {lendingCode}',
    text: 'Your lending code for “{productName}”: {lendingCode}, valid until {expireTime}',
    body: 'You borrowed a seat of “{productName}” from {developerName}. Your lending code is {lendingCode}. It is valid until {expireTime} and is returned automatically after that.',
  },
  promotion: {
    stop: 'No more promotion mails from {developer}? Unsubscribe at {link}',
    subject: '{developerName} invites you to a campaign',
    text: '{developerName} invites you to a campaign. See {campaignUrl}',
    body: '{developerName} has a campaign for “{productName}” until {expireTime}. Take part on this page:\n{campaignUrl}',
  },
  addAccountNew: {
    subject: '{developerName} created the account {account} for you',
    text: '{developerName} created the account {account} for you. Set a password: {passwordLink}',
    body: '{developerName} created the {center} account {account} for you. Sign in to its software with this account to use your licenses.\n\nBefore the first use, set a password on this page:\n{passwordLink}',
  },
  addAccountActivate: {
    subject: '{developerName} invites you to activate your account. Code: {activationCode}',
    text: '{developerName} created an account for you. Code: {activationCode}. Open within {days} days: {activationLink}',
    body: '{developerName} created the {center} account {account} for you. Open this link within {days} days to activate it and set a password:\n{activationLink}\n\nYou can also enter the code {activationCode} on the activation page.',
  },
  adminInvited: {
    subject: '{developer} invites you to be an administrator',
    text: '{inviter} of {developer} invites you to be an administrator. Accept or decline {days, plural, =0 {soon (less than a day is left)} one {within # day} other {within # days}}: {link}',
    body: '{inviter} of {developer} invites {account} to be an administrator. Open this link {days, plural, =0 {soon (less than a day is left)} one {within # day} other {within # days}} to accept or decline:\n{link}\n\nNothing happens before you accept. If you do not know the inviter, ignore this message.',
  },
  partnerInvited: {
    subject: '{developer} invites you to its integrator console',
    text: '{inviter} of {developer} invites you to its integrator console. Accept or decline {days, plural, =0 {soon (less than a day is left)} one {within # day} other {within # days}}: {link}',
    body: '{inviter} of {developer} invites {account} to be a member of an integrator and to see the products and templates assigned to it. Open this link {days, plural, =0 {soon (less than a day is left)} one {within # day} other {within # days}} to accept or decline:\n{link}\n\nNothing happens before you accept. If you do not know the inviter, ignore this message.',
  },
  senderTest: {
    subject: 'Test mail from {email}',
    body: 'This test mail was sent by the sender {email} of “{developer}”. The sender works.',
  },
  licensesEnding: {
    subject: 'Your license for “{productName}” expires on {expireTime}',
    text: 'Your license for “{productName}” from {developerName} expires on {expireTime}',
    body: 'Hello {userName},\n\nYour license for “{productName}” from {developerName} expires on {expireTime}. The software stops working after that.\n\nRenew it here:\n{campaignUrl}',
    stop: 'If you no longer want these reminders, contact {developer}.',
    stopAt: 'If you no longer want these reminders, contact {developer}: {contact}',
  },
  licenseIssued: {
    subject: '{developer} issued you a license for {product}',
    text: '{developer} issued a license for {product} ({term}) to your account {account}',
    body: '{developer} issued a license for {product} ({term}) to your account {account}. Sign in to the program with this account to use it.',
  },
  licenseCodes: {
    subject: '{count, plural, one {Your license code} other {Your # license codes}} from {developer}',
    body: '{developer} sent you {count, plural, one {this license code} other {these license codes}}:\n\n{codes}\n\nKeep {count, plural, one {it} other {them}} safe and do not share {count, plural, one {it} other {them}}.\n\nSee the term and the devices, or activate a device without a network:\n{link}',
    group: '{product} ({term})',
  },
  test: { subject: '{center} test message', body: 'If you can read this, {center} can send e-mail.' },
}
