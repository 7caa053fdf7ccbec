// The form that issues to dongles: locks by number, the check beside the form, the PIN, and the packages afterwards.
import { ERRORS, developerCalls, dongleLicenseCalls, identityCalls, userLockCalls } from '@sealwright/contract'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { registerScreens } from '../../../lib/place/screen.ts'
import { loadSession } from '../../../lib/session/session.tsx'
import { openStage, session } from '../../../lib/stage.fixture.tsx'
import { developerScreens } from '../../developer/screens.ts'
import { dongleScreens } from '../../dongle/screens.ts'
import { answerOf as templateOf, storedOf } from '../../template/template-answer.fixture.ts'
import { RIGHTS, guidOf } from '../dongle-license.fixture.ts'
import { dongleLicenseScreens } from '../screens.ts'
import { Screen } from './dongle-new.screen.tsx'

registerScreens([...dongleLicenseScreens, ...dongleScreens, ...developerScreens])
const PATH = '/pc/license/dongle/new'
const PIN = 'pin-0123456789abc'
const template = (guid: string, licenseId = 42) => ({
  ...templateOf(storedOf('dongle', { licenseId, opType: 1, spanTimeOp: 2 })),
  guid,
  name: `模板${licenseId}`,
  changeable: ['counterOp', 'counter'],
})

type Handlers = Parameters<typeof openStage>[2]
async function open(handlers: Handlers = []) {
  const stage = await openStage({ [PATH]: Screen }, `${PATH}?templateGuid=${guidOf(21)}`, [
    [identityCalls.current, () => ({ data: { ...session, isMainAccount: false, privileges: RIGHTS } })],
    [dongleLicenseCalls.template, ({ guid }) => ({ data: template(String(guid)) })],
    [dongleLicenseCalls.templates, () => ({ data: [template(guidOf(21)), template(guidOf(22), 43)] })],
    [userLockCalls.find, () => ({ data: { rows: [], records: 0, total: 0 } })],
    [
      dongleLicenseCalls.preview,
      ({ shellNumbers }) => {
        const locks = (shellNumbers as string[]).map((shellNumber) => ({
          lockGuid: shellNumber === '88000009' ? null : guidOf(11),
          shellNumber,
          isAllowed: shellNumber !== '88000009',
          message: shellNumber === '88000009' ? '没有这把用户锁' : null,
        })) // our own payload
        const unfit = locks.filter(({ isAllowed }) => !isAllowed).length
        return { data: { isAllowed: unfit === 0, locks, fit: locks.length - unfit, unfit } }
      },
    ],
    ...handlers,
  ])
  await act(loadSession)
  await screen.findByText('模板42')
  return { ...stage, sentTo: (path: string) => stage.sent.filter((call) => call.path === path) }
}

const paste = (text: string) => {
  fireEvent.click(screen.getByRole('radio', { name: '粘贴外壳号' }))
  fireEvent.change(screen.getByRole('textbox', { name: '粘贴外壳号' }), { target: { value: text } })
}
const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const submit = () => fireEvent.submit(document.querySelector('form') ?? document.body)

it('numbers that the center does not know are told before anything is signed', async () => {
  const stage = await open()
  paste('88000001，88000009 88000001')
  const panel = within(await screen.findByRole('complementary', { name: '签发前检查' }))
  expect(await panel.findByText('没有这把用户锁')).toBeTruthy()
  expect(panel.getByText('1 把锁可以签发')).toBeTruthy()
  expect(screen.getByRole('button', { name: '签发 2 个升级包' }).hasAttribute('disabled')).toBe(true)
  expect(stage.sentTo(dongleLicenseCalls.preview.path).at(-1)?.payload).toEqual({
    templateGuids: [guidOf(21)],
    shellNumbers: ['88000001', '88000009'],
  })
})

it('text that is no shell number is told at once and not sent', async () => {
  const stage = await open()
  paste('88000001 lock-7')
  expect(await screen.findByText('1 项不是外壳号：lock-7')).toBeTruthy()
  submit()
  expect(stage.sentTo(dongleLicenseCalls.issue.path)).toEqual([])
})

it('what the template allows is changed with operation and value, and the packages come with their files', async () => {
  const stage = await open([
    [
      dongleLicenseCalls.issue,
      () => ({
        data: {
          issueGuid: guidOf(41),
          packages: [{ guid: guidOf(31), shellNumber: '88000001', name: '88000001-7.d2c' }],
        },
      }),
    ],
  ])
  paste('88000001')
  fireEvent.change(screen.getByLabelText(/使用次数的操作/), { target: { value: '2' } })
  type(/^使用次数$/, '500')
  type(/^托管锁 PIN/, PIN)
  submit()
  const title = await screen.findByText('已签发 1 个升级包')
  await waitFor(() => expect(document.activeElement).toBe(title))
  expect(screen.getByText('88000001-7.d2c')).toBeTruthy()
  expect(stage.sentTo(dongleLicenseCalls.issue.path).at(-1)?.payload).toEqual({
    templateGuids: [guidOf(21)],
    shellNumbers: ['88000001'],
    changes: { counterOp: '2', counter: '500' },
    pin: PIN,
  })
})

it('too many wrong PINs are told at the field', async () => {
  await open([
    [
      dongleLicenseCalls.issue,
      () => ({
        code: ERRORS['dongleLicense.pinTries'].code,
        desc: '请在 60 秒后重试',
        data: { seconds: 60, fields: [{ path: 'pin', message: '请在 60 秒后重试' }] },
      }),
    ],
  ])
  paste('88000001')
  type(/^托管锁 PIN/, PIN)
  submit()
  expect((await screen.findByText('请在 60 秒后重试')).className).toContain('field-error')
  expect(screen.getByLabelText(/^托管锁 PIN/).getAttribute('aria-invalid')).toBe('true')
})

it('while no PIN is set, the way to set one stays beside the refusal', async () => {
  const desc = '还没有设置托管锁 PIN'
  const { code } = ERRORS['dongleLicense.pinNotSet']
  await open([
    [dongleLicenseCalls.issue, () => ({ code, desc, data: { fields: [{ path: 'pin', message: desc }] } })],
    [
      identityCalls.current,
      () => ({ data: { ...session, isMainAccount: true, privileges: [...RIGHTS, 'developer.view'] } }),
    ],
    [developerCalls.get, () => ({ data: { pinSince: null } })],
  ])
  paste('88000001')
  type(/^托管锁 PIN/, PIN)
  submit()
  expect((await screen.findByText(desc)).className).toContain('field-error')
  const link = await screen.findByRole('link', { name: '去设置' })
  expect(link.getAttribute('href')).toBe('/developerInfo?tab=secrets')
})

it('a PIN that is set can be changed, not set, and only by the super administrator', async () => {
  const as = (isMainAccount: boolean): Handlers => [
    [identityCalls.current, () => ({ data: { ...session, isMainAccount, privileges: [...RIGHTS, 'developer.view'] } })],
    [developerCalls.get, () => ({ data: { pinSince: '2026-01-01T00:00:00.000Z' } })],
  ]
  await open(as(true))
  await screen.findByRole('link', { name: '去更换' })
  expect(screen.queryByRole('link', { name: '去设置' })).toBeNull()
  cleanup()
  const stage = await open(as(false))
  await waitFor(() => expect(stage.sentTo(developerCalls.get.path)).toHaveLength(1))
  expect(screen.queryByRole('link', { name: '去更换' })).toBeNull()
})

it('a second template of another product is issued as it is, and what was typed stays', async () => {
  const stage = await open()
  paste('88000001')
  type(/备注/, '演示')
  fireEvent.click(screen.getByRole('button', { name: '再选一个模板' }))
  fireEvent.click(await screen.findByRole('button', { name: /模板43/ }))
  expect(await screen.findByText(/选择了多个模板/)).toBeTruthy()
  expect(screen.getByLabelText<HTMLTextAreaElement>(/备注/).value).toBe('演示')
  await waitFor(() =>
    expect(stage.sentTo(dongleLicenseCalls.preview.path).at(-1)?.payload).toEqual({
      templateGuids: [guidOf(21), guidOf(22)],
      shellNumbers: ['88000001'],
    }),
  )
})
