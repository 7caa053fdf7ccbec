// Notices, messages, feedback, the outbox and the banner at the desk.
import {
  feedbackDesk,
  identityCalls,
  mailDesk,
  messageDesk,
  operatorDesk,
  privilegesOfRoles,
} from '@sealwright/contract'
import type { AnswerOf, DeskMail, DeskNotice } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { DoorBanner } from '../../lib/door-banner.tsx'
import { openDeskStage, operator } from '../desk.fixture.tsx'
import { DESK } from '../session.ts'
import { Screen as Banner } from './banner.screen.tsx'
import { Screen as Feedback } from './feedback-detail.screen.tsx'
import { Screen as Notice } from './notice-detail.screen.tsx'
import { Screen as Edit } from './notice-edit.screen.tsx'
import { Screen as Notices } from './notice-list.screen.tsx'
import { Screen as Outbox } from './outbox.screen.tsx'

const TIME = '2026-03-04T05:06:07.000Z'
const GUID = '7d9f8a52-0000-4000-8000-000000000001'
const row: DeskNotice = {
  guid: GUID,
  state: 'draft',
  level: 'info',
  titleZh: '今晚维护',
  titleEn: 'Maintenance tonight',
  audience: 'formal',
  startTime: null,
  endTime: null,
  readers: 0,
  people: 12,
  revision: 2,
}
const whole: AnswerOf<typeof messageDesk.getNotice> = {
  ...row,
  textZh: '请保存工作',
  textEn: 'Save your work',
  developers: [],
}

type Handlers = Parameters<typeof openDeskStage>[2]
async function open(href: string, handlers: Handlers) {
  const stage = await openDeskStage(
    {
      '/platform/notices': Notices,
      '/platform/notices/view': Notice,
      '/platform/notices/edit': Edit,
      '/platform/feedback/view': Feedback,
      '/platform/outbox': Outbox,
      '/platform/banner': Banner,
      '/platform/login': DoorBanner,
    },
    href,
    handlers,
  )
  await act(() => DESK.people.load())
  return stage
}
const page = <Row,>(rows: Row[]) => ({ data: { rows, records: rows.length, total: 1 } })
/** The default operator owns the platform; this one only looks. */
const auditing: Handlers = [
  [
    operatorDesk.current,
    () => ({ data: { ...operator, roles: ['auditor'], privileges: privilegesOfRoles(['auditor']) } }),
  ],
]
const confirming = () => screen.findByRole('alertdialog', { hidden: true })

describe('notices', () => {
  it('show both languages before they are published, and say who will see them', async () => {
    const { sent } = await open(`/platform/notices/view?guid=${GUID}`, [
      [messageDesk.getNotice, () => ({ data: whole })],
      [messageDesk.publishNotice, () => ({ data: {} })],
    ])
    const chinese = await screen.findByRole('article', { name: '中文' })
    expect(chinese.textContent).toContain('请保存工作')
    expect(screen.getByRole('article', { name: '英文' }).textContent).toContain('Save your work')
    fireEvent.click(screen.getByRole('button', { name: '发布' }))
    const dialog = await confirming()
    expect(dialog.textContent).toContain('正式开发者的 12 位管理员')
    fireEvent.click(within(dialog).getByText('发布'))
    await waitFor(() => expect(sent.map(({ path }) => path)).toContain(messageDesk.publishNotice.path))
  })

  it('that have started can only change their texts', async () => {
    await open(`/platform/notices/edit?guid=${GUID}`, [
      [messageDesk.getNotice, () => ({ data: { ...whole, state: 'shown', startTime: TIME } })],
    ])
    expect(await screen.findByDisplayValue('今晚维护')).toBeDefined()
    expect(screen.queryByLabelText(/开始时间/)).toBeNull()
    expect(screen.getAllByText(/公告已经开始，只能修改文字/).length).toBeGreaterThan(0)
  })

  it('follow what is typed in the preview, keep it, and mark what is missing', async () => {
    await open('/platform/notices/edit', [])
    fireEvent.input(await screen.findByLabelText(/标题（中文）/), { target: { value: '维护' } })
    expect((await screen.findByRole('article', { name: '中文' })).textContent).toContain('维护')
    fireEvent.click(screen.getByRole('button', { name: '保存草稿' }))
    await waitFor(() => expect(document.querySelectorAll('[aria-invalid=true]').length).toBeGreaterThan(0))
    expect(screen.getByDisplayValue('维护')).toBeDefined()
  })

  it('are only looked at by operators who may not send', async () => {
    await open('/platform/notices', [[messageDesk.findNotices, () => page([row])], ...auditing])
    expect(await screen.findByText('0 / 12 位管理员')).toBeDefined()
    expect(screen.queryByText('起草公告')).toBeNull()
  })
})

describe('feedback', () => {
  it('is answered after a confirmation that says that this happens once', async () => {
    const one = {
      guid: GUID,
      developerId: '7',
      developerName: '云帆软件',
      account: 'wang@example.com',
      contact: null,
      kind: 'question' as const,
      text: '怎样导出？',
      page: '/product',
      version: '1.0.0',
      pictures: 0,
      createTime: TIME,
      answer: null,
      answerTime: null,
    }
    const { sent } = await open(`/platform/feedback/view?guid=${GUID}`, [
      [feedbackDesk.get, () => ({ data: one })],
      [feedbackDesk.answer, () => ({ data: {} })],
    ])
    fireEvent.input(await screen.findByRole('textbox'), { target: { value: '在列表右上角' } })
    fireEvent.click(screen.getByRole('button', { name: '发送回复' }))
    const dialog = await confirming()
    expect(dialog.textContent).toContain('只能回复一次')
    fireEvent.click(within(dialog).getByText('发送回复'))
    await waitFor(() => expect(sent.map(({ path }) => path)).toContain(feedbackDesk.answer.path))
  })
})

describe('the outbox', () => {
  const mail: DeskMail = {
    id: GUID,
    developerId: null,
    developerName: null,
    kind: 'resetPassword',
    channel: 'mail',
    recipient: 'anna@example.com',
    state: 'failed',
    attempts: 5,
    problem: 'refused',
    lastError: 'connection refused',
    createTime: TIME,
    sentTime: null,
    canResend: true,
  }

  it('names the kind in words and offers to send a failed message again', async () => {
    await open('/platform/outbox', [[mailDesk.find, () => page([mail])]])
    expect(await screen.findByText('重设密码')).toBeDefined()
    expect(screen.getByText('重新发送')).toBeDefined()
  })

  it('shows a dash where there is no error', async () => {
    await open('/platform/outbox', [[mailDesk.find, () => page([{ ...mail, lastError: null }])]])
    await screen.findByText('anna@example.com')
    expect(screen.getByText('–')).toBeDefined()
  })
})

describe('the maintenance banner', () => {
  it('is shown before sign-in', async () => {
    const door = { demo: false, keepsMail: false, keepsSms: false }
    await open('/platform/login', [
      [identityCalls.door, () => ({ data: { ...door, banner: { zh: '今晚维护', en: 'Tonight', level: 'warning' } } })],
    ])
    expect((await screen.findByText('今晚维护')).getAttribute('role')).toBe('status')
  })

  it('with an end before its start is refused on the field, without a question', async () => {
    const banner = { zh: '今晚维护', en: 'Tonight', level: 'info' as const, startTime: TIME, endTime: TIME }
    await open('/platform/banner', [[messageDesk.banner, () => ({ data: { banner, revision: 1 } })]])
    fireEvent.click(await screen.findByRole('button', { name: '保存横幅' }))
    expect(await screen.findByText('开始时间不能晚于结束时间')).toBeDefined()
    expect(screen.queryByRole('alertdialog', { hidden: true })).toBeNull()
  })
})
