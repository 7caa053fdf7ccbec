// Attacks on files, lent seats and the public page of a code, by whoever has one valid code, device or session.
import { randomUUID } from 'node:crypto'
import { LIMITS, codePageCalls, lendingCalls, pcLicenseCalls, toolCalls } from '@sealwright/contract'
import { createDevice, createProgram, createTestCenter, createVendor, refused } from '@sealwright/testkit'
import type { Device, Program, TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Given = Parameters<Vendor['pcTemplate']>[1]

let center: TestCenter
let vendor: Vendor
let program: Program
let device: Device
beforeAll(async () => {
  center = await createTestCenter({ remembers: true })
  vendor = await createVendor(center, { yuan: 100_000 })
  program = await createProgram(center, vendor)
  device = await createDevice(program, center.clock)
})
afterAll(() => center.close())

async function coded(given: Given = {}) {
  const template = await vendor.pcTemplate('sn', { useMode: 2, machineNum: 3, offlineBind: true, ...given })
  const { licenses } = await vendor.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [template] })
  return { guid: licenses[0]?.guid ?? '', code: licenses[0]?.serial ?? '' }
}
const count = async (text: string, values: unknown[]) =>
  Number((await center.ground.database.owner.query<{ n: string }>(text, values)).rows[0]?.n)
const mailsTo = (to: string) => count('select count(*) as n from mail_outbox where lower(recipient) = $1', [to])
const refusals = () =>
  count(`select count(*) as n from runtime_event where developer_id = $1 and reason is not null`, [vendor.developerId])

describe('a device that writes anything into its file', () => {
  it('does not break the workbench with a date at the end of time', async () => {
    const { code } = await coded()
    const reasonAt = async (iat: number) => {
      const text = device.request('bind', { code, iat })
      const { files } = await vendor.call(toolCalls.read, { files: [{ name: 'a.c2d', text }] })
      return files[0]?.reason
    }
    const latest = Date.UTC(9999, 0) / 1000
    expect([await reasonAt(latest), await reasonAt(latest + 1)]).toEqual(['fileAhead', 'fileForged'])
  })

  it('cannot fill the runtime log with made-up accounts and codes', async () => {
    const { code } = await coded()
    const browser = center.browser()
    const { visit } = await browser.call(codePageCalls.look, { code })
    const before = await refusals()
    for (let n = 0; n < 6; n++) {
      const text = device.request('refresh', { lease: randomUUID(), account: `made-up-${n}` })
      await refused(browser.call(codePageCalls.exchange, { visit, name: 'a.c2d', text }))
      await program.ask('offline', { file: text })
    }
    // One for each way.
    expect((await refusals()) - before).toBe(2)
  })
})

it('a lending administrator cannot flood an address with mails, by lending or by sending again', async () => {
  const { guid: licenseGuid } = await coded({ lending: true, lendingDays: 30, lendingSeats: 3 })
  const [email, victim] = [`${randomUUID()}@test.example`, `${randomUUID()}@victim.example`]
  await vendor.call(lendingCalls.invite, { licenseGuid, email })
  const { session } = await center.browser().call(codePageCalls.signIn, { link: (await center.message(email)).link })
  const lend = (to: string) =>
    center.browser().call(codePageCalls.lend, { session, requestId: randomUUID(), person: 'x', days: 1, email: to })
  const { mailsPerHour } = LIMITS.lending
  for (let sent = 0; sent < mailsPerHour; sent += 2) {
    const { guid } = await lend(victim)
    await center.browser().call(codePageCalls.send, { session, guid })
    await center.browser().call(codePageCalls.revoke, { session, guid })
  }
  expect((await refused(lend(victim.toUpperCase()))).error).toBe('codePage.tooManyTries')
  expect(await mailsTo(victim)).toBe(mailsPerHour)
  const { guid } = await lend(`other-${victim}`)
  await vendor.call(lendingCalls.send, { guid, email: victim })
  const again = center.browser().call(codePageCalls.send, { session, guid })
  expect((await refused(again)).error).toBe('codePage.tooManyTries')
})

it('a borrower does not learn the license code from the lease of a lent seat', async () => {
  const { guid: licenseGuid, code } = await coded({ lending: true, lendingDays: 30, lendingSeats: 3 })
  const { code: lendingCode } = await vendor.call(lendingCalls.create, { licenseGuid, person: 'x', days: 1 })
  const machine = { fingerprint: 'machine-borrower', name: 'PC' }
  const { status, body } = await program.ask('borrow', { lendingCode, machine })
  const claims = Buffer.from(String(body['lease']).split('.')[1] ?? '', 'base64url').toString()
  expect(status).toBe(200)
  expect(claims).toContain(licenseGuid)
  expect(claims + JSON.stringify(body)).not.toContain(code)
})
