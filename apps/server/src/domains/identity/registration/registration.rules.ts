import { Refusal } from '../../../kernel/refusal.ts'

/** The account has no password yet, and the payload sets none. */
export const passwordRequired = () =>
  new Refusal('platform.badPayload', { violations: [{ path: 'password', rule: 'required', params: {} }] })
