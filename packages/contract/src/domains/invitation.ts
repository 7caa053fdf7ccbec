// Invitations, seen by the invited person; part of the identity domain. A typed address is an invitation and no
// membership: the owner of the address sees every open invitation to it and decides. Inviting, resending and
// withdrawing are in access.ts and integrator.ts.
import * as z from 'zod/mini'
import { anySession, defineCall, defineCalls, open } from '../kernel/call.ts'
import { passwordPair, samePasswords } from '../kernel/fields.ts'
import { byGuid, guid, time } from '../kernel/wire.ts'
import { linkOrCode, proof } from './identity.ts'

const invitation = z.object({
  guid: z.string(),
  developerName: z.string(),
  /** The administrator who invites: the name, and the address, which unlike the name is proven. */
  inviter: z.string(),
  /** Null: an invitation to become an administrator. */
  integratorName: z.nullable(z.string()),
  sentAt: time,
  expiresAt: time,
})
export type OpenInvitation = z.input<typeof invitation>

const proofErrors = [
  'identity.codeWrong',
  'identity.linkBroken',
  'identity.linkExpired',
  'identity.linkInvalid',
  'identity.slowedDown',
] as const

export const invitationCalls = defineCalls(
  'identity',
  {
    list: defineCall({
      method: 'POST',
      path: '/invitation/list.do',
      access: open,
      effect: 'own',
      perMinute: 60,
      bodyBytes: 4096,
      payload: z.object(proof).check(linkOrCode),
      answer: z.object({
        account: z.string(),
        /** Accepting then sets the password: the address has no account yet, or one without a password. */
        needsPassword: z.boolean(),
        /** The developer for whom this account already works. It has to leave that developer before it can accept. */
        worksFor: z.nullable(z.string()),
        invitations: z.array(invitation),
      }),
      errors: proofErrors,
      summary:
        'Lists the open invitations to an address. Requires the link of an `invitation` message, or the account and ' +
        'its code; neither is used up.',
    }),
    accept: defineCall({
      method: 'POST',
      path: '/invitation/accept.do',
      access: open,
      effect: 'own',
      perMinute: 30,
      bodyBytes: 4096,
      payload: z
        .object({
          ...proof,
          guid,
          password: z.optional(passwordPair.password),
          confirmPassword: z.optional(passwordPair.confirmPassword),
        })
        .check(linkOrCode, samePasswords),
      answer: z.object({}),
      errors: [
        ...proofErrors,
        'invitation.notFound',
        'invitation.worksForAnother',
        'invitation.alreadyMember',
        'invitation.inviterLeft',
        'platform.badPayload',
      ],
      summary:
        'Accepts an invitation: the membership begins. Uses up the link or code. Opens the account, or sets its ' +
        'password, if it has none. Refused if whoever sent or changed it last could not invite on these terms now.',
    }),
    decline: defineCall({
      method: 'POST',
      path: '/invitation/decline.do',
      access: open,
      effect: 'own',
      perMinute: 30,
      bodyBytes: 4096,
      payload: z.object({ ...proof, guid }).check(linkOrCode),
      answer: z.object({}),
      errors: [...proofErrors, 'invitation.notFound'],
      summary: 'Declines an invitation. The link or code stays valid for the other invitations.',
    }),
    listOwn: defineCall({
      method: 'POST',
      path: '/invitation/listOwn.do',
      access: anySession,
      effect: 'own',
      personal: true,
      payload: z.object({}),
      answer: z.array(invitation),
      errors: [],
      summary: 'Lists the open invitations to the addresses of the signed-in account.',
    }),
    declineOwn: defineCall({
      method: 'POST',
      path: '/invitation/declineOwn.do',
      access: anySession,
      effect: 'own',
      personal: true,
      payload: byGuid,
      answer: z.object({}),
      errors: ['invitation.notFound'],
      summary: 'Declines an invitation to one of the addresses of the signed-in account.',
    }),
  },
  'invitation',
)
