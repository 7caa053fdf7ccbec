import type { codePageErrors as source } from '../../zh-cn/offline/code-page.ts'

export const codePageErrors: Record<keyof typeof source, string> = {
  notFound: 'This license code was not found. Check it and try again.',
  passwordNeeded: 'This license code has a password. Enter it.',
  passwordWrong: 'The password of the license code is incorrect.',
  tooManyTries: 'Too many attempts. Try again in {seconds, plural, one {# second} other {# seconds}}.',
  visitOver: 'You were away for too long. Enter the license code again.',
  unbindOff: 'The software vendor does not let customers unbind devices here. Contact the vendor.',
  linkOver: 'This link has ended or was used. Request a new one.',
  sessionOver: 'The sign-in has ended. Request a new link.',
}

export const codePage = {
  fields: {
    code: 'License code',
    password: 'Password',
    visit: 'Visit',
    name: 'File name',
    text: 'File content',
    machineGuid: 'Device',
    email: 'E-mail',
    link: 'Link',
    session: 'Sign-in',
    requestId: 'Request ID',
    person: 'Borrower',
    days: 'Days',
    note: 'Note',
    guid: 'Lending code',
    reason: 'Reason',
  },
} as const
