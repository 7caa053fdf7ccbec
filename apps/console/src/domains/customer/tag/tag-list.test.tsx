import { ERRORS, identityCalls, tagCalls } from '@sealwright/contract'
import type { TagRow } from '@sealwright/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { openStage } from '../../../lib/stage.fixture.tsx'
import type { Stage } from '../../../lib/stage.fixture.tsx'
import { useToasts } from '../../../lib/toast.ts'
import { knowUserScreens, sessionWith } from '../customer/customer-answer.fixture.ts'
import { Screen as TagList } from './tag-list.screen.tsx'

beforeAll(knowUserScreens)
const tag: TagRow = {
  guid: '00000000-0000-4000-8000-0000000000a1',
  name: '教育版',
  userCount: 3,
  createTime: '2026-01-01T00:00:00.000Z',
  createdBy: 'Lin',
}
const EVERY = ['tag.create', 'tag.update', 'tag.delete', 'user.view']
type Handlers = Parameters<typeof openStage>[2]

async function open(privileges: readonly string[] = EVERY, given: Partial<TagRow> = {}, handlers: Handlers = []) {
  const stage = await openStage({ '/tag': TagList }, '/tag', [
    [identityCalls.current, () => sessionWith(['tag.view', ...privileges])],
    [tagCalls.find, () => ({ data: { rows: [{ ...tag, ...given }], records: 1, total: 1 } })],
    ...handlers,
  ])
  await screen.findByText('教育版')
  return stage
}

function choose(action: string): void {
  fireEvent.click(screen.getByRole('button', { name: '“教育版”的操作' }))
  fireEvent.click(screen.getByRole('menuitem', { name: action }))
}

// jsdom does not open dialogs, so their content counts as hidden.
const dialog = async () => within(await screen.findByRole('dialog', { hidden: true }))
const toasts = () => useToasts.getState().toasts.map(({ text }) => text)
const sentTo = (stage: Stage, { path: wanted }: { path: string }) =>
  stage.sent.filter(({ path }) => path === wanted).map(({ payload }) => payload)

it('a tag and its count lead to the users who carry it', async () => {
  await open()
  const href = `/user?${new URLSearchParams({ tagGuids: JSON.stringify([tag.guid]) })}`
  expect(screen.getByRole('link', { name: '教育版' }).getAttribute('href')).toBe(href)
  expect(screen.getByRole('link', { name: '带有标签“教育版”的用户数：3' }).getAttribute('href')).toBe(href)
})

it('who may not see users is led nowhere and told no count', async () => {
  await open([], { userCount: null })
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.queryByRole('button', { name: '“教育版”的操作' })).toBeNull()
  expect(screen.queryByRole('button', { name: '新建标签' })).toBeNull()
})

it('a new tag is made in a dialog over the list, which goes once it is there', async () => {
  const stage = await open(EVERY, {}, [[tagCalls.create, () => ({ data: { guid: tag.guid } })]])
  fireEvent.click(screen.getByRole('button', { name: '新建标签' }))
  const asked = await dialog()
  const name = asked.getByLabelText('名称')
  expect(document.activeElement).toBe(name)
  fireEvent.input(name, { target: { value: '企业版' } })
  fireEvent.submit(name)
  await waitFor(() => expect(sentTo(stage, tagCalls.create)).toEqual([{ name: '企业版' }]))
  await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull())
  expect(toasts()).toEqual(['标签“企业版”已创建'])
})

it('a name that is taken is refused at its field, and the dialog stays', async () => {
  const desc = '已有标签“教育版”'
  await open(EVERY, {}, [
    [
      tagCalls.create,
      () => ({ code: ERRORS['tag.nameTaken'].code, desc, data: { fields: [{ path: 'name', message: desc }] } }),
    ],
  ])
  fireEvent.click(screen.getByRole('button', { name: '新建标签' }))
  const asked = await dialog()
  fireEvent.input(asked.getByLabelText('名称'), { target: { value: '教育版' } })
  fireEvent.submit(asked.getByLabelText('名称'))
  expect(await asked.findByText(desc)).toBeTruthy()
  expect(asked.getByLabelText('名称').getAttribute('aria-invalid')).toBe('true')
})

it('one tag too many is said beside the buttons of the dialog', async () => {
  const desc = '最多 1000 个标签'
  await open(EVERY, {}, [[tagCalls.create, () => ({ code: ERRORS['tag.limit'].code, desc, data: null })]])
  fireEvent.click(screen.getByRole('button', { name: '新建标签' }))
  const asked = await dialog()
  fireEvent.input(asked.getByLabelText('名称'), { target: { value: '企业版' } })
  fireEvent.submit(asked.getByLabelText('名称'))
  expect(await asked.findByText(desc)).toBeTruthy()
})

it('renaming begins with the name there is, and sends nothing that did not change', async () => {
  const stage = await open(EVERY, {}, [[tagCalls.update, () => ({ data: { guid: tag.guid } })]])
  choose('重命名')
  const first = await dialog()
  fireEvent.submit(first.getByLabelText('名称'))
  await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull())
  expect(sentTo(stage, tagCalls.update)).toEqual([])
  choose('重命名')
  const asked = await dialog()
  const name = asked.getByLabelText<HTMLInputElement>('名称')
  expect(name.value).toBe('教育版')
  fireEvent.input(name, { target: { value: '高校版' } })
  fireEvent.submit(name)
  await waitFor(() => expect(sentTo(stage, tagCalls.update)).toEqual([{ guid: tag.guid, name: '高校版' }]))
  await waitFor(() => expect(toasts()).toEqual(['标签已重命名为“高校版”']))
})

it('deleting a tag says first how many users lose it', async () => {
  const stage = await open(EVERY, {}, [[tagCalls.delete, () => ({ data: {} })]])
  choose('删除')
  expect(await screen.findByText('3 个用户会失去此标签，无法恢复；用户本身不受影响。')).toBeTruthy()
  expect(sentTo(stage, tagCalls.delete)).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: '删除', hidden: true }))
  await waitFor(() => expect(sentTo(stage, tagCalls.delete)).toEqual([{ guid: tag.guid }]))
})
