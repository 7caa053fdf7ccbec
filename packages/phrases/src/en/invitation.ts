import type { Phrases } from '../index.ts'

export const invitation: Phrases['invitation'] = {
  title: 'Invitations',
  sentence: 'See the invitations sent to you and decide which one to accept.',
  codeSentence: 'Enter the invited e-mail address or mobile number and its code to see the invitations.',
  byCode: 'Use a code instead',
  show: 'Show invitations',
  showing: 'Loading',
  to: 'Sent to {account}.',
  toSeveral: '{count, number} invitations were sent to {account}. An account can join only one developer.',
  asAdministrator: 'As an administrator',
  asMember: 'As a member of the integrator “{integrator}”',
  from: 'Invited by {inviter}',
  until: 'Valid until {time}',
  password: 'You will sign in as {account}. Set a password.',
  accept: 'Accept',
  accepting: 'Accepting',
  acceptOf: 'Accept the invitation of “{developer}”',
  decline: 'Decline',
  declineOf: 'Decline the invitation of “{developer}”',
  declineTitle: 'Decline the invitation of “{developer}”?',
  declineConsequence: 'The invitation ends and the inviter is told. They can invite you again later.',
  declined: 'Invitation of “{developer}” declined',
  acceptedTitle: 'You have joined “{developer}”',
  acceptedSentence: 'You can now sign in to the developer center.',
  worksFor:
    'Your account belongs to “{developer}”. An account can join only one developer. To accept an invitation, sign in and leave it in your account settings first.',
  noneTitle: 'No open invitations',
  noneSentence:
    'The invitation may have expired or been withdrawn, or you have already answered it. If you need a new one, ask the inviter.',
  own: {
    title: 'Invitations',
    sentence: 'Sent to your e-mail address or mobile number. Other developers cannot see them.',
    none: 'No open invitations.',
    blocked:
      'An account can join only one developer. To accept an invitation, leave “{developer}” first, then open the link in its message.',
    blockedSuper:
      'An account can join only one developer. To accept an invitation, change the super administrator and leave “{developer}” first, then open the link in its message.',
  },
  leave: {
    title: 'Leave the developer',
    sentence:
      'You can no longer sign in to “{developer}” afterwards. You keep your account and can accept another invitation.',
    start: 'Leave',
    superNote: 'You are the super administrator. To leave, change the super administrator under “Security” first.',
    confirmTitle: 'Leave “{developer}”?',
    consequence:
      'All your sessions end immediately and your assignments are removed. Items you created stay. To come back, you need a new invitation.',
    done: 'You have left “{developer}”',
  },
}
