// The page of one license, for people with different privileges.
import { ERRORS, LICENSE_STATUSES, identityCalls, licenseStatusName, privilege } from '@sealwright/contract'
import type { LicenseAnswer, LicenseFamily, LicenseHistoryRow, MachineRow } from '@sealwright/contract'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { rowOffers } from '../../../blocks/list/row-offers.fixture.ts'
import { registerScreens } from '../../../lib/place/screen.ts'
import type { ScreenRow } from '../../../lib/place/screen.ts'
import { loadSession } from '../../../lib/session/session.tsx'
import { clearStage, openStage, session } from '../../../lib/stage.fixture.tsx'
import { useToasts } from '../../../lib/toast.ts'
import { FAMILIES } from '../license-family.ts'
import { GUID, SHOWN_CODE, eventOf, licenseOf, machineOf } from './license-detail.fixture.ts'
import { screenOf } from './license-detail.screen.tsx'

const WAYS = [
  '/pc/template/account/view',
  '/pc/template/sn/view',
  '/user/view',
  '/customer/view',
  '/billing/order',
  '/billing/order/view',
  '/integrator/viewIntegrator',
  '/audit/license/sn/view',
]
const wayOf = (path: string, access = privilege('customer.view')): ScreenRow => ({
  path,
  domain: 'license',
  title: 'license.families.sn',
  access,
  load: () => Promise.reject(new Error('not opened here')),
})
beforeAll(() => registerScreens(WAYS.map((path) => wayOf(path))))
interface Opening {
  family?: LicenseFamily
  license?: LicenseAnswer
  tab?: string
  privileges?: string[]
  machines?: readonly MachineRow[]
  events?: readonly LicenseHistoryRow[]
  more?: Parameters<typeof openStage>[2]
  isMissing?: boolean
}

const pageOf = <Row,>(rows: readonly Row[]) => ({
  data: { rows, records: rows.length, total: 1, currentPage: 1, pageSize: 20 },
})

async function open({
  family = 'sn',
  license = licenseOf(family),
  tab = 'summary',
  privileges = ['customer.view'],
  machines = [],
  events = [eventOf()],
  more = [],
  isMissing = false,
}: Opening = {}) {
  const { path, calls } = FAMILIES[family]
  const stage = await openStage(
    { [`${path}/view`]: screenOf(family), [`${path}/refresh`]: () => <p>refresh</p>, [path]: () => <p>list</p> },
    `${path}/view?guid=${GUID}&tab=${tab}`,
    [
      [identityCalls.current, () => ({ data: { ...session, privileges } })],
      [calls.get, () => ({ data: license })],
      [calls.machines, () => pageOf(machines)],
      [calls.history, () => pageOf(events)],
      ...more,
    ],
  )
  await act(loadSession)
  await (isMissing ? screen.findByRole('link', { name: '返回列表' }) : screen.findByRole('heading', { level: 1 }))
  return stage
}

const factsIn = (element: Element = document.body) =>
  [...element.querySelectorAll('.fact')].map((fact) => [...fact.children].map((part) => part.textContent).join('='))
const payloadOf = (stage: Awaited<ReturnType<typeof openStage>>, { path }: { path: string }) =>
  stage.sent.find((one) => one.path === path)?.payload
const toasts = () => useToasts.getState().toasts.map(({ text }) => text)
const buttons = () => [...document.querySelectorAll('.page-head-actions > *')].map(({ textContent }) => textContent)

describe('a license', () => {
  it('shows its code, status and origin', async () => {
    await open({
      license: licenseOf('sn', {
        customerGuid: GUID,
        customerName: '宁远科技',
        remark: '展会样品',
        deliveredTo: '周宁',
        deliverTime: '2026-01-02T00:00:00.000Z',
      }),
    })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(SHOWN_CODE)
    expect(document.querySelector('.license-subtitle')?.textContent).toBe('未绑定单机星图')
    expect(factsIn(document.querySelector('.fact-list') ?? undefined)).toEqual([
      `授权码=${SHOWN_CODE}`,
      '产品=星图 · ID 42',
      '模板=年度版 · 版本 3',
      '模板编号=00000002',
      '客户=宁远科技',
      '签发人=林主',
      '签发渠道=单个签发',
      '签发时间=2026-01-01 08:00',
      '首次使用=–',
      '到期时间=2027-01-01 08:00',
      '已绑定设备=0 台，累计 0 台',
      '发给=周宁 · 2026-01-02 08:00',
      '累计费用=¥36.502 个订单',
      '备注=展会样品',
    ])
    expect(factsIn(screen.getByRole('region', { name: '期限' }))).toEqual(['许可期限=自签发起计时', '时长（天）=365'])
    expect(
      [screen.getByRole('link', { name: '宁远科技' }), screen.getByRole('link', { name: '年度版 · 版本 3' })].map(
        (link) => link.getAttribute('href'),
      ),
    ).toEqual([`/customer/view?guid=${GUID}`, '/pc/template/sn/view?guid=00000000-0000-4000-8000-000000000002'])
  })

  it('shows a template that the caller cannot open as text', async () => {
    await open({ license: licenseOf('sn', { hasTemplate: false }) })
    expect((await screen.findByText('年度版 · 版本 3')).closest('a')).toBeNull()
  })

  it('for an account shows its holder and number, without links if the person lacks the privilege', async () => {
    await open({ family: 'account', privileges: [] })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('chen@example.com')
    expect(factsIn()).toEqual(expect.arrayContaining(['许可编号=LC20260101AAAA', '账号=chen@example.com（陈溪）']))
    expect(screen.queryByRole('link', { name: /chen@example/ })).toBeNull()
    expect(factsIn().some((fact) => fact.startsWith('发给'))).toBe(false)
  })

  it('links its cost to its orders, unless there are none', async () => {
    await open()
    expect(screen.getByRole('link', { name: '2 个订单' }).getAttribute('href')).toBe(
      `/billing/order?keyword=${SHOWN_CODE}`,
    )
    cleanup()
    await open({ license: licenseOf('sn', { orders: 0 }) })
    expect(screen.queryByRole('link', { name: /个订单/ })).toBeNull()
  })

  it('shows no charge if the server answers none', async () => {
    await open({ license: licenseOf('sn', { chargedFen: null }) })
    expect(factsIn().some((fact) => fact.startsWith('累计费用'))).toBe(false)
  })

  it('offers exactly the actions that the server answers', async () => {
    await open()
    expect(buttons()).toEqual(['锁定', '删除', '更新'])
    expect(screen.getByRole('link', { name: '更新' }).getAttribute('href')).toBe(
      `/pc/license/sn/refresh?guid=${GUID}&sourcePath=%2Fpc%2Flicense%2Fsn%2Fview`,
    )
    cleanup()
    clearStage()
    await open({ license: licenseOf('sn', { acts: ['unlock'], status: LICENSE_STATUSES.locked }) })
    expect(buttons()).toEqual(['解锁'])
    cleanup()
    clearStage()
    await open({ license: licenseOf('sn', { acts: [] }) })
    expect(buttons()).toEqual([])
  })

  it('explains every status except bound and unbound', async () => {
    const { unbound, bound, ...others } = LICENSE_STATUSES
    for (const status of [unbound, bound]) {
      await open({ license: licenseOf('sn', { status }) })
      expect(document.querySelector('.notice'), licenseStatusName(status)).toBeNull()
      cleanup()
      clearStage()
    }
    const said: string[] = []
    for (const status of Object.values(others)) {
      await open({ license: licenseOf('sn', { status }) })
      said.push(screen.getByRole('note').textContent ?? '')
      cleanup()
      clearStage()
    }
    expect(new Set(said).size).toBe(8)
  })

  it('that is locked shows the reason, if there is one', async () => {
    await open({ license: licenseOf('sn', { status: LICENSE_STATUSES.locked, statusReason: '尾款未付' }) })
    expect(within(screen.getByRole('note')).getByText('原因：尾款未付')).toBeTruthy()
  })

  const standing = {
    requestGuid: '00000000-0000-4000-8000-0000000000c1',
    step: 2,
    steps: 3,
    waitsFor: ['李维', '王芳'],
  }
  const toRequest = `/audit/license/sn/view?guid=${standing.requestGuid}`

  it('under approval tells at which step it waits and for whom, and links to the request', async () => {
    const approving = { status: LICENSE_STATUSES.approving, approval: standing }
    await open({ license: licenseOf('sn', approving) })
    const note = within(screen.getByRole('note'))
    expect(note.getByText('审批到第 2 步（共 3 步），等待李维、王芳。')).toBeTruthy()
    expect(note.getByRole('link', { name: '查看申请' }).getAttribute('href')).toBe(toRequest)
    // A code that cannot be used is not handed out or replaced.
    for (const name of ['发放', '更换授权码']) expect(screen.queryByRole('button', { name })).toBeNull()
    cleanup()
    clearStage()
    await open({ license: licenseOf('sn', approving), privileges: [] })
    expect(screen.queryByRole('link', { name: '查看申请' })).toBeNull()
  })

  it('that was rejected tells why, and that the requester can submit it again', async () => {
    await open({
      license: licenseOf('sn', { status: LICENSE_STATUSES.rejected, statusReason: '期限太长', approval: standing }),
    })
    const note = within(screen.getByRole('note'))
    expect(note.getByText('原因：期限太长')).toBeTruthy()
    expect(note.getByText('申请人可以在申请页面修改并重新提交。')).toBeTruthy()
    expect(note.getByRole('link', { name: '查看申请' }).getAttribute('href')).toBe(toRequest)
  })

  it('with an update that waits shows its changes beside the present terms', async () => {
    await open({
      license: licenseOf('sn', {
        waitingUpdate: {
          ...standing,
          waitsFor: [],
          requester: '周宁',
          requestTime: '2026-01-02T00:00:00.000Z',
          changes: [{ field: 'licDuration', before: '365', after: '730' }],
        },
      }),
    })
    const note = within(screen.getByRole('note', { name: '有一个更新等待审批' }))
    expect(note.getByText(/^周宁于 2026-01-02 08:00 提交。.*现在没有人可以审批。$/)).toBeTruthy()
    expect(note.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['365', '730'])
    expect(note.getByRole('link', { name: '查看申请' }).getAttribute('href')).toBe(toRequest)
    expect(factsIn(screen.getByRole('region', { name: '期限' }))).toContain('时长（天）=365')
  })

  it('that was replaced links to its replacement', async () => {
    await open({
      license: licenseOf('sn', {
        status: LICENSE_STATUSES.replaced,
        replacedBy: { guid: '00000000-0000-4000-8000-000000000009', serial: 'ZZZZYYYYXXXXWWWW' },
      }),
    })
    expect(screen.getByText(/已被 ZZZZ-YYYY-XXXX-WWWW 替换/)).toBeTruthy()
    expect(screen.getByRole('link', { name: '替换为 ZZZZ-YYYY-XXXX-WWWW' }).getAttribute('href')).toBe(
      '/pc/license/sn/view?guid=00000000-0000-4000-8000-000000000009',
    )
  })

  it('with several products shows the end of each, and which have ended', async () => {
    const license = licenseOf(
      'sn',
      { status: LICENSE_STATUSES.partlyExpired, productEnds: [{ licenseId: 44, endTime: '2025-12-31T15:59:59.000Z' }] },
      { otherProducts: [{ licenseId: 44 }] },
    )
    await open({ license })
    expect(factsIn(screen.getByRole('region', { name: '各产品的结束时间' }))).toEqual([
      '星图=与许可一致 ',
      '禾木=2025-12-31 23:59 已到期',
    ])
  })

  it('that starts with its first use has no end yet', async () => {
    await open({ license: licenseOf('sn', { expireTime: null }) })
    expect(factsIn()).toContain('到期时间=首次使用后起算')
  })

  it('that expired shows the days since its end, and xx above the limit', async () => {
    const over = (days: number) =>
      licenseOf('sn', {
        status: LICENSE_STATUSES.expired,
        expireTime: new Date(Date.now() - (days * 24 + 1) * 3_600_000).toISOString(),
      })
    for (const [days, told] of [
      [7, '已过期 7 天'],
      [91, '已过期 xx 天'],
    ] as const) {
      await open({ license: over(days) })
      expect(screen.getByText(told).closest('.fact')?.textContent).toMatch(/^到期时间/)
      cleanup()
      clearStage()
    }
  })

  it('shows its offline days, and xx above the allowed maximum', async () => {
    for (const [offlineDays, told] of [
      [180, '180'],
      [181, 'xx'],
    ] as const) {
      await open({ family: 'account', license: licenseOf('account', { offlineDays }) })
      expect(factsIn()).toContain(`可离线时长（天）=${told}`)
      cleanup()
      clearStage()
    }
  })

  it('that was pre-issued counts its term from the first use', async () => {
    await open({ license: licenseOf('sn', { source: 'preIssue', expireTime: null }) })
    expect(factsIn(screen.getByRole('region', { name: '期限' }))).toEqual([
      '许可期限=自首次使用起计时',
      '时长（天）=365',
    ])
  })

  it('of a campaign links to its participants, or to the campaign if the person may not see them', async () => {
    const campaign = { guid: GUID, name: '新春体验' }
    const license = licenseOf('account', { source: 'campaign', campaign })
    const link = () => screen.queryByRole('link', { name: '新春体验' })?.getAttribute('href')
    registerScreens([
      wayOf('/activity/user', privilege('activity.report')),
      wayOf('/activity/view', privilege('activity.view')),
    ])
    for (const [privileges, href] of [
      [['activity.view', 'activity.report'], `/activity/user?guid=${GUID}`],
      [['activity.view'], `/activity/view?guid=${GUID}`],
    ] as const) {
      await open({ family: 'account', license, privileges: [...privileges] })
      expect(factsIn()).toContain('签发渠道=推广活动 · 新春体验')
      expect(link()).toBe(href)
      cleanup()
      clearStage()
    }
  })

  it('that does not exist shows the refusal and a link to the list', async () => {
    const missing = () => ({ code: ERRORS['license.notFound'].code, desc: '没有这个许可，或者您看不到它', data: null })
    await open({ more: [[FAMILIES.sn.calls.get, missing]], isMissing: true })
    expect(screen.getByText('没有这个许可，或者您看不到它')).toBeTruthy()
  })
})

describe('the password of a code', () => {
  const license = licenseOf('sn', { hasPassword: true }, { codePassword: true })

  it('is set without being shown', async () => {
    const stage = await open({ license, privileges: ['snLicense.update'] })
    expect(factsIn()).toContain('授权码密码=已设置修改密码')
    fireEvent.click(screen.getByRole('button', { name: '修改密码' }))
    fireEvent.input(await screen.findByLabelText(/^新密码/), { target: { value: 'Bind-1234567' } })
    fireEvent.click(screen.getByText('保存密码'))
    await waitFor(() => expect(toasts()).toEqual(['密码已修改']))
    expect(payloadOf(stage, FAMILIES.sn.calls.setPassword)).toEqual({
      kind: 'sn',
      guid: GUID,
      password: 'Bind-1234567',
    })
  })

  it('is cleared after a confirmation', async () => {
    const stage = await open({ license, privileges: ['snLicense.update'] })
    fireEvent.click(screen.getByRole('button', { name: '修改密码' }))
    fireEvent.click(await screen.findByText('清除密码'))
    fireEvent.click(within(await screen.findByRole('alertdialog', { hidden: true })).getByText('清除密码'))
    await waitFor(() => expect(toasts()).toEqual(['密码已清除']))
    expect(payloadOf(stage, FAMILIES.sn.calls.setPassword)).toEqual({ kind: 'sn', guid: GUID, password: '' })
  })

  it('can be changed until the code is deleted, even while it is locked, with the update privilege', async () => {
    const locked = { ...license, status: LICENSE_STATUSES.locked, acts: ['unlock'] } satisfies LicenseAnswer
    for (const [given, privileges, told] of [
      [locked, ['snLicense.update'], '已设置修改密码'],
      [locked, [], '已设置'],
      [
        { ...locked, status: LICENSE_STATUSES.deleted, endedTime: '2026-01-02T00:00:00.000Z' },
        ['snLicense.update'],
        '已设置',
      ],
    ] as const) {
      await open({ license: given, privileges: [...privileges] })
      expect(factsIn()).toContain(`授权码密码=${told}`)
      expect(factsIn().includes('删除或替换时间=2026-01-02 08:00')).toBe(
        'endedTime' in given && given.endedTime !== null,
      )
      cleanup()
      clearStage()
    }
  })

  it('is not offered for a code without a password', async () => {
    await open()
    expect(screen.queryByText('修改密码')).toBeNull()
  })
})

describe('the devices of a license', () => {
  const bound = licenseOf('sn', { status: LICENSE_STATUSES.bound, bound: 1, everBound: 2, acts: ['unbind', 'recycle'] })
  const old = machineOf({
    guid: '00000000-0000-4000-8000-0000000000b2',
    name: 'LAPTOP-OLD',
    os: null,
    network: null,
    addresses: [],
    isOffline: true,
    state: 'unbound',
    endTime: '2026-01-04T00:00:00.000Z',
  })
  const gone = machineOf({
    guid: '00000000-0000-4000-8000-0000000000b3',
    name: '失窃的工作站',
    state: 'recycled',
    endTime: '2026-01-04T00:00:00.000Z',
  })
  const cells = (name: string) =>
    [...(screen.getByText(name).closest('tr')?.children ?? [])].map(({ textContent }) => textContent)

  it('are listed with their addresses, their binding and the last contact', async () => {
    await open({ license: bound, tab: 'machines', machines: [machineOf(), old] })
    await screen.findByText('DESKTOP-7K2Q')
    expect(cells('DESKTOP-7K2Q').slice(0, 6)).toEqual([
      'DESKTOP-7K2QWindows 11',
      '已绑定',
      '电信',
      '192.168.1.20 3C:52:82:AA:10:01',
      '2026-01-02 08:00在线绑定',
      '2026-01-03 08:00',
    ])
    expect(cells('LAPTOP-OLD').slice(0, 6)).toEqual([
      'LAPTOP-OLD',
      '已解绑2026-01-04 08:00',
      '–',
      '–',
      '2026-01-02 08:00离线绑定',
      '2026-01-03 08:00',
    ])
  })

  it.each([
    ['unbind', '解绑', /以后可以重新绑定/, '设备已解绑'],
    ['recycle', '强制回收', /永远不能再绑定/, '设备已强制回收'],
  ] as const)('can be removed after a dialog that explains the effect: %s', async (how, verb, meaning, done) => {
    const stage = await open({ license: bound, tab: 'machines', machines: [machineOf()] })
    await screen.findByText('DESKTOP-7K2Q')
    expect(rowOffers('DESKTOP-7K2Q')).toEqual(['解绑', '强制回收'])
    fireEvent.click(screen.getByText(verb))
    const dialog = within(await screen.findByRole('dialog', { hidden: true }))
    expect(dialog.getByText(meaning)).toBeTruthy()
    fireEvent.input(dialog.getByLabelText(/原因/), { target: { value: '员工离职' } })
    fireEvent.click(dialog.getByText(verb))
    await waitFor(() => expect(toasts()).toEqual([done]))
    expect(payloadOf(stage, FAMILIES.sn.calls[how])).toEqual({
      kind: 'sn',
      guid: GUID,
      machineGuid: machineOf().guid,
      reason: '员工离职',
    })
  })

  it('that are unbound can only be withdrawn, and withdrawn ones have no action', async () => {
    await open({ license: bound, tab: 'machines', machines: [old, gone] })
    await screen.findByText('LAPTOP-OLD')
    expect(rowOffers('LAPTOP-OLD')).toEqual(['强制回收'])
    expect(screen.queryByRole('button', { name: '“失窃的工作站”的操作' })).toBeNull()
  })

  it('can be withdrawn even if no device is bound', async () => {
    await open({ license: licenseOf('sn', { everBound: 1, acts: ['recycle'] }), tab: 'machines', machines: [old] })
    await screen.findByText('LAPTOP-OLD')
    expect(rowOffers('LAPTOP-OLD')).toEqual(['强制回收'])
  })

  it('have no actions if the server allows none', async () => {
    await open({ license: licenseOf('sn', { bound: 1, acts: [] }), tab: 'machines', machines: [machineOf()] })
    await screen.findByText('DESKTOP-7K2Q')
    expect(screen.queryByRole('columnheader', { name: '操作' })).toBeNull()
  })

  it('that are already unbound cause a refusal in the dialog', async () => {
    await open({
      license: bound,
      tab: 'machines',
      machines: [machineOf()],
      more: [
        [
          FAMILIES.sn.calls.unbind,
          () => ({
            code: ERRORS['license.unbindFailed'].code,
            desc: '解绑失败：设备“DESKTOP-7K2Q”已经不在此许可上',
            data: null,
          }),
        ],
      ],
    })
    fireEvent.click(await screen.findByRole('button', { name: '解绑' }))
    fireEvent.click(within(await screen.findByRole('dialog', { hidden: true })).getByText('解绑'))
    expect(await screen.findByText(/已经不在此许可上/)).toBeTruthy()
  })

  it('show an empty state if there are none', async () => {
    await open({ tab: 'machines' })
    expect(await screen.findByText('还没有设备')).toBeTruthy()
  })
})

describe('the history of a license', () => {
  const refresh = eventOf({
    kind: 'refresh',
    at: '2026-02-01T00:00:00.000Z',
    amountFen: 3_650,
    orderGuid: '00000000-0000-4000-8000-0000000000c1',
    changes: [
      { field: 'licDuration', before: '365', after: '730' },
      { field: 'modules', before: '2', after: '2, 3' },
      { field: 'productEnds', before: null, after: '44: 2026-12-31T15:59:59.000Z' },
    ],
  })
  const lock = eventOf({ kind: 'lock', at: '2026-02-02T00:00:00.000Z', reason: '未付款' })
  const bind = eventOf({ kind: 'bind', at: '2026-02-03T00:00:00.000Z', about: 'DESKTOP-7K2Q', actor: '' })
  const shown = () =>
    [...document.querySelectorAll('.license-event-head')].map((head) =>
      [...head.children].map(({ textContent }) => textContent),
    )

  it('shows which file was exchanged, by its digest', async () => {
    await open({ tab: 'history', events: [eventOf({ kind: 'exchange', about: 'lab-pc', reason: 'd04f0ffe' })] })
    for (const words of ['设备：lab-pc', '文件摘要：d04f0ffe']) expect(await screen.findByText(words)).toBeTruthy()
  })

  it('shows who, when and why, newest first, with the changes and the cost of an update', async () => {
    await open({
      license: licenseOf('sn', {}, { otherProducts: [{ licenseId: 44 }] }),
      tab: 'history',
      events: [bind, lock, refresh, eventOf({ about: '年度版', amountFen: 3_650 })],
    })
    await screen.findByText('绑定设备')
    expect(shown()).toEqual([
      ['绑定设备', '2026-02-03 08:00'],
      ['锁定', '林主', '2026-02-02 08:00'],
      ['更新', '林主', '2026-02-01 08:00', '¥36.50查看订单'],
      ['签发', '林主', '2026-01-01 08:00', '¥36.50'],
    ])
    for (const words of ['设备：DESKTOP-7K2Q', '原因：未付款', '模板：年度版'])
      expect(screen.getByText(words)).toBeTruthy()
    expect(
      [...document.querySelectorAll('.differences tbody tr')].map((row) =>
        [...row.children].map((cell) => cell.textContent),
      ),
    ).toEqual([
      ['时长（天）', '365', '730'],
      ['模块', '2 模块2', '2 模块2, 3 模块3'],
      ['各产品的结束时间', '空', '禾木：2026-12-31 23:59'],
    ])
    expect(screen.getByRole('link', { name: '查看订单' }).getAttribute('href')).toBe(
      '/billing/order/view?guid=00000000-0000-4000-8000-0000000000c1',
    )
  })

  it('tells handed out from copied, and whether an integrator got the code or gave it back', async () => {
    await open({
      tab: 'history',
      events: [
        eventOf({ kind: 'assign', at: '2026-02-04T00:00:00.000Z' }),
        eventOf({ kind: 'assign', at: '2026-02-03T00:00:00.000Z', about: '华东集成' }),
        eventOf({ kind: 'deliver', at: '2026-02-02T00:00:00.000Z', about: 'zhou@example.com', channel: 'mail' }),
        eventOf({ kind: 'deliver', at: '2026-02-01T00:00:00.000Z', channel: 'copied' }),
      ],
    })
    await screen.findByText('收回库存')
    expect(
      [...document.querySelectorAll('.license-event')].map((event) =>
        [...event.querySelectorAll('.status-tag, p')].map(({ textContent }) => textContent),
      ),
    ).toEqual([
      ['收回库存'],
      ['分配给集成商', '集成商：华东集成'],
      ['发放', '发给：zhou@example.com', '发放方式：邮件'],
      ['复制'],
    ])
  })

  it('has no link to an order for a person who may not see orders', async () => {
    await open({ privileges: [], tab: 'history', events: [refresh] })
    await waitFor(() => expect(document.querySelector('.license-event-charge')?.textContent).toBe('¥36.50'))
    expect(screen.queryByText('查看订单')).toBeNull()
  })
})
