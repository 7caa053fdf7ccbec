// Admission: rate limits, the cost of guessing, and that another developer's code looks like an unknown one.
import { randomInt } from 'node:crypto'
import { CODE_ALPHABET, LIMITS, codeOf as checked, pcLicenseCalls, runtimeLogCalls } from '@sealwright/contract'
import { createProgram, createTestCenter, createVendor } from '@sealwright/testkit'
import type { Program, TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

const { unknownCodesPerHour } = LIMITS.runtime
/** Low enough to reach in tests. The limit of guesses is the real one. */
const FEW = { callsPerMinute: 260, callsPerMinuteOfCode: 20, callsPerMinuteOfDeveloper: 150 }

let center: TestCenter
beforeAll(async () => {
  // Buckets refill with time. With a frozen clock they do not, even on a slow computer.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  center = await createTestCenter({ remembers: true, runtime: FEW })
})
afterAll(async () => {
  await center.close()
  vi.restoreAllMocks()
})

interface Sold {
  vendor: Vendor
  program: Program
  code: string
}

async function sell(): Promise<Sold> {
  const vendor = await createVendor(center)
  const {
    licenses: [issued],
  } = await vendor.call(pcLicenseCalls.issue, {
    kind: 'sn',
    templateGuids: [await vendor.pcTemplate('sn', { useMode: 2, machineNum: 50 })],
  })
  return { vendor, program: await createProgram(center, vendor), code: issued?.serial ?? '' }
}

/** A well-formed code that no license has. */
const nobodys = () => checked(Array.from({ length: 15 }, () => randomInt(CODE_ALPHABET.length)))
const machine = (n = 0) => ({ fingerprint: `machine-${n}`, name: `host-${n}` })
const newNetwork = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
const guess = async (program: Program, network: string, times: number) =>
  Promise.all(
    Array.from({ length: times }, () => program.ask('activate', { code: nobodys(), machine: machine() }, { network })),
  )

describe('guessing', () => {
  it(`stops after ${unknownCodesPerHour} unknown codes, but not for known devices: runtime.tooManyTries`, async () => {
    const { program, code } = await sell()
    const network = newNetwork()
    const {
      body: { leaseId },
    } = await program.ask('activate', { code, machine: machine() }, { network })
    const validate = (from = network) =>
      program.ask('validate', { code, leaseId, machine: machine() }, { network: from })
    // After a restart it has read all changes, so it caches the facts.
    const known = async (from: string) => {
      await center.center.runtime.stop()
      await center.center.runtime.start()
      expect((await validate(from)).status).toBe(200)
    }
    await known(network)
    const misses = await guess(program, network, unknownCodesPerHour)
    expect(new Set(misses.map(({ body }) => body['type']))).toEqual(new Set(['CODE_NOT_FOUND']))

    const [wrong] = await guess(program, network, 1)
    const right = await program.ask('activate', { code, machine: machine(1) }, { network })
    for (const answer of [wrong, right])
      expect(answer).toMatchObject({
        status: 429,
        body: {
          type: 'TOO_MANY_TRIES',
          title: '尝试次数过多',
          retryAfter: expect.any(Number) as number,
          fix: '稍后再试。',
        },
      })
    expect(Object.keys(right.body).toSorted()).toEqual(Object.keys(wrong?.body ?? {}).toSorted())

    // A slow database may have emptied the cache meanwhile.
    await known(newNetwork())
    expect((await validate()).status).toBe(200)
    expect((await program.ask('activate', { code, machine: machine(1) }, { network: newNetwork() })).status).toBe(200)
  })

  it('API passwords has the same limit', async () => {
    const { program, code } = await sell()
    const network = newNetwork()
    const attempts = await Promise.all(
      Array.from({ length: unknownCodesPerHour }, () =>
        program.ask('activate', { code: nobodys(), machine: machine(7) }, { network, apiPassword: '00'.repeat(16) }),
      ),
    )
    expect(new Set(attempts.map(({ body }) => body['type']))).toEqual(new Set(['UNAUTHORIZED']))
    expect((await program.ask('activate', { code, machine: machine(7) }, { network })).body['type']).toBe(
      'TOO_MANY_TRIES',
    )
  })

  it('is possible again with time: one attempt per minute comes back', async () => {
    const { program } = await sell()
    const network = newNetwork()
    await guess(program, network, unknownCodesPerHour)
    const [late] = await guess(program, network, 1)
    expect(late?.body['retryAfter']).toBe(3600 / unknownCodesPerHour)
  })
})

describe('the rate of calls', () => {
  const types = (answers: { body: Record<string, unknown> }[]) => answers.map(({ body }) => body['type'])

  it('is limited for one code, over all networks and spellings', async () => {
    const { program, code } = await sell()
    const spellings = [code, code.toLowerCase(), code.replace(/(.{4})(?!$)/g, '$1-')]
    const answers = await Promise.all(
      Array.from({ length: FEW.callsPerMinuteOfCode + 5 }, (_, n) =>
        program.ask('validate', { code: spellings[n % 3], machine: machine() }, { network: newNetwork() }),
      ),
    )
    expect(types(answers).filter((type) => type === 'TOO_MANY_TRIES')).toHaveLength(5)
  })

  it('is limited per developer', async () => {
    const [one, other] = [await sell(), await sell()]
    const answers = await Promise.all(
      Array.from({ length: FEW.callsPerMinuteOfDeveloper + 10 }, () =>
        one.program.ask('keys', {}, { network: newNetwork() }),
      ),
    )
    expect(types(answers).filter((type) => type === 'TOO_MANY_TRIES')).toHaveLength(10)
    expect((await other.program.ask('keys', {}, { network: newNetwork() })).status).toBe(200)
  })

  it('is not used up by callers without the password, even if they know a code and a device', async () => {
    const strangers = newNetwork()
    const few = await createTestCenter({ remembers: true, runtime: { ...FEW, unknownCodesPerHour: 5 } })
    try {
      const vendor = await createVendor(few)
      const {
        licenses: [issued],
      } = await vendor.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [await vendor.pcTemplate('sn')] })
      const theirs = await createProgram(few, vendor)
      const asked = { code: issued?.serial, machine: machine() }
      await theirs.ask('activate', asked)
      for (let n = 0; n < FEW.callsPerMinuteOfCode * 2; n++)
        await theirs.ask('validate', asked, { network: strangers, apiPassword: '00'.repeat(16) })
      expect((await theirs.ask('validate', asked)).status).toBe(200)
      const others = newNetwork()
      for (let n = 0; n < FEW.callsPerMinuteOfDeveloper; n++)
        await theirs.ask('keys', {}, { network: others, apiPassword: '00'.repeat(16) })
      expect((await theirs.ask('keys', {})).status).toBe(200)
    } finally {
      await few.close()
    }
  })

  it('counts the first activation of a developer once, although it also creates the signing key', async () => {
    const { program, code } = await sell()
    const asks = [
      () => program.ask('activate', { code, machine: machine() }, { network: newNetwork() }),
      ...Array.from(
        { length: FEW.callsPerMinuteOfDeveloper - 1 },
        () => () => program.ask('keys', {}, { network: newNetwork() }),
      ),
    ]
    const answers = await Promise.all(asks.map((ask) => ask()))
    expect(answers.map(({ status }) => status)).toEqual(asks.map(() => 200))
  })

  it('is limited per network, over all developers', async () => {
    const [one, other] = [await sell(), await sell()]
    const network = newNetwork()
    const ask = (n: number) => (n % 2 ? one : other).program.ask('keys', {}, { network })
    const answers = await Promise.all(Array.from({ length: FEW.callsPerMinute + 10 }, (_, n) => ask(n)))
    expect(types(answers).filter((type) => type === 'TOO_MANY_TRIES')).toHaveLength(10)
    expect((await one.program.ask('keys', {}, { network: newNetwork() })).status).toBe(200)
  })
})

describe('a code of another developer', () => {
  it('looks like an unknown one in answers, headers and the log, for every call that takes a code', async () => {
    const [mine, theirs] = [await sell(), await sell()]
    await theirs.program.ask('activate', { code: theirs.code, machine: machine() })
    const calls = {
      activate: {},
      validate: {},
      deactivate: {},
      openSession: { process: { name: 'cad', pid: 1 } },
      consume: { requestId: 'request-1' },
      readData: { area: 'pub' },
      writeData: { content: 'AAEC', revision: 0 },
    } as const
    for (const [name, given] of Object.entries(calls) as [keyof typeof calls, object][]) {
      // the keys just above
      const answer = async (code: string) =>
        mine.program.ask(name, { ...given, code, machine: machine() }, { network: newNetwork() })
      const [foreign, unknown, malformed] = [
        await answer(theirs.code),
        await answer(nobodys()),
        await answer('nonsense'),
      ]
      expect(foreign, name).toMatchObject({ status: 404, body: { type: 'CODE_NOT_FOUND', clientStatus: 5 } })
      expect([unknown, malformed], name).toEqual([foreign, foreign])
    }
    const { rows } = await mine.vendor.call(runtimeLogCalls.find, { pageSize: 100 })
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) {
      expect(row).toMatchObject({ reason: 'codeNotFound', licenseGuid: null, family: null, account: null })
      expect(row.serial?.slice(4).replaceAll('*', '')).toBe('')
    }
    expect(JSON.stringify(rows)).not.toContain(theirs.code)
    expect((await theirs.vendor.call(runtimeLogCalls.find, {})).rows.map(({ reason }) => reason)).toEqual([null])
  })
})
