// Attacks on registration, sign-in and the own account. Each test closes one way to break in or to lock an owner out.
import { randomInt, randomUUID } from 'node:crypto'
import { ERRORS, HOUR_MS, LIMITS, identityCalls, ownAccountCalls, userCalls } from '@sealwright/contract'
import type { ErrorName } from '@sealwright/contract'
import { composeCenter } from '@sealwright/server'
import { PASSWORD, createAuthenticator, createTestCenter, userPayload } from '@sealwright/testkit'
import type { Browser, TestCenter } from '@sealwright/testkit'
import { generateSync } from 'otplib'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createGuessing, forgetGuesses } from './credentials/guessing.service.ts'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
})
afterAll(() => center.close())

const refused = (error: ErrorName) => ({ code: ERRORS[error].code })
const minutes = (n: number) => center.clock.advance(n * 60_000)
const tryOn = (browser: Browser, account: string, password = PASSWORD) =>
  browser.call(identityCalls.login, { account, password })
const outcome = (work: Promise<unknown>): Promise<number> =>
  work.then(
    () => 0,
    (error: unknown) => (error as { code: number }).code,
  ) // a refusal has a code

async function signedIn(account: string, password = PASSWORD): Promise<Browser> {
  const browser = center.browser()
  await tryOn(browser, account, password)
  return browser
}

/** Enables one-time passwords and returns a function for the current code. */
async function withTotp(browser: Browser): Promise<() => string> {
  await browser.call(identityCalls.confirm, { password: PASSWORD })
  const { secret } = await browser.call(ownAccountCalls.startTotp, {})
  const code = () => generateSync({ strategy: 'totp', secret, epoch: Math.floor(center.clock.now().getTime() / 1000) })
  await browser.call(ownAccountCalls.enableTotp, { code: code() })
  center.clock.advance(LIMITS.secondFactor.stepSeconds * 2_000)
  return code
}

/** An open transaction that has changed the account's password and ended its sessions. */
async function passwordBeingReset(accountId: string) {
  const client = await center.ground.database.owner.connect()
  await client.query('begin')
  await client.query("update account set password_hash = '!' where id = $1", [accountId])
  await client.query('delete from session where account_id = $1', [accountId])
  return async () => {
    await client.query('commit')
    client.release()
  }
}

/** An open transaction that gives the account another address. */
async function addressBeingChanged(accountId: string) {
  const client = await center.ground.database.owner.connect()
  await client.query('begin')
  await client.query('update account set email = $2 where id = $1', [accountId, `${randomUUID()}@new.example`])
  return async () => {
    await client.query('commit')
    client.release()
  }
}

/** Waits until the call has settled or waits for a lock. */
async function settledOrWaiting(work: Promise<unknown>): Promise<void> {
  let isSettled = false
  void work.then(
    () => (isSettled = true),
    () => (isSettled = true),
  )
  await expect
    .poll(async () => {
      const { rows } = await center.ground.database.owner.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      return isSettled || rows.length > 0
    })
    .toBe(true)
}

describe('adding and deleting the same address repeatedly', () => {
  const messagesTo = async (to: string) =>
    (
      await center.ground.database.owner.query<{ kind: string }>('select kind from mail_outbox where recipient = $1', [
        to,
      ])
    ).rows.length
  const liveFor = async (target: string) =>
    (
      await center.ground.database.owner.query(
        'select 1 from verification where target = $1 and used_at is null and expires_at > $2',
        [target, center.clock.now()],
      )
    ).rows.length

  it('as a user neither floods the mailbox nor leaves many valid codes, and the user is still added', async () => {
    const { call } = await center.developer()
    const account = `target-${randomUUID()}@attacks.example`
    const add = () => call(userCalls.create, userPayload({ account, needActivation: true, sendMail: true }))
    for (let n = 1; n <= LIMITS.verification.perHourFromNetwork + 2; n++) {
      const { guid } = await add()
      expect(await messagesTo(account)).toBe(Math.min(n, LIMITS.verification.perHourFromNetwork))
      expect(await liveFor(account)).toBe(Math.min(n, 3))
      await call(userCalls.delete, { guid })
    }
    // The newest link works.
    const { link } = await center.message(account)
    expect(await center.visitor(identityCalls.checkLink, { link })).toMatchObject({ purpose: 'activate', account })
    minutes(60)
    const { guid } = await add()
    expect(await messagesTo(account)).toBe(LIMITS.verification.perHourFromNetwork + 1)
    await expect(call(userCalls.resendActivation, { guid })).rejects.toMatchObject(refused('identity.codeTooSoon'))
  })

  const { perAddress, toAddress } = LIMITS.invitation
  it.each(['e-mail', 'mobile'])(
    'as a user with an active account by %s sends a few messages a day, and the user is still added',
    async (kind) => {
      const account =
        kind === 'mobile' ? `137${String(randomInt(1e8)).padStart(8, '0')}` : `active-${randomUUID()}@attacks.example`
      const addOften = async (times: number) => {
        const { call } = await center.developer()
        const addOnce = async () => {
          const payload = userPayload({ account, needActivation: false, sendMail: true })
          await call(userCalls.delete, await call(userCalls.create, payload))
        }
        for (let n = 1; n <= times; n++) await addOnce()
        return addOnce
      }
      const addOnce = await addOften(perAddress + 2)
      expect(await messagesTo(account)).toBe(perAddress)
      for (let sent = perAddress; sent < toAddress; sent += perAddress) await addOften(perAddress)
      expect(await messagesTo(account)).toBe(toAddress)
      await addOften(1)
      expect(await messagesTo(account)).toBe(toAddress)

      await center.ground.database.owner.query(
        "update verification set sent_at = sent_at - interval '1 day' where target = $1",
        [account],
      )
      await addOnce()
      expect(await messagesTo(account)).toBe(toAddress + 1)
    },
  )
})

describe('the step that attaches a missing mobile number', () => {
  it('refuses an e-mail address, which would replace the existing one without a password or a notice', async () => {
    const sending = await createTestCenter({ config: { smsUrl: 'http://127.0.0.1:9/sms' } })
    try {
      const { account } = await sending.developer()
      const thief = sending.browser()
      expect(await tryOn(thief, account)).toMatchObject({ next: 'binding' })
      await thief.call(identityCalls.sendCode, { target: 'thief@attacks.example', purpose: 'bind' })
      const { code } = await sending.message('thief@attacks.example')
      await expect(
        thief.call(identityCalls.bind, { target: 'thief@attacks.example', verifyCode: code }),
      ).rejects.toMatchObject({ fields: [{ path: 'target', rule: 'notMobile' }] })
      expect((await sending.ground.database.owner.query('select email from account')).rows).toEqual([
        { email: account },
      ])
    } finally {
      await sending.close()
    }
  })
})

describe('while a password is being changed', () => {
  it('a sign-in with the old password is refused', async () => {
    const { account, accountId } = await center.developer()
    const thief = center.browser()
    const done = await passwordBeingReset(accountId)
    const signingIn = tryOn(thief, account)
    await settledOrWaiting(signingIn)
    await done()
    await expect(signingIn).rejects.toMatchObject(refused('identity.loginFailed'))
    expect(
      (await center.ground.database.owner.query('select 1 from session where account_id = $1', [accountId])).rows,
    ).toEqual([])
    // A failed sign-in creates no known device and no record of a sign-in.
    expect(thief.cookies.size).toBe(0)
    expect(
      (
        await center.ground.database.owner.query('select 1 from device where account_id = $1 and network = $2', [
          accountId,
          thief.network,
        ])
      ).rows,
    ).toEqual([])
    expect(
      (
        await center.ground.database.owner.query(
          "select 1 from sign_in where account_id = $1 and network = $2 and outcome = 'signedIn'",
          [accountId, thief.network],
        )
      ).rows,
    ).toEqual([])
  })

  it('a sign-in between the password and the second factor is refused', async () => {
    const { account, accountId } = await center.developer()
    const code = await withTotp(await signedIn(account))
    const thief = center.browser()
    expect(await tryOn(thief, account)).toMatchObject({ next: 'mfa' })
    const done = await passwordBeingReset(accountId)
    const verifying = thief.call(identityCalls.mfaVerify, { method: 'totp', code: code() })
    await settledOrWaiting(verifying)
    await done()
    await expect(verifying).rejects.toMatchObject(refused('session.expired'))
    expect(
      (await center.ground.database.owner.query('select 1 from session where account_id = $1', [accountId])).rows,
    ).toEqual([])
  })
})

describe('strangers who request codes', () => {
  const ask = (browser: Browser, target: string): Promise<unknown> =>
    browser.call(identityCalls.sendCode, { target, purpose: 'resetPassword' })
  const reset = (browser: Browser, account: string, verifyCode: string) =>
    browser.call(identityCalls.resetPassword, {
      account,
      verifyCode,
      password: 'brand-New1',
      confirmPassword: 'brand-New1',
    })

  it('cannot stop the owner: after the hourly limit, a new code is sent once the others have expired', async () => {
    const { account } = await center.developer()
    for (let n = 0; n < LIMITS.verification.perHour; n++) await ask(center.browser(), account)
    const owner = center.browser()
    // A code requested by a stranger is still valid in the mailbox.
    await expect(ask(owner, account)).rejects.toMatchObject(refused('identity.codeTooSoon'))
    minutes(LIMITS.verification.minutes)
    await ask(owner, account)
    // Only one more is sent.
    await expect(ask(center.browser(), account)).rejects.toMatchObject(refused('identity.codeTooSoon'))
    await reset(owner, account, (await center.message(account)).code)
  })

  it('and read the mailbox that the owner is giving up set no password with its code', async () => {
    const { account, accountId } = await center.developer()
    const thief = center.browser()
    await ask(thief, account)
    const { code } = await center.message(account)
    const done = await addressBeingChanged(accountId)
    const resetting = reset(thief, account, code)
    await settledOrWaiting(resetting)
    await done()
    await expect(resetting).rejects.toMatchObject(refused('identity.codeWrong'))
  })

  it('get no further codes by using up the former ones with wrong tries, and the link still works', async () => {
    const { account } = await center.developer()
    for (let n = 0; n < LIMITS.verification.perHour; n++) await ask(center.browser(), account)
    // Set directly: any wrong code could be one of the twenty right ones.
    const { wrongTries } = LIMITS.verification
    await center.ground.database.owner.query('update verification set wrong_tries = $1 where target = $2', [
      wrongTries,
      account,
    ])
    const { code, link } = await center.message(account)
    await expect(reset(center.browser(), account, code)).rejects.toMatchObject(refused('identity.codeWrong'))
    await expect(ask(center.browser(), account)).rejects.toMatchObject(refused('identity.codeTooSoon'))
    const renewed = { link, password: 'brand-New1', confirmPassword: 'brand-New1' }
    await center.browser().call(identityCalls.resetPassword, renewed)
  })

  it('get the same answers for an address without an account', async () => {
    for (const target of [(await center.developer()).account, 'nobody@attacks.example']) {
      for (let n = 0; n < LIMITS.verification.perHour; n++) await ask(center.browser(), target)
      const { data } = await ask(center.browser(), target).then(
        () => ({ data: { seconds: 0 } }),
        (error: unknown) => error as { data: { seconds: number } },
      ) // a refusal contains the wait
      expect(Math.abs(data.seconds - LIMITS.verification.minutes * 60), target).toBeLessThan(10)
      minutes(LIMITS.verification.minutes)
      await ask(center.browser(), target)
    }
  })

  it('can request a limited number from one network, over all addresses', async () => {
    const { network } = center.browser()
    center.clock.advance(1)
    const start = center.clock.now()
    const send = (name: string) => outcome(ask(center.browser({ network }), `${name}@attacks.example`))
    expect(await send('first')).toBe(0)
    await center.ground.database.owner.query('update guess set failures = $1 where since >= $2', [
      LIMITS.guessing.perNetworkAnHour - 1,
      start,
    ])
    expect(await send('last')).toBe(0)
    expect(await send('another')).toBe(ERRORS['identity.codeTooSoon'].code)
    expect(await outcome(ask(center.browser(), 'another@attacks.example'))).toBe(0)
  })

  it('can guess a limited number from one network, over all accounts', async () => {
    const { network } = center.browser()
    const { account } = await center.developer()
    const owner = center.browser({ network })
    await ask(owner, account)
    const { code } = await center.message(account)
    center.clock.advance(1)
    const start = center.clock.now()
    const guess = (name: string) => outcome(reset(center.browser({ network }), `${name}@attacks.example`, '123456'))
    expect(await guess('first')).toBe(ERRORS['identity.codeWrong'].code)
    // Set the counter directly: the rate limit per minute allows fewer calls than the limit of guesses per hour.
    await center.ground.database.owner.query('update guess set failures = $1 where since >= $2', [
      LIMITS.guessing.perNetworkAnHour - 1,
      start,
    ])
    expect(await guess('last')).toBe(ERRORS['identity.codeWrong'].code)
    expect(await guess('another')).toBe(ERRORS['identity.slowedDown'].code)
    await expect(reset(owner, account, code)).rejects.toMatchObject(refused('identity.slowedDown'))
    await reset(center.browser(), account, code)
  })
})

describe('a change without a session', () => {
  const logged = async (developerId: number) =>
    (
      await center.ground.database.owner.query(
        'select call, before, after from operation_log where developer_id = $1',
        [developerId],
      )
    ).rows

  it('writes an operation log row: a password reset', async () => {
    const { account, developerId } = await center.developer()
    const browser = center.browser()
    await browser.call(identityCalls.sendCode, { target: account, purpose: 'resetPassword' })
    await browser.call(identityCalls.resetPassword, {
      account,
      verifyCode: (await center.message(account)).code,
      password: 'brand-New1',
      confirmPassword: 'brand-New1',
    })
    expect(await logged(developerId)).toEqual([
      { call: 'identity.resetPassword', before: { password: null }, after: { password: '••••••' } },
    ])
  })

  it('writes an operation log row: a bound address', async () => {
    const { account, accountId, developerId } = await center.developer()
    await center.ground.database.owner.query("update account set email = null, mobile = '13700000001' where id = $1", [
      accountId,
    ])
    const browser = center.browser()
    expect(await tryOn(browser, '13700000001')).toMatchObject({ next: 'binding' })
    await browser.call(identityCalls.sendCode, { target: account, purpose: 'bind' })
    await browser.call(identityCalls.bind, { target: account, verifyCode: (await center.message(account)).code })
    expect(await logged(developerId)).toEqual([
      { call: 'identity.bind', before: { email: null }, after: { email: account } },
    ])
    // The existing mobile number gets a notice.
    const told = await center.message('13700000001')
    expect(told.kind).toBe('addressAdded')
    expect(told.subject).toContain(account)
  })

  it('writes an operation log row: a registration', async () => {
    const [account, browser] = ['registers@attacks.example', center.browser()]
    await browser.call(identityCalls.sendCode, { target: account, purpose: 'register' })
    const given = {
      developerName: '新开发者',
      account,
      password: PASSWORD,
      confirmPassword: PASSWORD,
      verifyCode: (await center.message(account)).code,
      country: 'CN',
      timeZone: 1,
      acceptTerms: true,
    } as const
    const { developerId } = await browser.call(identityCalls.register, given)
    expect(await logged(Number(developerId))).toEqual([
      { call: 'identity.register', before: null, after: { status: '试用' } },
    ])
  })

  it('writes an operation log row: an activation', async () => {
    const { account, accountId, developerId } = await center.developer()
    await center.ground.database.owner.query('update account set activated_at = null where id = $1', [accountId])
    const browser = center.browser()
    await browser.call(identityCalls.sendCode, { target: account, purpose: 'activate' })
    await browser.call(identityCalls.activate, { link: (await center.message(account)).link })
    expect(await logged(developerId)).toEqual([
      { call: 'identity.activate', before: { activated: false }, after: { activated: true } },
    ])
  })
})

describe('repeated guessing', () => {
  it('leads to waits of up to 15 minutes, and waiting does not reset the count', async () => {
    onTestFinished(center.clock.freeze())
    const { account } = await center.developer()
    const browser = center.browser()
    for (let n = 0; n < LIMITS.guessing.freeFailures; n++) await outcome(tryOn(browser, account, 'wrong-one'))
    const waits: number[] = []
    for (let n = 0; n < 8; n++) {
      const wait = await tryOn(browser, account, 'wrong-one').catch(
        (error: unknown) => (error as { data?: { seconds?: number } }).data?.seconds ?? 0,
      ) // a refusal
      waits.push(Number(wait))
      center.clock.advance(Number(wait) * 1000)
      await outcome(tryOn(browser, account, 'wrong-one'))
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900, 900])
    // After a pause, the count starts over.
    minutes(LIMITS.guessing.windowMinutes + 16)
    for (let n = 0; n < LIMITS.guessing.freeFailures; n++)
      expect(await outcome(tryOn(browser, account, 'wrong-one'))).toBe(ERRORS['identity.loginFailed'].code)
  })
})

describe('guessing the second factor with a known password', () => {
  const guess = (browser: Browser) =>
    outcome(browser.call(identityCalls.mfaVerify, { method: 'recovery', code: 'aaaaa-aaaaa' }))

  async function halfIn(account: string, browser = center.browser()): Promise<Browser> {
    expect(await tryOn(browser, account)).toMatchObject({ next: 'mfa' })
    return browser
  }

  it('blocks only attempts from the same network', async () => {
    const { account } = await center.developer()
    const home = await signedIn(account)
    const code = await withTotp(home)
    const thief = await halfIn(account)
    for (let n = 0; n < LIMITS.guessing.freeFailures; n++)
      expect(await guess(thief)).toBe(ERRORS['identity.secondFactorWrong'].code)
    expect(await guess(thief)).toBe(ERRORS['identity.slowedDown'].code)
    await halfIn(account, home)
    expect(await home.call(identityCalls.mfaVerify, { method: 'totp', code: code() })).toMatchObject({
      next: 'dashboard',
    })
    center.clock.advance(LIMITS.secondFactor.stepSeconds * 1000)
    const elsewhere = await halfIn(account)
    expect(await elsewhere.call(identityCalls.mfaVerify, { method: 'totp', code: code() })).toMatchObject({
      next: 'dashboard',
    })
  })

  it('from many networks blocks unknown devices, but neither known devices nor a password reset', async () => {
    const { account } = await center.developer()
    const home = await signedIn(account)
    const code = await withTotp(home)
    for (let n = 0; n < LIMITS.guessing.perAccountAnHour; n++)
      expect(await guess(await halfIn(account))).toBe(ERRORS['identity.secondFactorWrong'].code)
    expect(await guess(await halfIn(account))).toBe(ERRORS['identity.useKnownDevice'].code)
    await halfIn(account, home)
    expect(await home.call(identityCalls.mfaVerify, { method: 'totp', code: code() })).toMatchObject({
      next: 'dashboard',
    })
    const away = await halfIn(account)
    expect(await guess(away)).toBe(ERRORS['identity.useKnownDevice'].code)
    await away.call(identityCalls.sendCode, { target: account, purpose: 'resetPassword' })
    await away.call(identityCalls.resetPassword, {
      account,
      verifyCode: (await center.message(account)).code,
      password: 'brand-New1',
      confirmPassword: 'brand-New1',
    })
    center.clock.advance(LIMITS.secondFactor.stepSeconds * 1000)
    expect(await tryOn(away, account, 'brand-New1')).toMatchObject({ next: 'mfa' })
    expect(await away.call(identityCalls.mfaVerify, { method: 'totp', code: code() })).toMatchObject({
      next: 'dashboard',
    })
  })

  it('does not block the password confirmation in another session', async () => {
    const { account } = await center.developer()
    const [one, other] = [await signedIn(account), await signedIn(account)]
    for (let n = 0; n <= LIMITS.guessing.freeFailures; n++)
      await outcome(one.call(identityCalls.confirm, { password: 'wrong-one' }))
    expect(await outcome(one.call(identityCalls.confirm, { password: PASSWORD }))).toBe(
      ERRORS['identity.slowedDown'].code,
    )
    await other.call(identityCalls.confirm, { password: PASSWORD })
  })
})

describe('counters of failed attempts', () => {
  it('are locked in one order and never deadlock', async () => {
    const { database } = center.ground
    const guessing = createGuessing(database)
    const of = {
      accountId: randomUUID(),
      names: ['order@attacks.example', '13700000009'],
      network: '10.9.9.0',
      device: randomUUID(),
    }
    const results: PromiseSettledResult<unknown>[] = []
    for (let round = 0; round < 60; round++) {
      const now = new Date(center.clock.now().getTime() + round * HOUR_MS)
      const tries = of.names.map(async (name) => {
        const attempt = await guessing.signIn({
          name,
          network: of.network,
          knownDevice: undefined,
          isKnownNetwork: false,
          now,
        })
        if (round % 2 === 0) await attempt.forgive()
      })
      const factor = guessing.secondFactor({
        accountId: of.accountId,
        network: of.network,
        knownDevice: undefined,
        now,
      })
      results.push(
        ...(await Promise.allSettled([
          ...tries,
          factor,
          database.outsideTenants((db) => forgetGuesses(db, of)),
          database.outsideTenants((db) => forgetGuesses(db, of)),
        ])),
      )
    }
    expect(results.filter((one) => one.status === 'rejected').map((one) => String(one.reason))).toEqual([])
  })
})

describe('removing a device', () => {
  it('waits for a running password reset before it locks sessions or devices, which the reset needs next', async () => {
    const { account, accountId } = await center.developer()
    const [owner, lost] = [await signedIn(account), await signedIn(account)]
    const { rows } = await lost.call(ownAccountCalls.devices, {})
    const guid = rows.find((row) => row.isThis)?.guid ?? ''
    const reset = await center.ground.database.owner.connect()
    try {
      await reset.query('begin')
      await reset.query('update account set password_changed_at = now() where id = $1', [accountId])
      const removing = owner.call(ownAccountCalls.removeDevice, { guid })
      await settledOrWaiting(removing)
      expect(
        (await reset.query('select 1 from session where account_id = $1 for update nowait', [accountId])).rows.length,
      ).toBeGreaterThan(1)
      expect(
        (
          await reset.query('select 1 from device where account_id = $1 and id = $2 for update nowait', [
            accountId,
            guid,
          ])
        ).rows,
      ).toHaveLength(1)
      await reset.query('commit')
      await removing
    } finally {
      reset.release()
    }
    await expect(lost.call(identityCalls.current, {})).rejects.toMatchObject(refused('session.expired'))
  })
})

describe('a session that appears on another device', () => {
  it('is logged for the operator, without the secrets of the session', async () => {
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
    const logging = await composeCenter({ ...center.ground, log }, { consoleDir: undefined })
    try {
      const { account, accountId } = await center.developer()
      const browser = await signedIn(account)
      const ask = (path: string, payload: Record<string, string>, fingerprint: string) =>
        logging.app.inject({
          method: 'POST',
          url: path,
          payload,
          headers: { ...browser.headers(), 'x-device-fingerprint': fingerprint },
        })
      await ask(identityCalls.confirm.path, { password: PASSWORD }, browser.fingerprint)
      await ask(ownAccountCalls.startTotp.path, {}, browser.fingerprint)
      expect(lines).toEqual([])
      await ask(ownAccountCalls.startTotp.path, {}, 'another one')
      await ask(identityCalls.confirm.path, { password: PASSWORD }, 'another one')
      expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
        { accountId, call: 'identity.startTotp' },
        { accountId, call: 'identity.confirm' },
      ])
      for (const secret of [
        browser.ssId ?? '',
        PASSWORD,
        browser.fingerprint,
        'another one',
        ...browser.cookies.values(),
      ])
        expect(lines.join('')).not.toContain(secret)
    } finally {
      await logging.app.close()
      await logging.captcha.close()
    }
  })
})

describe('an unknown name', () => {
  it('runs the same statements as a wrong password, without an extra wait for the disk', async () => {
    const { account } = await center.developer()
    const statementsOf = async (name: string) => {
      const asking = vi.spyOn(pg.Client.prototype, 'query')
      expect(await outcome(tryOn(center.browser(), name, 'wrong-one'))).toBe(ERRORS['identity.loginFailed'].code)
      const asked = asking.mock.calls.map(([first]: unknown[]) =>
        typeof first === 'string' ? first : (first as { text: string }).text,
      ) // a query is a text or has one
      asking.mockRestore()
      // The job queue polls on its own.
      return asked.filter((text) => !text.includes('pgboss'))
    }
    const wrong = await statementsOf(account)
    expect(wrong.length).toBeGreaterThan(5)
    expect(await statementsOf('nobody-there@attacks.example')).toEqual(wrong)
    // The write after the password check does not wait for the disk.
    expect(wrong.findIndex((text) => text.includes('synchronous_commit'))).toBeGreaterThan(
      wrong.findIndex((text) => text.includes('into guess')),
    )
  })
})

describe('the first second factor', () => {
  it('ends the sessions that began without it, because one of them could trust its own device', async () => {
    const { account } = await center.developer()
    const thief = await signedIn(account)
    const owner = await signedIn(account)
    await withTotp(owner)
    await expect(thief.call(identityCalls.current, {})).rejects.toMatchObject(refused('session.expired'))
    expect(await owner.call(identityCalls.current, {})).toMatchObject({ account: { email: account } })
  })
})

describe('a passkey as the first second factor', () => {
  it('also ends them, and a second passkey does not', async () => {
    const origin = 'https://center.example'
    const { account } = await center.developer()
    const thief = await signedIn(account)
    const owner = center.browser({ origin })
    await tryOn(owner, account)
    await owner.call(identityCalls.confirm, { password: PASSWORD })
    const add = async () => {
      const key = createAuthenticator()
      const { options } = await owner.call(ownAccountCalls.startPasskey, {})
      await owner.call(ownAccountCalls.addPasskey, { name: 'key', credential: key.create(options, origin) })
      return key
    }
    const key = await add()
    await expect(thief.call(identityCalls.current, {})).rejects.toMatchObject(refused('session.expired'))
    const laptop = center.browser({ origin })
    await tryOn(laptop, account)
    const { passkey } = await laptop.call(identityCalls.mfaOptions, {})
    await laptop.call(identityCalls.mfaVerify, { method: 'passkey', credential: key.get(passkey ?? {}, origin) })
    await add()
    await laptop.call(identityCalls.current, {})
  })
})

describe('handing over a developer', () => {
  it('reveals nothing about an address without the code sent to it', async () => {
    const { account } = await center.developer({ status: 'trial' })
    const browser = await signedIn(account)
    await browser.call(identityCalls.confirm, { password: PASSWORD })
    const change = (target: string) =>
      browser
        .call(ownAccountCalls.changeSuperAdministrator, { account: target, verifyCode: '123456' })
        .catch((error: unknown) => ({ ...(error as object) }))
    const other = await change((await center.developer()).account)
    expect(other).toMatchObject(refused('identity.codeWrong'))
    expect(await change('nobody@attacks.example')).toEqual(other)
  })
})

describe("an attacker's session that was planted in another person's browser", () => {
  it('is useless to the attacker after the next step, because each step has a new handle and secret', async () => {
    const { account } = await center.developer()
    const code = await withTotp(await signedIn(account))
    const thief = center.browser()
    expect(await tryOn(thief, account)).toMatchObject({ next: 'mfa' })
    const owner = center.browser()
    owner.ssId = thief.ssId
    for (const [name, value] of thief.cookies) owner.cookies.set(name, value)
    expect(await owner.call(identityCalls.mfaVerify, { method: 'totp', code: code() })).toMatchObject({
      next: 'dashboard',
    })
    expect(owner.ssId).not.toBe(thief.ssId)
    await expect(thief.call(identityCalls.current, {})).rejects.toMatchObject(refused('session.expired'))
    await owner.call(identityCalls.current, {})
  })

  it('does not become the session of a sign-in there', async () => {
    const { account } = await center.developer()
    const thief = await signedIn((await center.developer()).account)
    const owner = center.browser()
    owner.ssId = thief.ssId
    for (const [name, value] of thief.cookies) owner.cookies.set(name, value)
    await tryOn(owner, account)
    const [seenByThief, seenByOwner] = [
      await thief.call(identityCalls.current, {}),
      await owner.call(identityCalls.current, {}),
    ]
    expect(seenByOwner.account.email).toBe(account)
    expect(seenByThief.account.email).not.toBe(account)
  })
})

it('cookies of a center behind TLS are Secure, HttpOnly, SameSite=Strict and without a domain', async () => {
  const { account } = await center.developer()
  const config = { ...center.ground.config, publicUrl: 'https://center.example' }
  const secure = await composeCenter({ ...center.ground, config }, { consoleDir: undefined })
  try {
    const answer = await secure.app.inject({
      method: 'POST',
      url: identityCalls.login.path,
      headers: { origin: 'https://center.example', 'x-device-fingerprint': randomUUID() },
      payload: { account, password: PASSWORD },
    })
    expect(answer.json()).toMatchObject({ code: 0 })
    expect(answer.cookies.length).toBeGreaterThan(1)
    for (const cookie of answer.cookies) {
      expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict', path: '/' })
      expect(cookie).not.toHaveProperty('domain')
    }
    expect(answer.headers['strict-transport-security']).toMatch(/^max-age=\d{8}/)
    // Another origin is refused.
    const elsewhere = await secure.app.inject({
      method: 'POST',
      url: identityCalls.login.path,
      headers: { origin: 'https://elsewhere.example', host: 'center.example' },
      payload: { account, password: PASSWORD },
    })
    expect(elsewhere.json()).toMatchObject(refused('platform.wrongOrigin'))
  } finally {
    await secure.app.close()
    await secure.captcha.close()
  }
})
