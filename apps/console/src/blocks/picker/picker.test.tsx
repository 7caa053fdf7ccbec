import { accessCalls, productCalls } from '@sealwright/contract'
import type { ProductRow } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { openStage } from '../../lib/stage.fixture.tsx'
import type { PickerSource } from './picker-source.ts'
import { NO_CHANGES, Picker } from './picker.tsx'
import type { PickerChanges } from './picker.tsx'

const guidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const NAMES = Array.from({ length: 45 }, (_, index) => `产品 ${String(index + 1).padStart(2, '0')}`)

const offered: PickerSource<ProductRow> = {
  call: productCalls.find,
  searchBy: 'productName',
  itemOf: ({ guid, name }) => ({ guid, name }),
}
const chosen: PickerSource<{ guid: string; name: string }> = {
  call: accessCalls.findAssigned,
  where: { userId: guidOf(99), kind: 'product' },
  searchBy: 'name',
  itemOf: ({ guid, name }) => ({ guid, name }),
}

/** Opens a picker of 45 products, of which `assigned` are already saved. */
async function open(assigned: readonly number[] = [2], max = 1_000) {
  const last: { changes: PickerChanges } = { changes: NO_CHANGES }
  const page = (
    rows: readonly { guid: string; name: string }[],
    { currentPage, pageSize }: Record<string, unknown>,
  ) => {
    const [at, size] = [Number(currentPage), Number(pageSize)]
    return {
      data: {
        rows: rows.slice((at - 1) * size, at * size),
        records: rows.length,
        total: Math.ceil(rows.length / size),
      },
    }
  }
  const found = (needle: unknown) => all.filter(({ name }) => typeof needle !== 'string' || name.includes(needle))
  const all = NAMES.map((name, index) => ({ guid: guidOf(index + 1), name }))
  function Page() {
    const [changes, setChanges] = useState(NO_CHANGES)
    const keep = (next: PickerChanges) => {
      last.changes = next
      setChanges(next)
    }
    return (
      <Picker
        what="产品"
        offered={offered}
        chosen={chosen}
        changes={changes}
        onChange={keep}
        max={max}
        pasted="names"
      />
    )
  }
  await openStage({ '/': Page }, '/', [
    [productCalls.find, (payload) => page(found(payload.productName), payload)],
    [
      accessCalls.findAssigned,
      (payload) =>
        page(
          found(payload.name).filter(({ guid }) => assigned.map(guidOf).includes(guid)),
          payload,
        ),
    ],
  ])
  await left().findByText('产品 01')
  await waitFor(() => expect(pressed('可选', '产品 02')).toBe(assigned.includes(2)))
  return last
}

const left = () => within(screen.getByRole('region', { name: /^可选/ }))
const right = () => within(screen.getByRole('region', { name: /^已选/ }))
const row = (side: '可选' | '已选', name: string) =>
  within(screen.getByRole('list', { name: side })).getByRole('button', { name: new RegExp(`^${name}`) })
const pressed = (side: '可选' | '已选', name: string) => row(side, name).getAttribute('aria-pressed') === 'true'
const names = (items: PickerChanges['add']) => items.map(({ name }) => name)

it('pressing a row makes the smallest change, and pressing it again takes the change back', async () => {
  const last = await open()
  fireEvent.click(row('可选', '产品 01'))
  fireEvent.click(row('已选', '产品 02'))
  expect([names(last.changes.add), names(last.changes.remove)]).toEqual([['产品 01'], ['产品 02']])
  expect(right().getByText('新增 1，移除 1')).toBeTruthy()
  expect([pressed('可选', '产品 01'), pressed('可选', '产品 02'), pressed('已选', '产品 02')]).toEqual([
    true,
    false,
    false,
  ])
  // A new row leaves the chosen list. A saved row stays, so that it can be restored.
  fireEvent.click(row('已选', '产品 01'))
  fireEvent.click(row('可选', '产品 02'))
  expect(last.changes).toEqual(NO_CHANGES)
  expect(right().queryByText('产品 01')).toBeNull()
})

it('a page or all results are chosen at once, without the rows that are already chosen', async () => {
  const last = await open()
  fireEvent.click(screen.getByText('选择本页'))
  expect([last.changes.add.length, names(last.changes.add).includes('产品 02')]).toEqual([19, false])
  await act(async () => void fireEvent.click(screen.getByText('选择全部 45 项')))
  await waitFor(() => expect(last.changes.add).toHaveLength(44))
  fireEvent.click(screen.getByText('移除本页'))
  expect([last.changes.add.length, names(last.changes.remove)]).toEqual([0, ['产品 02']])
})

it('a button that has nothing left to do passes the focus to the search of its list', async () => {
  await open()
  act(() => screen.getByText('选择本页').focus())
  fireEvent.click(screen.getByText('选择本页'))
  expect(document.activeElement).toBe(screen.getByLabelText('在可选产品中搜索'))
})

it('each list is searched and paged on its own', async () => {
  await open()
  fireEvent.click(left().getByLabelText('下一页'))
  await left().findByText('产品 21')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  fireEvent.input(screen.getByLabelText('在可选产品中搜索'), { target: { value: '产品 33' } })
  act(() => void vi.advanceTimersByTime(250))
  vi.useRealTimers()
  await left().findByText('产品 33')
  await waitFor(() => expect(left().queryByText('产品 21')).toBeNull())
  expect(right().getByText('产品 02')).toBeTruthy()
})

it('arrow keys move within a list, which is a single Tab stop', async () => {
  await open()
  const first = row('可选', '产品 01')
  act(() => first.focus())
  fireEvent.keyDown(first, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(row('可选', '产品 02'))
  fireEvent.keyDown(row('可选', '产品 02'), { key: 'End' })
  expect(document.activeElement).toBe(row('可选', '产品 20'))
  expect(
    within(screen.getByRole('list', { name: '可选' }))
      .getAllByRole('button')
      .filter((button) => button.tabIndex === 0),
  ).toEqual([row('可选', '产品 20')])
})

it('a row that disappears passes the focus to its neighbor', async () => {
  await open()
  fireEvent.click(row('可选', '产品 05'))
  act(() => row('已选', '产品 05').focus())
  fireEvent.click(row('已选', '产品 05'))
  expect(document.activeElement).toBe(row('已选', '产品 02'))
})

it('pasted names that are found are chosen; the others stay in the box', async () => {
  const last = await open()
  fireEvent.click(screen.getByText('粘贴名称'))
  const box = screen.getByLabelText<HTMLTextAreaElement>('粘贴名称')
  fireEvent.input(box, { target: { value: '产品 40\n没有这个\n\n产品 41\n产品 40' } })
  await act(async () => void fireEvent.click(screen.getByText('查找并选择 3 项')))
  await waitFor(() => expect(names(last.changes.add)).toEqual(['产品 40', '产品 41']))
  expect([box.value, screen.getByText('1 项没有找到，已留在框中') !== null]).toEqual(['没有这个', true])
})

it('no more rows are collected than can be saved at once, and a hint says so', async () => {
  const last = await open([2], 3)
  fireEvent.click(screen.getByText('选择本页'))
  expect(last.changes.add).toHaveLength(3)
  expect(screen.getByText('一次最多修改 3 项，请先保存再继续。')).toBeTruthy()
})
