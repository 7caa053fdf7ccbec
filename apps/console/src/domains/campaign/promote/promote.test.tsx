// The dialog that sends promotion mails: link and tags, the review of the draft, and its start.
import {
  CAMPAIGN_STATUSES,
  ERRORS,
  activityCalls,
  identityCalls,
  tagCalls,
  taskCalls,
  userCalls,
} from '@sealwright/contract'
import type { TaskRow } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { loadSession } from '../../../lib/session/session.tsx'
import { openStage } from '../../../lib/stage.fixture.tsx'
import { showLanguage } from '../../../lib/words/i18n.tsx'
import { GUID as TASK, task } from '../../task/progress/task.fixture.ts'
import { CAMPAIGN, MAILING, POSTER, campaignOf, guidOf, holding } from '../report/report.fixture.ts'
import { isPromotable } from './promotable.ts'
import { openPromote } from './promote-dialog.tsx'

const [VIP, TRIAL] = [
  { guid: guidOf(901), name: '贵宾' },
  { guid: guidOf(902), name: '试用' },
]
const draft = (given: Partial<TaskRow> = {}) =>
  task({ kind: 'campaignMail', subject: '新春体验', status: 0, isDraft: true, total: 5, success: 0, skip: 2, ...given })

const dialogOf = (title: HTMLElement) => within(title.closest('dialog') ?? title)

interface Given {
  drafted?: TaskRow
  privileges?: string[]
  answers?: Parameters<typeof openStage>[2]
}

async function open({ drafted = draft(), privileges, answers = [] }: Given = {}) {
  let now = drafted
  const stage = await openStage({ '/activity': () => <p>the list</p> }, '/activity', [
    [identityCalls.current, () => holding(privileges)],
    [tagCalls.list, () => ({ data: [VIP, TRIAL] })],
    [
      userCalls.find,
      ({ tagGuids }) => ({ data: { rows: [], records: String(tagGuids).includes(VIP.guid) ? 12 : 30, total: 1 } }),
    ],
    [activityCalls.promote, () => ({ data: { taskId: TASK } })],
    [taskCalls.get, () => ({ data: now })],
    [
      taskCalls.findRows,
      () => ({
        data: {
          rows: [{ n: 4, state: 'skip', cells: [{ field: 'account', value: '13800138000' }], reason: '没有邮箱' }],
          records: 2,
          total: 1,
        },
      }),
    ],
    [
      taskCalls.start,
      () => {
        now = { ...draft(), isDraft: false, status: 2, success: 3 }
        return { data: { taskId: TASK } }
      },
    ],
    ...answers,
  ])
  await act(loadSession)
  act(() => openPromote(campaignOf()))
  return {
    ...stage,
    // The second step is a dialog of its own, and jsdom does not open dialogs: their content counts as hidden.
    asked: within(await screen.findByRole('dialog', { hidden: true })),
    review: async () => dialogOf(await screen.findByText('核对收件人', { selector: 'h2' })),
    all: ({ path }: { path: string }) => stage.sent.filter((one) => one.path === path).map(({ payload }) => payload),
  }
}
type Asked = Awaited<ReturnType<typeof open>>['asked']

async function chooseTags(asked: Asked, ...names: string[]) {
  fireEvent.click(asked.getByRole('button', { name: /^标签: /, hidden: true }))
  for (const name of names) fireEvent.click(await screen.findByRole('option', { name, hidden: true }))
}
const check = (asked: Asked) => fireEvent.click(asked.getByText('核对收件人'))

it('only active links are offered, and the number of users with the tag is told', async () => {
  const { asked } = await open()
  const select = asked.getByLabelText<HTMLSelectElement>('推广链接')
  expect([...select.options].map(({ text }) => text)).toEqual(['海报', '邮件'])
  await chooseTags(asked, '贵宾')
  expect(await asked.findByText('12 个用户带有这个标签')).toBeTruthy()
  fireEvent.click(screen.getByRole('option', { name: '试用', hidden: true }))
  expect(await asked.findByText('最多 42 个用户带有这些标签')).toBeTruthy()
  expect(asked.getByText(/会跳过：没有邮箱的用户、已经退订的用户/)).toBeTruthy()
})

it('all users need no tags, and their number is told', async () => {
  const { asked, all, review } = await open()
  await chooseTags(asked, '贵宾')
  fireEvent.change(asked.getByLabelText('收件人'), { target: { value: 'all' } })
  expect(await asked.findByText('共 30 个用户')).toBeTruthy()
  expect(asked.queryByRole('button', { name: /^标签: /, hidden: true })).toBeNull()
  check(asked)
  await review()
  expect(all(activityCalls.promote)).toEqual([{ guid: CAMPAIGN, linkGuid: POSTER, audience: 'all' }])
})

it('without a tag nothing is drafted', async () => {
  const { asked, all } = await open()
  check(asked)
  expect(await asked.findByText(/标签/, { selector: '.field-error' })).toBeTruthy()
  expect(all(activityCalls.promote)).toEqual([])
})

it('the draft tells who gets a mail and who is skipped why; the start shows the progress', async () => {
  const { asked, review, all } = await open()
  fireEvent.change(asked.getByLabelText('推广链接'), { target: { value: MAILING } })
  await chooseTags(asked, '贵宾', '试用')
  check(asked)
  const told = await review()
  expect(await told.findByText('将发送 3 封邮件')).toBeTruthy()
  expect(all(activityCalls.promote)).toEqual([
    { guid: CAMPAIGN, linkGuid: MAILING, audience: 'tagged', tagGuids: [VIP.guid, TRIAL.guid] },
  ])
  expect(told.getByText('将跳过 2 人')).toBeTruthy()
  expect(await told.findByText('没有邮箱')).toBeTruthy()
  expect(told.getByText('还有 1 人')).toBeTruthy()
  expect(all(taskCalls.start)).toEqual([])
  fireEvent.click(told.getByText('发送 3 封邮件'))
  expect(await screen.findByText('已完成')).toBeTruthy()
  expect(all(taskCalls.start)).toEqual([{ guid: TASK }])
  expect(all(taskCalls.cancel)).toEqual([])
})

it('choosing again discards the draft and keeps the choice', async () => {
  const { asked, review, all } = await open()
  await chooseTags(asked, '贵宾')
  check(asked)
  fireEvent.click((await review()).getByText('重新选择'))
  expect(await screen.findByText('标签：贵宾')).toBeTruthy()
  expect(all(taskCalls.cancel)).toEqual([{ guid: TASK }])
})

it('a draft without recipients cannot be started; closing discards it', async () => {
  const { asked, review, all } = await open({ drafted: draft({ total: 2, skip: 2 }) })
  await chooseTags(asked, '贵宾')
  check(asked)
  const told = await review()
  expect(await told.findByText('没有可以发送的收件人')).toBeTruthy()
  expect(told.queryByText(/^发送 /)).toBeNull()
  fireEvent.click(told.getByRole('button', { name: '关闭', hidden: true }))
  await waitFor(() => expect(all(taskCalls.cancel)).toEqual([{ guid: TASK }]))
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()
})

it('tags without users are told in the dialog', async () => {
  const desc = '没有带这些标签的用户'
  const { asked } = await open({
    answers: [[activityCalls.promote, () => ({ code: ERRORS['activity.nobody'].code, desc, data: null })]],
  })
  await chooseTags(asked, '贵宾')
  check(asked)
  expect(await asked.findByText(desc)).toBeTruthy()
})

it('without the right to view users, the dialog says what is missing', async () => {
  const { asked } = await open({ privileges: ['activity.view', 'activity.publish'] })
  expect(asked.getByText(/发送推广邮件还需要查看用户的权限/)).toBeTruthy()
  expect(asked.queryByRole('button', { name: /^标签: /, hidden: true })).toBeNull()
})

it('speaks English too', async () => {
  const { asked } = await open()
  await chooseTags(asked, '贵宾')
  await act(() => showLanguage('en'))
  expect(await asked.findByText('12 users have this tag')).toBeTruthy()
})

it('only campaigns that people can join now or later, with a link, are promoted', () => {
  const { published, running } = CAMPAIGN_STATUSES
  const promoted = Object.values(CAMPAIGN_STATUSES).filter((status) => isPromotable(campaignOf({ status })))
  expect(promoted).toEqual([published, running])
  expect(
    isPromotable(campaignOf({ links: campaignOf().links.filter(({ guid }) => guid !== POSTER && guid !== MAILING) })),
  ).toBe(false)
})
