// A short list inside a page, with rows of its own.
import { fireEvent, screen } from '@testing-library/react'
import { Trash } from 'lucide-react'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { openStage } from '../../lib/stage.fixture.tsx'
import { TabRows } from './tab-rows.tsx'

interface Machine {
  name: string
}

const deleted = vi.fn()
const retried = vi.fn()
beforeEach(() => {
  deleted.mockClear()
  retried.mockClear()
})

/** The list of a server with this answer for each page. */
async function open(pages: readonly Machine[][], error: Error | null = null) {
  const Screen = () => {
    const [page, setPage] = useState(1)
    const rows = pages[page - 1]
    return (
      <TabRows
        label="机器"
        answer={{
          data: rows && { rows, total: pages.length },
          error,
          refetch: retried,
          isPlaceholderData: false,
        }}
        page={page}
        onTurn={setPage}
        columns={[{ key: 'name', title: '名称', cell: ({ name }: Machine) => name }]}
        card={({ name }) => ({ mark: null, name, facts: [] })}
        rowKey={({ name }) => name}
        rowName={({ name }) => name}
        actions={({ name }) => [
          { key: 'delete', label: '删除', icon: Trash, isShown: true, onSelect: () => deleted(name) },
        ]}
        none={<p>没有机器</p>}
      />
    )
  }
  await openStage({ '/license/view': Screen }, '/license/view', [])
}

it.each([
  [false, 'table'],
  [true, 'list'],
])('shows its rows with their actions; narrow window: %s, as a %s', async (isNarrow, role) => {
  vi.stubGlobal('matchMedia', () => ({ matches: isNarrow, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
  await open([[{ name: 'M1' }]])
  expect(screen.getByRole(role, { name: '机器' }).textContent).toContain('M1')
  expect(screen.queryByRole(isNarrow ? 'table' : 'list', { name: '机器' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /删除/ }))
  expect(deleted).toHaveBeenCalledWith('M1')
})

it('turns pages, up to the first and the last one', async () => {
  await open([[{ name: 'M1' }], [{ name: 'M2' }]])
  expect(screen.getByRole('button', { name: '更新的' })).toHaveProperty('disabled', true)
  fireEvent.click(screen.getByRole('button', { name: '更早的' }))
  expect(screen.getByRole('table').textContent).toContain('M2')
  expect(screen.getByRole('button', { name: '更早的' })).toHaveProperty('disabled', true)
  fireEvent.click(screen.getByRole('button', { name: '更新的' }))
  expect(screen.getByRole('table').textContent).toContain('M1')
})

it('shows the empty state, without a table and without buttons, if there are no rows', async () => {
  await open([[]])
  expect(screen.getByText('没有机器')).toBeDefined()
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.queryByRole('navigation')).toBeNull()
})

it('offers to try again if the rows could not be loaded', async () => {
  await open([], new Error('offline'))
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(retried).toHaveBeenCalledOnce()
})
