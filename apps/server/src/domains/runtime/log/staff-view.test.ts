// The runtime for administrators: seats, the log and its reasons, risks, keys, and which parts identify a device.
import { randomUUID } from 'node:crypto'
import {
  LIMITS,
  RUNTIME_RULES,
  customerCalls,
  deviceSettingCalls,
  identityCalls,
  messageCalls,
  operationLogCalls,
  pcLicenseCalls,
  pcTemplateCalls,
  productCalls,
  runtimeLogCalls,
  seatCalls,
  signingKeyCalls,
} from '@sealwright/contract'
import {
  PASSWORD,
  createProgram,
  createTestApprovals,
  createTestCenter,
  createVendor,
  pcTemplatePayload,
  productPayload,
  refused,
} from '@sealwright/testkit'
import type { Program, TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const approvals = createTestApprovals()
let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter({ approvals })
})
afterAll(() => center.close())

const query = (text: string, values: unknown[]) =>
  center.ground.database.owner.query<Record<string, unknown>>(text, values)
const machine = (fingerprint: string) => ({ fingerprint, name: `host of ${fingerprint}` })
const claimsOf = (jws: unknown) =>
  JSON.parse(Buffer.from(String(jws).split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown> // ours

interface Sold {
  vendor: Vendor
  program: Program
  code: string
  guid: string
}

async function codeOf(given: Parameters<Vendor['pcTemplate']>[1] = {}): Promise<Sold> {
  const vendor = await createVendor(center)
  const {
    licenses: [issued],
  } = await vendor.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [await vendor.pcTemplate('sn', given)] })
  return { vendor, program: await createProgram(center, vendor), code: issued?.serial ?? '', guid: issued?.guid ?? '' }
}

/** Inserts a seat as a program would take it. */
async function takeSeat({ vendor, guid }: Sold, given: Record<string, unknown> = {}): Promise<string> {
  const seat = randomUUID()
  const now = center.clock.now().getTime()
  const row = {
    developer_id: vendor.developerId,
    guid: seat,
    license_guid: guid,
    holder: seat,
    fingerprint: 'machine-a',
    machine_name: 'host-1',
    network: '192.0.2.1',
    timeout_seconds: 600,
    started_at: new Date(now - 60_000),
    beat_at: new Date(now),
    until: new Date(now + 600_000),
    ...given,
  }
  await query(
    `insert into seat (${Object.keys(row).join()}) values (${Object.keys(row)
      .map((_, index) => `$${index + 1}`)
      .join()})`,
    Object.values(row),
  )
  return seat
}

describe('the seat board', () => {
  it('shows taken seats, latest first, and counts them next to the limit of the license', async () => {
    const sold = await codeOf({ licenseKeyType: 2, concurrentType: 'process', groupUsers: 7 })
    const [older, newer] = [
      await takeSeat(sold, {
        started_at: new Date(center.clock.now().getTime() - 120_000),
        account: 'Lin@test.example',
      }),
      await takeSeat(sold, { process_name: 'cad.exe', pid: 7, os_session: '1' }),
    ]
    const { rows, records } = await sold.vendor.call(seatCalls.find, {})
    expect([records, rows.map(({ guid }) => guid)]).toEqual([2, [newer, older]])
    expect(rows[0]).toMatchObject({
      licenseGuid: sold.guid,
      serial: sold.code,
      family: 'sn',
      productName: '星图',
      machineName: 'host-1',
      processName: 'cad.exe',
      pid: 7,
      osSession: '1',
      end: null,
      endTime: null,
    })
    expect(await sold.vendor.call(seatCalls.count, {})).toEqual({
      taken: 2,
      lent: 0,
      licenses: 1,
      limit: null,
      devices: null,
    })
    expect(await sold.vendor.call(seatCalls.count, { licenseGuid: sold.guid })).toEqual({
      taken: 2,
      lent: 0,
      licenses: 1,
      limit: 7,
      devices: null,
    })
  })

  it('groups seats by license with used and total, the latest first, and shows the first holders of each', async () => {
    const sold = await codeOf({ licenseKeyType: 2, concurrentType: 'process', groupUsers: 9 })
    const {
      licenses: [single],
    } = await sold.vendor.call(pcLicenseCalls.issue, {
      kind: 'sn',
      templateGuids: [await sold.vendor.pcTemplate('sn', { machineNum: 3 })],
    })
    const ago = (seconds: number) => new Date(center.clock.now().getTime() - seconds * 1000)
    for (let n = 1; n <= 7; n++) await takeSeat(sold, { machine_name: `host-${n}`, started_at: ago(100 - n) })
    await takeSeat({ ...sold, guid: single?.guid ?? '' }, { machine_name: 'alone', started_at: ago(500) })
    await takeSeat(sold, { until: ago(1) })
    const { rows, records } = await sold.vendor.call(seatCalls.licenses, {})
    expect([records, rows]).toMatchObject([
      2,
      [
        { licenseGuid: sold.guid, serial: sold.code, taken: 7, lent: 0, limit: 9, devices: null, found: 7 },
        { licenseGuid: single?.guid, taken: 1, lent: 0, limit: null, devices: 3, seats: [{ machineName: 'alone' }] },
      ],
    ])
    expect(rows[0]?.seats.map(({ machineName }) => machineName)).toEqual([7, 6, 5, 4, 3].map((n) => `host-${n}`))
    const oldest = await sold.vendor.call(seatCalls.licenses, { sort: 'startTime', order: 'asc', pageSize: 1 })
    expect(oldest.rows.map(({ licenseGuid }) => licenseGuid)).toEqual([single?.guid])
    const { rows: found } = await sold.vendor.call(seatCalls.licenses, { keyword: 'host-1' })
    expect(found).toMatchObject([{ taken: 7, found: 1, seats: [{ machineName: 'host-1' }] }])
    expect((await sold.vendor.call(seatCalls.count, { licenseGuid: single?.guid })).devices).toBe(3)
  })

  it('is searched by a whole code, account, device name or network', async () => {
    const sold = await codeOf()
    await takeSeat(sold, { account: 'Lin@test.example' })
    const found = async (keyword: string) => (await sold.vendor.call(seatCalls.find, { keyword })).records
    for (const keyword of [sold.code, sold.code.toLowerCase(), 'lin@TEST.example', 'host-1', '192.0.2.1'])
      expect(await found(keyword), keyword).toBe(1)
    for (const keyword of [sold.code.slice(0, 6), 'host', '192.0.2.2', "' or 1=1"])
      expect(await found(keyword), keyword).toBe(0)
  })

  it('moves a seat without a heartbeat to the ended seats, by the clock', async () => {
    const sold = await codeOf()
    const seat = await takeSeat(sold, { until: new Date(center.clock.now().getTime() - 1) })
    expect((await sold.vendor.call(seatCalls.find, {})).records).toBe(0)
    expect((await sold.vendor.call(seatCalls.find, { isTaken: false })).rows).toMatchObject([
      { guid: seat, end: 'lost' },
    ])
    expect((await sold.vendor.call(seatCalls.count, {})).taken).toBe(0)
    expect((await refused(sold.vendor.call(seatCalls.release, { guid: seat, reason: '维护' }))).error).toBe(
      'seat.notFound',
    )
  })

  it('releases a seat once, with a logged reason, and then refuses with seat.notFound', async () => {
    const sold = await codeOf()
    const seat = await takeSeat(sold)
    await sold.vendor.call(seatCalls.release, { guid: seat, reason: '维护' })
    expect((await sold.vendor.call(seatCalls.find, { isTaken: false })).rows).toMatchObject([
      { guid: seat, end: 'released', reason: '维护' },
    ])
    expect(
      (await sold.vendor.call(operationLogCalls.find, { targetKind: 'seat', targetGuid: seat })).rows,
    ).toMatchObject([
      {
        targetName: 'host-1',
        changes: expect.arrayContaining([{ field: 'reason', before: null, after: '维护' }]) as unknown[],
      },
    ])
    expect((await refused(sold.vendor.call(seatCalls.release, { guid: seat, reason: '维护' }))).error).toBe(
      'seat.notFound',
    )
    expect((await refused(sold.vendor.call(seatCalls.release, { guid: randomUUID(), reason: '维护' }))).error).toBe(
      'seat.notFound',
    )
    expect(
      (await sold.vendor.call(pcLicenseCalls.history, { kind: 'sn', guid: sold.guid })).rows.map(({ kind }) => kind),
    ).toEqual(['issue'])
  })
})

describe('the log', () => {
  it('shows administrators the step at which a license waits for approval, but not the program', async () => {
    approvals.isOn = true
    const { vendor, program, code } = await codeOf().finally(() => (approvals.isOn = false))
    const refusal = await program.ask('activate', { code, machine: machine('machine-a') })
    expect(JSON.stringify(refusal)).not.toContain('审批人')
    const { rows } = await vendor.call(runtimeLogCalls.find, {})
    expect(await vendor.call(runtimeLogCalls.why, { guid: rows[0]?.guid ?? '' })).toMatchObject({
      row: { reason: 'underApproval' },
      waitsAt: '正在第 1 步（共 2 步）等待审批：审批人',
    })
  })

  it('is searched by the whole name of a customer, in any case', async () => {
    const { vendor, program } = await codeOf()
    const { guid: customerId } = await vendor.call(customerCalls.create, { name: 'Acme 星海' })
    const template = await vendor.pcTemplate('sn')
    for (const given of [{ customerId }, {}]) {
      const payload = { kind: 'sn' as const, templateGuids: [template], ...given }
      const [issued] = (await vendor.call(pcLicenseCalls.issue, payload)).licenses
      await vendor.call(pcLicenseCalls.lock, { kind: 'sn', guid: issued?.guid ?? '' })
      await program.ask('activate', { code: issued?.serial, machine: machine('machine-a') })
    }
    const found = async (keyword: string) => (await vendor.call(runtimeLogCalls.find, { keyword })).records
    expect([await found('ACME 星海'), await found('Acme'), await found('星海')]).toEqual([1, 0, 0])
  })

  it('shows administrators the reason of a lock, but not the program', async () => {
    const { vendor, program, code, guid } = await codeOf()
    await vendor.call(pcLicenseCalls.lock, { kind: 'sn', guid, reason: '尾款未付' })
    expect(JSON.stringify(await program.ask('activate', { code, machine: machine('machine-a') }))).not.toContain(
      '尾款未付',
    )
    const { rows } = await vendor.call(runtimeLogCalls.find, {})
    expect(await vendor.call(runtimeLogCalls.why, { guid: rows[0]?.guid ?? '' })).toMatchObject({
      row: { reason: 'locked', message: '许可已被锁定' },
      said: '尾款未付',
    })
    center.clock.advance(60_000)
    await vendor.call(pcLicenseCalls.unlock, { kind: 'sn', guid })
    await vendor.call(pcLicenseCalls.lock, { kind: 'sn', guid })
    // The event shows the reason at its time.
    expect(await vendor.call(runtimeLogCalls.why, { guid: rows[0]?.guid ?? '' })).toMatchObject({ said: '尾款未付' })
  })

  it("shows acts and refusals in the reader's language, with the result of each rule", async () => {
    const { vendor, program, code, guid } = await codeOf()
    await program.ask('activate', { code, machine: machine('machine-a') })
    await program.ask('activate', { code, machine: machine('machine-b') })
    const { rows } = await vendor.call(runtimeLogCalls.find, {})
    expect(
      rows.map(({ act, reason, message, licenseGuid, family, serial, machineName }) => ({
        act,
        reason,
        message,
        licenseGuid,
        family,
        serial,
        machineName,
      })),
    ).toEqual([
      {
        act: 'activate',
        reason: 'machineLimit',
        message: '已绑定 1 台设备，最多 1 台',
        licenseGuid: guid,
        family: 'sn',
        serial: code,
        machineName: 'host of machine-b',
      },
      {
        act: 'activate',
        reason: null,
        message: '激活成功',
        licenseGuid: guid,
        family: 'sn',
        serial: code,
        machineName: 'host of machine-a',
      },
    ])
    const why = await vendor.call(runtimeLogCalls.why, { guid: rows[0]?.guid ?? '' })
    expect(why).toMatchObject({ row: rows[0], fix: '先解绑一台不用的设备，或增加设备数。' })
    expect(why.rules.map(({ rule }) => rule)).toEqual([...RUNTIME_RULES])
    expect(why.rules.filter(({ outcome }) => outcome === 'fail')).toEqual([
      { rule: 'atOnce', outcome: 'fail', message: '已绑定 1 台设备，最多 1 台' },
    ])
    expect(why.rules.filter(({ outcome }) => outcome === 'unasked')).toEqual([
      { rule: 'fee', outcome: 'unasked', message: '费用已扣除（没有检查）' },
    ])
    expect(await vendor.call(runtimeLogCalls.why, { guid: rows[1]?.guid ?? '' })).toMatchObject({
      fix: null,
      said: null,
      rules: [],
    })
    expect((await refused(vendor.call(runtimeLogCalls.why, { guid: randomUUID() }))).error).toBe('runtimeLog.notFound')
  })

  it('is filtered by license, act, refusal, reason, time and a whole word', async () => {
    const { vendor, program, code, guid } = await codeOf()
    await program.ask('activate', { code, machine: machine('machine-a') }, { network: '203.0.113.9' })
    await program.ask('activate', { code: 'AAAA-AAAA-AAAA-AAAA', machine: machine('machine-b') })
    const count = async (filter: object) => (await vendor.call(runtimeLogCalls.find, filter)).records
    for (const [filter, records] of [
      [{}, 2],
      [{ licenseGuid: guid }, 1],
      [{ licenseGuid: randomUUID() }, 0],
      [{ act: 'activate' }, 2],
      [{ act: 'login' }, 0],
      [{ refused: true }, 1],
      [{ refused: false }, 1],
      [{ reason: 'codeNotFound' }, 1],
      [{ reason: 'locked' }, 0],
      [{ keyword: code }, 1],
      [{ keyword: 'host of machine-a' }, 1],
      [{ keyword: '203.0.113.9' }, 1],
      [{ keyword: 'machine-b' }, 1],
      [{ keyword: 'nobody@test.example' }, 0],
      [{ startTime: '2020-01-01T00:00:00Z' }, 2],
      [{ endTime: '2020-01-01T00:00:00Z' }, 0],
    ] as [object, number][])
      expect(await count(filter), JSON.stringify(filter)).toBe(records) // pairs of filter and count
    expect(
      (
        await refused(
          vendor.call(runtimeLogCalls.find, { startTime: '2026-01-02T00:00:00Z', endTime: '2026-01-01T00:00:00Z' }),
        )
      ).error,
    ).toBe('platform.timeIllegal')
  })

  it("stores only the beginning of an unknown code, or of another developer's", async () => {
    const [mine, theirs] = [await codeOf(), await codeOf()]
    const unknown = 'BCDFGHJKMNPQRSTV'
    for (const code of [unknown, theirs.code])
      await mine.program.ask('activate', { code, machine: machine('machine-a') })
    const { rows } = await mine.vendor.call(runtimeLogCalls.find, {})
    expect(rows.map(({ serial, licenseGuid, family, reason }) => [serial, licenseGuid, family, reason])).toEqual(
      [theirs.code, unknown].map((code) => [`${code.slice(0, 4)}************`, null, null, 'codeNotFound']),
    )
    expect((await theirs.vendor.call(runtimeLogCalls.find, {})).records).toBe(0)
  })
})

describe('risks', () => {
  it('show a code on many devices, devices in two networks at once, changing devices, and guessing', async () => {
    const sold = await codeOf()
    const { vendor, program, code, guid } = sold
    for (let n = 0; n < 6; n++) await program.ask('activate', { code, machine: machine(`machine-${n}`) })
    for (let n = 10; n < 35; n++)
      await program.ask(
        'activate',
        { code: `AAAAAAAAAAAAAA${n}`, machine: machine('guessing-machine') },
        { network: '203.0.113.66' },
      )
    // Equal refusals share one row, and its count is written at intervals.
    center.clock.advance(11_000)
    await program.ask(
      'activate',
      { code: 'AAAAAAAAAAAAAAAA', machine: machine('guessing-machine') },
      { network: '203.0.113.66' },
    )
    await takeSeat(sold)
    await takeSeat(sold, { network: '198.51.100.1' })
    await takeSeat(sold, { network: '2001:db8::/64' })
    await query('update bound_machine set drifts = 4 where license_guid = $1', [guid])
    const risks = await vendor.call(runtimeLogCalls.risks, {})
    expect(
      Object.fromEntries(
        risks.map(({ kind, licenseGuid, serial, network, evidence }) => [
          kind,
          { licenseGuid, serial, network, evidence },
        ]),
      ),
    ).toEqual({
      manyMachines: {
        licenseGuid: guid,
        serial: code,
        network: null,
        evidence: ['30 天内有 6 台设备激活过，最多允许 1 台', '因设备数已满被拒绝 5 次'],
      },
      clonedMachine: {
        licenseGuid: guid,
        serial: code,
        network: null,
        evidence: ['指纹“machine-a”的设备在 2 个网络上同时使用'],
      },
      driftingMachine: {
        licenseGuid: guid,
        serial: code,
        network: null,
        evidence: ['设备“host of machine-0”的部件变化了 4 次'],
      },
      guessing: {
        licenseGuid: null,
        serial: null,
        network: '203.0.113.66',
        evidence: ['30 天内尝试了 26 次不存在的授权码'],
      },
    })
    expect(risks.map(({ score }) => score)).toEqual(
      risks.map(({ score }) => score).toSorted((one, other) => other - one),
    )
    expect(
      (await vendor.call(runtimeLogCalls.risks, { licenseGuid: guid })).map(({ kind }) => kind).toSorted(),
    ).toEqual(['clonedMachine', 'driftingMachine', 'manyMachines'])
    expect(await vendor.call(runtimeLogCalls.risks, { licenseGuid: randomUUID() })).toEqual([])
  })

  it('count the networks from which a code is used', async () => {
    const sold = await codeOf()
    for (let n = 0; n < 12; n++)
      await takeSeat(sold, {
        network: `192.0.2.${n}`,
        started_at: new Date(center.clock.now().getTime() - n * 60_000),
        beat_at: new Date(center.clock.now().getTime() - n * 60_000),
      })
    expect(await sold.vendor.call(runtimeLogCalls.risks, {})).toMatchObject([
      { kind: 'manyNetworks', evidence: ['30 天内从 12 个网络使用，许可可供 1 处使用'] },
    ])
  })

  it('ignore events older than 30 days', async () => {
    const sold = await codeOf()
    for (let n = 0; n < 6; n++)
      await sold.program.ask('activate', { code: sold.code, machine: machine(`machine-${n}`) })
    await query("update runtime_event set at = at - interval '31 days' where developer_id = $1", [
      sold.vendor.developerId,
    ])
    expect(await sold.vendor.call(runtimeLogCalls.risks, {})).toEqual([])
  })
})

describe('messages about the use of licenses', () => {
  const run = async () => {
    await center.center.runtime.jobs.find(({ name }) => name === 'runtime.alert')?.run({}, { isLast: true })
  }

  /** Writes a refusal to the log of each license, because all of its devices are taken. */
  const refuseAll = async ({ developerId }: Vendor, licenses: readonly { guid: string }[]) => {
    for (const { guid } of licenses)
      await query(
        `insert into runtime_event (developer_id, guid, at, act, reason, times, license_guid)
         values ($1, gen_random_uuid(), $2, 'activate', 'machineLimit', 1, $3)`,
        [developerId, center.clock.now(), guid],
      )
  }

  it('tell of full licenses and risks once a day, and only people who see the license', async () => {
    const { vendor, program, code } = await codeOf()
    const blind = await center.administrator(vendor, ['runtime.view'], { limited: ['product'] })
    const clerk = await center.administrator(vendor, ['runtime.view'])
    for (let n = 0; n < 12; n++) await program.ask('activate', { code, machine: machine(`device-${n}`) })
    await run()
    await run()
    const { rows } = await clerk.call(messageCalls.find, {})
    expect(rows.map(({ kind }) => kind).toSorted()).toEqual(['riskFound', 'seatsTaken'])
    expect(rows.find(({ kind }) => kind === 'seatsTaken')).toMatchObject({
      link: `/runtime/log?refused=1&keyword=${code}`,
      text: expect.stringContaining('11 次请求') as unknown,
    })
    expect(rows.find(({ kind }) => kind === 'riskFound')?.text).toContain('12')
    expect((await blind.call(messageCalls.find, {})).rows).toEqual([])
  })

  it('of a day are ten of a kind and one with the number of the others', async () => {
    const vendor = await createVendor(center)
    const template = await vendor.pcTemplate('sn')
    const fill = async (count: number) => {
      const { licenses: issued } = await vendor.call(pcLicenseCalls.issue, {
        kind: 'sn',
        templateGuids: [template],
        count,
      })
      await refuseAll(vendor, issued)
      await run()
      const { rows } = await vendor.call(messageCalls.find, { kind: 'seatsTaken', pageSize: 100 })
      return rows.map(({ title }) => title)
    }
    expect(await fill(8)).toHaveLength(8)
    const titles = await fill(5)
    expect(titles).toHaveLength(11)
    expect(titles).toContain('还有 3 个许可的席位或设备已满')
    expect(await fill(1)).toHaveLength(11)
  })

  it('count only the licenses in the row scope of a reader, once a day', async () => {
    const vendor = await createVendor(center)
    const product = productPayload({ licenseForm: 3 })
    await vendor.call(productCalls.create, product)
    const others = (await vendor.call(pcTemplateCalls.create, pcTemplatePayload('sn', product.licenseId))).guid
    const mine = await vendor.pcTemplate('sn')
    const rights = ['runtime.view', 'product.view'] as const
    const assigned = { product: [vendor.productGuid] }
    const part = await center.administrator(vendor, rights, { limited: ['product'], assigned })
    const blind = await center.administrator(vendor, rights, { limited: ['product'] })
    const fill = async (template: string, count: number) => {
      const { licenses: issued } = await vendor.call(pcLicenseCalls.issue, {
        kind: 'sn',
        templateGuids: [template],
        count,
      })
      await refuseAll(vendor, issued)
    }
    const titles = async (who: Pick<Vendor, 'call'>) =>
      (await who.call(messageCalls.find, { kind: 'seatsTaken', pageSize: 100 })).rows.map(({ title }) => title)
    await fill(others, LIMITS.message.alertsPerDay)
    await run()
    await fill(others, 2)
    await fill(mine, 3)
    await run()
    await run()
    expect(await titles(vendor)).toContain('还有 5 个许可的席位或设备已满')
    expect(await titles(part)).toEqual(['还有 3 个许可的席位或设备已满'])
    expect(await titles(blind)).toEqual([])
  })
})

describe('signing keys', () => {
  const confirm = (vendor: Vendor) => vendor.call(identityCalls.confirm, { password: PASSWORD })

  it('are created by the first read, can be rotated, and show the number of their leases', async () => {
    const { vendor, program, code, guid } = await codeOf()
    const first = await vendor.call(signingKeyCalls.find, {})
    expect(first).toMatchObject({
      developerId: String(vendor.developerId),
      rootKey: expect.stringMatching(/^[\w-]{43}$/) as string,
      keys: [{ state: 'signing', leases: 0, retireTime: null }],
    })
    const [before] = first.keys
    await program.ask('activate', { code, machine: machine('machine-a') })
    const { kid } = await vendor.call(signingKeyCalls.rotate, { reason: '例行轮换' })
    const after = await vendor.call(signingKeyCalls.find, {})
    expect(after.rootKey).toBe(first.rootKey)
    expect(after.keys.map((key) => [key.kid, key.state, key.leases])).toEqual([
      [kid, 'signing', 0],
      [before?.kid, 'resting', 1],
    ])
    expect((await vendor.call(signingKeyCalls.leases, { kid: before?.kid ?? '' })).rows).toMatchObject([
      { licenseGuid: guid, serial: code, machineName: 'host of machine-a', family: 'sn' },
    ])
    expect((await vendor.call(signingKeyCalls.leases, { kid })).records).toBe(0)
    expect((await refused(vendor.call(signingKeyCalls.leases, { kid: 'nonsense' }))).error).toBe('signingKey.notFound')
    expect(
      (await vendor.call(operationLogCalls.find, { targetKind: 'signingKey' })).rows.map(({ targetName, type }) => [
        targetName,
        type,
      ]),
    ).toEqual([
      [kid, 0],
      [before?.kid, 0],
    ])
  })

  it('that are retired sign nothing, are published, and their leases are replaced at the next contact', async () => {
    const { vendor, program, code } = await codeOf()
    const activated = await program.ask('activate', { code, machine: machine('machine-a') })
    const {
      keys: [key],
    } = await vendor.call(signingKeyCalls.find, {})
    const kid = key?.kid ?? ''
    const validate = (leaseId: unknown, by = program) => by.ask('validate', { leaseId, machine: machine('machine-a') })
    expect((await validate(activated.body['leaseId'])).body).toMatchObject({ lease: null })
    // A resting key is still trusted, so nothing is signed again.
    const { kid: rotated } = await vendor.call(signingKeyCalls.rotate, {})
    expect((await validate(activated.body['leaseId'])).body).toMatchObject({ lease: null })
    await confirm(vendor)
    expect(await vendor.call(signingKeyCalls.retire, { kid, reason: '泄露' })).toEqual({ leases: 1 })
    const replaced = await validate(activated.body['leaseId'])
    expect(replaced.body).toMatchObject({ status: 1, lease: expect.any(String) as string })
    expect(
      JSON.parse(Buffer.from(String(replaced.body['lease']).split('.')[0] ?? '', 'base64url').toString()),
    ).toMatchObject({ kid: rotated })
    expect((await validate(replaced.body['leaseId'])).body).toMatchObject({ lease: null })
    const { body } = await program.ask('keys', {})
    expect((body['keys'] as { kid: string }[]).map((one) => one.kid)).toEqual([rotated])
    expect(claimsOf(body['revocations'])).toMatchObject({ revoked: [kid] })
    expect((await vendor.call(signingKeyCalls.find, {})).keys).toMatchObject([
      { kid: rotated, state: 'signing', leases: 1 },
      {
        kid,
        state: 'retired',
        leases: 0,
        reason: '泄露',
        retiredBy: vendor.account,
        retireTime: expect.any(String) as string,
      },
    ])
  })

  it('are replaced immediately when retired; refused: signingKey.stateForbids, signingKey.notFound', async () => {
    const { vendor } = await codeOf()
    const {
      keys: [key],
    } = await vendor.call(signingKeyCalls.find, {})
    const kid = key?.kid ?? ''
    await confirm(vendor)
    expect(await vendor.call(signingKeyCalls.retire, { kid, reason: '泄露' })).toEqual({ leases: 0 })
    expect((await vendor.call(signingKeyCalls.find, {})).keys.map(({ state }) => state)).toEqual(['signing', 'retired'])
    expect(await refused(vendor.call(signingKeyCalls.retire, { kid, reason: '泄露' }))).toMatchObject({
      error: 'signingKey.stateForbids',
      message: `密钥“${kid}”当前为“已停用”，不能执行此操作`,
    })
    expect((await refused(vendor.call(signingKeyCalls.retire, { kid: 'nonsense', reason: '泄露' }))).error).toBe(
      'signingKey.notFound',
    )
    const {
      rows: [root],
    } = await query("select kid from signing_key where developer_id = $1 and kind = 'root'", [vendor.developerId])
    expect(
      (await refused(vendor.call(signingKeyCalls.retire, { kid: String(root?.['kid']), reason: '泄露' }))).error,
    ).toBe('signingKey.notFound')
  })

  it('are retired only with a confirmed password', async () => {
    const vendor = await center.developer()
    const {
      keys: [key],
    } = await vendor.call(signingKeyCalls.find, {})
    expect((await refused(vendor.call(signingKeyCalls.retire, { kid: key?.kid ?? '', reason: '泄露' }))).error).toBe(
      'identity.confirmPassword',
    )
  })

  it('are created once by two first reads at once', async () => {
    const { vendor } = await codeOf()
    const looks = await Promise.all(Array.from({ length: 8 }, () => vendor.call(signingKeyCalls.find, {})))
    expect(new Set(looks.map(({ rootKey, keys }) => JSON.stringify([rootKey, keys.map(({ kid }) => kid)]))).size).toBe(
      1,
    )
  })
})

describe('which parts identify a device', () => {
  it('is a setting of the developer, with the revision of its profile and a log row', async () => {
    const { vendor } = await codeOf()
    const { machineParts, revision } = await vendor.call(deviceSettingCalls.get, {})
    expect(machineParts).toEqual(['systemId', 'board', 'cpu', 'disk', 'network'])
    await vendor.call(deviceSettingCalls.update, {
      machineParts: ['memory', 'board', 'cpu', 'board'],
      partChangesPerYear: 5,
      revision,
    })
    expect(await vendor.call(deviceSettingCalls.get, {})).toEqual({
      machineParts: ['board', 'cpu', 'memory'],
      partChangesPerMonth: 1,
      partChangesPerYear: 5,
      revision: revision + 1,
    })
    expect((await vendor.call(operationLogCalls.find, { targetKind: 'deviceSetting' })).rows).toMatchObject([
      {
        changes: [
          { field: 'machineParts', before: '系统编号、主板、处理器、硬盘、网卡', after: '主板、处理器、内存' },
          { field: 'partChangesPerYear', before: '2', after: '5' },
        ],
      },
    ])
    expect(
      (await refused(vendor.call(deviceSettingCalls.update, { machineParts: ['board', 'cpu', 'disk'], revision })))
        .error,
    ).toBe('platform.stale')
    expect(
      await refused(vendor.call(deviceSettingCalls.update, { machineParts: ['board', 'cpu', 'cpu'] })),
    ).toMatchObject({ error: 'platform.badPayload' })
  })

  it('decides whether a changed device is still the same', async () => {
    const { vendor, program, code } = await codeOf()
    const parts = (memory: string, disk: string) =>
      ['systemId', 'board', 'cpu', 'memory', 'disk'].map((kind) => ({
        kind,
        digest: kind === 'memory' ? memory : kind === 'disk' ? disk : `${kind}-digest`,
      }))
    await vendor.call(deviceSettingCalls.update, { machineParts: ['memory', 'disk', 'cpu'] })
    const ask = (fingerprint: string, memory: string, disk: string) =>
      program.ask('activate', { code, machine: { fingerprint, parts: parts(memory, disk) } })
    expect((await ask('print-one', 'memory-1', 'disk-one')).status).toBe(200)
    expect((await ask('print-two', 'memory-2', 'disk-one')).body).toMatchObject({ license: { bound: 1 } })
    expect((await ask('print-three', 'memory-3', 'disk-two')).body).toMatchObject({ type: 'MACHINE_LIMIT' })
  })
})
