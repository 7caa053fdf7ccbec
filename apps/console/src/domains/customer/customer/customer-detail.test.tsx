import {
  ACCOUNT_TYPES,
  customerCalls,
  identityCalls,
  operationLogCalls,
  userCalls,
  userLockCalls,
} from '@sealwright/contract'
import type { UserRow } from '@sealwright/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { useSession } from '../../../lib/session/session.tsx'
import { openStage } from '../../../lib/stage.fixture.tsx'
import type { Stage } from '../../../lib/stage.fixture.tsx'
import { lockOf } from '../../dongle/dongle.fixture.ts'
import { customer, knowUserScreens, sessionWith } from './customer-answer.fixture.ts'
import { Screen } from './customer-detail.screen.tsx'

beforeAll(knowUserScreens)
const user = (n: number): UserRow => ({
  guid: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  account: `user${n}@yuanshan.example`,
  accountType: ACCOUNT_TYPES.email,
  userName: null,
  gender: 0,
  phone: null,
  address: null,
  customerGuid: customer.guid,
  customerName: customer.name,
  description: null,
  tags: [],
  activated: true,
  createTime: customer.createTime,
  updateTime: customer.updateTime,
})

/** Loads the session before the screen, as the app does. */
function CustomerDetail() {
  useSession()
  return <Screen />
}

const AT = `/customer/view?guid=${customer.guid}`

const open = (privileges: readonly string[], { count = 12, address = AT } = {}) =>
  openStage({ '/customer/view': CustomerDetail, '/customer': () => <p>list</p> }, address, [
    [identityCalls.current, () => sessionWith(['customer.view', ...privileges])],
    [customerCalls.get, () => ({ data: { ...customer, userCount: privileges.includes('user.view') ? count : null } })],
    [customerCalls.delete, () => ({ data: {} })],
    [userLockCalls.find, () => ({ data: { rows: [lockOf()], records: 1, total: 1 } })],
    [operationLogCalls.find, () => ({ data: { rows: [], records: 0, total: 0 } })],
    [
      userCalls.find,
      ({ currentPage, pageSize, account = '' }) => {
        const start = (Number(currentPage) - 1) * Number(pageSize)
        const all = Array.from({ length: count }, (_, index) => user(index + 1)).filter((row) =>
          row.account.includes(account as string),
        ) // a form carries texts
        return {
          data: {
            rows: all.slice(start, start + Number(pageSize)),
            records: all.length,
            total: Math.ceil(all.length / Number(pageSize)),
          },
        }
      },
    ],
  ])
const asked = (stage: Stage) =>
  stage.sent.filter(({ path }) => path === userCalls.find.path).map(({ payload }) => payload)

it('the users of a customer are paged in place, and the address says which page', async () => {
  const stage = await open(['user.view'])
  expect(await screen.findByText('user1@yuanshan.example')).toBeTruthy()
  expect(asked(stage)).toMatchObject([{ customerGuid: customer.guid, currentPage: '1' }])
  expect(screen.queryByText('user12@yuanshan.example')).toBeNull()
  const next = screen.getByRole('link', { name: '第 2 页' }).getAttribute('href') ?? ''
  await stage.go(next)
  expect(await screen.findByText('user12@yuanshan.example')).toBeTruthy()
})

it('a page past the end is the last one', async () => {
  const stage = await open(['user.view'], { address: `${AT}&tab=users&page=9` })
  expect(await screen.findByText('user12@yuanshan.example')).toBeTruthy()
  expect(new URLSearchParams(stage.address().split('?')[1]).get('page')).toBe('2')
})

it('the users of a customer are searched, and what was searched for goes along to the list of users', async () => {
  const stage = await open(['user.view'])
  await screen.findByText('user1@yuanshan.example')
  const input = screen.getByRole('textbox', { name: '搜索账号、姓名、电话' })
  fireEvent.input(input, { target: { value: 'user11' } })
  fireEvent.keyDown(input, { key: 'Enter' })
  await waitFor(() => expect(screen.queryByText('user1@yuanshan.example')).toBeNull())
  expect(screen.getByText('user11@yuanshan.example')).toBeTruthy()
  expect(asked(stage).at(-1)).toMatchObject({ customerGuid: customer.guid, account: 'user11', currentPage: '1' })
  expect(screen.getByRole('link', { name: '在用户列表中查看' }).getAttribute('href')).toBe(
    `/user?customerGuid=${customer.guid}&account=user11`,
  )
  fireEvent.input(input, { target: { value: 'nobody' } })
  fireEvent.keyDown(input, { key: 'Enter' })
  expect(await screen.findByText('没有符合条件的用户')).toBeTruthy()
})

it('a customer without users says how one comes here', async () => {
  await open(['user.view'], { count: 0 })
  expect(await screen.findByText('新建或编辑用户时，把客户选为“远山科技”，用户就会出现在这里。')).toBeTruthy()
})

it('who may not see users sees the customer and what happened to it', async () => {
  const stage = await open([])
  expect(await screen.findByText('zhou@yuanshan.example')).toBeTruthy()
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['操作记录'])
  expect(asked(stage)).toEqual([])
  expect(screen.queryByRole('link', { name: '编辑' })).toBeNull()
  expect(screen.queryByRole('button', { name: '删除' })).toBeNull()
})

it('the locks of a customer are a tab, for people who may see locks', async () => {
  const stage = await open(['userLock.view'], { address: `${AT}&tab=locks` })
  expect(await screen.findByText('88000001')).toBeTruthy()
  expect(stage.sent.find(({ path }) => path === userLockCalls.find.path)?.payload).toMatchObject({
    customerGuid: customer.guid,
  })
})

it('without the right to see locks, a customer has no tab of them', async () => {
  await open([])
  expect(await screen.findByRole('tab', { name: '操作记录' })).toBeTruthy()
  expect(screen.queryByRole('tab', { name: '用户锁' })).toBeNull()
})
