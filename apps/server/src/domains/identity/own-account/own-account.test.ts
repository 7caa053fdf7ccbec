// The user's own account: sensitive calls require the password again, rows of other accounts are not found, notices are
// sent, and a developer has exactly one super administrator at any time.
import { randomInt, randomUUID } from 'node:crypto'
import { Refusal } from '@sealwright/client'
import {
  DAY_MS,
  ERRORS,
  HOUR_MS,
  LIMITS,
  PRIVILEGES,
  dashboardCalls,
  identityCalls,
  operationLogCalls,
  ownAccountCalls,
} from '@sealwright/contract'
import type { Call, ErrorName } from '@sealwright/contract'
import { PASSWORD, createTestCenter } from '@sealwright/testkit'
import type { Actor, Browser, TestCenter } from '@sealwright/testkit'
import { generateSync } from 'otplib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
})
afterAll(() => center.close())

const refused = (error: ErrorName) => ({ code: ERRORS[error].code })
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'passed',
    (error: unknown) => (error instanceof Refusal ? String(error.error) : 'failed'),
  )
const query = (text: string, values: unknown[]) =>
  center.ground.database.owner.query<Record<string, unknown>>(text, values)
const newEmail = () => `new-${randomUUID()}@test.example`
const newMobile = () => `139${randomInt(10_000_000, 99_999_999)}`

interface Person extends Actor {
  browser: Browser
}

async function signedIn(actor: Actor, browser = center.browser()): Promise<Person> {
  await browser.call(identityCalls.login, { account: actor.account, password: PASSWORD })
  return { ...actor, browser }
}
const confirm = ({ browser }: { browser: Browser }) => browser.call(identityCalls.confirm, { password: PASSWORD })

/** A new account, signed in on a browser, with a confirmed password. */
async function person(): Promise<Person> {
  const made = await signedIn(await center.developer())
  await confirm(made)
  return made
}

const timeIn = (timeZone: string, at: Date) =>
  new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZone,
    timeZoneName: 'short',
  }).format(at)

async function changesOf({ browser, accountId }: Person) {
  const { rows } = await browser.call(operationLogCalls.find, {
    targetKind: 'account',
    targetGuid: accountId,
    order: 'asc',
  })
  return rows.flatMap((row) => row.changes)
}

describe('a sensitive call', () => {
  const sensitive = Object.values<Call>(ownAccountCalls).filter((call) => call.sensitive)

  it('requires a recently confirmed password, on the device that signed in', async () => {
    expect(sensitive.length).toBeGreaterThan(8)
    const { browser } = await signedIn(await center.developer())
    const wanted = async (when: string) => {
      for (const call of sensitive)
        await expect(browser.call(call, {}), `${call.name} ${when}`).rejects.toMatchObject(
          refused('identity.confirmPassword'),
        )
    }
    await wanted('before')
    await confirm({ browser })
    const fingerprint = browser.fingerprint
    browser.fingerprint = 'another one'
    await wanted('on another device')
    browser.fingerprint = fingerprint
    expect((await browser.call(ownAccountCalls.startTotp, {})).secret).toHaveLength(32)
    center.clock.advance(LIMITS.session.confirmMinutes * 60_000)
    await wanted('too late')
  })

  it('is not allowed by a password confirmed in another session', async () => {
    const mine = await person()
    const other = await signedIn(mine)
    await expect(other.browser.call(ownAccountCalls.startTotp, {})).rejects.toMatchObject(
      refused('identity.confirmPassword'),
    )
  })
})

describe('the name', () => {
  it('can be changed and cleared, and stays if the payload omits it', async () => {
    const me = await person()
    const shown = async () => (await me.browser.call(identityCalls.current, {})).account.displayName
    await me.browser.call(ownAccountCalls.updateProfile, { userName: '林小满' })
    expect(await shown()).toBe('林小满')
    await me.browser.call(ownAccountCalls.updateProfile, {})
    expect(await shown()).toBe('林小满')
    await me.browser.call(ownAccountCalls.updateProfile, { userName: null })
    expect(await shown()).toBe(me.account)
    expect(await changesOf(me)).toEqual([
      { field: 'userName', before: null, after: '林小满' },
      { field: 'userName', before: '林小满', after: null },
    ])
    await expect(me.browser.call(ownAccountCalls.updateProfile, { userName: '<b>' })).rejects.toMatchObject({
      fields: [{ path: 'userName', rule: 'specialCharacters' }],
    })
  })
})

describe('a new password', () => {
  const password = 'brand-New1'

  it("replaces the old one, ends the other sessions at once, and sends a notice in the user's time zone", async () => {
    const me = await person()
    const other = await signedIn(me)
    await me.browser.call(identityCalls.updatePreferences, { locale: 'en' })
    await query("update account set time_zone = 'America/New_York' where id = $1", [me.accountId])
    expect((await me.browser.call(ownAccountCalls.security, {})).passwordChangedAt).toBeNull()
    const before = center.clock.now()
    await me.browser.call(ownAccountCalls.changePassword, { password, confirmPassword: password })
    const after = center.clock.now()
    await expect(other.browser.call(dashboardCalls.get, {})).rejects.toMatchObject(refused('session.expired'))
    await me.browser.call(dashboardCalls.get, {})
    await expect(
      center.browser().call(identityCalls.login, { account: me.account, password: PASSWORD }),
    ).rejects.toMatchObject(refused('identity.loginFailed'))
    await center.browser().call(identityCalls.login, { account: me.account, password })
    const changedAt = new Date((await me.browser.call(ownAccountCalls.security, {})).passwordChangedAt ?? 0)
    expect([changedAt >= before, changedAt <= after], changedAt.toISOString()).toEqual([true, true])
    const message = await center.message(me.account)
    expect(message.kind).toBe('passwordChanged')
    expect(message.subject).toBe('Your Sealwright password was changed')
    expect(message.body).toContain(timeIn('America/New_York', changedAt))
    expect(message.body).toMatch(/ (?:GMT-[45]|E[SD]T)/)
    const log = JSON.stringify(
      await query('select * from operation_log where target_guid = $1', [me.accountId]).then(({ rows }) => rows),
    )
    expect(log).toContain('identity.changePassword')
    expect(log).not.toContain(password)
    expect(log).not.toContain('argon2')
    expect((await changesOf(me)).map((change) => change.field)).toEqual(['password'])
  })

  it('must differ from the old one', async () => {
    const me = await person()
    await expect(
      me.browser.call(ownAccountCalls.changePassword, { password: PASSWORD, confirmPassword: PASSWORD }),
    ).rejects.toMatchObject(refused('identity.samePassword'))
    expect(await changesOf(me)).toEqual([])
  })
})

describe('an address', () => {
  async function codeFor({ browser }: { browser: Browser }, target: string): Promise<string> {
    await browser.call(identityCalls.sendCode, { target, purpose: 'bind' })
    return (await center.message(target)).code
  }

  it('is changed with the code sent to it, and the old one gets a notice', async () => {
    const me = await person()
    const target = newEmail()
    const verifyCode = await codeFor(me, target)
    await me.browser.call(ownAccountCalls.changeAddress, { target: target.toUpperCase(), verifyCode })
    expect((await me.browser.call(ownAccountCalls.security, {})).email).toBe(target)
    const told = await center.message(me.account)
    expect(told.kind).toBe('addressChanged')
    expect(told.body).toContain(target)
    await expect(
      center.browser().call(identityCalls.login, { account: me.account, password: PASSWORD }),
    ).rejects.toMatchObject(refused('identity.loginFailed'))
    await center.browser().call(identityCalls.login, { account: target, password: PASSWORD })
    expect(await changesOf(me)).toEqual([{ field: 'email', before: me.account, after: target }])
  })

  it('can be added as a mobile number, and the e-mail address gets a notice', async () => {
    const me = await person()
    const target = newMobile()
    await me.browser.call(ownAccountCalls.changeAddress, { target, verifyCode: await codeFor(me, target) })
    expect(await me.browser.call(ownAccountCalls.security, {})).toMatchObject({ email: me.account, mobile: target })
    const told = await center.message(me.account)
    expect(told.kind).toBe('addressAdded')
    expect(told.body).toContain(target)
    await center.browser().call(identityCalls.login, { account: target, password: PASSWORD })
  })

  it("is not changed by a wrong code or by another account's code, and wrong tries count", async () => {
    const [me, other] = [await person(), await person()]
    const target = newEmail()
    const theirs = await codeFor(other, target)
    const change = (verifyCode: string) => me.browser.call(ownAccountCalls.changeAddress, { target, verifyCode })
    await expect(change(theirs)).rejects.toMatchObject(refused('identity.codeWrong'))
    await query("update verification set sent_at = sent_at - interval '1 hour' where target = $1", [target])
    const verifyCode = await codeFor(me, target)
    const wrong = String((Number(verifyCode) + 1) % 1_000_000).padStart(6, '0')
    for (let n = 0; n < LIMITS.verification.wrongTries; n++)
      await expect(change(wrong)).rejects.toMatchObject(refused('identity.codeWrong'))
    await expect(change(verifyCode), 'the right one comes too late').rejects.toMatchObject(
      refused('identity.codeWrong'),
    )
    expect((await me.browser.call(ownAccountCalls.security, {})).email).toBe(me.account)
    expect(await changesOf(me)).toEqual([])
  })

  it('is refused if it is unchanged or belongs to another account', async () => {
    const [me, other] = [await person(), await person()]
    await expect(
      me.browser.call(ownAccountCalls.changeAddress, { target: me.account.toUpperCase(), verifyCode: '000000' }),
    ).rejects.toMatchObject(refused('identity.addressSame'))
    const verifyCode = await codeFor(me, other.account)
    await expect(
      me.browser.call(ownAccountCalls.changeAddress, { target: other.account, verifyCode }),
    ).rejects.toMatchObject(refused('identity.addressTaken'))
    expect((await me.browser.call(ownAccountCalls.security, {})).email).toBe(me.account)
  })

  it('goes to one of two accounts that take it at the same moment', async () => {
    const [me, other] = [await person(), await person()]
    const target = newEmail()
    const mine = await codeFor(me, target)
    await query("update verification set sent_at = sent_at - interval '1 hour' where target = $1", [target])
    const theirs = await codeFor(other, target)
    const results = await Promise.all(
      [[me, mine] as const, [other, theirs] as const].map(([who, verifyCode]) =>
        outcome(who.browser.call(ownAccountCalls.changeAddress, { target, verifyCode })),
      ),
    )
    expect(results.toSorted()).toEqual(['identity.addressTaken', 'passed'])
    expect((await query('select 1 from account where email = $1', [target])).rows).toHaveLength(1)
  })
})

describe('sessions', () => {
  it('are listed without their handles, most recently used first', async () => {
    const me = await person()
    const other = await signedIn(me)
    const { sessions } = await other.browser.call(ownAccountCalls.security, {})
    // One of them is the testkit's own.
    expect(sessions).toHaveLength(3)
    expect(sessions.map((session) => session.isThis)).toEqual([true, false, false])
    expect(sessions[0]?.network).toBe(other.browser.network)
    for (const handle of [me.browser.ssId, other.browser.ssId]) expect(JSON.stringify(sessions)).not.toContain(handle)
  })

  it('are not listed once they are idle for too long', async () => {
    const me = await person()
    center.clock.advance(LIMITS.session.idleHours * HOUR_MS - 60_000)
    const other = await signedIn(me)
    expect((await other.browser.call(ownAccountCalls.security, {})).sessions).toHaveLength(3)
    center.clock.advance(120_000)
    expect((await other.browser.call(ownAccountCalls.security, {})).sessions).toHaveLength(1)
  })

  it('end at once, individually or all others together', async () => {
    const me = await person()
    const [one, two] = [await signedIn(me), await signedIn(me)]
    const { sessions } = await one.browser.call(ownAccountCalls.security, {})
    const guid = sessions.find((session) => session.isThis)?.guid ?? ''
    await me.browser.call(ownAccountCalls.endSession, { guid })
    await expect(one.browser.call(dashboardCalls.get, {})).rejects.toMatchObject(refused('session.expired'))
    await expect(me.browser.call(ownAccountCalls.endSession, { guid })).rejects.toMatchObject(
      refused('identity.sessionNotFound'),
    )
    expect(await me.browser.call(ownAccountCalls.endOtherSessions, {})).toEqual({ ended: 2 })
    await expect(two.browser.call(dashboardCalls.get, {})).rejects.toMatchObject(refused('session.expired'))
    expect((await me.browser.call(ownAccountCalls.security, {})).sessions).toHaveLength(1)
    expect(await me.browser.call(ownAccountCalls.endOtherSessions, {})).toEqual({ ended: 0 })
    expect(await changesOf(me)).toEqual([
      { field: 'session', before: one.browser.network, after: null },
      { field: 'session', before: '3', after: '1' },
    ])
  })

  it('of another account are not found, even of the same developer', async () => {
    const me = await person()
    const colleague = await signedIn(await center.administrator(me, []))
    const guid = (await colleague.browser.call(ownAccountCalls.security, {})).sessions[0]?.guid ?? ''
    await expect(me.browser.call(ownAccountCalls.endSession, { guid })).rejects.toMatchObject(
      refused('identity.sessionNotFound'),
    )
    await me.browser.call(ownAccountCalls.endOtherSessions, {})
    await colleague.browser.call(dashboardCalls.get, {})
  })
})

describe('sign-in attempts', () => {
  it('are listed newest first, by page, and only those of the own account', async () => {
    const [me, other] = [await person(), await person()]
    const away = center.browser()
    await outcome(away.call(identityCalls.login, { account: me.account, password: 'wrong-one' }))
    await outcome(center.browser().call(identityCalls.login, { account: other.account, password: 'wrong-one' }))
    const first = await me.browser.call(ownAccountCalls.findSignIns, { pageSize: 2 })
    expect(first).toMatchObject({
      records: 3,
      total: 2,
      rows: [
        { outcome: 'wrongPassword', network: away.network },
        { outcome: 'signedIn', network: me.browser.network },
      ],
    })
    const second = await me.browser.call(ownAccountCalls.findSignIns, { pageSize: 2, currentPage: 2 })
    expect(second.rows.map((row) => row.outcome)).toEqual(['signedIn'])
    const ascending = await me.browser.call(ownAccountCalls.findSignIns, { order: 'asc' })
    expect(ascending.rows.map((row) => row.id)).toEqual(
      [...first.rows, ...second.rows].map((row) => row.id).toReversed(),
    )
  })
})

describe('devices', () => {
  const rowsOf = async ({ browser }: { browser: Browser }) => (await browser.call(ownAccountCalls.devices, {})).rows
  const thisOne = async (who: { browser: Browser }) => (await rowsOf(who)).find((row) => row.isThis)?.guid ?? ''

  async function turnOnTotp(me: Person) {
    const { secret } = await me.browser.call(ownAccountCalls.startTotp, {})
    const code = () => generateSync({ secret, epoch: Math.floor(center.clock.now().getTime() / 1000) })
    await me.browser.call(ownAccountCalls.enableTotp, { code: code() })
    return code
  }

  it('are listed newest first and can be named', async () => {
    const me = await person()
    center.clock.advance(1000)
    const away = await signedIn(me)
    expect((await rowsOf(away)).map((row) => [row.isThis, row.network])).toMatchObject([
      [true, away.browser.network],
      [false, me.browser.network],
      [false, expect.any(String)],
    ])
    const guid = await thisOne(me)
    await away.browser.call(ownAccountCalls.updateDevice, { guid, name: '办公室' })
    expect((await rowsOf(me)).find((row) => row.isThis)?.name).toBe('办公室')
    await away.browser.call(ownAccountCalls.updateDevice, { guid, name: null })
    expect((await rowsOf(me)).find((row) => row.isThis)?.name).toBeNull()
    await expect(me.browser.call(ownAccountCalls.updateDevice, { guid, name: 'a|b' })).rejects.toMatchObject({
      fields: [{ path: 'name', rule: 'specialCharacters' }],
    })
    expect(await changesOf(me)).toEqual([
      { field: 'device', before: me.browser.network, after: '办公室' },
      { field: 'device', before: '办公室', after: me.browser.network },
    ])
  })

  it('can be trusted only on the device itself, with a second factor and a recently confirmed password', async () => {
    const me = await person()
    const guid = await thisOne(me)
    const trust = (who: Person, device = guid) =>
      who.browser.call(ownAccountCalls.updateDevice, { guid: device, isTrusted: true })
    await expect(trust(me)).rejects.toMatchObject(refused('identity.secondFactorOff'))
    const code = await turnOnTotp(me)
    const other = await signedIn(me)
    center.clock.advance(LIMITS.secondFactor.stepSeconds * 1000)
    await other.browser.call(identityCalls.mfaVerify, { method: 'totp', code: code() })
    await expect(trust(other, await thisOne(other)), 'no password').rejects.toMatchObject(
      refused('identity.confirmPassword'),
    )
    await confirm(other)
    await expect(trust(other), 'another device').rejects.toMatchObject(refused('identity.confirmPassword'))
    await trust(me)
    const trusted = (await rowsOf(me)).find((row) => row.isThis)
    expect(new Date(trusted?.trustedUntil ?? 0).getTime() - center.clock.now().getTime()).toBeGreaterThan(
      (LIMITS.secondFactor.trustDays - 1) * DAY_MS,
    )
    await me.browser.call(identityCalls.logout, {})
    expect(await me.browser.call(identityCalls.login, { account: me.account, password: PASSWORD })).toMatchObject({
      next: 'dashboard',
    })

    // This sign-in needed only the password, so it must not extend the trust.
    center.clock.advance(DAY_MS)
    await me.browser.call(identityCalls.login, { account: me.account, password: PASSWORD })
    await confirm(me)
    await trust(me)
    expect((await rowsOf(me)).find((row) => row.isThis)?.trustedUntil).toBe(trusted?.trustedUntil)

    await me.browser.call(ownAccountCalls.updateDevice, { guid, isTrusted: false })
    await me.browser.call(identityCalls.logout, {})
    expect(await me.browser.call(identityCalls.login, { account: me.account, password: PASSWORD })).toMatchObject({
      next: 'mfa',
    })
  })

  it('are limited in number: the most recently seen ones stay', async () => {
    const me = await person()
    const { kept } = LIMITS.device
    await query(
      `insert into device (account_id, id, secret_hash, name, network, first_seen_at, last_seen_at)
      select $1, gen_random_uuid(), n::text::bytea, n, 'old', now(), $2::timestamptz - n * interval '1 hour'
      from generate_series(1, $3::int) n`,
      [me.accountId, center.clock.now(), kept],
    )
    const away = await signedIn(me)
    const names = (await rowsOf(away)).map((row) => row.name)
    expect(names).toHaveLength(kept)
    // Three come from sign-ins: the testkit's, the first browser's, and this one.
    expect(names).toEqual(expect.arrayContaining(['1', String(kept - 3)]))
    expect(names).not.toContain(String(kept - 2))
  })

  it('are removed together with their sessions', async () => {
    const me = await person()
    const lost = await signedIn(me)
    const guid = await thisOne(lost)
    await me.browser.call(ownAccountCalls.removeDevice, { guid })
    await expect(lost.browser.call(dashboardCalls.get, {})).rejects.toMatchObject(refused('session.expired'))
    await me.browser.call(dashboardCalls.get, {})
    expect((await rowsOf(me)).map((row) => row.guid)).not.toContain(guid)
    await expect(me.browser.call(ownAccountCalls.removeDevice, { guid })).rejects.toMatchObject(
      refused('identity.deviceNotFound'),
    )
    expect(await changesOf(me)).toEqual([{ field: 'device', before: lost.browser.network, after: null }])
  })

  it('of another account are not found', async () => {
    const [me, other] = [await person(), await person()]
    const guid = await thisOne(other)
    await expect(me.browser.call(ownAccountCalls.updateDevice, { guid, name: 'mine' })).rejects.toMatchObject(
      refused('identity.deviceNotFound'),
    )
    await expect(me.browser.call(ownAccountCalls.updateDevice, { guid, isTrusted: true })).rejects.toMatchObject(
      refused('identity.deviceNotFound'),
    )
    await expect(me.browser.call(ownAccountCalls.removeDevice, { guid })).rejects.toMatchObject(
      refused('identity.deviceNotFound'),
    )
    await other.browser.call(dashboardCalls.get, {})
  })
})

describe('handing over a developer', () => {
  async function codeFor(me: Person, account: string): Promise<string> {
    await me.browser.call(identityCalls.sendCode, { target: account, purpose: 'superAdministrator' })
    return (await center.message(account)).code
  }
  const handOver = (me: Person, account: string, verifyCode: string) =>
    me.browser.call(ownAccountCalls.changeSuperAdministrator, { account, verifyCode })
  const supers = async (developerId: number) =>
    (await query('select account_id from membership where developer_id = $1 and is_super', [developerId])).rows.map(
      (row) => row['account_id'],
    )

  async function ordinaryUser(): Promise<Actor> {
    const made = await center.administrator(await center.developer(), [])
    await query('delete from membership where account_id = $1', [made.accountId])
    return made
  }

  it('makes the heir the super administrator, and the former one an administrator with every privilege', async () => {
    const me = await person()
    const heir = await signedIn(await center.administrator(me, []))
    await query("update membership set valid_until = now() + interval '1 day' where account_id = $1", [heir.accountId])
    const verifyCode = await codeFor(me, heir.account)
    center.clock.advance((LIMITS.superAdministratorChange.codeMinutes - 1) * 60_000)
    await confirm(me)
    await handOver(me, heir.account.toUpperCase(), verifyCode)
    expect(await supers(me.developerId)).toEqual([heir.accountId])
    expect(
      (await query('select valid_until, is_enabled from membership where account_id = $1', [heir.accountId])).rows,
    ).toEqual([{ valid_until: null, is_enabled: true }])
    const now = await me.browser.call(identityCalls.current, {})
    expect(now.isMainAccount).toBe(false)
    expect(now.privileges).toEqual([...PRIVILEGES].toSorted())
    expect((await heir.browser.call(identityCalls.current, {})).isMainAccount).toBe(true)
    const { rows } = await heir.browser.call(operationLogCalls.find, { targetKind: 'account', order: 'asc' })
    expect(rows.map((row) => [row.actor, row.targetName, row.changes])).toEqual([
      [me.account, me.account, [{ field: 'isSuper', before: 'true', after: 'false' }]],
      [me.account, heir.account, [{ field: 'isSuper', before: 'false', after: 'true' }]],
    ])
    await expect(handOver(me, heir.account, verifyCode)).rejects.toMatchObject(refused('platform.superOnly'))
  })

  it('accepts an account that administers nothing', async () => {
    const me = await person()
    const heir = await ordinaryUser()
    await handOver(me, heir.account, await codeFor(me, heir.account))
    expect(await supers(me.developerId)).toEqual([heir.accountId])
    const { browser } = await signedIn(heir)
    expect((await browser.call(identityCalls.current, {})).developer.id).toBe(String(me.developerId))
  })

  it('requires the code that was sent to the heir for this request', async () => {
    const [me, other] = [await person(), await person()]
    const heir = await ordinaryUser()
    const theirs = await codeFor(other, heir.account)
    await expect(handOver(me, heir.account, theirs)).rejects.toMatchObject(refused('identity.codeWrong'))
    expect(await supers(me.developerId)).toEqual([me.accountId])
    const late = await center.administrator(me, [])
    const verifyCode = await codeFor(me, late.account)
    center.clock.advance(LIMITS.superAdministratorChange.codeMinutes * 60_000)
    await confirm(me)
    await expect(handOver(me, late.account, verifyCode)).rejects.toMatchObject(refused('identity.codeWrong'))
  })

  it('is refused for an unknown, inactive or own account, and for one of another developer', async () => {
    const [me, other] = [await person(), await person()]
    const sleeping = await center.administrator(me, [])
    await query('update account set activated_at = null where id = $1', [sleeping.accountId])
    const cases: [string, ErrorName][] = [
      [newEmail(), 'identity.userNotFound'],
      [sleeping.account, 'identity.userNotFound'],
      [other.account, 'identity.administersAnother'],
      [(await center.administrator(other, [])).account, 'identity.administersAnother'],
    ]
    for (const [account, error] of cases) {
      const verifyCode = await codeFor(me, account)
      // Without the code, the answer reveals nothing about the address.
      await expect(handOver(me, account, verifyCode === '000000' ? '111111' : '000000'), account).rejects.toMatchObject(
        refused('identity.codeWrong'),
      )
      await expect(handOver(me, account, verifyCode), account).rejects.toMatchObject({
        ...refused(error),
        fields: [{ path: 'account' }],
      })
    }
    await expect(
      me.browser.call(identityCalls.sendCode, { target: me.account, purpose: 'superAdministrator' }),
    ).rejects.toMatchObject(refused('identity.alreadySuper'))
    expect(await supers(me.developerId)).toEqual([me.accountId])
  })

  it('is open only to the super administrator', async () => {
    const me = await person()
    const colleague = await signedIn(await center.administrator(me, PRIVILEGES))
    await confirm(colleague)
    await expect(handOver(colleague, colleague.account, '000000')).rejects.toMatchObject(refused('platform.superOnly'))
  })

  it('to two people at once succeeds for one of them', async () => {
    let results: string[] = []
    const me = await person()
    const heirs = [await center.administrator(me, []), await ordinaryUser()]
    const codes: string[] = []
    for (const heir of heirs) codes.push(await codeFor(me, heir.account))
    // Hold the lock until both calls wait for it, with all earlier checks done.
    const holder = await center.ground.database.owner.connect()
    // The waiting calls use up the small pool, so this client connects directly.
    const watcher = new pg.Client({ connectionString: center.ground.databaseUrl })
    await watcher.connect()
    try {
      await holder.query('begin')
      await holder.query('select 1 from membership where developer_id = $1 for update', [me.developerId])
      const both = Promise.all(heirs.map((heir, index) => outcome(handOver(me, heir.account, codes[index] ?? ''))))
      const waiting = `select count(*)::int as n from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and query like '%from membership%is_super for update%'`
      await expect.poll(async () => (await watcher.query<{ n: number }>(waiting)).rows[0]?.n).toBe(2)
      await holder.query('rollback')
      results = await both
    } finally {
      holder.release()
      await watcher.end()
    }
    expect(results.toSorted()).toEqual(['passed', 'platform.superOnly'])
    expect(await supers(me.developerId)).toEqual([heirs[results.indexOf('passed')]?.accountId])
  })

  it('of two developers to one person at once succeeds for one, and the other stays unchanged', async () => {
    const givers = [await person(), await person()]
    const heir = await ordinaryUser()
    const codes: string[] = []
    for (const giver of givers) {
      codes.push(await codeFor(giver, heir.account))
      await query("update verification set sent_at = sent_at - interval '1 hour' where target = $1", [heir.account])
    }
    const results = await Promise.all(
      givers.map((giver, index) => outcome(handOver(giver, heir.account, codes[index] ?? ''))),
    )
    expect(results.toSorted()).toEqual(['identity.administersAnother', 'passed'])
    for (const [index, giver] of givers.entries())
      expect(await supers(giver.developerId)).toEqual([results[index] === 'passed' ? heir.accountId : giver.accountId])
  })
})
