// The public page of a code: what a customer sees and may do, the desk of a lending administrator, and that neither
// codes, passwords nor administrators can be guessed.
import { randomUUID } from 'node:crypto'
import {
  CODE_ALPHABET,
  DAY_MS,
  ERRORS,
  HOUR_MS,
  LICENSE_STATUSES,
  LIMITS,
  MINUTE_MS,
  codeOf,
  codePageCalls,
  configCalls,
  lendingCalls,
  operationLogCalls,
  pcLicenseCalls,
} from '@sealwright/contract'
import { composeCenter } from '@sealwright/server'
import { createDevice, createProgram, createTestCenter, createVendor, refused } from '@sealwright/testkit'
import type { Browser, Program, TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

/** Low enough to reach in tests, below the calls per minute. */
const FEW = 8

let center: TestCenter
let vendor: Vendor
let program: Program
const templates = { plain: '', secret: '', lends: '' }
beforeAll(async () => {
  // Buckets refill with time. With a frozen clock they do not, even on a slow computer.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  center = await createTestCenter({ codePage: { codesPerHour: FEW } })
  vendor = await createVendor(center, { yuan: 100_000 })
  program = await createProgram(center, vendor)
  const many = { useMode: 2, machineNum: 3, offlineBind: true } as const
  templates.plain = await vendor.pcTemplate('sn', many)
  templates.secret = await vendor.pcTemplate('sn', { ...many, codePassword: true })
  templates.lends = await vendor.pcTemplate('sn', { ...many, lending: true, lendingDays: 30, lendingSeats: 2 })
})
afterAll(async () => {
  await center.close()
  vi.restoreAllMocks()
})

async function coded(kind: keyof typeof templates = 'plain', password?: string) {
  const { licenses } = await vendor.call(pcLicenseCalls.issue, {
    kind: 'sn',
    templateGuids: [templates[kind]],
    ...(password && { password }),
  })
  return { guid: licenses[0]?.guid ?? '', code: licenses[0]?.serial ?? '' }
}
const look = ({ call }: Pick<Browser, 'call'>, code: string, password?: string) =>
  call(codePageCalls.look, { code, ...(password !== undefined && { password }) })
const activate = (code: string, name: string) =>
  program.ask('activate', { code, machine: { fingerprint: `print-${name}`, name } })
const selfUnbind = (isOn: boolean) => vendor.call(configCalls.update, { key: 'selfUnbind', value: String(isOn) })

describe('a customer', () => {
  it('sees product, term and masked devices of the code that they type, and nothing else of it', async () => {
    const { code, guid } = await coded()
    await activate(code, 'DESKTOP-ZHOU42')
    const shown = await look(center.browser(), ` ${code.toLowerCase()} `)
    expect(shown).toMatchObject({
      developerName: '测试开发者',
      productName: '星图专业版',
      maskedCode: `${code.slice(0, 4)}-••••-••••-${code.slice(-4)}`,
      status: LICENSE_STATUSES.bound,
      expireTime: null,
      machines: [{ name: 'DES•••42', isOffline: false }],
      bound: 1,
      machineLimit: 3,
      offlineBind: true,
      canUnbind: false,
      lends: false,
    })
    expect(JSON.stringify(shown)).not.toMatch(new RegExp(`${code}|${guid}|ZHOU`))
    const { call } = center.browser()
    expect(await call(codePageCalls.again, { visit: shown.visit })).toMatchObject({ bound: 1 })
  })

  it('needs the password of a code; a new password, a new code and the clock end the visit', async () => {
    const { code, guid } = await coded('secret', 'secret-1')
    const browser = center.browser()
    expect((await refused(look(browser, code))).error).toBe('codePage.passwordNeeded')
    expect((await refused(look(browser, code, 'secret-2'))).error).toBe('codePage.passwordWrong')
    const again = (visit: string) => browser.call(codePageCalls.again, { visit })
    const { visit } = await look(browser, code, 'secret-1')
    await again(visit)
    await vendor.call(pcLicenseCalls.setPassword, { kind: 'sn', guid, password: 'secret-3' })
    expect((await refused(again(visit))).error).toBe('codePage.visitOver')
    const second = await look(browser, code, 'secret-3')
    await vendor.call(pcLicenseCalls.rekey, { kind: 'sn', guid, reason: '外泄' })
    expect((await refused(again(second.visit))).error).toBe('codePage.visitOver')
    expect((await refused(look(browser, code, 'secret-3'))).error).toBe('codePage.notFound')
    const { serial } = await vendor.call(pcLicenseCalls.get, { kind: 'sn', guid })
    const third = await look(browser, serial, 'secret-3')
    center.clock.advance(LIMITS.codePage.visitMinutes * MINUTE_MS)
    expect((await refused(again(third.visit))).error).toBe('codePage.visitOver')
    for (const made of ['x', third.visit.slice(0, -4), `${third.visit}AAAA`])
      expect((await refused(again(made))).error).toBe('codePage.visitOver')
  })

  it('unbinds a device if the developer lets customers do so, but none of another code', async () => {
    const [mine, other] = [await coded(), await coded()]
    await activate(mine.code, 'MY-LAPTOP')
    center.clock.advance(1000)
    await activate(mine.code, 'MY-COMPUTER')
    await activate(other.code, 'OTHER-COMPUTER')
    const browser = center.browser()
    const { visit, machines } = await look(browser, mine.code)
    const theirs = (await look(browser, other.code)).machines[0]?.guid ?? ''
    const unbind = (machineGuid: string) => browser.call(codePageCalls.unbind, { visit, machineGuid })
    const own = machines[0]?.guid ?? ''
    expect((await refused(unbind(own))).error).toBe('codePage.unbindOff')
    await selfUnbind(true)
    expect((await refused(unbind(theirs))).error).toBe('license.machineNotFound')
    await unbind(own)
    expect((await refused(unbind(own))).error).toBe('license.unbindFailed')
    expect(await browser.call(codePageCalls.again, { visit })).toMatchObject({
      bound: 1,
      machines: [{ name: 'MY-•••OP' }],
      canUnbind: true,
    })
    const { rows } = await vendor.call(pcLicenseCalls.history, { kind: 'sn', guid: mine.guid })
    expect(rows[0]).toMatchObject({ kind: 'unbind', actor: '客户', about: 'MY-COMPUTER' })
    const log = await vendor.call(operationLogCalls.find, { targetKind: 'snLicense', targetGuid: mine.guid })
    expect(log.rows[0]).toMatchObject({ actor: '客户', type: 1 })
    await selfUnbind(false)
  })

  it('exchanges a file of a device for this code, and no file of another code', async () => {
    const [mine, other] = [await coded(), await coded()]
    const device = await createDevice(program, center.clock)
    const browser = center.browser()
    const { visit } = await look(browser, mine.code)
    const exchange = (code: string) =>
      browser.call(codePageCalls.exchange, { visit, name: 'pc.c2d', text: device.request('bind', { code }) })
    expect((await refused(exchange(other.code))).error).toBe('runtime.fileOtherLicense')
    const answer = await exchange(mine.code)
    expect(device.open(answer.text).packages[0]?.kind).toBe('lease')
    expect(await browser.call(codePageCalls.again, { visit })).toMatchObject({
      bound: 1,
      machines: [{ isOffline: true }],
    })
  })

  it('must wait after too many wrong codes from a network, for every code; others need not', async () => {
    const { code } = await coded()
    const guesser = center.browser()
    for (let n = 0; n < FEW; n++) {
      const made = codeOf(Array.from({ length: 15 }, (_, at) => (at * 7 + n) % CODE_ALPHABET.length))
      expect((await refused(look(guesser, made))).error).toBe('codePage.notFound')
    }
    const waiting = await refused(look(guesser, code))
    expect(waiting.error).toBe('codePage.tooManyTries')
    expect(await look(center.browser(), code)).toMatchObject({ productName: '星图专业版' })
  })

  it('must wait after too many wrong passwords of a code, from wherever they came', async () => {
    const { code } = await coded('secret', 'secret-1')
    for (let n = 0; n < LIMITS.runtime.wrongPasswordsPerHour; n++)
      expect((await refused(look(center.browser(), code, `wrong-${n}`))).error).toBe('codePage.passwordWrong')
    expect((await refused(look(center.browser(), code, 'secret-1'))).error).toBe('codePage.tooManyTries')
    // Nor does another process give more tries.
    const second = await composeCenter(center.ground, { consoleDir: undefined })
    const elsewhere = { method: 'POST' as const, url: codePageCalls.look.path, payload: { code, password: 'secret-1' } }
    expect((await second.app.inject(elsewhere)).json()).toMatchObject({ code: ERRORS['codePage.tooManyTries'].code })
    await second.app.close()
    // Programs have their own limit: visitors of a page cannot lock them out.
    const ask = { code, codePassword: 'secret-1', machine: { fingerprint: 'print-program' } }
    expect((await program.ask('activate', ask)).status).toBe(200)
  })
})

describe('a lending administrator', () => {
  async function invited() {
    const { guid, code } = await coded('lends')
    const email = `${randomUUID()}@test.example`
    const { guid: admin } = await vendor.call(lendingCalls.invite, { licenseGuid: guid, email })
    const { link } = await center.message(email)
    return { guid, code, email, admin, link }
  }
  const browser = () => center.browser()
  const signIn = (link: string) => browser().call(codePageCalls.signIn, { link })
  const lend = (session: string, given = {}) =>
    browser().call(codePageCalls.lend, { session, requestId: randomUUID(), person: '周敏', days: 5, ...given })
  const lendings = (session: string) => browser().call(codePageCalls.lendings, { session })

  it('signs in once with a link, even if it is used twice at the same moment, and until it ends', async () => {
    const { link, email, guid } = await invited()
    const both = await Promise.allSettled([signIn(link), signIn(link)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await refused(signIn(link))).error).toBe('codePage.linkOver')
    for (const made of ['x', `${vendor.developerId}-${'A'.repeat(43)}`])
      expect((await refused(signIn(made))).error).toBe('codePage.linkOver')
    await vendor.call(lendingCalls.invite, { licenseGuid: guid, email })
    const late = (await center.message(email)).link
    center.clock.advance(LIMITS.lending.linkHours * HOUR_MS)
    expect((await refused(signIn(late))).error).toBe('codePage.linkOver')
    await center.daysLater(0, vendor)
  })

  it('sees seats and borrowers of this code only, lends, takes back, and is named in history and log', async () => {
    const { link, email, guid } = await invited()
    const other = await invited()
    const [{ session }, { session: theirs }] = [await signIn(link), await signIn(other.link)]
    const requestId = randomUUID()
    const asked = { requestId, email: 'zhou@test.example', note: '出差' }
    const [made, again] = [await lend(session, asked), await lend(session, asked)]
    expect(again).toEqual(made)
    const second = await lend(session, { person: '林一' })
    expect((await refused(lend(session))).error).toBe('lending.noSeat')
    expect((await refused(lend(session, { days: 31 }))).error).toBe('lending.tooLong')
    await program.ask('borrow', { lendingCode: second.code, machine: { fingerprint: 'print-lin', name: 'LIN' } })
    expect(await lendings(session)).toMatchObject({
      code: { productName: '星图专业版', lends: true, seats: 3, lent: 2 },
      seats: { seats: 3, lent: 2, left: 0 },
      rows: [
        { person: '林一', code: second.code, state: 'bound', machineName: 'LIN', lender: email },
        { person: '周敏', code: made.code, state: 'created' },
      ],
    })
    const act = (by: string, call: 'revoke' | 'send', of: string) =>
      browser().call(codePageCalls[call], { session: by, guid: of })
    expect((await refused(act(theirs, 'revoke', made.guid))).error).toBe('lending.notFound')
    expect((await refused(act(theirs, 'send', made.guid))).error).toBe('lending.notFound')
    expect((await refused(act(session, 'send', second.guid))).error).toBe('lending.noAddress')
    await act(session, 'send', made.guid)
    await act(session, 'revoke', made.guid)
    await act(session, 'revoke', second.guid)
    expect((await refused(act(session, 'revoke', second.guid))).error).toBe('lending.stateForbids')
    // A code that no device has used is gone; the other one was taken back.
    expect((await lendings(session)).rows).toMatchObject([{ person: '林一', state: 'revoked' }])
    const { rows } = await vendor.call(pcLicenseCalls.history, { kind: 'sn', guid })
    expect(rows.filter(({ kind }) => kind !== 'issue').map(({ kind, actor }) => [kind, actor])).toEqual([
      ['takeBack', email],
      ['takeBack', email],
      ['lend', email],
      ['lend', email],
    ])
    const log = await vendor.call(operationLogCalls.find, { targetKind: 'lending', targetGuid: second.guid })
    expect(log.rows.map(({ actor }) => actor)).toEqual([email, email])
  })

  it('sees who is late', async () => {
    const { link, email, guid } = await invited()
    const { session } = await signIn(link)
    const { code } = await lend(session, { days: 1 })
    await program.ask('borrow', { lendingCode: code, machine: { fingerprint: 'print-late', name: 'LATE' } })
    await center.daysLater(2, vendor)
    await vendor.call(lendingCalls.invite, { licenseGuid: guid, email })
    const { session: next } = await signIn((await center.message(email)).link)
    expect(await lendings(next)).toMatchObject({
      seats: { lent: 0, late: 1 },
      rows: [{ state: 'expired', isLate: true, machineName: 'LATE' }],
    })
  })

  it('is out at once when removed, signed out, without the license, or after the hours of a session', async () => {
    const [removed, left, late, gone] = [await invited(), await invited(), await invited(), await invited()]
    const sessions = await Promise.all(
      [removed, left, late, gone].map(async ({ link }) => (await signIn(link)).session),
    )
    for (const session of sessions) await lendings(session)
    const [first = '', second = '', third = '', fourth = ''] = sessions
    await vendor.call(lendingCalls.removeAdmin, { guid: removed.admin })
    await vendor.call(pcLicenseCalls.delete, { kind: 'sn', guid: gone.guid, reason: '退订' })
    await browser().call(codePageCalls.signOut, { session: second })
    expect((await refused(lendings(first))).error).toBe('codePage.sessionOver')
    expect((await refused(lend(first))).error).toBe('codePage.sessionOver')
    expect((await refused(lendings(second))).error).toBe('codePage.sessionOver')
    expect((await refused(lendings(fourth))).error).toBe('codePage.sessionOver')
    await lendings(third)
    center.clock.advance(LIMITS.lending.sessionHours * HOUR_MS)
    expect((await refused(lendings(third))).error).toBe('codePage.sessionOver')
    await center.daysLater(0, vendor)
  })

  it('gets a new link on request, a few times an hour; the answer tells nobody who is one', async () => {
    const { code, email, guid } = await invited()
    const request = (of: string, to: string, by = browser()) =>
      by.call(codePageCalls.requestLink, { code: of, email: to })
    const count = async (to: string) =>
      (await center.ground.database.owner.query('select 1 from mail_outbox where recipient = $1', [to])).rowCount
    const answers = await Promise.all([
      request(code, email.toUpperCase()),
      request(code, 'nobody@test.example'),
      request((await coded('lends')).code, email),
      request('nonsense', email),
    ])
    expect(answers).toEqual([{}, {}, {}, {}])
    await vi.waitFor(async () => expect(await count(email)).toBe(2))
    await signIn((await center.message(email)).link)
    expect(await count('nobody@test.example')).toBe(0)
    const { linksPerHour } = LIMITS.lending
    for (let n = 0; n < linksPerHour; n++) await request(code, email)
    await vi.waitFor(async () => expect(await count(email)).toBe(linksPerHour))
    // The administrator who is removed gets none.
    const { administrators } = await vendor.call(lendingCalls.seats, { licenseGuid: guid })
    await vendor.call(lendingCalls.removeAdmin, { guid: administrators[0]?.guid ?? '' })
    center.clock.advance(DAY_MS)
    await request(code, email)
    const impatient = browser()
    for (let n = 0; n < FEW; n++) await request(code, 'nobody@test.example', impatient)
    expect((await refused(request(code, email, impatient))).error).toBe('codePage.tooManyTries')
    expect(await count(email)).toBe(linksPerHour)
    await center.daysLater(0, vendor)
  })
})
