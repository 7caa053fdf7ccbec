import { identityCalls, invitationCalls, ownAccountCalls } from '@sealwright/contract'
import type { Call } from '@sealwright/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { openStage } from '../../lib/stage.fixture.tsx'
import { useToasts } from '../../lib/toast.ts'
import { showLanguage, useFormat } from '../../lib/words/i18n.tsx'
import { Screen } from './account-setting.screen.tsx'

afterEach(async () => {
  await showLanguage('zh')
})

/** Another part of the page that shows a time. */
function Elsewhere() {
  return <output>{useFormat().time('2026-01-01T00:00:30.000Z')}</output>
}
const open = () =>
  openStage(
    {
      '/accountSetting': () => (
        <>
          <Screen />
          <Elsewhere />
        </>
      ),
    },
    '/accountSetting',
    [[invitationCalls.listOwn, () => ({ data: [] })]],
  )
const elsewhere = () => document.querySelector('output')?.textContent
const sentTo = (stage: Awaited<ReturnType<typeof open>>, call: Call) =>
  stage.sent.filter(({ path }) => path === call.path).map(({ payload }) => payload)

it('a new name is saved, and the session is read again', async () => {
  const stage = await open()
  fireEvent.change(await screen.findByLabelText(/^姓名/), { target: { value: '林小满' } })
  const before = sentTo(stage, identityCalls.current).length
  fireEvent.click(screen.getByText('保存'))
  await waitFor(() => expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['姓名已保存']))
  expect(sentTo(stage, ownAccountCalls.updateProfile)).toEqual([{ userName: '林小满' }])
  await waitFor(() => expect(sentTo(stage, identityCalls.current).length).toBeGreaterThan(before))
})

it('an unchanged name is not sent', async () => {
  const stage = await open()
  await screen.findByLabelText(/^姓名/)
  fireEvent.click(screen.getByText('保存'))
  expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['姓名没有变化'])
  expect(sentTo(stage, ownAccountCalls.updateProfile)).toEqual([])
})

it('a name that is too long is refused before it is sent', async () => {
  const stage = await open()
  fireEvent.change(await screen.findByLabelText(/^姓名/), { target: { value: '长'.repeat(65) } })
  fireEvent.click(screen.getByText('保存'))
  expect(screen.getByText('姓名不能超过 64 个字符')).toBeTruthy()
  expect(sentTo(stage, ownAccountCalls.updateProfile)).toEqual([])
})

it('another time zone and format show everywhere at once, and the account remembers them', async () => {
  const stage = await open()
  const zone = await screen.findByLabelText<HTMLSelectElement>('时区')
  expect(zone.selectedOptions[0]?.textContent).toBe('(UTC+08:00) 上海')
  expect(elsewhere()).toBe('2026-01-01 08:00')
  fireEvent.change(zone, { target: { value: '94' } })
  expect(elsewhere()).toBe('2026-01-01 09:00')
  expect(zone.value).toBe('94')
  fireEvent.click(screen.getByDisplayValue('yyyy-MM-dd HH:mm:ss'))
  expect(elsewhere()).toBe('2026-01-01 09:00:30')
  await waitFor(() =>
    expect(sentTo(stage, identityCalls.updatePreferences)).toEqual([
      { timeZoneId: '94' },
      { timeFormat: 'yyyy-MM-dd HH:mm:ss' },
    ]),
  )
})

it('another language shows at once', async () => {
  const stage = await open()
  fireEvent.change(await screen.findByLabelText('语言'), { target: { value: 'en' } })
  expect(await screen.findByRole('heading', { level: 1, name: 'Account' })).toBeTruthy()
  await waitFor(() => expect(sentTo(stage, identityCalls.updatePreferences)).toEqual([{ locale: 'en' }]))
})

it('the amount above which an issue asks once more is kept, also "never"', async () => {
  const stage = await open()
  const choice = await screen.findByLabelText<HTMLSelectElement>('签发金额再次确认')
  expect(choice.selectedOptions[0]?.textContent).toBe('超过 ¥500.00 时确认')
  fireEvent.change(choice, { target: { value: '100000' } })
  await waitFor(() => expect(choice.value).toBe('100000'))
  fireEvent.change(choice, { target: { value: 'never' } })
  await waitFor(() =>
    expect(sentTo(stage, identityCalls.updatePreferences)).toEqual([
      { confirmAboveFen: '100000' },
      { confirmAboveFen: '' },
    ]),
  )
  expect(choice.value).toBe('never')
})

it('the page size of tables is kept', async () => {
  const stage = await open()
  fireEvent.change(await screen.findByLabelText('每页条数'), { target: { value: '50' } })
  await waitFor(() => expect(sentTo(stage, identityCalls.updatePreferences)).toEqual([{ pageSize: '50' }]))
  expect(screen.getByLabelText<HTMLSelectElement>('每页条数').value).toBe('50')
})
