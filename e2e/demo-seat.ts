// The demo's super administrator without a browser: as whom the drill and a bench call a running center.
import { createClient } from '@sealwright/client'
import type { Client } from '@sealwright/client'
import { identityCalls } from '@sealwright/contract'
import { PASSWORD } from './center-process.ts'

/** The headers of a new session; they are good for the same center started anew. */
export async function signInDemo(url: string): Promise<Record<string, string>> {
  const response = await fetch(url + identityCalls.login.path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ account: 'demo@sealwright.example', password: PASSWORD }) })
  const { data } = (await response.json()) as { data: { ssId: string } } // our own server
  return { 'x-session-id': data.ssId, cookie: response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]).join('; ') }
}

export const callerAt = (baseUrl: string, headers: Record<string, string>): Client => createClient({ baseUrl, headers: () => headers })
