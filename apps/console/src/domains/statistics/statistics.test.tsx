// The page of statistics: period, figures, split, table, files, and its states.
import { ERRORS, MEASURES, PRIVILEGES, identityCalls, statisticsCalls } from '@sealwright/contract'
import type { MeasureName, StatisticAnswer } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { SCREENS } from '../../app/screens.ts'
import { registerScreens } from '../../lib/place/screen.ts'
import { loadSession } from '../../lib/session/session.tsx'
import { openStage, session } from '../../lib/stage.fixture.tsx'
import { showLanguage } from '../../lib/words/i18n.tsx'
import { Screen } from './statistics.screen.tsx'

registerScreens(SCREENS)
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-01-07T03:00:00Z'), toFake: ['Date'] })
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900)
})

const ALL = Object.keys(MEASURES) as MeasureName[] // its keys
const DAYS = ['2026-01-05', '2026-01-06', '2026-01-07']

const answerOf = (given: Partial<StatisticAnswer> = {}): StatisticAnswer => ({
  first: '2026-01-05',
  last: '2026-01-07',
  days: DAYS,
  total: 60,
  before: 40,
  values: [10, 20, 30],
  beforeFirst: '2026-01-02',
  beforeLast: '2026-01-03',
  beforeValues: [15, 25],
  series: [],
  ...given,
})
const SPLIT: StatisticAnswer['series'] = [
  { key: 'sn', name: '授权码', total: 45, before: 20, values: [5, 15, 25] },
  { key: 'account', name: '账号', total: 10, before: 20, values: [5, 5, 0] },
  { key: null, name: '其他', total: 5, before: 0, values: [0, 0, 5] },
]
const refused = (name: 'statistics.rangeTooLong') => ({ code: ERRORS[name].code, desc: '最多统计 366 天', data: null })

interface Opening {
  search?: string
  seen?: readonly MeasureName[]
  answer?: (payload: Record<string, unknown>) => StatisticAnswer
  status?: 'formal' | 'trial'
  privileges?: readonly string[]
  answers?: Parameters<typeof openStage>[2]
}

async function open({
  search = '',
  seen = ALL,
  answer = ({ by }) => answerOf(by ? { series: SPLIT } : {}),
  status = 'formal',
  privileges = PRIVILEGES,
  answers = [],
}: Opening = {}) {
  const stage = await openStage({ '/statistics': Screen }, `/statistics${search}`, [
    [
      identityCalls.current,
      () => ({
        data: {
          ...session,
          isMainAccount: false,
          privileges: [...privileges],
          developer: { ...session.developer, devInfo: { ...session.developer.devInfo, status } },
        },
      }),
    ],
    [
      statisticsCalls.overview,
      () => ({
        data: {
          first: '2026-01-05',
          last: '2026-01-07',
          days: DAYS,
          figures: seen.map((measure) => ({ measure, total: 60, before: 40, values: [10, 20, 30] })),
        },
      }),
    ],
    [statisticsCalls.get, (payload) => ({ data: answer(payload) })],
    [
      statisticsCalls.devices,
      () => ({
        data: {
          total: 8,
          systems: [
            { name: 'Windows 11', count: 6 },
            { name: null, count: 2 },
          ],
          versions: [{ name: '5.2', count: 8 }],
        },
      }),
    ],
    [statisticsCalls.export, () => new Response('x', { headers: { 'content-type': 'text/csv' } })],
    ...answers,
  ])
  await act(loadSession)
  return {
    ...stage,
    all: ({ path }: { path: string }) => stage.sent.filter((one) => one.path === path).map(({ payload }) => payload),
  }
}
const tiles = async () => within(await screen.findByRole('navigation', { name: '各项数据' }))
const card = async (name: string) => within(await screen.findByRole('region', { name }))
const cells = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))

it('shows every figure that the person may see, and the first of them in full', async () => {
  const { all } = await open()
  const links = (await tiles()).getAllByRole('link')
  expect(links.map(({ textContent }) => textContent).slice(0, 2)).toEqual([
    '签发的许可60+50%比前一时段多 50%',
    '更新的许可60+50%比前一时段多 50%',
  ])
  expect(links).toHaveLength(11)
  expect(links[0]?.getAttribute('aria-current')).toBe('true')
  expect((await tiles()).getByText('平均 60 · 最多已售 60')).toBeTruthy()
  const figure = await card('签发的许可')
  expect(await figure.findByRole('slider', { name: '签发的许可' })).toBeTruthy()
  expect(all(statisticsCalls.get)).toEqual([{ period: '28', measure: 'licenseIssued' }])
  expect(screen.getByText('2026-01-05 至 2026-01-07 · 按 Asia/Shanghai 时区')).toBeTruthy()
})

it('the table has the days, newest first, with the compared day; a month may have fewer days before', async () => {
  await open()
  const table = await (await card('签发的许可')).findByRole('table', { name: '签发的许可的数据表' })
  expect(cells(table)).toEqual([
    ['日期', '签发的许可', '对比值', '对比日期'],
    ['2026-01-07', '30', '–', '–'],
    ['2026-01-06', '20', '25', '2026-01-03'],
    ['2026-01-05', '10', '15', '2026-01-02'],
  ])
})

it('the chart compares with the period before until the switch is off', async () => {
  const { address } = await open()
  const slider = await screen.findByRole('slider')
  expect(slider.getAttribute('aria-valuetext')).toBe('2026-01-07: 签发的许可 30, 前一时段 –')
  fireEvent.keyDown(slider, { key: 'ArrowLeft' })
  expect(slider.getAttribute('aria-valuetext')).toBe('2026-01-06: 签发的许可 20, 前一时段 25')
  fireEvent.click(screen.getByRole('switch', { name: '与前一时段对比' }))
  await waitFor(() => expect(address()).toBe('/statistics?compare=0'))
  await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toBe('2026-01-06: 签发的许可 20'))
  expect(screen.queryByText('比前一时段多 50%')).toBeNull()
})

it('period, figure and split are in the address, and an address restores them', async () => {
  const { address, all } = await open()
  fireEvent.click(await screen.findByLabelText('近 7 天'))
  await waitFor(() => expect(address()).toBe('/statistics?period=7'))
  fireEvent.click((await tiles()).getByRole('link', { name: /^活跃设备/ }))
  await waitFor(() => expect(address()).toBe('/statistics?period=7&measure=deviceActive'))
  fireEvent.change(await screen.findByRole('combobox', { name: '拆分' }), { target: { value: 'carrier' } })
  await waitFor(() => expect(address()).toBe('/statistics?period=7&measure=deviceActive&by=carrier'))
  await waitFor(() =>
    expect(all(statisticsCalls.get).at(-1)).toEqual({ period: '7', measure: 'deviceActive', by: 'carrier' }),
  )
})

it('days of one’s own are in the address', async () => {
  const { address } = await open()
  fireEvent.click(await screen.findByRole('button', { name: '自定义: 不限' }))
  const [from, to] = (await screen.findByRole('dialog', { name: '自定义' })).querySelectorAll('input')
  fireEvent.input(from ?? document.body, { target: { value: '2026-01-02' } })
  fireEvent.input(to ?? document.body, { target: { value: '2026-01-06' } })
  fireEvent.keyDown(to ?? document.body, { key: 'Enter' })
  await waitFor(() => expect(address()).toBe('/statistics?period=range&first=2026-01-02&last=2026-01-06'))
})

it('a split has a row per part, sorted by total, whose number leads to its list', async () => {
  const { address } = await open({ search: '?by=carrier' })
  const figure = await card('签发的许可')
  const table = () => figure.getByRole('table', { name: '签发的许可的数据表' })
  await waitFor(() => expect(cells(table())).toHaveLength(4))
  expect(cells(table()).slice(1)).toEqual([
    ['授权码', '45', '75%', '20', '+125%'],
    ['账号', '10', '16.7%', '20', '−50%'],
    ['其他', '5', '8.3%', '0', '–'],
  ])
  expect(within(table()).getByRole('link', { name: '45' }).getAttribute('href')).toMatch(
    /^\/pc\/license\/sn\?startTime=/,
  )
  expect(within(table()).queryByRole('link', { name: '5' })).toBeNull()
  fireEvent.click(within(table()).getByRole('button', { name: '合计' }))
  await waitFor(() => expect(address()).toBe('/statistics?by=carrier&sort=total&order=asc'))
  expect(cells(table())[1]?.[0]).toBe('其他')
  fireEvent.click(figure.getByLabelText('按天'))
  await waitFor(() => expect(cells(table())[0]).toEqual(['日期', '签发的许可', '授权码', '账号', '其他']))
  fireEvent.click(figure.getByLabelText('折线'))
  await waitFor(() => expect(address()).toBe('/statistics?by=carrier&table=days&chart=lines'))
})

it('without the right to open a list, a number is no link', async () => {
  await open({ search: '?by=carrier', privileges: ['statistics.view'] })
  const figure = await card('签发的许可')
  await waitFor(() => expect(figure.getByText('45')).toBeTruthy())
  expect(figure.queryByRole('link', { name: '45' })).toBeNull()
})

it('seats show peak, average and seats sold in one chart', async () => {
  const { all } = await open({ search: '?measure=seatPeak' })
  const slider = await screen.findByRole('slider', { name: '席位占用' })
  expect(slider.getAttribute('aria-valuetext')).toBe('2026-01-07: 席位峰值 30, 席位平均占用 30, 已售席位 30')
  expect(all(statisticsCalls.get).map(({ measure }) => measure)).toEqual(['seatPeak', 'seatAverage', 'seatSold'])
})

it('refusals are shown by reason, with the way to the log; spending is money', async () => {
  await open({
    search: '?measure=refusal',
    answer: () =>
      answerOf({ series: [{ key: 'expired', name: '许可已到期', total: 60, before: 0, values: [10, 20, 30] }] }),
  })
  const log = await screen.findByRole('link', { name: '在运行记录中查看这些拒绝' })
  expect(log.getAttribute('href')).toMatch(/^\/runtime\/log\?refused=1&startTime=/)
  fireEvent.click((await tiles()).getByRole('link', { name: /^支出/ }))
  expect(await screen.findByRole('link', { name: '查看余额与账单' })).toBeTruthy()
  expect((await card('支出')).getAllByText('¥0.60').length).toBeGreaterThan(0)
})

it('devices show their systems and versions', async () => {
  await open({ search: '?measure=deviceActivated' })
  const devices = await card('现有设备')
  expect(cells(devices.getByRole('table', { name: '操作系统' })).slice(1)).toEqual([
    ['Windows 11', '6', '75%'],
    ['未知', '2', '25%'],
  ])
})

it('the files take the view: figure, split, filters and period', async () => {
  const { all } = await open({ search: '?period=7&by=carrier&carrier=sn&channel=openApi' })
  await screen.findByRole('slider')
  URL.createObjectURL = () => 'blob:file'
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined)
  fireEvent.click(screen.getByRole('button', { name: '下载' }))
  fireEvent.click(screen.getByText(/^导出为 CSV/))
  await waitFor(() =>
    expect(all(statisticsCalls.export)).toEqual([
      { period: '7', measure: 'licenseIssued', by: 'carrier', carrier: '["sn"]', channel: 'openApi', format: 'csv' },
    ]),
  )
})

it('without the right to export, only the picture is offered', async () => {
  await open({ privileges: ['statistics.view'] })
  await screen.findByRole('slider')
  fireEvent.click(screen.getByRole('button', { name: '下载' }))
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['图片（PNG）'])
})

it('copies the link of this view', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => undefined)
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
  await open({ search: '?period=7' })
  fireEvent.click(await screen.findByRole('button', { name: '复制链接' }))
  await waitFor(() => expect(writeText).toHaveBeenCalledWith(expect.stringMatching(/\/statistics\?period=7$/)))
})

it('a period without data says so, and offers no files', async () => {
  const zero = { total: 0, before: 0, values: [0, 0, 0], beforeValues: [0, 0, 0] }
  await open({ answer: () => answerOf(zero), search: '?carrier=sn' })
  expect(await screen.findByText('2026-01-05 至 2026-01-07 没有数据')).toBeTruthy()
  expect(screen.getByText('可以清除筛选，或选择更长的周期。')).toBeTruthy()
  expect(screen.queryByRole('slider')).toBeNull()
  expect(screen.queryByRole('button', { name: '下载' })).toBeNull()
})

it('a period that is refused is told, with the way to the usual one', async () => {
  await open({
    search: '?period=range&first=2020-01-01&last=2026-01-01',
    answers: [[statisticsCalls.overview, () => refused('statistics.rangeTooLong')]],
  })
  expect(await screen.findByText('最多统计 366 天')).toBeTruthy()
  expect(screen.getByRole('link', { name: '改为近 28 天' }).getAttribute('href')).toBe('/statistics')
  expect(screen.getByRole('radiogroup', { name: '周期' })).toBeTruthy()
})

it('a failure of one figure keeps the others, and can be tried again', async () => {
  let isBroken = true
  await open({
    answers: [
      [
        statisticsCalls.get,
        () => (isBroken ? new Response('', { status: 500 }) : { data: answerOf() }), // the answer of a crash
      ],
    ],
  })
  const figure = await card('签发的许可')
  const retry = await figure.findByRole('button', { name: '重试' })
  expect((await tiles()).getAllByRole('link')).toHaveLength(11)
  isBroken = false
  fireEvent.click(retry)
  expect(await figure.findByRole('slider')).toBeTruthy()
})

it('a person who may see no figure is told why', async () => {
  await open({ seen: [] })
  expect(await screen.findByText('没有可以查看的数据')).toBeTruthy()
})

it('a trial developer reads that statistics come with formal status, and nothing is asked for', async () => {
  const { all } = await open({ status: 'trial' })
  expect(await screen.findByText('转为正式开发者后可以使用数据统计')).toBeTruthy()
  expect(screen.getByRole('link', { name: '申请转正' }).getAttribute('href')).toBe('/applyRegular')
  expect(all(statisticsCalls.overview)).toEqual([])
})

it('speaks English too', async () => {
  await open({ search: '?by=carrier' })
  await screen.findByRole('slider')
  await act(() => showLanguage('en'))
  expect(await screen.findByLabelText('Last 7 days')).toBeTruthy()
  expect((await card('Licenses issued')).getByRole('combobox', { name: 'Split by' })).toBeTruthy()
})
