import { LIMITS, MINUTE_MS, identityCalls, operationLogCalls, operatorDesk, productCalls } from '@sealwright/contract'
import { PASSWORD, createTestCenter, productPayload } from '@sealwright/testkit'
import type { Actor, DeskActor, TestCenter } from '@sealwright/testkit'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGuessing } from '../identity/index.ts'
import { makeFirstLink, makeOperatorLink } from './index.ts'

let center: TestCenter
let owner: DeskActor
let vendor: Actor
beforeAll(async () => {
  center = await createTestCenter()
  owner = await center.operator('owner')
  vendor = await center.developer()
})
afterAll(() => center.close())

const codeOf = (secret: string) =>
  generateSync({ strategy: 'totp', secret, epoch: Math.floor(center.clock.now().getTime() / 1000) })
const linkIn = (url: string) => /link=([\w-]+)/.exec(url)?.[1] ?? ''
const refused = (error: string) => expect.objectContaining({ error })
const clean = async () => {
  await center.ground.database.owner.query('delete from guess')
}

/** Invites an operator, who sets the password and the second factor. */
async function join(email: string, roles: Parameters<TestCenter['operator']> = ['support']) {
  const { link, guid } = await owner.call(operatorDesk.invite, { email, roles })
  const browser = center.browser()
  await browser.call(operatorDesk.accept, { link: linkIn(link), name: 'Li Wei', password: PASSWORD })
  const { secret } = await browser.call(operatorDesk.startTotp, {})
  const usedCode = codeOf(secret)
  const { recoveryCodes } = await browser.call(operatorDesk.enableTotp, { code: usedCode })
  return { guid, browser, secret, usedCode, recoveryCodes }
}

describe('the door', () => {
  it('opens to the first operator of a fresh center by a link that works once', async () => {
    const fresh = await createTestCenter()
    try {
      const { database, ids } = fresh.ground
      const make = () =>
        database.asOwner((db) => makeFirstLink(db, { ids, now: fresh.clock.now(), baseUrl: 'http://localhost' }))
      const url = (await make()) ?? ''
      // The browser decides on the language.
      expect(url).not.toContain('lang=')
      const link = linkIn(url)
      expect(await make()).toBeUndefined()
      const browser = fresh.browser()
      expect(await browser.call(operatorDesk.link, { link })).toEqual({ email: null, name: null, roles: ['owner'] })
      const given = { link, name: 'Li Wei', password: PASSWORD }
      await expect(browser.call(operatorDesk.accept, given)).rejects.toEqual(refused('operator.emailNeeded'))
      const answer = await browser.call(operatorDesk.accept, { ...given, email: 'Boss@Example.com' })
      expect(answer.next).toBe('setup')
      await expect(browser.call(operatorDesk.current, {})).rejects.toEqual(refused('session.expired'))
      await expect(fresh.browser().call(operatorDesk.link, { link })).rejects.toEqual(refused('operator.linkOver'))
    } finally {
      await fresh.close()
    }
  })

  it('asks for the password and then for a one-time password, which works once, or a recovery code', async () => {
    await clean()
    const { secret, usedCode, recoveryCodes } = await join('li@platform.test')
    expect(recoveryCodes).toHaveLength(LIMITS.secondFactor.recoveryCodes)
    const browser = center.browser()
    const signIn = () => browser.call(operatorDesk.login, { email: 'LI@platform.test', password: PASSWORD })
    await expect(
      browser.call(operatorDesk.login, { email: 'li@platform.test', password: 'wrong-password' }),
    ).rejects.toEqual(refused('operator.loginFailed'))
    expect((await signIn()).next).toBe('code')
    await expect(browser.call(operatorDesk.current, {})).rejects.toEqual(refused('session.expired'))
    await expect(browser.call(operatorDesk.startTotp, {})).rejects.toEqual(refused('operator.notOwed'))
    await expect(browser.call(operatorDesk.verify, { code: usedCode })).rejects.toEqual(refused('operator.codeWrong'))
    center.clock.advance(LIMITS.secondFactor.stepSeconds * 1000)
    await browser.call(operatorDesk.verify, { code: codeOf(secret) })
    expect(await browser.call(operatorDesk.current, {})).toMatchObject({
      email: 'li@platform.test',
      roles: ['support'],
    })
    await browser.call(operatorDesk.logout, {})
    await expect(browser.call(operatorDesk.current, {})).rejects.toEqual(refused('session.expired'))
    await signIn()
    await browser.call(operatorDesk.verify, { code: recoveryCodes[0] ?? '' })
    expect((await browser.call(operatorDesk.sessions, {})).recoveryCodesLeft).toBe(recoveryCodes.length - 1)
  })

  it('stays open when somebody signs in to the console with a name like its counter', async () => {
    await clean()
    await join('zhao@platform.test')
    const name = 'operator zhao@platform.test'
    const of = { name, knownDevice: undefined, isKnownNetwork: false, now: center.clock.now() }
    const guessing = createGuessing(center.ground.database)
    for (let n = 1; n < LIMITS.guessing.perAccountAnHour; n++)
      await guessing.signIn({ ...of, network: `203.0.113.${n}` })
    await expect(
      center.browser().call(identityCalls.login, { account: name, password: 'a-wrong-guess' }),
    ).rejects.toEqual(refused('identity.loginFailed'))
    const answer = await center.browser().call(operatorDesk.login, { email: 'zhao@platform.test', password: PASSWORD })
    expect(answer.next).toBe('code')
  })

  it('slows guessing down, and a developer who guesses does not keep the operator out', async () => {
    await clean()
    const attacker = center.browser()
    const guess = () => attacker.call(operatorDesk.login, { email: owner.email, password: 'a-wrong-guess' })
    for (let n = 0; n < LIMITS.guessing.freeFailures; n++)
      await expect(guess()).rejects.toEqual(refused('operator.loginFailed'))
    await expect(guess()).rejects.toEqual(refused('identity.slowedDown'))
    const answer = await center.browser().call(operatorDesk.login, { email: owner.email, password: PASSWORD })
    expect(answer.next).toBe('code')
  })

  it('ends a session without calls, and every session at its maximum age', async () => {
    const actor = await center.operator('auditor')
    await actor.call(operatorDesk.current, {})
    center.clock.advance(LIMITS.operator.idleMinutes * MINUTE_MS)
    await expect(actor.call(operatorDesk.current, {})).rejects.toEqual(refused('session.expired'))
    owner = await center.operator('owner')
  })

  it('keeps the second factor that one of two sign-ins has set up', async () => {
    await clean()
    const { link } = await owner.call(operatorDesk.invite, { email: 'two@platform.test', roles: ['support'] })
    const [thief, person] = [center.browser(), center.browser()]
    await person.call(operatorDesk.accept, { link: linkIn(link), name: 'Li Wei', password: PASSWORD })
    expect((await thief.call(operatorDesk.login, { email: 'two@platform.test', password: PASSWORD })).next).toBe(
      'setup',
    )
    const { secret } = await person.call(operatorDesk.startTotp, {})
    await person.call(operatorDesk.enableTotp, { code: codeOf(secret) })
    await expect(thief.call(operatorDesk.startTotp, {})).rejects.toEqual(refused('session.expired'))
    expect((await thief.call(operatorDesk.login, { email: 'two@platform.test', password: PASSWORD })).next).toBe('code')
    await person.call(operatorDesk.current, {})
  })

  it('is separate from the console in both directions', async () => {
    vendor = await center.developer()
    const asVendor = { ...owner.headers, cookie: owner.headers['cookie']?.replace('sw_operator_', 'sw_session_') }
    for (const headers of [owner.headers, asVendor]) {
      const { code } = (await center.center.app.inject({ method: 'POST', url: '/session/current.do', headers })).json()
      expect(code).not.toBe(0)
    }
    const cookie = vendor.headers['cookie']?.replace('sw_session_', 'sw_operator_')
    for (const headers of [vendor.headers, { ...vendor.headers, cookie }]) {
      const answer = await center.center.app.inject({ method: 'POST', url: operatorDesk.current.path, headers })
      expect(answer.json()).toMatchObject({ data: null })
    }
  })

  it('is absent where it is switched off or the network is not allowed', async () => {
    for (const config of [{ desk: false }, { deskNetworks: ['10.1.0.0/16'] }]) {
      const closed = await createTestCenter({ config })
      try {
        const answer = await closed.center.app.inject({
          method: 'POST',
          url: operatorDesk.login.path,
          payload: { email: 'a@b.c', password: 'x' },
        })
        expect(answer.statusCode).toBe(404)
      } finally {
        await closed.close()
      }
    }
  })
})

describe('operators', () => {
  it('keep an owner who can sign in, and nobody acts on their own account', async () => {
    const lone = await createTestCenter()
    try {
      const boss = await lone.operator('owner')
      const helper = await lone.operator('support')
      await expect(boss.call(operatorDesk.update, { guid: boss.guid, roles: ['auditor'] })).rejects.toEqual(
        refused('operator.lastOwner'),
      )
      await expect(boss.call(operatorDesk.delete, { guid: boss.guid })).rejects.toEqual(refused('operator.ownAccount'))
      await boss.call(operatorDesk.update, { guid: helper.guid, roles: ['owner'] })
      // Two owners who disable each other at once: one of them stays.
      const outcomes = await Promise.allSettled([
        boss.call(operatorDesk.setEnabled, { guid: helper.guid, isEnabled: false }),
        helper.call(operatorDesk.setEnabled, { guid: boss.guid, isEnabled: false }),
      ])
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    } finally {
      await lone.close()
    }
  })

  it('are invited by mail, disabled at once, and get a new link that ends the old password', async () => {
    await clean()
    const { guid, browser } = await join('wang@platform.test')
    expect((await center.message('wang@platform.test')).kind).toBe('operatorInvitation')
    await expect(owner.call(operatorDesk.invite, { email: 'Wang@platform.test', roles: ['auditor'] })).rejects.toEqual(
      refused('operator.emailTaken'),
    )
    await owner.call(operatorDesk.setEnabled, { guid, isEnabled: false })
    await expect(browser.call(operatorDesk.current, {})).rejects.toEqual(refused('session.expired'))
    await expect(
      center.browser().call(operatorDesk.login, { email: 'wang@platform.test', password: PASSWORD }),
    ).rejects.toEqual(refused('operator.disabled'))
    await owner.call(operatorDesk.setEnabled, { guid, isEnabled: true })
    const { link } = await owner.call(operatorDesk.renewLink, { guid })
    const again = center.browser()
    await expect(again.call(operatorDesk.login, { email: 'wang@platform.test', password: PASSWORD })).rejects.toEqual(
      refused('operator.loginFailed'),
    )
    const accepted = await again.call(operatorDesk.accept, {
      link: linkIn(link),
      name: 'Wang',
      password: 'another-password',
    })
    expect(accepted.next).toBe('code')
    const revision = (await owner.call(operatorDesk.find, {})).rows.find((row) => row.guid === guid)?.revision ?? 0
    await expect(owner.call(operatorDesk.update, { guid, roles: ['finance'], revision: revision - 1 })).rejects.toEqual(
      refused('platform.stale'),
    )
    await owner.call(operatorDesk.delete, { guid })
    await expect(owner.call(operatorDesk.delete, { guid })).rejects.toEqual(refused('operator.notFound'))
  })

  it('lose the links that they made for others once they may not make any', async () => {
    const losing = {
      update: (by: DeskActor, guid: string) => by.call(operatorDesk.update, { guid, roles: ['support'] }),
      disable: (by: DeskActor, guid: string) => by.call(operatorDesk.setEnabled, { guid, isEnabled: false }),
      delete: (by: DeskActor, guid: string) => by.call(operatorDesk.delete, { guid }),
    }
    const accept = (link: string) =>
      center.browser().call(operatorDesk.accept, { link: linkIn(link), name: 'Zoe', password: 'another-password' })
    for (const [how, lose] of Object.entries(losing)) {
      const [keeper, leaving] = [await center.operator('owner'), await center.operator('owner')]
      const other = await center.operator('owner')
      const invited = await leaving.call(operatorDesk.invite, { email: `${how}@links.test`, roles: ['owner'] })
      const renewed = await leaving.call(operatorDesk.renewLink, { guid: other.guid, resetsFactor: true })
      await lose(keeper, leaving.guid)
      for (const { link } of [invited, renewed])
        await expect(accept(link), how).rejects.toEqual(refused('operator.linkOver'))
      const { link } = await keeper.call(operatorDesk.renewLink, { guid: invited.guid })
      await accept(link)
    }
  })

  it('who are disabled while their call waits for its turn change nothing anymore', async () => {
    const [keeper, leaving] = [await center.operator('owner'), await center.operator('owner')]
    const waiting = async () =>
      (
        await center.ground.database.owner.query(
          `select 1 from pg_locks where not granted and locktype = 'advisory'
           and database = (select oid from pg_database where datname = current_database())`,
        )
      ).rows.length
    const blocker = await center.ground.database.owner.connect()
    const calls: Promise<unknown>[] = []
    try {
      await blocker.query('begin')
      await blocker.query('select pg_advisory_xact_lock(7325010)')
      calls.push(keeper.call(operatorDesk.setEnabled, { guid: leaving.guid, isEnabled: false }))
      await expect.poll(waiting).toBe(1)
      calls.push(leaving.call(operatorDesk.invite, { email: 'late@turns.test', roles: ['owner'] }))
      await expect.poll(waiting).toBe(2)
    } finally {
      await blocker.query('commit')
      blocker.release()
    }
    const [disabled, invited] = await Promise.allSettled(calls)
    expect(disabled?.status).toBe('fulfilled')
    expect(invited).toMatchObject({ status: 'rejected', reason: refused('session.expired') })
  })

  it('number at most the limit', async () => {
    await center.ground.database.owner.query(
      `insert into operator (guid, email, roles, created_at)
       select gen_random_uuid(), n || '@many.test', '{auditor}', now() from generate_series(1, $1) n`,
      [LIMITS.operator.max],
    )
    await expect(owner.call(operatorDesk.invite, { email: 'new@x.test', roles: ['auditor'] })).rejects.toEqual(
      refused('operator.limit'),
    )
    await center.ground.database.owner.query("delete from operator where email like '%@many.test'")
  })

  it('leave a sealed log of their own, which says what changed', async () => {
    const guest = await center.operator('auditor')
    await owner.call(operatorDesk.update, { guid: guest.guid, roles: ['auditor', 'finance'] })
    const { rows } = await guest.call(operatorDesk.log, { targetKind: 'operator', operator: owner.guid })
    expect(rows[0]?.changes).toEqual([{ field: 'roles', before: 'auditor', after: 'auditor, finance' }])
    await expect(
      guest.call(operatorDesk.log, { startTime: '2026-02-01T00:00:00Z', endTime: '2026-01-01T00:00:00Z' }),
    ).rejects.toEqual(refused('platform.timeIllegal'))
    expect((await guest.call(operatorDesk.verifyLog, {})).problems).toEqual([])
    expect((await guest.call(operatorDesk.log, { targetKind: 'verification' })).rows).toHaveLength(1)
  })

  it('change their own password, recovery codes and preferences', async () => {
    const actor = await center.operator('auditor')
    await actor.call(operatorDesk.changePassword, { password: 'another-password' })
    expect((await actor.call(operatorDesk.renewRecoveryCodes, {})).recoveryCodes).toHaveLength(10)
    await actor.call(operatorDesk.updatePreferences, { locale: 'en' })
    expect((await actor.call(operatorDesk.current, {})).locale).toBe('en')
    const { sessions } = await actor.call(operatorDesk.sessions, {})
    expect(sessions).toEqual([expect.objectContaining({ isCurrent: true })])
    await expect(actor.call(operatorDesk.confirm, { password: 'wrong' })).rejects.toEqual(
      refused('identity.passwordWrong'),
    )
    center.clock.advance(LIMITS.session.confirmMinutes * MINUTE_MS)
    await expect(actor.call(operatorDesk.changePassword, { password: 'third-password' })).rejects.toEqual(
      refused('identity.confirmPassword'),
    )
    await actor.call(operatorDesk.confirm, { password: 'another-password' })
    await actor.call(operatorDesk.endSession, { id: sessions[0]?.id ?? '' })
    await expect(actor.call(operatorDesk.current, {})).rejects.toEqual(refused('session.expired'))
  })
})

describe('a visit', () => {
  it('reads the console of a developer for a time, and the developer reads of it in the own language', async () => {
    owner = await center.operator('owner')
    vendor = await center.developer()
    await vendor.call(identityCalls.updatePreferences, { locale: 'en' })
    await vendor.call(productCalls.create, productPayload())
    const browser = center.browser({ of: owner })
    const opened = await browser.call(operatorDesk.openVisit, {
      developerId: vendor.developerId,
      reason: '客户投诉无法激活',
      minutes: 30,
    })
    expect(await browser.call(identityCalls.current, {})).toMatchObject({ visit: { reason: '客户投诉无法激活' } })
    expect((await browser.call(productCalls.find, {})).records).toBe(1)
    await expect(browser.call(productCalls.create, productPayload())).rejects.toEqual(refused('operator.visitOnly'))
    await expect(
      owner.call(operatorDesk.openVisit, { developerId: 999_999, reason: '没有这个开发者' }),
    ).rejects.toEqual(refused('operator.developerNotFound'))
    expect((await owner.call(operatorDesk.findVisits, { developerId: vendor.developerId })).rows).toEqual([
      expect.objectContaining({ isOpen: true, reason: '客户投诉无法激活' }),
    ])
    const log = await vendor.call(operationLogCalls.find, { targetKind: 'developer' })
    expect(log.rows[0]?.actor).toMatch(/^Platform operator Operator/)
    // An update: the developer was not made by it.
    expect(log.rows[0]?.type).toBe(1)
    expect(log.rows[0]?.changes).toContainEqual({ field: 'visit', before: null, after: '客户投诉无法激活' })
    await browser.call(identityCalls.logout, {})
    await expect(browser.call(productCalls.find, {})).rejects.toEqual(refused('session.expired'))
    await expect(owner.call(operatorDesk.endVisit, { guid: opened.guid })).rejects.toEqual(
      refused('operator.visitNotFound'),
    )
  })

  it('works only in the networks of the desk', async () => {
    const inside = '10.1.2.3'
    const guarded = await createTestCenter({ config: { deskNetworks: [inside] } })
    try {
      const { developerId } = await guarded.developer()
      const browser = guarded.browser({ network: inside, of: await guarded.operator('support') })
      await browser.call(operatorDesk.openVisit, { developerId, reason: '客户投诉无法激活' })
      await browser.call(productCalls.find, {})
      browser.network = '10.2.2.3'
      await expect(browser.call(productCalls.find, {})).rejects.toEqual(refused('session.expired'))
      browser.network = inside
      await browser.call(productCalls.find, {})
    } finally {
      await guarded.close()
    }
  })

  it('ends when its operator loses the privilege, changes the password, or gets a new link to sign in', async () => {
    owner = await center.operator('owner')
    vendor = await center.developer()
    const asked = { developerId: vendor.developerId, reason: '客户投诉无法激活' }
    const isOpen = async () =>
      (await owner.call(operatorDesk.findVisits, { developerId: vendor.developerId })).rows.map((row) => row.isOpen)
    const [first, second] = [await center.operator('support'), await center.operator('support')]
    await first.call(operatorDesk.openVisit, asked)
    await owner.call(operatorDesk.update, { guid: first.guid, roles: ['support', 'auditor'] })
    expect(await isOpen()).toEqual([true])
    await owner.call(operatorDesk.update, { guid: first.guid, roles: ['auditor'] })
    expect(await isOpen()).toEqual([false])
    await second.call(operatorDesk.openVisit, asked)
    await second.call(operatorDesk.changePassword, { password: 'another-password' })
    expect(await isOpen()).toEqual([false, false])
    await second.call(operatorDesk.openVisit, asked)
    await owner.call(operatorDesk.renewLink, { guid: second.guid })
    expect(await isOpen()).toEqual([false, false, false])
  })

  it('ends when its operator ends a session or signs out, or a command makes a new link', async () => {
    owner = await center.operator('owner')
    vendor = await center.developer()
    const asked = { developerId: vendor.developerId, reason: '客户投诉无法激活' }
    const open = async () =>
      (await owner.call(operatorDesk.findVisits, { developerId: vendor.developerId })).rows.filter((row) => row.isOpen)
    const ends = {
      session: async ({ call }: DeskActor) =>
        call(operatorDesk.endSession, { id: (await call(operatorDesk.sessions, {})).sessions[0]?.id ?? '' }),
      signOut: ({ call }: DeskActor) => call(operatorDesk.logout, {}),
      command: ({ email }: DeskActor) =>
        center.ground.database.asOwner((db) =>
          makeOperatorLink(
            db,
            { ids: center.ground.ids, now: center.clock.now(), baseUrl: '' },
            { email, roles: ['support'] },
          ),
        ),
    }
    for (const [how, end] of Object.entries(ends)) {
      const visiting = await center.operator('support')
      await visiting.call(operatorDesk.openVisit, asked)
      expect(await open(), how).toHaveLength(1)
      await end(visiting)
      expect(await open(), how).toEqual([])
    }
  })
})
