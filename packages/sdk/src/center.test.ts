// Programs with the SDK against a complete center: programs follow the changes that administrators make in the console.
// Center and programs share one movable clock.
import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  LICENSE_STATUSES,
  approveCalls,
  auditCalls,
  billingCalls,
  deviceLoginCalls,
  lendingCalls,
  licenseCalls,
  orderCalls,
  pcLicenseCalls,
  seatCalls,
  shownCode,
  signingKeyCalls,
  userCalls,
} from '@sealwright/contract'
import { PASSWORD, createProgram, createTestCenter, createVendor, refused } from '@sealwright/testkit'
import type { TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { DAY_MS } from './authority.fixture.ts'
import type { LicenseFile, Sealwright, SealwrightOptions } from './face.ts'
import { createSealwright } from './sealwright.ts'

const folder = mkdtempSync(join(tmpdir(), 'sealwright-sdk-'))
let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
})
afterAll(async () => {
  await center.close()
  rmSync(folder, { recursive: true, force: true })
})

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
/** A code that lasts 30 days from its approval. */
const TIMED: Given = { billingMode: 'day', isForever: false, licStartTimeType: 1, licDuration: 30 }
const SHADOW_PASSWORD = 'shadow-password-1'

const opened: Sealwright[] = []
afterEach(() => opened.splice(0).forEach((one) => one.close()))

/** Creates programs of a developer, each on a device with its own name. */
async function programsOf(vendor: Vendor) {
  const { apiPassword } = await createProgram(center, vendor)
  const { rootKey, exchangeKey } = await vendor.call(signingKeyCalls.find, {})
  const run = randomUUID()
  return async (name: string, given: Partial<SealwrightOptions> = {}) => {
    const parts = Object.fromEntries(
      ['systemId', 'board', 'cpu', 'disk', 'network'].map((kind) => [kind, `${kind} of ${name}`]),
    )
    const program = await createSealwright({
      url: 'http://localhost',
      developerId: vendor.developerId,
      apiPassword,
      rootKey,
      exchangeKey,
      licenseId: vendor.licenseId,
      storePath: join(folder, run, `${name}.license`),
      language: 'en',
      machine: { parts, name: `PC-${name}`, os: 'Linux 6' },
      clock: () => center.clock.now().getTime(),
      fetch: center.fetch,
      background: false,
      ...given,
    })
    opened.push(program)
    return program
  }
}

async function coded(given: Given = {}) {
  const vendor = await createVendor(center)
  const {
    licenses: [issued],
  } = await vendor.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [await vendor.pcTemplate('sn', given)] })
  return {
    vendor,
    code: issued?.serial ?? '',
    of: { kind: 'sn', guid: issued?.guid ?? '' } as const,
    on: await programsOf(vendor),
  }
}

/** A license for an account, and programs with its user signed in. */
async function accounted(given: Given) {
  const vendor = await createVendor(center)
  const account = `worker-${randomUUID().slice(0, 8)}`
  const { guid: userGuid } = await vendor.call(userCalls.create, {
    account,
    accountType: 4,
    password: SHADOW_PASSWORD,
    sendMail: false,
  })
  const {
    licenses: [issued],
  } = await vendor.call(pcLicenseCalls.issue, {
    kind: 'account',
    templateGuids: [await vendor.pcTemplate('account', given)],
    userIds: [userGuid],
  })
  const open = await programsOf(vendor)
  const on = async (name: string) => {
    const program = await open(name)
    await program.login(account, SHADOW_PASSWORD)
    return program
  }
  return { vendor, account, of: { kind: 'account', guid: issued?.guid ?? '' } as const, on }
}

const machinesOf = async (vendor: Vendor, of: { kind: 'sn' | 'account'; guid: string }) =>
  (await vendor.call(pcLicenseCalls.machines, { ...of, currentPage: 1, pageSize: 10 })).rows

describe('an administrator', () => {
  it('signs in to a program through the browser, and not by password', async () => {
    const vendor = await createVendor(center)
    const { account, call } = await center.developer()
    await vendor.call(userCalls.create, { account, sendMail: false })
    const open = await programsOf(vendor)
    let confirmed: Promise<unknown> | undefined
    const program = await open('a', {
      fetch: async (input, init) => {
        await confirmed
        return center.fetch(input, init)
      },
    })
    await expect(program.login(account, PASSWORD)).rejects.toMatchObject({ type: 'LOGIN_FAILED' })
    const signedIn = await program.loginWithBrowser({
      programName: 'Paint',
      onCode: ({ userCode, urlWithCode }) => {
        expect(urlWithCode).toContain(userCode)
        confirmed = call(deviceLoginCalls.confirm, { userCode })
        // The next timer is the program's pause until it asks for the outcome.
        const { setTimeout: start } = globalThis
        vi.spyOn(globalThis, 'setTimeout').mockImplementationOnce((run: () => void) => start(run, 0))
      },
    })
    expect(signedIn).toMatchObject({ account, licenses: [] })
  })
})

describe('a code of a sub-administrator under an approval flow', () => {
  it('activates no device before its approval, and is charged once, for its last terms', async () => {
    const vendor = await createVendor(center)
    const seller = await center.administrator(vendor, ['snLicense.issue', 'snLicense.view'])
    const approver = await center.administrator(vendor, ['audit.decide'])
    await vendor.call(approveCalls.create, {
      name: '销售',
      families: ['sn'],
      events: ['issue'],
      steps: [{ userIds: [approver.accountId] }],
    })
    const open = await programsOf(vendor)
    const program = await open('approved')
    const balance = async () => {
      const { balanceFen, heldFen } = await vendor.call(billingCalls.balance, {})
      return { balanceFen, heldFen }
    }
    const before = await balance()

    const issued = await seller.call(pcLicenseCalls.issue, {
      kind: 'sn',
      templateGuids: [await vendor.pcTemplate('sn', { ...TIMED, canModify: true })],
    })
    const { serial = '', guid = '' } = issued.licenses[0] ?? {}
    const request = { guid: issued.requestGuid ?? '' }
    const statusNow = async () => (await vendor.call(pcLicenseCalls.get, { kind: 'sn', guid })).status
    expect(issued.status).toBe(LICENSE_STATUSES.approving)
    await expect(program.activate(serial)).rejects.toMatchObject({ type: 'UNDER_APPROVAL' })

    await approver.call(auditCalls.reject, { ...request, reason: '期限太短' })
    expect([await statusNow(), await balance()]).toEqual([LICENSE_STATUSES.rejected, before])
    await expect(program.activate(serial)).rejects.toMatchObject({ type: 'APPROVAL_REJECTED' })

    await seller.call(auditCalls.resubmit, { ...request, changes: { licDuration: 60 } })
    expect(await statusNow()).toBe(LICENSE_STATUSES.approving)
    await expect(program.activate(serial)).rejects.toMatchObject({ type: 'UNDER_APPROVAL' })

    const { revision } = await approver.call(auditCalls.get, request)
    expect(await approver.call(auditCalls.approve, { ...request, revision })).toEqual({ state: 'approved' })
    expect(await statusNow()).toBe(LICENSE_STATUSES.unbound)
    await program.activate(serial)
    expect(program.status().isLicensed).toBe(true)
    const charged = (await vendor.call(orderCalls.find, {})).rows.filter(({ status }) => status === 'charged')
    expect(charged).toHaveLength(1)
    expect(await balance()).toEqual({ balanceFen: before.balanceFen - (charged[0]?.chargedFen ?? 0), heldFen: 0 })
  })
})

describe('a cloud account', () => {
  it('works on one terminal, loses its seat without heartbeats, and shows its holder in the console', async () => {
    const { vendor, of, on } = await accounted(CLOUD)
    const [first, second] = [await on('a'), await on('b')]
    const session = await first.openSession({ timeoutSeconds: 60 })
    expect(first.status()).toMatchObject({ isLicensed: true, claims: { seat: session.id } })
    await expect(second.openSession()).rejects.toMatchObject({
      name: 'LicenseRefusal',
      type: 'SEAT_LIMIT',
      message: 'All seats are in use: 1 of 1',
    })
    center.clock.advance(40_000)
    expect(await session.beat()).toBe(true)
    center.clock.advance(40_000)
    expect(await session.beat()).toBe(true)
    center.clock.advance(61_000)
    expect([session.over?.type, first.status().isLicensed]).toEqual(['SESSION_TIMED_OUT', false])
    const taken = await second.openSession({ timeoutSeconds: 60 })
    const { rows } = await vendor.call(seatCalls.find, { licenseGuid: of.guid, currentPage: 1, pageSize: 10 })
    expect(rows).toMatchObject([{ guid: taken.id, machineName: 'PC-b' }])
    expect(await session.beat()).toBe(false)
    await taken.close()
    expect((await vendor.call(seatCalls.count, { licenseGuid: of.guid })).taken).toBe(0)
  })

  it('with kick-out moves to the latest terminal and informs the previous one', async () => {
    const { on } = await accounted({ ...CLOUD, kickOut: true })
    const [first, second] = [await on('a'), await on('b')]
    const told: string[] = []
    first.on('refused', ({ type }) => told.push(type))
    const session = await first.openSession()
    await second.openSession()
    expect([await session.beat(), told, first.status()]).toMatchObject([false, ['KICKED_OUT'], { isLicensed: false }])
  })

  it('ends with the sign-in', async () => {
    const { on } = await accounted(CLOUD)
    const program = await on('a')
    const session = await program.openSession()
    await program.logout()
    expect(await session.beat()).toBe(false)
    await expect(program.openSession()).rejects.toMatchObject({ type: 'NOT_ACTIVATED' })
  })
})

it('a soft account with one device at once and two in total refuses a third and accepts the first again', async () => {
  const { on } = await accounted({ licBindLimit: 1, licBindMaxLimit: 2 })
  const [a, b, c] = [await on('a'), await on('b'), await on('c')]
  expect(await a.activate()).toMatchObject({ isLicensed: true, claims: { limits: { machines: 1, machinesEver: 2 } } })
  await expect(b.activate()).rejects.toMatchObject({ type: 'MACHINE_LIMIT' })
  await a.deactivate()
  expect(a.status()).toMatchObject({ isLicensed: false, refusal: { type: 'NOT_ACTIVATED' } })
  expect(await b.activate()).toMatchObject({ isLicensed: true })
  await b.deactivate()
  await expect(c.activate()).rejects.toMatchObject({
    type: 'MACHINE_EVER_LIMIT',
    message: 'The activation limit is reached: 2 of 2 devices activated in total',
  })
  expect(await a.activate()).toMatchObject({ isLicensed: true })
})

describe('a license code', () => {
  it('gets edited terms at the next validation, and its own refusal when locked, withdrawn or deleted', async () => {
    const { vendor, code, of, on } = await coded({
      billingMode: 'year',
      isForever: false,
      licStartTimeType: 1,
      licDuration: 30,
      licBindMaxLimit: 3,
      modules: [{ moduleId: 1 }],
    })
    const program = await on('a')
    const first = await program.activate(code)
    const told: string[] = []
    program.on('changed', () => told.push('changed'))
    program.on('refused', ({ type }) => told.push(type))
    expect([program.modules.has(1), program.modules.has(2), program.modules.has(1, 5)]).toEqual([true, false, false])
    const before = first.isLicensed ? first.claims.end : null
    const later = new Date((before?.getTime() ?? 0) + 100 * DAY_MS)
    center.clock.advance(2_000)
    await vendor.call(pcLicenseCalls.refresh, { ...of, changes: { licenseVersion: 2, endTime: later.toISOString() } })
    const after = await program.validate()
    expect(after).toMatchObject({ isLicensed: true, claims: { revision: 2 } })
    expect(after.isLicensed && (after.claims.end?.getTime() ?? 0) > (before?.getTime() ?? 0)).toBe(true)

    await vendor.call(pcLicenseCalls.lock, { ...of, reason: '欠款' })
    expect(await program.validate()).toMatchObject({
      isLicensed: false,
      refusal: {
        type: 'LOCKED',
        clientStatus: 4,
        message: 'The license is locked',
        fix: 'Ask the software vendor to unlock it.',
      },
    })
    await vendor.call(pcLicenseCalls.unlock, of)
    expect(await program.validate()).toMatchObject({ isLicensed: true })
    const [machine] = await machinesOf(vendor, of)
    await vendor.call(pcLicenseCalls.recycle, { ...of, machineGuid: machine?.guid ?? '' })
    expect(await program.validate()).toMatchObject({
      isLicensed: false,
      refusal: { type: 'MACHINE_RECYCLED', clientStatus: 7 },
    })
    await expect(program.activate(code)).rejects.toMatchObject({ type: 'MACHINE_RECYCLED' })
    const other = await on('b')
    await other.activate(code)
    await vendor.call(pcLicenseCalls.delete, of)
    expect(await other.validate()).toMatchObject({
      isLicensed: false,
      refusal: { type: 'LICENSE_DELETED', clientStatus: 3 },
    })
    expect(told).toEqual(['changed', 'LOCKED', 'changed', 'MACHINE_RECYCLED'])
  })

  it('stays valid if one device part is replaced, but not if two are', async () => {
    const { code, on } = await coded()
    await (await on('a')).activate(code)
    const parts = {
      systemId: 'systemId of a',
      board: 'board of a',
      cpu: 'cpu of a',
      disk: 'a new disk',
      network: 'network of a',
    }
    expect(await (await on('a', { machine: { parts } })).validate()).toMatchObject({ isLicensed: true })
    const stranger = await on('a', { machine: { parts: { ...parts, board: 'a new board', network: 'a new card' } } })
    expect(stranger.status()).toMatchObject({ isLicensed: false, refusal: { type: 'STORE_UNREADABLE' } })
    await expect(stranger.activate(code)).rejects.toMatchObject({ type: 'MACHINE_LIMIT' })
  })

  it('that was replaced after a leak is refused until the device is activated with the new code', async () => {
    const { vendor, code, of, on } = await coded()
    const program = await on('a')
    await program.activate(code)
    const { serial } = await vendor.call(pcLicenseCalls.rekey, of)
    expect(await program.validate()).toMatchObject({ isLicensed: false, refusal: { type: 'CODE_REPLACED' } })
    center.clock.advance(1_000)
    expect(await program.activate(serial)).toMatchObject({ isLicensed: true })
  })

  it('renews its lease after half of its period, and with a new key after the old key is retired', async () => {
    const { vendor, code, on } = await coded({ forceAuthDays: 10 })
    const program = await on('a')
    const first = await program.activate(code)
    const leaseOf = (status: typeof first) => (status.isLicensed ? status.claims.leaseId : status.refusal.type)
    expect(leaseOf(await program.validate())).toBe(leaseOf(first))
    await center.daysLater(6, vendor)
    const inTenDays = () => Math.floor(center.clock.now().getTime() / 1000) * 1000 + 10 * DAY_MS
    const earliest = inTenDays()
    const renewed = await program.validate()
    const until = renewed.isLicensed ? Number(renewed.offlineUntil) : 0
    expect([until >= earliest, until <= inTenDays()], String(until)).toEqual([true, true])
    expect(leaseOf(renewed)).not.toBe(leaseOf(first))
    center.clock.advance(1_000)
    const {
      keys: [key],
    } = await vendor.call(signingKeyCalls.find, {})
    await center.ground.database.owner.query('update session set confirmed_at = $1 where account_id = $2', [
      center.clock.now(),
      vendor.accountId,
    ])
    await vendor.call(signingKeyCalls.retire, { kid: key?.kid ?? '', reason: '泄露' })
    const moved = await program.validate()
    expect([moved.isLicensed, leaseOf(moved) === leaseOf(renewed)]).toEqual([true, false])
  })
})

it('uses can be consumed until none are left', async () => {
  const { on } = await accounted({ ...CLOUD, counter: 3 })
  const program = await on('a')
  expect(await program.consume(2, { requestId: 'request-1' })).toEqual({ taken: 2, usesLeft: 1 })
  expect(await program.consume(2, { requestId: 'request-1' })).toEqual({ taken: 2, usesLeft: 1 })
  await expect(program.consume(2)).rejects.toMatchObject({ type: 'USES_EXHAUSTED' })
})

it('programs read and write data without overwriting each other', async () => {
  const { on } = await accounted({ rom: { source: 'text', text: 'read only' }, raw: { source: 'text', text: 'first' } })
  const [a, b] = [await on('a'), await on('b')]
  await a.activate()
  await b.activate()
  const text = ({ content }: { content: Uint8Array }) => Buffer.from(content).toString()
  expect(text(await a.data.read('rom'))).toBe('read only')
  const read = await a.data.read('raw')
  expect(text(read)).toBe('first')
  const { revision } = await a.data.write('second', read.revision)
  await expect(b.data.write('lost', read.revision)).rejects.toMatchObject({ type: 'AREA_CHANGED' })
  expect(await b.data.read('raw')).toMatchObject({ revision })
  expect(text(await b.data.read('raw'))).toBe('second')
})

describe('a group code with three seats', () => {
  const group = (concurrentType: 'process' | 'win_user_session'): Given => ({
    licenseKeyType: 2,
    concurrentType,
    groupUsers: 3,
    useMode: undefined,
    machineNum: undefined,
  })

  it('counts processes, and refuses the fourth until another one leaves', async () => {
    const { code, on } = await coded(group('process'))
    const [a, b] = [await on('a'), await on('b')]
    const running = (pid: number) => ({ code, process: { name: 'paint', pid } })
    const sessions = [await a.openSession(running(1)), await a.openSession(running(2)), await b.openSession(running(1))]
    expect(sessions.at(-1)?.seats).toEqual({ taken: 3, limit: 3 })
    expect((await a.openSession(running(1))).id).toBe(sessions[0]?.id)
    await expect(b.openSession(running(2))).rejects.toMatchObject({ type: 'SEAT_LIMIT' })
    await sessions[1]?.close()
    expect((await b.openSession(running(2))).seats).toEqual({ taken: 3, limit: 3 })
  })

  it('counts user sessions, and processes of the same user session share a seat', async () => {
    const { code, on } = await coded(group('win_user_session'))
    const a = await on('a')
    const within = (osSession: string, pid: number) =>
      a.openSession({ code, osSession, process: { name: 'paint', pid } })
    const ids = [await within('1', 1), await within('1', 2), await within('2', 3), await within('3', 4)].map(
      ({ id }) => id,
    )
    expect([new Set(ids).size, ids[0] === ids[1]]).toEqual([3, true])
    await expect(within('4', 5)).rejects.toMatchObject({ type: 'SEAT_LIMIT' })
  })
})

it('without money nothing is issued, and a smart license activates only after a top-up', async () => {
  const vendor = await createVendor(center, { yuan: 0 })
  expect(
    (await refused(vendor.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [await vendor.pcTemplate('sn')] })))
      .error,
  ).toBe('billing.insufficientBalance')
  const {
    licenses: [issued],
  } = await vendor.call(licenseCalls.issue, { templateGuid: await vendor.smartTemplate() })
  const program = await (await programsOf(vendor))('a')
  await expect(program.activate(issued?.serial ?? '')).rejects.toMatchObject({ type: 'VENDOR_ACCOUNT' })
  await center.credit(vendor, 100_000)
  expect(await program.activate(issued?.serial ?? '')).toMatchObject({ isLicensed: true })
})

describe('a device without a network', () => {
  const OFFLINE: Partial<SealwrightOptions> = { fetch: () => Promise.reject(new TypeError('no network')) }
  const BY_FILE: Given = { offlineBind: true, c2dDays: 7, d2cDays: 14, machineNum: 1, licBindMaxLimit: 5 }
  /** Hands a file in, as anybody who carries it. */
  async function carrierOf(vendor: Vendor) {
    const program = await createProgram(center, vendor)
    return async ({ text }: LicenseFile) => {
      const { status, body } = await program.ask('offline', { file: text })
      return status === 200 ? String(body['file']) : String(body['type'])
    }
  }
  const dataOf = async (program: Sealwright, area: 'rom' | 'raw') =>
    Buffer.from((await program.data.read(area)).content).toString()

  it('is bound by a file with its data areas, for one charge and answer, and frees its place by a file', async () => {
    const areas: Given = { rom: { source: 'text', text: 'read only' }, raw: { source: 'text', text: 'notes' } }
    const { vendor, code, of, on } = await coded({ ...BY_FILE, ...areas })
    const hand = await carrierOf(vendor)
    const device = await on('offline', OFFLINE)
    const request = await device.requestFile(code)
    const answer = await hand(request)
    expect(await hand(request)).toBe(answer)
    expect(await machinesOf(vendor, of)).toHaveLength(1)
    expect(await device.importFile(answer)).toMatchObject({ isLicensed: true, claims: { code } })
    expect([await dataOf(device, 'rom'), await dataOf(device, 'raw')]).toEqual(['read only', 'notes'])
    expect((await vendor.call(orderCalls.find, {})).rows.filter(({ status }) => status === 'charged')).toHaveLength(1)
    await expect((await on('second', OFFLINE)).importFile(answer)).rejects.toMatchObject({ type: 'FILE_OTHER_MACHINE' })

    const second = await on('second', OFFLINE)
    expect(await hand(await second.requestFile(code))).toBe('MACHINE_LIMIT')
    const removal = await device.unbindToFile()
    expect((await on('offline', OFFLINE)).status()).toMatchObject({ refusal: { type: 'NOT_ACTIVATED' } })
    const receipt = await hand(removal)
    expect(await hand(await device.unbindToFile())).toBe('REMOVAL_KNOWN')
    await device.importFile(receipt)
    await expect(device.unbindToFile()).rejects.toMatchObject({ type: 'NOT_ACTIVATED' })
    await second.importFile(await hand(await second.requestFile(code)))
    expect(second.status()).toMatchObject({ isLicensed: true })
    await expect(device.importFile(answer)).rejects.toMatchObject({ type: 'FILE_NOT_ASKED' })
  })

  it('gets edited terms by a file, and its request or answer is refused when it is too old', async () => {
    const { vendor, code, of, on } = await coded({ ...BY_FILE, ...TIMED, licDuration: 90 })
    const hand = await carrierOf(vendor)
    const device = await on('offline', OFFLINE)
    const [early, used] = [await device.requestFile(code), await device.requestFile(code)]
    const answer = await hand(used)
    await center.daysLater(8, vendor)
    expect(await hand(early)).toBe('FILE_OVERDUE')
    await device.importFile(answer)
    await vendor.call(pcLicenseCalls.refresh, { ...of, changes: { licenseVersion: 2 } })
    const refresh = await device.refreshFile()
    const renewed = await hand(refresh)
    expect(await device.importFile(renewed)).toMatchObject({ claims: { revision: 2 } })
    const late = await hand(await device.refreshFile())
    await center.daysLater(14, vendor)
    await expect(device.importFile(late)).rejects.toMatchObject({ type: 'FILE_ENDED' })
  })

  it('that restores its store after a removal is found out by its next file', async () => {
    const { vendor, code, on } = await coded(BY_FILE)
    const hand = await carrierOf(vendor)
    const storePath = join(folder, `${randomUUID()}.license`)
    const open = () => on('offline', { ...OFFLINE, storePath })
    const device = await open()
    await device.importFile(await hand(await device.requestFile(code)))
    copyFileSync(storePath, `${storePath}.backup`)
    await hand(await device.unbindToFile())
    copyFileSync(`${storePath}.backup`, storePath)
    const restored = await open()
    expect(await hand(await restored.refreshFile())).toBe('STORE_RESTORED')
    expect(await hand(await restored.requestFile(code))).toBe('STORE_RESTORED')
    expect(await hand(await restored.unbindToFile())).toBe('REMOVAL_KNOWN')
  })

  it('that writes a removal and is bound again before anybody hands it in does not free its place by it', async () => {
    const { vendor, code, on } = await coded(BY_FILE)
    const hand = await carrierOf(vendor)
    const device = await on('offline', OFFLINE)
    await device.importFile(await hand(await device.requestFile(code)))
    const removal = await device.unbindToFile()
    await device.importFile(await hand(await device.requestFile(code)))
    expect(await hand(removal)).toBe('REMOVAL_KNOWN')
    expect(await hand(await (await on('second', OFFLINE)).requestFile(code))).toBe('MACHINE_LIMIT')
  })

  it('that writes a removal and activates online again keeps its place, also with a new store', async () => {
    const { vendor, code, of, on } = await coded(BY_FILE)
    const hand = await carrierOf(vendor)
    const device = await on('at times', {})
    await device.activate(code)
    const early = await device.unbindToFile()
    await device.activate(code)
    expect(await hand(early)).toBe('REMOVAL_KNOWN')
    expect(await hand(await (await on('second', OFFLINE)).requestFile(code))).toBe('MACHINE_LIMIT')
    await device.importFile(await hand(await device.refreshFile()))
    const late = await device.unbindToFile()
    const fresh = await on('at times', { storePath: join(folder, `${randomUUID()}.license`) })
    await fresh.activate(code)
    await fresh.importFile(await hand(await fresh.refreshFile()))
    expect(await hand(late)).toBe('FILE_KEY_CHANGED')
    await fresh.importFile(await hand(await fresh.unbindToFile()))
    expect(await machinesOf(vendor, of)).toMatchObject([{ state: 'unbound' }])
  })
})

describe('a borrowed seat', () => {
  const LENDS: Given = { useMode: 2, machineNum: 3, lending: true, lendingDays: 30, lendingSeats: 2 }
  /** A network that can be cut. */
  function createLine() {
    const line = { isCut: false, fetch: center.fetch }
    line.fetch = (input, init) => (line.isCut ? Promise.reject(new TypeError('no network')) : center.fetch(input, init))
    return line
  }

  it('of a lending code works without a network until it ends, and binds no second device', async () => {
    const { vendor, of, on } = await coded(LENDS)
    const { code, dueTime } = await vendor.call(lendingCalls.create, { licenseGuid: of.guid, person: '周敏', days: 10 })
    const line = createLine()
    const program = await on('a', { fetch: line.fetch })
    expect(await program.activateLendingCode(shownCode(code))).toMatchObject({
      isLicensed: true,
      offlineUntil: new Date(Math.floor(Date.parse(dueTime) / 1000) * 1000),
    })
    await expect((await on('b')).activateLendingCode(code)).rejects.toMatchObject({ type: 'LENDING_BOUND' })
    line.isCut = true
    await center.daysLater(9, vendor)
    expect(await program.validate()).toMatchObject({ isLicensed: true, isOffline: true })
    await center.daysLater(2, vendor)
    expect(program.status()).toMatchObject({ isLicensed: false, refusal: { type: 'LEASE_EXPIRED' } })
    line.isCut = false
    expect(await program.validate()).toMatchObject({ refusal: { type: 'LENDING_EXPIRED' } })
  })

  it('ends at the next contact if it is taken back, or lending is switched off; a returned one is free', async () => {
    const { vendor, of, on } = await coded(LENDS)
    const lend = () => vendor.call(lendingCalls.create, { licenseGuid: of.guid, person: '周敏', days: 10 })
    const [one, two] = [await lend(), await lend()]
    expect((await refused(lend())).error).toBe('lending.noSeat')
    const [a, b] = [await on('a'), await on('b')]
    await a.activateLendingCode(one.code)
    expect(await a.validate()).toMatchObject({ isLicensed: true, isOffline: false })
    await vendor.call(lendingCalls.revoke, { guid: one.guid, reason: '项目结束' })
    expect(await a.validate()).toMatchObject({ isLicensed: false, refusal: { type: 'LENDING_REVOKED' } })
    await expect(a.activateLendingCode(one.code)).rejects.toMatchObject({ type: 'LENDING_REVOKED' })

    await b.activateLendingCode(two.code)
    await vendor.call(pcLicenseCalls.refresh, { ...of, changes: { lending: false } })
    expect(await b.validate()).toMatchObject({ refusal: { type: 'LENDING_OFF' } })
    const on30 = { lending: true, lendingDays: 30, lendingSeats: 2 }
    await vendor.call(pcLicenseCalls.refresh, { ...of, changes: on30 })
    center.clock.advance(1_000)
    expect(await b.validate()).toMatchObject({ isLicensed: true })
    await b.returnSeat()
    expect(b.status()).toMatchObject({ refusal: { type: 'NOT_ACTIVATED' } })
    await expect(b.activateLendingCode(two.code)).rejects.toMatchObject({ type: 'LENDING_RETURNED' })
    expect(await vendor.call(lendingCalls.seats, { licenseGuid: of.guid })).toMatchObject({ lent: 0 })
  })

  it('of a group code takes one of its seats away until its date', async () => {
    const { vendor, code, on } = await coded({
      licenseKeyType: 2,
      concurrentType: 'process',
      groupUsers: 3,
      lanBorrow: 5,
      useMode: undefined,
      machineNum: undefined,
    })
    const away = await on('away')
    await expect(away.borrow({ code, days: 6 })).rejects.toMatchObject({ type: 'BORROW_TOO_LONG' })
    expect(await away.borrow({ code, days: 2 })).toMatchObject({ isLicensed: true })
    const member = await on('member')
    const running = (pid: number) => member.openSession({ code, process: { name: 'paint', pid } })
    await running(1)
    await running(2)
    await expect(running(3)).rejects.toMatchObject({ type: 'SEAT_LIMIT' })
    await center.daysLater(3, vendor)
    expect(away.status()).toMatchObject({ refusal: { type: 'LEASE_EXPIRED' } })
    for (const pid of [1, 2, 3]) await running(pid)
  })
})

describe('an attacker who controls the network, the clock and the files of a device', () => {
  /** Records all answers of the center and plays the last one of each path back when asked to. */
  function createProxy() {
    const recorded = new Map<string, Response>()
    const proxy = { isReplaying: false, fetch: center.fetch }
    proxy.fetch = async (input, init) => {
      const { pathname } = new URL(input as string) // the SDK passes a string
      const played = proxy.isReplaying ? recorded.get(pathname) : undefined
      if (played) return played.clone()
      const answer = await center.fetch(input, init)
      recorded.set(pathname, answer.clone())
      return answer
    }
    return proxy
  }

  it('cannot activate a deleted license by playing back an earlier activation', async () => {
    const { vendor, code, of, on } = await coded()
    const proxy = createProxy()
    const recordedAt = center.clock.now().getTime()
    await (await on('a', { fetch: proxy.fetch })).activate(code)
    await vendor.call(pcLicenseCalls.delete, of)
    await center.daysLater(400, vendor)
    proxy.isReplaying = true
    for (const clock of [() => center.clock.now().getTime(), () => recordedAt]) {
      const emptied = await on('a', { fetch: proxy.fetch, clock, storePath: join(folder, `${randomUUID()}.license`) })
      await expect(emptied.activate(code)).rejects.toMatchObject({ type: 'ANSWER_UNPROVEN' })
      expect(emptied.status()).toMatchObject({ isLicensed: false, refusal: { type: 'NOT_ACTIVATED' } })
    }
  })

  it("cannot put the center's answer to another request in the place of a refusal", async () => {
    const { vendor, code, of, on } = await coded()
    const { licenses } = await vendor.call(pcLicenseCalls.issue, {
      kind: 'sn',
      templateGuids: [await vendor.pcTemplate('sn')],
    })
    await vendor.call(pcLicenseCalls.delete, of)
    const swapping: typeof fetch = (input, init) =>
      center.fetch(input, {
        ...init,
        ...(typeof init?.body === 'string' && { body: init.body.replace(code, licenses[0]?.serial ?? '') }),
      })
    const program = await on('a', { fetch: swapping })
    await expect(program.activate(code)).rejects.toMatchObject({ type: 'ANSWER_UNPROVEN' })
  })
})
