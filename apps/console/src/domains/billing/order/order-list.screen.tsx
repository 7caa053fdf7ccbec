// The list of orders. They are also found by the licenses that they paid for: by code, account and customer.
import { orderCalls } from '@sealwright/contract'
import type { OrderRow } from '@sealwright/contract'
import { Eye, Receipt } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { ListPage } from '../../../blocks/list/list-page.tsx'
import { firstPage } from '../../../blocks/list/list-state.ts'
import type { RowAction } from '../../../blocks/list/row-actions.tsx'
import { pathTo, useSearchOf } from '../../../lib/place/navigate.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { useCustomerFilter } from '../../license/filters/index.ts'
import '../overview/billing.css'
import { orderCard, orderColumns, orderFilters } from './order.columns.tsx'

const keyOf = (row: OrderRow) => row.guid
const nameOf = (row: OrderRow) => row.orderId

const LIST = { list: 'order', call: orderCalls.find }
export const first = firstPage(LIST)

export function Screen() {
  const t = usePhrases()
  const columns = useMemo(() => orderColumns(t), [t])
  const { customerGuid = '' } = useSearchOf('/billing/order')
  const customer = useCustomerFilter(t('billing.fields.customerGuid'), customerGuid)
  const filters = useMemo(() => [...orderFilters(t), ...(customer ? [customer] : [])], [t, customer])
  const actions = useCallback(
    (row: OrderRow): RowAction[] => [
      {
        key: 'view',
        label: t('billing.overview.orders.view'),
        icon: Eye,
        href: pathTo('/billing/order/view', { guid: row.guid }),
      },
    ],
    [t],
  )
  return (
    <ListPage
      path="/billing/order"
      {...LIST}
      title={t('billing.titles.order')}
      sentence={t('billing.overview.orders.sentence')}
      filters={filters}
      columns={columns}
      card={(row) => orderCard(t, row)}
      rowKey={keyOf}
      rowName={nameOf}
      actions={actions}
      empty={{
        icon: Receipt,
        title: t('billing.overview.orders.emptyTitle'),
        sentence: t('billing.overview.orders.emptySentence'),
      }}
    />
  )
}
