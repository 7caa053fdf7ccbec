// The calls of this page. Here they are named without their schemas (build/small-pages.ts): the page checks what is
// typed with plain functions.
import type { Refusal } from '@sealwright/client'
import { codePageCalls } from '@sealwright/contract'
import type { Call } from '@sealwright/contract'
import type { Act } from '../../lib/call/client.ts'
import { withCaptcha } from '../../lib/captcha/captcha-gate.ts'
import { createPublicClient, usePublicAct } from '../page/public-client.ts'

export const CALLS = {
  look: codePageCalls.look,
  again: codePageCalls.again,
  exchange: codePageCalls.exchange,
  unbind: codePageCalls.unbind,
  signIn: codePageCalls.signIn,
  signOut: codePageCalls.signOut,
  requestLink: codePageCalls.requestLink,
  lend: codePageCalls.lend,
  lendings: codePageCalls.lendings,
  revoke: codePageCalls.revoke,
  send: codePageCalls.send,
} as const

/** Calls that can be used to guess carry the fingerprint of the device. */
const MEASURED: readonly string[] = [codePageCalls.look.path, codePageCalls.requestLink.path]
const client = createPublicClient((path) => path !== undefined && MEASURED.includes(path))

export const sendPassed = withCaptcha(client.send, client.headers)

export const useCodeAct = <C extends Call>(call: C, showRefusal: (refusal: Refusal) => boolean): Act<C> =>
  usePublicAct(sendPassed, call, showRefusal)

export const showsNothing = () => false
