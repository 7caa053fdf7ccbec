// What the shared parts do is tested in blocks/entity; here is what only approval flows have.
import {
  ERRORS,
  OPERATION_TYPES,
  approveCalls,
  identityCalls,
  operationLogCalls,
  pcTemplateCalls,
} from '@sealwright/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { rowOffers } from '../../../blocks/list/row-offers.fixture.ts'
import { registerScreens } from '../../../lib/place/screen.ts'
import { loadSession } from '../../../lib/session/session.tsx'
import { openStage, session } from '../../../lib/stage.fixture.tsx'
import { useToasts } from '../../../lib/toast.ts'
import { showLanguage } from '../../../lib/words/i18n.tsx'
import { approvalScreens } from '../screens.ts'
import { Screen as Detail } from './flow-detail.screen.tsx'
import { ownRequester, copiedName, draftOf } from './flow-draft.ts'
import { Screen as Edit } from './flow-edit.screen.tsx'
import { Screen as List } from './flow-list.screen.tsx'
import { Screen as New } from './flow-new.screen.tsx'
import type { FlowAnswer } from './flow.entity.tsx'
import { FINANCE, LI, SALES, WANG, flow, guidOf } from './flow.fixture.ts'

registerScreens(approvalScreens)

const SCREENS = { '/approveList': List, '/approve/create': New, '/approve/edit': Edit, '/approve/view': Detail }
const EVERY = [
  ...['view', 'create', 'update', 'delete'].map((verb) => `approve.${verb}`),
  'audit.view',
  'snTemplate.view',
]
const other: FlowAnswer = { ...flow, guid: guidOf(2), name: '全部更新', position: 2, isOn: false, waiting: 0 }
const known = {
  users: [
    { ...LI, account: 'li@test.example', isSuper: false },
    { ...WANG, account: 'wang@test.example', isSuper: false },
  ],
  roles: [
    { ...FINANCE, approverCount: 1 },
    { ...SALES, approverCount: 0 },
  ],
  requesters: [{ ...LI, account: 'li@test.example' }],
}

interface Opened {
  privileges?: readonly string[]
  flows?: readonly FlowAnswer[]
  handlers?: Parameters<typeof openStage>[2]
}

async function open(href: string, { privileges = EVERY, flows = [flow, other], handlers = [] }: Opened = {}) {
  const stage = await openStage(SCREENS, href, [
    [identityCalls.current, () => ({ data: { ...session, isMainAccount: false, privileges } })],
    [approveCalls.find, () => ({ data: { rows: flows, records: flows.length, total: 1 } })],
    [approveCalls.get, () => ({ data: flow })],
    [approveCalls.create, () => ({ data: { guid: flow.guid } })],
    [approveCalls.approvers, () => ({ data: known })],
    [operationLogCalls.find, () => ({ data: { rows: [], records: 0, total: 0 } })],
    ...handlers,
  ])
  await act(loadSession)
  const sentTo = (path: string) => stage.sent.filter((call) => call.path === path).map(({ payload }) => payload)
  return { ...stage, sentTo }
}

const refused = (error: keyof typeof ERRORS, desc: string, field?: string) => ({
  code: ERRORS[error].code,
  desc,
  data: { error, ...(field && { fields: [{ path: field, message: desc }] }) },
})
const toasts = () => useToasts.getState().toasts.map(({ text }) => text)

describe('the list', () => {
  it('says in words what a flow catches and who approves, and leads to the waiting requests', async () => {
    await open('/approveList')
    await screen.findByText('大额授权码')
    expect(screen.getAllByText('角色“销售”签发的授权码（产品“云图”），金额超过 ¥1,000.00')).toHaveLength(2)
    expect([...document.querySelectorAll('.flow-chain')].map(({ textContent }) => textContent)).toEqual([
      '李伟或王芳财务（全部）',
      '李伟或王芳财务（全部）',
    ])
    expect(screen.getByRole('link', { name: '2' }).getAttribute('href')).toBe(
      '/audit/license/sn?view=all&state=waiting',
    )
    expect(rowOffers('大额授权码')).toEqual(['查看', '编辑', '复制', '停用', '删除'])
  })

  it('leads to the page of a flow whose waiting requests can be in several queues', async () => {
    await open('/approveList', { flows: [{ ...flow, families: ['account', 'sn'] }] })
    expect((await screen.findByRole('link', { name: '2' })).getAttribute('href')).toBe(
      `/approve/view?guid=${flow.guid}`,
    )
  })

  it('says the same in English', async () => {
    await open('/approveList')
    await act(() => showLanguage('en'))
    const words = await screen.findAllByText(
      'Issue license codes of product “云图”, above ¥1,000.00, by the role “销售”',
    )
    expect(words).toHaveLength(2)
  })

  it('comes back with the filters that were left', async () => {
    const stage = await open('/approveList?isOn=false&event=update')
    await screen.findByText('大额授权码')
    await stage.go(`/approve/view?guid=${flow.guid}`)
    await screen.findByText('李伟或王芳')
    await stage.go('/approveList?showSearch=1')
    await waitFor(() => expect(stage.address()).toBe('/approveList?event=update&isOn=false'))
  })

  it('explains what a flow is while there is none', async () => {
    await open('/approveList', { flows: [] })
    expect(await screen.findByText(/没有审批流时，签发和更新立即生效/)).toBeTruthy()
    expect(screen.getByRole('link', { name: '新建审批流' }).getAttribute('href')).toBe('/approve/create')
  })

  it('offers no change to a person who can only look', async () => {
    await open('/approveList', { privileges: ['approve.view'] })
    await screen.findByText('大额授权码')
    expect(rowOffers('大额授权码')).toEqual(['查看'])
    expect(screen.queryByLabelText(/^[上下]移/)).toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>('启用“大额授权码”').disabled).toBe(true)
    expect(screen.queryByRole('link', { name: '2' })).toBeNull()
  })

  it('turning off a flow with waiting requests asks first; turning one on does not', async () => {
    const stage = await open('/approveList')
    fireEvent.click(await screen.findByLabelText('启用“大额授权码”'))
    const dialog = within(await screen.findByRole('alertdialog', { hidden: true }))
    expect(dialog.getByText(/2 个待审批的申请仍按此审批流处理/)).toBeTruthy()
    expect(stage.sentTo(approveCalls.turn.path)).toEqual([])
    fireEvent.click(dialog.getByText('停用'))
    await waitFor(() => expect(stage.sentTo(approveCalls.turn.path)).toEqual([{ guid: flow.guid, isOn: 'false' }]))
    fireEvent.click(screen.getByLabelText('启用“全部更新”'))
    await waitFor(() => expect(stage.sentTo(approveCalls.turn.path)).toHaveLength(2))
    expect(stage.sentTo(approveCalls.turn.path)[1]).toEqual({ guid: other.guid, isOn: 'true' })
  })

  it('deleting says that requests under way continue', async () => {
    await open('/approveList')
    await screen.findByText('大额授权码')
    rowOffers('大额授权码')
    fireEvent.click(screen.getByRole('menuitem', { name: '删除' }))
    expect(await screen.findByText(/2 个待审批的申请仍按此审批流处理/)).toBeTruthy()
  })
})

describe('the order', () => {
  it('is sent whole when a flow moves, and the ends of the list stay', async () => {
    const stage = await open('/approveList')
    const down = await screen.findByLabelText<HTMLButtonElement>('下移“大额授权码”')
    expect(screen.getByLabelText<HTMLButtonElement>('上移“大额授权码”').disabled).toBe(true)
    expect(screen.getByLabelText<HTMLButtonElement>('下移“全部更新”').disabled).toBe(true)
    fireEvent.click(down)
    await waitFor(() => expect(stage.sentTo(approveCalls.reorder.path)).toEqual([{ guids: [other.guid, flow.guid] }]))
    await waitFor(() => expect(toasts()).toContain('“大额授权码”现在排第 2'))
  })

  it('is read again if somebody added or deleted a flow meanwhile', async () => {
    const stage = await open('/approveList', {
      handlers: [[approveCalls.reorder, () => refused('approve.orderChanged', '审批流有增减')]],
    })
    const down = await screen.findByLabelText('下移“大额授权码”')
    const before = stage.sentTo(approveCalls.find.path).length
    fireEvent.click(down)
    await waitFor(() => expect(toasts()).toContain('审批流有增减'))
    await waitFor(() => expect(stage.sentTo(approveCalls.find.path).length).toBeGreaterThan(before))
  })

  it.each(['?isOn=true', '?sort=name&order=asc', '?sort=position&order=desc'])(
    'cannot be changed in a list that is filtered or sorted otherwise (%s)',
    async (search) => {
      await open(`/approveList${search}`)
      await screen.findByText('大额授权码')
      expect(screen.queryByLabelText(/^[上下]移/)).toBeNull()
    },
  )
})

describe('"try it"', () => {
  const template = { guid: guidOf(301), name: '标准版', productName: '云图' }
  const answers: Opened['handlers'] = [
    [pcTemplateCalls.find, () => ({ data: { rows: [template], records: 1, total: 1 } })],
    [
      approveCalls.tryOut,
      () => ({
        data: {
          caughtBy: { guid: flow.guid, name: flow.name },
          fen: 250_000,
          days: null,
          isGift: false,
          flows: [
            { guid: guidOf(3), name: '账号', outcome: 'family' },
            { guid: flow.guid, name: flow.name, outcome: 'caught' },
            { guid: other.guid, name: other.name, outcome: 'caught' },
          ],
        },
      }),
    ],
  ]

  it('names the flow that catches a sample, and why each other does not count', async () => {
    const stage = await open('/approveList', { handlers: answers })
    fireEvent.click(await screen.findByText('试一试'))
    const panel = within(await screen.findByRole('dialog', { hidden: true }))
    expect(panel.getByText('选择模板后显示结果。')).toBeTruthy()
    fireEvent.click(panel.getByLabelText('模板'))
    fireEvent.click(await screen.findByText('标准版', { selector: '[role=option] *' }))
    fireEvent.change(panel.getByLabelText(/^金额/), { target: { value: '2500' } })
    expect(await panel.findByText('由审批流“大额授权码”审批')).toBeTruthy()
    expect(panel.getByText(/按金额 ¥2,500.00、永久期限计算。/)).toBeTruthy()
    const rows = [...document.querySelectorAll('.flow-try-list li')].map(({ textContent }) => textContent)
    expect(rows).toEqual(['账号不适用于此许可类型', '大额授权码符合', '全部更新也符合，但排在后面'])
    await waitFor(() =>
      expect(stage.sentTo(approveCalls.tryOut.path).at(-1)).toEqual({
        family: 'sn',
        event: 'issue',
        templateGuid: template.guid,
        count: '1',
        fen: '250000',
      }),
    )
  })

  it('does not ask about a sample that is no amount', async () => {
    const stage = await open('/approveList', { handlers: answers })
    fireEvent.click(await screen.findByText('试一试'))
    const panel = within(await screen.findByRole('dialog', { hidden: true }))
    const amount = panel.getByLabelText(/^金额/)
    fireEvent.change(amount, { target: { value: '一千' } })
    fireEvent.blur(amount)
    expect(await panel.findByText('金额须是金额，最多两位小数')).toBeTruthy()
    expect(stage.sentTo(approveCalls.tryOut.path)).toEqual([])
  })
})

describe('the form', () => {
  const choose = async (label: RegExp, name: RegExp, at = 0) => {
    const input = screen.getAllByLabelText(label, { selector: 'input' })[at]
    if (!input) throw new Error(`no input ${label}`)
    fireEvent.click(input)
    fireEvent.click(await screen.findByText(name, { selector: '[role=option] *' }))
  }
  const summary = () => document.querySelector('.flow-summary')?.textContent

  it('sums up the flow while it is written, sends fen for yuan, and leads to the new flow', async () => {
    const stage = await open('/approve/create')
    fireEvent.change(await screen.findByLabelText(/^名称/), { target: { value: '大额' } })
    fireEvent.click(screen.getByLabelText('智能许可'))
    fireEvent.click(screen.getByLabelText('账号许可'))
    fireEvent.change(screen.getByLabelText(/^金额超过/), { target: { value: '1,000.5' } })
    await choose(/^审批人/, /李伟/)
    await choose(/^审批人/, /王芳/)
    fireEvent.click(screen.getByText('添加步骤'))
    await choose(/^审批角色/, /财务/, 1)
    fireEvent.click(screen.getAllByLabelText('全部通过')[1] ?? document.body)
    expect(summary()).toBe(
      '超级管理员以外的任何人签发或更新授权码，金额超过 ¥1,000.50，须经李伟或王芳，再经角色“财务”的所有人审批。',
    )
    await act(() => showLanguage('en'))
    expect(summary()).toBe(
      'To issue or update license codes, above ¥1,000.50, anyone but the super administrator must get approval from ' +
        '李伟 or 王芳, then everyone in “财务”.',
    )
    fireEvent.click(screen.getByText(/^Create/))
    await waitFor(() =>
      expect(stage.sentTo(approveCalls.create.path)).toMatchObject([
        {
          name: '大额',
          families: ['sn'],
          fenAbove: '100050',
          steps: [
            { userIds: [LI.userId, WANG.userId], roleGuids: [], mode: 'any' },
            { userIds: [], roleGuids: [FINANCE.guid], mode: 'all' },
          ],
        },
      ]),
    )
    // The list would not show it: a new flow is the last one.
    await waitFor(() => expect(stage.address()).toBe(`/approve/view?guid=${flow.guid}`))
  })

  it('needs an approver in each step, before it is sent', async () => {
    const stage = await open('/approve/create')
    fireEvent.change(await screen.findByLabelText(/^名称/), { target: { value: '大额' } })
    fireEvent.click(screen.getByText('创建审批流'))
    expect(await screen.findByText('审批人不能为空')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText(/^审批人/, { selector: 'input' }))
    expect(stage.sentTo(approveCalls.create.path)).toEqual([])
  })

  it('does not ask for an approver before a role could be chosen', async () => {
    await open('/approve/create')
    await screen.findByLabelText(/^名称/)
    const [people] = screen.getAllByLabelText(/^审批人/, { selector: 'input' })
    if (!people) throw new Error('no field for approvers')
    fireEvent.focus(people)
    fireEvent.blur(people)
    expect(screen.queryByText('审批人不能为空')).toBeNull()
    await choose(/^审批角色/, /财务/)
    expect(screen.queryByText('审批人不能为空')).toBeNull()
  })

  it('shows at its step that nobody could pass it', async () => {
    await open(`/approve/edit?guid=${flow.guid}`, {
      handlers: [[approveCalls.update, () => refused('approve.nobody', '第 2 步没有人可以审批', 'steps.1.userIds')]],
    })
    fireEvent.click(await screen.findByText('保存'))
    const second = within(await screen.findByRole('group', { name: '第 2 步' }))
    expect(await second.findByText('第 2 步没有人可以审批')).toBeTruthy()
    expect(document.activeElement).toBe(second.getByLabelText(/^审批人/, { selector: 'input' }))
  })

  it('moves and removes steps, and keeps the focus at the moved one', async () => {
    const stage = await open(`/approve/edit?guid=${flow.guid}`)
    fireEvent.click(await screen.findByLabelText('下移第 1 步'))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('上移第 2 步')))
    expect(summary()).toContain('须经角色“财务”的所有人，再经李伟或王芳审批')
    fireEvent.click(screen.getByLabelText('删除第 1 步'))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByText('添加步骤')))
    fireEvent.click(screen.getByText('保存'))
    await waitFor(() => expect(stage.sentTo(approveCalls.update.path)).toHaveLength(1))
    expect(stage.sentTo(approveCalls.update.path)[0]).toMatchObject({
      guid: flow.guid,
      revision: 5,
      fenAbove: '100000',
      licenseIds: ['7'],
      steps: [{ userIds: [LI.userId, WANG.userId], remindHours: '24' }],
    })
  })

  it('warns that the only approver cannot decide on their own requests', async () => {
    await open('/approve/create')
    await screen.findByLabelText(/^名称/)
    await choose(/^审批人/, /李伟/)
    expect(await screen.findByText('李伟自己的申请由超级管理员审批。')).toBeTruthy()
    await choose(/^审批人/, /王芳/)
    expect(screen.queryByText('李伟自己的申请由超级管理员审批。')).toBeNull()
  })

  it('finds an approver by account, and tells people with the same name apart', async () => {
    const twin = { ...LI, userId: WANG.userId, account: 'li.second@test.example', isSuper: true }
    const twins = { ...known, users: [...known.users.slice(0, 1), twin] }
    await open('/approve/create', { handlers: [[approveCalls.approvers, () => ({ data: twins })]] })
    await screen.findByLabelText(/^名称/)
    const search = screen.getByLabelText(/^审批人/)
    const found = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
    fireEvent.click(search)
    await waitFor(() => expect(found()).toEqual(['李伟li@test.example', '李伟li.second@test.example · 超级管理员']))
    fireEvent.change(search, { target: { value: 'li.second@' } })
    await waitFor(() => expect(found()).toEqual(['李伟li.second@test.example · 超级管理员']))
  })

  it('says that nobody could decide if the super administrator is caught and approves alone', async () => {
    const alone = { ...known, users: [{ ...LI, account: 'li@test.example', isSuper: true }] }
    await open('/approve/create', { handlers: [[approveCalls.approvers, () => ({ data: alone })]] })
    await screen.findByLabelText(/^名称/)
    await choose(/^审批人/, /李伟/)
    expect(screen.queryByText(/李伟自己的申请/)).toBeNull()
    fireEvent.click(screen.getByLabelText('包括超级管理员'))
    expect(screen.getByText(/没有人可以审批李伟自己的申请/)).toBeTruthy()
  })

  it('asks for a license kind before templates, and not for a right', async () => {
    await open('/approve/create')
    await screen.findByLabelText(/^名称/)
    for (const name of ['智能许可', '账号许可', '授权码']) fireEvent.click(screen.getByLabelText(name))
    expect(screen.getByText('先选择许可类型，再选择模板。')).toBeTruthy()
    expect(summary()).toBe('超级管理员以外的任何人签发或更新（未选择），须经（未选择）审批。')
  })

  it('starts a copy with the content and another name', async () => {
    await open(`/approve/create?copyOf=${flow.guid}`)
    expect((await screen.findByLabelText<HTMLInputElement>(/^名称/)).value).toBe('大额授权码 副本')
    expect(screen.getByLabelText('移除“云图”')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>(/^金额超过/).value).toBe('1000.00')
  })
})

it.each([
  ['everybody', {}, LI.name],
  ['other people', { requesterIds: [WANG.userId] }, undefined],
  ['the approver', { requesterIds: [LI.userId] }, LI.name],
])('an only approver is warned about in a flow that catches %s', (_who, changed, name) => {
  const draft = { ...draftOf(flow), requesterRoleGuids: [], ...changed }
  const step = { userIds: [LI.userId], roleGuids: [], mode: 'any', remindHours: '' } as const
  expect(ownRequester(draft, step, known)?.name).toBe(name)
})

it('a copy of the longest name still fits', () => {
  const named = (name: string) => `${name} 副本`
  expect(copiedName('长'.repeat(30), named)).toBe(`${'长'.repeat(27)} 副本`)
})

describe('the page of a flow', () => {
  it('shows the steps, says who decides where nobody can, and leads to the waiting requests', async () => {
    await open(`/approve/view?guid=${flow.guid}`)
    expect(await screen.findByText('李伟或王芳')).toBeTruthy()
    expect(screen.getByText('现在有 2 人可审批')).toBeTruthy()
    expect(screen.getByText('现在没有人可审批，由超级管理员审批')).toBeTruthy()
    expect(screen.getByText('24 小时后提醒，超级管理员也可以审批')).toBeTruthy()
    expect(screen.getByText(/版本 3/)).toBeTruthy()
    expect(screen.getByRole('link', { name: '授权码许可审批' }).getAttribute('href')).toContain('view=all')
  })

  it('says that it shows an earlier version, which cannot be edited', async () => {
    const stage = await open(`/approve/view?guid=${flow.guid}&version=2`, {
      handlers: [[approveCalls.get, ({ version }) => ({ data: version ? { ...flow, version: 2 } : flow })]],
    })
    expect(await screen.findByText(/这是版本 2.*现在是版本 3/)).toBeTruthy()
    expect(screen.queryByText('编辑')).toBeNull()
    fireEvent.click(screen.getByRole('link', { name: '查看当前版本' }))
    await waitFor(() => expect(stage.address()).toBe(`/approve/view?guid=${flow.guid}`))
    expect(await screen.findByText('编辑')).toBeTruthy()
  })

  it('shows the version of a deleted flow to requests under way', async () => {
    await open(`/approve/view?guid=${flow.guid}&version=2`, {
      handlers: [
        [
          approveCalls.get,
          ({ version }) => (version ? { data: { ...flow, version: 2 } } : refused('approve.notFound', 'gone')),
        ],
      ],
    })
    expect(await screen.findByText(/此审批流已删除。版本 2 仍用于进行中的申请。/)).toBeTruthy()
    expect(screen.getByText('李伟或王芳')).toBeTruthy()
  })

  it('tells its history in words', async () => {
    const change = (field: string, before: string, after: string) => ({ field, before, after })
    await open(`/approve/view?guid=${flow.guid}&tab=history`, {
      handlers: [
        [
          operationLogCalls.find,
          () => ({
            data: {
              rows: [
                {
                  id: '1',
                  at: '2026-01-02T00:00:00.000Z',
                  actor: 'Lin',
                  type: OPERATION_TYPES.update,
                  deed: 'update',
                  targetKind: 'approve',
                  targetGuid: flow.guid,
                  targetName: flow.name,
                  sealed: true,
                  changes: [change('families', '授权码', '智能许可, 授权码'), change('isOn', 'false', 'true')],
                },
              ],
              records: 1,
              total: 1,
            },
          }),
        ],
      ],
    })
    expect(await screen.findByText('智能许可, 授权码')).toBeTruthy()
    expect(screen.getByText('是')).toBeTruthy()
  })
})
