// The parts for entities, with a made-up entity: its calls and its table of fields exist only here. It borrows the
// noun, the labels and the paths of customers, which the compiler knows.
import {
  ERRORS,
  LIMITS,
  OPERATION_TYPES,
  defineCall,
  defineCalls,
  identityCalls,
  operationLogCalls,
  pageOf,
  pageQuery,
  privilege,
} from '@sealwright/contract'
import type { AnswerOf } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Box } from 'lucide-react'
import { useCallback } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { useHistoryTab } from '../../domains/operation-log/index.ts'
import { goTo } from '../../lib/place/navigate.tsx'
import { loadSession } from '../../lib/session/session.tsx'
import { openStage, session } from '../../lib/stage.fixture.tsx'
import { useToasts } from '../../lib/toast.ts'
import { rowOffers } from '../list/row-offers.fixture.ts'
import { useDelete, useEntityActions } from './entity-actions.ts'
import { EntityDetail, EntityPage } from './entity-detail.tsx'
import { EditPage, FieldSections, NewPage, textDraft } from './entity-form.tsx'
import { EntityList } from './entity-list.tsx'
import { defineEntity } from './entity.ts'

const PHONE_MAX = 11
const row = z.object({ guid: z.string(), name: z.string(), phone: z.nullable(z.string()), updateTime: z.string() })
const payload = z.object({
  name: z.string().check(z.minLength(1)),
  phone: z.optional(z.string().check(z.maxLength(PHONE_MAX))),
})
const byGuid = z.object({ guid: z.string() })
const post = { method: 'POST', sends: 'json', errors: [], summary: '' } as const
const thingCalls = defineCalls('thing', {
  find: defineCall({
    ...post,
    path: '/thing/find.do',
    access: privilege('customer.view'),
    effect: 'read',
    payload: pageQuery(['name', 'updateTime'], { name: z.optional(z.string()) }),
    answer: pageOf(row),
  }),
  get: defineCall({
    ...post,
    path: '/thing/get.do',
    access: privilege('customer.view'),
    effect: 'read',
    payload: byGuid,
    answer: z.object({ ...row.shape, revision: z.int() }),
  }),
  create: defineCall({
    ...post,
    path: '/thing/create.do',
    access: privilege('customer.create'),
    effect: 'write',
    payload,
    answer: byGuid,
  }),
  update: defineCall({
    ...post,
    path: '/thing/update.do',
    access: privilege('customer.update'),
    effect: 'write',
    payload: z.object({ ...payload.shape, guid: z.string(), revision: z.int() }),
    answer: byGuid,
  }),
  delete: defineCall({
    ...post,
    path: '/thing/delete.do',
    access: privilege('customer.delete'),
    effect: 'write',
    payload: byGuid,
    answer: z.object({}),
  }),
})
type Thing = AnswerOf<typeof thingCalls.get>

const thing = defineEntity({
  kind: 'customer',
  domain: 'customer',
  calls: thingCalls,
  paths: { list: '/customer', new: '/customer/new', edit: '/customer/edit', view: '/customer/view' },
  fields: [
    { name: 'name', filter: 'customer.customer.list.search', input: {} },
    { name: 'phone', show: 'copy', column: true, card: true, fact: true, input: { hasCounter: true } },
    { name: 'updateTime', show: 'time', column: { sort: true }, card: 'foot', fact: true },
  ],
})

const consequenceOf = ({ name }: Thing | z.output<typeof row>) => `${name} is gone`
const SECTIONS = [{ title: 'Basics', fields: ['name', 'phone'] }]
const draftOf = (answer: Thing) => textDraft(thing, answer)

function List() {
  const { view, edit, remove } = useEntityActions(thing, useDelete(thing, consequenceOf))
  const actions = useCallback(
    (one: z.output<typeof row>) => [...view(one), ...edit(one), ...remove(one)],
    [view, edit, remove],
  )
  return <EntityList entity={thing} title="Things" sentence="" actions={actions} empty={{ icon: Box, title: 'None' }} />
}

const New = () => (
  <NewPage entity={thing} initial={textDraft(thing)} leadsTo="list" sentence="">
    {(form) => <FieldSections entity={thing} form={form} sections={SECTIONS} isNew />}
  </NewPage>
)

const Edit = () => (
  <EditPage entity={thing} draftOf={draftOf} sentence="">
    {(form) => <FieldSections entity={thing} form={form} sections={SECTIONS} />}
  </EditPage>
)

function Page({ answer }: { answer: Thing }) {
  const remove = useDelete(thing, consequenceOf, () => goTo('/customer', { showSearch: '1' }))
  const history = useHistoryTab(thing, answer.guid)
  return <EntityPage entity={thing} answer={answer} onDelete={remove} tabs={[history]} />
}
const Detail = () => <EntityDetail entity={thing}>{(answer) => <Page answer={answer} />}</EntityDetail>

// Only the clock of the click throttle.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
const afterThrottle = () => vi.advanceTimersByTime(LIMITS.console.clickThrottleMs)

const EVERY = ['customer.view', 'customer.create', 'customer.update', 'customer.delete']
const guid = '00000000-0000-4000-8000-000000000001'
const one: Thing = { guid, name: 'One', phone: '13800000000', updateTime: '2026-01-02T00:00:00.000Z', revision: 3 }
const two: Thing = { ...one, guid: guid.replace(/1$/, '2'), name: 'Two', phone: null }
type Handlers = Parameters<typeof openStage>[2]

async function open(href: string, handlers: Handlers = [], privileges = EVERY) {
  const rows = [one, two]
  const stage = await openStage(
    { '/customer': List, '/customer/new': New, '/customer/edit': Edit, '/customer/view': Detail },
    href,
    [
      [identityCalls.current, () => ({ data: { ...session, privileges } })],
      [thingCalls.find, () => ({ data: { rows, records: rows.length, total: 1 } })],
      [thingCalls.get, () => ({ data: one })],
      [thingCalls.create, () => ({ data: { guid } })],
      [thingCalls.update, () => ({ data: { guid } })],
      [
        thingCalls.delete,
        (sent) => {
          rows.splice(
            rows.findIndex((other) => other.guid === sent.guid),
            1,
          )
          return { data: {} }
        },
      ],
      [operationLogCalls.find, () => ({ data: { rows: [], records: 0, total: 0 } })],
      ...handlers,
    ],
  )
  // As the router does before it shows a screen.
  await act(loadSession)
  const sentTo = ({ path: wanted }: { path: string }) =>
    stage.sent.filter(({ path }) => path === wanted).map(({ payload: sent }) => sent)
  return { ...stage, sentTo }
}
const refused = (error: keyof typeof ERRORS, desc: string, path?: string) => ({
  code: ERRORS[error].code,
  desc,
  data: path ? { fields: [{ path, message: desc }] } : null,
})
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`))
const type = (label: string, value: string) => fireEvent.input(field(label), { target: { value } })
const toasts = () => useToasts.getState().toasts.map(({ text }) => text)

it('a field is a line or the foot of the card, a sortable column and the search, all with one label', async () => {
  const stage = await open('/customer')
  const card = (await screen.findByText('One')).closest('li') ?? document.body
  expect(within(card).getByText('电话').nextElementSibling?.textContent).toBe('13800000000')
  expect(card.querySelector('.record-card-foot')?.textContent).toContain('更新时间 2026-01-02 08:00')
  expect(screen.getByText('Two').closest('li')?.querySelector('dd')?.textContent).toBe('–')
  fireEvent.click(screen.getByText('表格'))
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    '名称',
    '电话',
    '更新时间',
    '操作',
  ])
  fireEvent.click(screen.getByRole('button', { name: '更新时间' }))
  await waitFor(() => expect(stage.sentTo(thingCalls.find).at(-1)).toMatchObject({ sort: 'updateTime' }))
  const search = screen.getByRole('textbox', { name: '搜索名称、联系人、电话、邮箱' })
  fireEvent.input(search, { target: { value: 'on' } })
  fireEvent.keyDown(search, { key: 'Enter' })
  await waitFor(() => expect(stage.sentTo(thingCalls.find).at(-1)).toMatchObject({ name: 'on' }))
})

it('a field is a fact of the page, and its label names its changes in the history', async () => {
  const change = {
    id: '1',
    at: one.updateTime,
    type: OPERATION_TYPES.update,
    deed: 'update',
    actor: 'Lin',
    targetKind: 'customer',
    targetGuid: guid,
    targetName: 'One',
    sealed: false,
    changes: [
      { field: 'phone', before: null, after: '13800000000' },
      { field: 'name', before: 'Old', after: 'One' },
    ],
  }
  await open(`/customer/view?guid=${guid}`, [
    [operationLogCalls.find, () => ({ data: { rows: [change], records: 1, total: 1 } })],
  ])
  const history = within(await screen.findByRole('tabpanel'))
  await history.findByText('Old')
  // In the order of the table, not of the log.
  expect(history.getAllByText(/^(?:名称|电话)$/).map(({ textContent }) => textContent)).toEqual(['名称', '电话'])
  const facts = screen.getAllByRole('term').map(({ textContent }) => textContent)
  expect(facts.slice(0, 2)).toEqual(['电话', '更新时间'])
})

it('actions are offered to people who can make their calls', async () => {
  await open('/customer')
  await screen.findByText('One')
  expect(screen.getByRole('link', { name: '新建客户' }).getAttribute('href')).toBe('/customer/new')
  expect(rowOffers('One')).toEqual(['查看', '编辑', '删除'])
})

it.each(['/customer', `/customer/view?guid=${guid}`])(
  '%s offers no change to a person who can only look',
  async (at) => {
    await open(at, [], ['customer.view'])
    await screen.findByText('One')
    for (const word of ['新建客户', '编辑', '删除']) expect(screen.queryByText(word)).toBeNull()
  },
)

it('a new row is checked by the rules of its call, saved, and marked in the list', async () => {
  const stage = await open('/customer/new')
  await waitFor(() => expect(document.activeElement).toBe(field('名称')))
  fireEvent.click(screen.getByText('创建客户'))
  expect(await screen.findByText('名称不能为空')).toBeTruthy()
  expect(stage.sentTo(thingCalls.create)).toEqual([])
  type('名称', ' Three ')
  type('电话', '138')
  expect(screen.getByText(`3 / ${PHONE_MAX}`)).toBeTruthy()
  afterThrottle()
  fireEvent.click(screen.getByText('创建客户'))
  await waitFor(() => expect(stage.address()).toBe(`/customer?editId=${guid}`))
  expect(stage.sentTo(thingCalls.create)).toEqual([{ name: ' Three ', phone: '138' }])
  expect(toasts()).toEqual(['客户“Three”已创建'])
})

it('a person who can create rows but not see them goes to the first screen', async () => {
  const stage = await open('/customer/new', [], ['customer.create'])
  await waitFor(() => expect(field('名称')).toBeTruthy())
  type('名称', 'Three')
  fireEvent.click(screen.getByText('创建客户'))
  await waitFor(() => expect(stage.address()).toBe('/dashboard'))
})

it('a refusal of a field is shown at the field, which gets the focus', async () => {
  await open('/customer/new', [[thingCalls.create, () => refused('customer.nameTaken', 'taken', 'name')]])
  await waitFor(() => expect(field('名称')).toBeTruthy())
  type('名称', 'One')
  fireEvent.click(screen.getByText('创建客户'))
  expect(await screen.findByText('taken')).toBeTruthy()
  expect(field('名称').getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(field('名称'))
})

it.each([
  ['the page that led to the form', '&sourcePath=/customer/view', `/customer/view?guid=${guid}`],
  ['the list, where the row is marked', '', `/customer?editId=${guid}`],
])('an edit sends the revision that was read and empty texts, and leads back to %s', async (_where, from, back) => {
  const stage = await open(`/customer/edit?guid=${guid}${from}`)
  await waitFor(() => expect(field('电话').value).toBe('13800000000'))
  type('电话', '')
  fireEvent.click(screen.getByText('保存'))
  await waitFor(() => expect(stage.address()).toBe(back))
  expect(stage.sentTo(thingCalls.update)).toEqual([{ guid, revision: 3, name: 'One', phone: '' }])
  expect(toasts()).toEqual(['客户“One”已保存'])
})

it('an edit of a row that somebody else changed offers to load the latest version, then saves over it', async () => {
  let revision = 3
  const stage = await open(`/customer/edit?guid=${guid}`, [
    [thingCalls.get, () => ({ data: { ...one, revision, phone: revision === 3 ? '1' : '2' } })],
    [thingCalls.update, () => refused('platform.stale', 'stale')],
  ])
  await waitFor(() => expect(field('电话').value).toBe('1'))
  type('名称', 'Mine')
  fireEvent.click(screen.getByText('保存'))
  expect(await screen.findByText('stale')).toBeTruthy()
  expect(field('名称').value).toBe('Mine')
  revision = 4
  fireEvent.click(screen.getByText('重新载入最新内容'))
  fireEvent.click(await screen.findByText('放弃并载入'))
  await waitFor(() => expect(field('电话').value).toBe('2'))
  expect(field('名称').value).toBe('One')
  afterThrottle()
  fireEvent.click(screen.getByText('保存'))
  await waitFor(() => expect(stage.sentTo(thingCalls.update)).toMatchObject([{ revision: 3 }, { revision: 4 }]))
})

it.each(['edit', 'view'])('a row that does not exist is reported on %s, with a link to the list', async (path) => {
  await open(`/customer/${path}?guid=${guid}`, [[thingCalls.get, () => refused('customer.notFound', 'gone')]])
  expect(await screen.findByText('gone')).toBeTruthy()
  expect(screen.getByRole('link', { name: '返回客户列表' }).getAttribute('href')).toBe('/customer?showSearch=1')
})

it('deleting asks first, and the focus moves to the row that takes the place', async () => {
  const stage = await open('/customer')
  await screen.findByText('One')
  rowOffers('One')
  fireEvent.click(screen.getByRole('menuitem', { name: '删除' }))
  const question = within(await screen.findByRole('alertdialog', { hidden: true }))
  expect(question.getByText('确认删除客户“One”吗？')).toBeTruthy()
  expect(question.getByText('One is gone')).toBeTruthy()
  expect(stage.sentTo(thingCalls.delete)).toEqual([])
  fireEvent.click(question.getByText('删除'))
  await waitFor(() => expect(screen.queryByText('One')).toBeNull())
  expect(stage.sentTo(thingCalls.delete)).toEqual([{ guid }])
  expect(toasts()).toEqual(['客户“One”已删除'])
  expect(document.activeElement?.textContent).toBe('Two')
})

it('deleting on the page leads back to the list', async () => {
  const stage = await open(`/customer/view?guid=${guid}`)
  fireEvent.click(await screen.findByText('删除'))
  fireEvent.click(within(await screen.findByRole('alertdialog', { hidden: true })).getByText('删除'))
  await waitFor(() => expect(stage.address()).toBe('/customer'))
})
