// Exchanging files through the runtime call and the license page: one answer per file, the rules of the online way, and
// every file that must be refused.
import { createHash, randomUUID } from 'node:crypto'
import {
  DAY_MS,
  DEFAULT_TIME_ZONE,
  HOUR_MS,
  LIMITS,
  exchangeCalls,
  pcLicenseCalls,
  wallTime,
} from '@sealwright/contract'
import { fileNameOf } from '@sealwright/exchange'
import {
  PASSWORD,
  PASSWORD_HASH,
  createDevice,
  createProgram,
  createTestCenter,
  createVendor,
  refused,
} from '@sealwright/testkit'
import type { Device, Program, TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter({ remembers: true, runtime: { unknownCodesPerHour: 1_000_000 } })
})
afterAll(() => center.close())

type Given = Parameters<Vendor['pcTemplate']>[1]
const owner = <Row extends object>(text: string, values: unknown[]) =>
  center.ground.database.owner.query<Row & Record<string, unknown>>(text, values)

interface Coded {
  vendor: Vendor
  program: Program
  device: Device
  code: string
  guid: string
}

async function coded(given: Given = {}, issue: { password?: string } = {}, yuan = 10_000): Promise<Coded> {
  const vendor = await createVendor(center, { yuan })
  const program = await createProgram(center, vendor)
  const {
    licenses: [issued],
  } = await vendor.call(pcLicenseCalls.issue, {
    kind: 'sn',
    templateGuids: [await vendor.pcTemplate('sn', { offlineBind: true, ...given })],
    ...issue,
  })
  return {
    vendor,
    program,
    device: await createDevice(program, center.clock),
    code: issued?.serial ?? '',
    guid: issued?.guid ?? '',
  }
}

const hand = ({ program }: Pick<Coded, 'program'>, file: string) => program.ask('offline', { file })
const typeOf = async (of: Pick<Coded, 'program'>, file: string) => {
  const { status, body } = await hand(of, file)
  return status === 200 ? 'done' : body['type']
}
const fileIn = (answer: { body: Record<string, unknown> }) => String(answer.body['file'])
const leaseIn = (device: Device, text: string) => {
  const lease = device.open(text).packages.find((one) => one.kind === 'lease')
  if (lease?.kind !== 'lease') throw new Error('no lease')
  return JSON.parse(Buffer.from(lease.lease.split('.')[1] ?? '', 'base64url').toString()) as {
    jti: string
    exp: number
    revision: number
    machine: { fingerprint: string }
  }
}
const bound = async ({ vendor, guid }: Pick<Coded, 'vendor' | 'guid'>) => {
  const { bound: now, everBound } = await vendor.call(pcLicenseCalls.get, { kind: 'sn', guid })
  return [now, everBound]
}

/** The checksum line of the same text as a D2C. */
const d2cChecksum = (text: string) => {
  const token = text.split('\n').slice(1, -2).join('')
  return `#${createHash('sha256').update(`D2C ${token}`).digest('hex').slice(0, 8)}`
}

describe('a code on a device without a network', () => {
  it('is bound by a file, whose answer only this device can open, and freed once by its removal', async () => {
    const held = await coded({ rom: { source: 'text', text: 'read' }, raw: { source: 'text', text: 'start' } })
    const { device, code, program, guid, vendor } = held
    const request = device.request('bind', { code })
    const answer = await hand(held, request)
    expect(answer).toMatchObject({
      status: 200,
      // The time is that of the developer, in Beijing.
      body: { kind: 'bind', name: fileNameOf('D2C', 'lab-pc', wallTime(center.clock.now(), DEFAULT_TIME_ZONE)) },
    })
    const claims = device.open(fileIn(answer))
    expect(claims.packages).toEqual([
      { kind: 'lease', lease: expect.any(String) as string },
      {
        kind: 'data',
        licenseId: vendor.licenseId,
        area: 'rom',
        content: Buffer.from('read').toString('base64'),
        revision: 0,
      },
      {
        kind: 'data',
        licenseId: vendor.licenseId,
        area: 'raw',
        content: Buffer.from('start').toString('base64'),
        revision: 0,
      },
    ])
    expect(leaseIn(device, fileIn(answer)).machine.fingerprint).toBe(device.fingerprint)
    const other = await createDevice(program, center.clock)
    expect(() => other.open(fileIn(answer))).toThrow('otherDevice')
    expect(await bound(held)).toEqual([1, 1])
    expect((await vendor.call(pcLicenseCalls.machines, { kind: 'sn', guid })).rows).toMatchObject([
      { name: 'lab-pc', isOffline: true, state: 'bound', network: null },
    ])

    const removal = device.request('unbind', { code, lease: leaseIn(device, fileIn(answer)).jti })
    const receipt = await hand(held, removal)
    expect(receipt.body).toMatchObject({ kind: 'unbind', validUntil: null })
    expect(device.open(fileIn(receipt)).packages).toEqual([
      { kind: 'receipt', license: guid, at: expect.any(Number) as number },
    ])
    expect(await bound(held)).toEqual([0, 1])
    expect(await typeOf(held, removal)).toBe('REMOVAL_KNOWN')
    expect(await typeOf(held, device.request('unbind', { code }))).toBe('REMOVAL_KNOWN')
    expect(await bound(held)).toEqual([0, 1])
  })

  it('gets one binding, one charge and one answer if the same file is handed in 100 times at once', async () => {
    const held = await coded({ licenseKeyType: 3, deductMode: 4, billingMode: undefined })
    const request = held.device.request('bind', { code: held.code })
    const networks = Array.from({ length: 100 }, (_, n) => `198.51.100.${n}`)
    const answers = await Promise.all(
      networks.map((network) => held.program.ask('offline', { file: request }, { network })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(fileIn)).size).toBe(1)
    expect(await bound(held)).toEqual([1, 1])
    const { rows } = await owner(
      `select (select count(*)::int from exchange e where e.license_guid = l.guid) as exchanges,
         (select count(*)::int from license_event v where v.license_guid = l.guid and v.kind = 'exchange') as told,
         (select count(*)::int from license_event v where v.license_guid = l.guid and v.order_guid is not null) as paid
       from license l where l.guid = $1`,
      [held.guid],
    )
    expect(rows).toEqual([{ exchanges: 1, told: 1, paid: 1 }])
  })

  it('gets the same answer again after its license was locked and its code replaced', async () => {
    const held = await coded()
    const request = held.device.request('bind', { code: held.code })
    const first = fileIn(await hand(held, request))
    await held.vendor.call(pcLicenseCalls.lock, { kind: 'sn', guid: held.guid })
    expect(fileIn(await hand(held, request))).toBe(first)
    expect(await typeOf(held, held.device.request('refresh', { code: held.code }))).toBe('LOCKED')
    await held.vendor.call(pcLicenseCalls.unlock, { kind: 'sn', guid: held.guid })
    await held.vendor.call(pcLicenseCalls.rekey, { kind: 'sn', guid: held.guid })
    expect(fileIn(await hand(held, request))).toBe(first)
    const other = await createDevice(held.program, center.clock)
    expect(await typeOf(held, other.request('bind', { code: held.code }))).toBe('CODE_REPLACED')
  })

  it('gets no answer for a file whose answer has ended, and keeps its binding', async () => {
    const held = await coded({ c2dDays: 30, d2cDays: 1 })
    const request = held.device.request('bind', { code: held.code })
    expect(await typeOf(held, request)).toBe('done')
    await center.daysLater(2, held.vendor)
    expect(await typeOf(held, request)).toBe('FILE_OVERDUE')
    await center.center.runtime.jobs.find(({ name }) => name === 'runtime.purge')?.run({}, { isLast: true })
    expect((await owner('select answer from exchange where license_guid = $1', [held.guid])).rows).toEqual([
      { answer: null },
    ])
    expect(await typeOf(held, request)).toBe('FILE_OVERDUE')
    expect(await bound(held)).toEqual([1, 1])
    expect(
      await refused(held.vendor.call(exchangeCalls.hand, { licenseGuid: held.guid, name: 'a.c2d', text: request })),
    ).toMatchObject({
      error: 'runtime.fileOverdue',
    })
  })

  it('renews its lease under changed terms, by a file', async () => {
    const held = await coded({ forceAuthDays: 10, canModify: true })
    const { device, code } = held
    const first = leaseIn(device, fileIn(await hand(held, device.request('bind', { code }))))
    await owner('update license set revision = revision + 1 where guid = $1', [held.guid])
    await center.daysLater(1, held.vendor)
    const answer = await hand(held, device.request('refresh', { code, lease: first.jti }))
    expect(answer.body).toMatchObject({ kind: 'refresh' })
    const second = leaseIn(device, fileIn(answer))
    expect(second.revision).toBe(first.revision + 1)
    expect(second.exp).toBeGreaterThan(first.exp)
    expect(await bound(held)).toEqual([1, 1])
    // Also with a lease that an unread answer has replaced meanwhile.
    expect(await typeOf(held, device.request('refresh', { lease: first.jti }))).toBe('done')
  })
})

describe('a file is refused', () => {
  let held: Coded
  beforeAll(async () => {
    held = await coded()
  })

  it.each([
    ['without an API password that is right', 'UNAUTHORIZED'],
    ['if it is no file', 'FILE_UNREADABLE'],
    ['if a line is missing', 'FILE_UNREADABLE'],
    ['if a character is wrong', 'FILE_UNREADABLE'],
    ['if it is of a later version', 'FILE_VERSION'],
    ['if it has more than 4 KB', 'FILE_TOO_LARGE'],
    ['if it is a D2C', 'FILE_WRONG_KIND'],
    ['if it is sealed to another developer', 'FILE_FOREIGN'],
    ['if it names another developer', 'FILE_FOREIGN'],
    ['if its claims make no sense', 'FILE_FORGED'],
    ['if nobody can seal an answer to its key', 'FILE_FORGED'],
    ['if it is of the future', 'FILE_AHEAD'],
    ['if it is too old', 'FILE_OVERDUE'],
    ['if it names no code of the developer', 'CODE_NOT_FOUND'],
  ])('%s', async (_, type) => {
    const { device, code, program } = held
    const seconds = (ms: number) => Math.floor((center.clock.now().getTime() + ms) / 1000)
    const good = device.request('bind', { code })
    const lines = good.split('\n')
    const made: Record<string, () => Promise<string>> = {
      'if it is no file': async () => 'hello',
      'if a line is missing': async () => [...lines.slice(0, 3), ...lines.slice(4)].join('\n'),
      'if a character is wrong': async () =>
        good.replace(lines[2] ?? '', (line) => `${line.startsWith('A') ? 'B' : 'A'}${line.slice(1)}`),
      'if it is of a later version': async () => good.replace('C2D 1', 'C2D 2'),
      'if it has more than 4 KB': async () => `${good}${'\n'.repeat(LIMITS.license.exchangeFileBytes)}`,
      'if it is a D2C': async () => good.replace('C2D', 'D2C').replace(/#.*/, d2cChecksum(good)),
      'if it is sealed to another developer': async () => {
        const stranger = await createProgram(center, await center.developer())
        return (await createDevice(stranger, center.clock)).request('bind', { iss: String(program.developerId), code })
      },
      'if it names another developer': async () => device.request('bind', { code, iss: '1' }),
      'if its claims make no sense': async () => device.request('bind', { code, counter: -1 }),
      'if nobody can seal an answer to its key': async () => {
        const { keys, request } = await createDevice(program, center.clock)
        keys.public.seal = Buffer.alloc(32).toString('base64url')
        return request('bind', { code })
      },
      'if it is of the future': async () => device.request('bind', { code, iat: seconds(2 * HOUR_MS) }),
      'if it is too old': async () => device.request('bind', { code, iat: seconds(-31 * DAY_MS) }),
      'if it names no code of the developer': async () => device.request('bind', { code: 'AAAA-AAAA-AAAA-AAAA' }),
    }
    if (type === 'UNAUTHORIZED') {
      const answer = await program.ask('offline', { file: good }, { apiPassword: randomUUID().replaceAll('-', '') })
      expect(answer.body['type']).toBe(type)
    } else expect(await typeOf(held, (await made[_]?.()) ?? '')).toBe(type)
    expect(await bound(held)).toEqual([0, 0])
  })

  it('by the rules of the license, and the log tells which: password, device limits, offline binding', async () => {
    const secret = await coded({ codePassword: true }, { password: 'secret-1' })
    expect(await typeOf(secret, secret.device.request('bind', { code: secret.code, password: 'wrong' }))).toBe(
      'CODE_PASSWORD',
    )
    expect(await typeOf(secret, secret.device.request('bind', { code: secret.code, password: 'secret-1' }))).toBe(
      'done',
    )
    const online = await coded({ offlineBind: false })
    expect(await typeOf(online, online.device.request('bind', { code: online.code }))).toBe('OFFLINE_NOT_ALLOWED')
    const full = await coded({ licBindMaxLimit: 2 })
    const devices = [
      full.device,
      await createDevice(full.program, center.clock),
      await createDevice(full.program, center.clock),
    ]
    const [a, b, c] = devices as [Device, Device, Device] // three
    expect(await typeOf(full, a.request('bind', { code: full.code }))).toBe('done')
    expect(await typeOf(full, b.request('bind', { code: full.code }))).toBe('MACHINE_LIMIT')
    expect(await typeOf(full, a.request('unbind', { code: full.code }))).toBe('done')
    expect(await typeOf(full, b.request('bind', { code: full.code }))).toBe('done')
    expect(await typeOf(full, b.request('unbind', { code: full.code }))).toBe('done')
    expect(await typeOf(full, c.request('bind', { code: full.code }))).toBe('MACHINE_EVER_LIMIT')
    expect(await typeOf(full, a.request('bind', { code: full.code, counter: 1 }))).toBe('done')
    const { rows } = await owner<{ act: string; reason: string; trace: { rule: string; outcome: string }[] }>(
      `select act, reason, trace from runtime_event where license_guid = $1 and reason is not null order by at, guid`,
      [full.guid],
    )
    expect(rows.map(({ act, reason }) => [act, reason])).toEqual([
      ['offline', 'machineLimit'],
      ['offline', 'machineEverLimit'],
    ])
    expect(rows[0]?.trace.find(({ outcome }) => outcome === 'fail')?.rule).toBe('atOnce')
  })

  it('if the developer cannot pay, and can be handed in again after a top-up', async () => {
    const unpaid = await coded({ licenseKeyType: 3, deductMode: 4, billingMode: undefined }, {}, 0)
    const request = unpaid.device.request('bind', { code: unpaid.code })
    expect(await typeOf(unpaid, request)).toBe('VENDOR_ACCOUNT')
    expect(await bound(unpaid)).toEqual([0, 0])
    await center.credit(unpaid.vendor, 100_000)
    expect(await typeOf(unpaid, request)).toBe('done')
  })

  it('if a wrong password of the code was tried too often, as online', async () => {
    const held = await coded({ codePassword: true }, { password: 'secret-1' })
    const wrong = () => typeOf(held, held.device.request('bind', { code: held.code, password: 'wrong' }))
    const answers: unknown[] = []
    for (let n = 0; n <= LIMITS.runtime.wrongPasswordsPerHour; n++) answers.push(await wrong())
    expect(answers.at(0)).toBe('CODE_PASSWORD')
    expect(answers.at(-1)).toBe('TOO_MANY_TRIES')
  })

  it('if its id was used for another request of the device', async () => {
    const held = await coded({ machineNum: 2 })
    const jti = 'the-same-id-of-two-requests'
    expect(await typeOf(held, held.device.request('bind', { code: held.code, jti }))).toBe('done')
    expect(await typeOf(held, held.device.request('refresh', { code: held.code, jti }))).toBe('FILE_FORGED')
  })
})

describe('a device that was unbound', () => {
  it('by a file and restored from a backup is refused for ever, also with its lease', async () => {
    const held = await coded()
    const { device, code, program } = held
    const lease = leaseIn(device, fileIn(await hand(held, device.request('bind', { code })))).jti
    expect(await typeOf(held, device.request('unbind', { code, lease }))).toBe('done')
    expect(await typeOf(held, device.request('refresh', { code, lease }))).toBe('STORE_RESTORED')
    expect(await typeOf(held, device.request('bind', { code }))).toBe('STORE_RESTORED')
    expect(
      await program.ask('validate', { code, leaseId: lease, machine: { fingerprint: device.fingerprint } }),
    ).toMatchObject({ body: { type: 'MACHINE_UNBOUND' } })
    // The store that was not restored knows its removal.
    expect(await typeOf(held, device.request('bind', { code, counter: 1 }))).toBe('done')
    expect(await typeOf(held, device.request('refresh', { code, lease }))).toBe('STORE_RESTORED')
    expect(await bound(held)).toEqual([1, 1])
  })

  it('and bound again is not freed by a removal that it wrote before', async () => {
    const held = await coded()
    const { device, code } = held
    await hand(held, device.request('bind', { code }))
    const late = device.request('unbind', { code })
    expect(await typeOf(held, device.request('bind', { code, counter: 1 }))).toBe('done')
    expect(await typeOf(held, late)).toBe('REMOVAL_KNOWN')
    expect(await bound(held)).toEqual([1, 1])
  })

  it('by the console gets no lease any more, and its removal frees nothing', async () => {
    const held = await coded()
    const { vendor, device, code, guid } = held
    await hand(held, device.request('bind', { code }))
    const [machine] = (await vendor.call(pcLicenseCalls.machines, { kind: 'sn', guid })).rows
    await vendor.call(pcLicenseCalls.unbind, { kind: 'sn', guid, machineGuid: machine?.guid ?? '' })
    expect(await typeOf(held, device.request('refresh', { code }))).toBe('MACHINE_UNBOUND')
    expect(await typeOf(held, device.request('unbind', { code }))).toBe('MACHINE_UNBOUND')
    expect(await bound(held)).toEqual([0, 1])
  })

  it('by force, because its file was lost, frees its place and never comes back', async () => {
    const held = await coded()
    const { vendor, device, code, guid } = held
    await hand(held, device.request('bind', { code }))
    const [machine] = (await vendor.call(pcLicenseCalls.machines, { kind: 'sn', guid })).rows
    await vendor.call(pcLicenseCalls.recycle, { kind: 'sn', guid, machineGuid: machine?.guid ?? '' })
    expect(await bound(held)).toEqual([0, 1])
    expect(await typeOf(held, device.request('unbind', { code }))).toBe('MACHINE_RECYCLED')
    expect(await typeOf(held, device.request('bind', { code, counter: 1 }))).toBe('MACHINE_RECYCLED')
  })

  it('can only be renewed or removed by the key that it was bound with', async () => {
    const held = await coded()
    await hand(held, held.device.request('bind', { code: held.code }))
    const thief = await createDevice(held.program, center.clock)
    const machine = { fingerprint: held.device.fingerprint, parts: {} }
    expect(await typeOf(held, thief.request('refresh', { code: held.code, machine }))).toBe('FILE_KEY_CHANGED')
    expect(await typeOf(held, thief.request('unbind', { code: held.code, machine }))).toBe('FILE_KEY_CHANGED')
    expect(await bound(held)).toEqual([1, 1])
  })
})

describe('a license of an account', () => {
  it('is bound by a file with the sign-in of its user, and renewed by the lease alone', async () => {
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
      templateGuids: [await vendor.pcTemplate('account', { offlineBind: true })],
      userIds: [userGuid],
    })
    const { body } = await program.ask('login', { account: user?.account, password: PASSWORD })
    const device = await createDevice(program, center.clock)
    const named = { account: user?.account ?? '', licenseId: vendor.licenseId }
    const request = device.request('bind', { ...named, token: String(body['token']) })
    const first = await hand({ program }, request)
    expect(first.status).toBe(200)
    const lease = leaseIn(device, fileIn(first)).jti
    await program.ask('logout', { token: body['token'] })
    // The token has ended, and the file was answered already.
    expect(fileIn(await hand({ program }, request))).toBe(fileIn(first))
    expect(await typeOf({ program }, device.request('bind', { ...named, token: String(body['token']) }))).toBe(
      'TOKEN_EXPIRED',
    )
    expect(await typeOf({ program }, device.request('bind', named))).toBe('TOKEN_EXPIRED')
    expect(await typeOf({ program }, device.request('refresh', { lease }))).toBe('done')
    expect(await typeOf({ program }, device.request('refresh', { lease: randomUUID() }))).toBe('LICENSE_NOT_FOUND')
    // An administrator needs no token.
    const second = await createDevice(program, center.clock)
    expect(
      await vendor.call(exchangeCalls.hand, {
        licenseGuid: issued?.guid ?? '',
        name: 'b.c2d',
        text: second.request('bind', named),
      }),
    ).toMatchObject({ kind: 'bind', name: 'b.d2c' })
  })
})
