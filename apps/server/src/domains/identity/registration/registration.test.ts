// Calls without a session: codes, registering, resetting the password, activating. Also proves that the answers do not
// reveal which accounts exist.
import {
  DAY_MS,
  ERRORS,
  HOUR_MS,
  LIMITS,
  accessCalls,
  dashboardCalls,
  identityCalls,
  productCalls,
  userCalls,
} from '@sealwright/contract'
import type { ErrorName } from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import { PASSWORD, createTestCenter, productPayload, userPayload } from '@sealwright/testkit'
import type { Browser, TestCenter } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_PASSWORD } from '../credentials/passwords.ts'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter({ isDemo: () => true })
})
afterAll(() => center.close())

const refused = (error: ErrorName) => ({ code: ERRORS[error].code })
let number = 0
const newAddress = () => `person-${++number}@registration.example`
const newMobile = () => `139${String(++number).padStart(8, '0')}`

/** The error of a sign-in with the first password; empty on success. */
const outcomeOf = (account: string) =>
  center
    .browser()
    .call(identityCalls.login, { account, password: PASSWORD })
    .then(
      () => '',
      (error: unknown) => (error as { error: string }).error,
    ) // a refusal has a name

function registration(
  account: string,
  verifyCode: string,
  given: Partial<PayloadOf<typeof identityCalls.register>> = {},
): PayloadOf<typeof identityCalls.register> {
  return {
    developerName: '新开发者',
    account,
    password: 'first-Pass1',
    confirmPassword: 'first-Pass1',
    verifyCode,
    country: 'DE',
    timeZone: 40,
    acceptTerms: true,
    ...given,
  }
}

async function codeFor(browser: Browser, target: string, purpose: PayloadOf<typeof identityCalls.sendCode>['purpose']) {
  await browser.call(identityCalls.sendCode, { target, purpose })
  return (await center.message(target)).code
}

async function registered(account = newAddress()): Promise<{ account: string; browser: Browser; developerId: number }> {
  const browser = center.browser()
  const { developerId } = await browser.call(
    identityCalls.register,
    registration(account, await codeFor(browser, account, 'register')),
  )
  return { account, browser, developerId: Number(developerId) }
}

describe('registering', () => {
  it('creates a trial developer whose super administrator can sign in', async () => {
    const { account, browser, developerId } = await registered()
    expect(
      await browser.call(identityCalls.login, { account: account.toUpperCase(), password: 'first-Pass1' }),
    ).toMatchObject({ next: 'dashboard' })
    const session = await browser.call(identityCalls.current, {})
    expect(session).toMatchObject({
      isMainAccount: true,
      timeZone: 'Europe/Berlin',
      timeZoneId: 40,
      developer: { id: String(developerId), name: '新开发者', devInfo: { status: 'trial' } },
    })
    await browser.call(productCalls.create, productPayload())
    await expect(browser.call(productCalls.create, productPayload())).rejects.toMatchObject(
      refused('product.trialLimit'),
    )
    await expect(browser.call(productCalls.create, productPayload({ licenseForm: 2 }))).rejects.toMatchObject(
      refused('product.trialSoftForm'),
    )
  })

  it('stores the campaign that the visitor came from', async () => {
    const account = newAddress()
    const browser = center.browser()
    const { developerId } = await browser.call(
      identityCalls.register,
      registration(account, await codeFor(browser, account, 'register'), {
        spreadCode: 'spring',
        bdVid: 'click-1',
        keyword: '软件加密',
      }),
    )
    const { rows } = await center.ground.database.owner.query(
      'select spread_code, bd_vid, source_keyword, country from developer where id = $1',
      [developerId],
    )
    expect(rows[0]).toEqual({ spread_code: 'spring', bd_vid: 'click-1', source_keyword: '软件加密', country: 'DE' })
    await expect(
      browser.call(identityCalls.register, registration(account, '000000', { spreadCode: 'x'.repeat(31) })),
    ).rejects.toMatchObject({ fields: [{ path: 'spreadCode', rule: 'tooLong' }] })
  })

  it('accepts a mobile number and then requires an e-mail address', async () => {
    const account = newMobile()
    const browser = center.browser()
    await browser.call(identityCalls.register, registration(account, await codeFor(browser, account, 'register')))
    expect(await browser.call(identityCalls.login, { account, password: 'first-Pass1' })).toMatchObject({
      next: 'binding',
    })
    expect(await browser.call(identityCalls.binding, {})).toEqual({ missing: 'email', isPostponable: false })
    await expect(browser.call(dashboardCalls.get, {})).rejects.toMatchObject(refused('session.expired'))
    await expect(browser.call(identityCalls.postponeBinding, {})).rejects.toMatchObject(refused('identity.emailNeeded'))
    const other = newMobile()
    await expect(
      browser.call(identityCalls.bind, { target: other, verifyCode: await codeFor(browser, other, 'bind') }),
    ).rejects.toMatchObject(refused('identity.emailNeeded'))
    await expect(browser.call(identityCalls.sendCode, { target: account, purpose: 'bind' })).rejects.toMatchObject(
      refused('identity.addressSame'),
    )
    const email = newAddress()
    await expect(browser.call(identityCalls.bind, { target: email, verifyCode: '000000' })).rejects.toMatchObject(
      refused('identity.codeWrong'),
    )
    const before = browser.ssId
    expect(
      await browser.call(identityCalls.bind, { target: email, verifyCode: await codeFor(browser, email, 'bind') }),
    ).toMatchObject({ next: 'dashboard' })
    expect(browser.ssId).not.toBe(before)
    expect(await browser.call(identityCalls.current, {})).toMatchObject({ account: { email, mobile: account } })
    await expect(browser.call(identityCalls.binding, {})).rejects.toMatchObject(refused('identity.notOwed'))
  })

  it('does not bind an address of another account', async () => {
    const taken = (await registered()).account
    const account = newMobile()
    const browser = center.browser()
    await browser.call(identityCalls.register, registration(account, await codeFor(browser, account, 'register')))
    await browser.call(identityCalls.login, { account, password: 'first-Pass1' })
    await expect(
      browser.call(identityCalls.bind, { target: taken, verifyCode: await codeFor(browser, taken, 'bind') }),
    ).rejects.toMatchObject(refused('identity.addressTaken'))
  })

  it('reports each invalid field', async () => {
    const bad: [Partial<PayloadOf<typeof identityCalls.register>>, string, string][] = [
      [{ developerName: '' }, 'developerName', 'required'],
      [{ developerName: 'a<b' }, 'developerName', 'specialCharacters'],
      [{ account: 'nobody' }, 'account', 'notAccount'],
      [{ account: '23900000000' }, 'account', 'notAccount'],
      [{ password: '12345', confirmPassword: '12345' }, 'password', 'tooShort'],
      [{ confirmPassword: 'x'.repeat(21) }, 'confirmPassword', 'tooLong'],
      [{ password: ' spaced ', confirmPassword: ' spaced ' }, 'password', 'passwordFormat'],
      [{ confirmPassword: 'other-Pass1' }, 'confirmPassword', 'passwordsDiffer'],
      [{ verifyCode: '' }, 'verifyCode', 'required'],
      [{ country: '' as 'DE' }, 'country', 'required'],
      [{ country: 'XX' as 'DE' }, 'country', 'badFormat'],
      [{ timeZone: 89 }, 'timeZone', 'badFormat'],
      [{ timeZone: 0 }, 'timeZone', 'tooSmall'],
      [{ timeZone: 101 }, 'timeZone', 'tooBig'],
      [{ acceptTerms: false }, 'acceptTerms', 'termsNotAccepted'],
    ]
    for (const [given, path, rule] of bad) {
      await expect(
        center.browser().call(identityCalls.register, registration(newAddress(), '123456', given)),
        `${path} ${rule}`,
      ).rejects.toMatchObject({ fields: [{ path, rule }] })
    }
    const long = {
      password: 'x'.repeat(LIMITS.account.passwordMax + 1),
      confirmPassword: 'x'.repeat(LIMITS.account.passwordMax + 1),
    }
    await expect(
      center.browser().call(identityCalls.register, registration(newAddress(), '123456', long)),
    ).rejects.toMatchObject({
      fields: [
        { path: 'password', rule: 'tooLong' },
        { path: 'confirmPassword', rule: 'tooLong' },
      ],
    })
  })

  it('sends no code to an address that has an account, and reveals this only in the message', async () => {
    const { account } = await registered()
    const browser = center.browser()
    center.clock.advance(LIMITS.verification.resendSeconds * 1000)
    const answer = await browser.call(identityCalls.sendCode, { target: account, purpose: 'register' })
    expect(answer).toEqual(
      await center.browser().call(identityCalls.sendCode, { target: newAddress(), purpose: 'register' }),
    )
    const message = await center.message(account)
    expect(message.subject).toContain('已经注册')
    expect(message.code).toBe('')
  })

  it('with the same address several times at once creates one developer', async () => {
    const account = newAddress()
    const browser = center.browser()
    const verifyCode = await codeFor(browser, account, 'register')
    const tries = await Promise.allSettled(
      [1, 2, 3].map(() => center.browser().call(identityCalls.register, registration(account, verifyCode))),
    )
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    const { rows } = await center.ground.database.owner.query('select 1 from account where email = $1', [account])
    expect(rows).toHaveLength(1)
  })

  it('is refused if the account joined a developer meanwhile', async () => {
    const account = newAddress()
    const browser = center.browser()
    const verifyCode = await codeFor(browser, account, 'register')
    await (await center.developer()).call(accessCalls.create, { account })
    await center.accept(account)
    await expect(browser.call(identityCalls.register, registration(account, verifyCode))).rejects.toMatchObject(
      refused('identity.accountTaken'),
    )
  })

  it.each([true, false])(
    'takes over an account that a developer added as a user before (needs activation: %s)',
    async (needActivation) => {
      const other = await center.developer()
      const account = newAddress()
      const { guid } = await other.call(userCalls.create, userPayload({ account, needActivation, sendMail: true }))
      const stranger = newAddress()
      const browser = center.browser()
      const answer = await browser.call(identityCalls.sendCode, { target: account, purpose: 'register' })
      expect(answer).toEqual(await browser.call(identityCalls.sendCode, { target: stranger, purpose: 'register' }))
      const kinds = await Promise.all(
        [account, stranger].map(async (to) => (await center.message(to)).subject.replace(/\d/g, '')),
      )
      expect(kinds[0]).toBe(kinds[1])
      const { developerId } = await browser.call(
        identityCalls.register,
        registration(account, (await center.message(account)).code),
      )
      expect(await browser.call(identityCalls.login, { account, password: 'first-Pass1' })).toMatchObject({
        next: 'dashboard',
      })
      expect(await browser.call(identityCalls.current, {})).toMatchObject({
        isMainAccount: true,
        developer: { id: developerId },
      })
      expect(await other.call(userCalls.get, { guid })).toMatchObject({ account, activated: true })
      expect((await center.message(account)).kind).toBe('register')
    },
  )

  it('replaces the password of an existing account only with a correct code, and notifies its owner', async () => {
    const former = await center.developer()
    const { account, accountId } = await center.administrator(former, [])
    await former.call(accessCalls.delete, { userId: accountId })
    const browser = center.browser()
    const verifyCode = await codeFor(browser, account, 'register')
    await expect(
      browser.call(identityCalls.register, registration(account, verifyCode === '111111' ? '222222' : '111111')),
    ).rejects.toMatchObject(refused('identity.codeWrong'))
    expect(await outcomeOf(account)).toBe('identity.ordinaryUser')
    await browser.call(identityCalls.register, registration(account, verifyCode))
    expect((await center.message(account)).kind).toBe('passwordChanged')
    expect(await outcomeOf(account)).toBe('identity.loginFailed')
    expect(await browser.call(identityCalls.login, { account, password: 'first-Pass1' })).toMatchObject({
      next: 'dashboard',
    })
  })

  it('that fails halfway leaves the password of an existing account as it was', async () => {
    const former = await center.developer()
    const { account, accountId } = await center.administrator(former, [])
    await former.call(accessCalls.delete, { userId: accountId })
    const browser = center.browser()
    const verifyCode = await codeFor(browser, account, 'register')
    const { owner } = center.ground.database
    await owner.query(`
      create function fail_halfway() returns trigger language plpgsql as $$ begin raise 'halfway'; end $$;
      create trigger fail_halfway before insert on sign_in for each row
        when (new.outcome = 'passwordReset') execute function fail_halfway()`)
    try {
      await expect(browser.call(identityCalls.register, registration(account, verifyCode))).rejects.toMatchObject(
        refused('platform.systemError'),
      )
    } finally {
      await owner.query('drop trigger fail_halfway on sign_in; drop function fail_halfway')
    }
    expect(await outcomeOf(account)).toBe('identity.ordinaryUser')
  })
})

describe('a code', () => {
  it('works once', async () => {
    const { account, browser } = await registered()
    const verifyCode = await codeFor(browser, account, 'resetPassword')
    const payload = { account, verifyCode, password: 'second-Pass1', confirmPassword: 'second-Pass1' }
    await browser.call(identityCalls.resetPassword, payload)
    await expect(browser.call(identityCalls.resetPassword, payload)).rejects.toMatchObject(
      refused('identity.codeWrong'),
    )
  })

  it('is invalid after five wrong tries, even if they come at once', async () => {
    const { account, browser } = await registered()
    const verifyCode = await codeFor(browser, account, 'resetPassword')
    const wrong = verifyCode === '111111' ? '222222' : '111111'
    const attempt = (code: string) =>
      center.browser().call(identityCalls.resetPassword, {
        account,
        verifyCode: code,
        password: 'second-Pass1',
        confirmPassword: 'second-Pass1',
      })
    await Promise.allSettled(Array.from({ length: LIMITS.verification.wrongTries }, () => attempt(wrong)))
    await expect(attempt(verifyCode)).rejects.toMatchObject(refused('identity.codeWrong'))
  })

  it('still works after four wrong tries', async () => {
    const { account, browser } = await registered()
    const verifyCode = await codeFor(browser, account, 'resetPassword')
    const wrong = verifyCode === '111111' ? '222222' : '111111'
    const attempt = (code: string) =>
      center.browser().call(identityCalls.resetPassword, {
        account,
        verifyCode: code,
        password: 'second-Pass1',
        confirmPassword: 'second-Pass1',
      })
    await Promise.allSettled(Array.from({ length: LIMITS.verification.wrongTries - 1 }, () => attempt(wrong)))
    await attempt(verifyCode)
  })

  it('expires after ten minutes', async () => {
    const { account, browser } = await registered()
    const early = await codeFor(browser, account, 'resetPassword')
    center.clock.advance(LIMITS.verification.minutes * 60_000 - 30_000)
    await browser.call(identityCalls.resetPassword, {
      account,
      verifyCode: early,
      password: 'second-Pass1',
      confirmPassword: 'second-Pass1',
    })
    const late = await codeFor(browser, account, 'resetPassword')
    center.clock.advance(LIMITS.verification.minutes * 60_000 + 1_000)
    await expect(
      browser.call(identityCalls.resetPassword, {
        account,
        verifyCode: late,
        password: 'third-Pass1',
        confirmPassword: 'third-Pass1',
      }),
    ).rejects.toMatchObject(refused('identity.codeWrong'))
  })

  it('stays valid when a stranger requests another one', async () => {
    const { account, browser } = await registered()
    const verifyCode = await codeFor(browser, account, 'resetPassword')
    await center.browser().call(identityCalls.sendCode, { target: account, purpose: 'resetPassword' })
    await browser.call(identityCalls.resetPassword, {
      account,
      verifyCode,
      password: 'second-Pass1',
      confirmPassword: 'second-Pass1',
    })
  })

  it('for one purpose does not work for another', async () => {
    const { account, browser } = await registered()
    const verifyCode = await codeFor(browser, account, 'activate').catch(() => '000000')
    await expect(
      browser.call(identityCalls.resetPassword, {
        account,
        verifyCode,
        password: 'second-Pass1',
        confirmPassword: 'second-Pass1',
      }),
    ).rejects.toMatchObject(refused('identity.codeWrong'))
  })

  it('is sent to an address at most once a minute and five times an hour per network', async () => {
    const target = newAddress()
    const browser = center.browser()
    for (let n = 0; n < LIMITS.verification.perHourFromNetwork; n++) {
      await browser.call(identityCalls.sendCode, { target, purpose: 'register' })
      await expect(browser.call(identityCalls.sendCode, { target, purpose: 'register' })).rejects.toMatchObject({
        ...refused('identity.codeTooSoon'),
        data: { seconds: expect.any(Number) as number },
      })
      center.clock.advance(LIMITS.verification.resendSeconds * 1000)
    }
    await expect(browser.call(identityCalls.sendCode, { target, purpose: 'register' })).rejects.toMatchObject(
      refused('identity.codeTooSoon'),
    )
    await center.browser().call(identityCalls.sendCode, { target, purpose: 'register' })
    center.clock.advance(HOUR_MS)
    await browser.call(identityCalls.sendCode, { target, purpose: 'register' })
  })

  it('is sent at most twenty times an hour over all networks, even if all requests come at once', async () => {
    const target = newAddress()
    const tries = await Promise.allSettled(
      Array.from({ length: LIMITS.verification.perHour + 5 }, () =>
        center.browser().call(identityCalls.sendCode, { target, purpose: 'register' }),
      ),
    )
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(LIMITS.verification.perHour)
  })

  it('for binding or handing over requires a session', async () => {
    const visitor = center.browser()
    await expect(visitor.call(identityCalls.sendCode, { target: newAddress(), purpose: 'bind' })).rejects.toMatchObject(
      refused('session.expired'),
    )
    await expect(
      visitor.call(identityCalls.sendCode, { target: newAddress(), purpose: 'superAdministrator' }),
    ).rejects.toMatchObject(refused('session.expired'))
    const actor = await center.developer()
    const sub = await center.administrator(actor, [])
    await expect(
      sub.call(identityCalls.sendCode, { target: actor.account, purpose: 'superAdministrator' }),
    ).rejects.toMatchObject(refused('platform.superOnly'))
    await expect(
      actor.call(identityCalls.sendCode, { target: actor.account, purpose: 'superAdministrator' }),
    ).rejects.toMatchObject(refused('identity.alreadySuper'))
    // The answer does not reveal whether the address has an account.
    for (const target of [sub.account, newAddress(), (await center.developer()).account]) {
      expect(
        (await actor.call(identityCalls.sendCode, { target, purpose: 'superAdministrator' })).expiresInSeconds,
      ).toBe(LIMITS.superAdministratorChange.codeMinutes * 60)
      const message = await center.message(target)
      expect(message.kind).toBe('superAdministrator')
      expect(message.body).toContain(`${LIMITS.superAdministratorChange.codeMinutes} 分钟`)
    }
  })

  it('is stored only as a hash', async () => {
    const { account, browser } = await registered()
    const code = await codeFor(browser, account, 'resetPassword')
    const { rows } = await center.ground.database.owner.query<{ row: object }>(
      'select to_jsonb(v) as row from verification v where target = $1',
      [account],
    )
    expect(rows).not.toEqual([])
    for (const { row } of rows) expect(Object.values(row)).not.toContain(code)
  })
})

describe('a new password', () => {
  it('ends every session, invalidates the old password, and notifies the owner', async () => {
    const { account, browser } = await registered()
    await browser.call(identityCalls.login, { account, password: 'first-Pass1' })
    const elsewhere = center.browser()
    const verifyCode = await codeFor(elsewhere, account, 'resetPassword')
    await elsewhere.call(identityCalls.resetPassword, {
      account,
      verifyCode,
      password: 'second-Pass1',
      confirmPassword: 'second-Pass1',
    })
    await expect(browser.call(identityCalls.current, {})).rejects.toMatchObject(refused('session.expired'))
    await expect(browser.call(identityCalls.login, { account, password: 'first-Pass1' })).rejects.toMatchObject(
      refused('identity.loginFailed'),
    )
    const told = await center.message(account)
    expect(told.subject).toContain('密码已更改')
    // The account has no time zone, so the message uses the developer's.
    expect(told.body).toMatch(/GMT\+[12]/)
    expect(await elsewhere.call(identityCalls.login, { account, password: 'second-Pass1' })).toMatchObject({
      next: 'dashboard',
    })
  })

  it('is announced by text message if the account has no e-mail address', async () => {
    const account = newMobile()
    const browser = center.browser()
    await browser.call(identityCalls.register, registration(account, await codeFor(browser, account, 'register')))
    const elsewhere = center.browser()
    await elsewhere.call(identityCalls.resetPassword, {
      account,
      verifyCode: await codeFor(elsewhere, account, 'resetPassword'),
      password: 'second-Pass1',
      confirmPassword: 'second-Pass1',
    })
    expect((await center.message(account)).kind).toBe('passwordChanged')
  })

  it('that is the first one is not recorded as a reset', async () => {
    const account = newAddress()
    const { rows } = await center.ground.database.owner.query<{ id: string }>(
      `insert into account (id, email, password_hash, created_at)
      values (gen_random_uuid(), $1, $2, now()) returning id`,
      [account, NO_PASSWORD],
    )
    const browser = center.browser()
    const activated = await browser.call(identityCalls.activate, {
      account,
      verifyCode: await codeFor(browser, account, 'activate'),
      password: 'third-Pass1',
      confirmPassword: 'third-Pass1',
    })
    // Without a developer, the console has nothing for the account.
    expect(activated).toEqual({ canSignIn: false })
    expect(
      (await center.ground.database.owner.query('select 1 from sign_in where account_id = $1', [rows[0]?.id])).rows,
    ).toEqual([])
  })

  it('has the same answers for an unknown address, and nothing is sent', async () => {
    const nobody = newAddress()
    const { account } = await registered()
    const known = await center.browser().call(identityCalls.sendCode, { target: account, purpose: 'resetPassword' })
    expect(await center.browser().call(identityCalls.sendCode, { target: nobody, purpose: 'resetPassword' })).toEqual(
      known,
    )
    await expect(center.message(nobody)).rejects.toThrow('no message')
    for (const verifyCode of ['000000', '123456']) {
      await expect(
        center.browser().call(identityCalls.resetPassword, {
          account: nobody,
          verifyCode,
          password: 'second-Pass1',
          confirmPassword: 'second-Pass1',
        }),
      ).rejects.toMatchObject(refused('identity.codeWrong'))
    }
  })

  async function linkFor(browser: Browser, target: string) {
    await browser.call(identityCalls.sendCode, { target, purpose: 'resetPassword' })
    return center.message(target)
  }
  const pair = (password: string) => ({ password, confirmPassword: password })

  it('can be set with only the link from the message, which identifies the account', async () => {
    const { account, browser } = await registered()
    const { link, body } = await linkFor(browser, account)
    // The link is in the fragment (#), which browsers do not send, so it reaches no server log.
    expect(body).toContain(`/p/reset#link=${link}&lang=zh\n`)
    expect(await browser.call(identityCalls.checkLink, { link })).toEqual({
      purpose: 'resetPassword',
      account,
      needsPassword: false,
      canSignIn: true,
    })
    expect(await browser.call(identityCalls.resetPassword, { link, ...pair('second-Pass1') })).toEqual({
      canSignIn: true,
    })
    expect(await browser.call(identityCalls.login, { account, password: 'second-Pass1' })).toMatchObject({
      next: 'dashboard',
    })
  })

  it('by link works once and uses up the other links and codes', async () => {
    const { account, browser } = await registered()
    const first = await linkFor(center.browser(), account)
    const second = await linkFor(browser, account)
    const tries = await Promise.allSettled(
      [1, 2, 3].map((n) =>
        center.browser().call(identityCalls.resetPassword, { link: second.link, ...pair(`second-Pass${n}`) }),
      ),
    )
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    for (const { link } of [first, second])
      await expect(browser.call(identityCalls.resetPassword, { link, ...pair('third-Pass1') })).rejects.toMatchObject(
        refused('identity.linkInvalid'),
      )
    for (const { code } of [first, second])
      await expect(
        browser.call(identityCalls.resetPassword, { account, verifyCode: code, ...pair('third-Pass1') }),
      ).rejects.toMatchObject(refused('identity.codeWrong'))
  })

  it('by code also uses up the links, even the link of a code with too many wrong tries', async () => {
    const { account, browser } = await registered()
    const spoilt = await linkFor(center.browser(), account)
    const wrong = spoilt.code === '111111' ? '222222' : '111111'
    for (let n = 0; n < LIMITS.verification.wrongTries; n++)
      await center
        .browser()
        .call(identityCalls.resetPassword, { account, verifyCode: wrong, ...pair('third-Pass1') })
        .catch(() => undefined)
    await browser.call(identityCalls.checkLink, { link: spoilt.link })
    const { code } = await linkFor(browser, account)
    await browser.call(identityCalls.resetPassword, { account, verifyCode: code, ...pair('second-Pass1') })
    await expect(
      browser.call(identityCalls.resetPassword, { link: spoilt.link, ...pair('third-Pass1') }),
    ).rejects.toMatchObject(refused('identity.linkInvalid'))
  })

  it('is not set by a broken or expired link, or by a link for another purpose', async () => {
    const { account, browser } = await registered()
    const { link } = await linkFor(browser, account)
    const reset = (given: string) => browser.call(identityCalls.resetPassword, { link: given, ...pair('second-Pass1') })
    await expect(reset(link.slice(0, -1))).rejects.toMatchObject(refused('identity.linkBroken'))
    await center.ground.database.owner.query("update verification set purpose = 'activate' where target = $1", [
      account,
    ])
    await expect(reset(link)).rejects.toMatchObject(refused('identity.linkInvalid'))
    await center.ground.database.owner.query("update verification set purpose = 'resetPassword' where target = $1", [
      account,
    ])
    await expect(browser.call(identityCalls.activate, { link, ...pair('second-Pass1') })).rejects.toMatchObject(
      refused('identity.linkInvalid'),
    )
    center.clock.advance(LIMITS.verification.minutes * 60_000)
    await expect(reset(link)).rejects.toMatchObject(refused('identity.linkExpired'))
    await expect(browser.call(identityCalls.resetPassword, pair('second-Pass1'))).rejects.toMatchObject({
      fields: [
        { path: 'account', rule: 'required' },
        { path: 'verifyCode', rule: 'required' },
      ],
    })
  })

  it('by link is refused if the account is gone', async () => {
    const { account, browser } = await registered()
    const { link } = await linkFor(browser, account)
    await center.ground.database.owner.query('update account set email = $2 where email = $1', [account, newAddress()])
    await expect(browser.call(identityCalls.resetPassword, { link, ...pair('second-Pass1') })).rejects.toMatchObject(
      refused('identity.linkInvalid'),
    )
  })
})

it('a message for a purpose without a page has no link', async () => {
  const { account } = await registered()
  const { rows } = await center.ground.database.owner.query(
    'select purpose, link_hash from verification where target = $1',
    [account],
  )
  expect(rows).toEqual([{ purpose: 'register', link_hash: null }])
  expect((await center.message(account)).link).toBe('')
})

describe('activating', () => {
  async function invited(password = NO_PASSWORD): Promise<string> {
    const account = newAddress()
    await center.ground.database.owner.query(
      'insert into account (id, email, password_hash, created_at) values (gen_random_uuid(), $1, $2, now())',
      [account, password],
    )
    return account
  }

  it('works once with the link from the message, and requires a password if there is none', async () => {
    const account = await invited()
    const browser = center.browser()
    await browser.call(identityCalls.sendCode, { target: account, purpose: 'activate' })
    const { link } = await center.message(account)
    expect(await browser.call(identityCalls.checkLink, { link })).toEqual({
      purpose: 'activate',
      account,
      needsPassword: true,
      canSignIn: false,
    })
    await expect(browser.call(identityCalls.activate, { link })).rejects.toMatchObject({
      fields: [{ path: 'password', rule: 'required' }],
    })
    const payload = { link, password: 'third-Pass1', confirmPassword: 'third-Pass1' }
    await browser.call(identityCalls.activate, payload)
    await expect(browser.call(identityCalls.activate, payload)).rejects.toMatchObject(refused('identity.linkInvalid'))
    await expect(browser.call(identityCalls.login, { account, password: 'third-Pass1' })).rejects.toMatchObject(
      refused('identity.ordinaryUser'),
    )
  })

  it('works with account and code', async () => {
    const account = await invited()
    const browser = center.browser()
    const verifyCode = await codeFor(browser, account, 'activate')
    const payload = { account, verifyCode, password: 'third-Pass1', confirmPassword: 'third-Pass1' }
    await expect(
      browser.call(identityCalls.activate, { ...payload, verifyCode: verifyCode === '111111' ? '222222' : '111111' }),
    ).rejects.toMatchObject(refused('identity.activationCodeWrong'))
    await expect(browser.call(identityCalls.activate, { ...payload, confirmPassword: 'x' })).rejects.toMatchObject({
      fields: [{ path: 'confirmPassword', rule: 'passwordsDiffer' }],
    })
    await expect(browser.call(identityCalls.activate, {})).rejects.toMatchObject({
      fields: [
        { path: 'account', rule: 'required' },
        { path: 'verifyCode', rule: 'required' },
      ],
    })
    await browser.call(identityCalls.activate, payload)
  })

  it('keeps the code valid if the password field is missing', async () => {
    const account = await invited()
    const browser = center.browser()
    const verifyCode = await codeFor(browser, account, 'activate')
    await expect(browser.call(identityCalls.activate, { account, verifyCode })).rejects.toMatchObject({
      fields: [{ path: 'password', rule: 'required' }],
    })
    await browser.call(identityCalls.activate, {
      account,
      verifyCode,
      password: 'third-Pass1',
      confirmPassword: 'third-Pass1',
    })
  })

  it('distinguishes broken, expired and unknown links', async () => {
    const account = await invited()
    const browser = center.browser()
    await browser.call(identityCalls.sendCode, { target: account, purpose: 'activate' })
    const { link } = await center.message(account)
    await expect(browser.call(identityCalls.checkLink, { link: link.slice(0, -1) })).rejects.toMatchObject(
      refused('identity.linkBroken'),
    )
    await expect(browser.call(identityCalls.checkLink, { link: `${link.slice(1)}A` })).rejects.toMatchObject(
      refused('identity.linkInvalid'),
    )
    center.clock.advance(LIMITS.verification.activationDays * DAY_MS + 1000)
    await expect(browser.call(identityCalls.checkLink, { link })).rejects.toMatchObject(refused('identity.linkExpired'))
  })

  it('is refused if the account is already active', async () => {
    const account = await invited()
    const browser = center.browser()
    const verifyCode = await codeFor(browser, account, 'activate')
    await center.ground.database.owner.query('update account set activated_at = now() where email = $1', [account])
    await expect(
      browser.call(identityCalls.activate, {
        account,
        verifyCode,
        password: 'third-Pass1',
        confirmPassword: 'third-Pass1',
      }),
    ).rejects.toMatchObject(refused('identity.alreadyActivated'))
  })

  it('is required for signing in, but only a correct password reveals that it is missing', async () => {
    const actor = await center.developer()
    await center.ground.database.owner.query('update account set activated_at = null where id = $1', [actor.accountId])
    const browser = center.browser()
    await expect(
      browser.call(identityCalls.login, { account: actor.account, password: 'wrong-one' }),
    ).rejects.toMatchObject(refused('identity.loginFailed'))
    await expect(
      browser.call(identityCalls.login, { account: actor.account, password: PASSWORD }),
    ).rejects.toMatchObject(refused('identity.notActivated'))
    await browser.call(identityCalls.activate, {
      account: actor.account,
      verifyCode: await codeFor(browser, actor.account, 'activate'),
    })
    expect(await browser.call(identityCalls.login, { account: actor.account, password: PASSWORD })).toMatchObject({
      next: 'dashboard',
    })
  })
})

it('visitors can see whether this is a demo and whether messages are sent', async () => {
  expect(await center.browser().call(identityCalls.door, {})).toEqual({
    demo: true,
    keepsMail: true,
    keepsSms: true,
    registration: 'open',
  })
})
