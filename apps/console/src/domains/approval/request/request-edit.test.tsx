// The form of a request's terms: for the approver who edits, and for the requester who submits again.
import { ERRORS, ISSUE_RULES, MODIFY_PRIVILEGES, auditCalls, identityCalls } from '@sealwright/contract'
import type { AuditAnswer, IssuePreview } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { loadSession } from '../../../lib/session/session.tsx'
import { openStage, session } from '../../../lib/stage.fixture.tsx'
import { useToasts } from '../../../lib/toast.ts'
import { answerOf, storedOf } from '../../template/template-answer.fixture.ts'
import { screenOf } from './request-edit.screen.tsx'
import { GUID, guidOf, requestOf } from './request.fixture.ts'

const PATH = '/audit/license/sn'

const previewOf = (given: Partial<IssuePreview> = {}): IssuePreview => ({
  rules: ISSUE_RULES.map((rule) => ({ rule, outcome: 'pass', message: rule, field: null })),
  isAllowed: true,
  count: 3,
  paidAt: 'approval',
  caughtBy: null,
  warnings: [],
  overwrites: [],
  price: { totalFen: 730_000, lines: [], units: null, isEnough: true, isOverdue: false },
  ...given,
})

const terms = {
  ...answerOf(storedOf('sn')),
  guid: guidOf(7),
  name: '年度版',
  isExpired: false,
  changeable: ['licDuration'],
  ...Object.fromEntries(MODIFY_PRIVILEGES.map((name) => [name, false])),
}

async function open(request: AuditAnswer, more: Parameters<typeof openStage>[2] = []) {
  const stage = await openStage(
    { [`${PATH}/edit`]: screenOf('sn'), [`${PATH}/view`]: () => <p>the request</p> },
    `${PATH}/edit?guid=${GUID}`,
    [
      [identityCalls.current, () => ({ data: session })],
      [auditCalls.get, () => ({ data: request })],
      [auditCalls.form, () => ({ data: { family: 'sn', template: terms, terms } })],
      [auditCalls.previewEdit, () => ({ data: previewOf() })],
      ...more,
    ],
  )
  await act(loadSession)
  return {
    ...stage,
    all: ({ path }: { path: string }) => stage.sent.filter((one) => one.path === path).map(({ payload }) => payload),
  }
}

const editing = requestOf()
const rejected = requestOf({ isOwn: true, state: 'rejected', acts: ['resubmit'] })
const type = async (label: RegExp, value: string) =>
  fireEvent.input(await screen.findByRole('textbox', { name: label }), { target: { value } })
const panel = () => within(screen.getByRole('complementary'))
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const toasts = () => useToasts.getState().toasts.map(({ text }) => text)

it('an approver edits codes: both prices show, and only the differences are sent with the seen revision', async () => {
  const stage = await open(editing, [[auditCalls.edit, () => ({ data: { state: 'waiting' } })]])
  expect(await screen.findByRole('heading', { level: 1, name: '审批前修改申请 202601010001' })).toBeTruthy()
  await type(/^时长/, '730')
  await type(/^备注/, '按合同改为两年')
  expect((await panel().findAllByRole('definition')).map(({ textContent }) => textContent)).toEqual([
    '¥3,650.00',
    '¥7,300.00',
  ])
  press('保存修改')
  await waitFor(() => expect(stage.address()).toBe(`${PATH}/view?guid=${GUID}`))
  expect(stage.all(auditCalls.edit)).toEqual([
    { guid: GUID, revision: 4, changes: { licDuration: '730' }, note: '按合同改为两年' },
  ])
  expect(toasts()).toEqual(['申请 202601010001 已修改，审批从第 1 步重新开始'])
})

it('an edit without changes is not sent', async () => {
  const stage = await open(editing)
  await screen.findByRole('textbox', { name: /^时长/ })
  press('保存修改')
  await waitFor(() => expect(toasts()).toEqual(['没有任何修改']))
  expect([...stage.all(auditCalls.edit), ...stage.all(auditCalls.previewEdit)]).toEqual([])
})

it('a requester submits again: the panel names the flow that will decide', async () => {
  const stage = await open(rejected, [
    [auditCalls.previewEdit, () => ({ data: previewOf({ caughtBy: { guid: guidOf(8), name: '两年以上' } }) })],
    [auditCalls.resubmit, () => ({ data: { state: 'waiting' } })],
  ])
  expect(await screen.findByRole('heading', { level: 1, name: '修改并重新提交申请 202601010001' })).toBeTruthy()
  expect(await panel().findByText('需要审批：两年以上')).toBeTruthy()
  await type(/^时长/, '90')
  press('重新提交')
  await waitFor(() => expect(stage.address()).toBe(`${PATH}/view?guid=${GUID}`))
  expect(stage.all(auditCalls.resubmit)).toEqual([{ guid: GUID, changes: { licDuration: '90' } }])
})

it('a failed rule keeps the form from being sent and shows first', async () => {
  const rules = ISSUE_RULES.map((rule) => ({
    rule,
    outcome: rule === 'money' ? ('fail' as const) : ('pass' as const),
    message: rule === 'money' ? '余额不足' : rule,
    field: null,
  }))
  await open(editing, [[auditCalls.previewEdit, () => ({ data: previewOf({ rules, isAllowed: false }) })]])
  await type(/^时长/, '7300')
  expect((await screen.findAllByText('余额不足')).length).toBeGreaterThan(0)
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: '保存修改' }).disabled).toBe(true))
})

it('a refusal shows at its field and keeps the input', async () => {
  await open(editing, [
    [
      auditCalls.edit,
      () => ({
        code: ERRORS['platform.badPayload'].code,
        desc: '提交的内容有误',
        data: { fields: [{ path: 'changes.licDuration', rule: 'tooBig', message: '时长太长' }] },
      }),
    ],
  ])
  await type(/^时长/, '730')
  press('保存修改')
  expect(await screen.findByText('时长太长')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^时长/ }).value).toBe('730')
})

it('a request that cannot be edited now says so', async () => {
  await open(requestOf({ state: 'approved', acts: [] }))
  expect(await screen.findByText('申请 202601010001 现在不能修改')).toBeTruthy()
  expect(screen.getByRole('link', { name: '查看申请' }).getAttribute('href')).toBe(`${PATH}/view?guid=${GUID}`)
})

it('a request with several templates has no form', async () => {
  await open(rejected, [
    [
      auditCalls.form,
      () => ({ code: ERRORS['audit.severalTemplates'].code, desc: '此申请包含多个模板，不能修改内容', data: null }),
    ],
  ])
  expect(await screen.findByText('此申请包含多个模板，不能修改内容')).toBeTruthy()
  expect(screen.getByRole('link', { name: '查看申请' })).toBeTruthy()
})
