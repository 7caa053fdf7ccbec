// The developer's settings: who may change them, what they refuse, and that each one takes effect at once, on every
// process.
import { Refusal } from '@sealwright/client'
import {
  CONFIG_KEYS,
  ERRORS,
  HOUR_MS,
  LIMITS,
  configCalls,
  identityCalls,
  initialOf,
  operationLogCalls,
  ownAccountCalls,
  productCalls,
} from '@sealwright/contract'
import type { ConfigKey, ErrorName } from '@sealwright/contract'
import { composeCenter } from '@sealwright/server'
import { PASSWORD, createTestCenter } from '@sealwright/testkit'
import type { Actor, Browser, TestCenter } from '@sealwright/testkit'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runPlatform } from '../../platform/commands.ts'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
})
afterAll(() => center.close())

const refused = (error: ErrorName) => ({ code: ERRORS[error].code })
const set = (of: Pick<Actor, 'call'>, key: ConfigKey, value?: string) => of.call(configCalls.update, { key, value })
const settingOf = async (of: Actor, key: ConfigKey) =>
  (await of.call(configCalls.get, {})).settings.find((one) => one.key === key)

async function signedIn(account: string, network?: string): Promise<Browser & { next: string }> {
  const browser = center.browser({ ...(network !== undefined && { network }), origin: 'http://localhost:8080' })
  const { next } = await browser.call(identityCalls.login, { account, password: PASSWORD })
  return Object.assign(browser, { next })
}

async function setUpTotp(browser: Browser): Promise<void> {
  const { secret } = await browser.call(ownAccountCalls.startTotp, {})
  const epoch = Math.floor(center.clock.now().getTime() / 1000)
  await browser.call(ownAccountCalls.enableTotp, { code: generateSync({ secret, epoch }) })
}

describe('settings', () => {
  it('have their initial values until somebody changes them, and the log names that person', async () => {
    const of = await center.developer()
    const { settings } = await of.call(configCalls.get, {})
    expect(settings.map(({ key }) => key)).toEqual(CONFIG_KEYS)
    expect(settings.filter(({ isInitial }) => !isInitial)).toEqual([])
    const admin = await center.administrator(of, ['config.view', 'config.update'])
    expect(await set(admin, 'kickOut', 'true')).toEqual({ key: 'kickOut', value: 'true' })
    await set(admin, 'confirmIssueAbove', '500')
    expect(await settingOf(of, 'kickOut')).toMatchObject({ value: 'true', isInitial: false, changedBy: admin.account })
    await set(of, 'kickOut')
    expect(await settingOf(of, 'kickOut')).toMatchObject({ value: 'false', isInitial: true, changedBy: of.account })
    const { rows } = await of.call(operationLogCalls.find, { targetKind: 'config' })
    expect(rows.map(({ targetName, actor, changes }) => ({ targetName, actor, changes }))).toEqual([
      {
        targetName: '新模板默认踢出先登录者',
        actor: of.account,
        changes: [{ field: 'kickOut', before: 'true', after: 'false' }],
      },
      {
        targetName: '签发超过此数量时再次确认',
        actor: admin.account,
        changes: [{ field: 'confirmIssueAbove', before: '100', after: '500' }],
      },
      {
        targetName: '新模板默认踢出先登录者',
        actor: admin.account,
        changes: [{ field: 'kickOut', before: 'false', after: 'true' }],
      },
    ])
  })

  it('a change to the same value writes nothing', async () => {
    const of = await center.developer()
    await set(of, 'lending', 'true')
    expect((await of.call(operationLogCalls.find, { targetKind: 'config' })).rows).toEqual([])
    expect(await settingOf(of, 'lending')).toMatchObject({ changedBy: null, changeTime: null })
  })

  const tooMany = Array.from({ length: LIMITS.config.networks + 1 }, (_, n) => `127.0.0.${n}`).join('\n')
  it.each<[ConfigKey, string, string?]>([
    ['kickOut', 'yes'],
    ['confirmIssueAbove', '0'],
    ['confirmIssueAbove', '1.5'],
    ['sessionHours', '25'],
    ['timeFormat', 'dd.MM.yyyy'],
    ['pageSize', '7'],
    ['signInNetworks', '127.0.0.1\nhome'],
    ['signInNetworks', 'too many networks', tooMany],
  ])('%s does not take %j: config.badValue names the setting', async (key, text, value = text) => {
    const of = await center.developer()
    const error: unknown = await set(of, key, value).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject(refused('config.badValue'))
    const named = center.ground.languages.zh(`config.fields.${key}`)
    expect(error instanceof Refusal && error.message).toContain(named)
    expect(await settingOf(of, key)).toMatchObject({ value: initialOf(key) })
  })

  it('the session tells them to everybody, except the networks', async () => {
    const of = await center.developer()
    await set(of, 'kickOut', 'true')
    const admin = await center.administrator(of, [])
    await set(of, 'signInNetworks', '127.0.0.0/8')
    const { developerConfig } = await admin.call(identityCalls.current, {})
    expect(developerConfig).toContainEqual({ key: 'kickOut', value: 'true' })
    expect(developerConfig).toContainEqual({ key: 'lending', value: 'true' })
    expect(developerConfig).toContainEqual({ key: 'confirmIssueAbove', value: '100' })
    expect(developerConfig.map(({ key }) => key)).not.toContain('signInNetworks')
  })
})

describe('the length of sessions', () => {
  it('applies to sessions that exist, on every process', async () => {
    const of = await center.developer()
    const elsewhere = await composeCenter(center.ground, { consoleDir: undefined })
    const codeThere = async (headers: Record<string, string>) =>
      (await elsewhere.app.inject({ method: 'GET', url: identityCalls.current.path, headers })).json<{ code: number }>()
        .code
    const idle = await center.signIn(of.account)
    expect(await codeThere(idle.headers)).toBe(0)
    center.clock.advance(2 * HOUR_MS)
    await of.call(identityCalls.current, {})
    await set(of, 'sessionHours', '2')
    expect(await codeThere(idle.headers)).toBe(ERRORS['session.expired'].code)
    expect(await codeThere(of.headers)).toBe(0)
    await elsewhere.close()
  })

  it('a longer one keeps an idle session, and shows it in the list of sessions', async () => {
    const of = await center.developer()
    await set(of, 'sessionHours', '24')
    const idle = await center.signIn(of.account)
    center.clock.advance((LIMITS.session.idleHours + 1) * HOUR_MS)
    expect((await of.call(ownAccountCalls.security, {})).sessions).toHaveLength(2)
    expect(idle.ssId).not.toBe('')
  })
})

describe('a required second factor', () => {
  it('is refused with config.ownFactorMissing to somebody who has none', async () => {
    const of = await center.developer()
    await expect(set(of, 'secondFactor', 'true')).rejects.toMatchObject(refused('config.ownFactorMissing'))
  })

  it('leaves an account without one nothing but its setup, in sessions old and new', async () => {
    const of = await center.developer()
    const chief = await signedIn(of.account)
    await chief.call(identityCalls.confirm, { password: PASSWORD })
    await setUpTotp(chief)
    const admin = await center.administrator(of, ['product.view'])
    await set(chief, 'secondFactor', 'true')
    const owed = refused('identity.factorOwed')
    await expect(admin.call(productCalls.find, {})).rejects.toMatchObject(owed)
    await expect(admin.call(identityCalls.current, {})).rejects.toMatchObject(owed)
    await expect(admin.call(ownAccountCalls.security, {})).rejects.toMatchObject(owed)

    const browser = await signedIn(admin.account)
    expect(browser.next).toBe('factor')
    expect(await browser.call(identityCalls.factor, {})).toEqual({ canAddPasskey: true })
    await expect(browser.call(productCalls.find, {})).rejects.toMatchObject(owed)
    // The password of the sign-in counts as typed.
    await setUpTotp(browser)
    await browser.call(productCalls.find, {})
    await expect(browser.call(identityCalls.factor, {})).rejects.toMatchObject(refused('identity.notOwed'))
    expect((await signedIn(admin.account)).next).toBe('mfa')
    // Somebody who only knows the password cannot set up another one.
    const thief = await signedIn(admin.account)
    await expect(thief.call(ownAccountCalls.startTotp, {})).rejects.toMatchObject(refused('session.expired'))
    await expect(thief.call(identityCalls.factor, {})).rejects.toMatchObject(refused('identity.notOwed'))
  })
})

describe('settings of security', () => {
  it('are changed by the super administrator alone, also with config.update', async () => {
    const of = await center.developer()
    const admin = await center.administrator(of, ['config.view', 'config.update'])
    for (const [key, value] of [
      ['signInNetworks', '127.0.0.1'],
      ['secondFactor', 'false'],
      ['sessionHours', '24'],
    ] as const)
      await expect(admin.call(configCalls.update, { key, value })).rejects.toMatchObject({
        error: 'platform.superOnly',
      })
  })
})

describe('allowed networks', () => {
  it("refuse ones without the caller's own with config.wouldLockOut", async () => {
    const of = await center.developer()
    await expect(set(of, 'signInNetworks', '203.0.113.0/24')).rejects.toMatchObject(refused('config.wouldLockOut'))
    expect(await set(of, 'signInNetworks', ' 203.0.113.0/24 \n\n127.0.0.1')).toEqual({
      key: 'signInNetworks',
      value: '203.0.113.0/24\n127.0.0.1',
    })
  })

  it('refuse the right password and open sessions elsewhere, but not signing out', async () => {
    const of = await center.developer()
    const outside = await signedIn(of.account, '198.51.100.7')
    await set(of, 'signInNetworks', '203.0.113.0/24\n127.0.0.1\n2001:db8::/32')
    const why = refused('identity.networkRefused')
    await expect(outside.call(identityCalls.current, {})).rejects.toMatchObject(why)
    await expect(signedIn(of.account, '198.51.100.7')).rejects.toMatchObject(why)
    const wrong = center.browser({ network: '198.51.100.7' })
    await expect(
      wrong.call(identityCalls.login, { account: of.account, password: 'not-this-one' }),
    ).rejects.toMatchObject(refused('identity.loginFailed'))
    for (const network of ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8::5']) {
      const inside = await signedIn(of.account, network)
      await inside.call(identityCalls.current, {})
    }
    const { rows } = await of.call(ownAccountCalls.findSignIns, {})
    expect(rows.map(({ outcome }) => outcome)).toContain('networkRefused')
    await outside.call(identityCalls.logout, {})
  })

  it('the platform operator clears them', async () => {
    const of = await center.developer()
    await set(of, 'signInNetworks', '127.0.0.1')
    await expect(signedIn(of.account, '198.51.100.7')).rejects.toMatchObject(refused('identity.networkRefused'))
    const run = (...args: string[]) => runPlatform(['clear-networks', ...args], (work) => work(center.ground))
    expect(await run(of.account)).toBe(0)
    await signedIn(of.account, '198.51.100.7')
    expect(await settingOf(of, 'signInNetworks')).toMatchObject({ isInitial: true, changedBy: '平台' })
    expect(await run(String(of.developerId))).toBe(0)
    expect(await run('nobody@test.example')).toBe(1)
    expect(await run()).toBe(2)
    const { rows } = await of.call(operationLogCalls.find, { targetKind: 'config' })
    expect(rows[0]).toMatchObject({ changes: [{ field: 'signInNetworks', before: '127.0.0.1', after: null }] })
  })
})
