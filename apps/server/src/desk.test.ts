// Every call of the platform desk with every role, with sessions of developers, and without a session.
import { DESK_CALLS, ERRORS, OPERATOR_ROLES, privilegesOfRoles } from '@sealwright/contract'
import type { Call } from '@sealwright/contract'
import { createTestCenter } from '@sealwright/testkit'
import type { TestCenter } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
})
afterAll(() => center.close())

async function codeOf(call: Call, headers: Record<string, string>): Promise<number> {
  const answer = await center.center.app.inject({ method: call.method, url: call.path, headers, payload: {} })
  // A file answers no envelope.
  return answer.headers['content-type']?.toString().includes('json') ? answer.json<{ code: number }>().code : 0
}

const guarded = DESK_CALLS.filter(({ access: { kind } }) => kind === 'operator')
/** Ends the session that makes it. */
const isHarmless = ({ name }: Call) => name !== 'operator.logout'

describe('calls of the platform desk', () => {
  it('have paths under /platform, and the names of no other call', () => {
    for (const call of DESK_CALLS) expect(call.path, call.name).toMatch(/^\/platform\/[\w/]+\.do$/)
    expect(new Set(DESK_CALLS.map(({ path }) => path)).size).toBe(DESK_CALLS.length)
    for (const { access, name } of DESK_CALLS)
      expect(['open', 'pendingOperator', 'operator'], name).toContain(access.kind)
  })

  it.each(OPERATOR_ROLES)('let the role %s do what its privileges say, and nothing else', async (role) => {
    const actor = await center.operator(role)
    const held = privilegesOfRoles([role])
    for (const call of guarded) {
      const { access } = call
      if (access.kind !== 'operator') continue
      const isAllowed = access.anyOf.length === 0 || access.anyOf.some((name) => held.includes(name))
      const code = await codeOf(call, actor.headers)
      expect(code === ERRORS['platform.noPermission'].code, `${role}: ${call.name}`).toBe(!isAllowed)
    }
  })

  it('are closed without a session, and to administrators of developers', async () => {
    const vendor = await center.developer()
    const cookie = vendor.headers['cookie'] ?? ''
    for (const call of DESK_CALLS.filter(({ access }) => access.kind !== 'open').filter(isHarmless))
      for (const headers of [
        {},
        vendor.headers,
        { ...vendor.headers, cookie: cookie.replace('sw_session_', 'sw_operator_') },
      ])
        expect(await codeOf(call, headers), call.name).toBe(ERRORS['session.expired'].code)
  })
})
