// Another system of a developer, which calls the open API with an access key.
import { randomUUID } from 'node:crypto'
import { callOpenApi, problemIn, sendOpenCall } from '@sealwright/client/open-api'
import type { AccessKey, OpenApiProblem, OpenCallOptions } from '@sealwright/client/open-api'
import { OPEN_CALLS, PRIVILEGES, accessKeyCalls, identityCalls } from '@sealwright/contract'
import type { AnswerOf, Call, PayloadOf } from '@sealwright/contract'
import type { Actor, TestCenter } from './center.ts'
import { PASSWORD } from './password.ts'

export interface Integration extends AccessKey {
  guid: string
  /** Makes a call and returns its answer. The test names its type. */
  call<Answer = Record<string, unknown>>(path: string, payload?: object, options?: OpenCallOptions): Promise<Answer>
  /** The same, by the declaration of the call. */
  make<C extends Call>(call: C, payload: PayloadOf<C>, options?: OpenCallOptions): Promise<AnswerOf<C>>
  /** The response itself. */
  send(path: string, payload?: object, options?: OpenCallOptions): Promise<Response>
  /** The refusal of a call. Throws if it was answered. */
  refusal(path: string, payload?: object, options?: OpenCallOptions): Promise<OpenApiProblem>
}

type Center = Pick<TestCenter, 'fetch' | 'clock'>
const ORIGIN = 'http://center.test'

/** Calls with a key that exists already. */
export function createIntegration(center: Center, key: AccessKey & { guid: string }): Integration {
  const settings = { ...key, url: ORIGIN, fetch: withoutOrigin(center.fetch) }
  const at = (options: OpenCallOptions = {}) => ({ now: center.clock.now(), ...options })
  const own: Integration = {
    ...key,
    call: async <Answer>(path: string, payload?: object, options?: OpenCallOptions) =>
      (await callOpenApi(settings, `/api/v1/${path}`, payload, at(options))) as Answer, // the test says so
    async make(call, payload, options) {
      const open = OPEN_CALLS.find((one) => one.call === (call as Call)) // any call
      if (!open) throw new Error(`${call.name} is not open`)
      return own.call(`${open.resource}/${open.verb}`, payload as object, options) // payloads are objects
    },
    send: (path, payload, options) => sendOpenCall(settings, `/api/v1/${path}`, payload, at(options)),
    async refusal(path, payload, options) {
      const response = await own.send(path, payload, options)
      if (response.ok) throw new Error(`${path} was not refused`)
      return problemIn(response)
    },
  }
  return own
}

/** The test center takes requests by their path. */
const withoutOrigin =
  (send: typeof fetch): typeof fetch =>
  (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    return send(`${pathname}${search}`, init)
  }

/** Creates an access key with every privilege, unless others are given. */
export async function createAccessKey(
  center: Center,
  of: Actor,
  given: Partial<PayloadOf<typeof accessKeyCalls.create>> = {},
): Promise<Integration> {
  await of.call(identityCalls.confirm, { password: PASSWORD })
  const key = await of.call(accessKeyCalls.create, {
    name: `key ${randomUUID().slice(0, 8)}`,
    privileges: [...PRIVILEGES],
    ...given,
  })
  return createIntegration(center, key)
}
