// The screens of developers with answers of the server.
import { OPERATOR_PRIVILEGES, developerDesk, operatorDesk } from '@sealwright/contract'
import type { AnswerOf, DeskApplicationRow } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useToasts } from '../../lib/toast.ts'
import { openDeskStage, operator } from '../desk.fixture.tsx'
import { DESK } from '../session.ts'
import { Screen as Applications } from './application-list.screen.tsx'
import { Screen as Detail } from './developer-detail.screen.tsx'
import { Screen as List } from './developer-list.screen.tsx'

type Developer = AnswerOf<typeof developerDesk.get>
const TIME = '2026-03-04T05:06:07.000Z'
const application: DeskApplicationRow = {
  developerId: '7',
  developerName: '云帆软件',
  state: 'pending',
  companyName: '云帆软件有限公司',
  contactName: '王越',
  contactPhone: '010-62345678',
  contactEmail: null,
  statement: '销售 CAD 软件',
  reason: null,
  appliedTime: TIME,
  decidedTime: null,
  trialLicenses: 12,
}
const developer: Developer = {
  id: '7',
  name: '云帆软件',
  displayName: null,
  status: 'trial',
  state: 'trial',
  createTime: TIME,
  formalTime: null,
  country: 'CN',
  timeZone: 'Asia/Shanghai',
  website: 'https://evil.example/',
  brief: null,
  contacts: [],
  superAdministrator: 'wang@yunfan.example',
  administrators: 2,
  lastSignInTime: null,
  suspension: null,
  application,
  hasOwnTerms: false,
  serviceUntil: null,
  trialLicensesMax: 1000,
  figures: {
    licenses: 12,
    devices: 3,
    users: 4,
    balanceFen: 150_000,
    giftFen: 0,
    owedFen: 0,
    days: ['2026-03-03', '2026-03-04'],
    spentFen: [0, 4_200],
  },
  risks: [{ kind: 'guessing', count: 150 }],
}
const page = (rows: object[]) => ({ rows, records: rows.length, total: 1 })

const SCREENS = {
  '/platform/developers': List,
  '/platform/developers/view': Detail,
  '/platform/applications': Applications,
}
async function open(
  href: string,
  given: Partial<Developer> = {},
  privileges = [...OPERATOR_PRIVILEGES],
  trialLicenses = 12,
) {
  const stage = await openDeskStage(SCREENS, href, [
    [operatorDesk.current, () => ({ data: { ...operator, privileges } })],
    [developerDesk.find, () => ({ data: page([{ ...developer, ...developer.figures, state: 'overdue', ...given }]) })],
    [developerDesk.get, () => ({ data: { ...developer, ...given } })],
    [developerDesk.notes, () => ({ data: { notes: [] } })],
    [
      developerDesk.history,
      () => ({
        data: page([
          { id: '1', at: TIME, actor: '平台', type: 1, targetKind: 'userLock', targetName: '7301', changes: [] },
        ]),
      }),
    ],
    [developerDesk.addNote, () => ({ data: { guid: 'note-1' } })],
    [developerDesk.findApplications, () => ({ data: page([{ ...application, trialLicenses }]) })],
    [developerDesk.decide, () => ({ data: { deletedLicenses: trialLicenses } })],
    [developerDesk.suspend, () => ({ data: { programsUntil: TIME } })],
  ])
  await act(() => DESK.people.load())
  return stage
}
// jsdom does not open dialogs, so their content counts as hidden.
const dialog = () => screen.findByRole('dialog', { hidden: true })
const press = (label: string) => fireEvent.click(screen.getByText(label, { selector: 'dialog button' }))
const payloadOf = (stage: Awaited<ReturnType<typeof open>>, path: string) =>
  stage.sent.findLast((one) => one.path === path)?.payload

it('the list tells state, numbers and risk, and says what the risk means', async () => {
  const stage = await open('/platform/developers?keyword=%E4%BA%91&state=overdue')
  await screen.findByRole('link', { name: '云帆软件' })
  const { textContent } = document.body
  expect(textContent).toContain('欠费')
  expect(textContent).toContain('¥1,500.00')
  expect(screen.getByText('猜测授权码').closest('[data-tip]')?.getAttribute('data-tip')).toContain('150')
  expect(payloadOf(stage, developerDesk.find.path)).toMatchObject({ keyword: '云', state: 'overdue' })
})

it('an approval says how many licenses it deletes', async () => {
  const stage = await open('/platform/applications')
  fireEvent.click(await screen.findByRole('button', { name: '通过' }))
  expect(await screen.findByText(/12 个许可/)).toBeTruthy()
  press('通过')
  await waitFor(() => expect(payloadOf(stage, developerDesk.decide.path)).toMatchObject({ id: '7', event: 'approve' }))
})

it('an approval that deletes no license says nothing of licenses', async () => {
  await open('/platform/applications', {}, undefined, 0)
  fireEvent.click(await screen.findByRole('button', { name: '通过' }))
  expect(await screen.findByText('“云帆软件”成为正式开发者。开发者会收到消息。')).toBeTruthy()
  press('通过')
  await waitFor(() => expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['已通过']))
})

it('a rejection without words is refused at its field', async () => {
  const stage = await open('/platform/developers/view?id=7')
  fireEvent.click(await screen.findByRole('button', { name: /操作/ }))
  fireEvent.click(await screen.findByRole('menuitem', { name: '不通过' }))
  await dialog()
  press('不通过')
  const field = within(await dialog()).getByLabelText(/原因/)
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(payloadOf(stage, developerDesk.decide.path)).toBeUndefined()
})

it('a suspension says what it means, and sends reason and days', async () => {
  const stage = await open('/platform/developers/view?id=7')
  fireEvent.click(await screen.findByRole('button', { name: /操作/ }))
  fireEvent.click(await screen.findByRole('menuitem', { name: '暂停' }))
  const asked = within(await dialog())
  expect(asked.getByText(/一切更改都会被拒绝/)).toBeTruthy()
  fireEvent.change(asked.getByLabelText(/原因/), { target: { value: '资料不符' } })
  fireEvent.change(asked.getByLabelText(/期限/), { target: { value: '3' } })
  press('暂停开发者')
  await waitFor(() =>
    expect(payloadOf(stage, developerDesk.suspend.path)).toEqual({ id: '7', reason: '资料不符', days: '3' }),
  )
})

it('country and time zone are named, and the history tells what it is about', async () => {
  await open('/platform/developers/view?id=7&tab=history')
  expect(await screen.findByText('中国 · (UTC+08:00) 上海')).toBeTruthy()
  expect(await screen.findByText('修改用户锁 · 7301')).toBeTruthy()
})

it('a suspended developer is told as such; an auditor decides nothing and writes no notes', async () => {
  const suspension = { since: TIME, reason: '资料不符', programsUntil: TIME }
  await open('/platform/developers/view?id=7&tab=notes', { suspension, state: 'suspended' }, ['developer.view'])
  expect(await screen.findByText(/资料不符/)).toBeTruthy()
  expect(await screen.findByText('还没有备注')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /操作|只读访问|添加备注/ })).toBeNull()
  // The website of a developer is no link.
  expect(screen.queryByRole('link', { name: /evil/ })).toBeNull()
})
