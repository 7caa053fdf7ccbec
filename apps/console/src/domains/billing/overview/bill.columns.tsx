// The columns, card and filters of bills, for the bill list and the page of an order.
import { BILL_STATES } from '@sealwright/contract'
import type { BillRow } from '@sealwright/contract'
import { DateCell, LabeledTime, MoneyCell, NameCell, Nothing, TimeCell } from '../../../blocks/list/columns.tsx'
import type { Column } from '../../../blocks/list/data-table.tsx'
import type { Filter } from '../../../blocks/list/filter/list-filters.tsx'
import type { CardParts } from '../../../blocks/list/record-card.tsx'
import { WIDTHS } from '../../../blocks/list/table-layout.ts'
import { pathTo } from '../../../lib/place/navigate.tsx'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import type { Translate } from '../../../lib/words/i18n.tsx'
import { BillTag } from '../billing-tags.tsx'
import './billing.css'
import { CategoryMark } from '../category-mark.tsx'
import { categoryFilter, creatorColumn } from '../charge-parts.tsx'

/** The charged amount, and the part paid from the gift balance. */
function Charged({ bill: { actualFen, giftFen } }: { bill: BillRow }) {
  const t = usePhrases()
  const { money } = useFormat()
  return (
    <span className="billing-charged">
      <MoneyCell fen={actualFen} />
      {giftFen > 0 && (
        <span className="name-cell-below">{t('billing.overview.bills.giftPart', { amount: money(giftFen) })}</span>
      )}
    </span>
  )
}

/** The status, with the due date of a pending bill. */
function Standing({ bill }: { bill: BillRow }) {
  const t = usePhrases()
  const { timeAs } = useFormat()
  return (
    <span className="billing-standing">
      <BillTag bill={bill} />
      {bill.status === 'pending' && bill.dueTime !== null && (
        <span className="name-cell-below">
          {t('billing.overview.bills.due', { time: timeAs(bill.dueTime, 'yyyy-MM-dd') })}
        </span>
      )}
    </span>
  )
}

const orderOf = ({ orderGuid }: BillRow) => pathTo('/billing/order/view', { guid: orderGuid })
const timeOr = (at: string | null) => (at === null ? <Nothing /> : <DateCell at={at} />)

/** `isLinked`: the ID links to the order, and the time can be sorted. False on the page of the order. */
export function billColumns(t: Translate, isLinked: boolean): Column<BillRow>[] {
  return [
    {
      key: 'billingId',
      title: t('billing.fields.billingId'),
      minWidth: 246,
      cell: (row) => (
        <NameCell
          mark={<CategoryMark category={row.category} />}
          name={row.billingId}
          below={t(`billing.categories.${row.category}`)}
          {...(isLinked && { href: orderOf(row) })}
        />
      ),
    },
    {
      key: 'subject',
      title: t('billing.fields.subject'),
      minWidth: 140,
      cell: (row) => <span className="billing-words">{row.subject}</span>,
    },
    {
      key: 'status',
      title: t('billing.fields.status'),
      minWidth: WIDTHS.tag,
      priority: 2,
      cell: (row) => <Standing bill={row} />,
    },
    {
      key: 'projectedFen',
      title: t('billing.fields.projectedFen'),
      align: 'end',
      minWidth: WIDTHS.money,
      cell: (row) => <MoneyCell fen={row.projectedFen} />,
    },
    {
      key: 'actualFen',
      title: t('billing.fields.actualFen'),
      align: 'end',
      minWidth: 100,
      cell: (row) => <Charged bill={row} />,
    },
    {
      key: 'createTime',
      title: t('billing.fields.createTime'),
      ...(isLinked && { sort: 'createTime' }),
      minWidth: WIDTHS.date,
      cell: (row) => <DateCell at={row.createTime} />,
    },
    {
      key: 'settleTime',
      title: t('billing.fields.settleTime'),
      minWidth: WIDTHS.date,
      priority: 0,
      cell: (row) => timeOr(row.settleTime),
    },
    creatorColumn(t),
  ]
}

export function billCard(t: Translate, row: BillRow): CardParts {
  return {
    mark: <CategoryMark category={row.category} size={40} />,
    name: row.billingId,
    href: orderOf(row),
    below: t(`billing.categories.${row.category}`),
    facts: [
      { label: t('billing.fields.subject'), value: row.subject },
      { label: t('billing.fields.status'), value: <BillTag bill={row} /> },
      { label: t('billing.fields.projectedFen'), value: <MoneyCell fen={row.projectedFen} /> },
      { label: t('billing.fields.actualFen'), value: <Charged bill={row} /> },
      ...(row.dueTime === null ? [] : [{ label: t('billing.fields.dueTime'), value: <TimeCell at={row.dueTime} /> }]),
      { label: t('billing.fields.creator'), value: row.creator ?? <Nothing /> },
    ],
    foot: <LabeledTime label={t('billing.fields.createTime')} at={row.createTime} />,
  }
}

export function billFilters(t: Translate): Filter[] {
  return [
    { kind: 'search', name: 'billingId', label: t('billing.overview.bills.search') },
    categoryFilter(t),
    {
      kind: 'picks',
      name: 'status',
      label: t('billing.fields.status'),
      options: BILL_STATES.map((value) => ({ value, label: t(`billing.billStates.${value}`) })),
    },
    { kind: 'period', name: 'startTime', until: 'endTime', label: t('billing.overview.bills.period') },
  ]
}
