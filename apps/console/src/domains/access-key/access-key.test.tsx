// Access keys: the list, the form, the secret that is shown once, and the acts.
import {
  ERRORS,
  LIMITS,
  PRIVILEGES,
  accessKeyCalls,
  identityCalls,
  operationLogCalls,
  productCalls,
} from '@sealwright/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { rowOffers } from '../../blocks/list/row-offers.fixture.ts'
import { loadSession, useSession } from '../../lib/session/session.tsx'
import { openStage, session } from '../../lib/stage.fixture.tsx'
import type { Stage } from '../../lib/stage.fixture.tsx'
import { useToasts } from '../../lib/toast.ts'
import { Screen as Detail } from './access-key-detail.screen.tsx'
import { Screen as Edit } from './access-key-edit.screen.tsx'
import { Screen as List } from './access-key-list.screen.tsx'
import { Screen as New } from './access-key-new.screen.tsx'
import { KEY_GUID, PRODUCT, accessKey } from './access-key.fixture.ts'

type Handlers = Parameters<typeof openStage>[2]
const SECRET = { guid: KEY_GUID, keyId: accessKey.keyId, secret: 'S3CRET' }

/** The matrix reads the session. */
function signed(Screen: () => ReactNode) {
  return function Signed() {
    useSession()
    return <Screen />
  }
}
const SCREENS = {
  '/accessKeyManage': List,
  '/accessKeyManage/new': signed(New),
  '/accessKeyManage/edit': signed(Edit),
  '/accessKeyManage/view': signed(Detail),
}

async function open(href: string, handlers: Handlers = [], rows = [accessKey]) {
  const stage = await openStage(SCREENS, href, [
    [identityCalls.current, () => ({ data: { ...session, isMainAccount: true, privileges: [...PRIVILEGES] } })],
    [accessKeyCalls.find, () => ({ data: { rows, records: rows.length, total: 1 } })],
    [accessKeyCalls.get, () => ({ data: accessKey })],
    [accessKeyCalls.create, () => ({ data: SECRET })],
    [accessKeyCalls.rotate, () => ({ data: SECRET })],
    [productCalls.find, () => ({ data: { rows: [{ ...PRODUCT, licenseId: 1001 }], records: 1, total: 1 } })],
    [operationLogCalls.find, () => ({ data: { rows: [], records: 0, total: 0 } })],
    ...handlers,
  ])
  await act(loadSession)
  return stage
}
const sentTo = (stage: Stage, { path: wanted }: { path: string }) =>
  stage.sent.filter(({ path }) => path === wanted).map(({ payload }) => payload)
// jsdom does not open dialogs, so their content counts as hidden.
const dialog = async () => within(await screen.findByRole('dialog', { hidden: true }))
const toasts = () => useToasts.getState().toasts.map(({ text }) => text)
function choose(action: string): void {
  fireEvent.click(screen.getByRole('button', { name: '“网店”的操作' }))
  fireEvent.click(screen.getByRole('menuitem', { name: action }))
}
// By text: looking for roles in the matrix of privileges takes seconds.
const press = (name: string) => act(async () => void fireEvent.click(screen.getByText(name, { selector: 'button' })))
const alerts = () => [...document.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent)
const type = (label: RegExp, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } })

it('without keys, the page offers a new one once', async () => {
  await open('/accessKeyManage', [], [])
  await screen.findByText('还没有访问密钥')
  expect(screen.getAllByRole('link', { name: '新建访问密钥' })).toHaveLength(1)
})

it('a row tells the key id, its calls by result and when it was last used', async () => {
  await open('/accessKeyManage')
  for (const words of ['网店', accessKey.keyId, '成功 120', '被拒绝 3', '服务器出错 1', '来自 203.0.113.7'])
    expect((await screen.findAllByText(words)).length).toBeGreaterThan(0)
  expect(screen.queryByText('过于频繁 0')).toBeNull()
  expect(rowOffers('网店')).toEqual(['查看', '编辑', '更换密钥', '停用', '删除'])
})

it('without keys, the next step is to create one', async () => {
  await open('/accessKeyManage', [], [])
  expect(await screen.findByText('还没有访问密钥')).toBeTruthy()
  expect(screen.getAllByRole('link', { name: '新建访问密钥' }).at(-1)?.getAttribute('href')).toBe(
    '/accessKeyManage/new',
  )
})

it('a key needs a name and a privilege; its secret is shown once, over its page', async () => {
  const stage = await open('/accessKeyManage/new')
  await screen.findByLabelText(/^名称/)
  await press('创建访问密钥')
  expect(alerts()).toEqual(expect.arrayContaining(['名称不能为空', expect.stringContaining('权限')]))
  expect(sentTo(stage, accessKeyCalls.create)).toEqual([])
  type(/^名称/, '网店')
  fireEvent.click(await screen.findByLabelText('查看用户'))
  type(/^允许的网络/, ' 203.0.113.7 \n\n10.0.0.0/8')
  await waitFor(async () => {
    await press('创建访问密钥')
    expect(sentTo(stage, accessKeyCalls.create)).toEqual([
      {
        name: '网店',
        privileges: ['user.view'],
        productGuids: [],
        networks: ['203.0.113.7', '10.0.0.0/8'],
        endTime: '',
      },
    ])
  })
  await waitFor(() => expect(stage.address()).toBe(`/accessKeyManage/view?guid=${KEY_GUID}`))
  const shown = await dialog()
  expect(shown.getByText('S3CRET')).toBeTruthy()
  expect(shown.getByText('请现在保存密钥。关闭后无法再次显示，只能更换。')).toBeTruthy()
  await act(async () => void fireEvent.click(shown.getByText('我已保存')))
  expect(screen.queryByText('S3CRET')).toBeNull()
})

it('a wrong network is named on its field', async () => {
  await open('/accessKeyManage/new')
  await screen.findByLabelText(/^名称/)
  type(/^允许的网络/, '203.0.113.7\nnowhere')
  await press('创建访问密钥')
  expect(await screen.findByText(/^nowhere: /)).toBeTruthy()
})

it('chosen products need at least one, and are sent', async () => {
  const stage = await open('/accessKeyManage/new')
  await screen.findByLabelText(/^名称/)
  type(/^名称/, '网店')
  fireEvent.click(await screen.findByLabelText('查看用户'))
  fireEvent.click(screen.getByLabelText('指定产品'))
  await press('创建访问密钥')
  expect(alerts().some((words) => words.includes('产品'))).toBe(true)
  fireEvent.click((await screen.findAllByText('星图'))[0] ?? document.body)
  await waitFor(async () => {
    await press('创建访问密钥')
    expect(sentTo(stage, accessKeyCalls.create)).toEqual([expect.objectContaining({ productGuids: [PRODUCT.guid] })])
  })
})

it('a taken name is said on the form, which keeps what was typed', async () => {
  await open(`/accessKeyManage/edit?guid=${KEY_GUID}`, [
    [
      accessKeyCalls.update,
      () => ({ code: ERRORS['accessKey.nameTaken'].code, desc: '已有同名的访问密钥', data: null }),
    ],
  ])
  await screen.findByLabelText(/^名称/)
  type(/^名称/, '商城')
  await press('保存')
  expect(await screen.findByText('已有同名的访问密钥')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>(/^名称/).value).toBe('商城')
})

it('editing sends the revision and the whole scope', async () => {
  const stage = await open(`/accessKeyManage/edit?guid=${KEY_GUID}`, [
    [accessKeyCalls.update, () => ({ data: { guid: KEY_GUID } })],
  ])
  await screen.findByLabelText(/^名称/)
  type(/^名称/, '商城')
  await press('保存')
  await waitFor(() =>
    expect(sentTo(stage, accessKeyCalls.update)).toEqual([
      {
        guid: KEY_GUID,
        revision: 4,
        name: '商城',
        privileges: ['snLicense.view'],
        productGuids: [PRODUCT.guid],
        networks: ['203.0.113.0/24'],
        endTime: '',
      },
    ]),
  )
})

it('rotating asks how long the old secret stays valid, and shows the new one', async () => {
  const stage = await open('/accessKeyManage')
  await screen.findByText('网店')
  choose('更换密钥')
  const asked = await dialog()
  const hours = asked.getByLabelText('旧密钥继续有效的小时数')
  expect((hours as HTMLInputElement).value).toBe('24') // the label belongs to an input
  fireEvent.input(hours, { target: { value: '999' } })
  await act(async () => void fireEvent.click(asked.getByText('更换密钥', { selector: 'button' })))
  expect(sentTo(stage, accessKeyCalls.rotate)).toEqual([])
  fireEvent.input(hours, { target: { value: '2' } })
  await waitFor(async () => {
    await act(async () => void fireEvent.click(asked.getByText('更换密钥', { selector: 'button' })))
    expect(sentTo(stage, accessKeyCalls.rotate)).toEqual([{ guid: KEY_GUID, overlapHours: '2' }])
  })
  expect(await screen.findByText('S3CRET')).toBeTruthy()
})

it('disabling and deleting ask first', async () => {
  const stage = await open('/accessKeyManage')
  await screen.findByText('网店')
  choose('停用')
  await screen.findByText('确认停用访问密钥“网店”吗？')
  fireEvent.click(screen.getByText('停用', { selector: 'dialog button' }))
  await waitFor(() => expect(toasts()).toEqual(['访问密钥“网店”已停用']))
  choose('删除')
  await screen.findByText('确认删除访问密钥“网店”吗？')
  fireEvent.click(screen.getByText('删除', { selector: 'dialog button' }))
  await waitFor(() => expect(sentTo(stage, accessKeyCalls.delete)).toEqual([{ guid: KEY_GUID }]))
})

it.each([
  ['disabled', ['查看', '编辑', '更换密钥', '启用', '删除']],
  ['ended', ['查看', '编辑', '更换密钥', '删除']],
] as const)('a key that is %s offers only what changes it', async (state, offers) => {
  await open('/accessKeyManage', [], [{ ...accessKey, state }])
  await screen.findByText('网店')
  expect(rowOffers('网店')).toEqual(offers)
})

it('the page of a key shows its calls per day, and says that the old secret is still valid', async () => {
  await open(`/accessKeyManage/view?guid=${KEY_GUID}`, [
    [
      accessKeyCalls.get,
      () => ({ data: { ...accessKey, state: 'disabled', formerUntil: '2026-01-02T00:00:00.000Z' } }),
    ],
  ])
  expect(await screen.findByText(/^旧密钥在 2026-01-02/)).toBeTruthy()
  expect(screen.getByText('密钥已停用，使用它的系统会被拒绝。')).toBeTruthy()
  const chart = await screen.findByRole('table', { name: /每天的调用/, hidden: true })
  // Also the days without calls, below the heading.
  expect(within(chart).getAllByRole('row', { hidden: true })).toHaveLength(LIMITS.accessKey.countedDays + 1)
})

it('a key that is gone leads back to the list', async () => {
  await open(`/accessKeyManage/view?guid=${KEY_GUID}`, [
    [
      accessKeyCalls.get,
      () => ({ code: ERRORS['accessKey.notFound'].code, desc: '访问密钥不存在或已删除', data: null }),
    ],
  ])
  expect(await screen.findByText('访问密钥不存在或已删除')).toBeTruthy()
  expect(screen.getByRole('link', { name: '返回访问密钥列表' })).toBeTruthy()
})
