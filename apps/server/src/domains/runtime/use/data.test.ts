// Uses and data areas for programs: a request consumes once and never more than the limit; areas are read by permitted
// callers and written by one at a time.
import { createHash } from 'node:crypto'
import { LICENSE_STATUSES, LIMITS, pcLicenseCalls } from '@sealwright/contract'
import { CROWD, PASSWORD, PASSWORD_HASH, createProgram, createTestCenter, createVendor } from '@sealwright/testkit'
import type { ProgramAnswer, TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter({ remembers: true, runtime: { unknownCodesPerHour: 1_000_000 } })
})
afterAll(() => center.close())

const owner = <Row extends object>(text: string, values: unknown[]) =>
  center.ground.database.owner.query<Row & Record<string, unknown>>(text, values)
const machine = { fingerprint: 'machine-a' }

type Given = Parameters<Vendor['pcTemplate']>[1]
const CLOUD: Given = {
  licenseForm: 1,
  billingMode: 'day',
  isForever: false,
  licStartTimeType: 1,
  licDuration: 30,
  offlineDays: undefined,
  licBindLimit: undefined,
}
const text = (content: string) => ({ source: 'text', text: content }) as const
const AREAS: Given = { rom: text('read'), raw: text('start'), pub: text('public') }

async function coded(given: Given = {}) {
  const vendor = await createVendor(center)
  const program = await createProgram(center, vendor)
  const {
    licenses: [issued],
  } = await vendor.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [await vendor.pcTemplate('sn', given)] })
  return { vendor, program, guid: issued?.guid ?? '', by: { code: issued?.serial ?? '' } }
}

/** A signed-in user with a cloud license. */
async function signedIn(given: Given = {}) {
  const vendor = await createVendor(center)
  const program = await createProgram(center, vendor)
  const userGuid = await vendor.user()
  const {
    rows: [user],
  } = await owner<{ account: string; account_id: string }>(
    'update end_user set activated_at = now() where guid = $1 returning account, account_id',
    [userGuid],
  )
  await owner('update account set password_hash = $2, activated_at = now() where id = $1', [
    user?.account_id,
    PASSWORD_HASH,
  ])
  const {
    licenses: [issued],
  } = await vendor.call(pcLicenseCalls.issue, {
    kind: 'account',
    templateGuids: [await vendor.pcTemplate('account', { ...CLOUD, ...given })],
    userIds: [userGuid],
  })
  const {
    body: { token },
  } = await program.ask('login', { account: user?.account, password: PASSWORD })
  return { vendor, program, guid: issued?.guid ?? '', by: { token, licenseId: vendor.licenseId } }
}

type Held = Pick<Awaited<ReturnType<typeof coded>>, 'program'> & { by: object }
const consume = ({ program, by }: Held, requestId: string, amount?: number) =>
  program.ask('consume', { ...by, machine, requestId, amount })
const read = ({ program, by }: Held, area: string, given: object = { machine }) =>
  program.ask('readData', { ...by, area, ...given })
const write = ({ program, by }: Held, content: string | Buffer, revision: number, given: object = {}) =>
  program.ask('writeData', { ...by, machine, content: Buffer.from(content).toString('base64'), revision, ...given })
const problemOf = ({ type }: Record<string, unknown>) => (typeof type === 'string' ? type : 'done')
const contentOf = ({ body }: ProgramAnswer) => Buffer.from(String(body['content']), 'base64').toString()

describe('consuming uses', () => {
  it('happens once per request, even if none are left at a repetition: runtime.requestReused', async () => {
    const held = await signedIn({ counter: 10 })
    expect((await consume(held, 'request-1', 4)).body).toEqual({ taken: 4, usesLeft: 6 })
    expect((await consume(held, 'request-2', 6)).body).toEqual({ taken: 6, usesLeft: 0 })
    expect((await consume(held, 'request-1', 4)).body).toEqual({ taken: 4, usesLeft: 6 })
    expect(await consume(held, 'request-1', 5)).toMatchObject({ status: 409, body: { type: 'REQUEST_REUSED' } })
    expect((await owner('select uses_taken from license where guid = $1', [held.guid])).rows).toEqual([
      { uses_taken: 10 },
    ])
  })

  it('consumes all or nothing: runtime.usesExhausted', async () => {
    const held = await signedIn({ counter: 3 })
    expect(await consume(held, 'request-1', 4)).toMatchObject({
      status: 403,
      body: { type: 'USES_EXHAUSTED', detail: expect.stringContaining('3') as string },
    })
    expect((await consume(held, 'request-2')).body).toEqual({ taken: 1, usesLeft: 2 })
  })

  it('shares its count with the seats of the license', async () => {
    const held = await signedIn({ counter: 2 })
    expect((await held.program.ask('openSession', { ...held.by, machine })).body).toMatchObject({
      license: { usesLeft: 1 },
    })
    expect((await consume(held, 'request-1')).body).toEqual({ taken: 1, usesLeft: 0 })
  })

  it('is refused if uses are not counted: runtime.notCounted', async () => {
    const held = await signedIn()
    expect(await consume(held, 'request-1')).toMatchObject({ status: 409, body: { type: 'NOT_COUNTED' } })
    const bound = await coded()
    expect(await consume(bound, 'request-1')).toMatchObject({ status: 403, body: { type: 'MACHINE_UNBOUND' } })
  })

  it('consumes exactly the limit if many programs ask at once', async () => {
    const held = await signedIn({ counter: 30 })
    /** Repeats the call while the center is busy. */
    const answered = async (requestId: string): Promise<string> => {
      const { status, body } = await consume(held, requestId)
      return status === 503 ? answered(requestId) : `${status} ${problemOf(body)}`
    }
    const requests = Array.from({ length: CROWD / 2 }, (_, index) => `request-${index}`)
    const answers = await Promise.all([...requests, ...requests].map(answered))
    const { rows } = await owner(
      `select l.uses_taken as taken,
         (select count(*)::int from use_taken t where t.license_guid = l.guid) as kept
       from license l where l.guid = $1`,
      [held.guid],
    )
    expect(rows).toEqual([{ taken: 30, kept: 30 }])
    expect(answers.slice(0, CROWD / 2).filter((answer) => answer === '200 done').length).toBeLessThanOrEqual(30)
    expect(new Set(answers)).toEqual(new Set(['200 done', '403 USES_EXHAUSTED']))
    expect(
      (await Promise.all(Array.from({ length: 3 }, () => consume(held, 'request-last')))).map(({ status }) => status),
    ).toEqual([403, 403, 403])
  })
})

describe('data areas', () => {
  it('are readable on a bound device, with their digest', async () => {
    const held = await coded(AREAS)
    expect(await read(held, 'rom')).toMatchObject({ status: 403, body: { type: 'MACHINE_UNBOUND' } })
    await held.program.ask('activate', { ...held.by, machine })
    expect((await read(held, 'rom')).body).toEqual({
      area: 'rom',
      licenseId: held.vendor.licenseId,
      content: Buffer.from('read').toString('base64'),
      digest: createHash('sha256').update('read').digest('base64url'),
      revision: 0,
    })
    expect((await read(held, 'raw')).body).toMatchObject({
      revision: 0,
      digest: createHash('sha256').update('start').digest('base64url'),
    })
  })

  it('of a cloud license are readable after signing in', async () => {
    const held = await signedIn(AREAS)
    expect(contentOf(await read(held, 'rom'))).toBe('read')
    expect((await write(held, 'cloud', 0)).body).toMatchObject({ revision: 1 })
    expect(contentOf(await read(held, 'raw', {}))).toBe('cloud')
  })

  it('that are public need no device and no license in force, but an existing license', async () => {
    const held = await coded({ ...AREAS, billingMode: 'day', isForever: false, licStartTimeType: 1, licDuration: 1 })
    expect(contentOf(await read(held, 'pub', {}))).toBe('public')
    await held.vendor.call(pcLicenseCalls.lock, { kind: 'sn', guid: held.guid, reason: '欠款' })
    expect(contentOf(await read(held, 'pub', {}))).toBe('public')
    expect(await read(held, 'rom')).toMatchObject({ status: 403, body: { type: 'LOCKED' } })
    await held.vendor.call(pcLicenseCalls.delete, { kind: 'sn', guid: held.guid })
    expect(await read(held, 'pub', {})).toMatchObject({ status: 410, body: { type: 'LICENSE_DELETED' } })
    expect(await read({ ...held, by: { code: 'AAAA-AAAA-AAAA-AAAA' } }, 'pub', {})).toMatchObject({
      status: 404,
      body: { type: 'CODE_NOT_FOUND' },
    })
  })

  it('that are public stay readable after the license expires', async () => {
    const held = await coded({ ...AREAS, billingMode: 'day', isForever: false, licStartTimeType: 1, licDuration: 1 })
    await held.program.ask('activate', { ...held.by, machine })
    await center.daysLater(2)
    expect(await read(held, 'rom')).toMatchObject({ status: 403, body: { type: 'LICENSE_EXPIRED' } })
    expect(contentOf(await read(held, 'pub', {}))).toBe('public')
  })

  it('that the product does not have are not found: runtime.areaNotFound', async () => {
    const held = await coded({ rom: text('read') })
    await held.program.ask('activate', { ...held.by, machine })
    expect([await read(held, 'raw'), await read(held, 'pub'), await write(held, 'x', 0)]).toMatchObject(
      Array.from({ length: 3 }, () => ({ status: 404, body: { type: 'AREA_NOT_FOUND' } })),
    )
    expect(await read(held, 'rom', { machine, licenseId: 999_999 })).toMatchObject({
      status: 404,
      body: { type: 'PRODUCT_NOT_INCLUDED' },
    })
  })

  it('are written as a whole, and only over the revision that was read: runtime.areaChanged', async () => {
    const held = await coded(AREAS)
    expect(await write(held, 'x', 0)).toMatchObject({ status: 403, body: { type: 'MACHINE_UNBOUND' } })
    await held.program.ask('activate', { ...held.by, machine })
    const both = await Promise.all([write(held, 'one', 0), write(held, 'two', 0)])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ type: 'AREA_CHANGED' })
    const {
      body: { revision },
    } = await read(held, 'raw')
    expect(revision).toBe(1)
    expect((await write(held, 'three', 1)).body).toEqual({
      revision: 2,
      digest: createHash('sha256').update('three').digest('base64url'),
    })
    expect(contentOf(await read(held, 'raw'))).toBe('three')
    expect(contentOf(await read(held, 'rom'))).toBe('read')
  })

  it('have a maximum size: platform.dataTooLarge', async () => {
    const held = await coded(AREAS)
    await held.program.ask('activate', { ...held.by, machine })
    const full = Buffer.alloc(LIMITS.product.areaBytes, 7)
    expect((await write(held, full, 0)).status).toBe(200)
    expect((await read(held, 'raw')).body['content']).toBe(full.toString('base64'))
    expect(await write(held, Buffer.alloc(LIMITS.product.areaBytes + 1), 1)).toMatchObject({
      status: 400,
      body: { type: 'BAD_PAYLOAD' },
    })
    expect(await write(held, Buffer.alloc(LIMITS.runtime.dataBodyBytes), 1)).toMatchObject({
      status: 413,
      body: { type: 'DATA_TOO_LARGE' },
    })
  })

  it('of a license that waits for approval are not readable: runtime.underApproval', async () => {
    const held = await coded(AREAS)
    await owner('update license set state = $2 where guid = $1', [held.guid, LICENSE_STATUSES.approving])
    expect(await read(held, 'pub', {})).toMatchObject({ status: 403, body: { type: 'UNDER_APPROVAL' } })
  })
})
