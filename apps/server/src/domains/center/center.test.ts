// Settings of the center: names in mails and documents, logo, terms, registration, invitation codes, captcha, tests of
// mail and text messages.
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  FACE_COOKIE,
  LIMITS,
  LOGO_PATH,
  captchaCalls,
  centerCalls,
  centerDesk,
  identityCalls,
  operatorDesk,
} from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import { PASSWORD, createTestCenter, refused, startSmtp } from '@sealwright/testkit'
import type { DeskActor, TestCenter } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let center: TestCenter
/** A center whose captcha and mail server come from the environment, with a console. */
let fixed: TestCenter
let desk: DeskActor
beforeAll(async () => {
  const consoleDir = await mkdtemp(join(tmpdir(), 'sealwright-face-'))
  await writeFile(join(consoleDir, 'index.html'), '<!doctype html>')
  fixed = await createTestCenter({
    consoleDir,
    config: {
      given: ['SEALWRIGHT_CAPTCHA_URLS', 'SEALWRIGHT_SMTP_URL'],
      captchaUrls: [],
      smtpUrl: 'smtp://me:secret@127.0.0.1:1',
    },
  })
  center = await createTestCenter({ config: { given: ['SEALWRIGHT_MAIL_FROM'], captchaUrls: ['/login.do'] } })
  desk = await center.operator('owner')
})
afterAll(async () => {
  await center.close()
  await fixed.close()
})

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const errorOf = async (attempt: Promise<unknown>) => (await refused(attempt)).error
const update = (payload: PayloadOf<typeof centerDesk.update>) => desk.call(centerDesk.update, payload)

let people = 0
async function register(given: Partial<PayloadOf<typeof identityCalls.register>> = {}) {
  const account = `new-${++people}@test.example`
  const browser = center.browser()
  await browser.call(identityCalls.sendCode, { target: account, purpose: 'register' })
  const { code } = await center.message(account)
  return browser.call(identityCalls.register, {
    developerName: '新公司',
    account,
    password: PASSWORD,
    confirmPassword: PASSWORD,
    verifyCode: code,
    country: 'CN',
    timeZone: 1,
    acceptTerms: true,
    ...given,
  })
}

describe('the names of the center', () => {
  it('are in mails at once; a second editor does not overwrite the first (stale)', async () => {
    const { revision } = await desk.call(centerDesk.get, {})
    await update({ revision, nameZh: '星图授权中心', nameEn: 'Star Center' })
    expect(await errorOf(update({ revision, nameZh: '别的' }))).toBe('platform.stale')
    await center.browser().call(identityCalls.sendCode, { target: 'zh@test.example', purpose: 'register' })
    expect((await center.message('zh@test.example')).subject).toMatch(/^星图授权中心注册验证码/)
    expect(center.ground.languages.en('mail.test.subject')).toBe('Star Center test message')
    await update({ nameZh: null, nameEn: null })
    expect(center.ground.languages.zh('mail.test.subject')).toBe('Sealwright 测试邮件')
    const log = await desk.call(operatorDesk.log, { targetKind: 'setting' })
    expect(log.rows[0]?.changes).toContainEqual({ field: 'nameZh', before: '星图授权中心', after: null })
  })

  it('are read again by another process that did not change them', async () => {
    await center.ground.database.owner.query("update center_setting set name_en = 'Elsewhere', revision = revision + 1")
    await center.ground.settings.load()
    expect(center.ground.settings.face()).toEqual({ en: 'Elsewhere' })
    await update({ nameEn: null })
    expect(center.ground.settings.face()).toBeUndefined()
  })
})

describe('a document of the console', () => {
  it('brings the names in a cookie, and takes it away when there are none', async () => {
    const owner = await fixed.operator('owner')
    const cookieOf = async (url: string, cookie = '') => {
      const answer = await fixed.center.app.inject({ method: 'GET', url, headers: { accept: 'text/html', cookie } })
      return answer.cookies.find(({ name }) => name === FACE_COOKIE)?.value
    }
    expect(await cookieOf('/')).toBeUndefined()
    await owner.call(centerDesk.update, { nameZh: '星图, 中心' })
    for (const url of ['/', '/login']) expect(JSON.parse((await cookieOf(url)) ?? '')).toEqual({ zh: '星图, 中心' })
    await owner.call(centerDesk.update, { nameZh: null })
    expect(await cookieOf('/login', `${FACE_COOKIE}=x`)).toBe('')
  })
})

describe('the logo', () => {
  it('is sent to everyone, with a version that grows', async () => {
    const get = () => center.center.app.inject({ method: 'GET', url: LOGO_PATH })
    expect((await get()).statusCode).toBe(404)
    await desk.call(centerDesk.setLogo, { logo: PNG })
    const sent = await get()
    expect(sent.headers['content-type']).toBe('image/png')
    expect(sent.rawPayload.toString('base64')).toBe(PNG)
    const version = center.ground.settings.face()?.logo ?? 0
    await desk.call(centerDesk.setLogo, { logo: PNG })
    expect(center.ground.settings.face()?.logo).toBe(version + 1)
    expect((await desk.call(centerDesk.get, {})).logo).toBe(PNG)
    await desk.call(centerDesk.setLogo, { logo: null })
    expect((await get()).statusCode).toBe(404)
  })
})

describe('the terms', () => {
  it('get a version with each change, which registration keeps (termsIncomplete, termsChanged)', async () => {
    expect(await center.visitor(centerCalls.terms, {})).toMatchObject({ version: null })
    expect(await refused(update({ termsZh: '# 条款' }))).toMatchObject({
      error: 'center.termsIncomplete',
      fields: [expect.objectContaining({ path: 'termsEn' })],
    })
    await update({ termsZh: '# 条款\n请遵守。', termsEn: '# Terms\nPlease behave.' })
    const { version } = await center.visitor(centerCalls.terms, {})
    await update({ termsZh: '# 条款\n请遵守。' })
    expect(await center.visitor(centerCalls.terms, {})).toMatchObject({ version, zh: '# 条款\n请遵守。' })
    expect(await center.visitor(identityCalls.door, {})).toMatchObject({ registration: 'open', termsVersion: version })
    expect(await refused(register({ termsVersion: (version ?? 0) + 1 }))).toMatchObject({
      error: 'center.termsChanged',
      fields: [expect.objectContaining({ path: 'acceptTerms' })],
    })
    const { developerId } = await register(version === null ? {} : { termsVersion: version })
    const { rows } = await center.ground.database.owner.query(
      'select version from center_consent where holder_id = $1',
      [developerId],
    )
    expect(rows).toEqual([{ version }])
    await update({ termsZh: null, termsEn: null })
    expect((await desk.call(centerDesk.get, {})).terms.version).toBeNull()
  })
})

describe('registration', () => {
  it('that is closed sends no codes and founds no developer (registrationClosed)', async () => {
    await update({ registration: 'closed' })
    expect(await errorOf(register())).toBe('center.registrationClosed')
    await update({ registration: 'open' })
    await register()
  })

  it('by invitation takes each code once (invitationNeeded, invitationInvalid, invitationNotFound)', async () => {
    await update({ registration: 'invitation' })
    expect(await refused(register())).toMatchObject({
      error: 'center.invitationNeeded',
      fields: [expect.objectContaining({ path: 'invitationCode' })],
    })
    const { guid, code } = await desk.call(centerDesk.invite, { note: '展会' })
    await register({ invitationCode: code.toLowerCase() })
    expect(await errorOf(register({ invitationCode: code }))).toBe('center.invitationInvalid')
    expect(await errorOf(desk.call(centerDesk.revokeInvitation, { guid }))).toBe('center.invitationNotFound')
    const other = await desk.call(centerDesk.invite, {})
    await desk.call(centerDesk.revokeInvitation, { guid: other.guid })
    expect(await errorOf(register({ invitationCode: other.code }))).toBe('center.invitationInvalid')
    const { rows } = await desk.call(centerDesk.findInvitations, {})
    expect(rows.map(({ state, code: shown, developerName }) => [state, shown, developerName])).toEqual([
      ['revoked', null, null],
      ['used', null, '新公司'],
    ])
    expect((await desk.call(centerDesk.findInvitations, { state: 'open' })).records).toBe(0)
    await update({ registration: 'open' })
  })

  it('has only so many open codes (invitationLimit)', async () => {
    await center.ground.database.owner.query(
      `insert into center_invitation (guid, code, by_name, created_at)
       select gen_random_uuid(), 'FILL' || n, 'x', now() from generate_series(1, $1) n`,
      [LIMITS.center.openInvitations],
    )
    expect(await errorOf(desk.call(centerDesk.invite, {}))).toBe('center.invitationLimit')
  })
})

describe('the captcha', () => {
  it('guards the calls that are chosen, at once (captchaUnknown, captchaGiven)', async () => {
    const guarded = () => center.visitor(captchaCalls.verifyList, {})
    expect(await guarded()).toEqual(['/login.do'])
    await update({ captchaUrls: ['/register.do'] })
    expect(await guarded()).toEqual(['/register.do'])
    expect(await errorOf(update({ captchaUrls: ['/no/such.do'] }))).toBe('center.captchaUnknown')
    await update({ captchaUrls: [] })
    expect(await guarded()).toEqual([])
    await update({ captchaUrls: null })
    expect(await guarded()).toEqual(['/login.do'])
    const owner = await fixed.operator('owner')
    expect(await errorOf(owner.call(centerDesk.update, { captchaUrls: ['/login.do'] }))).toBe('center.captchaGiven')
    expect((await owner.call(centerDesk.get, {})).captcha).toMatchObject({ isGiven: true, urls: [] })
  })
})

describe('mail and text messages', () => {
  it('are tested at once; without a service, they are kept', async () => {
    expect(await desk.call(centerDesk.testMail, { to: 'me@test.example' })).toEqual({ outcome: 'kept', reason: null })
    expect(await desk.call(centerDesk.testSms, { to: '13800138000' })).toEqual({ outcome: 'kept', reason: null })
    const owner = await fixed.operator('owner')
    expect(await owner.call(centerDesk.testMail, { to: 'me@test.example' })).toMatchObject({
      outcome: 'failed',
      reason: expect.any(String) as string,
    })
  })
})

describe('the first steps', () => {
  it('are done by facts, until all are, the center has developers for long, or the list is put away', async () => {
    const smtp = await startSmtp()
    const fresh = await createTestCenter({ config: { smtpUrl: smtp.url, publicUrl: 'https://center.example' } })
    try {
      const owner = await fresh.operator('owner')
      const steps = () => owner.call(centerDesk.firstSteps, {})
      expect(await steps()).toEqual({
        isNew: true,
        done: [],
        registration: 'open',
        consoleUrl: 'https://center.example',
      })
      await owner.call(centerDesk.testMail, { to: owner.email })
      expect((await steps()).done).toEqual(['mail'])
      await owner.call(centerDesk.update, { nameEn: 'Star Center' })
      // The mode stays open, but now somebody decided so.
      await owner.call(centerDesk.update, { registration: 'open' })
      await owner.call(operatorDesk.renewRecoveryCodes, {})
      await owner.call(centerDesk.settleStep, { step: 'prices' })
      await fresh.developer({ status: 'trial' })
      expect((await steps()).done).toEqual(['mail', 'names', 'registration', 'account', 'prices'])
      await fresh.developer()
      const other = await fresh.operator('owner')
      expect(await other.call(centerDesk.firstSteps, {})).toMatchObject({
        isNew: true,
        done: ['mail', 'names', 'registration', 'prices', 'developer'],
      })
      const { owner: database } = fresh.ground.database
      await database.query("insert into health_result (kind, at) values ('backup', $1)", [fresh.clock.now()])
      expect((await steps()).isNew).toBe(false)
      const isNew = async () => (await other.call(centerDesk.firstSteps, {})).isNew
      const age = (days: number) =>
        database.query('update developer set created_at = created_at - make_interval(days => $1)', [days])
      expect(await isNew()).toBe(true)
      await age(LIMITS.center.newDays + 1)
      expect(await isNew()).toBe(false)
      await age(-LIMITS.center.newDays - 1)
      for (let times = 0; times < 2; times++) await owner.call(centerDesk.settleStep, { step: 'all' })
      expect(await isNew()).toBe(false)
      const { rows } = await owner.call(operatorDesk.log, { targetKind: 'setting' })
      expect(rows.flatMap(({ changes }) => changes).filter(({ field }) => field === 'step')).toMatchObject([
        { after: 'all' },
        { after: 'prices' },
      ])
      expect(rows.find(({ deed }) => deed === 'send')?.changes).toContainEqual({
        field: 'outcome',
        before: null,
        after: 'sent',
      })
    } finally {
      await fresh.close()
      await smtp.close()
    }
  })
})

describe('what comes from the environment', () => {
  it('is shown with its origin, and without passwords', async () => {
    const { environment, trialLicenses } = await desk.call(centerDesk.get, {})
    expect(environment).toContainEqual({ name: 'mailFrom', value: 'sealwright@localhost', isGiven: true })
    const given = await (await fixed.operator('auditor')).call(centerDesk.get, {})
    expect(given.environment).toContainEqual({ name: 'smtpUrl', value: 'smtp://me:***@127.0.0.1:1', isGiven: true })
    expect(environment).toContainEqual({ name: 'desk', value: 'on', isGiven: false })
    expect(trialLicenses).toBe(LIMITS.platform.trialLicenses.initial)
  })
})
