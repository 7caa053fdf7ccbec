// The settings page: what it shows, what it saves at once or on a button, what it asks first, and who may change it.
import { CONFIG_KEYS, ERRORS, configCalls, identityCalls, initialOf } from '@sealwright/contract'
import type { ConfigKey } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Toaster } from '../../app/toaster.tsx'
import { loadSession } from '../../lib/session/session.tsx'
import { openStage, session } from '../../lib/stage.fixture.tsx'
import { showLanguage } from '../../lib/words/i18n.tsx'
import { Screen } from './configure.screen.tsx'

type Stored = Partial<Record<ConfigKey, string>>

/** A server that keeps what it is told. */
async function open({
  privileges,
  refuse,
  isDown = false,
  ...stored
}: Stored & { privileges?: string[]; refuse?: { code: number; desc: string }; isDown?: boolean } = {}) {
  const kept: Stored = { ...stored }
  const Page = () => (
    <>
      <Screen />
      <Toaster />
    </>
  )
  const stage = await openStage({ '/configure': Page }, '/configure', [
    [
      identityCalls.current,
      () => ({
        data: { ...session, isMainAccount: !privileges, privileges: privileges ?? ['config.view', 'config.update'] },
      }),
    ],
    [
      configCalls.get,
      () => ({
        data: {
          settings: CONFIG_KEYS.map((key) => ({
            key,
            value: kept[key] ?? initialOf(key),
            isInitial: kept[key] === undefined,
            changedBy: kept[key] === undefined ? null : '林小满',
            changeTime: kept[key] === undefined ? null : '2026-01-01T00:00:00.000Z',
          })),
        },
      }),
    ],
    [
      configCalls.update,
      ({ key, value }) => {
        if (isDown) return Promise.reject(new TypeError('network'))
        if (refuse) return { ...refuse, data: null }
        kept[key as ConfigKey] = String(value) // a key of the page
        return { data: { key, value } }
      },
    ],
  ])
  await act(loadSession)
  await screen.findByText('登录与安全')
  return {
    kept,
    sent: () => stage.sent.filter(({ path }) => path === configCalls.update.path).map(({ payload }) => payload),
  }
}
const theSwitch = (name: string) => screen.getByRole('switch', { name })
/** Dialogs and toasts count as hidden here, because jsdom has no top layer. */
const press = (name: string, place: Pick<typeof screen, 'getByRole'> = screen) =>
  act(async () => fireEvent.click(place.getByRole('button', { name, hidden: true })))
const dialog = () => within(screen.getByRole('alertdialog', { hidden: true }))
const click = (element: HTMLElement) => act(async () => fireEvent.click(element))

it('shows each setting with its sentence, its initial value and who changed it', async () => {
  await open({ kickOut: 'true' })
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    '许可',
    '客户与用户',
    '控制台',
    '登录与安全',
  ])
  expect(screen.getAllByRole('switch')).toHaveLength(7)
  expect(screen.getByText(/林小满 修改于/)).toBeTruthy()
  expect(screen.getAllByText('未修改过')).toHaveLength(CONFIG_KEYS.length - 1)
  expect(screen.getByText('初始值：8 小时')).toBeTruthy()
  await act(() => showLanguage('en'))
  expect(screen.getByText('Initial value: 8 hours')).toBeTruthy()
  await act(() => showLanguage('zh'))
})

it('saves a switch at once, says which way it went, and undoes it', async () => {
  const { kept, sent } = await open()
  await click(theSwitch('客户可自助解绑设备'))
  await waitFor(() => expect(kept.selfUnbind).toBe('true'))
  await screen.findByText('“客户可自助解绑设备”已打开')
  await press('撤销')
  await screen.findByText('已撤销，“客户可自助解绑设备”恢复为“关”')
  await waitFor(() => expect(kept.selfUnbind).toBe('false'))
  expect(sent()).toHaveLength(2)
  expect((theSwitch('客户可自助解绑设备') as HTMLInputElement).checked).toBe(false)
})

it('a refused switch goes back, and the reason is told', async () => {
  await open({ refuse: { code: ERRORS['config.ownFactorMissing'].code, desc: '请先为您自己的账号启用两步验证' } })
  await click(theSwitch('要求两步验证'))
  await press('要求两步验证', dialog())
  await screen.findByText('请先为您自己的账号启用两步验证')
  await waitFor(() => expect((theSwitch('要求两步验证') as HTMLInputElement).checked).toBe(false))
})

it('a canceled question changes nothing', async () => {
  const { sent } = await open()
  await click(theSwitch('要求两步验证'))
  await press('取消', dialog())
  expect(sent()).toEqual([])
  expect((theSwitch('要求两步验证') as HTMLInputElement).checked).toBe(false)
})

it('a number is checked here, and saved by its button', async () => {
  const { kept, sent } = await open()
  const form = screen.getByRole('form', { name: '签发超过此数量时再次确认' })
  const input = within(form).getByRole('textbox')
  fireEvent.input(input, { target: { value: '0' } })
  await press('保存', within(form))
  expect(within(form).getByRole('alert').textContent).toBe('1 到 100,000')
  expect(sent()).toEqual([])
  fireEvent.input(input, { target: { value: '500' } })
  await press('保存', within(form))
  await waitFor(() => expect(kept.confirmIssueAbove).toBe('500'))
})

it('asks before the session length changes', async () => {
  const { kept } = await open()
  const form = screen.getByRole('form', { name: '登录保持时长' })
  fireEvent.input(within(form).getByRole('textbox'), { target: { value: '2' } })
  await press('保存', within(form))
  expect(dialog().getByText('将登录保持时长改为 2 小时？')).toBeTruthy()
  await press('修改时长', dialog())
  await waitFor(() => expect(kept.sessionHours).toBe('2'))
})

it('networks that would lock the person out are refused at their field, and the text stays', async () => {
  const { sent } = await open({ refuse: { code: ERRORS['config.wouldLockOut'].code, desc: '您当前的网络不在其中' } })
  const form = screen.getByRole('form', { name: '允许登录的网络' })
  const input = within(form).getByRole<HTMLTextAreaElement>('textbox')
  fireEvent.input(input, { target: { value: 'home' } })
  await press('保存', within(form))
  expect(within(form).getByRole('alert').textContent).toBe('每行应为一个 IP 地址或网段')
  fireEvent.input(input, { target: { value: '203.0.113.0/24' } })
  await press('保存', within(form))
  await press('限制网络', dialog())
  await waitFor(() => expect(within(form).getByRole('alert').textContent).toBe('您当前的网络不在其中'))
  expect(input.value).toBe('203.0.113.0/24')
  expect(sent()).toEqual([{ key: 'signInNetworks', value: '203.0.113.0/24' }])
})

it('a typed value stays when the connection is lost', async () => {
  const { sent } = await open({ isDown: true })
  const form = screen.getByRole('form', { name: '签发超过此数量时再次确认' })
  const input = within(form).getByRole<HTMLInputElement>('textbox')
  fireEvent.input(input, { target: { value: '500' } })
  await press('保存', within(form))
  await waitFor(() => expect(sent()).toHaveLength(1))
  await waitFor(() => expect(within(form).getByRole('button', { name: '保存' }).ariaBusy).not.toBe('true'))
  expect(input.value).toBe('500')
})

it('without the right to change them, settings are read', async () => {
  await open({ privileges: ['config.view'], signInNetworks: '203.0.113.0/24' })
  expect(screen.queryByRole('switch')).toBeNull()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByText('203.0.113.0/24')).toBeTruthy()
  expect(screen.getByText('您可以查看这些配置；修改需要“修改配置”权限。')).toBeTruthy()
})

it('leaves the settings of security to the super administrator', async () => {
  await open({ privileges: ['config.view', 'config.update'] })
  expect(await screen.findByText('只有超级管理员可以修改这些配置。')).toBeTruthy()
  expect(screen.queryByRole('switch', { name: '要求两步验证' })).toBeNull()
  expect(screen.getByRole('switch', { name: /^借阅/ })).toBeTruthy()
})
