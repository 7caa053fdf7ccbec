// The blacklist and its import. How a visitor meets it is tested in visit/.
import { BLACKLIST_KINDS, LIMITS, activityCalls, blacklistCalls, operationLogCalls } from '@sealwright/contract'
import type { BlacklistKind } from '@sealwright/contract'
import { createTestCenter, createVendor, openCampaign, refused } from '@sealwright/testkit'
import type { Actor, TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readSheet } from '../../../kernel/sheets/sheets.ts'
import { findBlock } from './blocking.service.ts'

let center: TestCenter
let vendor: Vendor
beforeAll(async () => {
  center = await createTestCenter()
  vendor = await createVendor(center)
})
beforeEach(async () => {
  await query('delete from campaign_block', [])
})
afterAll(() => center.close())

const query = (text: string, values: unknown[]) => center.ground.database.owner.query(text, values)
const add = (kind: BlacklistKind, ...values: string[]) =>
  vendor.call(blacklistCalls.addBlacklist, { kind, values, reason: '刷名额' })
const find = async (given: object = {}, by: Actor = vendor) => by.call(blacklistCalls.findBlacklist, given)
const entries = async (given: object = {}) => (await find(given)).rows.map(({ value }) => value)
const importText = (text: string, name = '黑名单.csv') =>
  vendor.call(blacklistCalls.importBlacklist, { file: new File([text], name) })

describe('the entry that a visitor meets', () => {
  const met = async (account: string | undefined, network: string, developer: Actor = vendor) =>
    center.ground.database.inTenant(developer.developerId, 'read', async (db) => {
      const block = await findBlock({ db, developerId: developer.developerId }, { account, network })
      return block && [block.kind, block.value]
    })

  it('is about the account, its mail domain or one above it, its first digits, or the network', async () => {
    await add('account', 'Bad@Fine.example', '13900001111')
    await add('mailDomain', '@throwaway.example')
    await add('phonePrefix', '1701')
    await add('network', '203.0.113.0/24', '198.51.100.7', '2001:db8:5::/48')
    const fine = '192.0.2.200'
    for (const [account, network, expected] of [
      ['bad@fine.example', fine, ['account', 'bad@fine.example']],
      ['13900001111', fine, ['account', '13900001111']],
      ['other@fine.example', fine, undefined],
      ['x@throwaway.example', fine, ['mailDomain', 'throwaway.example']],
      ['x@mail.throwaway.example', fine, ['mailDomain', 'throwaway.example']],
      ['x@notthrowaway.example', fine, undefined],
      ['17012345678', fine, ['phonePrefix', '1701']],
      ['17112345678', fine, undefined],
      [undefined, '203.0.113.77', ['network', '203.0.113.0/24']],
      [undefined, '203.0.114.1', undefined],
      [undefined, '::ffff:198.51.100.7', ['network', '198.51.100.7']],
      [undefined, '2001:db8:5:6::1', ['network', '2001:db8:5::/48']],
      [undefined, '2001:db8:6::1', undefined],
      [undefined, 'unknown', undefined],
      ['bad@fine.example', '203.0.113.77', ['account', 'bad@fine.example']],
    ] as const)
      expect(await met(account, network), `${account} ${network}`).toEqual(expected)
    expect(await met('bad@fine.example', fine, await center.developer())).toBeUndefined()
  })

  it('is found although a range was written with an address inside it', async () => {
    await add('network', '203.0.113.9/24')
    expect(await met(undefined, '203.0.113.200')).toEqual(['network', '203.0.113.9/24'])
  })
})

describe('entries', () => {
  it('are added once, found by part of the value or reason, changed and removed, and logged', async () => {
    expect(await add('mailDomain', 'a.example', 'b.example')).toEqual({ added: 2, known: 0 })
    expect(await add('mailDomain', '@A.example', 'c.example', 'c.example')).toEqual({ added: 1, known: 2 })
    expect((await entries({ sort: 'value' })).toSorted()).toEqual(['a.example', 'b.example', 'c.example'])
    expect(await entries({ value: 'B.EX' })).toEqual(['b.example'])
    expect(await entries({ value: '名额', kind: 'network' })).toEqual([])
    const [row] = (await find({ value: 'a.example' })).rows
    expect(row).toMatchObject({ kind: 'mailDomain', reason: '刷名额', attempts: 0, lastAttemptTime: null })
    const guid = row?.guid ?? ''
    await vendor.call(blacklistCalls.updateBlacklist, { guid, reason: '一次性邮箱' })
    expect((await find({ value: '一次性' })).rows.map((one) => one.guid)).toEqual([guid])
    expect(await vendor.call(blacklistCalls.deleteBlacklist, { guids: [guid] })).toEqual({ count: 1 })
    expect(await vendor.call(blacklistCalls.deleteBlacklist, { guids: [guid] })).toEqual({ count: 0 })
    expect((await refused(vendor.call(blacklistCalls.updateBlacklist, { guid, reason: '' }))).error).toBe(
      'activity.entryNotFound',
    )
    const { rows } = await vendor.call(operationLogCalls.find, { targetKind: 'blacklist', targetGuid: guid })
    expect(rows.map(({ type, targetName }) => [type, targetName])).toEqual([
      [2, 'a.example'],
      [1, 'a.example'],
      [0, 'a.example'],
    ])
    expect(rows[1]?.changes).toEqual([{ field: 'reason', before: '刷名额', after: '一次性邮箱' }])
  })

  it('that are no value of their kind are refused on their line', async () => {
    const wrong: Record<BlacklistKind, string> = {
      account: 'nobody',
      mailDomain: 'no domain',
      phonePrefix: '2',
      network: '203.0.113.0/33',
    }
    for (const kind of BLACKLIST_KINDS) {
      const good = { account: 'a@b.example', mailDomain: 'b.example', phonePrefix: '170', network: '10.0.0.1' }[kind]
      const refusal = await refused(add(kind, good, wrong[kind]))
      expect(refusal.fields.map(({ path }) => path)).toEqual(['values.1'])
    }
    expect(await entries()).toEqual([])
  })

  it('are limited in number, and a refused addition adds nothing', async () => {
    await query(
      `insert into campaign_block (developer_id, guid, kind, value, created_by, created_at)
       select $1, gen_random_uuid(), 'account', n || '@full.example', $2, now() from generate_series(2, $3) n`,
      [vendor.developerId, vendor.accountId, LIMITS.campaign.blacklist.entries],
    )
    const refusal = await refused(add('mailDomain', 'one.example', 'two.example'))
    expect([refusal.error, refusal.message.includes('10,000')]).toEqual(['activity.blacklistLimit', true])
    expect(await add('mailDomain', 'one.example')).toEqual({ added: 1, known: 0 })
    expect((await refused(importText('类型,内容\n邮箱域名,two.example'))).error).toBe('activity.blacklistLimit')
  })
})

describe('an imported file', () => {
  it('adds its good rows, in either language or by key, and returns the others with reasons', async () => {
    await add('mailDomain', 'known.example')
    const answer = await importText(
      [
        '类型,内容,原因',
        '账号,one@bad.example,刷名额',
        'Mail domain,Two.example,',
        'phonePrefix,1701,',
        '网络,203.0.113.0/24,机房',
        '邮箱域名,known.example,',
        '',
        '未知,x,',
        '账号,not an account,',
        '账号,,',
        `账号,long@bad.example,${'长'.repeat(LIMITS.campaign.blacklist.reasonMax + 1)}`,
        '账号,name@example.com,示例',
      ].join('\n'),
    )
    expect(answer).toMatchObject({ added: 4, known: 1 })
    expect(answer.refused.map(({ n, value }) => [n, value])).toEqual([
      [8, 'x'],
      [9, 'not an account'],
      [10, ''],
      [11, 'long@bad.example'],
    ])
    expect(answer.refused[1]?.reason).toContain('not an account')
    expect((await entries()).toSorted()).toEqual([
      '1701',
      '203.0.113.0/24',
      'known.example',
      'one@bad.example',
      'two.example',
    ])
    expect((await find({ value: '1701' })).rows[0]).toMatchObject({ kind: 'phonePrefix', reason: null })
  })

  it('can be the downloaded template, whose examples are ignored', async () => {
    for (const format of ['csv', 'xlsx'] as const) {
      const response = await center.center.app.inject({
        method: 'POST',
        url: blacklistCalls.blacklistTemplate.path,
        headers: { ...vendor.headers, 'content-type': 'application/json' },
        payload: JSON.stringify({ format }),
      })
      const file = new File([new Uint8Array(response.rawPayload)], `a.${format}`)
      const rows: string[][] = []
      for await (const row of readSheet(file, LIMITS.userImport)) rows.push(row)
      expect(rows[0]).toEqual(['类型', '内容', '原因'])
      expect(rows).toHaveLength(1 + BLACKLIST_KINDS.length)
      expect((await refused(vendor.call(blacklistCalls.importBlacklist, { file }))).error).toBe('user.fileEmpty')
    }
  })

  it.each([
    ['类型,原因\n账号,x', '黑名单.csv', 'user.fileColumns'],
    ['类型,内容\n', '黑名单.csv', 'user.fileEmpty'],
    ['PK\u0003\u0004 no spreadsheet', '黑名单.xlsx', 'user.fileUnreadable'],
    [`类型,内容\n${'账号,a@b.example\n'.repeat(10_001)}`, '黑名单.csv', 'activity.blacklistLimit'],
  ])('is refused whole if it cannot be read: %#', async (text, name, error) => {
    expect((await refused(importText(text, name))).error).toBe(error)
    expect(await entries()).toEqual([])
  })
})

it('attempts are listed latest first, by campaign and entry, but not of campaigns outside the row scope', async () => {
  const [one, other] = [await openCampaign(center, vendor), await openCampaign(center, vendor, { name: '另一个' })]
  await add('mailDomain', 'bad.example')
  const [entry] = (await find()).rows
  for (const [n, { guid, get }] of [one, other, one].entries())
    await query(
      `insert into campaign_attempt
         (developer_id, guid, block_guid, kind, value, campaign_guid, link_guid, account, network, at)
       values ($1, gen_random_uuid(), $2, 'mailDomain', 'bad.example', $3, $4, $5, '10.0.0.1', $6)`,
      [
        vendor.developerId,
        n === 2 ? '00000000-0000-4000-8000-000000000000' : entry?.guid,
        guid,
        (await get()).links[0]?.guid,
        `${n}@bad.example`,
        new Date(center.clock.now().getTime() + n * 1000),
      ],
    )
  const attempts = async (given: object = {}, by: Actor = vendor) =>
    (await by.call(blacklistCalls.findAttempts, given)).rows.map(({ account }) => account?.[0]).join('')
  expect(await attempts()).toBe('210')
  expect(await attempts({ guid: one.guid })).toBe('20')
  expect(await attempts({ entryGuid: entry?.guid })).toBe('10')
  // A deleted campaign keeps its attempts, with its name.
  await vendor.call(activityCalls.terminate, { guid: other.guid })
  await vendor.call(activityCalls.delete, { guid: other.guid })
  const [row] = (await vendor.call(blacklistCalls.findAttempts, { guid: other.guid })).rows
  expect(row).toMatchObject({ campaignName: '另一个', linkName: '微信', kind: 'mailDomain', value: 'bad.example' })
  const clerk = await center.administrator(vendor, ['activity.blacklist'], { limited: ['product'] })
  expect(await attempts({}, clerk)).toBe('')
})
