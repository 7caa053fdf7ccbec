// The status tags of bills and orders. Waiting is `brand`, as on other screens; a failure for lack of money is `bad`.
import type { BillRow, BillState, OrderRow, OrderState } from '@sealwright/contract'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import type { Tone } from '../../blocks/control/status-tag.tsx'
import { TagsCell } from '../../blocks/list/columns.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'

const BILL_TONES: Record<BillState, Tone> = {
  pending: 'brand',
  success: 'ok',
  failedOverdue: 'bad',
  failedInsufficient: 'bad',
  released: 'neutral',
}
const ORDER_TONES: Record<OrderState, Tone> = { charged: 'ok', notCharged: 'brand', failed: 'bad', insufficient: 'bad' }

const isPast = (at: string | null) => at !== null && Date.parse(at) <= Date.now()

function ReversedTag() {
  const t = usePhrases()
  return <StatusTag tone="violet">{t('billing.overview.bills.reversed')}</StatusTag>
}

export function BillTag({ bill }: { bill: Pick<BillRow, 'status' | 'isReversed' | 'dueTime'> }) {
  const t = usePhrases()
  const isLate = bill.status === 'pending' && isPast(bill.dueTime)
  return (
    <TagsCell isOneLine>
      {isLate ? (
        <StatusTag tone="bad">{t('billing.overview.bills.overdue')}</StatusTag>
      ) : (
        <StatusTag tone={BILL_TONES[bill.status]}>{t(`billing.billStates.${bill.status}`)}</StatusTag>
      )}
      {bill.isReversed && <ReversedTag />}
    </TagsCell>
  )
}

export function OrderTag({ order: { status, isReversed } }: { order: Pick<OrderRow, 'status' | 'isReversed'> }) {
  const t = usePhrases()
  return (
    <TagsCell isOneLine>
      <StatusTag tone={ORDER_TONES[status]}>{t(`billing.orderStates.${status}`)}</StatusTag>
      {isReversed && <ReversedTag />}
    </TagsCell>
  )
}
