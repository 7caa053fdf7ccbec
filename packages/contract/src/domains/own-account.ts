// The signed-in account: profile, password, second factors, sessions and devices. Part of the identity domain.
import * as z from 'zod/mini'
import { anySession, defineCall, defineCalls, superAdministrator } from '../kernel/call.ts'
import { accountName, noSpecialCharacters, passwordPair, samePasswords, sentCode } from '../kernel/fields.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import { byGuid, guid, line, time } from '../kernel/wire.ts'
import { LIMITS } from '../limits.ts'
import { webAuthnJson } from './identity.ts'

/** Results of a sign-in attempt. */
export const SIGN_IN_OUTCOMES = [
  'signedIn',
  'wrongPassword',
  'wrongSecondFactor',
  'slowedDown',
  'disabled',
  'validityOver',
  'notActivated',
  'networkRefused',
  'passwordReset',
  /** A program sent a password, but this account signs in to programs through the browser. It was not checked. */
  'browserNeeded',
  /** The person refused the sign-in of a program. */
  'denied',
] as const
export type SignInOutcome = (typeof SIGN_IN_OUTCOMES)[number]

const place = { network: z.string(), userAgent: z.nullable(z.string()) }

const passkeyName = line(LIMITS.secondFactor.passkeyNameMax).check(noSpecialCharacters)
const passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: time,
  lastUsedAt: z.nullable(time),
  isSynced: z.boolean(),
})
const liveSession = z.object({ guid: z.string(), createdAt: time, lastSeenAt: time, ...place, isThis: z.boolean() })
const device = z.object({
  guid: z.string(),
  name: z.nullable(z.string()),
  ...place,
  firstSeenAt: time,
  lastSeenAt: time,
  trustedUntil: z.nullable(time),
  isThis: z.boolean(),
})

export const ownAccountCalls = defineCalls('identity', {
  security: defineCall({
    method: 'POST',
    path: '/security/get.do',
    access: anySession,
    effect: 'read',
    personal: true,
    payload: z.object({}),
    answer: z.object({
      email: z.nullable(z.string()),
      mobile: z.nullable(z.string()),
      passwordChangedAt: z.nullable(time),
      totpSince: z.nullable(time),
      recoveryCodesLeft: z.int(),
      passkeys: z.array(passkey),
      /** False if the page was opened by IP address, because passkeys are bound to a domain name. */
      canAddPasskey: z.boolean(),
      sessions: z.array(liveSession),
    }),
    errors: [],
    summary:
      'Returns the security settings of the signed-in account: addresses, password, second factors and active ' +
      'sessions.',
  }),
  updateProfile: defineCall({
    method: 'POST',
    path: '/account/update.do',
    access: anySession,
    effect: 'write',
    personal: true,
    payload: z.object({
      userName: z.optional(z.nullable(line(LIMITS.account.userNameMax).check(noSpecialCharacters))),
    }),
    answer: z.object({}),
    errors: [],
    summary: 'Updates the display name of the signed-in account.',
  }),
  changePassword: defineCall({
    method: 'POST',
    path: '/security/changePassword.do',
    access: anySession,
    sensitive: true,
    effect: 'write',
    personal: true,
    bodyBytes: 4096,
    payload: z.object(passwordPair).check(samePasswords),
    answer: z.object({}),
    errors: ['identity.confirmPassword', 'identity.samePassword'],
    summary: 'Sets a new password and ends the other sessions of the account.',
  }),
  changeAddress: defineCall({
    method: 'POST',
    path: '/security/changeAddress.do',
    access: anySession,
    sensitive: true,
    effect: 'own',
    personal: true,
    payload: z.object({ target: accountName, verifyCode: sentCode }),
    answer: z.object({}),
    errors: ['identity.confirmPassword', 'identity.codeWrong', 'identity.addressTaken', 'identity.addressSame'],
    summary:
      'Sets the e-mail address or mobile number, depending on `target`. Requires a code sent there for the purpose ' +
      '`bind`. Notifies the old address.',
  }),
  startTotp: defineCall({
    method: 'POST',
    path: '/mfa/startTotp.do',
    access: anySession,
    settlesFactor: true,
    sensitive: true,
    effect: 'write',
    personal: true,
    payload: z.object({}),
    answer: z.object({ secret: z.string(), uri: z.string() }),
    errors: ['identity.confirmPassword', 'identity.totpOn'],
    summary:
      'Returns a new secret for an authenticator app. One-time passwords stay off until `/mfa/enableTotp.do` ' +
      'confirms the secret.',
  }),
  enableTotp: defineCall({
    method: 'POST',
    path: '/mfa/enableTotp.do',
    access: anySession,
    settlesFactor: true,
    sensitive: true,
    effect: 'write',
    personal: true,
    payload: z.object({ code: line(LIMITS.secondFactor.digits) }),
    answer: z.object({ recoveryCodes: z.array(z.string()) }),
    errors: ['identity.confirmPassword', 'identity.totpOn', 'identity.totpNotStarted', 'identity.secondFactorWrong'],
    summary:
      'Turns on one-time passwords. Returns the recovery codes, which are not shown again. The first second factor ' +
      'ends the other sessions of the account.',
  }),
  disableTotp: defineCall({
    method: 'POST',
    path: '/mfa/disableTotp.do',
    access: anySession,
    sensitive: true,
    effect: 'write',
    personal: true,
    payload: z.object({}),
    answer: z.object({}),
    errors: ['identity.confirmPassword', 'identity.secondFactorOff'],
    summary: 'Turns off one-time passwords. Recovery codes remain valid while the account has a passkey.',
  }),
  renewRecoveryCodes: defineCall({
    method: 'POST',
    path: '/mfa/renewRecoveryCodes.do',
    access: anySession,
    sensitive: true,
    effect: 'write',
    personal: true,
    payload: z.object({}),
    answer: z.object({ recoveryCodes: z.array(z.string()) }),
    errors: ['identity.confirmPassword', 'identity.secondFactorOff'],
    summary: 'Returns new recovery codes, which are not shown again, and invalidates the old ones.',
  }),
  startPasskey: defineCall({
    method: 'POST',
    path: '/passkey/start.do',
    access: anySession,
    settlesFactor: true,
    sensitive: true,
    effect: 'own',
    personal: true,
    payload: z.object({}),
    answer: z.object({ options: webAuthnJson }),
    errors: ['identity.confirmPassword', 'identity.passkeyLimit', 'identity.passkeyNeedsDomain'],
    summary: 'Returns the request for the browser to create a passkey.',
  }),
  addPasskey: defineCall({
    method: 'POST',
    path: '/passkey/add.do',
    access: anySession,
    settlesFactor: true,
    sensitive: true,
    effect: 'own',
    personal: true,
    sends: 'json',
    bodyBytes: 32_768,
    payload: z.object({ name: passkeyName, credential: webAuthnJson }),
    answer: z.object({ recoveryCodes: z.nullable(z.array(z.string())) }),
    errors: ['identity.confirmPassword', 'identity.passkeyRefused', 'identity.passkeyLimit'],
    summary:
      'Adds the passkey that the browser created. The first second factor of an account returns recovery codes and ' +
      'ends its other sessions.',
  }),
  renamePasskey: defineCall({
    method: 'POST',
    path: '/passkey/update.do',
    access: anySession,
    effect: 'write',
    personal: true,
    payload: z.object({ passkeyId: line(1400), name: passkeyName }),
    answer: z.object({}),
    errors: ['identity.passkeyNotFound'],
    summary: 'Renames a passkey.',
  }),
  removePasskey: defineCall({
    method: 'POST',
    path: '/passkey/delete.do',
    access: anySession,
    sensitive: true,
    effect: 'write',
    personal: true,
    payload: z.object({ passkeyId: line(1400) }),
    answer: z.object({}),
    errors: ['identity.confirmPassword', 'identity.passkeyNotFound'],
    summary: 'Removes a passkey.',
  }),
  endSession: defineCall({
    method: 'POST',
    path: '/session/end.do',
    access: anySession,
    effect: 'write',
    personal: true,
    payload: byGuid,
    answer: z.object({}),
    errors: ['identity.sessionNotFound'],
    summary: "Ends one of the signed-in account's sessions.",
  }),
  endOtherSessions: defineCall({
    method: 'POST',
    path: '/session/endOthers.do',
    access: anySession,
    effect: 'write',
    personal: true,
    payload: z.object({}),
    answer: z.object({ ended: z.int() }),
    errors: [],
    summary: 'Ends all other sessions of the signed-in account.',
  }),
  findSignIns: defineCall({
    method: 'POST',
    path: '/signIn/find.do',
    access: anySession,
    effect: 'read',
    personal: true,
    payload: pageQuery(['at'], {}),
    answer: pageOf(
      z.object({
        id: z.string(),
        at: time,
        outcome: z.enum(SIGN_IN_OUTCOMES),
        ...place,
        /** The developer whose program asked. Null for the console. */
        developerName: z.nullable(z.string()),
      }),
    ),
    errors: [],
    summary: 'Lists the sign-in attempts of the signed-in account, in the console and in programs, newest first.',
  }),
  devices: defineCall({
    method: 'POST',
    path: '/device/list.do',
    access: anySession,
    effect: 'read',
    personal: true,
    payload: z.object({}),
    answer: z.object({ rows: z.array(device) }),
    errors: [],
    summary: 'Lists the devices that the signed-in account has used, and which of them skip the second factor.',
  }),
  updateDevice: defineCall({
    method: 'POST',
    path: '/device/update.do',
    access: anySession,
    effect: 'write',
    personal: true,
    payload: z.object({
      guid,
      name: z.optional(z.nullable(line(LIMITS.device.nameMax).check(noSpecialCharacters))),
      isTrusted: z.optional(z.boolean()),
    }),
    answer: z.object({}),
    errors: ['identity.deviceNotFound', 'identity.confirmPassword', 'identity.secondFactorOff'],
    summary:
      'Renames a device, or changes its trust. Trust can only be granted on the device itself, to an account with a ' +
      'second factor, after a recent password confirmation.',
  }),
  removeDevice: defineCall({
    method: 'POST',
    path: '/device/delete.do',
    access: anySession,
    effect: 'write',
    personal: true,
    payload: byGuid,
    answer: z.object({}),
    errors: ['identity.deviceNotFound'],
    summary: 'Removes a device and ends its sessions.',
  }),
  changeSuperAdministrator: defineCall({
    method: 'POST',
    path: '/superAdministrator/change.do',
    access: superAdministrator,
    sensitive: true,
    effect: 'own',
    personal: true,
    payload: z.object({ account: accountName, verifyCode: sentCode }),
    answer: z.object({}),
    errors: [
      'identity.confirmPassword',
      'identity.codeWrong',
      'identity.userNotFound',
      'identity.administersAnother',
      'identity.alreadySuper',
    ],
    summary:
      'Transfers the developer to another account. Requires a code sent to that account for the purpose ' +
      '`superAdministrator`. The former super administrator stays as an administrator with all privileges.',
  }),
})
