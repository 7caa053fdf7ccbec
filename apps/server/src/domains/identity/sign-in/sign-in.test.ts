// Signing in: what the answers reveal, limits on guessing that never lock the owner out, and sessions that need both
// handle and cookie.
import { createHash } from 'node:crypto'
import { DAY_MS, ERRORS, LIMITS, dashboardCalls, identityCalls, ownAccountCalls } from '@sealwright/contract'
import type { ErrorName } from '@sealwright/contract'
import { PASSWORD, createTestCenter } from '@sealwright/testkit'
import type { Actor, Browser, TestCenter } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { networkOf } from '../../../kernel/http/rate-limit.ts'

let center: TestCenter
let actor: Actor
beforeAll(async () => {
  center = await createTestCenter()
  actor = await center.developer()
})
afterAll(() => center.close())

const refused = (error: ErrorName) => ({ code: ERRORS[error].code })
const tryOn = (browser: Browser, account: string, password = PASSWORD) =>
  browser.call(identityCalls.login, { account, password })
async function outcome(work: Promise<unknown>): Promise<number> {
  return work.then(
    () => 0,
    (error: unknown) => (error as { code: number }).code,
  ) // a refusal has a code
}

describe('a wrong password', () => {
  it('and an unknown account have the same answer', async () => {
    const wrong = await tryOn(center.browser(), actor.account, 'wrong-one').catch((error: unknown) => error)
    const nobody = await tryOn(center.browser(), 'nobody@nowhere.example', 'wrong-one').catch((error: unknown) => error)
    expect(wrong).toMatchObject(refused('identity.loginFailed'))
    expect({ ...(nobody as object) }).toEqual({ ...(wrong as object) })
  })

  it('is blocked after five: of 200 guesses from one network, only five are checked', async () => {
    onTestFinished(center.clock.freeze())
    const victim = await center.developer()
    const { network } = center.browser()
    const guess = (password: string) => outcome(tryOn(center.browser({ network }), victim.account, password))
    // First the free attempts. The others come at once, with the correct password early among them.
    const answers = await Promise.all(
      Array.from({ length: LIMITS.guessing.freeFailures }, (_, n) => guess(`guess-${n}`)),
    )
    answers.push(
      ...(await Promise.all(
        Array.from({ length: 200 - LIMITS.guessing.freeFailures }, (_, n) =>
          guess(n === 5 ? PASSWORD : `guess again ${n}`),
        ),
      )),
    )
    const count = (error: ErrorName) => answers.filter((code) => code === ERRORS[error].code).length
    expect(count('identity.loginFailed')).toBe(LIMITS.guessing.freeFailures)
    expect(count('identity.loginFailed') + count('identity.slowedDown') + count('platform.tooFrequent')).toBe(
      answers.length,
    )
    // The rate limit did not stop the correct one.
    expect(count('identity.slowedDown')).toBeGreaterThan(5)
  })

  it('is checked five times, even if many come at once', async () => {
    const victim = await center.developer()
    const { network } = center.browser()
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, n) => outcome(tryOn(center.browser({ network }), victim.account, `guess-${n}`))),
    )
    expect(answers.filter((code) => code === ERRORS['identity.loginFailed'].code)).toHaveLength(
      LIMITS.guessing.freeFailures,
    )
    expect(answers.filter((code) => code === ERRORS['identity.slowedDown'].code)).toHaveLength(
      25 - LIMITS.guessing.freeFailures,
    )
  })

  it('leads to growing waits, and the wait ends', async () => {
    onTestFinished(center.clock.freeze())
    const victim = await center.developer()
    const browser = center.browser()
    for (let n = 0; n < LIMITS.guessing.freeFailures; n++)
      expect(await outcome(tryOn(browser, victim.account, 'wrong-one'))).toBe(ERRORS['identity.loginFailed'].code)
    await expect(tryOn(browser, victim.account)).rejects.toMatchObject({
      ...refused('identity.slowedDown'),
      data: { seconds: LIMITS.guessing.firstWaitSeconds },
    })
    center.clock.advance(LIMITS.guessing.firstWaitSeconds * 1000)
    expect(await outcome(tryOn(browser, victim.account, 'wrong-one'))).toBe(ERRORS['identity.loginFailed'].code)
    center.clock.advance(LIMITS.guessing.firstWaitSeconds * 1000)
    await expect(tryOn(browser, victim.account)).rejects.toMatchObject({
      data: { seconds: LIMITS.guessing.firstWaitSeconds },
    })
    center.clock.advance(LIMITS.guessing.firstWaitSeconds * 1000)
    expect(await tryOn(browser, victim.account)).toMatchObject({ next: 'dashboard' })
  })

  it('slows down an unknown account in the same way', async () => {
    const browser = center.browser()
    for (let n = 0; n < LIMITS.guessing.freeFailures; n++)
      await outcome(tryOn(browser, 'ghost@nowhere.example', 'wrong-one'))
    await expect(tryOn(browser, 'GHOST@nowhere.example', 'wrong-one')).rejects.toMatchObject(
      refused('identity.slowedDown'),
    )
  })

  it('does not lock out the owner on a known device', async () => {
    const owner = await center.developer()
    const home = center.browser()
    await tryOn(home, owner.account)
    for (let n = 0; n < LIMITS.guessing.freeFailures + 1; n++)
      await outcome(tryOn(center.browser({ network: home.network }), owner.account, 'wrong-one'))
    await expect(tryOn(center.browser({ network: home.network }), owner.account)).rejects.toMatchObject(
      refused('identity.slowedDown'),
    )
    expect(await tryOn(home, owner.account)).toMatchObject({ next: 'dashboard' })
  })

  it('from many networks blocks unknown devices, but neither known devices nor a password reset', async () => {
    const owner = await center.developer()
    const home = center.browser()
    await tryOn(home, owner.account)
    for (let n = 0; n < LIMITS.guessing.perAccountAnHour; n++)
      await outcome(tryOn(center.browser(), owner.account, 'wrong-one'))
    await expect(tryOn(center.browser(), owner.account)).rejects.toMatchObject(refused('identity.useKnownDevice'))
    expect(await tryOn(home, owner.account)).toMatchObject({ next: 'dashboard' })
    expect(await tryOn(center.browser({ network: home.network }), owner.account)).toMatchObject({ next: 'dashboard' })
    const away = center.browser()
    await away.call(identityCalls.sendCode, { target: owner.account, purpose: 'resetPassword' })
    const { code } = await center.message(owner.account)
    await away.call(identityCalls.resetPassword, {
      account: owner.account,
      verifyCode: code,
      password: 'brand-New1',
      confirmPassword: 'brand-New1',
    })
    expect(await tryOn(away, owner.account, 'brand-New1')).toMatchObject({ next: 'dashboard' })
  })

  it('at many accounts from one network blocks the network for every account', async () => {
    onTestFinished(center.clock.freeze())
    const { network } = center.browser()
    center.clock.advance(1)
    const start = center.clock.now()
    const spray = (name: string) =>
      outcome(tryOn(center.browser({ network }), `spray-${name}@nowhere.example`, 'wrong-one'))
    expect(await spray('first')).toBe(ERRORS['identity.loginFailed'].code)
    // Set the counter directly: the rate limit per minute allows fewer calls than the limit of guesses per hour.
    await center.ground.database.owner.query('update guess set failures = $1 where key = $2 and since >= $3', [
      LIMITS.guessing.perNetworkAnHour - 1,
      createHash('sha256')
        .update(`network\n${networkOf(network)}`)
        .digest(),
      start,
    ])
    expect(await spray('last')).toBe(ERRORS['identity.loginFailed'].code)
    await expect(
      tryOn(center.browser({ network }), 'spray-another@nowhere.example', 'wrong-one'),
    ).rejects.toMatchObject({
      ...refused('identity.slowedDown'),
      data: { seconds: LIMITS.guessing.longestWaitSeconds },
    })
    await expect(tryOn(center.browser(), 'spray-another@nowhere.example', 'wrong-one')).rejects.toMatchObject(
      refused('identity.loginFailed'),
    )
  })

  it('that starts a wait is recorded once per wait, where its owner can see it', async () => {
    const owner = await center.developer()
    const home = center.browser()
    await tryOn(home, owner.account)
    const away = center.browser()
    for (let n = 0; n < LIMITS.guessing.freeFailures + 3; n++) await outcome(tryOn(away, owner.account, 'wrong-one'))
    const outcomes = async () =>
      (await home.call(ownAccountCalls.findSignIns, {})).rows
        .filter((row) => row.network === away.network)
        .map((row) => row.outcome)
    const { freeFailures } = LIMITS.guessing
    expect(await outcomes()).toEqual(['slowedDown', ...Array.from({ length: freeFailures }, () => 'wrongPassword')])
    center.clock.advance(LIMITS.guessing.firstWaitSeconds * 1000)
    await outcome(tryOn(away, owner.account, 'wrong-one'))
    expect((await outcomes()).slice(0, 3)).toEqual(['slowedDown', 'wrongPassword', 'slowedDown'])
  })
})

describe('an account that may not sign in', () => {
  it('gets the reason only after a correct password', async () => {
    const reasons: [ErrorName, string][] = [
      ['identity.ordinaryUser', 'delete from membership where account_id = $1'],
      ['identity.disabled', 'update membership set is_enabled = false where account_id = $1'],
      ['identity.validityOver', "update membership set valid_until = now() - interval '1 day' where account_id = $1"],
      ['identity.notActivated', 'update account set activated_at = null where id = $1'],
    ]
    for (const [error, statement] of reasons) {
      const person = await center.administrator(actor, [])
      await center.ground.database.owner.query('delete from session where account_id = $1', [person.accountId])
      await center.ground.database.owner.query(statement, [person.accountId])
      await expect(tryOn(center.browser(), person.account, 'wrong-one'), error).rejects.toMatchObject(
        refused('identity.loginFailed'),
      )
      await expect(tryOn(center.browser(), person.account), error).rejects.toMatchObject(refused(error))
    }
  })
})

describe('a session', () => {
  it('needs its handle and its own cookie', async () => {
    const browser = center.browser()
    const other = center.browser()
    await tryOn(browser, actor.account)
    await tryOn(other, (await center.developer()).account)
    const ask = (headers: Record<string, string>) =>
      center.center.app.inject({ method: 'GET', url: dashboardCalls.get.path, headers })
    const mine = browser.headers()
    const theirs = other.headers()
    expect((await ask(mine)).json()).toMatchObject({ code: 0 })
    const cookieName = [...browser.cookies.keys()].find((name) => name.startsWith('sw_session_')) ?? ''
    const theirSecret = [...other.cookies].find(([name]) => name.startsWith('sw_session_'))?.[1] ?? ''
    const broken: Record<string, string>[] = [
      { 'x-session-id': mine['x-session-id'] ?? '' },
      { cookie: mine['cookie'] ?? '' },
      { 'x-session-id': mine['x-session-id'] ?? '', cookie: theirs['cookie'] ?? '' },
      { 'x-session-id': mine['x-session-id'] ?? '', cookie: `${cookieName}=${theirSecret}` },
      { 'x-session-id': theirs['x-session-id'] ?? '', cookie: mine['cookie'] ?? '' },
    ]
    for (const headers of broken) {
      const response = await ask(headers)
      expect(response.json()).toEqual({
        code: ERRORS['session.expired'].code,
        desc: expect.any(String) as string,
        data: null,
      })
    }
  })

  it('answers the account, the developer, the privileges and the settings of the console', async () => {
    const staff = await center.administrator(actor, [
      'smartTemplate.view',
      'smartTemplate.update',
      'smartLicense.view',
      'product.view',
    ])
    const [main, sub] = [await actor.call(identityCalls.current, {}), await staff.call(identityCalls.current, {})]
    expect([main.isMainAccount, sub.isMainAccount]).toEqual([true, false])
    expect(sub).toMatchObject({
      account: { email: staff.account },
      developer: {
        devType: 0,
        devInfo: { status: 'formal', trial: null },
        developerServiceStatus: 'normal',
        serviceFeeConfig: { amountFen: 0, paidUntil: null },
      },
      menuPrivilege: ['product', 'smartLicense', 'smartTemplate'],
      smartTemplatePrivilege: ['update', 'view'],
      smartLicensePrivilege: ['view'],
      developerConfig: expect.arrayContaining([{ key: 'kickOut', value: 'false' }]) as object,
      pageSize: 10,
      timeFormat: 'yyyy-MM-dd HH:mm',
      locale: 'zh',
      timeZone: 'Asia/Shanghai',
    })
    const [day, year, oneTime] = [
      { value: 'day', text: '按天', desc: '每个许可每天 ¥0.10' },
      { value: 'year', text: '按年', desc: '每个许可每年 ¥15' },
      { value: 'oneTime', text: '一次性', desc: '每个许可一次性 ¥58，可签发永久许可' },
    ]
    expect(sub.costType).toEqual({ cloud_license: [day, year], soft_license: [day, year, oneTime] })
    expect(sub.groupConcurrentTypes).toEqual([
      { value: 'process', label: '按进程' },
      { value: 'win_user_session', label: '按 Windows 用户会话' },
      { value: 'machine', label: '按计算机' },
    ])
    expect(sub.priceTiers).toEqual([{ lowLimit: 1, topLimit: 65_535, price: [10, 1_500, 5_800] }])
  })

  it('ends with signing out', async () => {
    const browser = center.browser()
    await tryOn(browser, actor.account)
    const headers = browser.headers()
    await browser.call(identityCalls.logout, {})
    expect(
      (await center.center.app.inject({ method: 'GET', url: dashboardCalls.get.path, headers })).json(),
    ).toMatchObject(refused('session.expired'))
  })

  it('limits guessing when a sensitive call asks for the password again', async () => {
    const person = await center.developer()
    const browser = center.browser()
    await tryOn(browser, person.account)
    for (let n = 0; n < LIMITS.guessing.freeFailures; n++)
      await expect(browser.call(identityCalls.confirm, { password: 'wrong-one' })).rejects.toMatchObject({
        ...refused('identity.passwordWrong'),
        fields: [{ path: 'password' }],
      })
    await expect(browser.call(identityCalls.confirm, { password: PASSWORD })).rejects.toMatchObject(
      refused('identity.slowedDown'),
    )
    center.clock.advance(LIMITS.guessing.firstWaitSeconds * 1000)
    await browser.call(identityCalls.confirm, { password: PASSWORD })
  })
})

describe('a missing mobile number', () => {
  it('is required if text messages are sent, and can be postponed for a month', async () => {
    const sending = await createTestCenter({ config: { smsUrl: 'http://127.0.0.1:9/sms' } })
    try {
      const { account } = await sending.developer()
      const browser = sending.browser()
      expect(await tryOn(browser, account)).toMatchObject({ next: 'binding' })
      expect(await browser.call(identityCalls.binding, {})).toEqual({ missing: 'mobile', isPostponable: true })
      expect(await browser.call(identityCalls.postponeBinding, {})).toMatchObject({ next: 'dashboard' })
      expect(await tryOn(browser, account)).toMatchObject({ next: 'dashboard' })
      sending.clock.advance(LIMITS.binding.postponeDays * DAY_MS)
      expect(await tryOn(browser, account)).toMatchObject({ next: 'binding' })
    } finally {
      await sending.close()
    }
  })
})
