// Exports: every column of the list, with the same filters, in the reader's time zone and language, and without
// formulas that a spreadsheet would run.
import { randomUUID } from 'node:crypto'
import { HOUR_MS, customerCalls, integratorCalls, licenseCalls, pcLicenseCalls, shownCode } from '@sealwright/contract'
import type { Call } from '@sealwright/contract'
import { createTestCenter, createVendor, customerPayload } from '@sealwright/testkit'
import type { Actor, TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSheet } from '../../../kernel/sheets/sheets.ts'

let center: TestCenter
let of: Vendor
beforeAll(async () => {
  center = await createTestCenter()
  of = await createVendor(center)
})
afterAll(() => center.close())

async function exported(as: Actor, call: Call, payload: { format: 'csv' | 'xlsx' } & Record<string, unknown>) {
  const response = await center.center.app.inject({ method: 'POST', url: call.path, headers: as.headers, payload })
  expect(response.statusCode).toBe(200)
  const file = new File([new Uint8Array(response.rawPayload)], `licenses.${payload.format}`)
  const lines: string[][] = []
  for await (const cells of readSheet(file, { rows: 100_000, cellMax: 1_000, unpackedBytes: 100_000_000 }))
    lines.push(cells)
  const [head = [], ...rows] = lines
  return {
    name: decodeURIComponent(String(response.headers['content-disposition'])),
    rows: rows.map((cells) => Object.fromEntries(head.map((title, index) => [title, cells[index] ?? '']))),
    text: response.body,
  }
}

describe('an export', () => {
  it("has the columns of the list, with times in the reader's time zone", async () => {
    const { guid: customerId } = await of.call(customerCalls.create, customerPayload({ name: '云栖设计院' }))
    const { guid: integratorGuid } = await of.call(integratorCalls.create, { name: '华东智造' })
    const template = await of.pcTemplate('sn', {
      name: '星图 年度',
      billingMode: 'year',
      isForever: false,
      licStartTimeType: 1,
      licDuration: 30,
      useMode: 2,
      machineNum: 7,
      licBindMaxLimit: 9,
    })
    const {
      licenses: [code],
    } = await of.call(pcLicenseCalls.issue, {
      kind: 'sn',
      templateGuids: [template],
      customerId,
      remark: '=1+2',
      isPreIssued: true,
      integratorGuid,
    })
    await of.call(pcLicenseCalls.deliver, {
      kind: 'sn',
      guids: [code?.guid ?? ''],
      channel: 'handed',
      recipient: '王越',
    })
    const row = await of.call(pcLicenseCalls.get, { kind: 'sn', guid: code?.guid ?? '' })
    const at = (moment: string) =>
      new Date(Date.parse(moment) + 8 * HOUR_MS).toISOString().slice(0, 19).replace('T', ' ')
    for (const format of ['csv', 'xlsx'] as const) {
      const { rows, name } = await exported(of, pcLicenseCalls.export, { kind: 'sn', format, templateGuid: template })
      expect(name).toContain(`授权码.${format}`)
      expect(rows).toEqual([
        {
          授权码或许可编号: shownCode(row.serial),
          状态: '未绑定',
          许可模式: '单机',
          产品: '星图',
          模板: '星图 年度',
          模板编号: row.templateNumber,
          账号: '',
          用户姓名: '',
          客户: '云栖设计院',
          集成商: '华东智造',
          期限: '首次使用起 30 天',
          已绑定设备: '0',
          设备数上限: '7',
          累计绑定设备: '0',
          累计设备数上限: '9',
          签发渠道: '预置',
          签发人: of.account,
          签发时间: at(row.issueTime),
          首次使用时间: '',
          到期时间: '',
          删除或替换时间: '',
          发给: '王越',
          发放时间: at(row.deliverTime ?? ''),
          备注: '=1+2',
        },
      ])
    }
    expect(
      (await exported(of, pcLicenseCalls.export, { kind: 'sn', format: 'csv', templateGuid: template })).text,
    ).toContain("'=1+2")
  })

  it('of account and smart licenses shows the user and the expiry', async () => {
    const user = await of.user({ account: `told-${randomUUID()}@test.example`, userName: '林小满' })
    const template = await of.pcTemplate('account', { isForever: false, billingMode: 'day', endTime: '2030-12-31' })
    await of.call(pcLicenseCalls.issue, { kind: 'account', templateGuids: [template], userIds: [user] })
    const {
      rows: [row],
    } = await exported(of, pcLicenseCalls.export, { kind: 'account', format: 'csv', userGuid: user })
    expect(row).toMatchObject({
      用户姓名: '林小满',
      到期时间: expect.stringMatching(/^2030-12-31 |^2031-01-01 /) as string,
      签发渠道: '单个签发',
    })
    await of.call(licenseCalls.issue, { templateGuid: await of.smartTemplate() })
    expect((await exported(of, licenseCalls.export, { format: 'csv' })).rows).toMatchObject([
      { 许可模式: '智能', 期限: '永久' },
    ])
  })

  it('has every license of the filter once, over all pages', async () => {
    const template = await of.smartTemplate({ name: '多' })
    for (let n = 0; n < 21; n++) await of.call(licenseCalls.issue, { templateGuid: template, count: 100 })
    const { rows } = await exported(of, licenseCalls.export, { format: 'csv', templateGuid: template })
    expect([rows.length, new Set(rows.map((row) => row['授权码或许可编号'])).size]).toEqual([2_100, 2_100])
    const [one] = rows
    expect(
      (await exported(of, licenseCalls.export, { format: 'csv', keyword: one?.['授权码或许可编号'] })).rows,
    ).toEqual([one])
  })

  it('is refused without the privilege for this kind, and for a period that ends before it starts', async () => {
    const clerk = await center.administrator(of, ['snLicense.view', 'accountLicense.export', 'accountLicense.view'])
    const answer = async (payload: object) =>
      (
        await center.center.app.inject({
          method: 'POST',
          url: pcLicenseCalls.export.path,
          headers: clerk.headers,
          payload,
        })
      ).json<{ desc: string; code: number }>()
    expect((await answer({ kind: 'sn', format: 'csv' })).desc).toContain('导出')
    expect(
      (
        await answer({
          kind: 'account',
          format: 'csv',
          startTime: '2030-01-02T00:00:00Z',
          endTime: '2030-01-01T00:00:00Z',
        })
      ).code,
    ).not.toBe(0)
  })
})
