import {
  ACCOUNT_TYPES,
  ERRORS,
  OPERATION_TYPES,
  identityCalls,
  operationLogCalls,
  userCalls,
} from '@sealwright/contract'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { loadSession } from '../../../lib/session/session.tsx'
import { openStage } from '../../../lib/stage.fixture.tsx'
import { USER_GUID, holding, userAnswer } from './user-answer.fixture.ts'
import { Screen as UserDetail } from './user-detail.screen.tsx'
import type { UserAnswer } from './user-draft.ts'

async function open(given: Partial<UserAnswer> = {}, privileges?: readonly string[], tab = 'details') {
  const stage = await openStage(
    { '/user/view': UserDetail, '/user': () => <p>list</p> },
    `/user/view?guid=${USER_GUID}&tab=${tab}`,
    [
      [identityCalls.current, () => holding(privileges)],
      [userCalls.get, () => ({ data: { ...userAnswer, ...given } })],
      [
        operationLogCalls.find,
        () => ({
          data: {
            records: 1,
            total: 1,
            rows: [
              {
                id: '1',
                at: '2026-01-02T00:00:00.000Z',
                actor: 'Lin',
                actorId: '1',
                type: OPERATION_TYPES.update,
                deed: 'update',
                targetKind: 'user',
                targetGuid: USER_GUID,
                targetName: 'chen@example.com',
                requestId: 'r',
                sealed: true,
                changes: [{ field: 'gender', before: '未知', after: '男' }],
              },
            ],
          },
        }),
      ],
    ],
  )
  // The app loads the session before it shows a screen.
  await act(loadSession)
  await screen.findByRole('heading', { level: 1 })
  return {
    ...stage,
    all: (path: string) => stage.sent.filter((call) => call.path === path).map(({ payload }) => payload),
  }
}

it('the password of a shadow account is set on its page, and only of one', async () => {
  await open()
  expect(screen.queryByText('设置密码')).toBeNull()
  cleanup()
  const stage = await open({ account: '前台', accountType: ACCOUNT_TYPES.shadow })
  fireEvent.click(screen.getByText('设置密码'))
  const field = await screen.findByLabelText('密码')
  fireEvent.input(field, { target: { value: '123' } })
  const save = screen.getAllByText('设置密码').at(-1) ?? document.body
  fireEvent.click(save)
  expect(await screen.findByText('密码至少需要 6 个字符')).toBeTruthy()
  fireEvent.input(field, { target: { value: 'Passw0rd!' } })
  await waitFor(() => {
    fireEvent.click(save)
    expect(stage.all(userCalls.setPassword.path)).toEqual([{ guid: USER_GUID, password: 'Passw0rd!' }])
  })
  await waitFor(() => expect(screen.queryByLabelText('密码')).toBeNull())
})

it('a user who is not active yet is told so, with the message one press away', async () => {
  const stage = await open({ activated: false })
  fireEvent.click(screen.getByText('重发激活消息'))
  await waitFor(() => expect(stage.all(userCalls.resendActivation.path)).toEqual([{ guid: USER_GUID }]))
  cleanup()
  await open({ activated: false }, ['user.view'])
  expect(screen.getByText(/尚未激活/)).toBeTruthy()
  for (const words of ['重发激活消息', '编辑', '删除']) expect(screen.queryByText(words)).toBeNull()
})

it('deleting says that account and licenses stay, and leads back to the list', async () => {
  const stage = await open()
  fireEvent.click(screen.getByText('删除'))
  expect(await screen.findByText(/账号本身和已签发的许可保持不变/)).toBeTruthy()
  fireEvent.click(screen.getByRole('alertdialog', { hidden: true }).querySelector('.sw-button-danger') ?? document.body)
  await waitFor(() => expect(stage.address()).toBe('/user?showSearch=1'))
})

it('the history tells changes in words', async () => {
  await open({}, undefined, 'history')
  expect(await screen.findByText('性别')).toBeTruthy()
  expect(screen.getByText('男')).toBeTruthy()
})

it('a user that is gone says so and leads back', async () => {
  await openStage({ '/user/view': UserDetail }, `/user/view?guid=${USER_GUID}`, [
    [userCalls.get, () => ({ code: ERRORS['user.notFound'].code, desc: '用户不存在或已删除', data: null })],
  ])
  expect(await screen.findByText('用户不存在或已删除')).toBeTruthy()
  expect(screen.getByText('返回用户列表')).toBeTruthy()
})
