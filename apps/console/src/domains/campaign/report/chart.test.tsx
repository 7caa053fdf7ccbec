// The report of a campaign: period, totals, conversion, days, links, sources and cost.
import { ERRORS, activityCalls, campaignReportCalls, identityCalls } from '@sealwright/contract'
import type { CampaignAnswer } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { loadSession } from '../../../lib/session/session.tsx'
import { openStage } from '../../../lib/stage.fixture.tsx'
import { showLanguage } from '../../../lib/words/i18n.tsx'
import { Screen } from './chart.screen.tsx'
import { NO_FIGURES } from './report-days.ts'
import type { Report } from './report-days.ts'
import { CAMPAIGN, campaignOf, holding, reportOf } from './report.fixture.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-01-11T03:00:00Z'), toFake: ['Date'] })
})

const BEFORE = { ...NO_FIGURES, views: 400, registrations: 0, participations: 40, firstUses: 40 }

async function open({
  search = '',
  report = reportOf(),
  campaign = campaignOf(),
  answers = [],
}: {
  search?: string
  report?: Report
  campaign?: CampaignAnswer
  answers?: Parameters<typeof openStage>[2]
} = {}) {
  const stage = await openStage({ '/activity/chart': Screen }, `/activity/chart?guid=${CAMPAIGN}${search}`, [
    [identityCalls.current, () => holding()],
    [activityCalls.get, () => ({ data: campaign })],
    [
      campaignReportCalls.chart,
      ({ endDay }) => ({ data: endDay === '2026-01-04' ? { ...report, totals: BEFORE } : report }),
    ],
    [campaignReportCalls.exportChart, () => new Response('x', { headers: { 'content-type': 'text/csv' } })],
    ...answers,
  ])
  await act(loadSession)
  return {
    ...stage,
    all: ({ path }: { path: string }) => stage.sent.filter((one) => one.path === path).map(({ payload }) => payload),
  }
}
const totals = async () => (await screen.findByLabelText('合计')).textContent
const part = async (name: string) => within(await screen.findByRole('region', { name }))
const cells = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))

it('the whole campaign comes first, without a comparison', async () => {
  const { all } = await open()
  expect(await totals()).toBe('浏览400注册30参与50首次使用20')
  expect(all(campaignReportCalls.chart)).toEqual([{ guid: CAMPAIGN }])
  expect(screen.getByText(/2026-01-05 至 2026-01-11/)).toBeTruthy()
})

it('the periods are those of all statistics, besides the whole campaign and days of one’s own', async () => {
  const { all } = await open()
  const periods = within(await screen.findByRole('radiogroup', { name: '时间范围' }))
  const names = periods.getAllByRole('radio').map((one) => one.closest('label')?.textContent)
  expect(names).toEqual(['整个活动', '近 7 天', '近 14 天', '近 21 天', '近 28 天', '本月'])
  fireEvent.click(periods.getByLabelText('本月'))
  await waitFor(() =>
    expect(all(campaignReportCalls.chart)[1]).toEqual({
      guid: CAMPAIGN,
      startDay: '2026-01-01',
      endDay: '2026-01-11',
    }),
  )
})

it('a shorter period is compared with the one before it, if the campaign was public then', async () => {
  const { all, address } = await open()
  fireEvent.click(await screen.findByLabelText('近 7 天'))
  await waitFor(() => expect(address()).toBe(`/activity/chart?guid=${CAMPAIGN}&period=7`))
  await waitFor(async () =>
    expect(await totals()).toBe(
      '浏览400与前一时段持平注册30前一时段为 0参与50比前一时段多 25%首次使用20比前一时段少 50%',
    ),
  )
  expect(all(campaignReportCalls.chart).slice(-2)).toEqual([
    { guid: CAMPAIGN, startDay: '2026-01-05', endDay: '2026-01-11' },
    { guid: CAMPAIGN, startDay: '2025-12-29', endDay: '2026-01-04' },
  ])
})

it('a period right after the publication has no comparison', async () => {
  const { all } = await open({ search: '&period=7', campaign: campaignOf({ publishTime: '2026-01-03T00:00:00.000Z' }) })
  expect(await totals()).toBe('浏览400注册30参与50首次使用20')
  expect(all(campaignReportCalls.chart)).toHaveLength(1)
})

it('the conversion tells the shares, and who of the participants is new', async () => {
  await open()
  const funnel = await part('转化')
  const stages = funnel.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(stages).toEqual(['浏览400', '参与50占浏览的 12.5% · 其中新注册 30，已有用户 20', '首次使用20占参与的 40%'])
  expect(funnel.getByText(/参与包括新注册的用户和已有用户/)).toBeTruthy()
})

it('the days are a chart by link for the keyboard, or a table with the days without numbers too', async () => {
  const { address } = await open()
  const days = await part('每日趋势')
  expect(days.getByRole('slider', { name: '每日趋势 · 参与' }).getAttribute('aria-valuemax')).toBe('7')
  expect(cells(days.getByRole('table'))[1]).toEqual(['2026-01-05', '40', '6', '0', '46'])
  fireEvent.click(days.getByLabelText('首次使用'))
  await waitFor(() => expect(days.getByRole('slider', { name: '每日趋势 · 首次使用' })).toBeTruthy())
  fireEvent.click(days.getByLabelText('表格'))
  await waitFor(() => expect(address()).toContain('figure=firstUses&view=table'))
  expect(days.queryByRole('slider')).toBeNull()
  const table = cells(days.getByRole('table'))
  expect(table).toHaveLength(8)
  expect(table.slice(3, 6)).toEqual([
    ['2026-01-09', '0', '0', '0', '0'],
    ['2026-01-08', '40', '2', '4', '2'],
    ['2026-01-07', '0', '0', '0', '0'],
  ])
})

it('links tell their shares, also a link that was taken out; nothing is divided by zero', async () => {
  await open()
  const rows = cells((await part('按推广链接')).getByRole('table'))
  expect(rows[1]).toEqual(['海报', '300', '25', '40', '16', '13.3%', '40%'])
  expect(rows[3]).toEqual(['旧链接已停用', '0', '0', '0', '0', '–', '–'])
})

it('sources are told by way, code and keyword; without one the page says so', async () => {
  await open()
  const sources = await part('来源')
  expect(cells(sources.getByRole('table', { name: '方式' }))[1]).toEqual(['二维码', '300', '25', '40', '16'])
  expect(cells(sources.getByRole('table', { name: '推广码' }))[1]).toEqual(['EXPO26', '9', '11', '3'])
  expect(sources.getByText('这段时间没有带这个参数的参与者。')).toBeTruthy()
})

it('the cost is told in money and units, and for each first use', async () => {
  await open()
  const words = (await screen.findByRole('region', { name: '费用' })).textContent
  for (const part of ['¥50.00', '7', '¥2.50']) expect(words).toContain(part)
})

it('without first uses there is no cost for each', async () => {
  await open({ report: reportOf({ costPerUseFen: null, units: [] }) })
  expect(await screen.findByText('还没有首次使用')).toBeTruthy()
})

it('the export takes the period', async () => {
  const { all } = await open({ search: '&startDay=2026-01-05&endDay=2026-01-06' })
  await totals()
  URL.createObjectURL = () => 'blob:file'
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined)
  fireEvent.click(screen.getByRole('button', { name: '导出' }))
  fireEvent.click(screen.getByText(/^导出为 CSV/))
  await waitFor(() =>
    expect(all(campaignReportCalls.exportChart)).toEqual([
      { guid: CAMPAIGN, startDay: '2026-01-05', endDay: '2026-01-06', format: 'csv' },
    ]),
  )
})

it('a period of one’s own is in the address as days', async () => {
  const { address } = await open({ search: '&period=30' })
  fireEvent.click(await screen.findByRole('button', { name: '自定义: 不限' }))
  const [from, to] = (await screen.findByRole('dialog', { name: '自定义' })).querySelectorAll('input')
  fireEvent.input(from ?? document.body, { target: { value: '2026-01-02' } })
  fireEvent.input(to ?? document.body, { target: { value: '2026-01-06' } })
  fireEvent.keyDown(to ?? document.body, { key: 'Enter' })
  await waitFor(() => expect(address()).toBe(`/activity/chart?guid=${CAMPAIGN}&startDay=2026-01-02&endDay=2026-01-06`))
})

it('without numbers the page offers the links to copy', async () => {
  await open({ report: reportOf({ totals: NO_FIGURES, days: [] }) })
  expect(await screen.findByText('这段时间还没有数据')).toBeTruthy()
  expect(await screen.findByRole('list', { name: '推广链接' })).toBeTruthy()
  expect(screen.queryByRole('slider')).toBeNull()
})

it('a draft has no report yet', async () => {
  await open({ campaign: campaignOf({ publishTime: null }) })
  expect(await screen.findByText('活动还没有发布')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '导出' })).toBeNull()
})

it('a campaign that is gone is told with the way back', async () => {
  await open({
    answers: [
      [activityCalls.get, () => ({ code: ERRORS['activity.notFound'].code, desc: '活动不存在或已删除', data: null })],
      [
        campaignReportCalls.chart,
        () => ({ code: ERRORS['activity.notFound'].code, desc: '活动不存在或已删除', data: null }),
      ],
    ],
  })
  expect(await screen.findByText('活动不存在或已删除')).toBeTruthy()
  expect(screen.getByRole('link', { name: '返回活动列表' })).toBeTruthy()
})

it('speaks English too', async () => {
  await open({ search: '&period=7' })
  await totals()
  await act(() => showLanguage('en'))
  expect(await screen.findByText('25% more than in the previous period')).toBeTruthy()
  expect(screen.getByText('12.5% of views · 30 new, 20 existing users')).toBeTruthy()
})
