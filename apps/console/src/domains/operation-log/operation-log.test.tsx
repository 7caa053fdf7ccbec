import { OPERATION_TYPES, identityCalls, operationLogCalls } from '@sealwright/contract'
import type { LogVerification, OperationRow } from '@sealwright/contract'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { loadSession } from '../../lib/session/session.tsx'
import { openStage, session } from '../../lib/stage.fixture.tsx'
import { STORED } from '../../lib/stored.ts'
import { Screen } from './operation-log.screen.tsx'

const row: OperationRow = {
  id: '2',
  at: '2026-01-01T00:00:00.000Z',
  actor: 'Lin',
  type: OPERATION_TYPES.update,
  deed: 'lock',
  targetKind: 'snLicense',
  targetGuid: '00000000-0000-4000-8000-000000000001',
  targetName: 'M49P3J32UPTE4CK3',
  changes: [{ field: 'status', before: '未绑定', after: '锁定' }],
  labels: { status: '状态' },
  requestId: 'r1',
  sealed: true,
  count: 1,
  taskGuid: null,
}
const batch: OperationRow = {
  ...row,
  id: '1',
  type: OPERATION_TYPES.add,
  deed: 'issue',
  changes: [],
  labels: {},
  requestId: 'r2',
  count: 30,
}
let result: LogVerification

beforeEach(() => {
  STORED.tempPageActive.set({ operationLog: 'table' })
  result = { rows: 31, waiting: 0, checkpoints: 2, problems: [], time: '2026-01-01T00:00:00.000Z' }
})

async function open(href = '/operationLog', isMainAccount = true) {
  vi.stubGlobal('scrollTo', () => undefined)
  const stage = await openStage({ '/operationLog': Screen }, href, [
    [identityCalls.current, () => ({ data: { ...session, isMainAccount, privileges: ['snLicense.view'] } })],
    [operationLogCalls.find, () => ({ data: { rows: [row, batch], records: 2, total: 1 } })],
    [operationLogCalls.actors, () => ({ data: [{ id: '00000000-0000-4000-8000-0000000000a1', name: 'Lin' }] })],
    [operationLogCalls.verify, () => ({ data: result })],
  ])
  await act(() => loadSession())
  await screen.findByText('M49P-3J32-UPTE-4CK3')
  return {
    ...stage,
    asked: () => stage.sent.filter(({ path }) => path === operationLogCalls.find.path).map(({ payload }) => payload),
  }
}

it('a line says what was done to what, with the changes; a batch is one line that leads to its entries', async () => {
  const { asked } = await open()
  expect(screen.getAllByText('锁定').length).toBeGreaterThan(0)
  expect(screen.getByText('状态：未绑定 → 锁定')).toBeTruthy()
  expect(screen.getByRole('link', { name: '30 个授权码' }).getAttribute('href')).toBe('/operationLog?batch=r2')
  expect(asked()[0]).toMatchObject({ batches: 'line' })
})

it('one batch or one target shows every entry', async () => {
  const { asked } = await open('/operationLog?batch=r2')
  expect(asked()).toContainEqual(expect.objectContaining({ batch: 'r2', batches: 'rows' }))
  expect(await screen.findByText('批次：锁定 M49P-3J32-UPTE-4CK3')).toBeTruthy()
})

it('filters by who, what and kind, kept in the address', async () => {
  const { address } = await open()
  fireEvent.click(screen.getByRole('button', { name: '操作人: 不限' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Lin' }))
  await waitFor(() => expect(address()).toContain('actor=00000000-0000-4000-8000-0000000000a1'))
  fireEvent.click(screen.getByRole('button', { name: '操作类型: 不限' }))
  fireEvent.click(screen.getByRole('menuitemradio', { name: '删除' }))
  await waitFor(() => expect(address()).toContain('type=delete'))
})

it('the super administrator verifies the log and sees the result; others have no such button', async () => {
  await open()
  fireEvent.click(screen.getByText('验证日志'))
  expect(await screen.findByText('日志完好')).toBeTruthy()
  expect(screen.getByText(/31 条记录与 2 个签名检查点一致/)).toBeTruthy()
  cleanup()
  result = { ...result, problems: ['developer 1: operation 7 (seal 7) was changed'] }
  await open()
  fireEvent.click(screen.getByText('验证日志'))
  expect(await screen.findByText('developer 1: operation 7 (seal 7) was changed')).toBeTruthy()
  cleanup()
  await open('/operationLog', false)
  expect(screen.queryByText('验证日志')).toBeNull()
})
