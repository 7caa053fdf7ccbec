// The columns, card and filters of orders.
import { ORDER_STATES } from '@sealwright/contract'
import type { OrderRow } from '@sealwright/contract'
import { DateCell, LabeledTime, MoneyCell, NameCell, Nothing, NumberCell } from '../../../blocks/list/columns.tsx'
import type { Column } from '../../../blocks/list/data-table.tsx'
import type { Filter } from '../../../blocks/list/filter/list-filters.tsx'
import type { CardParts } from '../../../blocks/list/record-card.tsx'
import { WIDTHS } from '../../../blocks/list/table-layout.ts'
import { pathTo } from '../../../lib/place/navigate.tsx'
import type { Translate } from '../../../lib/words/i18n.tsx'
import { OrderTag } from '../billing-tags.tsx'
import { CategoryMark } from '../category-mark.tsx'
import { categoryFilter, creatorColumn } from '../charge-parts.tsx'

const viewOf = ({ guid }: OrderRow) => pathTo('/billing/order/view', { guid })

export function orderColumns(t: Translate): Column<OrderRow>[] {
  return [
    {
      key: 'orderId',
      title: t('billing.fields.orderId'),
      minWidth: 256,
      cell: (row) => (
        <NameCell
          mark={<CategoryMark category={row.category} />}
          name={row.orderId}
          below={t(`billing.categories.${row.category}`)}
          href={viewOf(row)}
        />
      ),
    },
    {
      key: 'subject',
      title: t('billing.fields.subject'),
      minWidth: 160,
      cell: (row) => <span className="billing-words">{row.subject}</span>,
    },
    {
      key: 'status',
      title: t('billing.fields.status'),
      minWidth: 112,
      priority: 2,
      cell: (row) => <OrderTag order={row} />,
    },
    {
      key: 'count',
      title: t('billing.fields.count'),
      align: 'end',
      minWidth: WIDTHS.number,
      cell: (row) => <NumberCell value={row.count} />,
    },
    {
      key: 'amountFen',
      title: t('billing.overview.orders.amount'),
      align: 'end',
      minWidth: WIDTHS.money,
      cell: (row) => <MoneyCell fen={row.amountFen} />,
    },
    {
      key: 'chargedFen',
      title: t('billing.fields.chargedFen'),
      align: 'end',
      minWidth: WIDTHS.money,
      priority: 2,
      cell: (row) => <MoneyCell fen={row.chargedFen} />,
    },
    {
      key: 'createTime',
      title: t('billing.fields.createTime'),
      sort: 'createTime',
      minWidth: WIDTHS.date,
      priority: 2,
      cell: (row) => <DateCell at={row.createTime} />,
    },
    creatorColumn(t),
  ]
}

export function orderCard(t: Translate, row: OrderRow): CardParts {
  return {
    mark: <CategoryMark category={row.category} size={40} />,
    name: row.orderId,
    href: viewOf(row),
    below: t(`billing.categories.${row.category}`),
    facts: [
      { label: t('billing.fields.subject'), value: row.subject },
      { label: t('billing.fields.status'), value: <OrderTag order={row} /> },
      { label: t('billing.fields.count'), value: <NumberCell value={row.count} /> },
      { label: t('billing.overview.orders.amount'), value: <MoneyCell fen={row.amountFen} /> },
      { label: t('billing.fields.chargedFen'), value: <MoneyCell fen={row.chargedFen} /> },
      { label: t('billing.fields.creator'), value: row.creator ?? <Nothing /> },
    ],
    foot: <LabeledTime label={t('billing.fields.createTime')} at={row.createTime} />,
  }
}

export function orderFilters(t: Translate): Filter[] {
  return [
    { kind: 'search', name: 'keyword', label: t('billing.overview.orders.search') },
    categoryFilter(t),
    {
      kind: 'picks',
      name: 'status',
      label: t('billing.fields.status'),
      options: ORDER_STATES.map((value) => ({ value, label: t(`billing.orderStates.${value}`) })),
    },
    { kind: 'period', name: 'startTime', until: 'endTime', label: t('billing.overview.orders.period') },
  ]
}
