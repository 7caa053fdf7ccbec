// How bills and orders stand, as a chip. Waiting is brand, as everywhere; what failed for want of money is bad.
import type { BillRow, BillState, OrderState } from '@sealwright/contract'
import { TagsCell } from '../../blocks/columns.tsx'
import { StatusTag } from '../../blocks/status-tag.tsx'
import type { Tone } from '../../blocks/status-tag.tsx'
import { usePhrases } from '../../lib/i18n.tsx'

const BILL_TONES: Record<BillState, Tone> = { pending: 'brand', success: 'ok', failedOverdue: 'bad', failedInsufficient: 'bad', released: 'neutral' }
const ORDER_TONES: Record<OrderState, Tone> = { charged: 'ok', notCharged: 'brand', failed: 'bad', insufficient: 'bad' }

const isPast = (at: string | null) => at !== null && Date.parse(at) <= Date.now()

export function BillTag({ bill }: { bill: Pick<BillRow, 'status' | 'isReversed' | 'dueTime'> }) {
  const t = usePhrases()
  const isLate = bill.status === 'pending' && isPast(bill.dueTime)
  return (
    <TagsCell isOneLine>
      {isLate ? <StatusTag tone="bad">{t('billing.overview.bills.overdue')}</StatusTag> : <StatusTag tone={BILL_TONES[bill.status]}>{t(`billing.billStates.${bill.status}`)}</StatusTag>}
      {bill.isReversed && <StatusTag tone="violet">{t('billing.overview.bills.reversed')}</StatusTag>}
    </TagsCell>
  )
}

export function OrderTag({ status }: { status: OrderState }) {
  const t = usePhrases()
  return <StatusTag tone={ORDER_TONES[status]}>{t(`billing.orderStates.${status}`)}</StatusTag>
}
