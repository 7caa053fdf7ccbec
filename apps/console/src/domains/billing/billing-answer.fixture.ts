// Bills, orders, entries and sessions for the billing tests.
import type { BillRow, EntryRow, OrderRow } from '@sealwright/contract'
import { session } from '../../lib/stage.fixture.tsx'

export const ORDER_GUID = '00000000-0000-4000-8000-0000000000d1'

export const orderRow: OrderRow = {
  guid: ORDER_GUID,
  orderId: 'OD20260105AAAA',
  category: 'issue',
  subject: '标准版',
  count: 100,
  amountFen: 30_000,
  chargedFen: 30_000,
  status: 'charged',
  isReversed: false,
  createTime: '2026-01-05T02:00:00.000Z',
  creator: '林主',
}

export const billRow: BillRow = {
  guid: '00000000-0000-4000-8000-0000000000b1',
  billingId: 'BL20260105AAAA',
  orderId: orderRow.orderId,
  orderGuid: ORDER_GUID,
  category: 'issue',
  subject: '标准版',
  projectedFen: 30_000,
  actualFen: 30_000,
  giftFen: 5_000,
  status: 'success',
  isReversed: false,
  dueTime: null,
  createTime: '2026-01-05T02:00:00.000Z',
  settleTime: '2026-01-05T02:00:00.000Z',
  creator: '林主',
}

export const dueBill: BillRow = {
  ...billRow,
  guid: '00000000-0000-4000-8000-0000000000b2',
  billingId: 'BL20260106BBBB',
  category: 'platform',
  subject: '短信通道费',
  projectedFen: 35_000,
  actualFen: 0,
  giftFen: 0,
  status: 'pending',
  dueTime: '2026-02-01T00:00:00.000Z',
  settleTime: null,
  creator: null,
}

export const entryRow: EntryRow = {
  id: '7',
  purse: 'wallet',
  movement: 'charge',
  subject: '标准版',
  amountFen: -25_000,
  balanceFen: 75_000,
  at: '2026-01-05T02:00:00.000Z',
  creator: '林主',
}

export const holding = (privileges: readonly string[], isMainAccount = false) => ({
  data: { ...session, isMainAccount, privileges: [...privileges] },
})
