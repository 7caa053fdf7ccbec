// The parts of a device that count for a binding, and how many of their changes are tolerated.
import { ERRORS, deviceSettingCalls, identityCalls } from '@sealwright/contract'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { loadSession } from '../../lib/session/session.tsx'
import { clearStage, openStage, session } from '../../lib/stage.fixture.tsx'
import { useToasts } from '../../lib/toast.ts'
import { MachineParts } from './machine-parts.tsx'

async function open(
  privileges: string[],
  update: () => { code?: number; desc?: string; data: unknown } = () => ({ data: { revision: 5 } }),
) {
  const stage = await openStage({ '/deviceSetting': MachineParts }, '/deviceSetting', [
    [identityCalls.current, () => ({ data: { ...session, isMainAccount: false, privileges } })],
    [
      deviceSettingCalls.get,
      () => ({
        data: {
          machineParts: ['systemId', 'board', 'cpu', 'disk'],
          partChangesPerMonth: 1,
          partChangesPerYear: 2,
          revision: 4,
        },
      }),
    ],
    [deviceSettingCalls.update, update],
  ])
  await act(loadSession)
  return {
    ...stage,
    payloads: () =>
      stage.sent.filter(({ path }) => path === deviceSettingCalls.update.path).map(({ payload }) => payload),
  }
}
const box = (name: string) => screen.findByRole('checkbox', { name })
const save = () => fireEvent.submit(screen.getByRole('form', { name: '设备绑定' }))

const number = (name: RegExp) => screen.findByRole('textbox', { name })

it('the chosen parts are saved in their order, with the tolerated changes and the loaded revision', async () => {
  const { payloads } = await open(['runtime.view', 'runtime.update'])
  fireEvent.change(await number(/365 天/), { target: { value: '12' } })
  fireEvent.click(await box('内存'))
  fireEvent.click(await box('主板'))
  save()
  await waitFor(() =>
    expect(payloads()).toEqual([
      {
        machineParts: ['systemId', 'cpu', 'disk', 'memory'],
        partChangesPerMonth: 1,
        partChangesPerYear: 12,
        revision: 4,
      },
    ]),
  )
  await waitFor(() => expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['设置已保存']))
})

it('fewer than three parts are not saved', async () => {
  const { payloads } = await open(['runtime.view', 'runtime.update'])
  for (const name of ['主板', '处理器']) fireEvent.click(await box(name))
  save()
  await screen.findByText(/至少.*3/)
  expect(payloads()).toEqual([])
})

it('an empty or too high number of changes is not saved', async () => {
  const { payloads } = await open(['runtime.view', 'runtime.update'])
  fireEvent.change(await number(/30 天/), { target: { value: '' } })
  fireEvent.change(await number(/365 天/), { target: { value: '1001' } })
  save()
  await screen.findByText(/1,?000/)
  expect((await number(/30 天/)).getAttribute('aria-invalid')).toBe('true')
  expect(payloads()).toEqual([])
})

it('a change by someone else is not overwritten', async () => {
  await open(['runtime.view', 'runtime.update'], () => ({
    code: ERRORS['platform.stale'].code,
    desc: '已被他人修改',
    data: null,
  }))
  fireEvent.click(await box('内存'))
  save()
  await screen.findByText('已被他人修改')
  expect(screen.getAllByRole('button').length).toBeGreaterThan(1)
})

it('the parts are read-only with the view privilege, and hidden without it', async () => {
  await open(['runtime.view'])
  await screen.findByText('处理器')
  await screen.findByText(/30 天内 1 次，365 天内 2 次/)
  expect(screen.queryByRole('checkbox')).toBeNull()
  cleanup()
  clearStage()
  await open([])
  expect(screen.queryByText('设备绑定')).toBeNull()
})
