// Signs in the demo's super administrator, or another account, without a browser, for drills and benches, and prepares
// its developer: money, the API password, no approval flows.
import { createClient } from '@sealwright/client'
import type { Client } from '@sealwright/client'
import { approveCalls, developerCalls, identityCalls } from '@sealwright/contract'
import { PASSWORD } from '@sealwright/testkit/password'
import type pg from 'pg'

/** The headers of a new session; they stay valid after a restart of the center. */
export async function signInDemo(url: string, account = 'demo@sealwright.example'): Promise<Record<string, string>> {
  const response = await fetch(url + identityCalls.login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account, password: PASSWORD }),
  })
  const { data } = (await response.json()) as { data: { ssId: string } } // our own server
  return {
    'x-session-id': data.ssId,
    cookie: response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; '),
  }
}

export const callerAt = (baseUrl: string, headers: Record<string, string>): Client =>
  createClient({ baseUrl, headers: () => headers })

/** Turns off the approval flows of the demo, which would catch licenses. */
export async function turnFlowsOff(call: Client): Promise<void> {
  for (const { guid } of (await call(approveCalls.find, {})).rows) await call(approveCalls.turn, { guid, isOn: false })
}

/** What programs of the developer need for their calls. */
export async function programKeyOf(call: Client): Promise<{ developerId: number; apiPassword: string }> {
  await call(identityCalls.confirm, { password: PASSWORD })
  const { apiPassword } = await call(developerCalls.revealApiPassword, {})
  return { developerId: Number((await call(developerCalls.get, {})).developerId), apiPassword }
}

const DEMO = `(select developer_id from membership m join account a on a.id = m.account_id
     where a.email = 'demo@sealwright.example')`
const NONE = "array_fill('00000000-0000-0000-0000-000000000000'::uuid, '{2}')"

/** Credits the demo's wallet, as an operator would. */
export async function giveMoney(database: pg.Client, fen: number): Promise<void> {
  await database.query('begin')
  await database.query(`select set_config('sealwright.developer_id', ${DEMO}::text, true)`)
  await database.query(
    `select post_transfer(gen_random_uuid(), 'drill', 'credit', null, null, 'drill', null, null, now(),
       '{grants,wallet}', ${NONE}, ${NONE}, $1::bigint[])`,
    [[-fen, fen]],
  )
  await database.query('commit')
}
