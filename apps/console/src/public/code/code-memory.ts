// What the tab remembers: the visit of a code and the sign-in of a lending administrator. Both end with the tab.
import { LIMITS } from '@sealwright/contract'
import { isObject, stored, textUpTo } from '../../lib/stored.ts'

const secret = textUpTo(LIMITS.codePage.visitMax)

export interface Lender {
  session: string
  email: string
}

export const VISIT = stored('session', 'codeVisit', 'text', secret)
export const LENDER = stored<Lender>('session', 'lender', 'json', (raw) => {
  if (!isObject(raw) || typeof raw.email !== 'string') return undefined
  const session = secret(raw.session)
  return session === undefined ? undefined : { session, email: raw.email }
})
