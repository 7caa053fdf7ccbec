// Activating licenses on devices through the runtime calls: bindings, refusals and their answers.
import { createPublicKey, randomUUID, verify } from 'node:crypto'
import { pcLicenseCalls } from '@sealwright/contract'
import { createProgram, createTestCenter, createVendor } from '@sealwright/testkit'
import type { TestCenter } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter({ remembers: true })
})
afterAll(() => center.close())

async function codeOf(given: Parameters<Awaited<ReturnType<typeof createVendor>>['pcTemplate']>[1] = {}) {
  const vendor = await createVendor(center)
  const { licenses } = await vendor.call(pcLicenseCalls.issue, {
    kind: 'sn',
    templateGuids: [await vendor.pcTemplate('sn', given)],
  })
  const [issued] = licenses
  return { vendor, program: await createProgram(center, vendor), code: issued?.serial ?? '', guid: issued?.guid ?? '' }
}

const claimsOf = (jws: string) =>
  JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>

describe('activating', () => {
  it('binds a device once and answers a lease signed by the published key, which validates from then on', async () => {
    const { vendor, program, code, guid } = await codeOf()
    const first = await program.ask('activate', { code, machine: { fingerprint: 'machine-a' } })
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({ status: 1, lease: expect.any(String) as string, license: { guid, bound: 1 } })
    const lease = String(first.body['lease'])
    expect(claimsOf(lease)).toMatchObject({
      iss: String(vendor.developerId),
      sub: guid,
      machine: { fingerprint: 'machine-a' },
    })
    const {
      body: { keys },
    } = await program.ask('keys', {})
    const [key] = keys as { x: string }[]
    const [header, body, signature] = lease.split('.')
    expect(
      verify(
        null,
        Buffer.from(`${header}.${body}`),
        createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key?.x ?? '' }, format: 'jwk' }),
        Buffer.from(signature ?? '', 'base64url'),
      ),
    ).toBe(true)
    const again = await program.ask('validate', { code, leaseId: undefined, machine: { fingerprint: 'machine-a' } })
    expect(again.body).toMatchObject({ status: 1, license: { guid } })
    expect((await program.ask('activate', { code, machine: { fingerprint: 'machine-a' } })).body).toMatchObject({
      license: { bound: 1 },
    })
    expect(await vendor.call(pcLicenseCalls.get, { kind: 'sn', guid })).toMatchObject({ bound: 1, everBound: 1 })
  })

  it('is refused above the limit: runtime.machineLimit', async () => {
    const { program, code } = await codeOf()
    await program.ask('activate', { code, machine: { fingerprint: 'machine-a' } })
    const refused = await program.ask('activate', { code, machine: { fingerprint: 'machine-b' } })
    expect([refused.status, refused.type, refused.body]).toMatchObject([
      409,
      'application/problem+json; charset=utf-8',
      { type: 'MACHINE_LIMIT', detail: expect.any(String) as string, fix: expect.any(String) as string },
    ])
  })

  it('has one answer for unknown and foreign codes, and one for wrong passwords and unknown developers', async () => {
    const [mine, theirs] = [await codeOf(), await codeOf()]
    const machine = { fingerprint: 'machine-a' }
    const answers = [
      await mine.program.ask('activate', { code: theirs.code, machine }),
      await mine.program.ask('activate', { code: 'AAAA-AAAA-AAAA-AAAA', machine }),
      await mine.program.ask('activate', { code: 'nonsense', machine }),
    ]
    expect(answers.map(({ status, body }) => [status, body['type'], body['detail']])).toEqual(
      Array.from({ length: 3 }, () => [404, 'CODE_NOT_FOUND', answers[0]?.body['detail']]),
    )
    const strangers = [
      await mine.program.ask(
        'activate',
        { code: mine.code, machine },
        { apiPassword: randomUUID().replaceAll('-', '') },
      ),
      await mine.program.ask('activate', { developerId: 999_999, code: mine.code, machine }),
    ]
    expect(strangers.map(({ status, body }) => [status, body['type'], body['detail']])).toEqual(
      Array.from({ length: 2 }, () => [401, 'UNAUTHORIZED', strangers[0]?.body['detail']]),
    )
  })
})

describe('the time a device was last seen', () => {
  it('is written after the call, and never moves back', async () => {
    const { vendor, program, code, guid } = await codeOf()
    await program.ask('activate', { code, machine: { fingerprint: 'machine-a' } })
    const seenAt = async () => (await vendor.call(pcLicenseCalls.machines, { kind: 'sn', guid })).rows[0]?.seenTime
    const first = await seenAt()
    // Times are written at intervals. The next write is half a minute away.
    await center.center.runtime.stop()
    await center.center.runtime.start()
    center.clock.advance(60_000)
    await program.ask('validate', { code, machine: { fingerprint: 'machine-a' } })
    expect(await seenAt()).toBe(first)
    // Stopping writes the remaining times.
    await center.center.runtime.stop()
    await center.center.runtime.start()
    expect(Date.parse((await seenAt()) ?? '') - Date.parse(first ?? '')).toBeGreaterThanOrEqual(60_000)
  })
})
