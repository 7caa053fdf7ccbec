import { LIMITS, OPERATION_TYPES, SENDER_STATES, operationLogCalls, senderCalls } from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import { createTestCenter, startSmtp } from '@sealwright/testkit'
import type { Actor, TestCenter, TestSmtp } from '@sealwright/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { parseException } from '../../kernel/network-guard.ts'

let center: TestCenter
let owner: Actor
const servers: TestSmtp[] = []
beforeAll(async () => {
  const smtpAllowed = [parseException('127.0.0.1:*')].filter((exception) => exception !== undefined)
  center = await createTestCenter({ config: { smtpAllowed } })
  owner = await center.developer()
})
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())))
afterAll(() => center.close())

async function start(...options: Parameters<typeof startSmtp>): Promise<TestSmtp> {
  const server = await startSmtp(...options)
  servers.push(server)
  return server
}

type Given = PayloadOf<typeof senderCalls.create>
const PAGE = { currentPage: 1, pageSize: 100 }
const refusal = (error: string, field?: string) =>
  expect.objectContaining({ error, ...(field && { fields: [expect.objectContaining({ path: field })] }) }) as Error
const payload = (given: Partial<Given> = {}): Given => ({
  email: 'shop@yunfan.example',
  name: '云帆',
  host: '127.0.0.1',
  port: 2525,
  tls: 'none',
  smtpUser: 'user',
  password: 'secret',
  ...given,
})
const create = async (actor: Actor, given: Partial<Given> = {}) =>
  (await actor.call(senderCalls.create, payload(given))).guid
const defaults = async (actor: Actor) =>
  (await actor.call(senderCalls.find, PAGE)).rows.filter(({ isDefault }) => isDefault).map(({ guid }) => guid)

describe('a sender', () => {
  it('is created, found, changed and deleted, and logged each time without its password', async () => {
    const actor = await center.developer()
    const guid = await create(actor)
    for (const email of ['SHOP', '云帆', '127.0'])
      expect((await actor.call(senderCalls.find, { ...PAGE, email })).rows.map((row) => row.guid)).toEqual([guid])
    for (const state of SENDER_STATES)
      expect((await actor.call(senderCalls.find, { ...PAGE, state })).records).toBe(state === 'unverified' ? 1 : 0)
    await actor.call(senderCalls.update, { guid, name: '', revision: 1 })
    const answer = await actor.call(senderCalls.get, { guid })
    expect(answer).toMatchObject({ name: null, hasPassword: true, isDefault: true, state: 'unverified', revision: 2 })
    expect(JSON.stringify(answer)).not.toContain('secret')
    await actor.call(senderCalls.delete, { guid })
    await expect(actor.call(senderCalls.get, { guid })).rejects.toEqual(refusal('sender.notFound'))
    const target = { targetKind: 'sender', targetGuid: guid } as const
    const { rows } = await actor.call(operationLogCalls.find, { ...PAGE, ...target, order: 'asc' })
    expect(rows.map(({ type }) => type)).toEqual([OPERATION_TYPES.add, OPERATION_TYPES.update, OPERATION_TYPES.delete])
    expect(rows[1]?.changes).toEqual([{ field: 'name', before: '云帆', after: null }])
    expect(JSON.stringify(rows)).not.toContain('secret')
  })

  it('keeps its password encrypted, and loses it when it is deleted', async () => {
    const guid = await create(owner, { password: 'a-known-secret' })
    const stored = async () => {
      const { rows } = await center.ground.database.owner.query<{ password: Buffer | null }>(
        'select password from sender where guid = $1',
        [guid],
      )
      return rows[0]?.password
    }
    expect((await stored())?.toString('latin1')).not.toContain('a-known-secret')
    await owner.call(senderCalls.delete, { guid })
    expect(await stored()).toBeNull()
  })

  it('keeps its password through an update, but another server or user must be given it again', async () => {
    const guid = await create(owner)
    await owner.call(senderCalls.update, { guid, email: 'new@yunfan.example', password: '' })
    expect(await owner.call(senderCalls.get, { guid })).toMatchObject({ hasPassword: true })
    for (const changed of [{ host: 'evil.example' }, { port: 25 }, { tls: 'starttls' }, { smtpUser: 'me' }] as const) {
      await expect(owner.call(senderCalls.update, { guid, ...changed })).rejects.toEqual(
        refusal('sender.passwordNeeded', 'password'),
      )
      await owner.call(senderCalls.update, { guid, ...changed, password: 'again' })
    }
    await owner.call(senderCalls.update, { guid, smtpUser: '' })
    expect(await owner.call(senderCalls.get, { guid })).toMatchObject({ hasPassword: false, smtpUser: null })
  })

  it('with a user name has a password', async () => {
    const needed = refusal('sender.passwordNeeded', 'password')
    for (const password of [undefined, '']) await expect(create(owner, { password })).rejects.toEqual(needed)
    const guid = await create(owner, { smtpUser: undefined, password: undefined })
    await expect(owner.call(senderCalls.update, { guid, smtpUser: 'me' })).rejects.toEqual(needed)
    await owner.call(senderCalls.update, { guid, smtpUser: 'me', password: 'secret' })
    expect(await owner.call(senderCalls.get, { guid })).toMatchObject({ hasPassword: true, smtpUser: 'me' })
  })

  it('without a user name is for servers that the operator allows', async () => {
    const strict = await createTestCenter()
    try {
      const of = await strict.developer()
      const given = { smtpUser: undefined, password: undefined }
      await expect(create(of, given)).rejects.toEqual(refusal('sender.userNeeded', 'smtpUser'))
    } finally {
      await strict.close()
    }
  })

  it('can be the default, as exactly one: the first, the chosen one, or the successor of a deleted one', async () => {
    const actor = await center.developer()
    const [first, second, third] = [await create(actor), await create(actor), await create(actor)]
    expect(await defaults(actor)).toEqual([first])
    await actor.call(senderCalls.setDefault, { guid: second })
    expect(await defaults(actor)).toEqual([second])
    await Promise.all([first, third, first, third].map((guid) => actor.call(senderCalls.setDefault, { guid })))
    expect(await defaults(actor)).toHaveLength(1)
    await actor.call(senderCalls.setDefault, { guid: second })
    await actor.call(senderCalls.delete, { guid: second, nextGuid: third })
    expect(await defaults(actor)).toEqual([third])
    await actor.call(senderCalls.delete, { guid: third })
    expect(await defaults(actor)).toEqual([])
    expect(await create(actor)).toBe((await defaults(actor))[0])
  })

  it('is one of at most twenty', async () => {
    const actor = await center.developer()
    await Promise.all(Array.from({ length: LIMITS.sender.perDeveloper }, () => create(actor)))
    await expect(create(actor)).rejects.toEqual(refusal('sender.limit'))
  })

  it('has a port of mail servers, unless the platform operator allows others', async () => {
    const strict = await createTestCenter()
    const actor = await strict.developer()
    await expect(create(actor, { host: 'smtp.example.com', port: 6379 })).rejects.toEqual(
      refusal('sender.portNotAllowed', 'port'),
    )
    const guid = await create(actor, { host: 'smtp.example.com', port: 587 })
    await expect(actor.call(senderCalls.update, { guid, port: 80, password: 'x' })).rejects.toEqual(
      refusal('sender.portNotAllowed', 'port'),
    )
    // The own network is refused without a connection.
    const inside = await create(actor, { host: '127.0.0.1', port: 25 })
    expect(await actor.call(senderCalls.verify, { guid: inside })).toEqual({ problem: 'notAllowed', said: null })
    await strict.close()
  })

  it.each(['smtp example.com', 'http://smtp.example.com', 'smtp.example.com:25', '-x.example', 'a..b'])(
    'does not have the host “%s”',
    async (host) => {
      await expect(create(owner, { host })).rejects.toMatchObject({ fields: [{ path: 'host', rule: 'notHost' }] })
    },
  )
})

describe('verifying a sender', () => {
  it('signs in, and the sender counts as working', async () => {
    const { port } = await start({ password: 'secret' })
    const guid = await create(owner, { port })
    expect(await owner.call(senderCalls.verify, { guid })).toEqual({ problem: null, said: null })
    expect(await owner.call(senderCalls.get, { guid })).toMatchObject({ state: 'working' })
    await owner.call(senderCalls.update, { guid, password: 'wrong' })
    expect(await owner.call(senderCalls.get, { guid })).toMatchObject({ state: 'unverified' })
    expect(await owner.call(senderCalls.verify, { guid })).toEqual({
      problem: 'signIn',
      said: '535 5.7.8 Authentication credentials invalid',
    })
  })

  it('sends a test mail to the own address only', async () => {
    const server = await start({ password: 'secret' })
    const guid = await create(owner, { port: server.port })
    expect(await owner.call(senderCalls.sendTest, { guid })).toEqual({ problem: null, said: null, to: owner.account })
    expect(server.received).toMatchObject([{ from: 'shop@yunfan.example', to: [owner.account] }])
    await center.ground.database.owner.query('update account set email = null, mobile = $2 where id = $1', [
      owner.accountId,
      '13900000001',
    ])
    await expect(owner.call(senderCalls.sendTest, { guid })).rejects.toEqual(refusal('sender.noOwnEmail'))
    await center.ground.database.owner.query('update account set email = $2 where id = $1', [
      owner.accountId,
      owner.account,
    ])
  })

  it('is possible ten times a minute for a developer', async () => {
    const actor = await center.developer()
    const { port } = await start({ password: 'secret' })
    const guid = await create(actor, { port })
    for (let time = 0; time < LIMITS.sender.checksPerMinute; time++) await actor.call(senderCalls.verify, { guid })
    await expect(actor.call(senderCalls.verify, { guid })).rejects.toEqual(refusal('platform.tooFrequent'))
    await expect(actor.call(senderCalls.sendTest, { guid })).rejects.toEqual(refusal('platform.tooFrequent'))
  })
})
