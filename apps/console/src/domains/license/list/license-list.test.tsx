// License lists, for people with different privileges.
import {
  ERRORS,
  LICENSE_FAMILIES,
  LICENSE_STATUSES,
  LIMITS,
  accessCalls,
  customerCalls,
  identityCalls,
  integratorCalls,
  licenseCalls,
  licensePrivilege,
  pcLicenseCalls,
  privilege,
  productCalls,
  tagCalls,
  taskCalls,
} from '@sealwright/contract'
import type { LicenseFamily, LicenseRow } from '@sealwright/contract'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { rowOffers } from '../../../blocks/list/row-offers.fixture.ts'
import { registerScreens } from '../../../lib/place/screen.ts'
import { openStage, session } from '../../../lib/stage.fixture.tsx'
import { STORED } from '../../../lib/stored.ts'
import { useToasts } from '../../../lib/toast.ts'
import { task } from '../../task/progress/task.fixture.ts'
import { SHOWN_CODE, licenseOf } from '../detail/license-detail.fixture.ts'
import { FAMILIES } from '../license-family.ts'
import { licenseScreens } from '../screens.ts'
import { screenOf } from './license-list.screen.tsx'

registerScreens(licenseScreens)
registerScreens([
  {
    path: '/pc/template/sn/view',
    domain: 'template',
    title: 'license.families.sn',
    access: privilege('snTemplate.view'),
    load: () => Promise.reject(new Error('not opened here')),
  },
])

const guidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const TEMPLATE = { guid: guidOf(2), name: '年度版' }
const codeAt = (n: number, given: Partial<LicenseRow> = {}): LicenseRow =>
  licenseOf('sn', { guid: guidOf(100 + n), serial: `ABCDEFGHJKMNPQR${n}`, ...given })
const VERBS = ['delete', 'deliver', 'export', 'issue', 'lock', 'unbind', 'update', 'view'] as const
const everything = [
  ...LICENSE_FAMILIES.flatMap((family) => VERBS.map((verb) => licensePrivilege(family, verb))),
  'product.view',
  'customer.view',
  'integrator.view',
  'tag.view',
]

interface Opening {
  family?: LicenseFamily
  search?: string
  rows?: LicenseRow[]
  records?: number
  privileges?: string[]
  devType?: number
  limited?: typeof session.limited
}

function open({
  family = 'sn',
  search = '',
  rows = [licenseOf(family)],
  records = rows.length,
  privileges = everything,
  devType = 0,
  limited = [],
}: Opening = {}) {
  STORED.tempPageActive.set({ license: 'table', 'pcLicense.account': 'table', 'pcLicense.sn': 'table' })
  const { path, calls } = FAMILIES[family]
  const served = family === 'smart' ? licenseCalls : pcLicenseCalls
  return openStage({ [path]: screenOf(family) }, path + search, [
    [
      identityCalls.current,
      () => ({
        data: { ...session, isMainAccount: false, privileges, limited, developer: { ...session.developer, devType } },
      }),
    ],
    [calls.find, () => ({ data: { rows, records, total: 1 } })],
    [calls.count, () => ({ data: { records, isEstimated: false } })],
    [
      served.templates,
      () => ({
        data: [licenseOf(family, { guid: guidOf(9) })].map((terms) => ({
          ...terms,
          name: '别的模板',
          isExpired: false,
        })),
      }),
    ],
    [served.template, () => ({ code: 1, desc: '', data: null })],
    [
      productCalls.find,
      () => ({ data: { rows: [{ guid: guidOf(70), name: '星图', licenseId: 42 }], records: 1, total: 1 } }),
    ],
    [customerCalls.list, () => ({ data: [{ guid: guidOf(80), name: '远山科技' }] })],
    [integratorCalls.find, () => ({ data: { rows: [{ guid: guidOf(85), name: '华东集成' }], records: 1, total: 1 } })],
    [tagCalls.list, () => ({ data: [{ guid: guidOf(86), name: '教育版' }] })],
    [
      accessCalls.list,
      () => ({ data: [{ userId: guidOf(90), userName: null, account: '周辅', phone: null, email: null }] }),
    ],
    [
      calls.deliver,
      ({ again }) =>
        again === true
          ? { data: { delivered: 1 } }
          : { code: ERRORS['license.alreadyDelivered'].code, desc: '授权码已发给 周敏', data: null },
    ],
    [calls.batchAct, () => ({ data: { taskId: guidOf(95) } })],
    [taskCalls.get, () => ({ data: task({ guid: guidOf(95), kind: 'snLock' }) })],
    [calls.export, () => new Response('x', { headers: { 'content-type': 'text/csv' } })],
  ])
}

const menu = async (name: string) => {
  await screen.findByText(name)
  return rowOffers(name)
}
const choose = (word: string) => fireEvent.click(screen.getByRole('menuitem', { name: word }))
const row = async (words: string) => within((await screen.findByText(words)).closest('tr') ?? document.body)
/** jsdom does not show dialogs, so they cannot be found by role. */
const dialogOf = async (title: string) => (await screen.findByText(title)).closest('dialog') ?? document.body
const submit = (dialog: Element) => fireEvent.submit(dialog.querySelector('form') ?? document.body)

const passClickThrottle = () => vi.advanceTimersByTime(LIMITS.console.clickThrottleMs)

it('a code row shows the grouped code with status, product, template, limits and devices, and a link', async () => {
  await open({
    rows: [licenseOf('sn', { status: LICENSE_STATUSES.bound, bound: 2, everBound: 4, customerName: '远山科技' })],
  })
  const shown = await row(SHOWN_CODE)
  for (const words of [
    '已绑定',
    '单机',
    '星图',
    '年度版',
    '00000002 · 版本 3',
    '签发后 365 天',
    '2 / 5',
    '累计 4',
    '远山科技',
  ])
    expect(shown.getByText(words), words).toBeTruthy()
  expect(shown.getByText(SHOWN_CODE).getAttribute('href')).toBe(`/pc/license/sn/view?guid=${licenseOf('sn').guid}`)
  expect(shown.getByRole('button', { name: `复制 ${SHOWN_CODE}` })).toBeTruthy()
})

it('the template is a link only if the caller can open it; without a name, it shows its number', async () => {
  await open({
    rows: [
      codeAt(2),
      codeAt(3, { hasTemplate: false, templateName: '已删除的' }),
      codeAt(4, { hasTemplate: false, templateName: '' }),
    ],
    privileges: [...everything, 'snTemplate.view'],
  })
  expect((await row('ABCD-EFGH-JKMN-PQR2')).getByRole('link', { name: '年度版' })).toBeTruthy()
  const [gone, hidden] = [await row('ABCD-EFGH-JKMN-PQR3'), await row('ABCD-EFGH-JKMN-PQR4')]
  expect(gone.getByText('已删除的').closest('a')).toBeNull()
  expect(hidden.getByText('00000002 · 版本 3').closest('a')).toBeNull()
})

it('the term of a pre-issued code starts with its first use', async () => {
  await open({ rows: [licenseOf('sn', { source: 'preIssue', expireTime: null })] })
  expect((await row(SHOWN_CODE)).getByText('首次使用起 365 天')).toBeTruthy()
})

it('a license for an account shows its holder above its number', async () => {
  await open({ family: 'account' })
  const shown = await row('chen@example.com')
  for (const words of ['LC20260101AAAA', '软许可', '3 台，累计 9']) expect(shown.getByText(words), words).toBeTruthy()
})

it('an expired license shows the days since its end, and xx above the limit', async () => {
  const over = (days: number) => ({
    status: LICENSE_STATUSES.expired,
    expireTime: new Date(Date.now() - (days * 24 + 1) * 3_600_000).toISOString(),
  })
  await open({
    rows: [
      codeAt(2, over(0)),
      codeAt(3, over(LIMITS.license.overdueDaysShown)),
      codeAt(4, over(LIMITS.license.overdueDaysShown + 1)),
      codeAt(5, { ...over(3), status: LICENSE_STATUSES.locked }),
    ],
  })
  const told = async (n: number) => (await row(`ABCD-EFGH-JKMN-PQR${n}`)).queryByText(/^已过期 /)?.textContent
  expect([await told(2), await told(3), await told(4), await told(5)]).toEqual([
    '已过期 0 天',
    '已过期 90 天',
    '已过期 xx 天',
    undefined,
  ])
})

it('the template in the address is shown by name, even if it is not among the options', async () => {
  const stage = await open({ family: 'smart', search: `?templateGuid=${TEMPLATE.guid}&effective=1` })
  await screen.findByText(SHOWN_CODE)
  expect(await screen.findByText(`模板：${TEMPLATE.name}`)).toBeTruthy()
  expect(screen.getByText('有效性：仅有效')).toBeTruthy()
  expect(stage.sent.find(({ path }) => path === licenseCalls.find.path)?.payload).toMatchObject({
    templateGuid: TEMPLATE.guid,
    effective: '1',
  })
})

it('the options of a filter load when it is used, never with the rows', async () => {
  const stage = await open({ search: `?customerGuid=${guidOf(80)}` })
  await screen.findByText(SHOWN_CODE)
  expect(await screen.findByText('客户：远山科技')).toBeTruthy()
  const asked = () => stage.sent.map(({ path }) => path).filter((path) => path !== identityCalls.current.path)
  // The second call provides the name of the chosen customer. The address names nothing else.
  expect(asked()).toEqual([pcLicenseCalls.find.path, customerCalls.list.path])
  fireEvent.click(screen.getByRole('button', { name: '产品: 不限' }))
  expect(await screen.findByRole('option', { name: /星图/ })).toBeTruthy()
  expect(asked().slice(2)).toEqual([productCalls.find.path])
})

it('rare filters appear on request; a set one is a chip and is counted', async () => {
  const stage = await open({ search: '?source=preIssue' })
  await screen.findByText(SHOWN_CODE)
  expect(screen.getByText('签发渠道：预置')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^签发渠道/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '更多筛选（已设置 1 项）' }))
  fireEvent.click(screen.getByRole('button', { name: '是否已发放: 不限' }))
  fireEvent.click(screen.getByRole('menuitemradio', { name: '未发放' }))
  await waitFor(() => expect(stage.address()).toContain('delivered=0'))
  for (const name of ['签发人', '客户', '集成商'])
    expect(screen.getByRole('button', { name: `${name}: 不限` }), name).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '更多筛选（已设置 2 项）' }))
  expect(screen.getByText('是否已发放：未发放')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^客户/ })).toBeNull()
})

it('the administrator filter is for developers only, and the tag filter for account licenses', async () => {
  const stage = await open({ family: 'account', devType: 1 })
  await screen.findByText('chen@example.com')
  fireEvent.click(screen.getByRole('button', { name: '更多筛选' }))
  expect(screen.queryByRole('button', { name: /^签发人/ })).toBeNull()
  expect(screen.getByRole('button', { name: '用户标签: 不限' })).toBeTruthy()
  expect(stage.sent.some(({ path }) => path === accessCalls.list.path)).toBe(false)
})

it('a row offers the actions that its status and the privileges allow', async () => {
  await open()
  expect(await menu(SHOWN_CODE)).toEqual(['更新', '查看', '复制授权码', '发放', '锁定', '删除'])
  cleanup()
  await open({ rows: [licenseOf('sn', { acts: ['unlock'], status: LICENSE_STATUSES.locked })] })
  expect(await menu(SHOWN_CODE)).toEqual(['查看', '复制授权码', '发放', '解锁'])
  cleanup()
  await open({
    rows: [licenseOf('sn', { acts: [], status: LICENSE_STATUSES.deleted, endedTime: '2026-02-01T00:00:00.000Z' })],
  })
  expect(await menu(SHOWN_CODE)).toEqual(['查看', '复制授权码'])
  cleanup()
  await open({ privileges: ['snLicense.view'], rows: [licenseOf('sn', { acts: [] })] })
  expect(await menu(SHOWN_CODE)).toEqual(['查看', '复制授权码'])
  expect(screen.queryByRole('checkbox')).toBeNull()
  for (const words of ['导出', '生成授权码']) expect(screen.queryByText(words)).toBeNull()
})

it('locking takes a reason; deleting says that nothing is refunded', async () => {
  const stage = await open()
  await menu(SHOWN_CODE)
  choose('锁定')
  const lock = await dialogOf(`锁定“${SHOWN_CODE}”？`)
  fireEvent.change(within(lock).getByRole('textbox', { hidden: true }), { target: { value: '合同到期' } })
  submit(lock)
  await waitFor(() =>
    expect(stage.sent.find(({ path }) => path === pcLicenseCalls.lock.path)?.payload).toEqual({
      kind: 'sn',
      guid: licenseOf('sn').guid,
      reason: '合同到期',
    }),
  )
  await waitFor(() => expect(useToasts.getState().toasts.map(({ text }) => text)).toContain('已锁定'))
  await menu(SHOWN_CODE)
  choose('删除')
  const remove = await dialogOf(`删除“${SHOWN_CODE}”？`)
  expect(remove.textContent).toContain('已扣的费用不退还')
  expect(remove.querySelector('.sw-button-danger')?.textContent).toBe('删除')
})

it('a batch action runs as a task and skips licenses whose status does not allow it', async () => {
  const stage = await open({ rows: [codeAt(2), codeAt(3), codeAt(4, { acts: ['unlock'] })] })
  await screen.findByText('ABCD-EFGH-JKMN-PQR2')
  fireEvent.click(screen.getByRole('checkbox', { name: '选择本页全部' }))
  fireEvent.click(within(screen.getByRole('region', { name: '批量操作' })).getByText('锁定'))
  const dialog = await dialogOf('锁定 2 个许可？')
  expect(dialog.textContent).toContain('另有 1 个的状态不允许此操作')
  expect(dialog.textContent).toContain('24 小时内可以在任务中撤销')
  submit(dialog)
  await waitFor(() =>
    expect(stage.sent.find(({ path }) => path === pcLicenseCalls.batchAct.path)?.payload).toEqual({
      kind: 'sn',
      guids: [guidOf(102), guidOf(103)],
      act: 'lock',
    }),
  )
  expect(await screen.findByText('正在锁定许可')).toBeTruthy()
})

it('selected codes open the batch update', async () => {
  const stage = await open({ rows: [codeAt(2), codeAt(3)] })
  await screen.findByText('ABCD-EFGH-JKMN-PQR2')
  fireEvent.click(screen.getByRole('checkbox', { name: '选择本页全部' }))
  fireEvent.click(within(screen.getByRole('region', { name: '批量操作' })).getByText('更新'))
  expect(decodeURIComponent(stage.address())).toBe(
    `/pc/license/sn/batchUpdate?guids=["${guidOf(102)}","${guidOf(103)}"]`,
  )
})

it('a code that was already handed out is handed out again only after a confirmation', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const stage = await open()
  await menu(SHOWN_CODE)
  choose('发放')
  const dialog = await dialogOf(`发放“${SHOWN_CODE}”`)
  fireEvent.change(within(dialog).getByRole('textbox', { hidden: true }), { target: { value: 'zhou@example.com' } })
  submit(dialog)
  expect(await screen.findByText('授权码已发给 周敏')).toBeTruthy()
  expect(dialog.querySelector('[type=submit]')?.textContent).toBe('再次发放')
  passClickThrottle()
  submit(dialog)
  await waitFor(() =>
    expect(
      stage.sent.filter(({ path }) => path === pcLicenseCalls.deliver.path).map(({ payload }) => payload.again),
    ).toEqual([false, true]),
  )
})

it('the recipient field depends on the channel, and is required only when codes are handed out', async () => {
  await open()
  await menu(SHOWN_CODE)
  choose('发放')
  const dialog = await dialogOf(`发放“${SHOWN_CODE}”`)
  // Of one code, nothing is said of all codes in one mail.
  expect(dialog.textContent).toContain('授权码会通过邮件发送。')
  const errors = () => [...dialog.querySelectorAll('.field-error')].map(({ textContent }) => textContent)
  fireEvent.blur(within(dialog).getByRole('textbox', { hidden: true }))
  for (const name of ['当面交付', '邮件']) fireEvent.click(within(dialog).getByRole('radio', { name, hidden: true }))
  await act(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  expect(errors()).toEqual([])
  submit(dialog)
  await waitFor(() => expect(errors()).toEqual(['收件邮箱不能为空']))
  fireEvent.click(within(dialog).getByRole('radio', { name: '当面交付', hidden: true }))
  expect(errors()).toEqual(['接收人不能为空'])
})

it('a dialog names an account license by its number, so that it is not mistaken for the account', async () => {
  await open({ family: 'account' })
  await menu('chen@example.com')
  choose('删除')
  expect(await dialogOf('删除许可 LC20260101AAAA（chen@example.com）？')).not.toBe(document.body)
})

it('if no selected license allows an action, a toast names the statuses that do', async () => {
  await open({ rows: [codeAt(2), codeAt(3)] })
  await screen.findByText('ABCD-EFGH-JKMN-PQR2')
  fireEvent.click(screen.getByRole('checkbox', { name: '选择本页全部' }))
  fireEvent.click(within(screen.getByRole('region', { name: '批量操作' })).getByText('解锁'))
  expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['只有这些状态的许可可以解锁：已锁定'])
})

it('only pre-issued codes are assigned to an integrator', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const stage = await open({ rows: [codeAt(2, { source: 'preIssue' }), codeAt(3)] })
  await screen.findByText('ABCD-EFGH-JKMN-PQR2')
  fireEvent.click(screen.getByRole('checkbox', { name: '选择本页全部' }))
  fireEvent.click(within(screen.getByRole('region', { name: '批量操作' })).getByText('分配给集成商'))
  const dialog = await dialogOf('分配 1 个预置授权码')
  expect(dialog.textContent).toContain('另有 1 个不是预置的授权码')
  submit(dialog)
  expect(stage.sent.some(({ path }) => path === pcLicenseCalls.assign.path)).toBe(false)
  fireEvent.click(within(dialog).getByRole('radio', { name: '收回', hidden: true }))
  passClickThrottle()
  submit(dialog)
  await waitFor(() =>
    expect(stage.sent.find(({ path }) => path === pcLicenseCalls.assign.path)?.payload).toMatchObject({
      kind: 'sn',
      guids: [guidOf(102)],
      integratorGuid: null,
    }),
  )
})

it('an export uses the same filters, after a confirmation if it exceeds the recommended size', async () => {
  const stage = await open({ search: '?status=1&keyword=ABCD', records: LIMITS.license.exportRecords + 1 })
  await screen.findByText(SHOWN_CODE)
  URL.createObjectURL = () => 'blob:file'
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined)
  fireEvent.click(screen.getByRole('button', { name: '导出' }))
  fireEvent.click(screen.getByText(/^导出为 CSV（.csv）/))
  expect(await screen.findByText('导出 200,001 条记录吗？')).toBeTruthy()
  fireEvent.click(screen.getAllByText('导出').at(-1) ?? document.body)
  await waitFor(() =>
    expect(stage.sent.find(({ path }) => path === pcLicenseCalls.export.path)?.payload).toMatchObject({
      kind: 'sn',
      status: '1',
      keyword: 'ABCD',
      format: 'csv',
    }),
  )
})

it('an empty list offers to issue licenses, or says that the person may not see any', async () => {
  await open({ family: 'account', rows: [] })
  expect(await screen.findByText('还没有许可')).toBeTruthy()
  expect(screen.getByRole('link', { name: '签发账号许可' }).getAttribute('href')).toBe('/pc/license/account/new')
  cleanup()
  await open({ rows: [], limited: ['product'], privileges: ['snLicense.view'] })
  expect(await screen.findByText('没有您可以查看的许可')).toBeTruthy()
})
