// Every call of the platform desk with every role, with sessions of developers, and without a session; and every call
// of the console with a visit.
import {
  CALLS,
  DESK_CALLS,
  ERRORS,
  OPERATOR_ROLES,
  isRuntime,
  operatorDesk,
  orderCalls,
  pcLicenseCalls,
  privilegesOfRoles,
  productCalls,
} from '@sealwright/contract'
import type { Call } from '@sealwright/contract'
import { createTestCenter, createVendor, productPayload } from '@sealwright/testkit'
import type { DeskActor, TestCenter } from '@sealwright/testkit'
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

/** A digest of every row of every table. */
async function contents(): Promise<Record<string, string>> {
  const { owner } = center.ground.database
  const { rows: tables } = await owner.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  )
  const { rows } = await owner.query<{ digests: Record<string, string> }>(
    `select jsonb_build_object(${tables
      .map(
        ({ name }) => `'${name}', (select md5(coalesce(string_agg(t::text, '' order by t::text), '')) from ${name} t)`,
      )
      // A call of a function takes at most 100 arguments.
      .reduce<string[][]>((chunks, one, n) => ((chunks[Math.floor(n / 50)] ??= []).push(one), chunks), [])
      .map((chunk) => chunk.join(', '))
      .join(') || jsonb_build_object(')}) as digests`,
  )
  return rows[0]?.digests ?? {}
}

/** The headers of a new visit to a developer. */
async function visit(developerId: number, actor?: DeskActor): Promise<Record<string, string>> {
  const { headers } = actor ?? (await center.operator('support'))
  const opened = await center.center.app.inject({
    method: 'POST',
    url: operatorDesk.openVisit.path,
    headers,
    payload: { developerId, reason: '客户投诉无法激活' },
  })
  const { ssId } = opened.json<{ data: { ssId: string } }>().data
  const [cookie] = opened.cookies
  return { 'x-session-id': ssId, cookie: `${cookie?.name}=${cookie?.value}` }
}

describe('a visit of an operator', () => {
  it('opens every reading call of the console but secrets and files, and writes nothing but its log rows', async () => {
    const vendor = await center.developer()
    await vendor.call(productCalls.create, productPayload())
    const actor = await center.operator('support')
    const before = await contents()
    const headers = await visit(vendor.developerId, actor)
    const visitOnly = ERRORS['operator.visitOnly'].code
    let answered = 0
    for (const call of CALLS) {
      if (isRuntime(call) || call.access.kind === 'open' || call.streams === 'events' || call.bare) continue
      if (call.name === 'identity.logout') continue
      const isClosed =
        call.effect !== 'read' || call.personal === true || call.sensitive === true || call.streams === 'file'
      const code = await codeOf(call, headers)
      expect(code === visitOnly, call.name).toBe(isClosed)
      expect(code, call.name).not.toBe(ERRORS['session.expired'].code)
      expect(code, call.name).not.toBe(ERRORS['platform.systemError'].code)
      if (code === 0) answered++
    }
    expect(answered).toBeGreaterThan(20)
    const after = await contents()
    expect(
      Object.keys(after)
        .filter((table) => after[table] !== before[table])
        .toSorted(),
    ).toEqual(['operation_log', 'operation_unsealed', 'operator_visit'])
  })

  it('shows no code that a program would accept, wherever it is told', async () => {
    const vendor = await createVendor(center)
    const templateGuid = await vendor.pcTemplate('sn', { useMode: 2, machineNum: 3 })
    const issue = { kind: 'sn' as const, templateGuids: [templateGuid] }
    const [{ guid, serial } = { guid: '', serial: '' }] = (await vendor.call(pcLicenseCalls.issue, issue)).licenses
    await vendor.call(pcLicenseCalls.lock, { kind: 'sn', guid, reason: `wrongly sold: ${serial}` })
    const shown = serial.match(/.{4}/g)?.join('-') ?? ''
    const calls = CALLS.filter(
      (call) =>
        !isRuntime(call) && call.effect === 'read' && call.access.kind !== 'open' && !call.streams && !call.bare,
    )
    // Fields that a call does not declare are dropped.
    const payload = { kind: 'sn', guid, licenseGuid: guid, targetGuid: guid }
    const told = async (headers: Record<string, string>, by = calls) => {
      const tellers: Call[] = []
      for (const call of by) {
        const { body } = await center.center.app.inject({
          method: call.method,
          url: call.method === 'GET' ? `${call.path}?${new URLSearchParams(payload)}` : call.path,
          headers,
          ...(call.method === 'POST' && { payload }),
        })
        if (body.includes(serial) || body.includes(shown)) tellers.push(call)
      }
      return tellers
    }
    const tellers = await told(vendor.headers)
    expect(tellers.length).toBeGreaterThan(3)
    const headers = await visit(vendor.developerId)
    expect((await told(headers, tellers)).map(({ name }) => name)).toEqual([])
    const { json } = await center.center.app.inject({
      method: 'POST',
      url: pcLicenseCalls.find.path,
      headers,
      payload: { kind: 'sn' },
    })
    expect(json()).toMatchObject({ code: 0, data: { rows: [{ serial: `${serial.slice(0, 4)}${'•'.repeat(12)}` }] } })
  })

  it('cannot find out a code by searching for its parts', async () => {
    const vendor = await createVendor(center)
    const issue = { kind: 'sn' as const, templateGuids: [await vendor.pcTemplate('sn')] }
    const [{ serial } = { serial: '' }] = (await vendor.call(pcLicenseCalls.issue, issue)).licenses
    const headers = await visit(vendor.developerId)
    const first = serial.slice(0, 4)
    const other = serial[4] === 'A' ? 'B' : 'A'
    // Not at the beginning of the code as well.
    const within = [serial.slice(8, 10), serial.slice(9, 11)].find((part) => !serial.startsWith(part)) ?? ''
    for (const call of [pcLicenseCalls.find, orderCalls.find]) {
      const count = async (keyword: string) => {
        const payload = { kind: 'sn', keyword }
        const answer = await center.center.app.inject({ method: 'POST', url: call.path, headers, payload })
        return answer.json<{ data: { records: number } }>().data.records
      }
      expect([await count(first), await count(serial)], call.name).toEqual([1, 1])
      expect(await count(serial.slice(0, 5)), call.name).toBe(await count(first + other))
      expect(await count(within), call.name).toBe(0)
    }
  })
})
