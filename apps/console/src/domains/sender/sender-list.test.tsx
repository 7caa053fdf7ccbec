import { ERRORS, identityCalls, senderCalls } from '@sealwright/contract'
import type { SenderRow } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { rowOffers } from '../../blocks/list/row-offers.fixture.ts'
import { loadSession } from '../../lib/session/session.tsx'
import { openStage, session } from '../../lib/stage.fixture.tsx'
import type { Stage } from '../../lib/stage.fixture.tsx'
import { useToasts } from '../../lib/toast.ts'
import { Screen as SenderList } from './sender-list.screen.tsx'

const EMAIL = 'shop@yunfan.example'
const sender: SenderRow = {
  guid: '00000000-0000-4000-8000-0000000000a1',
  email: EMAIL,
  name: '云帆',
  host: 'smtp.yunfan.example',
  port: 465,
  tls: 'tls',
  smtpUser: EMAIL,
  hasPassword: true,
  isDefault: true,
  state: 'failing',
  failingSince: '2026-01-01T00:00:00.000Z',
  problem: 'signIn',
  said: '535 no',
  delivered: 12,
  failed: 3,
  bounced: 1,
  createTime: '2026-01-01T00:00:00.000Z',
  updateTime: '2026-01-01T00:00:00.000Z',
  revision: 4,
}
const other: SenderRow = {
  ...sender,
  guid: '00000000-0000-4000-8000-0000000000a2',
  email: 'news@yunfan.example',
  isDefault: false,
  state: 'working',
  failingSince: null,
  problem: null,
  said: null,
}
const EVERY = ['view', 'create', 'update', 'delete'].map((verb) => `sender.${verb}`)
type Handlers = Parameters<typeof openStage>[2]

async function open(
  handlers: Handlers = [],
  privileges: readonly string[] = EVERY,
  rows = [sender, other],
  at = '/addresserList',
) {
  const stage = await openStage({ '/addresserList': SenderList }, at, [
    [identityCalls.current, () => ({ data: { ...session, privileges } })],
    [senderCalls.find, () => ({ data: { rows, records: rows.length, total: 1 } })],
    ...handlers,
  ])
  await act(loadSession)
  if (rows.length > 0) await screen.findByText(EMAIL)
  return stage
}

function choose(action: string, email = EMAIL): void {
  fireEvent.click(screen.getByRole('button', { name: `“${email}”的操作` }))
  fireEvent.click(screen.getByRole('menuitem', { name: action }))
}
// jsdom does not open dialogs, so their content counts as hidden.
const dialog = async () => within(await screen.findByRole('dialog', { hidden: true }))
const type = (asked: Awaited<ReturnType<typeof dialog>>, label: string, value: string) =>
  fireEvent.input(asked.getByLabelText(label), { target: { value } })
const toasts = () => useToasts.getState().toasts.map(({ text }) => text)
const sentTo = (stage: Stage, { path: wanted }: { path: string }) =>
  stage.sent.filter(({ path }) => path === wanted).map(({ payload }) => payload)

it('the state is a filter of the address, as the dashboard links to it', async () => {
  const stage = await open([], EVERY, [sender], '/addresserList?state=failing')
  expect(sentTo(stage, senderCalls.find)[0]).toMatchObject({ state: 'failing' })
})

it('a row tells the default, the server, the deliveries, and why a sender fails', async () => {
  await open()
  for (const words of ['默认', 'smtp.yunfan.example:465', '发送失败', '登录失败，请检查用户名和密码'])
    expect(screen.getAllByText(words).length).toBeGreaterThan(0)
  expect(screen.getAllByText('送达 12，失败 3，退信 1')).toHaveLength(2)
})

it('a row offers what the person may do; the default cannot become the default', async () => {
  await open()
  expect(rowOffers(EMAIL)).toEqual(['编辑', '验证连接', '发送测试邮件', '发送情况', '删除'])
  expect(rowOffers(other.email)).toContain('设为默认')
})

it('who may only look sees the deliveries and no buttons', async () => {
  await open([], ['sender.view'])
  expect(rowOffers(EMAIL)).toEqual(['发送情况'])
  expect(screen.queryByRole('button', { name: '新建发件人' })).toBeNull()
})

it('without senders the page says that the platform sends', async () => {
  await open([], EVERY, [])
  expect(await screen.findByText(/现在所有邮件由平台发出/)).toBeTruthy()
})

it('a new sender is created and verified, and the problem is told with the answer of the server', async () => {
  const stage = await open([
    [senderCalls.create, () => ({ data: { guid: sender.guid } })],
    [senderCalls.verify, () => ({ data: { problem: 'certificate', said: 'self-signed certificate' } })],
  ])
  fireEvent.click(screen.getByRole('button', { name: '新建发件人' }))
  const asked = await dialog()
  type(asked, '发件地址', 'new@yunfan.example')
  type(asked, 'SMTP 服务器', 'smtp.example.com')
  fireEvent.click(asked.getByLabelText('STARTTLS'))
  // The port follows the encryption.
  expect(asked.getByLabelText<HTMLInputElement>('端口').value).toBe('587')
  fireEvent.submit(asked.getByLabelText('发件地址'))
  await waitFor(() =>
    expect(sentTo(stage, senderCalls.create)).toEqual([
      {
        email: 'new@yunfan.example',
        name: '',
        host: 'smtp.example.com',
        port: 587,
        tls: 'starttls',
        smtpUser: '',
        password: '',
      },
    ]),
  )
  expect(await screen.findByText('服务器的证书无效或与服务器名称不符')).toBeTruthy()
  expect(screen.getByText('服务器的答复：self-signed certificate')).toBeTruthy()
  expect(sentTo(stage, senderCalls.verify)).toEqual([{ guid: sender.guid }])
})

it('no encryption is chosen with a warning, and a wrong port is refused at its field', async () => {
  await open()
  fireEvent.click(screen.getByRole('button', { name: '新建发件人' }))
  const asked = await dialog()
  expect(asked.queryByText(/途中的任何人都能读到/)).toBeNull()
  fireEvent.click(asked.getByLabelText('不加密'))
  expect(asked.getByText(/途中的任何人都能读到/)).toBeTruthy()
  type(asked, '端口', '70000')
  fireEvent.submit(asked.getByLabelText('端口'))
  await waitFor(() => expect(asked.getByLabelText('端口').getAttribute('aria-invalid')).toBe('true'))
})

it('an edited sender keeps its password, until the server says that it needs it again', async () => {
  const desc = '服务器或用户名已更改，请重新输入密码'
  const stage = await open([
    [
      senderCalls.update,
      () => ({
        code: ERRORS['sender.passwordNeeded'].code,
        desc,
        data: { fields: [{ path: 'password', message: desc }] },
      }),
    ],
  ])
  fireEvent.click(screen.getAllByRole('button', { name: /编辑/ })[0] ?? document.body)
  const asked = await dialog()
  expect(asked.getByLabelText<HTMLInputElement>('发件地址').value).toBe(EMAIL)
  type(asked, 'SMTP 服务器', 'other.example.com')
  fireEvent.submit(asked.getByLabelText('端口'))
  expect(await asked.findByText(desc)).toBeTruthy()
  expect(sentTo(stage, senderCalls.update)).toMatchObject([{ host: 'other.example.com', password: '', revision: 4 }])
})

it('a test mail says where it went', async () => {
  await open([[senderCalls.sendTest, () => ({ data: { problem: null, said: null, to: 'lin@example.com' } })]])
  choose('发送测试邮件')
  expect(await screen.findByText('测试邮件已发往 lin@example.com')).toBeTruthy()
})

it('another sender becomes the default', async () => {
  const stage = await open([[senderCalls.setDefault, () => ({ data: {} })]])
  choose('设为默认', other.email)
  await waitFor(() => expect(toasts()).toEqual(['“news@yunfan.example”已设为默认发件人']))
  expect(sentTo(stage, senderCalls.setDefault)).toEqual([{ guid: other.guid }])
})

it('deleting the default asks who sends from then on', async () => {
  const stage = await open([[senderCalls.delete, () => ({ data: {} })]])
  choose('删除')
  const asked = await dialog()
  const next = await asked.findByLabelText<HTMLSelectElement>(/之后由谁发出邮件/)
  await waitFor(() => expect([...next.options].map(({ text }) => text)).toEqual(['平台', other.email]))
  fireEvent.change(next, { target: { value: other.guid } })
  fireEvent.submit(next)
  await waitFor(() => expect(sentTo(stage, senderCalls.delete)).toEqual([{ guid: sender.guid, nextGuid: other.guid }]))
})

it('the panel shows the failure and the mails per day', async () => {
  const days = [{ day: '2026-01-01', delivered: 12, failed: 3, bounced: 1 }]
  await open([[senderCalls.get, () => ({ data: { ...sender, days } })]])
  choose('发送情况')
  expect(await screen.findByText(/起：登录失败/)).toBeTruthy()
  expect(screen.getByText('服务器的答复：535 no')).toBeTruthy()
  expect(screen.getAllByText('12').length).toBeGreaterThan(0)
})
