// The blacklist of campaigns: entries, adding with a check of each line, import, and refused attempts.
import { ERRORS, activityCalls, blacklistCalls, identityCalls } from '@sealwright/contract'
import type { BlacklistAttempt, BlacklistEntry } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { rowOffers } from '../../../blocks/list/row-offers.fixture.ts'
import { registerScreens } from '../../../lib/place/screen.ts'
import { loadSession } from '../../../lib/session/session.tsx'
import { openStage } from '../../../lib/stage.fixture.tsx'
import { useToasts } from '../../../lib/toast.ts'
import { showLanguage } from '../../../lib/words/i18n.tsx'
import { CAMPAIGN, campaignOf, guidOf, holding } from '../report/report.fixture.ts'
import { campaignScreens } from '../screens.ts'
import { Screen } from './blacklist.screen.tsx'

registerScreens(campaignScreens)

const DOMAIN: BlacklistEntry = {
  guid: guidOf(1),
  kind: 'mailDomain',
  value: 'spam.example',
  reason: '批量注册',
  createTime: '2026-01-01T00:00:00.000Z',
  createdBy: 'Lin',
  attempts: 3,
  lastAttemptTime: '2026-01-02T00:00:00.000Z',
}
const RANGE: BlacklistEntry = {
  ...DOMAIN,
  guid: guidOf(2),
  kind: 'network',
  value: '203.0.113.0/24',
  reason: null,
  attempts: 0,
  lastAttemptTime: null,
}
const ATTEMPT: BlacklistAttempt = {
  guid: guidOf(3),
  at: '2026-01-02T00:00:00.000Z',
  account: 'x@spam.example',
  network: '198.51.100.7',
  campaignGuid: CAMPAIGN,
  campaignName: '新春体验',
  linkName: '海报',
  kind: 'mailDomain',
  value: 'spam.example',
}

interface Given {
  search?: string
  rows?: BlacklistEntry[]
  attempts?: BlacklistAttempt[]
  answers?: Parameters<typeof openStage>[2]
}

async function open({ search = '', rows = [DOMAIN, RANGE], attempts = [ATTEMPT], answers = [] }: Given = {}) {
  const stage = await openStage({ '/activity/blacklist': Screen }, `/activity/blacklist${search}`, [
    [identityCalls.current, () => holding()],
    [blacklistCalls.findBlacklist, () => ({ data: { rows, records: rows.length, total: 1 } })],
    [blacklistCalls.findAttempts, () => ({ data: { rows: attempts, records: attempts.length, total: 1 } })],
    [activityCalls.find, () => ({ data: { rows: [campaignOf()], records: 1, total: 1 } })],
    [blacklistCalls.addBlacklist, () => ({ data: { added: 1, known: 1 } })],
    [blacklistCalls.updateBlacklist, () => ({ data: {} })],
    [blacklistCalls.deleteBlacklist, () => ({ data: { count: 2 } })],
    ...answers,
  ])
  await act(loadSession)
  return {
    ...stage,
    all: ({ path }: { path: string }) => stage.sent.filter((one) => one.path === path).map(({ payload }) => payload),
  }
}
const dialog = async () => within(await screen.findByRole('dialog', { hidden: true }))
const type = (asked: Awaited<ReturnType<typeof dialog>>, label: RegExp, value: string) =>
  fireEvent.input(asked.getByLabelText(label), { target: { value } })
const toasts = () => useToasts.getState().toasts.map(({ text }) => text)

it('an entry tells its kind, reason, attempts and who added it; attempts are offered where there are any', async () => {
  await open()
  const row = (await screen.findByText('spam.example')).closest('tr')
  for (const words of ['邮箱域名', '批量注册', '3', 'Lin']) expect(row?.textContent).toContain(words)
  expect(rowOffers('spam.example')).toEqual(['修改原因', '查看被拒的尝试', '移出黑名单'])
})

it('the filters are in the address', async () => {
  const { all } = await open({ search: '?kind=network&value=203' })
  await screen.findByText(RANGE.value)
  expect(all(blacklistCalls.findBlacklist).at(-1)).toMatchObject({ kind: 'network', value: '203' })
  expect(rowOffers(RANGE.value)).toEqual(['修改原因', '移出黑名单'])
})

it('each typed line is checked at once; a wrong one is named and keeps the dialog open', async () => {
  const { all } = await open()
  fireEvent.click(await screen.findByRole('button', { name: '添加' }))
  const asked = await dialog()
  fireEvent.click(asked.getByLabelText('邮箱域名'))
  type(asked, /^内容/, '@Spam.example\n\nnot a domain')
  expect(asked.getByText('1 个有效，1 个无效')).toBeTruthy()
  expect(asked.getByText('第 3 行：not a domain')).toBeTruthy()
  fireEvent.submit(asked.getByLabelText(/^内容/))
  expect(await asked.findByText('请改正或删除无效的行')).toBeTruthy()
  expect(all(blacklistCalls.addBlacklist)).toEqual([])
})

it('lines are added once each, as the list keeps them, with a reason', async () => {
  const { all } = await open()
  fireEvent.click(await screen.findByRole('button', { name: '添加' }))
  const asked = await dialog()
  fireEvent.click(asked.getByLabelText('邮箱域名'))
  type(asked, /^内容/, '@Spam.example\nspam.example\nother.example')
  type(asked, /^原因/, '批量注册')
  expect(asked.getByText('3 个有效')).toBeTruthy()
  fireEvent.submit(asked.getByLabelText(/^内容/))
  await waitFor(() => expect(toasts()).toEqual(['已添加 1 条，1 条早已在黑名单中']))
  expect(all(blacklistCalls.addBlacklist)).toEqual([
    { kind: 'mailDomain', values: ['spam.example', 'other.example'], reason: '批量注册' },
  ])
})

it('a full blacklist is told in the dialog, which keeps what was typed', async () => {
  const desc = '黑名单最多 10,000 条'
  await open({
    answers: [
      [blacklistCalls.addBlacklist, () => ({ code: ERRORS['activity.blacklistLimit'].code, desc, data: null })],
    ],
  })
  fireEvent.click(await screen.findByRole('button', { name: '添加' }))
  const asked = await dialog()
  type(asked, /^内容/, '13800138000')
  fireEvent.submit(asked.getByLabelText(/^内容/))
  expect(await asked.findByText(desc)).toBeTruthy()
  expect(asked.getByLabelText<HTMLTextAreaElement>(/^内容/).value).toBe('13800138000')
})

it('a reason is edited', async () => {
  const { all } = await open()
  fireEvent.click((await screen.findAllByRole('button', { name: '修改原因' }))[0] ?? document.body)
  const asked = await dialog()
  type(asked, /^原因/, '刷名额')
  fireEvent.submit(asked.getByLabelText(/^原因/))
  await waitFor(() => expect(toasts()).toEqual(['原因已保存']))
  expect(all(blacklistCalls.updateBlacklist)).toEqual([{ guid: DOMAIN.guid, reason: '刷名额' }])
})

it('several entries are removed after a question', async () => {
  const { all } = await open()
  for (const value of [DOMAIN.value, RANGE.value])
    fireEvent.click(await screen.findByRole('checkbox', { name: `选择“${value}”` }))
  const bar = screen.getByRole('region', { name: '批量操作' })
  fireEvent.click(within(bar).getByRole('button', { name: /移出黑名单/ }))
  expect(await screen.findByText('确认将所选的 2 条移出黑名单吗？')).toBeTruthy()
  expect(all(blacklistCalls.deleteBlacklist)).toEqual([])
  fireEvent.click(screen.getByRole('alertdialog', { hidden: true }).querySelector('.sw-button-danger') ?? document.body)
  await waitFor(() => expect(toasts()).toEqual(['已移出 2 条']))
  expect(all(blacklistCalls.deleteBlacklist)).toEqual([{ guids: [DOMAIN.guid, RANGE.guid] }])
})

const refusedRows = Array.from({ length: 52 }, (_, index) => ({
  n: index + 2,
  value: `bad ${index}`,
  reason: '不是有效的网络',
}))

it('an import tells what was added and lists the refused rows; another file can follow', async () => {
  const { all } = await open({
    answers: [[blacklistCalls.importBlacklist, () => ({ data: { added: 8, known: 2, refused: refusedRows } })]],
  })
  fireEvent.click(await screen.findByRole('button', { name: '导入' }))
  const asked = await dialog()
  fireEvent.change(asked.getByLabelText(/^文件/), { target: { files: [new File(['x'], 'list.csv')] } })
  fireEvent.submit(asked.getByLabelText(/^文件/))
  const title = await screen.findByText('导入结果', { selector: 'h2' })
  const told = within(title.closest('dialog') ?? title)
  expect(told.getByText('已添加 8 条，2 条早已在黑名单中')).toBeTruthy()
  expect(told.getByText('52 行没有添加')).toBeTruthy()
  expect(told.getAllByText('不是有效的网络')).toHaveLength(50)
  expect(told.getByText(/还有 2 行/)).toBeTruthy()
  // The list behind shows the new entries.
  await waitFor(() => expect(all(blacklistCalls.findBlacklist).length).toBeGreaterThan(1))
  fireEvent.click(told.getByText('再导入一个文件'))
  expect(await screen.findByText('导入黑名单')).toBeTruthy()
})

it('what the server finds wrong with a file is told at the file', async () => {
  const desc = '文件缺少“类型”列'
  await open({
    answers: [
      [
        blacklistCalls.importBlacklist,
        () => ({ code: ERRORS['user.fileColumns'].code, desc, data: { fields: [{ path: 'file', message: desc }] } }),
      ],
    ],
  })
  fireEvent.click(await screen.findByRole('button', { name: '导入' }))
  const asked = await dialog()
  fireEvent.change(asked.getByLabelText(/^文件/), { target: { files: [new File(['x'], 'list.xlsx')] } })
  fireEvent.submit(asked.getByLabelText(/^文件/))
  expect(await asked.findByText(desc)).toBeTruthy()
})

it('the import file can be downloaded empty, in both formats', async () => {
  const { all } = await open({ answers: [[blacklistCalls.blacklistTemplate, () => new Response('x')]] })
  URL.createObjectURL = () => 'blob:file'
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined)
  fireEvent.click(await screen.findByRole('button', { name: '导入' }))
  const asked = await dialog()
  fireEvent.click(asked.getByText('下载 Excel 模板'))
  fireEvent.click(asked.getByText('下载 CSV 模板'))
  await waitFor(() => expect(all(blacklistCalls.blacklistTemplate)).toEqual([{ format: 'xlsx' }, { format: 'csv' }]))
})

it('attempts tell account, network, campaign, link and the entry', async () => {
  await open({ search: '?tab=attempts', attempts: [ATTEMPT, { ...ATTEMPT, guid: guidOf(4), account: null }] })
  const row = (await screen.findByText('x@spam.example')).closest('tr')
  for (const words of ['198.51.100.7', '新春体验', '海报', '邮箱域名', 'spam.example'])
    expect(row?.textContent).toContain(words)
  expect(screen.getByText('还没有填写')).toBeTruthy()
  expect(screen.getAllByRole('link', { name: '新春体验' })[0]?.getAttribute('href')).toBe(
    `/activity/view?guid=${CAMPAIGN}`,
  )
})

it('an entry leads to its own attempts, and a campaign narrows them further', async () => {
  const { all, address } = await open()
  await screen.findByText('spam.example')
  fireEvent.click(screen.getByRole('button', { name: '“spam.example”的操作' }))
  fireEvent.click(screen.getByRole('menuitem', { name: '查看被拒的尝试' }))
  await waitFor(() => expect(address()).toBe(`/activity/blacklist?tab=attempts&entryGuid=${DOMAIN.guid}`))
  await waitFor(() => expect(all(blacklistCalls.findAttempts).at(-1)).toMatchObject({ entryGuid: DOMAIN.guid }))
  fireEvent.click(screen.getByRole('button', { name: '活动: 不限' }))
  fireEvent.click(await screen.findByRole('option', { name: '新春体验' }))
  await waitFor(() =>
    expect(all(blacklistCalls.findAttempts).at(-1)).toMatchObject({ entryGuid: DOMAIN.guid, guid: CAMPAIGN }),
  )
  expect(address()).toContain('tab=attempts')
})

it('an empty blacklist and no attempts say what they are for, in both languages', async () => {
  const { go } = await open({ rows: [], attempts: [] })
  expect(await screen.findByText('黑名单是空的')).toBeTruthy()
  await go('/activity/blacklist?tab=attempts')
  expect(await screen.findByText(/每个条目保留最近 1,000 次/)).toBeTruthy()
  await act(() => showLanguage('en'))
  expect(screen.getByText('No refused attempts')).toBeTruthy()
})
