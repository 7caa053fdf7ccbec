// The queue of approval requests, for people with different rights.
import { LIMITS, approveCalls, auditCalls, identityCalls } from '@sealwright/contract'
import type { AuditRow } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { loadSession } from '../../../lib/session/session.tsx'
import { openStage, session } from '../../../lib/stage.fixture.tsx'
import { useToasts } from '../../../lib/toast.ts'
import { showLanguage } from '../../../lib/words/i18n.tsx'
import { loadedOf } from './request-queue.screen.tsx'
import { guidOf, pageOf, rowOf } from './request.fixture.ts'

const PATH = '/audit/license/sn'
const APPROVER = ['audit.decide', 'audit.view']

interface Opening {
  search?: string
  privileges?: string[]
  rows?: readonly AuditRow[]
  more?: Parameters<typeof openStage>[2]
}

async function open({ search = '', privileges = APPROVER, rows = [rowOf()], more = [] }: Opening = {}) {
  const stage = await openStage({ [PATH]: loadedOf('sn').Screen }, `${PATH}${search}`, [
    [identityCalls.current, () => ({ data: { ...session, privileges } })],
    [auditCalls.find, () => pageOf(rows)],
    [auditCalls.count, () => ({ data: { smart: 0, account: 0, sn: 7, questions: 0 } })],
    [approveCalls.approvers, () => ({ data: { users: [], roles: [], requesters: [] } })],
    ...more,
  ])
  await act(loadSession)
  await screen.findByRole('heading', { level: 1 })
  return {
    ...stage,
    all: ({ path }: { path: string }) => stage.sent.filter((one) => one.path === path).map(({ payload }) => payload),
  }
}

const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent)
const toasts = () => useToasts.getState().toasts.map(({ text }) => text)
const dialog = () => screen.findByRole('dialog', { hidden: true })
const inDialog = async (name: string) => within(await dialog()).getByRole('button', { name, hidden: true })
const selectAll = async () => {
  await screen.findByText('202601010001')
  for (const box of screen.getAllByRole('checkbox', { name: /^选择“2026/ })) fireEvent.click(box)
}
const batch = () => within(screen.getByRole('region', { name: '批量操作' }))

it.each([
  [APPROVER, ['待我审批7', '我已审批', '我申请的', '全部'], 'mine'],
  [['audit.view'], ['全部', '我申请的'], 'all'],
  [['snLicense.issue'], ['我申请的'], 'requested'],
])('the tabs depend on the rights: %s', async (privileges, shown, view) => {
  const stage = await open({ privileges, search: privileges === APPROVER ? '' : '?view=mine' })
  await waitFor(() => expect(tabs()).toEqual(shown))
  await waitFor(() => expect(stage.all(auditCalls.find)[0]).toMatchObject({ family: 'sn', view }))
})

it('a row tells what is asked, where it stands and when it expires', async () => {
  const soon = new Date(Date.now() + 90_000_000).toISOString()
  await open({ rows: [rowOf({ expireTime: soon, hasQuestion: true })] })
  expect((await screen.findByRole('link', { name: '202601010001' })).getAttribute('href')).toBe(
    `/audit/license/sn/view?guid=${rowOf().guid}`,
  )
  for (const words of ['ABCD-EFGH-JKMN-PQRS +2', '¥3,650.00', '1 / 2 · 等待李维', '待审批', '有提问', '还剩 1 天'])
    expect(screen.getByText(words), words).toBeTruthy()
})

it('a tab without requests says what would be there, also in English', async () => {
  const stage = await open({ rows: [] })
  expect(await screen.findByText('没有等待您审批的申请')).toBeTruthy()
  fireEvent.click(screen.getByRole('tab', { name: '我申请的' }))
  expect(await screen.findByText('您还没有提交过申请')).toBeTruthy()
  expect(stage.address()).toBe(`${PATH}?view=requested`)
  await act(() => showLanguage('en'))
  expect(await screen.findByText('You have no requests')).toBeTruthy()
})

it('filters and order are in the address and keep the tab', async () => {
  const stage = await open({ search: '?view=all&state=rejected&event=update&sort=expireTime&order=asc' })
  await screen.findByText('202601010001')
  expect(stage.all(auditCalls.find)[0]).toMatchObject({
    view: 'all',
    state: 'rejected',
    event: 'update',
    sort: 'expireTime',
    order: 'asc',
  })
  fireEvent.click(screen.getByRole('button', { name: '全部清除' }))
  await waitFor(() => expect(stage.address()).toBe(`${PATH}?view=all&sort=expireTime&order=asc`))
})

it('several are rejected with one reason, which is required', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const rows = [rowOf(), rowOf({ guid: guidOf(2), number: '202601010002', revision: 9, count: 1 })]
  const stage = await open({
    rows,
    more: [
      [
        auditCalls.decideMany,
        () => ({
          data: { results: rows.map(({ guid, number }) => ({ guid, number, state: 'rejected', message: null })) },
        }),
      ],
    ],
  })
  await selectAll()
  fireEvent.click(batch().getByRole('button', { name: '驳回 2' }))
  expect(within(await dialog()).getByText(/^这些申请共 4 个许可。/)).toBeTruthy()
  fireEvent.click(await inDialog('驳回'))
  expect(await within(await dialog()).findByText('原因不能为空')).toBeTruthy()
  expect(stage.all(auditCalls.decideMany)).toEqual([])
  vi.advanceTimersByTime(LIMITS.console.clickThrottleMs)
  fireEvent.input(within(await dialog()).getByRole('textbox', { hidden: true }), { target: { value: '预算已用完' } })
  fireEvent.click(await inDialog('驳回'))
  await waitFor(() => expect(toasts()).toEqual(['已驳回 2 个申请']))
  expect(stage.all(auditCalls.decideMany)).toEqual([
    {
      act: 'reject',
      reason: '预算已用完',
      requests: [
        { guid: rows[0]?.guid, revision: 4 },
        { guid: rows[1]?.guid, revision: 9 },
      ],
    },
  ])
  expect(screen.queryByRole('region', { name: '批量操作' })).toBeNull()
})

it('of several, the refused ones show their words, stay selected and can be tried again', async () => {
  const rows = [rowOf(), rowOf({ guid: guidOf(2), number: '202601010002' })]
  vi.useFakeTimers({ toFake: ['performance'] })
  let isRefused = true
  const stage = await open({
    rows,
    more: [
      [
        auditCalls.decideMany,
        ({ requests }) => ({
          data: {
            results: (requests as { guid: string }[]).map(({ guid }) => ({
              guid,
              number: rows.find((row) => row.guid === guid)?.number,
              state: 'waiting',
              message: isRefused && guid === guidOf(2) ? '申请 202601010002 现在不由您审批' : null,
            })),
          },
        }), // what this screen sends
      ],
    ],
  })
  await selectAll()
  fireEvent.click(batch().getByRole('button', { name: '通过 2' }))
  fireEvent.click(await inDialog('通过'))
  expect(await screen.findByText('1 个完成，1 个未完成')).toBeTruthy()
  expect(screen.getByText('申请 202601010002 现在不由您审批')).toBeTruthy()
  expect(batch().getByRole('button', { name: '通过 1' })).toBeTruthy()
  isRefused = false
  vi.advanceTimersByTime(LIMITS.console.clickThrottleMs)
  fireEvent.click(await inDialog('重试 1 个'))
  await waitFor(() => expect(stage.all(auditCalls.decideMany)).toHaveLength(2))
  expect(stage.all(auditCalls.decideMany)[1]).toEqual({ act: 'approve', requests: [{ guid: guidOf(2), revision: 4 }] })
  await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull())
  expect(screen.queryByRole('region', { name: '批量操作' })).toBeNull()
})

it('only the requests that wait for the person can be selected', async () => {
  await open({ search: '?view=all' })
  await screen.findByText('202601010001')
  expect(screen.queryByRole('checkbox', { name: /^选择“2026/ })).toBeNull()
})
