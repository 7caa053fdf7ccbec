// What the shared parts do is tested in blocks/entity; here is what only e-mail templates have.
import { REVIEW_STATUSES, emailTemplateCalls, identityCalls, operationLogCalls } from '@sealwright/contract'
import type { ReviewStatusCode } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { rowOffers } from '../../blocks/list/row-offers.fixture.ts'
import { loadSession } from '../../lib/session/session.tsx'
import { openStage, session } from '../../lib/stage.fixture.tsx'
import { documentOf, htmlOf } from './editor/mail-schema.ts'
import { BUTTON_STYLE, isVisual } from './editor/visual-markup.ts'
import { Screen as Detail } from './email-template-detail.screen.tsx'
import { Screen as Edit } from './email-template-edit.screen.tsx'
import { Screen as List } from './email-template-list.screen.tsx'
import type { EmailTemplateAnswer } from './email-template.entity.tsx'

const guid = '00000000-0000-4000-8000-000000000001'
const answer: EmailTemplateAnswer = {
  guid,
  name: '激活邀请',
  type: 7,
  language: 'zh',
  subject: '{developerName} 欢迎您',
  body: '<p>{account} <a href="{activationLink}">激活</a></p>',
  text: null,
  status: REVIEW_STATUSES.approved,
  reason: null,
  inUse: { guid: '00000000-0000-4000-8000-000000000002', name: '旧模板' },
  createTime: '2026-01-01T00:00:00.000Z',
  updateTime: '2026-01-01T00:00:00.000Z',
  revision: 3,
  createdBy: 'Lin',
}
const EVERY = ['view', 'create', 'update', 'delete'].map((verb) => `emailTemplate.${verb}`)
const SCREENS = {
  '/emailTemplate': List,
  '/emailTemplate/createTemplate': Edit,
  '/emailTemplate/viewTemplate': Detail,
}
const platform = (subject: string) => ({
  data: {
    subject: `{developerName} ${subject}`,
    body: '<p>{account} {activationLink}</p>',
    mail: { subject: `云帆 ${subject}`, html: '<p style="color:red">mail</p>', text: 'plain' },
  },
})

interface Opened {
  privileges?: string[]
  shown?: Partial<EmailTemplateAnswer>
  handlers?: Parameters<typeof openStage>[2]
}

async function open(href: string, { privileges = EVERY, shown = {}, handlers = [] }: Opened = {}) {
  const row = { ...answer, ...shown }
  const stage = await openStage(SCREENS, href, [
    [identityCalls.current, () => ({ data: { ...session, privileges } })],
    [emailTemplateCalls.find, () => ({ data: { rows: [row], records: 1, total: 1 } })],
    [emailTemplateCalls.get, () => ({ data: row })],
    [emailTemplateCalls.preview, () => platform('默认')],
    [operationLogCalls.find, () => ({ data: { rows: [], records: 0, total: 0 } })],
    ...handlers,
  ])
  await act(loadSession)
  return stage
}

describe('a row', () => {
  it.each<[ReviewStatusCode, string[]]>([
    [1, ['查看', '撤回', '删除']],
    [2, ['查看', '编辑', '删除']],
    [3, ['查看', '编辑', '删除']],
    [4, ['查看', '编辑', '启用', '删除']],
    [5, ['查看', '停用']],
  ])('in state %i offers what the review allows', async (status, offers) => {
    await open('/emailTemplate', { shown: { status } })
    await screen.findByText('激活邀请')
    expect(rowOffers('激活邀请')).toEqual(offers)
  })

  it('shows the subject and no HTML', async () => {
    await open('/emailTemplate')
    expect(await screen.findByText('{developerName} 欢迎您')).toBeTruthy()
    expect(document.body.textContent).not.toContain('<p>')
  })
})

it('enabling names the template that is replaced, and says so to the server', async () => {
  const sent: unknown[] = []
  await open(`/emailTemplate/viewTemplate?guid=${guid}`, {
    handlers: [
      [
        emailTemplateCalls.enable,
        (payload) => {
          sent.push(payload)
          return { data: {} }
        },
      ],
    ],
  })
  fireEvent.click(await screen.findByRole('button', { name: '启用' }))
  const dialog = within(await screen.findByRole('alertdialog', { hidden: true }))
  expect(dialog.getByText(/旧模板/)).toBeTruthy()
  fireEvent.click(dialog.getByText('启用'))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ guid, replacing: answer.inUse?.guid })
})

it('the page of a rejected template says why', async () => {
  await open(`/emailTemplate/viewTemplate?guid=${guid}`, { shown: { status: 3, reason: '缺少退订说明' } })
  expect(await screen.findByText('平台驳回了这个模板：缺少退订说明')).toBeTruthy()
})

it('a new template has the title of its screen, and tells all missing variables in one message', async () => {
  const stage = await open('/emailTemplate/createTemplate', {
    handlers: [
      [emailTemplateCalls.preview, () => ({ data: { ...platform('').data, subject: '你好', body: '<p></p>' } })],
    ],
  })
  expect(await screen.findByRole('heading', { level: 1, name: '编写邮件模板' })).toBeTruthy()
  fireEvent.input(screen.getByLabelText(/^名称/), { target: { value: '激活' } })
  fireEvent.click(screen.getByRole('button', { name: '创建邮件模板' }))
  expect(await screen.findByText('正文缺少必填变量 {account}、{developerName}、{activationLink}')).toBeTruthy()
  expect(stage.sent.some(({ path }) => path === emailTemplateCalls.create.path)).toBe(false)
})

it('the preview cannot run scripts', async () => {
  await open(`/emailTemplate/viewTemplate?guid=${guid}`)
  const frame = await screen.findByTitle<HTMLIFrameElement>('邮件内容')
  expect(frame.getAttribute('sandbox')).toBe('allow-same-origin')
  fireEvent.click(screen.getByRole('radio', { name: '纯文本' }))
  expect(await screen.findByText('plain')).toBeTruthy()
})

describe('the form', () => {
  it("starts from the platform's text, and follows the type until somebody writes", async () => {
    let asked = 0
    await open('/emailTemplate/createTemplate', {
      handlers: [[emailTemplateCalls.preview, () => platform(`第 ${++asked} 版`)]],
    })
    const subject = await screen.findByLabelText<HTMLInputElement>('邮件主题')
    const before = subject.value
    expect(before).toContain('{developerName} 第')
    fireEvent.change(screen.getByLabelText('类型'), { target: { value: '6' } })
    await waitFor(() => expect(subject.value).not.toBe(before))
    fireEvent.change(subject, { target: { value: '{developerName} 自己写的' } })
    fireEvent.change(screen.getByLabelText('类型'), { target: { value: '1' } })
    expect(subject.value).toBe('{developerName} 自己写的')
  })

  it('says which variable is missing, before it is saved', async () => {
    await open(`/emailTemplate/createTemplate?guid=${guid}`)
    fireEvent.click(await screen.findByRole('radio', { name: '源代码' }))
    const body = screen.getByRole('textbox', { name: '正文' })
    fireEvent.change(body, { target: { value: '<p>{account} {nobody}</p>' } })
    fireEvent.click(screen.getByRole('button', { name: /^保存/ }))
    expect((await screen.findByText(/\{nobody\}/, { selector: '[role=alert]' })).textContent).toContain('正文')
  })

  it('is closed while the platform reviews the template', async () => {
    await open(`/emailTemplate/createTemplate?guid=${guid}`, { shown: { status: 1 } })
    expect(await screen.findByText('平台正在审核，撤回后才能编辑。')).toBeTruthy()
  })

  it('needs the right to create or to update', async () => {
    await open('/emailTemplate/createTemplate', { privileges: ['emailTemplate.view', 'emailTemplate.update'] })
    await waitFor(() => expect(screen.queryByLabelText('邮件主题')).toBeNull())
  })
})

describe('the editor', () => {
  it.each([
    '<p>{account} <strong>a<em>b</em></strong><em>c</em><br /></p>',
    '<h1 style="text-align:center">a &amp; &lt;b&gt;</h1><h2>c</h2>',
    '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul><ol><li><p>c</p></li></ol>',
    `<p style="text-align:right"><a href="{activationLink}" style="${BUTTON_STYLE}">a</a></p>`,
    '<p><a href="https://a.example/?a=1&amp;b=2">b</a></p>',
    '<p><img src="https://a.example/p.png" alt="&quot;a&quot;" width="9" style="max-width:100%;height:auto" /></p>',
  ])('writes back what it reads: %s', (html) => {
    expect(isVisual(html)).toBe(true)
    expect(htmlOf(documentOf(html))).toBe(html)
  })

  it.each(['<table><tr><td>a</td></tr></table>', '<p style="color:red">a</p>', '<div>a</div>'])(
    'leaves %s to the source',
    (html) => expect(isVisual(html)).toBe(false),
  )
})
