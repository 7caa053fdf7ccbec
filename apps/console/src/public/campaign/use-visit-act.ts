// Sends the calls with which a visitor takes part. A refusal that closes the campaign opens a page of its own.
import type { Refusal } from '@sealwright/client'
import type { Call } from '@sealwright/contract'
import type { Act } from '../../lib/call/client.ts'
import { withCaptcha } from '../../lib/captcha/captcha-gate.ts'
import { usePublicAct } from '../page/public-client.ts'
import { send, visitHeaders } from './visit-client.ts'

const sendPassed = withCaptcha(send, visitHeaders)

export const useVisitAct = <C extends Call>(call: C, showRefusal: (refusal: Refusal) => boolean): Act<C> =>
  usePublicAct(sendPassed, call, showRefusal)
