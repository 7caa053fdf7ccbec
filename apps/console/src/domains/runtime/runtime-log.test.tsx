// The runtime log, and the explanation of refusals.
import { identityCalls, runtimeLogCalls } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { loadSession } from '../../lib/session/session.tsx'
import { openStage, session } from '../../lib/stage.fixture.tsx'
import { Screen } from './runtime-log.screen.tsx'
import { GUID, LICENSE, SHOWN_CODE, logOf, pageOf } from './runtime.fixture.ts'

const done = logOf({
  guid: '00000000-0000-4000-8000-000000000002',
  act: 'login',
  reason: null,
  message: '登录成功',
  serial: null,
  family: null,
  licenseGuid: null,
  account: 'chen@example.com',
})
const rules = [
  { rule: 'license' as const, outcome: 'pass' as const, message: '找到了许可' },
  { rule: 'atOnce' as const, outcome: 'fail' as const, message: '已绑定 5 台设备，最多 5 台' },
  { rule: 'fee' as const, outcome: 'unasked' as const, message: '费用已扣除（没有检查）' },
]

async function open(
  href = '/runtime/log',
  given: { rules?: typeof rules; said?: string; waitsAt?: string; privileges?: string[] } = {},
) {
  const stage = await openStage({ '/runtime/log': Screen, '/pc/license/sn/view': () => <p>the license</p> }, href, [
    [
      identityCalls.current,
      () => ({
        data: { ...session, isMainAccount: false, privileges: given.privileges ?? ['runtime.view', 'snLicense.view'] },
      }),
    ],
    [
      runtimeLogCalls.find,
      ({ refused }) => pageOf(refused === '1' ? [logOf({ times: 7 })] : [done, logOf({ times: 7 })]),
    ],
    [
      runtimeLogCalls.why,
      () => ({
        data: {
          row: logOf({ times: 7 }),
          fix: '先解绑一台不用的设备，或增加设备数。',
          said: given.said ?? null,
          waitsAt: given.waitsAt ?? null,
          rules: given.rules ?? rules,
        },
      }),
    ],
  ])
  await act(loadSession)
  await screen.findByText(SHOWN_CODE)
  return {
    ...stage,
    payloads: ({ path }: { path: string }) =>
      stage.sent.filter((one) => one.path === path).map(({ payload }) => payload),
  }
}
const why = () => fireEvent.click(screen.getByRole('button', { name: '为什么' }))

it('successes and refusals are listed together; a refusal shows its message and how often it occurred', async () => {
  await open()
  expect(screen.getByText('chen@example.com').closest('tr')?.textContent).toContain('成功')
  const refused = screen.getByText(SHOWN_CODE).closest('tr')?.textContent
  expect(refused).toContain('已绑定 5 台设备，最多 5 台')
  expect(refused).toContain('一小时内 7 次')
  expect(screen.getAllByRole('button', { name: '为什么' })).toHaveLength(1)
})

it('is filtered by the parameters of the address', async () => {
  const { payloads } = await open('/runtime/log?refused=1&reason=machineLimit&act=activate')
  await waitFor(() =>
    expect(payloads(runtimeLogCalls.find).at(-1)).toMatchObject({
      refused: '1',
      reason: 'machineLimit',
      act: 'activate',
    }),
  )
  expect(screen.queryByText('chen@example.com')).toBeNull()
})

it('"why" shows the failed rule first, a fix, and a link to the license', async () => {
  const { payloads, address } = await open()
  why()
  const dialog = await screen.findByRole('dialog', { hidden: true })
  await within(dialog).findByText('先解绑一台不用的设备，或增加设备数。')
  expect(payloads(runtimeLogCalls.why)).toEqual([{ guid: GUID }])
  expect(
    within(dialog)
      .getAllByRole('listitem', { hidden: true })
      .map(({ textContent }) => textContent),
  ).toEqual(['已绑定 5 台设备，最多 5 台', '找到了许可', '费用已扣除（没有检查）'])
  expect(dialog.textContent).toContain('f1f2f3f4')
  fireEvent.click(within(dialog).getByRole('link', { hidden: true, name: '打开许可' }))
  await waitFor(() => expect(address()).toBe(`/pc/license/sn/view?guid=${LICENSE}`))
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()
})

it('"why" shows the reason that was given when the license was locked', async () => {
  await open('/runtime/log', { said: '尾款未付' })
  why()
  await screen.findByText('原因：尾款未付')
})

it('"why" shows the step at which the license waits for approval', async () => {
  await open('/runtime/log', { waitsAt: '正在第 1 步（共 2 步）等待审批：王芳' })
  why()
  await screen.findByText('正在第 1 步（共 2 步）等待审批：王芳')
})

it('a request that was refused before any license check says so', async () => {
  await open('/runtime/log', { rules: [] })
  why()
  await screen.findByText('这次请求在检查许可之前就被拒绝了。')
})
