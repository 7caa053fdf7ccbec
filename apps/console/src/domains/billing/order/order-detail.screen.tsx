// The page of one order: purpose, price lines, units taken from a stock, its bills, and the licenses that it paid for.
import { orderCalls } from '@sealwright/contract'
import type { AnswerOf, BillRow } from '@sealwright/contract'
import { KeyRound, Receipt } from 'lucide-react'
import { useMemo } from 'react'
import { CopyText } from '../../../blocks/control/copy-text.tsx'
import { EmptyState } from '../../../blocks/control/states.tsx'
import { DetailPage, DetailSection } from '../../../blocks/detail/detail-page.tsx'
import { Loaded } from '../../../blocks/detail/loaded.tsx'
import { BackToList } from '../../../blocks/list/back-to-list.tsx'
import { MoneyCell, NumberCell, TimeCell } from '../../../blocks/list/columns.tsx'
import { DataTable } from '../../../blocks/list/data-table.tsx'
import { RecordCards } from '../../../blocks/list/record-card.tsx'
import { useSearchOf } from '../../../lib/place/navigate.tsx'
import { useIsNarrow } from '../../../lib/window-width.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { LicensesTab, useSeenFamilies } from '../../license/tab/index.ts'
import { OrderTag } from '../billing-tags.tsx'
import { CategoryMark } from '../category-mark.tsx'
import { billCard, billColumns } from '../overview/bill.columns.tsx'
import { PriceLines } from '../price/price-lines.tsx'

type OrderAnswer = AnswerOf<typeof orderCalls.get>

const keyOf = (row: BillRow) => row.guid
const nameOf = (row: BillRow) => row.billingId

function Bills({ bills }: { bills: readonly BillRow[] }) {
  const t = usePhrases()
  const isNarrow = useIsNarrow()
  const columns = useMemo(() => billColumns(t, false).filter(({ key }) => key !== 'subject'), [t])
  const label = t('billing.overview.orders.bills')
  if (bills.length === 0) return <EmptyState icon={Receipt} title={t('billing.overview.orders.billsEmpty')} />
  if (!isNarrow) return <DataTable label={label} rows={bills} columns={columns} rowKey={keyOf} rowName={nameOf} />
  return (
    <RecordCards
      label={label}
      rows={bills}
      card={(bill) => ({ ...billCard(t, bill), href: undefined })}
      rowKey={keyOf}
    />
  )
}

/** Charges for anything else than licenses have none. Licenses outside the person's sight are not listed. */
function Licenses({ order: { guid, category, status, licenseFamily } }: { order: OrderAnswer }) {
  const t = usePhrases()
  const families = useSeenFamilies(licenseFamily === null ? [] : [licenseFamily])
  if (category !== 'issue' && category !== 'update' && category !== 'activation') return null
  // Nothing was issued.
  if (licenseFamily === null && (status === 'failed' || status === 'insufficient')) return null
  return (
    <DetailSection title={t('billing.overview.orders.licenses')}>
      {families.length > 0 ? (
        <LicensesTab families={families} of="orderGuid" guid={guid} tab="licenses" listSearch={{ orderGuid: guid }} />
      ) : (
        <EmptyState icon={KeyRound} title={t('billing.overview.orders.licensesHidden')} />
      )}
    </DetailSection>
  )
}

function Order({ order }: { order: OrderAnswer }) {
  const t = usePhrases()
  return (
    <DetailPage
      mark={<CategoryMark category={order.category} size={56} />}
      title={t('billing.overview.orders.titleOf', { id: order.orderId })}
      subtitle={order.subject}
      facts={[
        { label: t('billing.fields.orderId'), value: <CopyText text={order.orderId} /> },
        { label: t('billing.fields.category'), value: t(`billing.categories.${order.category}`) },
        { label: t('billing.fields.status'), value: <OrderTag order={order} /> },
        { label: t('billing.overview.orders.amount'), value: <MoneyCell fen={order.amountFen} /> },
        { label: t('billing.fields.chargedFen'), value: <MoneyCell fen={order.chargedFen} /> },
        { label: t('billing.fields.count'), value: <NumberCell value={order.count} /> },
        { label: t('billing.fields.createTime'), value: <TimeCell at={order.createTime} /> },
        { label: t('billing.fields.creator'), value: order.creator },
      ]}
    >
      <DetailSection title={t('billing.overview.orders.price')}>
        <PriceLines lines={order.lines} totalFen={order.amountFen} units={order.units} bought={order} />
      </DetailSection>
      <DetailSection title={t('billing.overview.orders.bills')}>
        <Bills bills={order.bills} />
      </DetailSection>
      <Licenses order={order} />
    </DetailPage>
  )
}

export function Screen() {
  const { guid } = useSearchOf('/billing/order/view')
  return (
    <Loaded
      call={orderCalls.get}
      payload={{ guid }}
      back={<BackToList to="/billing/order" words="billing.overview.orders.back" />}
    >
      {(order) => <Order order={order} />}
    </Loaded>
  )
}
