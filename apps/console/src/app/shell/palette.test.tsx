import {
  ACCOUNT_TYPES,
  LIMITS,
  customerCalls,
  identityCalls,
  pcLicenseCalls,
  productCalls,
  userCalls,
} from '@sealwright/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { licenseOf } from '../../domains/license/detail/license-detail.fixture.ts'
import { openStage, session } from '../../lib/stage.fixture.tsx'
import { Palette } from './palette.tsx'

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
  const input = await screen.findByPlaceholderText<HTMLInputElement>('输入页面、产品、许可 ID、授权码、用户或客户')
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

it('the beginning of several license codes leads to the list of them', async () => {
  const { input, stage } = await open([
    [identityCalls.current, () => ({ data: { ...session, privileges: ['snLicense.view'] } })],
    [pcLicenseCalls.find, () => ({ data: { rows: [code], records: 12, total: 12 } })],
  ])
  fireEvent.input(input, { target: { value: '7XJU' } })
  fireEvent.click(await screen.findByText('7XJU…'))
  expect(stage.address()).toBe('/pc/license/sn?keyword=7XJU')
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
