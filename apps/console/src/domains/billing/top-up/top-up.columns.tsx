// The columns, card and filters of top-ups.
import { PAYMENT_METHODS, TOP_UP_STATES } from '@sealwright/contract'
import type { TopUpRow, TopUpState } from '@sealwright/contract'
import { CreditCard } from 'lucide-react'
import { StatusTag } from '../../../blocks/control/status-tag.tsx'
import type { Tone } from '../../../blocks/control/status-tag.tsx'
import { DateCell, LabeledTime, NameLink, Nothing, TagsCell, TimeCell } from '../../../blocks/list/columns.tsx'
import type { Column } from '../../../blocks/list/data-table.tsx'
import type { Filter } from '../../../blocks/list/filter/list-filters.tsx'
import type { CardParts } from '../../../blocks/list/record-card.tsx'
import { WIDTHS } from '../../../blocks/list/table-layout.ts'
import { pathTo } from '../../../lib/place/navigate.tsx'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import type { Translate } from '../../../lib/words/i18n.tsx'
import './top-up.css'

const TONES: Record<TopUpState, Tone> = {
  pending: 'warn',
  processing: 'brand',
  paid: 'ok',
  failed: 'bad',
  cancelled: 'neutral',
}

const hrefOf = ({ guid }: TopUpRow) => pathTo('/billing/topUp', { guid })

function Amount({ fen }: { fen: number }) {
  const format = useFormat()
  return fen === 0 ? <Nothing /> : <span className="sw-tabular">{format.money(fen)}</span>
}

function TopUpStatus({ row: { status, isRefunded } }: { row: TopUpRow }) {
  const t = usePhrases()
  return (
    <TagsCell isOneLine>
      <StatusTag tone={TONES[status]}>{t(`billing.topUpStates.${status}`)}</StatusTag>
      {isRefunded && <StatusTag tone="violet">{t('billing.topUp.list.refunded')}</StatusTag>}
    </TagsCell>
  )
}

/** All columns except the number and the creation time. A card shows them as facts. */
function factColumns(t: Translate, isInRow: boolean): Column<TopUpRow>[] {
  return [
    {
      key: 'amountFen',
      title: t('billing.fields.amountFen'),
      align: 'end',
      minWidth: WIDTHS.money,
      cell: (row) => <Amount fen={row.amountFen} />,
    },
    {
      key: 'giftFen',
      title: t('billing.fields.giftFen'),
      align: 'end',
      minWidth: WIDTHS.money,
      cell: (row) => <Amount fen={row.giftFen} />,
    },
    {
      key: 'paymentMethod',
      title: t('billing.fields.paymentMethod'),
      minWidth: WIDTHS.text,
      cell: (row) => t(`billing.methods.${row.paymentMethod}`),
    },
    {
      key: 'status',
      title: t('billing.fields.status'),
      minWidth: 130,
      priority: 2,
      cell: (row) => <TopUpStatus row={row} />,
    },
    {
      key: 'payTime',
      title: t('billing.fields.payTime'),
      minWidth: WIDTHS.date,
      cell: ({ payTime }) => {
        if (payTime === null) return <Nothing />
        return isInRow ? <DateCell at={payTime} /> : <TimeCell at={payTime} />
      },
    },
    { key: 'creator', title: t('billing.fields.creator'), cell: (row) => row.creator ?? <Nothing /> },
  ]
}

export function topUpColumns(t: Translate): Column<TopUpRow>[] {
  const facts = factColumns(t, true)
  return [
    {
      key: 'serial',
      title: t('billing.fields.serial'),
      minWidth: 190,
      cell: (row) => <NameLink name={row.serial} href={hrefOf(row)} />,
    },
    ...facts.slice(0, 4),
    {
      key: 'createTime',
      title: t('billing.fields.createTime'),
      sort: 'createTime',
      minWidth: WIDTHS.date,
      cell: (row) => <DateCell at={row.createTime} />,
    },
    ...facts.slice(4),
  ]
}

export function topUpCard(t: Translate, row: TopUpRow): CardParts {
  return {
    mark: (
      <span className="top-up-mark">
        <CreditCard size={18} aria-hidden />
      </span>
    ),
    name: row.serial,
    href: hrefOf(row),
    facts: factColumns(t, false).map(({ title, cell }) => ({ label: title, value: cell(row) })),
    foot: <LabeledTime label={t('billing.fields.createTime')} at={row.createTime} />,
  }
}

export function topUpFilters(t: Translate): Filter[] {
  return [
    { kind: 'search', name: 'serial', label: t('billing.topUp.list.search') },
    {
      kind: 'choice',
      name: 'paymentMethod',
      label: t('billing.fields.paymentMethod'),
      options: PAYMENT_METHODS.map((value) => ({ value, label: t(`billing.methods.${value}`) })),
    },
    {
      kind: 'picks',
      name: 'status',
      label: t('billing.fields.status'),
      options: TOP_UP_STATES.map((value) => ({ value, label: t(`billing.topUpStates.${value}`) })),
    },
    { kind: 'period', name: 'startTime', until: 'endTime', label: t('billing.fields.createTime') },
  ]
}
