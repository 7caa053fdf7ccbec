// The participants of a campaign: rows, filters, export, withdrawal and follow-up licenses.
import {
  LICENSE_STATUSES,
  activityCalls,
  campaignReportCalls,
  identityCalls,
  pcLicenseCalls,
} from '@sealwright/contract'
import type { ParticipantRow } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { rowOffers } from '../../../blocks/list/row-offers.fixture.ts'
import { registerScreens } from '../../../lib/place/screen.ts'
import { loadSession } from '../../../lib/session/session.tsx'
import { openStage } from '../../../lib/stage.fixture.tsx'
import { useToasts } from '../../../lib/toast.ts'
import { showLanguage } from '../../../lib/words/i18n.tsx'
import { customerScreens } from '../../customer/screens.ts'
import { licenseScreens } from '../../license/screens.ts'
import { Screen } from './participants.screen.tsx'
import { CAMPAIGN, POSTER, campaignOf, holding, participantOf } from './report.fixture.ts'

registerScreens([...licenseScreens, ...customerScreens])

const FULL = participantOf(1, {
  spreadCode: 'EXPO26',
  keyword: '许可',
  bdVid: 'abc',
  firstUseTime: '2026-01-06T02:00:00.000Z',
})
const PLAIN = participantOf(2, { isNew: false, via: 'link' })
const GONE = participantOf(3, { licenseStatus: LICENSE_STATUSES.deleted })
const REPORT = ['activity.view', 'activity.report']

async function open({
  rows = [FULL, PLAIN],
  search = '',
  privileges,
}: { rows?: ParticipantRow[]; search?: string; privileges?: string[] } = {}) {
  const stage = await openStage(
    { '/activity/user': Screen, '/pc/license/account/batch': () => <p>the batch</p> },
    `/activity/user?guid=${CAMPAIGN}${search}`,
    [
      [identityCalls.current, () => holding(privileges)],
      [activityCalls.get, () => ({ data: campaignOf() })],
      [campaignReportCalls.findUsers, () => ({ data: { rows, records: rows.length, total: 1 } })],
      [campaignReportCalls.withdraw, () => ({ data: { withdrawn: 1, skipped: 1 } })],
      [campaignReportCalls.exportUsers, () => new Response('x', { headers: { 'content-type': 'text/csv' } })],
      [pcLicenseCalls.templates, () => ({ data: [] })],
    ],
  )
  await act(loadSession)
  if (rows[0]) await screen.findByText(rows[0].account)
  return {
    ...stage,
    all: ({ path }: { path: string }) => stage.sent.filter((one) => one.path === path).map(({ payload }) => payload),
  }
}
const rowOf = (account: string) => screen.getByText(account).closest('tr, li, article')
const choose = (account: string) => fireEvent.click(screen.getByRole('checkbox', { name: `选择“${account}”` }))
const batch = () => within(screen.getByRole('region', { name: '批量操作' }))
const dialog = async () => within(await screen.findByRole('dialog', { hidden: true }))

it('a participant is told with time, link, way, kind of user, license, first use and ad parameters', async () => {
  await open()
  const words = rowOf(FULL.account)?.textContent ?? ''
  for (const part of [
    '新用户',
    '海报',
    '二维码',
    'L001',
    '已绑定',
    '推广码 EXPO26',
    '关键词 许可',
    '点击标识 abc',
    '首次使用2026-01-06 10:00',
  ])
    expect(words).toContain(part)
  expect(rowOf(PLAIN.account)?.textContent).toContain('已有用户')
  expect(screen.getByText('“新春体验”的参与者，已领取 2 / 100 个名额。')).toBeTruthy()
  expect(screen.getByRole('link', { name: FULL.account }).getAttribute('href')).toBe(`/user/view?guid=${FULL.userGuid}`)
  expect(screen.getByRole('link', { name: 'L001' }).getAttribute('href')).toBe(
    `/pc/license/account/view?guid=${FULL.licenseGuid}`,
  )
})

it('the report alone shows neither links to people and licenses nor anything to change', async () => {
  await open({ privileges: REPORT, rows: [FULL, { ...PLAIN, licenseStatus: null }] })
  expect(screen.queryByRole('link', { name: FULL.account })).toBeNull()
  expect(screen.queryByRole('link', { name: 'L001' })).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(rowOffers(FULL.account)).toEqual([])
  expect(rowOf(PLAIN.account)?.textContent).toContain('不在您的数据范围内')
})

it('the filters of the address narrow the list and the export, in both formats', async () => {
  const { all } = await open({ search: `&via=qr&used=true&isNew=false&linkGuid=${POSTER}&account=u1` })
  const filters = { guid: CAMPAIGN, via: 'qr', used: 'true', isNew: 'false', linkGuid: POSTER, account: 'u1' }
  expect(all(campaignReportCalls.findUsers).at(-1)).toMatchObject(filters)
  expect(await screen.findByText('推广链接：海报')).toBeTruthy()
  URL.createObjectURL = () => 'blob:file'
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined)
  for (const [words, format] of [
    [/^导出为 Excel/, 'xlsx'],
    [/^导出为 CSV/, 'csv'],
  ] as const) {
    fireEvent.click(screen.getByRole('button', { name: '导出' }))
    fireEvent.click(screen.getByText(words))
    await waitFor(() => expect(all(campaignReportCalls.exportUsers).at(-1)).toMatchObject({ ...filters, format }))
  }
})

it('a changed filter keeps the campaign in the address', async () => {
  const { address } = await open()
  fireEvent.click(screen.getByRole('button', { name: '首次使用: 不限' }))
  fireEvent.click(screen.getByRole('menuitemradio', { name: '未使用' }))
  await waitFor(() => expect(address()).toBe(`/activity/user?guid=${CAMPAIGN}&used=false`))
})

it('licenses are withdrawn with a reason; ended ones are left out and told', async () => {
  const { all } = await open({ rows: [FULL, PLAIN, GONE] })
  for (const { account } of [FULL, GONE]) choose(account)
  fireEvent.click(batch().getByRole('button', { name: /收回许可/ }))
  const asked = await dialog()
  expect(asked.getByText('确认收回 1 个许可吗？')).toBeTruthy()
  expect(asked.getByText(/另有 1 个许可已经失效/)).toBeTruthy()
  expect(asked.getByText(/已占用的名额不会退回/)).toBeTruthy()
  fireEvent.blur(asked.getByLabelText('原因'))
  await waitFor(() => expect(asked.getByLabelText('原因').getAttribute('aria-invalid')).toBe('true'))
  fireEvent.input(asked.getByLabelText('原因'), { target: { value: '刷名额' } })
  fireEvent.submit(asked.getByLabelText('原因'))
  await waitFor(() =>
    expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['已收回 1 个许可，1 个已失效，已跳过']),
  )
  expect(all(campaignReportCalls.withdraw)).toEqual([
    { guid: CAMPAIGN, participantGuids: [FULL.guid], reason: '刷名额' },
  ])
  expect(screen.queryByRole('region', { name: '批量操作' })).toBeNull()
})

it('if no selected license can be withdrawn, the page says so instead of asking', async () => {
  await open({ rows: [GONE] })
  choose(GONE.account)
  fireEvent.click(batch().getByRole('button', { name: /收回许可/ }))
  expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual([
    '所选参与者的许可已经失效，或不在您的数据范围内',
  ])
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()
})

it('follow-up licenses go to the page that issues to many, with the way back', async () => {
  const { address } = await open()
  for (const { account } of [FULL, PLAIN]) choose(account)
  fireEvent.click(batch().getByRole('button', { name: /签发后续许可/ }))
  await screen.findByText('the batch')
  const search = new URLSearchParams(address().split('?')[1])
  expect(search.get('handed')).toMatch(/^[0-9a-f]{32}$/)
  expect(search.get('sourcePath')).toBe(`/activity/user?guid=${CAMPAIGN}`)
})

it('without participants the page offers the active links to copy', async () => {
  await open({ rows: [] })
  expect(await screen.findByText('还没有人参与')).toBeTruthy()
  const links = await screen.findByRole('list', { name: '推广链接' })
  expect(within(links).getAllByRole('listitem')).toHaveLength(2)
  expect(links.textContent).toContain(campaignOf().links[0]?.url)
})

it('speaks English too', async () => {
  await open()
  await act(() => showLanguage('en'))
  expect(rowOf(FULL.account)?.textContent).toContain('New user')
  expect(screen.getByText('Participants of “新春体验”. 2 of 100 places are taken.')).toBeTruthy()
})

it('one participant can be withdrawn from the row', async () => {
  await open({ rows: [participantOf(9)] })
  expect(rowOffers('u9@example.com')).toEqual(['查看许可', '查看用户', '收回许可'])
  fireEvent.click(screen.getByText('收回许可'))
  expect(await screen.findByText('确认收回“u9@example.com”的许可吗？')).toBeTruthy()
})
