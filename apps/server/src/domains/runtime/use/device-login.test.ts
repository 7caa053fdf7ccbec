// Programs sign people in through the browser: who can confirm a code, what the program is told meanwhile, and what the
// person finds in the history.
import {
  LIMITS,
  MINUTE_MS,
  deviceLoginCalls,
  identityCalls,
  isUserCode,
  ownAccountCalls,
  plainUserCode,
  productCalls,
  userCalls,
} from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import { PASSWORD, PASSWORD_HASH, createProgram, createTestCenter, createVendor, refused } from '@sealwright/testkit'
import type { Browser, Program, TestCenter, Vendor } from '@sealwright/testkit'
import { generateSecret, generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let center: TestCenter
let vendor: Vendor
let program: Program
beforeAll(async () => {
  center = await createTestCenter({ config: { publicUrl: 'https://center.example' } })
  vendor = await createVendor(center)
  program = await createProgram(center, vendor)
})
afterAll(() => center.close())

const owner = <Row extends object>(text: string, values: unknown[] = []) =>
  center.ground.database.owner.query<Row & Record<string, unknown>>(text, values)
const PROGRAM = { programName: '星图 CAD', machineName: 'CAD-07' }
const NETWORK = '198.51.100.7'

async function ask(of = program, given: { network?: string } = {}) {
  const { status, body } = await of.ask('deviceLogin', PROGRAM, given)
  expect(status).toBe(200)
  return { ...body, userCode: String(body['userCode']), deviceCode: String(body['deviceCode']) }
}
const collect = (deviceCode: string, of = program) => of.ask('deviceToken', { deviceCode })
const wait = (seconds: number = LIMITS.deviceLogin.intervalSeconds) => center.clock.advance(seconds * 1000)

/** An account that belongs to no developer, and is a user of the vendor. */
async function endUser(of = vendor) {
  const guid = await of.user()
  const { rows } = await owner<{ account: string; account_id: string }>(
    'select account, account_id from end_user where guid = $1',
    [guid],
  )
  const { account = '', account_id: accountId = '' } = rows[0] ?? {}
  await owner('update account set password_hash = $2, activated_at = now() where id = $1', [accountId, PASSWORD_HASH])
  return { guid, account, accountId }
}
const signIn = (
  browser: Browser,
  account: string,
  given: Partial<PayloadOf<typeof identityCalls.login>> = { forProgram: true },
) => browser.call(identityCalls.login, { account, password: PASSWORD, ...given })

/** A browser in which an end user has signed in to confirm codes. */
async function confirmer(of = vendor) {
  const user = await endUser(of)
  const browser = center.browser()
  await signIn(browser, user.account)
  return { ...user, browser, call: browser.call }
}

describe('a code', () => {
  it('is shown to the person and collected by the program, which gets the same answer as a password gets', async () => {
    const asked = await ask()
    expect(asked).toMatchObject({
      userCode: expect.stringMatching(/^[B-Z]{4}-[B-Z]{4}$/) as string,
      verificationUri: 'https://center.example/device',
      verificationUriComplete: `https://center.example/device?userCode=${asked.userCode}`,
      expiresIn: 600,
      interval: 5,
    })
    expect(isUserCode(plainUserCode(asked.userCode))).toBe(true)
    const { account, call, guid } = await confirmer()
    expect(await collect(asked.deviceCode)).toMatchObject({
      status: 400,
      body: { type: 'AUTHORIZATION_PENDING', retryAfter: 5 },
    })
    const typed = ` ${asked.userCode.toLowerCase().replace('-', ' ')}`
    expect(await call(deviceLoginCalls.get, { userCode: typed })).toMatchObject({
      ...PROGRAM,
      userCode: asked.userCode,
      developerName: '测试开发者',
      network: NETWORK,
      account,
    })
    await call(deviceLoginCalls.confirm, { userCode: typed })
    wait()
    const { status, body } = await collect(asked.deviceCode)
    expect([status, body]).toMatchObject([200, { account, licenses: [], token: expect.any(String) as string }])
    const { rows } = await owner('select user_guid, network from user_token where user_guid = $1', [guid])
    expect(rows).toEqual([{ user_guid: guid, network: NETWORK }])
  })

  it('is used once, by the first of two collections at the same time: runtime.codeExpired', async () => {
    const { userCode, deviceCode } = await ask()
    const { call } = await confirmer()
    await call(deviceLoginCalls.confirm, { userCode })
    const types = (await Promise.all([collect(deviceCode), collect(deviceCode)])).map(({ body }) => body['type'])
    expect(new Set(types)).toEqual(new Set(['CODE_EXPIRED', undefined]))
    expect((await collect(deviceCode)).body).toMatchObject({ type: 'CODE_EXPIRED' })
    const other = await confirmer()
    expect((await refused(other.call(deviceLoginCalls.confirm, { userCode }))).error).toBe('deviceLogin.notFound')
  })

  it('expires for the person and the program, and its row is purged: deviceLogin.notFound', async () => {
    const { userCode, deviceCode } = await ask()
    center.clock.advance(LIMITS.deviceLogin.minutes * MINUTE_MS)
    const { call } = await confirmer()
    const refusal = await refused(call(deviceLoginCalls.get, { userCode }))
    expect([refusal.error, refusal.fields[0]?.path]).toEqual(['deviceLogin.notFound', 'userCode'])
    expect(await collect(deviceCode)).toMatchObject({ status: 410, body: { type: 'CODE_EXPIRED' } })
    center.clock.advance(1)
    await center.center.runtime.jobs.find(({ name }) => name === 'runtime.purge')?.run({}, { isLast: true })
    expect((await owner('select 1 from device_login where expires_at < $1', [center.clock.now()])).rowCount).toBe(0)
  })

  it('is stored as a digest, like the code of the program', async () => {
    const { userCode, deviceCode } = await ask()
    const { rows } = await owner('select row_to_json(d)::text as text from device_login d')
    for (const { text } of rows)
      for (const secret of [userCode, plainUserCode(userCode), deviceCode, Buffer.from(deviceCode).toString('hex')])
        expect(text).not.toContain(secret)
  })

  it('is asked for at its interval, which grows for an impatient program: runtime.slowDown', async () => {
    const { deviceCode } = await ask()
    const types = async () => (await collect(deviceCode)).body
    expect(await types()).toMatchObject({ type: 'AUTHORIZATION_PENDING' })
    wait(1)
    expect(await collect(deviceCode)).toMatchObject({ status: 429, body: { type: 'SLOW_DOWN', retryAfter: 10 } })
    wait(5)
    expect(await types()).toMatchObject({ type: 'SLOW_DOWN', retryAfter: 15 })
    wait(15)
    expect(await types()).toMatchObject({ type: 'AUTHORIZATION_PENDING', retryAfter: 15 })
  })

  it('can be denied: runtime.accessDenied', async () => {
    const { userCode, deviceCode } = await ask()
    const { call } = await confirmer()
    await call(deviceLoginCalls.deny, { userCode })
    expect(await collect(deviceCode)).toMatchObject({ status: 403, body: { type: 'ACCESS_DENIED' } })
    const other = await confirmer()
    expect((await refused(other.call(deviceLoginCalls.confirm, { userCode }))).error).toBe('deviceLogin.notFound')
  })

  it('belongs to one developer: another one cannot collect it', async () => {
    const { userCode, deviceCode } = await ask()
    const { call } = await confirmer()
    await call(deviceLoginCalls.confirm, { userCode })
    const stranger = await createProgram(center, await center.developer())
    expect((await collect(deviceCode, stranger)).body).toMatchObject({ type: 'CODE_EXPIRED' })
    expect((await collect(deviceCode)).status).toBe(200)
  })

  it('is confirmed only by a user of the developer: deviceLogin.notUser', async () => {
    const { userCode, deviceCode } = await ask()
    const { call } = await confirmer(await createVendor(center))
    for (const decision of [deviceLoginCalls.get, deviceLoginCalls.confirm, deviceLoginCalls.deny])
      expect((await refused(call(decision, { userCode }))).error).toBe('deviceLogin.notUser')
    expect((await collect(deviceCode)).body).toMatchObject({ type: 'AUTHORIZATION_PENDING' })
  })

  it('is void if the user is deleted, or the password changes, before the program collects it', async () => {
    const changes: ((user: Awaited<ReturnType<typeof confirmer>>) => Promise<unknown>)[] = [
      ({ guid }) => vendor.call(userCalls.delete, { guid }),
      ({ accountId }) => owner('update account set password_hash = $2 where id = $1', [accountId, `${PASSWORD_HASH} `]),
    ]
    for (const change of changes) {
      const { userCode, deviceCode } = await ask()
      const user = await confirmer()
      await user.call(deviceLoginCalls.confirm, { userCode })
      await change(user)
      expect((await collect(deviceCode)).body).toMatchObject({ type: 'CODE_EXPIRED' })
    }
  })

  it('signs nobody in whose account was never activated: runtime.accountNotActivated', async () => {
    const { userCode, deviceCode } = await ask()
    const { call, accountId } = await confirmer()
    await owner('update account set activated_at = null where id = $1', [accountId])
    await call(deviceLoginCalls.confirm, { userCode })
    expect((await collect(deviceCode)).body).toMatchObject({ type: 'ACCOUNT_NOT_ACTIVATED' })
  })

  it('cannot be guessed: wrong codes are slowed down, over all sessions of the account', async () => {
    const user = await endUser()
    const guess = async () => {
      const browser = center.browser()
      await signIn(browser, user.account)
      return (await refused(browser.call(deviceLoginCalls.confirm, { userCode: 'BCDF-GHJK' }))).error
    }
    for (let tries = 0; tries < LIMITS.guessing.freeFailures; tries++)
      expect(await guess()).toBe('deviceLogin.notFound')
    expect(await guess()).toBe('identity.slowedDown')
  })

  it('is not given out without limit: a network and a developer have a maximum of open codes', async () => {
    const busy = await center.developer()
    const theirs = await createProgram(center, busy)
    const network = '203.0.113.60'
    const { deviceCode } = await ask(theirs, { network })
    await owner(
      `insert into device_login (developer_id, digest, user_code, network, state, interval_seconds,
         created_at, expires_at)
       select developer_id, sha256(n::text::bytea), n::text, network, state, interval_seconds, created_at, expires_at
       from device_login, generate_series(2, $2::int) n where developer_id = $1`,
      [busy.developerId, LIMITS.deviceLogin.openOfNetwork],
    )
    expect(await theirs.ask('deviceLogin', {}, { network })).toMatchObject({
      status: 429,
      body: { type: 'TOO_MANY_TRIES', retryAfter: 60 },
    })
    await ask(theirs, { network: '203.0.113.61' })
    await ask(program, { network })
    expect((await collect(deviceCode, theirs)).body).toMatchObject({ type: 'AUTHORIZATION_PENDING' })
  })

  it("is neither given out nor collected after the developer's grace period: runtime.vendorAccount", async () => {
    const late = await createVendor(center)
    const theirs = await createProgram(center, late)
    const { deviceCode } = await ask(theirs)
    await owner('update billing_terms set fee_fen = 100 where developer_id = $1', [late.developerId])
    await owner("update developer set service_until = now() - interval '16 days' where id = $1", [late.developerId])
    expect((await theirs.ask('deviceLogin', {})).body).toMatchObject({ type: 'VENDOR_ACCOUNT' })
    expect((await collect(deviceCode, theirs)).body).toMatchObject({ type: 'VENDOR_ACCOUNT' })
  })
})

describe('a person', () => {
  it('without a developer signs in only to confirm: no other call works, the decision ends the session', async () => {
    const { account } = await endUser()
    const browser = center.browser()
    expect((await refused(signIn(browser, account, {}))).error).toBe('identity.ordinaryUser')
    await signIn(browser, account)
    for (const call of [identityCalls.current, ownAccountCalls.security, productCalls.find])
      expect((await refused(browser.call(call, {}))).error).toBe('session.expired')
    const { userCode } = await ask()
    await browser.call(deviceLoginCalls.get, { userCode })
    expect(await browser.call(deviceLoginCalls.confirm, { userCode })).toEqual({ isSignedOut: true })
    expect((await refused(browser.call(deviceLoginCalls.get, { userCode }))).error).toBe('session.expired')
  })

  it('stays signed in to the console as an administrator, and is signed in to the program as a user', async () => {
    const administrator = await center.developer()
    await vendor.call(userCalls.create, { account: administrator.account, sendMail: false })
    const { userCode, deviceCode } = await ask()
    expect(await administrator.call(deviceLoginCalls.confirm, { userCode })).toEqual({ isSignedOut: false })
    await administrator.call(identityCalls.current, {})
    expect((await collect(deviceCode)).body).toMatchObject({ account: administrator.account })
  })

  it('whom a developer has disabled still signs in to programs of others, and to nothing else', async () => {
    const { account, accountId } = await center.administrator(await center.developer(), [])
    await owner('update membership set is_enabled = false where account_id = $1', [accountId])
    await vendor.call(userCalls.create, { account, sendMail: false })
    const browser = center.browser()
    expect((await refused(signIn(browser, account, {}))).error).toBe('identity.disabled')
    await signIn(browser, account)
    expect((await refused(browser.call(identityCalls.current, {}))).error).toBe('session.expired')
    const { userCode, deviceCode } = await ask()
    await browser.call(deviceLoginCalls.confirm, { userCode })
    expect((await collect(deviceCode)).status).toBe(200)
  })

  it('with a second factor confirms nothing before it is given', async () => {
    const { account, accountId } = await endUser()
    const secret = generateSecret()
    const sealed = center.ground.box.seal(`totp ${accountId}`, Buffer.from(secret))
    await owner('update account set totp_secret = $2, totp_enabled_at = now() where id = $1', [accountId, sealed])
    const { userCode, deviceCode } = await ask()
    const browser = center.browser()
    const { call } = browser
    expect(await signIn(browser, account)).toMatchObject({ next: 'mfa' })
    expect((await refused(call(deviceLoginCalls.confirm, { userCode }))).error).toBe('session.expired')
    expect((await collect(deviceCode)).body).toMatchObject({ type: 'AUTHORIZATION_PENDING' })
    const code = generateSync({ secret, epoch: Math.floor(center.clock.now().getTime() / 1000) })
    expect(await call(identityCalls.mfaVerify, { method: 'totp', code })).toMatchObject({ next: 'dashboard' })
    expect((await refused(call(identityCalls.current, {}))).error).toBe('session.expired')
    await call(deviceLoginCalls.confirm, { userCode })
    expect((await collect(deviceCode)).status).toBe(200)
  })

  it('who is not activated does not sign in: identity.notActivated', async () => {
    const { account, accountId } = await endUser()
    await owner('update account set activated_at = null where id = $1', [accountId])
    expect((await refused(signIn(center.browser(), account))).error).toBe('identity.notActivated')
  })

  it('loses the session after minutes', async () => {
    const { call } = await confirmer()
    center.clock.advance(LIMITS.secondFactor.pendingMinutes * MINUTE_MS)
    expect((await refused(call(deviceLoginCalls.get, { userCode: 'BCDF-GHJK' }))).error).toBe('session.expired')
  })
})

describe('the history of a person', () => {
  it('has sign-ins and failures in programs, with the developer, and fewer rows than a flood has tries', async () => {
    const administrator = await center.developer()
    await vendor.call(userCalls.create, { account: administrator.account, sendMail: false })
    const login = () => program.ask('login', { account: administrator.account, password: PASSWORD })
    for (let tries = 0; tries < LIMITS.guessing.freeFailures + 20; tries++) await login()
    for (const decision of [deviceLoginCalls.deny, deviceLoginCalls.confirm] as const) {
      const { userCode, deviceCode } = await ask()
      await administrator.call(decision, { userCode })
      await collect(deviceCode)
      wait(1)
    }
    const { rows } = await administrator.call(ownAccountCalls.findSignIns, {})
    const inPrograms = rows.filter(({ developerName }) => developerName !== null)
    expect(inPrograms.map(({ outcome, developerName, network }) => [outcome, developerName, network])).toEqual(
      ['signedIn', 'denied', 'slowedDown', ...Array.from({ length: 5 }, () => 'browserNeeded')].map((outcome) => [
        outcome,
        '测试开发者',
        NETWORK,
      ]),
    )
    expect(rows.filter(({ developerName }) => developerName === null).map(({ outcome }) => outcome)).toEqual([
      'signedIn',
    ])
  })

  it('has the outcomes of passwords in programs: right, wrong, and right but not activated', async () => {
    const { account, accountId } = await endUser()
    const login = (password: string) => program.ask('login', { account, password })
    await login('wrong-password')
    await login(PASSWORD)
    await owner('update account set activated_at = null where id = $1', [accountId])
    await login(PASSWORD)
    const { rows } = await owner('select outcome, developer_id from sign_in where account_id = $1 order by id', [
      accountId,
    ])
    expect(rows).toEqual(
      ['wrongPassword', 'signedIn', 'notActivated'].map((outcome) => ({
        outcome,
        developer_id: vendor.developerId,
      })),
    )
  })

  it('does not make the network of a program known to the console', async () => {
    const { account } = await endUser()
    await program.ask('login', { account, password: PASSWORD })
    const browser = center.browser({ network: NETWORK })
    await owner('delete from guess')
    await refused(signIn(browser, account, { password: 'wrong-password' }))
    // An unknown network counts for the network, for the account from here, and for the account anywhere.
    expect((await owner('select 1 from guess')).rowCount).toBe(3)
  })
})
