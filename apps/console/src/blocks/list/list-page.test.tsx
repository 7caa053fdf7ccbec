// The list's rules as a person meets them, on the product list.
import { identityCalls, productCalls } from '@sealwright/contract'
import type { ProductRow } from '@sealwright/contract'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Package } from 'lucide-react'
import { useLayoutEffect } from 'react'
import { expect, it, vi } from 'vitest'
import { Screen as ProductList } from '../../domains/product/product-list.screen.tsx'
import { setWhy } from '../../lib/session/why.ts'
import type { WhyAbout } from '../../lib/session/why.ts'
import { clearStage, openStage, session } from '../../lib/stage.fixture.tsx'
import { STORED } from '../../lib/stored.ts'
import type { BatchAction } from './batch-bar.tsx'
import { DataTable } from './data-table.tsx'
import type { Column } from './data-table.tsx'
import type { Filter } from './filter/list-filters.tsx'
import { wayBack } from './list-memory.ts'
import { ListPage } from './list-page.tsx'
import type { RowAction } from './row-actions.tsx'

const product = (n: number): ProductRow => ({
  guid: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  name: `产品 ${n}`,
  displayName: `显示 ${n}`,
  licenseForm: 1,
  licenseId: n,
  licenseVersion: null,
  brief: null,
  hasLogo: false,
  moduleCount: 0,
  hasRom: false,
  hasRaw: false,
  hasPub: false,
  romSize: 0,
  rawSize: 0,
  pubSize: 0,
  templateCount: 0,
  licenseCount: 0,
  effectiveLicenseCount: 0,
  createTime: '2026-01-01T00:00:00.000Z',
  updateTime: '2026-01-01T00:00:00.000Z',
})

/** A server with this many products that pages as the contract says. */
function withProducts(count: number, capped = false) {
  return ({ currentPage, pageSize }: Record<string, unknown>) => {
    const size = Number(pageSize)
    const start = (Number(currentPage) - 1) * size
    const rows = Array.from({ length: Math.max(0, Math.min(size, count - start)) }, (_, index) =>
      product(start + index + 1),
    )
    return { data: { rows, records: count, total: Math.ceil(count / size), ...(capped && { recordsCapped: true }) } }
  }
}

const open = (href: string, count: number, capped = false) =>
  openStage({ '/product': ProductList, '/elsewhere': () => <p>elsewhere</p> }, href, [
    [productCalls.find, withProducts(count, capped)],
  ])

it('few records show as cards, more as a table, and the choice lasts for the session', async () => {
  await open('/product', 3)
  await screen.findByRole('list', { name: '产品' })
  expect(STORED.tempPageActive.get()).toEqual({ product: 'card' })
  cleanup()
  clearStage()
  const stage = await open('/product', 40)
  await screen.findByRole('table', { name: '产品' })
  expect(STORED.tempPageActive.get()).toEqual({ product: 'table' })
  fireEvent.click(screen.getByRole('button', { name: '卡片' }))
  await screen.findByRole('list', { name: '产品' })
  await stage.go('/elsewhere')
  await stage.go('/product')
  await screen.findByRole('list', { name: '产品' })
})

it('a filtered list does not choose between cards and table for the session', async () => {
  const stage = await open('/product?productName=abc', 2)
  await screen.findByRole('list', { name: '产品' })
  expect(STORED.tempPageActive.get()).toBeUndefined()
  await stage.go('/product')
  await waitFor(() => expect(STORED.tempPageActive.get()).toEqual({ product: 'card' }))
})

it('a pager leads to the other pages of a table and of cards', async () => {
  const stage = await open('/product', 40)
  await screen.findByText('产品 10')
  const pager = () => within(screen.getByLabelText('分页'))
  expect(pager().getByText('共 40 条')).toBeTruthy()
  fireEvent.click(pager().getByLabelText('第 2 页'))
  await screen.findByText('产品 11')
  fireEvent.click(pager().getByLabelText('上一页'))
  await screen.findByText('产品 10')
  fireEvent.click(screen.getByText('卡片'))
  await waitFor(() => expect(document.querySelectorAll('.record-card').length).toBeGreaterThan(0))
  fireEvent.click(pager().getByLabelText('下一页'))
  await waitFor(() => expect(screen.queryByText('产品 1')).toBeNull())
  expect(stage.address()).toBe('/product?page=2')
})

it('deciding for cards costs no second call', async () => {
  const stage = await open('/product', 2)
  await screen.findByRole('list', { name: '产品' })
  expect(stage.sent.filter(({ path }) => path === productCalls.find.path)).toHaveLength(1)
})

it('a page past the end loads the last page', async () => {
  const stage = await open('/product?page=9', 24)
  await screen.findByText('产品 24')
  expect(stage.address()).toBe('/product?page=3')
})

it('showSearch=1 brings back the filters that were left, and editId marks the row', async () => {
  const stage = await open('/product?productName=abc&page=2&sort=name&order=asc', 30)
  await screen.findByText('产品 11')
  await stage.go('/elsewhere?guid=1')
  await stage.go(`/product?showSearch=1&editId=${product(12).guid}`)
  const row = (await screen.findByText('产品 12')).closest('tr')
  expect(row?.dataset.marked).toBe('true')
  expect(stage.address()).toBe(`/product?productName=abc&page=2&sort=name&order=asc&editId=${product(12).guid}`)
  expect(stage.sent.at(-1)?.payload).toMatchObject({ productName: 'abc', currentPage: '2', sort: 'name', order: 'asc' })
  cleanup()
  clearStage()
  await open(`/product?editId=${product(2).guid}`, 3)
  const cardOf = async (n: number) => (await screen.findByText(`产品 ${n}`)).closest<HTMLElement>('.record-card')
  expect([(await cardOf(2))?.dataset.marked, (await cardOf(3))?.dataset.marked]).toEqual(['true', undefined])
})

it('a list that one comes back to stands where it was scrolled, and a fresh visit at its top', async () => {
  const stage = await open('/product', 30)
  await screen.findByText('产品 1')
  const frame = () => document.querySelector('.table-frame')
  Object.assign(frame() ?? {}, { scrollTop: 320 })
  fireEvent.scroll(frame() ?? document)
  await stage.go('/elsewhere')
  await stage.go(wayBack('/product'))
  await screen.findByText('产品 1')
  await waitFor(() => expect(frame()?.scrollTop).toBe(320))
  await stage.go('/elsewhere')
  await stage.go('/product')
  await screen.findByText('产品 1')
  expect(frame()?.scrollTop).toBe(0)
})

it('a list that one comes back to gives a lost focus to the last row that had it, or to its heading', async () => {
  const stage = await open('/product', 30)
  const blur = () => document.activeElement instanceof HTMLElement && document.activeElement.blur()
  ;(await screen.findByRole('link', { name: '产品 4' })).focus()
  await stage.go('/elsewhere')
  await stage.go('/product?showSearch=1')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: '产品 4' })))
  cleanup()
  clearStage()
  await open('/product?showSearch=1', 0)
  blur()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
})

it('a row that was edited on a later page is found on the first one, where the list now starts with it', async () => {
  const stage = await open('/product?page=2', 30)
  await screen.findByText('产品 11')
  await stage.go('/elsewhere')
  await stage.go(`/product?showSearch=1&editId=${product(1).guid}`)
  expect((await screen.findByText('产品 1')).closest('tr')?.dataset.marked).toBe('true')
  expect(stage.address()).toBe(`/product?editId=${product(1).guid}`)
})

it('the row that was just made or edited has the focus, unless something else took it', async () => {
  const stage = await open('/product', 30)
  await stage.go(`/product?editId=${product(3).guid}`)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('产品 3'))
  screen.getByLabelText('搜索产品名称').focus()
  await stage.go(`/product?editId=${product(4).guid}`)
  await act(() => new Promise(requestAnimationFrame))
  expect(document.activeElement).toBe(screen.getByLabelText('搜索产品名称'))
})

it.each([
  ['the row that takes its place', 12, 3, '产品 4'],
  ['the row before it, when it was the last', 12, 12, '产品 11'],
  ['the heading of an empty list', 1, 1, '产品'],
])('deleting a row leaves the focus with %s', async (_where, count, deleted, focused) => {
  let rows = Array.from({ length: count }, (_, index) => product(index + 1))
  await openStage({ '/product': ProductList }, '/product', [
    [productCalls.find, () => ({ data: { rows, records: rows.length, total: 1 } })],
    [
      productCalls.delete,
      () => {
        rows = rows.filter(({ licenseId }) => licenseId !== deleted)
        return { data: {} }
      },
    ],
  ])
  fireEvent.click(await screen.findByRole('button', { name: `“产品 ${deleted}”的操作` }))
  fireEvent.click(screen.getByRole('menuitem', { name: '删除' }))
  fireEvent.click(screen.getByRole('alertdialog', { hidden: true }).querySelector('.sw-button-danger') ?? document.body)
  await waitFor(() => expect(screen.queryByText(`产品 ${deleted}`)).toBeNull())
  expect(document.activeElement?.textContent).toBe(focused)
})

it('a visit without showSearch starts clean', async () => {
  const stage = await open('/product?productName=abc', 30)
  await screen.findByText('产品 1')
  await stage.go('/elsewhere')
  await stage.go('/product')
  await waitFor(() => expect(stage.sent.at(-1)?.payload.productName).toBeUndefined())
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: '搜索产品名称' }).value).toBe('')
})

it('a filter that the call would refuse is told at the field and not sent', async () => {
  const stage = await open('/product?licenseId=abc', 5)
  await screen.findByText('产品 1')
  expect(screen.getByRole('alert').textContent).toBe('许可 ID 必须是整数')
  expect(stage.sent.at(-1)?.payload.licenseId).toBeUndefined()
})

it('clearing the filters also clears one that was typed and never sent', async () => {
  await open('/product?licenseForm=1', 5)
  await screen.findByText('产品 1')
  const licenseId = () => screen.getByLabelText<HTMLInputElement>('许可 ID')
  fireEvent.input(licenseId(), { target: { value: 'x1' } })
  expect(licenseId().getAttribute('aria-invalid')).toBe('true')
  fireEvent.click(screen.getByText('全部清除'))
  await waitFor(() => expect(licenseId().value).toBe(''))
})

it('a set filter is a chip with field and value; its button clears it and focuses the next chip', async () => {
  const period = { kind: 'period', name: 'startTime', until: 'endTime', label: '签发时间' } as const
  const form = { kind: 'picks', name: 'licenseForm', label: '形式', options: [] } as const
  const list: readonly Filter[] = [
    { kind: 'search', name: 'productName', label: '名称' },
    { ...form, labelOf: (value: string) => `第 ${value} 种` },
    { ...period, isMore: true },
  ]
  const Filtered = () => (
    <ListPage
      path="/product"
      list="product"
      call={productCalls.find}
      title="产品"
      filters={list}
      columns={[]}
      card={(row) => ({ mark: null, name: row.name, facts: [] })}
      rowKey={(row) => row.guid}
      rowName={(row) => row.name}
      empty={{ icon: Package, title: '' }}
    />
  )
  const search = new URLSearchParams({
    productName: 'abc',
    licenseForm: '["1","2"]',
    startTime: '2026-01-01T00:00:00Z',
  })
  const stage = await openStage({ '/product': Filtered }, `/product?${search}`, [[productCalls.find, withProducts(2)]])
  const chips = await screen.findByRole('list', { name: '已设置的筛选' })
  const words = () =>
    within(chips)
      .getAllByRole('listitem')
      .map((chip) => chip.textContent)
  expect(words()).toEqual(['形式：第 1 种、第 2 种', '签发时间：2026-01-01 – …'])
  expect(screen.getByRole('button', { name: '更多筛选（已设置 1 项）' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '清除“形式”' }))
  await waitFor(() => expect(stage.address()).not.toContain('licenseForm'))
  expect(words()).toEqual(['签发时间：2026-01-01 – …'])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '清除“签发时间”' }))
  fireEvent.click(screen.getByRole('button', { name: '清除“签发时间”' }))
  await waitFor(() => expect(stage.address()).toBe('/product?productName=abc'))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: '名称' }))
})

it('removing saved views leaves the focus with the next one, and with the button when none is left', async () => {
  localStorage.setItem(
    'listViews.account-1.product',
    JSON.stringify([
      { name: '甲', search: { productName: 'a' } },
      { name: '乙', search: { productName: 'b' } },
    ]),
  )
  await open('/product', 5)
  await screen.findByText('产品 1')
  const button = screen.getByRole('button', { name: '视图' })
  fireEvent.click(button)
  fireEvent.click(await screen.findByLabelText('删除视图“甲”'))
  expect(document.activeElement).toBe(screen.getByLabelText('删除视图“乙”'))
  fireEvent.click(screen.getByLabelText('删除视图“乙”'))
  expect(document.activeElement).toBe(button)
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('what other hands wrote into the memory of a list reads as nothing, and another tab is heard', async () => {
  localStorage.setItem('listViews.account-1.product', '[{"name":7}]')
  localStorage.setItem('listColumns.account-1.product', '{"a":1}')
  sessionStorage.setItem('listSearch.account-1.product', '"x"')
  await open('/product?showSearch=1', 12)
  await screen.findByRole('table', { name: '产品' })
  fireEvent.click(screen.getByRole('button', { name: '视图' }))
  expect(await screen.findByText('设置筛选或排序后，可在此保存为视图。')).toBeTruthy()
  localStorage.setItem('listViews.account-1.product', JSON.stringify([{ name: '甲', search: {} }]))
  fireEvent(window, new StorageEvent('storage', { key: 'listViews.account-1.product' }))
  expect(await screen.findByText('甲')).toBeTruthy()
})

it('fixed fields go with every page, view and filter, and never into the address', async () => {
  const card = (row: ProductRow) => ({ mark: null, name: row.name, href: '/elsewhere', facts: [] })
  const filters = [{ kind: 'search', name: 'productName', label: '名称' }] as const
  const OfOneForm = () => (
    <ListPage
      path="/product"
      list="product"
      call={productCalls.find}
      where={{ licenseForm: '2' }}
      title="产品"
      sentence=""
      filters={filters}
      columns={[]}
      card={card}
      rowKey={(row) => row.guid}
      rowName={(row) => row.name}
      actions={() => []}
      empty={{ icon: Package, title: '', sentence: '' }}
    />
  )
  const stage = await openStage({ '/product': OfOneForm }, '/product?productName=abc', [
    [productCalls.find, withProducts(2)],
  ])
  await screen.findByText('产品 1')
  await stage.go('/product?page=1')
  await waitFor(() =>
    expect(
      stage.sent
        .filter(({ path }) => path === productCalls.find.path)
        .map(({ payload }) => [payload.licenseForm, payload.productName]),
    ).toEqual([
      ['2', 'abc'],
      ['2', undefined],
    ]),
  )
  expect(stage.address()).toBe('/product?page=1')
})

it('a capped count says so', async () => {
  await open('/product', 10_000, true)
  await screen.findByText('产品 1')
  expect(within(screen.getByRole('heading', { level: 1 })).getByText('10,000+')).toBeTruthy()
  expect(screen.getByText('共 10,000+ 条')).toBeTruthy()
})

it('who sees only a part is told that nothing is assigned to them, and can ask why', async () => {
  const about = vi.fn<(about: WhyAbout) => void>()
  setWhy(about)
  await openStage({ '/product': ProductList }, '/product', [
    [
      identityCalls.current,
      () => ({ data: { ...session, isMainAccount: false, privileges: ['product.view'], limited: ['product'] } }),
    ],
    [productCalls.find, withProducts(0)],
  ])
  await screen.findByText('没有分配给您的产品')
  expect(screen.queryByText(/先建一个产品/)).toBeNull()
  fireEvent.click(screen.getByText('为什么看不到？'))
  expect(about).toHaveBeenCalledWith({ kind: 'product' })
})

it('how to begin is told to who may', async () => {
  await openStage({ '/product': ProductList }, '/product', [
    [identityCalls.current, () => ({ data: { ...session, privileges: ['product.view'] } })],
    [productCalls.find, withProducts(0)],
  ])
  await screen.findByText('还没有产品')
  expect(screen.queryByText(/先建一个产品/)).toBeNull()
})

it('a row menu opens on demand and works by arrow keys', async () => {
  await open('/product', 12)
  const button = await screen.findByRole('button', { name: '“产品 1”的操作' })
  expect(screen.queryByRole('menu')).toBeNull()
  fireEvent.click(button)
  const items = screen.getAllByRole('menuitem')
  expect(document.activeElement).toBe(items[0])
  fireEvent.keyDown(screen.getByRole('menu'), { key: 'ArrowUp' })
  expect(document.activeElement?.textContent).toBe('删除')
  fireEvent.keyDown(document.activeElement ?? button, { key: 'Escape' })
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(button)
})

it('draws the rows of the first window first, and the others into the room kept for them', async () => {
  const seen: string[] = []
  function Cell({ name }: { name: string }) {
    useLayoutEffect(() => {
      const drawn = document.querySelectorAll('tbody:not([aria-hidden]) tr').length
      seen.push(`${drawn}${document.querySelector('tbody[aria-hidden]') ? ' and room' : ''}`)
    }, [])
    return name
  }
  const columns: readonly Column<ProductRow>[] = [
    { key: 'name', title: '名称', cell: (row) => <Cell name={row.name} /> },
  ]
  const rows = Array.from({ length: 40 }, (_, index) => product(index + 1))
  const Table = () => <DataTable label="产品" rows={rows} columns={columns} rowKey={keyOf} rowName={nameOf} />
  await openStage({ '/product': Table }, '/product', [])
  await screen.findByText('产品 40')
  expect([...new Set(seen)]).toEqual(['12 and room', '40'])
})

it('a menu offers what does not stand in the row, made when it is opened; one action needs no menu', async () => {
  const made: string[] = []
  function* actions({ name }: ProductRow): Iterable<RowAction> {
    yield { key: 'view', label: '查看', icon: Package, href: '/elsewhere' }
    if (name === '产品 1') return
    yield { key: 'edit', label: '编辑', icon: Package, href: '/elsewhere' }
    made.push(`rest of ${name}`)
    yield { key: 'more', label: '更多', icon: Package, onSelect: () => undefined }
  }
  const List = () => (
    <ListPage
      path="/product"
      list="menus"
      call={productCalls.find}
      title="产品"
      filters={FILTERS}
      columns={COLUMNS}
      card={bareCard}
      rowKey={keyOf}
      rowName={nameOf}
      actions={actions}
      empty={{ icon: Package, title: '' }}
    />
  )
  await openStage({ '/product': List }, '/product', [[productCalls.find, withProducts(12)]])
  await screen.findByText('产品 1')
  expect(made).toEqual([])
  expect(screen.queryByRole('button', { name: '“产品 1”的操作' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '“产品 2”的操作' }))
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['编辑', '更多'])
  expect(made).toEqual(['rest of 产品 2'])
})

/** The frame of every table is this wide. */
const withFrame = (px: number) => vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(px)
const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)

it('columns that do not fit open below their row, and one that the person asks for comes back', async () => {
  withFrame(600)
  await open('/product', 12)
  await screen.findByText('产品 1')
  expect(heads()).toContain('许可 ID')
  expect(heads()).not.toContain('更新时间')
  const expander = screen.getByRole('button', { name: '“产品 1”的更多信息' })
  expect(expander.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(expander)
  expect(expander.getAttribute('aria-expanded')).toBe('true')
  const details = document.querySelector(`#${expander.getAttribute('aria-controls')}`)
  expect(details?.querySelector('dl')?.textContent).toContain('更新时间2026-01-01')
  fireEvent.click(screen.getByRole('button', { name: '选择列' }))
  fireEvent.click(screen.getByRole('menuitemcheckbox', { name: '更新时间' }))
  expect(heads()).toContain('更新时间')
  expect(localStorage.getItem('listColumns.account-1.product')).toBe('{"updateTime":true}')
})

it('a row shows the day, and a screen reader and an export have the time', async () => {
  await open('/product', 12)
  await screen.findByText('产品 1')
  const cell = document.querySelector('tbody time')
  expect(cell?.firstChild?.textContent).toBe('2026-01-01')
  expect(cell?.textContent).toMatch(/^2026-01-01 \d\d:\d\d$/)
})

it('low rows are chosen once for every list', async () => {
  await open('/product', 12)
  const table = await screen.findByRole('table', { name: '产品' })
  fireEvent.click(screen.getByRole('button', { name: '选择列' }))
  fireEvent.click(screen.getByRole('menuitemcheckbox', { name: '紧凑行高' }))
  expect(table.className).toContain('table-compact')
  expect(localStorage.getItem('listDensity.account-1.all')).toBe('"compact"')
})

it('arrow keys change the width of a column, which is remembered, and Enter gives it back', async () => {
  withFrame(1400)
  await open('/product', 12)
  await screen.findByText('产品 1')
  const handle = () => screen.getByRole('separator', { name: '“许可 ID”的列宽' })
  const before = Number(handle().getAttribute('aria-valuenow'))
  fireEvent.keyDown(handle(), { key: 'ArrowRight' })
  expect(Number(handle().getAttribute('aria-valuenow'))).toBe(before + 16)
  expect(localStorage.getItem('listWidths.account-1.product')).toBe(`{"licenseId":${before + 16}}`)
  fireEvent.keyDown(handle(), { key: 'Enter' })
  expect(Number(handle().getAttribute('aria-valuenow'))).toBe(before)
})

// Several at once. No list of the console can do that with products.
const run = vi.fn<(rows: readonly ProductRow[], done: () => void) => void>()
const FILTERS: readonly Filter[] = [{ kind: 'text', name: 'productName', label: '名称' }]
const COLUMNS: readonly Column<ProductRow>[] = [{ key: 'name', title: '名称', cell: (row) => row.name }]

function BatchList() {
  return (
    <ListPage
      path="/product"
      list="batch"
      call={productCalls.find}
      title="产品"
      sentence=""
      filters={FILTERS}
      columns={COLUMNS}
      card={bareCard}
      rowKey={keyOf}
      rowName={nameOf}
      actions={noActions}
      batch={BATCH}
      empty={{ icon: Package, title: '', sentence: '' }}
    />
  )
}
const keyOf = (row: ProductRow) => row.guid
const nameOf = (row: ProductRow) => row.name
const noActions = () => []
const bareCard = (row: ProductRow) => ({ mark: null, name: row.name, href: '/', facts: [] })
const BATCH: readonly BatchAction<ProductRow>[] = [{ key: 'go', label: '一起做', icon: Package, max: 25, run }]

const openBatch = (count: number) =>
  openStage({ '/product': BatchList }, '/product', [[productCalls.find, withProducts(count)]])
const tick = (name: string) => fireEvent.click(screen.getByLabelText(`选择“${name}”`))
const press = () => {
  fireEvent.click(screen.getByText('一起做'))
  return run.mock.lastCall?.[0].map(({ name }) => name)
}

it('an action on several rows gets those that are selected, and clears the selection when it is done', async () => {
  await openBatch(12)
  await screen.findByText('产品 1')
  expect(screen.queryByRole('region', { name: '批量操作' })).toBeNull()
  tick('产品 3')
  tick('产品 1')
  expect(screen.getByText('本页已选 2 项')).toBeTruthy()
  screen.getByText('一起做').focus()
  expect(press()).toEqual(['产品 1', '产品 3'])
  expect(screen.getByText('本页已选 2 项')).toBeTruthy()
  act(() => run.mock.lastCall?.[1]())
  expect(screen.queryByRole('region', { name: '批量操作' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByLabelText('选择本页全部'))
})

it('Shift selects all rows up to the one before, and takes them away again', async () => {
  await openBatch(12)
  await screen.findByText('产品 1')
  const box = (n: number) => screen.getByLabelText<HTMLInputElement>(`选择“产品 ${n}”`)
  fireEvent.click(box(2))
  fireEvent.click(box(5), { shiftKey: true })
  const chosen = () => [1, 2, 3, 4, 5, 6].filter((n) => box(n).checked)
  expect(chosen()).toEqual([2, 3, 4, 5])
  fireEvent.click(box(4), { shiftKey: true })
  expect(chosen()).toEqual([2, 3])
})

it('the box in the header selects the page, and what leaves the sight is selected no more', async () => {
  const stage = await openBatch(12)
  await screen.findByText('产品 1')
  fireEvent.click(screen.getByLabelText('选择本页全部'))
  expect(screen.getByText('已选本页全部 10 项')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('选择本页全部').indeterminate).toBe(false)
  await stage.go('/product?page=2')
  await screen.findByText('产品 11')
  expect(screen.queryByRole('region', { name: '批量操作' })).toBeNull()
  await stage.go('/product')
  await screen.findByText('产品 1')
  expect(screen.queryByRole('region', { name: '批量操作' })).toBeNull()
})

it('all rows that match are fetched up to what the action takes, which then gets them', async () => {
  await openBatch(24)
  await screen.findByText('产品 1')
  fireEvent.click(screen.getByLabelText('选择本页全部'))
  expect(screen.getByText('已选本页全部 10 项')).toBeTruthy()
  fireEvent.click(screen.getByText('选择符合条件的全部 24 项'))
  await screen.findByText('已选符合条件的全部 24 项')
  expect(screen.getByRole('button', { name: '一起做 24' })).toBeTruthy()
  expect(press()).toHaveLength(24)
  tick('产品 2')
  expect(screen.getByText('本页已选 9 项')).toBeTruthy()
})

it('more rows than the action takes are cut, and fetching them can be stopped', async () => {
  let isHeld = true
  const answer = withProducts(60)
  const stage = await openStage({ '/product': BatchList }, '/product', [
    [
      productCalls.find,
      async (payload) => {
        if (Number(payload.pageSize) === 100 && isHeld) await new Promise(() => undefined)
        return answer(payload)
      },
    ],
  ])
  await screen.findByText('产品 1')
  fireEvent.click(screen.getByLabelText('选择本页全部'))
  const offer = '选择符合条件的前 25 项（共 60 项）'
  fireEvent.click(screen.getByText(offer))
  expect(screen.getByText('正在选择：0 / 25')).toBeTruthy()
  expect(screen.queryByText('一起做')).toBeNull()
  fireEvent.click(screen.getByText('停止'))
  expect(screen.getByText('已选本页全部 10 项')).toBeTruthy()
  isHeld = false
  fireEvent.click(screen.getByText(offer))
  await screen.findByText('已选前 25 项，一次最多 25 项')
  expect(press()).toHaveLength(25)
  expect(stage.sent.at(-1)?.payload).toMatchObject({ currentPage: '1', pageSize: '100' })
})

it('cards can be selected, one by one and all of the page, and stay selected in the table', async () => {
  await openBatch(12)
  await screen.findByText('产品 1')
  tick('产品 2')
  tick('产品 10')
  fireEvent.click(screen.getByRole('button', { name: '卡片' }))
  await screen.findByRole('list', { name: '产品' })
  await waitFor(() => expect(screen.getByText('本页已选 1 项')).toBeTruthy())
  expect(screen.getByLabelText<HTMLInputElement>('选择“产品 2”').checked).toBe(true)
  fireEvent.click(screen.getByLabelText('选择本页全部'))
  expect(screen.getAllByRole<HTMLInputElement>('checkbox').every(({ checked }) => checked)).toBe(true)
  tick('产品 1')
  expect(press()).not.toContain('产品 1')
  fireEvent.click(screen.getByText('表格'))
  await screen.findByRole('table', { name: '产品' })
  expect(screen.getByLabelText<HTMLInputElement>('选择“产品 10”').checked).toBe(false)
})
