import {
  ACCOUNT_TYPES,
  LIMITS,
  customerCalls,
  identityCalls,
  orderCalls,
  pcLicenseCalls,
  productCalls,
  templateCalls,
  userCalls,
} from '@sealwright/contract'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { licenseOf } from '../../domains/license/detail/license-detail.fixture.ts'
import { registerScreens } from '../../lib/place/screen.ts'
import { openStage, session } from '../../lib/stage.fixture.tsx'
import { SCREENS } from '../screens.ts'
import { Palette } from './palette.tsx'
import { recentOf, rememberSeen } from './recent.ts'

// What cmdk and the palette ask of a browser and jsdom does not have.
beforeAll(() => {
  HTMLDialogElement.prototype.showModal ??= () => undefined
  HTMLDialogElement.prototype.close ??= () => undefined
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
})

/** The names of all that is offered, in order. */
const labels = () =>
  screen.queryAllByRole('option', { hidden: true }).map((option) => option.querySelector('span')?.textContent)

async function open(handlers: Parameters<typeof openStage>[2] = []) {
  const stage = await openStage(
    {
      '/': () => <Palette onClose={() => undefined} />,
      '/user/view': () => null,
      '/pc/license/sn': () => null,
      '/pc/license/sn/view': () => null,
    },
    '/',
    [[productCalls.find, () => ({ data: { rows: [], records: 0, total: 0 } })], ...handlers],
  )
  const input = await screen.findByRole<HTMLInputElement>('combobox', { hidden: true })
  const found = () => stage.sent.filter(({ path }) => path === productCalls.find.path).map(({ payload }) => payload)
  return { input, found, stage }
}

it('what is typed loses its emoji, but not while an input method composes', async () => {
  const { input } = await open()
  fireEvent.input(input, { target: { value: '星🚀图' } })
  expect(input.value).toBe('星图')
  fireEvent.compositionStart(input)
  fireEvent.input(input, { target: { value: 'xing🚀' } })
  expect(input.value).toBe('xing🚀')
  fireEvent.compositionEnd(input)
  expect(input.value).toBe('xing')
})

it('a number that no license ID can be is looked for by name only', async () => {
  const { input, found } = await open()
  fireEvent.input(input, { target: { value: String(LIMITS.product.licenseIdMax) } })
  await waitFor(() => expect(found()).toHaveLength(2))
  fireEvent.input(input, { target: { value: String(LIMITS.product.licenseIdMax + 1) } })
  await waitFor(() => expect(found()).toHaveLength(3))
  expect(found()[2]).toMatchObject({ productName: String(LIMITS.product.licenseIdMax + 1) })
})

const guid = '00000000-0000-4000-8000-000000000001'
const at = '2026-01-01T00:00:00.000Z'
const zhou = {
  guid,
  account: 'zhou@yuanshan.example',
  accountType: ACCOUNT_TYPES.email,
  userName: '周敏',
  gender: 0,
  phone: null,
  address: null,
  customerGuid: null,
  customerName: '远山科技',
  description: null,
  tags: [],
  activated: true,
  createTime: at,
  updateTime: at,
}
const yuanshan = {
  guid: '00000000-0000-4000-8000-000000000002',
  name: '远山科技',
  contact: '何川',
  phone: null,
  email: null,
  address: null,
  remark: null,
  userCount: 1,
  createTime: at,
  updateTime: at,
}

it('users and customers are found by what is typed, and lead to their pages', async () => {
  const { input, stage } = await open([
    [identityCalls.current, () => ({ data: { ...session, privileges: ['user.view', 'customer.view'] } })],
    [userCalls.find, ({ account }) => ({ data: { rows: account === '远山' ? [zhou] : [], records: 1, total: 1 } })],
    [customerCalls.find, ({ name }) => ({ data: { rows: name === '远山' ? [yuanshan] : [], records: 1, total: 1 } })],
  ])
  fireEvent.input(input, { target: { value: '远山' } })
  const user = await screen.findByText('zhou@yuanshan.example')
  expect(screen.getByText('周敏 · 远山科技')).toBeTruthy()
  expect(await screen.findByText('何川')).toBeTruthy()
  fireEvent.click(user)
  expect(stage.address()).toBe(`/user/view?guid=${guid}`)
})

it('who may see neither users nor customers asks for none', async () => {
  const { input, found, stage } = await open()
  fireEvent.input(input, { target: { value: '远山' } })
  await waitFor(() => expect(found()).toHaveLength(1))
  expect(stage.sent.map(({ path }) => path)).not.toContain(userCalls.find.path)
  expect(stage.sent.map(({ path }) => path)).not.toContain(customerCalls.find.path)
})

const CODE = '7XJUN2S6SVRZNRPK'
const code = licenseOf('sn', { guid, serial: CODE, productName: '星图设计套件' })

it('a license code, typed in groups or not, leads to its license', async () => {
  const { input, stage } = await open([
    [identityCalls.current, () => ({ data: { ...session, privileges: ['snLicense.view'] } })],
    [pcLicenseCalls.find, ({ keyword }) => ({ data: { rows: keyword === CODE ? [code] : [], records: 1, total: 1 } })],
  ])
  fireEvent.input(input, { target: { value: '7xju-n2s6-svrz-nrpk' } })
  fireEvent.click(await screen.findByText('7XJU-N2S6-SVRZ-NRPK'))
  expect(stage.address()).toBe(`/pc/license/sn/view?guid=${guid}`)
})

it('more results than are shown lead to the list with the same filter', async () => {
  const { input, stage } = await open([
    [identityCalls.current, () => ({ data: { ...session, privileges: ['snLicense.view'] } })],
    [pcLicenseCalls.find, () => ({ data: { rows: [code], records: 12, total: 12 } })],
  ])
  fireEvent.input(input, { target: { value: '7xju' } })
  fireEvent.click(await screen.findByText('查看全部 12 条结果'))
  expect(stage.address()).toBe('/pc/license/sn?keyword=7XJU')
})

it('templates are found by name, account licenses by account, orders by number', async () => {
  const asked: string[] = []
  const answer = (row: object) => (payload: Record<string, unknown>) => {
    asked.push(String(payload['templateName'] ?? payload['keyword'] ?? payload['orderId']))
    return { data: { rows: [row], records: 1, total: 1 } }
  }
  const { input } = await open([
    [
      identityCalls.current,
      () => ({ data: { ...session, privileges: ['smartTemplate.view', 'accountLicense.view', 'billing.view'] } }),
    ],
    [templateCalls.find, answer({ guid, name: '星图 年费', productName: '星图设计套件' })],
    [pcLicenseCalls.find, answer(licenseOf('account', { guid, account: 'zhou@yuanshan.example' }))],
    [orderCalls.find, answer({ guid, orderId: 'OD20260131ABCDEFGHJK', subject: '年费 20 个' })],
  ])
  fireEvent.input(input, { target: { value: 'od2026' } })
  expect(await screen.findByText('OD20260131ABCDEFGHJK')).toBeTruthy()
  expect(await screen.findByText('星图 年费')).toBeTruthy()
  expect(await screen.findByText('zhou@yuanshan.example')).toBeTruthy()
  expect(asked.toSorted()).toEqual(['OD2026', 'od2026', 'od2026'])
})

it('what is too short for a code, or has what no code has, is not looked for among them', async () => {
  const { input, found, stage } = await open([
    [identityCalls.current, () => ({ data: { ...session, privileges: ['product.view', 'snLicense.view'] } })],
  ])
  fireEvent.input(input, { target: { value: '7XJ' } })
  await waitFor(() => expect(found()).toHaveLength(1))
  fireEvent.input(input, { target: { value: 'O1O1' } })
  await waitFor(() => expect(found()).toHaveLength(2))
  expect(stage.sent.map(({ path }) => path)).not.toContain(pcLicenseCalls.find.path)
})

it.each([
  ['产品', '产品'],
  ['xjcp', '新建产品'],
  ['cp', '产品'],
  ['new prod', '新建产品'],
  ['许可签发', '授权码'],
  ['rwzx', '任务中心'],
])('a screen or action is found in Chinese, in English and by the initials: %s finds %s', async (typed, title) => {
  registerScreens(SCREENS)
  const { input } = await open([
    [
      identityCalls.current,
      () => ({ data: { ...session, privileges: ['product.view', 'product.create', 'snLicense.view'] } }),
    ],
  ])
  fireEvent.input(input, { target: { value: typed } })
  await waitFor(() => expect(labels()).toContain(title))
  expect(labels()).not.toContain('退出登录')
})

it('what was opened last comes first, for the person who opened it, and no license code is kept whole', async () => {
  registerScreens(SCREENS)
  const handlers: Parameters<typeof open>[0] = [
    [identityCalls.current, () => ({ data: { ...session, privileges: ['snLicense.view', 'product.view'] } })],
    [pcLicenseCalls.find, () => ({ data: { rows: [code], records: 1, total: 1 } })],
  ]
  const first = await open(handlers)
  fireEvent.input(first.input, { target: { value: '7XJU' } })
  fireEvent.click(await screen.findByText('7XJU-N2S6-SVRZ-NRPK'))
  cleanup()
  await open(handlers)
  expect(labels().slice(0, 2)).toEqual(['7XJU-…-NRPK', '工作台'])
  expect(JSON.stringify(localStorage)).not.toContain('N2S6')
  cleanup()
  await open([
    [identityCalls.current, () => ({ data: { ...session, account: { ...session.account, id: 'another' } } })],
  ])
  expect(labels()).not.toContain('7XJU-…-NRPK')
})

it('a page of one thing is remembered by its name, eight of them at most', () => {
  registerScreens(SCREENS)
  document.body.innerHTML = '<main><div class="page-head-words"><h1>磐石中间件</h1></div></main>'
  const place = (path: string, search: Record<string, string>) => ({
    path,
    search,
    part: '',
    index: 0,
    isReturn: false,
  })
  rememberSeen('account-1', place('/product/view', { guid: 'a', tab: 'history' }))
  rememberSeen('account-1', place('/product/edit', { guid: 'a' }))
  rememberSeen('account-1', place('/product', {}))
  expect(recentOf('account-1').get()).toEqual([{ href: '/product/view?guid=a', name: '磐石中间件' }])
  for (let n = 0; n < 9; n++) rememberSeen('account-1', place('/access/view', { userId: String(n) }))
  expect(recentOf('account-1').get()).toHaveLength(8)
  expect(recentOf('account-1').get()?.[0]?.href).toBe('/access/view?userId=8')
  document.body.replaceChildren()
})

it('closes while it is still in the document, so that the browser returns the focus', async () => {
  const closed: boolean[] = []
  vi.spyOn(HTMLDialogElement.prototype, 'close').mockImplementation(function close(this: HTMLDialogElement) {
    closed.push(this.isConnected)
  })
  await open()
  cleanup()
  expect(closed).toEqual([true])
})
