import { customerCalls, identityCalls } from '@sealwright/contract'
import type { CustomerRow } from '@sealwright/contract'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { rowOffers } from '../../../blocks/list/row-offers.fixture.ts'
import { openStage } from '../../../lib/stage.fixture.tsx'
import { customer, knowUserScreens, sessionWith } from './customer-answer.fixture.ts'
import { Screen as CustomerList } from './customer-list.screen.tsx'

beforeAll(knowUserScreens)
async function open(privileges: readonly string[], given: Partial<CustomerRow> = {}, count = 1) {
  const rows = count === 0 ? [] : [{ ...customer, ...given }]
  return openStage({ '/customer': CustomerList }, '/customer', [
    [identityCalls.current, () => sessionWith(['customer.view', ...privileges])],
    [customerCalls.find, () => ({ data: { rows, records: rows.length, total: rows.length } })],
    [customerCalls.delete, () => ({ data: {} })],
  ])
}

const actions = () => rowOffers('远山科技')

it('a customer tells how many users it has, and leads to them for who may see users', async () => {
  await open(['user.view'])
  const link = await screen.findByRole('link', { name: '“远山科技”的用户数：12' })
  expect(link.getAttribute('href')).toBe(`/user?customerGuid=${customer.guid}`)
  cleanup()
  await open([], { userCount: null })
  await screen.findByText('远山科技')
  expect(screen.queryByRole('link', { name: /用户数/ })).toBeNull()
  expect(screen.queryByText('12')).toBeNull()
})

it('only what the person may do is offered', async () => {
  await open(['customer.create', 'customer.update', 'customer.delete'])
  await screen.findByText('远山科技')
  expect(screen.getByRole('link', { name: '新建客户' }).getAttribute('href')).toBe('/customer/new')
  expect(actions()).toEqual(['编辑', '查看', '删除'])
  cleanup()
  await open([])
  await screen.findByText('远山科技')
  expect(screen.queryByRole('link', { name: '新建客户' })).toBeNull()
  expect(actions()).toEqual(['查看'])
})

it('deleting a customer says first that its users stay', async () => {
  const stage = await open(['customer.delete', 'user.view'])
  await screen.findByText('远山科技')
  actions()
  fireEvent.click(screen.getByRole('menuitem', { name: '删除' }))
  expect(await screen.findByText('客户会从列表中消失，无法恢复。它的 12 个用户会保留，不再属于任何客户。')).toBeTruthy()
  expect(stage.sent.filter(({ path }) => path === customerCalls.delete.path)).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: '删除', hidden: true }))
  await waitFor(() =>
    expect(stage.sent.filter(({ path }) => path === customerCalls.delete.path)).toEqual([
      { path: customerCalls.delete.path, payload: { guid: customer.guid } },
    ]),
  )
})

it('an empty list offers the first customer', async () => {
  await open(['customer.create'], {}, 0)
  expect(await screen.findByText('还没有客户')).toBeTruthy()
  expect(screen.getByRole('link', { name: '新建客户' })).toBeTruthy()
})
