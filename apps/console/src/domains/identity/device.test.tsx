import { ERRORS, deviceLoginCalls, identityCalls } from '@sealwright/contract'
import type { ErrorName } from '@sealwright/contract'
import { act, fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openStage } from '../../lib/stage.fixture.tsx'
import { STORED } from '../../lib/stored.ts'
import { Screen as Device } from './device.screen.tsx'
import { Screen as Login } from './login.screen.tsx'

type Handlers = Parameters<typeof openStage>[2]
const asked = {
  userCode: 'BCDF-GHJK',
  developerName: '星图软件',
  programName: '星图 CAD',
  machineName: 'CAD-07',
  network: '198.51.100.7',
  createTime: '2026-01-01T00:00:00.000Z',
  account: 'lin@example.com',
}
const refused = (name: ErrorName, desc: string, data: unknown = null) => ({ code: ERRORS[name].code, desc, data })
const open = (href = '/device?userCode=BCDF-GHJK', handlers: Handlers = []) =>
  openStage({ '/device': Device, '/login': Login }, href, [
    [deviceLoginCalls.get, () => ({ data: asked })],
    [deviceLoginCalls.confirm, () => ({ data: { isSignedOut: true } })],
    [deviceLoginCalls.deny, () => ({ data: { isSignedOut: false } })],
    ...handlers,
  ])
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const paths = ({ sent }: Awaited<ReturnType<typeof open>>) => sent.map(({ path }) => path)

describe('the confirmation of a program', () => {
  it('says who asks, from where, and for which account, and confirms nothing without a click', async () => {
    const stage = await open()
    for (const value of Object.values(asked).slice(2, 5)) expect(screen.getByText(value)).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('登录“星图软件”的程序？')
    expect(screen.getByText('lin@example.com')).toBeTruthy()
    expect(screen.getByText('BCDF-GHJK')).toBeTruthy()
    expect(screen.getByText(/只有刚才由您本人发起的登录才可确认/)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
    expect(paths(stage)).toEqual([deviceLoginCalls.get.path])
    await press('确认登录')
    expect(stage.sent.at(-1)).toEqual({ path: deviceLoginCalls.confirm.path, payload: { userCode: 'BCDF-GHJK' } })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('已确认')
    expect(STORED.ssId.get()).toBeUndefined()
  })

  it('can be denied, and an administrator stays signed in', async () => {
    const stage = await open()
    await press('拒绝')
    expect(stage.sent.at(-1)?.path).toBe(deviceLoginCalls.deny.path)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('已拒绝')
    expect(STORED.ssId.get()).toBe('handle-of-lin')
  })

  it('looks up a typed code once it is complete, in any case', async () => {
    const stage = await open('/device')
    const type = (value: string) =>
      act(async () => fireEvent.input(screen.getByLabelText('登录码'), { target: { value } }))
    await type('bcdf-ghj')
    expect(paths(stage)).toEqual([])
    await type('bcdf-ghjk')
    expect(stage.sent).toEqual([{ path: deviceLoginCalls.get.path, payload: { userCode: 'bcdf-ghjk' } }])
    expect(screen.getByRole('button', { name: '确认登录' })).toBeTruthy()
  })

  it('shows on its field that a code is unknown or expired', async () => {
    await open(undefined, [
      [
        deviceLoginCalls.get,
        () =>
          refused('deviceLogin.notFound', '登录码已过期', {
            fields: [{ path: 'userCode', rule: 'deviceLogin.notFound', message: '登录码已过期' }],
          }),
      ],
    ])
    expect(await screen.findByText('登录码已过期')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('登录码')).toMatchObject({
      value: 'BCDF-GHJK',
      ariaInvalid: 'true',
    })
  })

  it('says so if the code expires before the decision, and offers another one', async () => {
    await open(undefined, [[deviceLoginCalls.confirm, () => refused('deviceLogin.notFound', '登录码已过期')]])
    await press('确认登录')
    expect(screen.getByRole('alert').textContent).toBe('登录码已过期')
    expect(screen.getByRole('button', { name: '输入其他登录码' })).toBeTruthy()
  })

  it('says that the account is not a user of the developer, and offers another account', async () => {
    const stage = await open(undefined, [[deviceLoginCalls.get, () => refused('deviceLogin.notUser', '不是用户')]])
    expect((await screen.findByRole('alert')).textContent).toBe('不是用户')
    await press('换一个账号')
    expect(stage.address()).toBe('/login')
    expect(history.state).toMatchObject({ returnTo: '/device?userCode=BCDF-GHJK' })
  })
})

it('signing in on the way to the confirmation needs no developer, and leads back to the code', async () => {
  history.replaceState({ returnTo: '/device?userCode=BCDF-GHJK' }, '', '/login')
  const stage = await open('/login', [[identityCalls.login, () => ({ data: { ssId: 'new', next: 'dashboard' } })]])
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('先登录，再确认')
  fireEvent.input(screen.getByLabelText('手机号或邮箱'), { target: { value: 'lin@example.com' } })
  fireEvent.input(screen.getByLabelText('密码'), { target: { value: 'secret-1' } })
  await press('登录')
  expect(stage.sent.find(({ path }) => path === identityCalls.login.path)?.payload).toEqual({
    account: 'lin@example.com',
    password: 'secret-1',
    forProgram: 'true',
  })
  expect(stage.address()).toBe('/device?userCode=BCDF-GHJK')
})
