// A program that makes runtime calls without the SDK, so that tests can inspect requests and answers. The SDK has its
// own tests.
import { NONCE_HEADER, PROOF_HEADER, developerCalls, runtimeCalls } from '@sealwright/contract'
import type { Actor, TestCenter } from './center.ts'

export interface ProgramAnswer {
  status: number
  type: string | undefined
  body: Record<string, unknown>
  /** The body as sent. */
  text: string
  proof: string | undefined
}

export interface Program {
  developerId: number
  apiPassword: string
  ask(
    call: keyof typeof runtimeCalls,
    payload: Record<string, unknown>,
    given?: { apiPassword?: string; network?: string; language?: string; nonce?: string },
  ): Promise<ProgramAnswer>
}

export async function createProgram(center: TestCenter, of: Actor): Promise<Program> {
  const { headers } = await center.signIn(of.account)
  await center.ground.database.owner.query('update session set confirmed_at = $1 where account_id = $2', [
    center.clock.now(),
    of.accountId,
  ])
  const revealed = await center.center.app.inject({
    method: 'POST',
    url: developerCalls.revealApiPassword.path,
    headers,
    payload: {},
  })
  const {
    data: { apiPassword },
  } = revealed.json<{ data: { apiPassword: string } }>()
  return {
    developerId: of.developerId,
    apiPassword,
    async ask(name, payload, given = {}) {
      const call = runtimeCalls[name]
      const all = { developerId: of.developerId, ...payload }
      const response = await center.center.app.inject({
        method: call.method,
        url: call.method === 'GET' ? `${call.path}?developerId=${all.developerId}` : call.path,
        remoteAddress: given.network ?? '198.51.100.7',
        headers: {
          authorization: `Bearer ${given.apiPassword ?? apiPassword}`,
          ...(given.language && { 'accept-language': given.language }),
          ...(given.nonce !== undefined && { [NONCE_HEADER]: given.nonce }),
        },
        ...(call.method === 'POST' && { payload: all }),
      })
      return {
        status: response.statusCode,
        type: response.headers['content-type'],
        body: response.json<Record<string, unknown>>(),
        text: response.body,
        proof: response.headers[PROOF_HEADER]?.toString(),
      }
    },
  }
}
