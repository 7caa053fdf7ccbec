import {
  ERRORS,
  PRIVILEGES,
  PRIVILEGE_SETS,
  accessCalls,
  identityCalls,
  productCalls,
  roleCalls,
  userCalls,
} from '@sealwright/contract'
import type { ErrorName } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openStage } from '../../lib/stage.fixture.tsx'
import { admin, roleGuid, roleOption, superSession, userId } from './access.fixture.tsx'
import type { AdminAnswer } from './admin-draft.ts'
import { Screen as NewAdmin } from './admin-new.screen.tsx'
import { Screen as SetAdmin } from './admin-set.screen.tsx'

type Handlers = Parameters<typeof openStage>[2]
const refusal = (name: ErrorName, desc: string, path?: string) => ({
  code: ERRORS[name].code,
  desc,
  data: path ? { fields: [{ path, message: desc }] } : null,
})
const PRODUCTS = ['星图', '天枢'].map((name, at) => ({ guid: `00000000-0000-4000-8000-00000000010${at}`, name }))
const elsewhere = (text: string) => () => <p>{text}</p>

async function open(
  href: string,
  {
    privileges = superSession.privileges,
    more = [],
    answer = admin,
  }: { privileges?: string[]; more?: Handlers; answer?: AdminAnswer } = {},
) {
  const stage = await openStage(
    {
      '/access/new': NewAdmin,
      '/access/set': SetAdmin,
      '/access': elsewhere('list'),
    },
    href,
    [
      [identityCalls.current, () => ({ data: { ...superSession, privileges } })],
      [
        roleCalls.list,
        () => ({
          data: [
            roleOption,
            { ...roleOption, guid: '00000000-0000-4000-8000-000000000022', name: '总管', isManageable: false },
          ],
        }),
      ],
      [accessCalls.get, () => ({ data: answer })],
      [
        userCalls.find,
        () => ({
          data: {
            rows: [
              { guid: userId, account: 'wang@example.com', accountType: 1, userName: '王五' },
              { guid: roleGuid, account: 'kiosk-7', accountType: 4, userName: null },
            ],
            records: 2,
            total: 1,
          },
        }),
      ],
      [productCalls.find, () => ({ data: { rows: PRODUCTS, records: 2, total: 1 } })],
      [accessCalls.findAssigned, () => ({ data: { rows: [{ ...PRODUCTS[0], note: null }], records: 1, total: 1 } })],
      ...more,
    ],
  )
  await screen.findByLabelText(/^姓名/)
  await screen.findByText('客服')
  return stage
}

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const type = (label: RegExp, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } })
const sentTo = (stage: Awaited<ReturnType<typeof open>>, path: string) =>
  stage.sent.filter((call) => call.path === path).map(({ payload }) => payload)

const offered = async (name: string, side = '可选') =>
  within(await screen.findByRole('list', { name: side })).findByRole('button', { name: new RegExp(`^${name}`) })

it('a new administrator is made with what was chosen, with the products chosen in the form', async () => {
  const stage = await open('/access/new', { more: [[accessCalls.create, () => ({ data: { userId } })]] })
  type(/^账号$/, 'zhou@example.com')
  type(/^姓名/, '周辅')
  fireEvent.click(screen.getByRole('checkbox', { name: /^客服/ }))
  fireEvent.click(box('查看产品'))
  fireEvent.click(screen.getAllByLabelText('仅指定')[0] ?? document.body)
  fireEvent.click(await offered('天枢'))
  type(/^云许可数量/, '100')
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: '发送邀请' })))
  await screen.findByText('list')
  expect(sentTo(stage, accessCalls.create.path)).toEqual([
    expect.objectContaining({
      account: 'zhou@example.com',
      userName: '周辅',
      roleGuids: [roleGuid],
      privileges: ['product.view'],
      productScope: 'some',
      userScope: 'all',
      cloudQuota: '100',
      softQuota: '',
      validUntil: '',
      assignments: { product: { add: [PRODUCTS[1]?.guid], remove: [] } },
    }),
  ])
  expect(stage.address()).toBe(`/access?editId=${userId}`)
})

it('assigned rows are changed with the rest of the form; of a kind that is seen whole, nothing is sent', async () => {
  const stage = await open(`/access/set?userId=${userId}`, {
    more: [[accessCalls.update, () => ({ data: { userId } })]],
  })
  fireEvent.click(await offered('星图', '已选'))
  fireEvent.click(await offered('天枢'))
  const save = () => act(async () => void fireEvent.click(screen.getByText('保存')))
  await save()
  await screen.findByText('list')
  const last = () => sentTo(stage, accessCalls.update.path).at(-1)
  expect(last()).toMatchObject({ assignments: { product: { add: [PRODUCTS[1]?.guid], remove: [PRODUCTS[0]?.guid] } } })
  await stage.go(`/access/set?userId=${userId}`)
  fireEvent.click(await offered('天枢'))
  fireEvent.click(screen.getAllByLabelText('全部')[0] ?? document.body)
  await save()
  await screen.findByText('list')
  expect(last()).toMatchObject({ productScope: 'all', assignments: {} })
})

it('who may not see products is told so instead of being offered any', async () => {
  await open('/access/new', { privileges: ['admin.view', 'admin.create'] })
  fireEvent.click(screen.getAllByLabelText('仅指定')[0] ?? document.body)
  expect(await screen.findByText('您没有查看产品的权限，不能在此选择。')).toBeTruthy()
})

it('one of the users can be chosen and brings the name; a shadow account cannot sign in, is not offered', async () => {
  await open('/access/new')
  fireEvent.click(screen.getByLabelText('从用户中选择'))
  fireEvent.click(screen.getByRole('combobox'))
  await screen.findByText('wang@example.com')
  expect(screen.getAllByRole('option')).toHaveLength(1)
  fireEvent.click(screen.getByText('wang@example.com'))
  expect(screen.getByLabelText<HTMLInputElement>(/^姓名/).value).toBe('王五')
})

it('who does not see users types the account', async () => {
  await open('/access/new', { privileges: ['admin.view', 'admin.create'] })
  expect(screen.queryByLabelText('从用户中选择')).toBeNull()
})

it('a right that the caller does not have is shown, says why, and cannot be ticked', async () => {
  const stage = await open('/access/new', {
    privileges: ['admin.create', 'admin.view', 'product.view'],
    more: [[accessCalls.create, () => ({ data: { userId } })]],
  })
  const lacking = box('删除产品')
  expect([
    lacking.getAttribute('aria-disabled'),
    document.getElementById(lacking.getAttribute('aria-describedby') ?? '')?.textContent,
  ]).toEqual(['true', '您没有这项权限，不能授予'])
  fireEvent.click(lacking)
  fireEvent.click(box('产品：全选'))
  expect([lacking.checked, box('查看产品').checked]).toEqual([false, true])
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^总管/ }).disabled).toBe(true)
  type(/^账号$/, '13800000000')
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: '发送邀请' })))
  await waitFor(() =>
    expect(sentTo(stage, accessCalls.create.path)).toEqual([expect.objectContaining({ privileges: ['product.view'] })]),
  )
})

it('a set, a column and a row are ticked at once and unticked again', async () => {
  await open('/access/new')
  const set = screen.getByRole('button', { name: '模板管理' })
  fireEvent.click(set)
  expect([
    set.getAttribute('aria-pressed'),
    box('删除智能模板').checked,
    box('查看产品').checked,
    box('删除产品').checked,
  ]).toEqual(['true', true, true, false])
  expect(screen.getByText(`已选 ${PRIVILEGE_SETS.template.length} / ${PRIVILEGES.length} 项`)).toBeTruthy()
  expect(box('智能模板：全选').checked).toBe(true)
  expect(box('产品：全选').indeterminate).toBe(true)
  fireEvent.click(box('智能模板：全选'))
  expect([set.getAttribute('aria-pressed'), box('查看智能模板').checked]).toEqual(['false', false])
  fireEvent.click(box('导出：全选'))
  expect(box('导出用户').checked).toBe(true)
})

it('what is done with rows brings the sight of them, and without the sight nothing of the area is left', async () => {
  await open('/access/new')
  fireEvent.click(box('删除产品'))
  expect([box('查看产品').checked, box('编辑产品').checked]).toEqual([true, false])
  fireEvent.click(box('编辑：全选'))
  expect([box('编辑客户').checked, box('查看客户').checked]).toEqual([true, true])
  fireEvent.click(box('查看产品'))
  expect([box('删除产品').checked, box('编辑产品').checked, box('编辑客户').checked]).toEqual([false, false, true])
})

it('somebody with neither a role nor a right is not added', async () => {
  const stage = await open('/access/new')
  type(/^账号$/, 'zhou@example.com')
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: '发送邀请' })))
  expect(screen.getByText('请选择角色或权限')).toBeTruthy()
  expect(sentTo(stage, accessCalls.create.path)).toEqual([])
})

it('what a role gives is marked as given and is not given twice', async () => {
  await open('/access/new')
  fireEvent.click(screen.getByRole('checkbox', { name: /^客服/ }))
  expect([box('查看用户').checked, box('查看用户').dataset.tip]).toEqual([true, '由角色授予：客服'])
  fireEvent.click(box('查看用户'))
  expect(box('查看用户').checked).toBe(true)
})

it('arrow keys move between the boxes, over the verbs that an area does not have', async () => {
  await open('/access/new')
  const start = box('查看 API 密码（加壳）')
  act(() => start.focus())
  fireEvent.keyDown(start, { key: 'ArrowRight' })
  expect(document.activeElement).toBe(start)
  fireEvent.keyDown(start, { key: 'ArrowLeft' })
  expect(document.activeElement).toBe(box('API 密码（加壳）：全选'))
  fireEvent.keyDown(box('API 密码（加壳）：全选'), { key: 'End' })
  expect(document.activeElement).toBe(start)
  fireEvent.keyDown(start, { key: 'Home' })
  expect(document.activeElement).toBe(box('API 密码（加壳）：全选'))
  act(() => box('导出智能许可').focus())
  fireEvent.keyDown(box('导出智能许可'), { key: 'ArrowUp' })
  expect(document.activeElement).toBe(box('导出：全选'))
  expect(screen.getAllByRole('checkbox').filter((one) => one.tabIndex === 0 && one.dataset.at)).toEqual([
    box('导出：全选'),
  ])
})

it('until a time asks for one; permanent sends none', async () => {
  const stage = await open(`/access/set?userId=${userId}`, {
    more: [[accessCalls.update, () => ({ data: { userId } })]],
  })
  fireEvent.click(screen.getByLabelText('到指定时间'))
  await act(async () => void fireEvent.click(screen.getByText('保存')))
  expect(screen.getByText('有效期不能为空')).toBeTruthy()
  expect(sentTo(stage, accessCalls.update.path)).toEqual([])
  fireEvent.click(screen.getByLabelText('永久有效'))
  expect(screen.getByLabelText<HTMLInputElement>(/^账号$/).readOnly).toBe(true)
  type(/^备注/, '华南')
  await waitFor(async () => {
    await act(async () => void fireEvent.click(screen.getByText('保存')))
    expect(sentTo(stage, accessCalls.update.path)).toEqual([
      expect.objectContaining({
        userId,
        revision: 3,
        validUntil: '',
        remark: '华南',
        privileges: ['tag.view'],
        roleGuids: [roleGuid],
      }),
    ])
  })
})

it.each([
  ['access.grantsMore', '不能授予您自己没有的“删除产品”', 'privileges'],
  ['access.validityPast', '有效期必须晚于现在', 'validUntil'],
] as const)('a refusal lands on the field it is about: %s', async (name, desc, path) => {
  await open(`/access/set?userId=${userId}`, {
    answer: { ...admin, validUntil: '2027-01-01T00:00:00.000Z' },
    more: [[accessCalls.update, () => refusal(name, desc, path)]],
  })
  type(/^备注/, '华南')
  await act(async () => void fireEvent.click(screen.getByText('保存')))
  const note = await screen.findByText(desc)
  expect(note.classList.contains('field-note')).toBe(true)
  expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true')
})

it('what somebody else saved meanwhile can be loaded, and saves with its revision', async () => {
  let saved = admin
  const stage = await open(`/access/set?userId=${userId}`, {
    more: [
      [accessCalls.get, () => ({ data: saved })],
      [
        accessCalls.update,
        ({ revision }) =>
          revision === saved.revision ? { data: { userId } } : refusal('platform.stale', '内容已被他人修改'),
      ],
    ],
  })
  saved = { ...admin, revision: 4, remark: '华北' }
  type(/^备注/, '华南')
  await act(async () => void fireEvent.click(screen.getByText('保存')))
  fireEvent.click(await screen.findByText('重新载入最新内容'))
  fireEvent.click(await screen.findByText('放弃并载入'))
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>(/^备注/).value).toBe('华北'))
  type(/^备注/, '华中')
  await waitFor(async () => {
    await act(async () => void fireEvent.click(screen.getByText('保存')))
    expect(screen.queryByText('list')).toBeTruthy()
  })
  expect(sentTo(stage, accessCalls.update.path).at(-1)).toEqual(
    expect.objectContaining({ revision: 4, remark: '华中' }),
  )
})

it('leaving with changes asks', async () => {
  const stage = await open(`/access/set?userId=${userId}`)
  fireEvent.click(box('删除标签'))
  fireEvent.click(screen.getByText('取消'))
  expect(await screen.findByText('离开此页？')).toBeTruthy()
  expect(stage.address()).toBe(`/access/set?userId=${userId}`)
})

it('whom the caller cannot change is not put into a form', async () => {
  await openStage({ '/access/set': SetAdmin, '/access': elsewhere('list') }, `/access/set?userId=${userId}`, [
    [identityCalls.current, () => ({ data: superSession })],
    [accessCalls.get, () => ({ data: { ...admin, isManageable: false } })],
  ])
  expect(await screen.findByText(/“周辅”拥有您没有的权限/)).toBeTruthy()
  expect(screen.queryByText('保存')).toBeNull()
})
