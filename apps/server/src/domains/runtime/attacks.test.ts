// Attacks on the runtime. Each test closes one way in.
import { LIMITS, deviceSettingCalls, pcLicenseCalls, runtimeLogCalls } from '@sealwright/contract'
import { composeCenter } from '@sealwright/server'
import { PASSWORD, PASSWORD_HASH, createProgram, createTestCenter, createVendor } from '@sealwright/testkit'
import type { TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter({ remembers: true, runtime: { unknownCodesPerHour: 1_000_000 } })
})
afterAll(() => center.close())

const owner = <Row extends object>(text: string, values: unknown[]) =>
  center.ground.database.owner.query<Row & Record<string, unknown>>(text, values)
async function codeOf(given: Parameters<Vendor['pcTemplate']>[1] = {}, issue: object = {}) {
  const vendor = await createVendor(center)
  const {
    licenses: [issued],
  } = await vendor.call(pcLicenseCalls.issue, {
    kind: 'sn',
    templateGuids: [await vendor.pcTemplate('sn', given)],
    ...issue,
  })
  return { vendor, program: await createProgram(center, vendor), code: issued?.serial ?? '', guid: issued?.guid ?? '' }
}
const machine = (name: string, parts: readonly { kind: string; digest: string }[] = []) => ({
  fingerprint: `machine-${name}`,
  name: `PC-${name}`,
  parts,
})
const partsOf = (digests: Record<string, string>) =>
  Object.entries(digests).map(([kind, digest]) => ({ kind, digest: `digest-${digest}` }))

describe('a lease in the hands of an attacker', () => {
  it('cannot bind a device again after the code was replaced (runtime.machineUnbound)', async () => {
    const { vendor, program, code, guid } = await codeOf()
    const {
      body: { leaseId },
    } = await program.ask('activate', { code, machine: machine('a') })
    await vendor.call(pcLicenseCalls.rekey, { kind: 'sn', guid, reason: '泄露' })
    expect((await program.ask('activate', { leaseId, machine: machine('a') })).body).toMatchObject({
      type: 'MACHINE_UNBOUND',
    })
    expect((await program.ask('activate', { leaseId, machine: machine('b') })).body).toMatchObject({
      type: 'MACHINE_UNBOUND',
    })
    expect(await vendor.call(pcLicenseCalls.get, { kind: 'sn', guid })).toMatchObject({ bound: 0, everBound: 1 })
  })

  it('cannot bind another device or take a seat of a group', async () => {
    const several = await codeOf({ machineNum: 3 })
    const {
      body: { leaseId },
    } = await several.program.ask('activate', { code: several.code, machine: machine('a') })
    expect((await several.program.ask('activate', { leaseId, machine: machine('b') })).body).toMatchObject({
      type: 'MACHINE_UNBOUND',
    })
    expect((await several.program.ask('activate', { leaseId, machine: machine('a') })).body).toMatchObject({
      status: 1,
      license: { bound: 1 },
    })
    const group = await codeOf({ licenseKeyType: 2, concurrentType: 'machine', groupUsers: 5 })
    const host = await group.program.ask('activate', { code: group.code, machine: machine('host') })
    await group.vendor.call(pcLicenseCalls.rekey, { kind: 'sn', guid: group.guid })
    expect(
      (await group.program.ask('openSession', { leaseId: host.body['leaseId'], machine: machine('member') })).body,
    ).toMatchObject({ type: 'MACHINE_UNBOUND' })
  })
})

describe('made-up devices', () => {
  it('cannot fill the log: above a limit they share one row with a count and no name', async () => {
    const { program, code, guid } = await codeOf()
    await program.ask('activate', { code, machine: machine('mine') })
    const { refusedMachines } = LIMITS.runtime
    for (let index = 0; index < refusedMachines + 20; index++)
      expect((await program.ask('activate', { code, machine: machine(`made-up-${index}`) })).body).toMatchObject({
        type: 'MACHINE_LIMIT',
      })
    const { rows } = await owner<{ machine_name: string | null }>(
      'select machine_name from runtime_event where license_guid = $1 and reason is not null',
      [guid],
    )
    expect(rows).toHaveLength(refusedMachines + 1)
    expect(rows.filter(({ machine_name: name }) => name === null)).toHaveLength(1)
    // A device with its own row keeps it, and another network has its own count.
    await program.ask('activate', { code, machine: machine('made-up-0') })
    await program.ask('activate', { code, machine: machine('elsewhere') }, { network: '203.0.113.9' })
    expect(
      (await owner('select from runtime_event where license_guid = $1 and reason is not null', [guid])).rowCount,
    ).toBe(refusedMachines + 2)
  })
})

describe('the refusals of one license', () => {
  it('make a limited number of log rows from any number of networks, and further ones are counted', async () => {
    const { program, code, guid } = await codeOf()
    await program.ask('activate', { code, machine: machine('mine') })
    const { refusalRowsPerHour } = LIMITS.runtime
    const ask = (index: number) =>
      program.ask('activate', { code, machine: machine('other') }, { network: `198.51.${index >> 8}.${index & 255}` })
    for (let from = 0; from < refusalRowsPerHour + 20; from += 20)
      await Promise.all(Array.from({ length: 20 }, (_, index) => ask(from + index)))
    const { rows } = await owner<{ network: string | null }>(
      'select network from runtime_event where license_guid = $1 and reason is not null',
      [guid],
    )
    expect(rows).toHaveLength(refusalRowsPerHour + 1)
    expect(rows.filter(({ network }) => network === null)).toHaveLength(1)
    // Counts are written at intervals.
    center.clock.advance(11_000)
    await ask(refusalRowsPerHour + 50)
    const {
      rows: [shared],
    } = await owner<{ times: number }>(
      'select times from runtime_event where license_guid = $1 and reason is not null and network is null',
      [guid],
    )
    expect(shared?.times).toBe(21)
  })
})

describe('a device with a replaced part', () => {
  it('is recognized among many similar ones, and neither counted nor charged twice', async () => {
    const { vendor, program, code, guid } = await codeOf({ useMode: 2, machineNum: 40 })
    const built = (index: number, disk = `disk${index}x`) =>
      partsOf({ cpu: 'same-cpu', board: 'same-board', systemId: `system${index}`, network: `network${index}`, disk })
    for (let index = 0; index < 30; index++)
      await program.ask('activate', { code, machine: machine(`alike-${index}`, built(index)) })
    const again = await program.ask('activate', {
      code,
      machine: machine('alike-0-repaired', built(0, 'another-disk')),
    })
    expect(again.body).toMatchObject({ license: { bound: 30 } })
    expect(await vendor.call(pcLicenseCalls.get, { kind: 'sn', guid })).toMatchObject({ bound: 30, everBound: 30 })
  })

  it('is recognized by its parts even after a call without parts', async () => {
    const { program, code } = await codeOf()
    const parts = { cpu: 'cpu1', board: 'board1', systemId: 'system1', disk: 'disk1' }
    await program.ask('activate', { code, machine: machine('told', partsOf(parts)) })
    await program.ask('activate', { code, machine: machine('told') })
    expect(
      (await program.ask('activate', { code, machine: machine('told-repaired', partsOf({ ...parts, disk: 'disk2' })) }))
        .body,
    ).toMatchObject({ license: { bound: 1 } })
  })
})

describe('a device that changes part by part', () => {
  const kinds = ['systemId', 'board', 'cpu', 'disk', 'network'] as const
  /** The device after `steps` of its parts were replaced by those of another one, truthfully reported. */
  const walker = (steps: number, from = 'one', to = 'two') => {
    const digests = Object.fromEntries(kinds.map((kind, index) => [kind, `${kind}-${index < steps ? to : from}`]))
    return machine(`walk-${Object.values(digests).join('-').slice(0, 100)}`, partsOf(digests))
  }
  const leaseMachine = (lease: unknown) =>
    (
      JSON.parse(Buffer.from(String(lease).split('.')[1] ?? '', 'base64url').toString()) as {
        machine: { fingerprint: string; parts: string[] }
      }
    ).machine

  it('cannot move one seat to other devices, a part per call: one change a month, two a year', async () => {
    const { vendor, program, code, guid } = await codeOf()
    const ask = async (steps: number) => (await program.ask('activate', { code, machine: walker(steps) })).body
    expect(await ask(0)).toMatchObject({ status: 1 })
    expect(await ask(1)).toMatchObject({ status: 1, license: { bound: 1 } })
    for (const steps of [2, 4, 5]) expect(await ask(steps)).toMatchObject({ type: 'MACHINE_LIMIT' })
    // A session would end while a month passes, so the changes move back instead.
    const passMonth = () => owner(`update part_change set at = at - interval '31 days' where license_guid = $1`, [guid])
    await passMonth()
    expect(await ask(2)).toMatchObject({ status: 1 })
    await passMonth()
    expect(await ask(3)).toMatchObject({ type: 'MACHINE_LIMIT' })
    expect(await vendor.call(pcLicenseCalls.get, { kind: 'sn', guid })).toMatchObject({ bound: 1, everBound: 1 })
    const { rows } = await vendor.call(runtimeLogCalls.find, { licenseGuid: guid, refused: true })
    const refusal = rows.find(({ fingerprint }) => fingerprint === walker(3).fingerprint)
    const { rules } = await vendor.call(runtimeLogCalls.why, { guid: refusal?.guid ?? '' })
    expect(rules.find(({ rule }) => rule === 'parts')).toMatchObject({
      outcome: 'fail',
      message: expect.stringMatching(/处理器不同.*主板 \d{4}-.*系统编号 \d{4}-/) as string,
    })
  })

  it('tolerates one change, however many different ones arrive at once', async () => {
    const { program, code, guid } = await codeOf()
    await program.ask('activate', { code, machine: walker(0) })
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) => {
        const parts = partsOf({
          ...Object.fromEntries(kinds.map((kind) => [kind, `${kind}-one`])),
          [kinds[index % kinds.length] ?? 'cpu']: `other-${index}`,
        })
        return program.ask(index % 2 ? 'validate' : 'activate', { code, machine: machine(`at-once-${index}`, parts) })
      }),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await owner('select from part_change where license_guid = $1', [guid])).rowCount).toBe(1)
  })

  it('gives up its former part: the device that still has it is refused at its next contact', async () => {
    const { vendor, program, code } = await codeOf()
    await vendor.call(deviceSettingCalls.update, {
      machineParts: [...kinds],
      partChangesPerMonth: 10,
      partChangesPerYear: 10,
    })
    const {
      body: { leaseId },
    } = await program.ask('activate', { code, machine: walker(0) })
    await program.ask('validate', { code, leaseId, machine: walker(0) })
    expect((await program.ask('validate', { code, machine: walker(1) })).body).toMatchObject({
      lease: expect.any(String) as string,
    })
    await expect
      .poll(async () => (await program.ask('validate', { code, leaseId, machine: walker(0) })).body['type'])
      .toBe('MACHINE_UNBOUND')
    expect((await program.ask('activate', { code, machine: walker(0) })).body['type']).toBe('MACHINE_LIMIT')
    // Not even under another fingerprint.
    expect(
      (await program.ask('activate', { code, machine: { ...walker(0), fingerprint: 'made-up-print' } })).body['type'],
    ).toBe('MACHINE_LIMIT')
  })

  it('ends the seat of the device with the former part', async () => {
    const { program, code } = await codeOf()
    await program.ask('activate', { code, machine: walker(0) })
    const {
      body: { session },
    } = await program.ask('openSession', { code, machine: walker(0) })
    expect((await program.ask('heartbeat', { session })).status).toBe(200)
    expect((await program.ask('openSession', { code, machine: walker(1) })).status).toBe(200)
    await expect.poll(async () => (await program.ask('heartbeat', { session })).body['type']).toBe('MACHINE_UNBOUND')
  })

  it('counts as one more device when more than half of its parts change, up to the cumulative limit', async () => {
    const { vendor, program, code, guid } = await codeOf({ licBindMaxLimit: 2 })
    await vendor.call(deviceSettingCalls.update, {
      machineParts: [...kinds],
      partChangesPerMonth: 10,
      partChangesPerYear: 10,
    })
    const counts: unknown[] = []
    for (const [steps, from, to] of [
      [0, 'one', 'two'],
      [1, 'one', 'two'],
      [2, 'one', 'two'],
      [3, 'one', 'two'],
      [4, 'one', 'two'],
      [5, 'one', 'two'],
      [1, 'two', 'three'],
    ] as const) {
      const { status } = await program.ask('activate', { code, machine: walker(steps, from, to) })
      const { bound, everBound } = await vendor.call(pcLicenseCalls.get, { kind: 'sn', guid })
      counts.push([status, bound, everBound])
    }
    expect(counts).toEqual([
      [200, 1, 1],
      [200, 1, 1],
      [200, 1, 1],
      [200, 1, 2],
      [200, 1, 2],
      [200, 1, 2],
      [409, 1, 2],
    ])
  })

  it('gets no lease for parts that its fingerprint does not have, not even from memory', async () => {
    const { program, code } = await codeOf()
    const first = await program.ask('activate', { code, machine: walker(0) })
    const { parts } = leaseMachine(first.body['lease'])
    await program.ask('validate', { code, leaseId: first.body['leaseId'], machine: walker(0) })
    const lie = { ...walker(5), fingerprint: walker(0).fingerprint }
    for (const act of ['validate', 'activate'] as const)
      expect(leaseMachine((await program.ask(act, { code, machine: lie })).body['lease']).parts).toEqual(parts)
  })

  it('gets no lease of its own by leaving out the parts that differ', async () => {
    const { program, code } = await codeOf()
    const first = await program.ask('activate', { code, machine: walker(0) })
    const few = { fingerprint: 'another-print', parts: walker(0).parts.slice(0, 2) }
    const { body } = await program.ask('activate', { code, machine: few })
    expect(leaseMachine(body['lease'])).toEqual(leaseMachine(first.body['lease']))
    // The parts that were left out still count.
    expect(
      (
        await program.ask('activate', {
          code,
          machine: { ...walker(5), parts: [...few.parts, ...walker(5).parts.slice(2)] },
        })
      ).body['type'],
    ).toBe('MACHINE_LIMIT')
  })

  it('does not take over the host of a group as a member', async () => {
    const { program, code, guid } = await codeOf({ licenseKeyType: 2, concurrentType: 'machine', groupUsers: 5 })
    await program.ask('activate', { code, machine: walker(0) })
    expect((await program.ask('openSession', { code, machine: walker(1) })).status).toBe(200)
    expect((await program.ask('validate', { code, machine: walker(0) })).status).toBe(200)
    expect((await owner('select from part_change where license_guid = $1', [guid])).rowCount).toBe(0)
  })
})

describe('junk', () => {
  it('in a code is refused and logged like any unknown code (runtime.codeNotFound)', async () => {
    const { vendor, program } = await codeOf()
    for (const code of ['\u0000\u0000\u0000\u0000ABCDEFGH', '\ud800bcd-efgh', "'; drop table seat; --"]) {
      expect(await program.ask('activate', { code, machine: machine('junk') })).toMatchObject({
        status: 404,
        body: { type: 'CODE_NOT_FOUND' },
      })
    }
    const { rows } = await owner<{ serial: string; times: number }>(
      'select serial, times from runtime_event where developer_id = $1',
      [vendor.developerId],
    )
    expect(rows).toHaveLength(3)
  })

  it('such as an unknown token besides a code does not end the seat', async () => {
    const { program, code } = await codeOf({ licenseKeyType: 2, concurrentType: 'machine', groupUsers: 2 })
    const opened = await program.ask('openSession', { code, token: 'x'.repeat(40), machine: machine('a') })
    expect(opened.status).toBe(200)
    expect(await program.ask('heartbeat', { session: opened.body['session'] })).toMatchObject({ status: 200 })
  })
})

/** A signed-in user with a license. */
async function signedIn(given: Parameters<Vendor['pcTemplate']>[1]) {
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
  const template = await vendor.pcTemplate('account', given)
  const issue = async () =>
    (await vendor.call(pcLicenseCalls.issue, { kind: 'account', templateGuids: [template], userIds: [userGuid] }))
      .licenses[0]?.guid ?? ''
  const guid = await issue()
  const {
    body: { token },
  } = await program.ask('login', { account: user?.account, password: PASSWORD })
  return { vendor, program, guid, issue, by: { token, licenseId: vendor.licenseId } }
}

describe('the cache', () => {
  it('does not keep a deleted license when the account has another one', async () => {
    const { vendor, program, guid, issue, by } = await signedIn({})
    await program.ask('activate', { ...by, machine: machine('a') })
    expect((await program.ask('validate', { ...by, machine: machine('a') })).body).toMatchObject({ license: { guid } })
    await vendor.call(pcLicenseCalls.delete, { kind: 'account', guid })
    await expect
      .poll(async () => (await program.ask('validate', { ...by, machine: machine('a') })).body['type'])
      .toBe('LICENSE_DELETED')
    const another = await issue()
    expect((await program.ask('activate', { ...by, machine: machine('a') })).body).toMatchObject({
      license: { guid: another },
    })
    expect((await program.ask('validate', { ...by, machine: machine('a') })).body).toMatchObject({
      license: { guid: another },
    })
  })
})

describe('uses', () => {
  it('never exceed the limit, even if sessions open and close at the same time', async () => {
    const { program, guid, by } = await signedIn({
      licenseForm: 1,
      billingMode: 'day',
      isForever: false,
      licStartTimeType: 1,
      licDuration: 30,
      offlineDays: undefined,
      licBindLimit: undefined,
      counter: 3,
    })
    const open = () => program.ask('openSession', { ...by, machine: machine('a') })
    let {
      body: { session },
    } = await open()
    for (let round = 0; round < 40; round++) {
      const answers = await Promise.all([open(), program.ask('closeSession', { session }), open()])
      session = answers.map(({ body }) => body['session']).findLast((one) => typeof one === 'string') ?? session
    }
    const {
      rows: [row],
    } = await owner<{ uses_taken: string }>('select uses_taken from license where guid = $1', [guid])
    expect(Number(row?.uses_taken)).toBe(3)
  })
})

describe('guessing', () => {
  it('many codes at once does not avoid the limit: extra guesses add to the wait (runtime.tooManyTries)', async () => {
    const few = await createTestCenter({ runtime: { unknownCodesPerHour: 6 } })
    // A second that passes would shorten the wait.
    const still = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    try {
      const program = await createProgram(few, await createVendor(few))
      const guess = async (index: number) =>
        (await program.ask('activate', { code: `GUESS${index}`, machine: machine('a') })).body
      await Promise.all(Array.from({ length: 40 }, (_, index) => guess(index)))
      const told = await guess(41)
      expect(told).toMatchObject({ type: 'TOO_MANY_TRIES' })
      // Ten minutes per guess, and the debt is limited to one bucket, so others on the network are not blocked for
      // long.
      expect(Number(told['retryAfter'])).toBe(70 * 60)
    } finally {
      still.mockRestore()
      await few.close()
    }
  })
})

describe('the password of a code', () => {
  it('is required for everything that unbound members of a group may do', async () => {
    const vendor = await createVendor(center)
    const templateGuid = await vendor.pcTemplate('sn', {
      licenseKeyType: 2,
      groupUsers: 5,
      concurrentType: 'machine',
      codePassword: true,
    })
    const {
      licenses: [issued],
    } = await vendor.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [templateGuid], password: 'group-secret' })
    const program = await createProgram(center, vendor)
    const by = { code: issued?.serial, machine: { fingerprint: 'member-machine' } }
    const typeOf = async (name: Parameters<typeof program.ask>[0], payload: Record<string, unknown>) =>
      (await program.ask(name, { ...by, ...payload })).body['type']
    expect(await typeOf('openSession', {})).toBe('CODE_PASSWORD')
    expect(await typeOf('readData', { area: 'raw' })).toBe('CODE_PASSWORD')
    expect(await typeOf('readData', { area: 'raw', codePassword: 'group-secret' })).toBe('AREA_NOT_FOUND')
  })

  async function guarded() {
    const vendor = await createVendor(center)
    const templateGuids = [await vendor.pcTemplate('sn', { codePassword: true, machineNum: 3 })]
    const {
      licenses: [issued],
    } = await vendor.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids, password: 'right-secret' })
    const second = await composeCenter(center.ground, { consoleDir: undefined })
    const programs = [await createProgram(center, vendor), await createProgram({ ...center, center: second }, vendor)]
    const tried = async (n: number, codePassword: string, fingerprint = 'machine-a') =>
      (
        await programs[n % 2]?.ask(
          'activate',
          { code: issued?.serial, codePassword, machine: { fingerprint } },
          { network: `203.0.113.${n}` },
        )
      )?.body['type']
    return { tried, second }
  }
  const most = LIMITS.runtime.wrongPasswordsPerHour

  it('allows few wrong tries over all networks and processes (runtime.tooManyTries)', async () => {
    const { tried, second } = await guarded()
    for (let n = 0; n < most; n++) expect(await tried(n, `wrong-${n}`), String(n)).toBe('CODE_PASSWORD')
    for (const n of [most, most + 1]) expect(await tried(n, 'right-secret')).toBe('TOO_MANY_TRIES')
    await second.app.close()
  })

  it('gains nothing by many tries at once, and its limit keeps no bound device out', async () => {
    const { tried, second } = await guarded()
    expect(await tried(0, 'right-secret', 'machine-b')).toBeUndefined()
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => tried(n, n === 59 ? 'right-secret' : `w-${n}`)),
    )
    expect(answers.filter((type) => type === 'CODE_PASSWORD').length).toBeLessThanOrEqual(most)
    expect(answers.filter((type) => type === 'TOO_MANY_TRIES').length).toBeGreaterThanOrEqual(60 - most - 1)
    expect(await tried(70, 'right-secret')).toBe('TOO_MANY_TRIES')
    expect(await tried(0, 'right-secret', 'machine-b')).toBeUndefined()
    await second.app.close()
  })
})

it('an API password with extra characters is wrong', async () => {
  const vendor = await createVendor(center)
  const program = await createProgram(center, vendor)
  expect((await program.ask('keys', {}, { apiPassword: `${program.apiPassword}zz` })).body['type']).toBe('UNAUTHORIZED')
  expect((await program.ask('keys', {})).status).toBe(200)
})
