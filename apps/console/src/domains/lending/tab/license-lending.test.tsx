// The lending tab of a code, for people with different privileges.
import { ERRORS, identityCalls, lendingCalls, lendingCodeOf, shownCode } from '@sealwright/contract'
import type { AnswerOf, ErrorName, LendingRow } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { loadSession } from '../../../lib/session/session.tsx'
import { openStage, session } from '../../../lib/stage.fixture.tsx'
import { useToasts } from '../../../lib/toast.ts'
import { useLendingTab } from './index.ts'

const LICENSE = '00000000-0000-4000-8000-00000000000a'
const ADMIN = '00000000-0000-4000-8000-00000000000b'
const AT = '2026-01-01T00:00:00.000Z'
const CODE = lendingCodeOf([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])

const ROW: LendingRow = {
  guid: '00000000-0000-4000-8000-0000000000b1',
  code: CODE,
  state: 'created',
  person: '林工',
  email: 'lin@example.com',
  days: 7,
  note: null,
  isBorrowed: false,
  lender: 'boss@example.com',
  createTime: AT,
  dueTime: '2026-01-08T00:00:00.000Z',
  machineName: null,
  bindTime: null,
  seenTime: null,
  endTime: null,
  reason: null,
  isLate: false,
}
const SEATS: AnswerOf<typeof lendingCalls.seats> = {
  isOn: true,
  seats: 10,
  taken: 3,
  lent: 2,
  lendable: 5,
  left: 3,
  days: 30,
  late: 0,
  administrators: [{ guid: ADMIN, email: 'boss@example.com', inviteTime: AT, inviter: 'Lin', seenTime: null }],
}

let rows: LendingRow[]
let seats: typeof SEATS
let lends: boolean
beforeEach(() => {
  rows = [ROW]
  seats = SEATS
  lends = true
})

function Tabbed() {
  const tabs = useLendingTab({ licenseGuid: LICENSE, lending: lends, updateHref: '/update' })
  return tabs.length === 0 ? <p>no tab</p> : tabs.map(({ key, content }) => <div key={key}>{content}</div>)
}

async function open(handlers: Parameters<typeof openStage>[2] = [], privileges = ['lending.view', 'lending.update']) {
  const stage = await openStage({ '/license': Tabbed }, '/license', [
    [identityCalls.current, () => ({ data: { ...session, isMainAccount: false, privileges } })],
    [lendingCalls.seats, () => ({ data: seats })],
    [lendingCalls.find, () => ({ data: { rows, records: rows.length, total: 1 } })],
    ...handlers,
  ])
  await act(loadSession)
  return {
    payloads: ({ path }: { path: string }) =>
      stage.sent.filter((one) => one.path === path).map(({ payload }) => payload),
  }
}
const refused = (name: ErrorName) => ({ code: ERRORS[name].code, desc: `原因 ${name}`, data: null })
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const press = async (name: string | RegExp) => {
  const found = await button(name)
  await act(async () => fireEvent.click(found))
}
/** The button of the open dialog. */
const confirmed = (name: string) =>
  act(async () => fireEvent.click(screen.getAllByRole('button', { name, hidden: true }).at(-1) ?? document.body))
const choose = async (person: string, name: string) => {
  await press(`“${person}”的操作`)
  await act(async () => fireEvent.click(await screen.findByRole('menuitem', { name })))
}
const type = (label: RegExp, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } })
/** An error shows when its field is left. */
const leave = (label: RegExp, value: string) => {
  type(label, value)
  fireEvent.blur(screen.getByLabelText(label))
}

it('shows the seats, who lends them, and who has what until when', async () => {
  rows = [
    ROW,
    { ...ROW, guid: 'b2', person: '王工', state: 'expired', isLate: true, machineName: 'PC-9' },
    { ...ROW, guid: 'b3', person: '赵工', state: 'bound', isBorrowed: true, machineName: 'PC-7' },
  ]
  seats = { ...SEATS, late: 1 }
  await open()
  for (const words of ['林工', '未使用', '王工', '逾期未还', 'PC-9', '软件自行借用', '从未登录', '1 个席位逾期未还'])
    expect((await screen.findAllByText(new RegExp(words))).length, words).toBeGreaterThan(0)
  expect(screen.getByText('还可借出 3 个，最多同时借出 5 个，每次最长 30 天')).toBeTruthy()
  expect(screen.getAllByText(shownCode(CODE)).length).toBe(2)
})

it('says that the configuration has lending off, and offers no new loan', async () => {
  seats = { ...SEATS, isOn: false, lendable: 0, left: 0 }
  const developerConfig = [{ key: 'lending', value: 'false' }]
  const privileges = ['lending.view', 'lending.update']
  await open([
    [identityCalls.current, () => ({ data: { ...session, developerConfig, isMainAccount: false, privileges } })],
  ])
  expect(await screen.findByText(/“配置”中的借阅已关闭/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: '借出席位' })).toBeNull()
  expect(screen.queryByText('更新许可')).toBeNull()
})

it('lends a seat and shows the code to hand on', async () => {
  const { payloads } = await open([
    [lendingCalls.create, () => ({ data: { guid: 'g', code: CODE, dueTime: ROW.dueTime } })],
  ])
  await press('借出席位')
  type(/^借阅人/, '赵工')
  leave(/^天数/, '31')
  expect(await screen.findByText('天数不能大于 30')).toBeTruthy()
  type(/^天数/, '3')
  await confirmed('生成借阅码')
  expect(await screen.findByText('借阅码已生成')).toBeTruthy()
  expect(screen.getByText(/请把借阅码交给 赵工/)).toBeTruthy()
  expect(payloads(lendingCalls.create)).toEqual([
    { licenseGuid: LICENSE, person: '赵工', email: '', days: 3, note: '' },
  ])
})

it.each<ErrorName>(['lending.noSeat', 'lending.off', 'license.stateForbids'])(
  'keeps the dialog with what was typed when the server refuses (%s)',
  async (name) => {
    await open([[lendingCalls.create, () => refused(name)]])
    await press('借出席位')
    type(/^借阅人/, '赵工')
    await confirmed('生成借阅码')
    expect(await screen.findByText(`原因 ${name}`)).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>(/^借阅人/).value).toBe('赵工')
  },
)

it('takes a seat back with a reason', async () => {
  const { payloads } = await open([[lendingCalls.revoke, () => ({ data: {} })]])
  await press('收回')
  type(/^原因/, '离职')
  await confirmed('收回')
  await waitFor(() => expect(payloads(lendingCalls.revoke)).toEqual([{ guid: ROW.guid, reason: '离职' }]))
})

it('deletes a code that no device has used, after a question; a used one cannot be deleted', async () => {
  rows = [ROW, { ...ROW, guid: 'b2', person: '王工', state: 'bound', machineName: 'PC-9' }]
  const { payloads } = await open([[lendingCalls.delete, () => ({ data: {} })]])
  await choose('林工', '删除')
  await confirmed('删除')
  await waitFor(() => expect(payloads(lendingCalls.delete)).toEqual([{ guid: ROW.guid }]))
  await press('“王工”的操作')
  expect(screen.queryByRole('menuitem', { name: '删除' })).toBeNull()
})

it('sends a code again, also to an address that the borrower did not have', async () => {
  rows = [{ ...ROW, email: null }]
  const { payloads } = await open([[lendingCalls.send, () => ({ data: {} })]])
  await choose('林工', '发送借阅码')
  leave(/^邮箱/, 'lin')
  expect(await screen.findByText(/请输入邮箱地址/)).toBeTruthy()
  type(/^邮箱/, 'lin@example.com')
  await confirmed('发送借阅码')
  await waitFor(() => expect(payloads(lendingCalls.send)).toEqual([{ guid: ROW.guid, email: 'lin@example.com' }]))
})

it('invites and removes lending administrators', async () => {
  const { payloads } = await open([
    [lendingCalls.invite, () => ({ data: { guid: 'a2' } })],
    [lendingCalls.removeAdmin, () => ({ data: {} })],
  ])
  await press('邀请')
  type(/^邮箱/, 'new@example.com')
  await confirmed('邀请')
  await waitFor(() =>
    expect(payloads(lendingCalls.invite)).toEqual([{ licenseGuid: LICENSE, email: 'new@example.com' }]),
  )
  await choose('boss@example.com', '移除')
  expect(screen.getByText(/当前登录立即失效/)).toBeTruthy()
  await confirmed('移除')
  await waitFor(() => expect(payloads(lendingCalls.removeAdmin)).toEqual([{ guid: ADMIN }]))
  expect(useToasts.getState().toasts.map(({ text }) => text)).toContain('已移除')
})

it('that is off says so and links to the update; it has a tab only while it is in use', async () => {
  lends = false
  seats = { ...SEATS, isOn: false }
  await open()
  expect((await screen.findByRole('link', { name: '更新许可' })).getAttribute('href')).toBe('/update')
  expect(screen.queryByRole('button', { name: '借出席位' })).toBeNull()
  expect(screen.queryByRole('button', { name: '邀请' })).toBeNull()
})

it('has no tab for a code that does not lend, and for people who may not see it', async () => {
  lends = false
  seats = { ...SEATS, isOn: false, lent: 0, administrators: [] }
  await open()
  expect(await screen.findByText('no tab')).toBeTruthy()
})

it('shows people who only may look neither buttons nor whole codes to copy', async () => {
  rows = [{ ...ROW, code: 'ABCD•••••••' }]
  await open([], ['lending.view'])
  expect(await screen.findByText('ABCD-••••-•••')).toBeTruthy()
  for (const name of ['借出席位', '邀请', '收回']) expect(screen.queryByRole('button', { name })).toBeNull()
})
