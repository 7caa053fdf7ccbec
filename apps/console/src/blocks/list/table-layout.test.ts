import { expect, it } from 'vitest'
import type { Column } from './data-table.tsx'
import { fitColumns, tagPx } from './table-layout.ts'

const column = (key: string, minWidth: number, rest: Partial<Column<object>> = {}): Column<object> => ({
  key,
  title: '',
  minWidth: minWidth - 20,
  cell: () => key,
  ...rest,
})
const columns = [
  column('name', 200),
  column('product', 100),
  column('status', 100, { priority: 2 }),
  column('remark', 100, { priority: 0 }),
  column('issuer', 100, { isOnDemand: true }),
]
const fit = (framePx: number, given: Partial<Parameters<typeof fitColumns<object>>[0]> = {}) =>
  fitColumns({ columns, choice: {}, own: {}, framePx, hasBoxes: true, actionsPx: 100, ...given })

it('columns leave by their priority, and share the room that is left', () => {
  expect(fit(0)).toMatchObject({ shown: ['name', 'product', 'status', 'remark'], left: [] })
  expect(fit(640)).toMatchObject({ shown: ['name', 'product', 'status', 'remark'], left: [] })
  expect(fit(639)).toMatchObject({ shown: ['name', 'product', 'status'], left: ['remark'] })
  expect(fit(500)).toMatchObject({ shown: ['name', 'status'], left: ['product', 'remark'] })
  expect(fit(1140).widths).toEqual({ name: 400, product: 200, status: 200, remark: 200 })
})

it('a narrow column stays where a wider one of the same priority does not fit', () => {
  const some = [column('name', 200), column('wide', 300), column('small', 60)]
  expect(fit(500, { columns: some })).toMatchObject({ shown: ['name', 'small'], left: ['wide'] })
})

it('a column that the person chose or widened stays, and the table scrolls where it must', () => {
  expect(fit(500, { choice: { remark: true } })).toMatchObject({
    shown: ['name', 'remark'],
    left: ['product', 'status'],
  })
  expect(fit(300, { choice: { issuer: true }, own: { product: 160 } })).toMatchObject({
    shown: ['name', 'product', 'issuer'],
    widths: { name: 200, product: 160, issuer: 100 },
    tablePx: 40 + 28 + 200 + 160 + 100 + 100,
  })
})

it('a title has its room in either language', () => {
  const [short, long] = ['设备', 'Activated in total'].map(
    (title) => fit(0, { columns: [column('name', 60, { title, sort: 'name' })] }).widths.name ?? 0,
  )
  expect(short).toBe(62)
  expect(long).toBeGreaterThan(150)
})

it('a column of status tags has room for its longest word', () => {
  expect(tagPx(['未绑定', '审批未通过'])).toBe(88)
  expect(tagPx(['Unbound', 'Pending approval'])).toBeGreaterThan(130)
})
