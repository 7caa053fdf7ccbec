// Replacing a leaked code: the old code and its devices stop working, everything else stays.
import { licenseCalls, operationLogCalls, pcLicenseCalls, seatCalls } from '@sealwright/contract'
import { createProgram, createTestCenter, createVendor, refused } from '@sealwright/testkit'
import type { TestCenter } from '@sealwright/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter({ remembers: true })
})
afterAll(() => center.close())

const machine = { fingerprint: 'machine-a', name: 'host' }

async function codeOf(given: Parameters<Awaited<ReturnType<typeof createVendor>>['pcTemplate']>[1] = {}) {
  const vendor = await createVendor(center)
  const {
    licenses: [issued],
  } = await vendor.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [await vendor.pcTemplate('sn', given)] })
  return { vendor, program: await createProgram(center, vendor), code: issued?.serial ?? '', guid: issued?.guid ?? '' }
}

it('the old code is replaced and its device unbound; the new code activates it at no extra cost', async () => {
  const { vendor, program, code, guid } = await codeOf({
    isForever: false,
    licStartTimeType: 1,
    licDuration: 365,
    billingMode: 'year',
  })
  const activated = await program.ask('activate', { code, machine })
  await vendor.call(pcLicenseCalls.deliver, { kind: 'sn', guids: [guid], channel: 'handed', recipient: '王越' })
  const before = await vendor.call(pcLicenseCalls.get, { kind: 'sn', guid })
  const { serial, revision } = await vendor.call(pcLicenseCalls.rekey, { kind: 'sn', guid, reason: '泄露' })
  expect(serial).not.toBe(code)

  await expect.poll(async () => (await program.ask('validate', { code, machine })).body['type']).toBe('CODE_REPLACED')
  expect((await program.ask('activate', { code, machine })).body).toMatchObject({
    type: 'CODE_REPLACED',
    clientStatus: 3,
  })
  await expect
    .poll(async () => (await program.ask('validate', { leaseId: activated.body['leaseId'], machine })).body['type'])
    .toBe('MACHINE_UNBOUND')
  const after = await vendor.call(pcLicenseCalls.get, { kind: 'sn', guid })
  expect(after).toMatchObject({
    serial,
    revision,
    bound: 0,
    everBound: 1,
    status: 1,
    deliveredTo: null,
    deliverTime: null,
    expireTime: before.expireTime,
    firstUseTime: before.firstUseTime,
    chargedFen: before.chargedFen,
  })
  expect(revision).toBe(before.revision + 1)

  const again = await program.ask('activate', { code: serial, machine })
  expect(again.body).toMatchObject({ status: 1, license: { guid, bound: 1, expireTime: before.expireTime } })
  expect(await vendor.call(pcLicenseCalls.get, { kind: 'sn', guid })).toMatchObject({
    everBound: 1,
    chargedFen: before.chargedFen,
    expireTime: before.expireTime,
  })
})

it('history and operation log show the replaced code', async () => {
  const { vendor, code, guid } = await codeOf()
  const { serial } = await vendor.call(pcLicenseCalls.rekey, { kind: 'sn', guid, reason: '泄露' })
  const shown = (text: string) => text.replace(/(.{4})(?!$)/g, '$1-')
  expect((await vendor.call(pcLicenseCalls.history, { kind: 'sn', guid })).rows[0]).toMatchObject({
    kind: 'rekey',
    about: shown(code),
    reason: '泄露',
  })
  expect(
    (await vendor.call(operationLogCalls.find, { targetKind: 'snLicense', targetGuid: guid })).rows[0],
  ).toMatchObject({
    targetName: serial,
    changes: expect.arrayContaining([{ field: 'serial', before: shown(code), after: shown(serial) }]) as unknown[],
  })
})

it('after two replacements, neither former code works', async () => {
  const { vendor, program, code, guid } = await codeOf()
  const { serial: second } = await vendor.call(pcLicenseCalls.rekey, { kind: 'sn', guid })
  const { serial: third } = await vendor.call(pcLicenseCalls.rekey, { kind: 'sn', guid })
  const types = await Promise.all(
    [code, second, third].map(async (given) => (await program.ask('activate', { code: given, machine })).body['type']),
  )
  expect(types).toEqual(['CODE_REPLACED', 'CODE_REPLACED', undefined])
})

it('seats that the old code opened end with it', async () => {
  const { vendor, program, code, guid } = await codeOf({ licenseKeyType: 2, concurrentType: 'machine', groupUsers: 5 })
  const opened = await program.ask('openSession', { code, machine })
  expect(opened.status).toBe(200)
  await vendor.call(pcLicenseCalls.rekey, { kind: 'sn', guid })
  expect((await vendor.call(seatCalls.find, { isTaken: false })).rows).toMatchObject([
    { guid: opened.body['session'], end: 'ended' },
  ])
  expect((await program.ask('heartbeat', { session: opened.body['session'] })).status).toBeGreaterThanOrEqual(400)
})

it('smart codes can be replaced too; others get license.notCode, stateForbids or notFound', async () => {
  const vendor = await createVendor(center)
  const {
    licenses: [smart],
  } = await vendor.call(licenseCalls.issue, { templateGuid: await vendor.smartTemplate() })
  const { serial } = await vendor.call(licenseCalls.rekey, { guid: smart?.guid ?? '' })
  expect((await vendor.call(licenseCalls.get, { guid: smart?.guid ?? '' })).serial).toBe(serial)
  const {
    licenses: [account],
  } = await vendor.call(pcLicenseCalls.issue, {
    kind: 'account',
    templateGuids: [await vendor.pcTemplate('account')],
    userIds: [await vendor.user()],
  })
  expect((await refused(vendor.call(pcLicenseCalls.rekey, { kind: 'account', guid: account?.guid ?? '' }))).error).toBe(
    'license.notCode',
  )
  await vendor.call(licenseCalls.delete, { guid: smart?.guid ?? '' })
  expect((await refused(vendor.call(licenseCalls.rekey, { guid: smart?.guid ?? '' }))).error).toBe(
    'license.stateForbids',
  )
  expect((await refused(vendor.call(licenseCalls.rekey, { guid: account?.guid ?? '' }))).error).toBe('license.notFound')
})

it('a locked license stays locked under its new code, with nothing bound', async () => {
  const { vendor, program, code, guid } = await codeOf()
  await program.ask('activate', { code, machine })
  await vendor.call(pcLicenseCalls.lock, { kind: 'sn', guid })
  const { serial } = await vendor.call(pcLicenseCalls.rekey, { kind: 'sn', guid })
  expect((await program.ask('activate', { code: serial, machine })).body).toMatchObject({ type: 'LOCKED' })
  await vendor.call(pcLicenseCalls.unlock, { kind: 'sn', guid })
  expect(await vendor.call(pcLicenseCalls.get, { kind: 'sn', guid })).toMatchObject({ status: 1, bound: 0 })
})
