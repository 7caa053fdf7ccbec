import { ATTENTION_KINDS, DASHBOARD_DAYS, LIMITS, dashboardCalls, identityCalls, privilege } from '@sealwright/contract'
import type { AnswerOf, AttentionItem, Privilege } from '@sealwright/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { registerScreens } from '../../lib/place/screen.ts'
import { useSession } from '../../lib/session/session.tsx'
import { openStage, session } from '../../lib/stage.fixture.tsx'
import { Screen } from './dashboard.screen.tsx'

type Answer = AnswerOf<typeof dashboardCalls.get>

const RIGHTS: Record<string, Privilege> = {
  '/billing': 'billing.view',
  '/billing/topUp': 'billing.create',
  '/pc/license/account': 'accountLicense.view',
  '/pc/license/sn': 'snLicense.view',
  '/pc/license/sn/new': 'snLicense.issue',
  '/product/new': 'product.create',
  '/runtime/log': 'runtime.view',
  '/runtime/seat': 'runtime.view',
  '/taskCenter': 'user.view',
  '/user': 'user.view',
}
registerScreens(
  Object.entries(RIGHTS).map(([path, right]) => ({
    path,
    domain: 'product',
    title: 'product.titles.view',
    access: privilege(right),
    load: () => Promise.reject(new Error('not opened here')),
  })),
)
const ALL = Object.values(RIGHTS)

const item = (given: Partial<AttentionItem>): AttentionItem => ({
  kind: 'risk',
  severity: 'warn',
  count: 1,
  amountFen: null,
  family: null,
  days: null,
  reason: null,
  reasonCount: null,
  allowed: null,
  since: null,
  ...given,
})

const curve = (total: number, before: number) => ({
  values: Array.from({ length: 28 }, (_, day) => day),
  total,
  before,
})
const busy: Answer = {
  beginning: {
    products: { count: 1, withModules: 1 },
    templates: { smart: 0, account: 0, sn: 1, dongle: 0 },
    licenses: 12,
    isUsed: true,
  },
  glance: {
    inForce: { byCarrier: { smart: null, account: null, sn: 1_200, dongle: 34 }, curve: curve(150, 100) },
    devices: { count: 56, curve: curve(40, 80) },
    seats: { count: LIMITS.page.exactCount, sold: 20_000, curve: curve(5, 0) },
    users: { count: 78, curve: curve(3, 3) },
  },
  issuedByDay: Array.from({ length: DASHBOARD_DAYS }, (_, day) => ({
    day: `2026-01-${String(day + 1).padStart(2, '0')}`,
    smart: 0,
    account: 0,
    sn: 2,
    dongle: 1,
  })),
  recentOperations: [],
}

interface Given {
  privileges?: readonly string[]
  items?: AttentionItem[]
  answer?: Answer
}

async function open({ privileges = ALL, items = [], answer = busy }: Given) {
  const Signed = () => {
    useSession()
    return <Screen />
  }
  return openStage({ '/': Signed }, '/', [
    [identityCalls.current, () => ({ data: { ...session, privileges } })],
    [dashboardCalls.get, () => ({ data: answer })],
    [dashboardCalls.attention, () => ({ data: items })],
  ])
}
const attention = async () => within(await screen.findByRole('region', { name: '需要关注' }))
const hrefs = (links: HTMLElement[]) => links.map((link) => link.getAttribute('href'))

it('each item is a sentence whose number leads to its rows, with one action', async () => {
  await open({
    items: [
      item({ kind: 'lowBalance', amountFen: 1_250 }),
      item({ kind: 'licenseEnding', count: 12, family: 'sn', days: 7 }),
      item({
        kind: 'refusal',
        count: 132,
        reason: 'machineLimit',
        reasonCount: 98,
        since: '2026-01-01T00:00:00.000Z',
        severity: 'info',
      }),
      item({ kind: 'failedTask', count: LIMITS.page.exactCount }),
    ],
  })
  const shown = await attention()
  const rows = (await shown.findAllByRole('listitem')).map((row) => row.querySelector('p')?.textContent)
  expect(rows).toEqual([
    '余额只剩 ¥12.50，低于提醒线',
    '12 个授权码将在 7 天内到期',
    expect.stringMatching(/^24 小时内程序被拒绝 132 次，最多的是“.+”（98 次）$/),
    '近 7 天有 10,000+ 个任务失败或部分失败',
  ])
  const since = 'startTime=2026-01-01T00%3A00%3A00.000Z'
  expect(hrefs(shown.getAllByRole('link'))).toEqual([
    '/billing',
    '/billing/topUp',
    ...['', ''].map(() => '/pc/license/sn?expiringDays=7&sort=expireTime&order=asc'),
    `/runtime/log?refused=1&${since}`,
    `/runtime/log?refused=1&reason=machineLimit&${since}`,
    ...['', ''].map(() => '/taskCenter?status=%5B%223%22%2C%224%22%5D'),
  ])
  expect(shown.getAllByRole('link', { name: '充值' })).toHaveLength(1)
})

const sentences = async () =>
  (await (await attention()).findAllByRole('listitem')).map((row) => row.querySelector('p')?.textContent)

it('signs of abuse are not called licenses: one license can show several, and a network is none', async () => {
  await open({ items: [item({ kind: 'risk', count: 3 })] })
  expect(await sentences()).toEqual(['发现 3 个滥用迹象'])
})

it('the used licenses of a trial lead to account licenses, because a trial has no codes', async () => {
  await open({ items: [item({ kind: 'trialLicenses', count: 9, allowed: 10 })] })
  expect(hrefs((await attention()).getAllByRole('link'))).toContain('/pc/license/account')
})

it('a service fee that ends today is due today, not in 0 days', async () => {
  await open({ items: [0, 1].map((count) => item({ kind: 'serviceEnding', count, amountFen: 120_000 })) })
  expect(await sentences()).toEqual(['平台服务费（¥1,200.00）今天到期', '平台服务费（¥1,200.00）还有 1 天到期'])
})

it('pages that the person may not open are not linked', async () => {
  await open({ privileges: ['billing.view'], items: [item({ kind: 'lowBalance', amountFen: 1_250 })] })
  expect(hrefs((await attention()).getAllByRole('link'))).toEqual(['/billing'])
})

it('says in one line that nothing needs attention', async () => {
  await open({})
  expect((await attention()).getByText('目前没有需要关注的事')).toBeTruthy()
})

it('shows the first eight items, and all on request', async () => {
  await open({ items: ATTENTION_KINDS.slice(0, 10).map((kind) => item({ kind })) })
  const shown = await attention()
  expect(await shown.findAllByRole('listitem')).toHaveLength(8)
  fireEvent.click(shown.getByRole('button', { name: '还有 2 项' }))
  expect(shown.getAllByRole('listitem')).toHaveLength(10)
  fireEvent.click(shown.getByRole('button', { name: '收起' }))
  expect(shown.getAllByRole('listitem')).toHaveLength(8)
})

it('a part that fails says so and is tried again, and the other parts stay', async () => {
  let isBroken = true
  const failing = () =>
    isBroken ? { code: 9_999, desc: '系统错误', data: null } : { data: [item({ kind: 'lowBalance', amountFen: 100 })] }
  await openStage({ '/': Screen }, '/', [
    [identityCalls.current, () => ({ data: { ...session, privileges: ALL } })],
    [dashboardCalls.get, () => ({ data: busy })],
    [dashboardCalls.attention, failing],
  ])
  const part = within(await screen.findByRole('alert', { name: '需要关注' }))
  expect(await screen.findByText('1,234')).toBeTruthy()
  isBroken = false
  fireEvent.click(part.getByRole('button'))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(await (await attention()).findByText('¥1.00')).toBeTruthy()
})

it('every number at a glance leads to its list, with the change against the days before', async () => {
  await open({})
  const tile = async (name: string) => {
    const found = (await screen.findByText(name)).parentElement
    if (!found) throw new Error('a term without its tile')
    return within(found)
  }
  const inForce = await tile('有效许可')
  expect(inForce.getByText('1,234')).toBeTruthy()
  expect(hrefs(inForce.getAllByRole('link'))).toEqual([
    '/pc/license/sn?effective=1',
    '/pc/license/dongle?status=%5B%221%22%2C%224%22%5D',
  ])
  expect(inForce.getByText('比此前 28 天增加 50%')).toBeTruthy()
  const devices = await tile('今日活跃设备')
  expect(devices.getByRole('link', { name: '今日活跃设备 56' }).getAttribute('href')).toMatch(/^\/runtime\/log\?/)
  expect(devices.getByText('比此前 28 天减少 50%')).toBeTruthy()
  const seats = await tile('占用席位')
  expect(seats.getByRole('link', { name: '占用席位 10,000+' }).getAttribute('href')).toBe('/runtime/seat')
  expect(seats.getByText('/ 已售 20,000')).toBeTruthy()
  expect(seats.getByText('此前 28 天为 0')).toBeTruthy()
  expect((await tile('用户')).getByText('与此前 28 天相同')).toBeTruthy()
  expect(await screen.findByRole('slider', { name: '每日签发' })).toBeTruthy()
  expect(screen.getByText('近 28 天共 84 个')).toBeTruthy()
})

it('a trial has numbers without curves, and a person without rights has neither', async () => {
  const still = { curve: null }
  const glance: Answer['glance'] = {
    inForce: { byCarrier: { smart: null, account: null, sn: 5, dongle: null }, ...still },
    devices: null,
    seats: null,
    users: { count: 7, ...still },
  }
  await open({ answer: { ...busy, glance, issuedByDay: null } })
  expect(await screen.findByRole('link', { name: '用户 7' })).toBeTruthy()
  expect(document.querySelector('svg path[class*=spark]')).toBeNull()
  for (const absent of ['今日活跃设备', '占用席位', '每日签发', /28 天/])
    expect(screen.queryByText(absent), String(absent)).toBeNull()
})

it('quick actions are those that the person may take', async () => {
  await open({ privileges: ['snLicense.issue', 'billing.create'] })
  const actions = within(await screen.findByRole('list', { name: '快捷操作' }))
  expect(actions.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['授权码', '/pc/license/sn/new'],
    ['充值', '/billing/topUp'],
  ])
  expect(actions.getByRole('link', { name: '签发授权码' })).toBeTruthy()
})

it('a new developer sees the first steps in place of the figures', async () => {
  const beginning = {
    products: { count: 0, withModules: 0 },
    templates: { smart: 0, account: 0, sn: 0, dongle: 0 },
    licenses: 0,
    isUsed: false,
  }
  await open({ privileges: [...ALL, 'product.view'], answer: { ...busy, beginning } })
  expect(await screen.findByRole('link', { name: '新建第一个产品' })).toBeTruthy()
  expect(screen.queryByText('有效许可')).toBeNull()
})
