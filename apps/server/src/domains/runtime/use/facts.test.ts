// The cache of a process drops what others change, and is never used without fresh polls. `npm run drill` measures the
// delay.
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { DAY_MS, pcLicenseCalls } from '@sealwright/contract'
import { composeCenter } from '@sealwright/server'
import { createProgram, createTestCenter, createVendor } from '@sealwright/testkit'
import type { Program, TestCenter } from '@sealwright/testkit'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { UseFacts } from '../../license/index.ts'
import { createFactsMemory } from './facts.service.ts'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter({ remembers: true })
})
afterAll(() => center.close())

const machine = { fingerprint: 'machine-a' }

async function activated() {
  const vendor = await createVendor(center)
  const {
    licenses: [license],
  } = await vendor.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [await vendor.pcTemplate('sn', {})] })
  const program = await createProgram(center, vendor)
  const { body } = await program.ask('activate', { code: license?.serial, machine })
  return {
    vendor,
    program,
    held: { code: license?.serial, machine, leaseId: body['leaseId'] },
    which: { kind: 'sn', guid: license?.guid ?? '' } as const,
  }
}

/** Counts the statements that this process sends during the work, without those that poll for changes. */
async function statements(work: () => Promise<unknown>): Promise<number> {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return sent.mock.calls.filter(([given]) => !JSON.stringify(given).includes('pg_current_snapshot')).length
  } finally {
    sent.mockRestore()
  }
}

/** Validates like a program, which uses the lease it was given last. */
async function validated(program: Program, held: { leaseId: unknown }) {
  const { body } = await program.ask('validate', { ...held })
  held.leaseId = body['leaseId'] ?? held.leaseId
  return body['type'] ?? 'good'
}

describe('validating', () => {
  it('takes one statement without cached facts, and none after that', async () => {
    const { program, held } = await activated()
    expect(await statements(() => program.ask('validate', held))).toBe(1)
    // The poll may see the change by the activation only now, and then the facts are read once more.
    await expect.poll(() => statements(() => program.ask('validate', held))).toBe(0)
    // A proof is signed with a key in memory.
    await expect.poll(() => statements(() => program.ask('validate', held, { nonce: 'n'.repeat(22) }))).toBe(0)
  })

  it('answers the same from the cache as from the database, except the time', async () => {
    const { program, held } = await activated()
    const [read, remembered] = [await program.ask('validate', held), await program.ask('validate', held)]
    expect(remembered).toMatchObject({ status: 200, type: read.type })
    expect(Date.parse(String(remembered.body['serverTime']))).toBeGreaterThanOrEqual(
      Date.parse(String(read.body['serverTime'])),
    )
    expect({ ...remembered.body, serverTime: null }).toEqual({ ...read.body, serverTime: null })
    expect(Object.keys(remembered.body)).toEqual(Object.keys(read.body))
  })

  it('is refused after any change made by another process', async () => {
    const { vendor, program, held, which } = await activated()
    const elsewhere = await composeCenter(center.ground, { consoleDir: undefined })
    await elsewhere.app.ready()
    const post = async (call: { path: string }, payload: object) =>
      (await elsewhere.app.inject({ method: 'POST', url: call.path, headers: vendor.headers, payload })).json<{
        code: number
      }>().code
    try {
      for (const [call, payload, reason] of [
        [pcLicenseCalls.lock, which, 'LOCKED'],
        [pcLicenseCalls.unlock, which, 'good'],
        [pcLicenseCalls.delete, which, 'LICENSE_DELETED'],
      ] as const) {
        // A valid license is cached before the change. Refusals are logged each time.
        if (reason !== 'good') await expect.poll(() => statements(() => validated(program, held))).toBe(0)
        expect(await post(call, payload)).toBe(0)
        await expect.poll(() => validated(program, held)).toBe(reason)
      }
    } finally {
      await elsewhere.app.close()
    }
  })

  it('sees an expiry by the clock at once, without a change in the database', async () => {
    const vendor = await createVendor(center)
    const {
      licenses: [license],
    } = await vendor.call(pcLicenseCalls.issue, {
      kind: 'sn',
      templateGuids: [
        await vendor.pcTemplate('sn', { isForever: false, licStartTimeType: 2, spanTime: 1, billingMode: 'day' }),
      ],
    })
    const program = await createProgram(center, vendor)
    const { body } = await program.ask('activate', { code: license?.serial, machine })
    const held = { code: license?.serial, machine, leaseId: body['leaseId'] }
    expect(await validated(program, held)).toBe('good')
    center.clock.advance(DAY_MS)
    expect(await validated(program, held)).toBe('LICENSE_EXPIRED')
  })
})

/** A proxy to the database that can be cut or silently held. */
async function openProxy(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const folder = target.searchParams.get('host')
  const port = Number(target.port)
  const host = target.hostname
  const sockets = new Set<Socket>()
  let isHeld = false
  const server = createServer((near) => {
    const far = folder === null ? connect(port, host) : connect(join(folder, `.s.PGSQL.${port}`))
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => sockets.delete(socket))
    }
    near.on('data', (chunk) => !isHeld && far.write(chunk))
    far.on('data', (chunk) => !isHeld && near.write(chunk))
    near.on('close', () => far.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  target.searchParams.delete('host')
  target.hostname = '127.0.0.1'
  target.port = String((server.address() as AddressInfo).port) // it listens on a port
  return {
    url: target.href,
    hold(held: boolean) {
      isHeld = held
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

describe('the cache', () => {
  // Only the fields that the cache reads.
  const facts = { license: { guid: '01a1dd8d-6971-719d-aee1-87193f2a84c6' }, person: null } as unknown as UseFacts
  const silent = pino({ level: 'silent' })
  const opened = async (url: string) => {
    const memory = createFactsMemory({ databaseUrl: url, log: silent })
    await memory.start()
    return memory
  }
  type Memory = ReturnType<typeof createFactsMemory>
  const remember = (memory: Memory, read = async () => facts, key = 'key') => memory.look(key, 1, read, () => true)
  async function kept(memory: Memory, key = 'key'): Promise<void> {
    await expect
      .poll(async () => {
        await remember(memory, async () => facts, key)
        return memory.get(key)
      })
      .toBe(facts)
  }
  async function forgotten(memory: Memory, key = 'key'): Promise<void> {
    await expect.poll(() => memory.get(key)).toBeUndefined()
  }

  it('is not used while the polling connection is half-open beyond the limit, and is used again after', async () => {
    const proxy = await openProxy(center.ground.databaseUrl)
    const memory = await opened(proxy.url)
    try {
      await kept(memory)
      proxy.hold(true)
      await forgotten(memory)
      proxy.hold(false)
      await kept(memory)
    } finally {
      await memory.stop()
      proxy.close()
    }
  })

  it('does not keep a read that began before a change', async () => {
    const memory = await opened(center.ground.databaseUrl)
    try {
      await kept(memory, 'another of the same license')
      await remember(memory, async () => {
        await center.ground.database.owner.query('insert into runtime_change (developer_id, subject) values (1, $1)', [
          facts.license?.guid,
        ])
        await forgotten(memory, 'another of the same license')
        return facts
      })
      expect(memory.get('key')).toBeUndefined()
    } finally {
      await memory.stop()
    }
  })

  it('sees a change that began before, but committed after, changes it has already read', async () => {
    const memory = await opened(center.ground.databaseUrl)
    const slow = new pg.Client({ connectionString: center.ground.databaseUrl })
    await slow.connect()
    try {
      await slow.query('begin')
      await slow.query('insert into runtime_change (developer_id, subject) values (1, $1)', [facts.license?.guid])
      await center.ground.database.owner.query(
        "insert into runtime_change (developer_id, subject) values (2, '01a1dd8d-6971-719d-aee1-87193f2a84c7')",
      )
      await kept(memory)
      await slow.query('commit')
      await forgotten(memory)
    } finally {
      await slow.end()
      await memory.stop()
    }
  })
})
