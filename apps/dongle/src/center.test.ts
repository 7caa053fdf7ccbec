// Virtual dongles and programs against a complete center, online and by files: an administrator acts in the console,
// the dongle obeys, and the center learns what became of it. Center and dongles share one movable clock.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  LOCK_STATUSES,
  developerCalls,
  dongleLicenseCalls,
  signingKeyCalls,
  upgradeCalls,
  userLockCalls,
} from '@sealwright/contract'
import type { LockRequest, PayloadOf, pcTemplateCalls } from '@sealwright/contract'
import { LicenseRefusal, contactDongle, localDongles, openDongle } from '@sealwright/sdk'
import type { DongleReason } from '@sealwright/sdk'
import { registerDongles } from '@sealwright/server/domains/dongle/index.ts'
import { createProgram, createTestCenter, createVendor, newRegistration, refused } from '@sealwright/testkit'
import type { Program, TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../packages/sdk/src/authority.fixture.ts'
import { makeState, readState, writeState } from './core/state.ts'
import { plugInHere } from './plug.ts'
import type { Plugged } from './serve.ts'
import { publicOf } from './vendor.fixture.ts'

const PIN = 'abcdefgh12345678'
const S = LOCK_STATUSES
const folder = mkdtempSync(join(tmpdir(), 'sw-center-'))
const driver = localDongles(folder)
const plugged: Plugged[] = []
let center: TestCenter
let vendor: Vendor
let program: Program
let keys: { rootKey: string; exchangeKey: string }
beforeAll(async () => {
  center = await createTestCenter()
  vendor = await createVendor(center)
  program = await createProgram(center, vendor)
  await vendor.call(developerCalls.setPin, { pin: PIN, confirmPin: PIN })
  const { rootKey, exchangeKey } = await vendor.call(signingKeyCalls.find, {})
  keys = { rootKey, exchangeKey }
})
afterEach(async () => {
  await Promise.all(plugged.splice(0).map((one) => one.unplug()))
})
afterAll(async () => {
  await center.close()
  rmSync(folder, { recursive: true, force: true })
})

const now = () => center.clock.now().getTime()
const typeOf = (run: Promise<unknown>) =>
  run.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof LicenseRefusal) return error.type
      throw error
    },
  )

/** Hands the request of a dongle in, and imports what comes back. */
type Way = (serial: string, act: LockRequest) => Promise<unknown>
const online: Way = (serial, act) =>
  contactDongle({ url: 'http://localhost', ...program, serial, act, driver, language: 'en', fetch: center.fetch })
const byFile: Way = async (serial, act) => {
  for (const about of [act, 'report'] as const) {
    const { text } = await driver.request(serial, about)
    const { status, body } = await program.ask('offline', { file: text })
    expect([status, body]).toEqual([200, expect.objectContaining({ kind: 'dongle' })])
    await driver.importPackages(serial, String(body['file']))
  }
}

async function plugInNew(shell: string, isPermanent: boolean) {
  const { developerId } = vendor
  const state = makeState({ shell, developerId, ...keys, isPermanent, offlineDays: 30 }, Math.floor(now() / 1000))
  writeState(folder, state)
  plugged.push(await plugInHere(folder, state.serial, now))
  return state
}

/** A registered dongle that is plugged in. */
async function dongle({ isPermanent = false }: { isPermanent?: boolean } = {}) {
  const { row } = newRegistration()
  const made = await plugInNew(row.shellNumber, isPermanent)
  const { serial, shell } = made
  const { sign, seal } = publicOf(made)
  const home = isPermanent ? S.permanent : S.notActivated
  const registration = { ...row, serialNumber: serial, signKey: sign, sealKey: seal, home }
  await registerDongles(center.ground, vendor.developerId, [registration])
  const { rows } = await vendor.call(userLockCalls.find, { keyword: shell })
  const guid = rows[0]?.guid ?? ''
  return {
    serial,
    guid,
    issue: (templateGuid: string, pin = PIN) =>
      vendor.call(dongleLicenseCalls.issue, { templateGuids: [templateGuid], guids: [guid], pin }),
    act: (act: PayloadOf<typeof userLockCalls.act>['act']) => vendor.call(userLockCalls.act, { guid, act }),
    lock: () => vendor.call(userLockCalls.get, { guid }),
    records: async () => (await vendor.call(upgradeCalls.find, { lockGuid: guid })).rows,
    licenses: async () => (await vendor.call(dongleLicenseCalls.find, { lockGuid: guid })).rows,
    open: () =>
      openDongle({
        driver,
        developerId: vendor.developerId,
        rootKey: keys.rootKey,
        licenseId: vendor.licenseId,
        serial,
        language: 'en',
      }),
    state: () => readState(folder, serial),
  }
}
const template = (given: Partial<PayloadOf<typeof pcTemplateCalls.create>> = {}) => vendor.pcTemplate('dongle', given)

describe.each([
  ['online', online],
  ['by files', byFile],
])('a dongle %s', (_how, contact) => {
  it('gets its license by a package once, reports it, fails a part with its reason, and is cleared', async () => {
    const one = await dongle()
    const guid = await template({ counter: 5, modules: [{ moduleId: 2 }] })
    expect((await refused(one.issue(guid, `${PIN}x`))).error).toBe('dongleLicense.pinWrong')
    await one.issue(guid)
    expect(await one.records()).toMatchObject([{ status: 0, number: 1 }])
    const download = await downloaded(one.guid)
    expect(await one.records()).toMatchObject([{ status: 1 }])
    await contact(one.serial, 'activate')
    expect(await one.records()).toMatchObject([{ status: 3, parts: [{ result: 'done' }] }])
    expect(await one.licenses()).toMatchObject([{ status: 4, inside: { counter: 5, modules: [2] } }])
    // The same package again, by hand.
    await expect(driver.importPackages(one.serial, download)).rejects.toMatchObject({ reason: 'PACKAGE_REPLAYED' })

    for (let uses = 4; uses > 0; uses--) {
      const session = await one.open()
      expect([session.license.usesLeft, session.modules.list()]).toEqual([uses, [2]])
      await session.close()
    }
    // The center does not know the uses, so only the dongle can find that this is too much.
    const [license] = await one.licenses()
    const changes = { counterOp: 3, counter: 3 } as const
    await vendor.call(dongleLicenseCalls.refresh, { guid: license?.guid ?? '', changes, pin: PIN })
    await contact(one.serial, 'fetch')
    expect(await one.records()).toMatchObject([{ status: 4, reason: 'tooLow' }, { status: 3 }])
    expect(one.state().licenses).toMatchObject([{ counter: 1 }])

    const { taskId } = await vendor.call(dongleLicenseCalls.empty, { guids: [one.guid], pin: PIN })
    await center.finishTask(vendor, taskId)
    await contact(one.serial, 'fetch')
    expect(one.state().licenses).toEqual([])
    expect(await typeOf(one.open())).toBe('LICENSE_NOT_FOUND')
    expect(await one.records()).toMatchObject([{ kind: 'clear', status: 3 }, { status: 4 }, { status: 3 }])
    expect(await one.licenses()).toEqual([])
  })

  it('that is reported lost stops at its next activation, and works again after the report is cancelled', async () => {
    const one = await dongle()
    await one.issue(await template())
    await contact(one.serial, 'activate')
    expect(await one.lock()).toMatchObject({ status: S.activated })
    const session = await one.open()
    const stopped = new Promise<LicenseRefusal>((resolve) => void session.on('stopped', resolve))
    await one.act('reportLost')
    expect(await session.beat()).toBe(true)
    await contact(one.serial, 'activate')
    expect(await stopped).toMatchObject({ type: 'DONGLE_LOST' satisfies DongleReason })
    expect(await one.lock()).toMatchObject({ status: S.lossLocked })
    expect(await typeOf(one.open())).toBe('DONGLE_LOST')

    await one.act('cancelLost')
    expect(await typeOf(one.open())).toBe('DONGLE_LOST')
    await contact(one.serial, 'activate')
    expect(await one.lock()).toMatchObject({ status: S.activated })
    await (await one.open()).close()
  })
})

/** The file of the first package of a lock, as an administrator downloads it. */
async function downloaded(lockGuid: string): Promise<string> {
  const { rows } = await vendor.call(upgradeCalls.find, { lockGuid })
  const response = await center.center.app.inject({
    method: 'POST',
    url: upgradeCalls.download.path,
    headers: { ...vendor.headers, 'content-type': 'application/json' },
    payload: JSON.stringify({ guids: [rows[0]?.guid] }),
  })
  return response.body
}

describe('a dongle', () => {
  it('that is permanent offers no loss report, needs no activation, and takes its packages', async () => {
    const one = await dongle({ isPermanent: true })
    expect((await refused(one.act('reportLost'))).error).toBe('userLock.permanentNotLost')
    await one.issue(await template())
    await driver.importPackages(one.serial, await downloaded(one.guid))
    await (await one.open()).close()
    await online(one.serial, 'report')
    expect(await one.records()).toMatchObject([{ status: 3 }])
  })

  it('is locked and unlocked, made permanent and an activation lock again, with new offline days', async () => {
    const one = await dongle()
    await one.issue(await template())
    await online(one.serial, 'activate')
    const steps = [
      ['lock', S.locked, 'DONGLE_LOCKED'],
      ['unlock', S.activated, 'done'],
      ['toPermanent', S.permanent, 'done'],
      ['toActivation', S.backToActivation, 'done'],
    ] as const
    for (const [act, status, expected] of steps) {
      const days = act === 'toActivation' ? { offlineDays: 7 } : {}
      await vendor.call(userLockCalls.act, { guid: one.guid, act, ...days })
      await online(one.serial, 'fetch')
      const opened = await one.open().then(
        async (session) => session.close().then(() => 'done'),
        (error: LicenseRefusal) => error.type,
      )
      expect([act, (await one.lock()).status, opened]).toEqual([act, status, expected])
    }
    expect(one.state()).toMatchObject({ isPermanent: false, offlineDays: 7 })
    expect(one.state().until).toBeGreaterThan(now() / 1000 + 6 * 86_400)
  })

  it('that nobody registered is unknown to the center', async () => {
    const { serial } = await plugInNew(newRegistration().row.shellNumber, false)
    expect(await typeOf(online(serial, 'activate'))).toBe('DONGLE_UNKNOWN')
  })

  it('gets the same answer to the same request, and an earlier request is overtaken', async () => {
    const one = await dongle()
    await one.issue(await template())
    const [first, second] = [await driver.request(one.serial, 'fetch'), await driver.request(one.serial, 'fetch')]
    const ask = ({ text }: { text: string }) => program.ask('dongle', { file: text })
    const answer = await ask(second)
    expect((await ask(second)).body['packages']).toEqual(answer.body['packages'])
    expect(await ask(first)).toMatchObject({ status: 409, body: { type: 'FILE_OVERTAKEN' } })
  })

  // Last: sessions of administrators end meanwhile.
  it('works until its offline days are over, and again after the next activation', async () => {
    const one = await dongle()
    await one.issue(await template())
    await online(one.serial, 'activate')
    await (await one.open()).close()
    center.clock.advance(30 * DAY_MS)
    expect(await typeOf(one.open())).toBe('DONGLE_ACTIVATION_ENDED')
    await online(one.serial, 'activate')
    await (await one.open()).close()
  })
})
