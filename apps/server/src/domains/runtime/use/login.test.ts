// Users sign in to programs with their own or a shadow account. The answers do not reveal whether an account exists,
// and a token ends when the password changes.
import { DAY_MS, LIMITS, identityCalls, pcLicenseCalls, userCalls } from '@sealwright/contract'
import { PASSWORD, PASSWORD_HASH, createProgram, createTestCenter, createVendor, refused } from '@sealwright/testkit'
import type { TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter({ remembers: true })
})
afterAll(() => center.close())

const owner = <Row extends object>(text: string, values: unknown[]) =>
  center.ground.database.owner.query<Row & Record<string, unknown>>(text, values)
const CLOUD = {
  licenseForm: 1,
  billingMode: 'day',
  isForever: false,
  licStartTimeType: 1,
  licDuration: 30,
  offlineDays: undefined,
  licBindLimit: undefined,
} as const

/** A vendor, its program, and a user with an account and a password. */
async function signer() {
  const vendor = await createVendor(center)
  const program = await createProgram(center, vendor)
  const userGuid = await vendor.user()
  const {
    rows: [user],
  } = await owner<{ account: string; account_id: string }>('select account, account_id from end_user where guid = $1', [
    userGuid,
  ])
  const { account = '', account_id: accountId } = user ?? {}
  await owner('update account set password_hash = $2, activated_at = now() where id = $1', [accountId, PASSWORD_HASH])
  await owner('update end_user set activated_at = now() where guid = $1', [userGuid])
  const login = (name = account, password = PASSWORD, network?: string) =>
    program.ask('login', { account: name, password }, network === undefined ? {} : { network })
  return { vendor, program, userGuid, account, accountId, login }
}

describe('signing in', () => {
  it('answers a token and the licenses in force', async () => {
    const { vendor, program, userGuid, account, login } = await signer()
    const {
      licenses: [issued],
    } = await vendor.call(pcLicenseCalls.issue, {
      kind: 'account',
      templateGuids: [await vendor.pcTemplate('account', CLOUD)],
      userIds: [userGuid],
    })
    const first = await login(account.toUpperCase())
    expect([first.status, first.body]).toMatchObject([
      200,
      {
        account,
        token: expect.stringMatching(/^[\w-]{43}$/) as string,
        licenses: [{ guid: issued?.guid, licenseId: vendor.licenseId, mode: 1 }],
      },
    ])
    const { rows } = await owner('select act, reason, account from runtime_event where developer_id = $1', [
      vendor.developerId,
    ])
    expect(rows).toEqual([{ act: 'login', reason: null, account }])
    expect(
      (
        await owner("select 1 from user_token where developer_id = $1 and encode(digest, 'escape') like $2", [
          vendor.developerId,
          `%${String(first.body['token']).slice(0, 8)}%`,
        ])
      ).rowCount,
    ).toBe(0)
    const opened = await program.ask('openSession', {
      token: first.body['token'],
      licenseId: vendor.licenseId,
      machine: { fingerprint: 'terminal-a' },
    })
    expect(opened.status).toBe(200)
    await vendor.call(pcLicenseCalls.lock, { kind: 'account', guid: issued?.guid ?? '', reason: '欠款' })
    expect((await login()).body).toMatchObject({ licenses: [] })
  })

  it('works with either address of an account, and with shadow accounts in any case', async () => {
    const { vendor, program, account, accountId, login } = await signer()
    await owner('update account set mobile = $2 where id = $1', [
      accountId,
      `139${String(vendor.developerId).padStart(8, '0')}`,
    ])
    expect((await login(`139${String(vendor.developerId).padStart(8, '0')}`)).body).toMatchObject({ account })
    await vendor.call(userCalls.create, {
      account: 'Worker-1',
      accountType: 4,
      password: 'shadow-password-1',
      sendMail: false,
    })
    expect((await login('worker-1', 'shadow-password-1')).body).toMatchObject({ account: 'Worker-1' })
    expect((await program.ask('login', { account: 'Worker-1', password: 'shadow-password-2' })).body).toMatchObject({
      type: 'LOGIN_FAILED',
    })
  })

  it('has one answer for unknown users and users of another developer: runtime.loginFailed', async () => {
    const [mine, theirs] = [await signer(), await signer()]
    const answers = [
      await mine.login(mine.account, 'wrong-password'),
      await mine.login('nobody@test.example'),
      await mine.login(theirs.account),
    ]
    expect(answers.map(({ status, body }) => [status, body['type'], body['detail']])).toEqual(
      Array.from({ length: 3 }, () => [401, 'LOGIN_FAILED', answers[0]?.body['detail']]),
    )
    const { rows } = await owner(
      'select reason, account, user_guid from runtime_event where developer_id = $1 order by at',
      [mine.vendor.developerId],
    )
    expect(rows).toEqual(
      [mine.account, 'nobody@test.example', theirs.account].map((account) => ({
        reason: 'loginFailed',
        account,
        user_guid: null,
      })),
    )
  })

  it('requires activation, revealed only by a correct password: runtime.accountNotActivated', async () => {
    const { accountId, login, account } = await signer()
    await owner('update account set activated_at = null where id = $1', [accountId])
    expect((await login(account, 'wrong-password')).body).toMatchObject({ type: 'LOGIN_FAILED' })
    expect(await login()).toMatchObject({ status: 403, body: { type: 'ACCOUNT_NOT_ACTIVATED' } })
  })

  it('is slowed down per network after wrong passwords, for any account: runtime.tooManyTries', async () => {
    const { account, login } = await signer()
    for (const name of [account, 'nobody@test.example']) {
      for (let tries = 0; tries < 5; tries++)
        expect((await login(name, 'wrong-password', '203.0.113.9')).body).toMatchObject({ type: 'LOGIN_FAILED' })
      expect(await login(name, PASSWORD, '203.0.113.9')).toMatchObject({
        status: 429,
        body: { type: 'TOO_MANY_TRIES', retryAfter: expect.any(Number) as number },
      })
    }
    expect((await login(account, PASSWORD, '203.0.113.10')).status).toBe(200)
  })

  it("is refused when the developer's grace period is over: runtime.vendorAccount", async () => {
    const { vendor, program, login } = await signer()
    await owner('update billing_terms set fee_fen = 100 where developer_id = $1', [vendor.developerId])
    await owner("update developer set service_until = now() - interval '16 days' where id = $1", [vendor.developerId])
    const answer = async () => (await login()).body['type']
    await expect.poll(answer).toBe('VENDOR_ACCOUNT')
    expect((await program.ask('login', { account: 'nobody@test.example', password: PASSWORD })).status).toBe(402)
  })

  it('requires the API password: runtime.unauthorized', async () => {
    const { program, account } = await signer()
    const stranger = { apiPassword: 'ab'.repeat(16) }
    expect(await program.ask('login', { account, password: PASSWORD }, stranger)).toMatchObject({
      status: 401,
      body: { type: 'UNAUTHORIZED' },
    })
    expect(await program.ask('logout', { token: 'x'.repeat(43) }, stranger)).toMatchObject({
      status: 401,
      body: { type: 'UNAUTHORIZED' },
    })
  })
})

describe('the password of a console account', () => {
  const wrong = 'wrong-password'
  /** Makes a console account a user of the program's developer, as any developer can. */
  const invite = (vendor: Vendor, account: string) => vendor.call(userCalls.create, { account, sendMail: false })

  it.each([
    ['administers a developer', async () => (await center.developer()).account],
    [
      'administered a developer that disabled it',
      async () => {
        const { account, accountId } = await center.administrator(await center.developer(), [])
        await owner('update membership set is_enabled = false where account_id = $1', [accountId])
        return account
      },
    ],
    [
      'has a one-time password',
      async () => {
        const { account, accountId } = await signer()
        await owner("update account set totp_secret = '', totp_enabled_at = now() where id = $1", [accountId])
        return account
      },
    ],
    [
      'has a passkey',
      async () => {
        const { account, accountId } = await signer()
        await owner(
          `insert into passkey (account_id, id, public_key, counter, name, is_synced, created_at)
           values ($1::uuid, $1::uuid::text, '', 0, 'key', false, now())`,
          [accountId],
        )
        return account
      },
    ],
  ])('is not tested by a program if the account %s', async (_what, accountOf) => {
    const account = await accountOf()
    const { vendor, login } = await signer()
    await invite(vendor, account)
    const nobody = `no-${account}`
    const answers = [await login(account), await login(account, wrong), await login(nobody, wrong)]
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      Array.from({ length: 3 }, () => [401, answers[2]?.body]),
    )
    expect(answers[0]?.body).toMatchObject({
      type: 'LOGIN_FAILED',
      fix: expect.stringContaining('浏览器') as string,
    })
    const { rows } = await owner('select distinct reason, user_guid from runtime_event where developer_id = $1', [
      vendor.developerId,
    ])
    expect(rows).toEqual([{ reason: 'loginFailed', user_guid: null }])
  })

  it('has one counter for all developers and the console, whether or not the account exists', async () => {
    const [mine, theirs] = [await signer(), await signer()]
    await invite(theirs.vendor, mine.account)
    for (const [nth, name] of [mine.account, 'nobody-anywhere@test.example'].entries()) {
      const network = `203.0.113.${20 + nth}`
      for (const { login } of [mine, theirs, mine, theirs, mine])
        expect((await login(name, wrong, network)).body).toMatchObject({ type: 'LOGIN_FAILED' })
      expect((await theirs.login(name, PASSWORD, network)).body).toMatchObject({ type: 'TOO_MANY_TRIES' })
      const browser = center.browser({ network })
      const refusal = await refused(browser.call(identityCalls.login, { account: name, password: PASSWORD }))
      expect(refusal.error).toBe('identity.slowedDown')
    }
  })

  it('is guarded by the failures in the console too, also over many networks', async () => {
    const { account, login } = await signer()
    const fail = () => refused(center.browser().call(identityCalls.login, { account, password: wrong }))
    await fail()
    await owner('update guess set failures = $1', [LIMITS.guessing.perAccountAnHour - 1])
    expect((await fail()).error).toBe('identity.loginFailed')
    expect((await login(account, PASSWORD, '203.0.113.40')).body).toMatchObject({ type: 'TOO_MANY_TRIES' })
  })

  it('is counted under the present address if the developer knows an older one', async () => {
    const { accountId, login, account } = await signer()
    await owner('update account set email = $2 where id = $1', [accountId, `new-${account}`])
    for (let tries = 0; tries < 5; tries++) await login(account, wrong, '203.0.113.30')
    expect((await login(`new-${account}`, PASSWORD, '203.0.113.30')).body).toMatchObject({ type: 'TOO_MANY_TRIES' })
  })

  it('and that of a shadow account have nothing in common: shadow accounts are counted per developer', async () => {
    const [mine, theirs] = [await signer(), await signer()]
    for (const { vendor } of [mine, theirs])
      await vendor.call(userCalls.create, {
        account: 'worker-7',
        accountType: 4,
        password: 'shadow-password-1',
        sendMail: false,
      })
    for (let tries = 0; tries < 5; tries++) await mine.login('worker-7', wrong, '203.0.113.31')
    expect((await mine.login('worker-7', 'shadow-password-1', '203.0.113.31')).body).toMatchObject({
      type: 'TOO_MANY_TRIES',
    })
    expect((await theirs.login('worker-7', 'shadow-password-1', '203.0.113.31')).status).toBe(200)
  })
})

describe('a token', () => {
  /** A signed-in user with an open session of a cloud license. */
  async function atWork() {
    const of = await signer()
    const { vendor, program, userGuid, login } = of
    await vendor.call(pcLicenseCalls.issue, {
      kind: 'account',
      templateGuids: [await vendor.pcTemplate('account', CLOUD)],
      userIds: [userGuid],
    })
    const {
      body: { token },
    } = await login()
    const open = () =>
      program.ask('openSession', { token, licenseId: vendor.licenseId, machine: { fingerprint: 'terminal-a' } })
    const {
      body: { session },
    } = await open()
    return { ...of, open, token, beat: () => program.ask('heartbeat', { session }) }
  }

  it('ends at sign-out, with its own seats and no others', async () => {
    const { program, userGuid, login, open, token, beat } = await atWork()
    const {
      body: { token: other },
    } = await login()
    expect((await beat()).status).toBe(200)
    expect((await program.ask('logout', { token: other })).status).toBe(200)
    expect((await beat()).status).toBe(200)
    expect((await program.ask('logout', { token })).status).toBe(200)
    expect((await program.ask('logout', { token })).status).toBe(200)
    expect(await beat()).toMatchObject({ status: 401, body: { type: 'TOKEN_EXPIRED' } })
    expect(await open()).toMatchObject({ status: 401, body: { type: 'TOKEN_EXPIRED' } })
    expect((await owner('select end_kind from seat where user_guid = $1', [userGuid])).rows).toEqual([
      { end_kind: 'ended' },
    ])
  })

  it.each([
    [
      'the password changes',
      (of: Awaited<ReturnType<typeof atWork>>) =>
        owner('update account set password_hash = $2 where id = $1', [of.accountId, `${PASSWORD_HASH} `]),
    ],
    [
      'the user is deleted',
      (of: Awaited<ReturnType<typeof atWork>>) => of.vendor.call(userCalls.delete, { guid: of.userGuid }),
    ],
  ])('ends when %s: runtime.tokenExpired', async (_when, happens) => {
    const of = await atWork()
    await happens(of)
    expect([await of.beat(), await of.open()]).toMatchObject([
      { status: 401, body: { type: 'TOKEN_EXPIRED' } },
      { status: 401, body: { type: 'TOKEN_EXPIRED' } },
    ])
  })

  it('ends after its maximum age', async () => {
    const { login, program, vendor } = await signer()
    const {
      body: { token },
    } = await login()
    center.clock.advance(30 * DAY_MS)
    expect(
      (await program.ask('openSession', { token, licenseId: vendor.licenseId, machine: { fingerprint: 'terminal-a' } }))
        .body,
    ).toMatchObject({ type: 'TOKEN_EXPIRED' })
  })
})
