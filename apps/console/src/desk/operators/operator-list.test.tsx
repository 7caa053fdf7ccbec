import { operatorDesk } from '@sealwright/contract'
import type { OperatorRow } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openDeskStage, operator } from '../desk.fixture.tsx'
import { Screen } from './operator-list.screen.tsx'

const own: OperatorRow = {
  guid: operator.guid,
  email: operator.email,
  name: operator.name,
  roles: ['owner'],
  state: 'active',
  lastSignInTime: null,
  createTime: '2026-11-18T08:00:00.000Z',
  revision: 1,
}
const other: OperatorRow = {
  ...own,
  guid: '0d6f4f9e-3c83-4f0a-9d4c-2d9f6c1f0a02',
  email: 'zhou@center.example',
  name: '周宁',
  roles: ['reviewer'],
}

async function open(privileges = operator.privileges) {
  const stage = await openDeskStage({ '/platform/operators': Screen }, '/platform/operators', [
    [operatorDesk.current, () => ({ data: { ...operator, privileges } })],
    [operatorDesk.find, () => ({ data: { rows: [own, other], records: 2, total: 1 } })],
    [
      operatorDesk.invite,
      () => ({ data: { guid: other.guid, link: 'https://center.example/platform/link#link=once' } }),
    ],
  ])
  await screen.findByText(other.email)
  return stage
}

it('an operator who is known only by an unused link is told as that', async () => {
  const invited: OperatorRow = { ...other, email: '', name: null, state: 'invited' }
  await openDeskStage({ '/platform/operators': Screen }, '/platform/operators', [
    [operatorDesk.find, () => ({ data: { rows: [own, invited], records: 2, total: 1 } })],
  ])
  expect(await screen.findByText('链接还没有使用')).toBeTruthy()
})

const sentTo = (stage: Awaited<ReturnType<typeof open>>, path: string) =>
  stage.sent.filter((call) => call.path === path).map(({ payload }) => payload)

it('an invitation says what each role may do, and shows its link once', async () => {
  const stage = await open()
  fireEvent.click(screen.getByRole('button', { name: '邀请运营者' }))
  const dialog = await screen.findByRole('dialog', { hidden: true })
  expect(dialog.textContent).toContain('可以：查看开发者、查看价格与款项、更改价格与款项、查看运行状况')
  fireEvent.change(within(dialog).getByLabelText('邮箱'), { target: { value: 'new@center.example' } })
  fireEvent.click(within(dialog).getByRole('checkbox', { name: /^财务/, hidden: true }))
  await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: '发送邀请', hidden: true })))
  await screen.findByText('https://center.example/platform/link#link=once')
  expect(sentTo(stage, operatorDesk.invite.path)).toEqual([{ email: 'new@center.example', roles: ['finance'] }])
  fireEvent.click(screen.getByRole('button', { name: '完成', hidden: true }))
  await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull())
})

it('an operator is disabled only after the person confirms what that means', async () => {
  const stage = await open()
  fireEvent.click(screen.getByRole('button', { name: /周宁/ }))
  fireEvent.click(await screen.findByRole('menuitem', { name: '停用' }))
  const dialog = await screen.findByRole('alertdialog', { hidden: true })
  expect(dialog.textContent).toContain('其会话和正在进行的访问会立即结束')
  expect(sentTo(stage, operatorDesk.setEnabled.path)).toEqual([])
  await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: '停用', hidden: true })))
  await waitFor(() =>
    expect(sentTo(stage, operatorDesk.setEnabled.path)).toEqual([{ guid: other.guid, isEnabled: 'false' }]),
  )
})

it('the own account offers nothing that locks its owner out', async () => {
  await open()
  expect(screen.queryByRole('button', { name: new RegExp(operator.name) })).toBeNull()
  expect(screen.getAllByRole('button', { name: '更改角色' })).toHaveLength(2)
})

it('who may only look at operators is offered nothing else', async () => {
  await open(['operator.view'])
  for (const name of ['邀请运营者', '更改角色']) expect(screen.queryByRole('button', { name })).toBeNull()
})
