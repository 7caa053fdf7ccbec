// The page of one approval request: what it shows, and each act with its refusal.
import { ERRORS, LIMITS, approveCalls, auditCalls, identityCalls, privilege } from '@sealwright/contract'
import type { AuditAnswer, AuditItem, Call } from '@sealwright/contract'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { registerScreens } from '../../../lib/place/screen.ts'
import { loadSession } from '../../../lib/session/session.tsx'
import { clearStage, openStage, session } from '../../../lib/stage.fixture.tsx'
import { useToasts } from '../../../lib/toast.ts'
import { showLanguage } from '../../../lib/words/i18n.tsx'
import { screenOf } from './request-detail.screen.tsx'
import { GUID, guidOf, itemOf, pageOf, requestOf } from './request.fixture.ts'

const PATH = '/audit/license/sn'

beforeAll(() =>
  registerScreens(
    ['/pc/license/sn/view', '/approve/view', '/taskCenter'].map((path) => ({
      path,
      domain: 'approval',
      title: 'audit.titles.view',
      access: privilege('audit.view'),
      load: () => Promise.reject(new Error('not opened here')),
    })),
  ),
)

interface Opening {
  path?: string
  request?: AuditAnswer
  items?: readonly AuditItem[]
  privileges?: string[]
  more?: Parameters<typeof openStage>[2]
}

async function open({
  path = PATH,
  request = requestOf(),
  items = [itemOf()],
  privileges = ['audit.decide', 'audit.view'],
  more = [],
}: Opening = {}) {
  const stage = await openStage(
    {
      [`${PATH}/view`]: screenOf('sn'),
      [`${PATH}/edit`]: () => <p>edit</p>,
      '/audit/license/smart/view': screenOf('smart'),
    },
    `${path}/view?guid=${GUID}`,
    [
      [identityCalls.current, () => ({ data: { ...session, privileges } })],
      [auditCalls.get, () => ({ data: request })],
      [auditCalls.findItems, () => pageOf(items)],
      ...more,
    ],
  )
  await act(loadSession)
  return {
    ...stage,
    all: ({ path }: { path: string }) => stage.sent.filter((one) => one.path === path).map(({ payload }) => payload),
  }
}

const title = () => screen.findByRole('heading', { level: 1 })
const buttons = () => [...document.querySelectorAll('.page-head-actions > *')].map(({ textContent }) => textContent)
const facts = () =>
  [...document.querySelectorAll('.fact')].map((fact) => [...fact.children].map((part) => part.textContent).join('='))
const toasts = () => useToasts.getState().toasts.map(({ text }) => text)
const dialog = () => within(screen.getByRole('dialog', { hidden: true }))
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const confirmed = (name: string) => fireEvent.click(dialog().getByRole('button', { name, hidden: true }))
const write = (text: string) =>
  fireEvent.input(dialog().getByRole('textbox', { hidden: true }), { target: { value: text } })

describe('a request', () => {
  it('shows who asks for what, the hold, the flow version and the licenses', async () => {
    await open({
      request: requestOf({
        customerName: '宁远科技',
        remark: '展会样品',
        templateChanges: [{ field: 'licDuration', before: '365', after: '730' }],
        holdings: { name: '宁远科技', products: [{ name: '星图', count: 12 }] },
        earlier: [
          {
            guid: guidOf(5),
            number: '202512310007',
            family: 'account',
            state: 'rejected',
            templateName: '月度版',
            count: 2,
            requestTime: '2025-12-31T00:00:00.000Z',
          },
        ],
      }),
    })
    expect((await title()).textContent).toBe('申请 202601010001')
    expect(facts()).toEqual([
      '申请人=周宁',
      '申请时间=2026-01-01 08:00',
      '到期时间=2999-01-31 08:00 ',
      '操作=签发',
      '模板=年度版',
      '产品=星图',
      '许可=ABCD-EFGH-JKMN-PQRS 及另外 2 个',
      '数量=3',
      '冻结的费用=¥3,650.00',
      '客户=宁远科技',
      '审批流=大额授权 · 版本 2',
      '签发备注=展会样品',
    ])
    expect(
      (
        await Promise.all(
          ['大额授权 · 版本 2', 'ABCD-EFGH-JKMN-PQRS', '202512310007'].map((name) =>
            screen.findByRole('link', { name }),
          ),
        )
      ).map((link) => link.getAttribute('href')),
    ).toEqual([
      `/approve/view?guid=${guidOf(70)}&version=2`,
      `/pc/license/sn/view?guid=${guidOf(60)}`,
      `/audit/license/account/view?guid=${guidOf(5)}`,
    ])
    const changes = within(screen.getByRole('region', { name: '与模板的差异' })).getAllByRole('cell')
    expect(changes.map(({ textContent }) => textContent)).toEqual(['365', '730'])
    expect(within(screen.getByRole('region', { name: '宁远科技 现有的许可' })).getByRole('listitem').textContent).toBe(
      '星图12',
    )
  })

  it('under another family moves to the page of its own', async () => {
    await open({ path: '/audit/license/smart' })
    expect((await title()).textContent).toBe('申请 202601010001')
    expect(location.pathname + location.search).toBe(`${PATH}/view?guid=${GUID}`)
  })

  it('links to nothing that the person may not open, and hides money that the server does not tell', async () => {
    await open({ privileges: ['snLicense.issue'], request: requestOf({ fen: null }) })
    await screen.findByText('ABCD-EFGH-JKMN-PQRS')
    expect(screen.queryByRole('link', { name: /大额授权|ABCD/ })).toBeNull()
    expect(facts().some((fact) => fact.startsWith('冻结'))).toBe(false)
  })

  it('shows the steps with their approvers, and who is waited for', async () => {
    const [first, second] = requestOf().progress
    if (!first || !second) throw new Error('the fixture has two steps')
    await open({
      request: requestOf({
        step: 2,
        progress: [
          {
            ...first,
            state: 'done',
            approvers: [{ userId: guidOf(2), name: '李维', approveTime: '2026-01-02T00:00:00.000Z' }],
          },
          { ...second, state: 'current', isEscalated: true },
        ],
      }),
    })
    await title()
    const steps = within(screen.getByRole('list', { name: '审批进度' }))
    expect(steps.getByText('2026-01-02 08:00 通过')).toBeTruthy()
    const current = steps.getAllByRole('listitem').find((step) => step.getAttribute('aria-current') === 'step')
    expect(current?.textContent).toContain('王芳等待中')
    expect(current?.textContent).toContain('超级管理员也可以审批')
  })

  it('tells its history in words, also in English', async () => {
    const event = { at: '2026-01-01T00:00:00.000Z', step: null, text: null, about: null, changes: [] }
    await open({
      request: requestOf({
        events: [
          { ...event, guid: '1', kind: 'handOver', actor: '李维', step: 1, about: '王芳', text: '我休假' },
          { ...event, guid: '2', kind: 'escalate', actor: null },
        ],
      }),
    })
    await title()
    const history = () => within(screen.getByRole('list', { name: /^(历史|History)$/ })).getAllByRole('listitem')
    expect(history().map(({ textContent }) => textContent)).toEqual([
      '转交李维第 1 步2026-01-01 08:00转交给王芳我休假',
      '超级管理员可以审批系统2026-01-01 08:00',
    ])
    await act(() => showLanguage('en'))
    expect(history()[1]?.textContent).toBe('The super administrator can decideSystem2026-01-01 08:00')
  })

  it('that is an update shows the change of each license beside the first one in full', async () => {
    const changes = [{ field: 'machineNum', before: '5', after: '8' }]
    await open({
      request: requestOf({ event: 'update', licenseChanges: changes }),
      items: [itemOf({ changes, status: 1 })],
    })
    await title()
    const difference = within(screen.getByRole('region', { name: '与现有许可的差异' }))
    expect(difference.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['5', '8'])
    expect(difference.getByText(/^以第一个许可为例/)).toBeTruthy()
    expect(screen.queryByRole('region', { name: '与模板的差异' })).toBeNull()
  })

  it('tells why it ended once, and the reason of a license only if that differs', async () => {
    const withdrawn = requestOf({ state: 'withdrawn', reason: '申请人已撤回' })
    await open({ request: withdrawn, items: [itemOf({ reason: '申请人已撤回' })] })
    expect((await screen.findByRole('note', { name: '申请已撤回' })).textContent).toBe('申请已撤回')
    await screen.findByRole('table', { name: '许可' })
    expect(screen.queryByText('未生效的原因')).toBeNull()
    cleanup()
    clearStage()
    await open({ request: requestOf({ state: 'approved', applied: 0 }), items: [itemOf({ reason: '余额不足' })] })
    expect(await screen.findByText('余额不足')).toBeTruthy()
  })

  it('that takes effect shows its progress and its task', async () => {
    await open({
      request: requestOf({ state: 'applying', acts: [], count: 10_000, applied: 2_500, taskGuid: guidOf(8) }),
    })
    const bar = await screen.findByRole('progressbar')
    expect([bar.getAttribute('max'), bar.getAttribute('value')]).toEqual(['10000', '2500'])
    expect(screen.getByRole('link', { name: '查看任务' }).getAttribute('href')).toBe(`/taskCenter?guid=${guidOf(8)}`)
  })

  it('that is not there for the person leads back to the list', async () => {
    await open({
      more: [
        [
          auditCalls.get,
          () => ({ code: ERRORS['audit.notFound'].code, desc: '审批申请不存在，或您无权查看', data: null }),
        ],
      ],
    })
    expect(await screen.findByText('审批申请不存在，或您无权查看')).toBeTruthy()
    expect(screen.getByRole('link', { name: '返回列表' }).getAttribute('href')).toBe(`${PATH}?showSearch=1`)
  })
})

describe('the acts', () => {
  it('are exactly those that the server answers', async () => {
    await open()
    await title()
    expect(buttons()).toEqual(['修改内容', '转交', '提问', '驳回', '通过'])
    cleanup()
    clearStage()
    await open({ request: requestOf({ isOwn: true, acts: ['note', 'withdraw', 'answer'] }) })
    await title()
    expect(buttons()).toEqual(['补充说明', '撤回'])
    cleanup()
    clearStage()
    await open({ request: requestOf({ isOwn: true, state: 'rejected', reason: '期限太长', acts: ['resubmit'] }) })
    await title()
    expect(buttons()).toEqual(['重新提交', '修改后重新提交'])
    expect(within(screen.getByRole('note', { name: '申请被驳回' })).getByText('期限太长')).toBeTruthy()
  })

  const waiting = () => ({ data: { state: 'waiting' } })
  it.each<[string, RequestActs, string, object, string]>([
    [
      '通过',
      'approve',
      '同意',
      { guid: GUID, revision: '4', note: '同意' },
      '您已通过申请 202601010001，还需其他人审批',
    ],
    ['驳回', 'reject', '预算不足', { guid: GUID, reason: '预算不足' }, '申请 202601010001 已驳回'],
    ['提问', 'ask', '为什么要三年？', { guid: GUID, text: '为什么要三年？' }, '已向申请人提问'],
    ['补充说明', 'note', '合同已签', { guid: GUID, text: '合同已签' }, '已补充说明'],
    ['撤回', 'withdraw', '写错了', { guid: GUID, reason: '写错了' }, '申请 202601010001 已撤回'],
    ['重新提交', 'resubmit', '请再看', { guid: GUID, note: '请再看' }, '申请 202601010001 已重新提交'],
  ])('%s sends what was typed and loads the page again', async (name, verb, text, payload, told) => {
    const call: Call = auditCalls[verb]
    const stage = await open({ request: requestOf({ acts: [verb] }), more: [[call, waiting]] })
    await title()
    press(name)
    write(text)
    const asked = stage.all(auditCalls.get).length
    confirmed(name)
    await waitFor(() => expect(toasts()).toEqual([told]))
    expect(stage.all(call)).toEqual([payload])
    await waitFor(() => expect(stage.all(auditCalls.get).length).toBeGreaterThan(asked))
  })

  it('tell when the last approval put the licenses in force', async () => {
    await open({
      request: requestOf({ step: 2 }),
      more: [[auditCalls.approve, () => ({ data: { state: 'approved' } })]],
    })
    await title()
    press('通过')
    expect(dialog().getByText(/^这是最后一步。这一步通过后，3 个许可立即生效/)).toBeTruthy()
    confirmed('通过')
    await waitFor(() => expect(toasts()).toEqual(['申请 202601010001 已通过并生效']))
  })

  it('need a reason for a rejection', async () => {
    const stage = await open()
    await title()
    press('驳回')
    confirmed('驳回')
    expect(await dialog().findByText('原因不能为空')).toBeTruthy()
    expect(stage.all(auditCalls.reject)).toEqual([])
  })

  it('that are refused say why in the dialog, and the page shows the request as it is now', async () => {
    let revision = 4
    const stage = await open({
      more: [
        [auditCalls.get, () => ({ data: requestOf({ revision, fen: revision * 1_000 }) })],
        [
          auditCalls.approve,
          () => ({ code: ERRORS['audit.changed'].code, desc: '申请 202601010001 已被修改', data: null }),
        ],
      ],
    })
    await title()
    press('通过')
    revision = 5
    confirmed('通过')
    expect(await dialog().findByText('申请 202601010001 已被修改')).toBeTruthy()
    await waitFor(() => expect(facts()).toContain('冻结的费用=¥50.00'))
    expect(stage.all(auditCalls.approve)).toEqual([{ guid: GUID, revision: '4' }])
  })

  it('hand the turn over to another approver, never to the requester or to one of the step', async () => {
    const stage = await open({
      request: requestOf({ waitsFor: [{ userId: guidOf(3), name: '王芳' }] }),
      more: [
        [
          approveCalls.approvers,
          () => ({
            data: {
              users: [
                { userId: guidOf(1), name: '周宁', account: 'zhou@test.example', isSuper: false },
                { userId: guidOf(3), name: '王芳', account: 'wang@test.example', isSuper: false },
                { userId: guidOf(4), name: '赵敏', account: 'zhao@test.example', isSuper: false },
              ],
              roles: [],
              requesters: [],
            },
          }),
        ],
        [auditCalls.handOver, waiting],
      ],
    })
    await title()
    press('转交')
    fireEvent.click(await dialog().findByRole('combobox', { hidden: true }))
    expect((await screen.findAllByRole('option', { hidden: true })).map(({ textContent }) => textContent)).toEqual([
      '赵敏zhao@test.example',
    ])
    fireEvent.click(screen.getByRole('option', { name: /^赵敏/, hidden: true }))
    confirmed('转交')
    await waitFor(() => expect(stage.all(auditCalls.handOver)).toEqual([{ guid: GUID, userId: guidOf(4) }]))
  })
})

type RequestActs = 'approve' | 'reject' | 'ask' | 'note' | 'withdraw' | 'resubmit'

describe('a question', () => {
  const question = { asker: '李维', text: '为什么要三年？', at: '2026-01-02T00:00:00.000Z' }

  it('is answered by the requester on the page', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    let answers = 0
    const stage = await open({
      request: requestOf({ isOwn: true, question, acts: ['answer'] }),
      more: [
        [
          auditCalls.answer,
          () =>
            ++answers === 1
              ? { code: ERRORS['audit.noQuestion'].code, desc: '没有待回答的问题', data: null }
              : { data: { state: 'waiting' } },
        ],
      ],
    })
    const note = within(await screen.findByRole('note', { name: '李维 的问题' }))
    expect(note.getByText('为什么要三年？')).toBeTruthy()
    fireEvent.input(note.getByRole('textbox'), { target: { value: '客户要求' } })
    fireEvent.click(note.getByRole('button', { name: '回答' }))
    expect(await note.findByText('没有待回答的问题')).toBeTruthy()
    vi.advanceTimersByTime(LIMITS.console.clickThrottleMs)
    fireEvent.click(note.getByRole('button', { name: '回答' }))
    await waitFor(() => expect(toasts()).toEqual(['已回答']))
    expect(stage.all(auditCalls.answer)[1]).toEqual({ guid: GUID, text: '客户要求' })
  })

  it('is only read by the others', async () => {
    await open({ request: requestOf({ question }) })
    const note = within(await screen.findByRole('note', { name: '李维 的问题' }))
    expect(note.getByText('等待申请人回答。')).toBeTruthy()
    expect(note.queryByRole('textbox')).toBeNull()
  })
})
