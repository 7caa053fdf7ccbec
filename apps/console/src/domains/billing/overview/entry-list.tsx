// The list of balance movements, each with the resulting balance.
import { MOVEMENTS, PURSES, billingCalls, movementWord } from '@sealwright/contract'
import type { EntryRow } from '@sealwright/contract'
import { ArrowDownLeft, ArrowLeftRight, ArrowUpRight } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { IconMark } from '../../../blocks/control/icon-mark.tsx'
import type { IconMarkProps } from '../../../blocks/control/icon-mark.tsx'
import { DateCell, LabeledTime, MoneyCell, NameCell, Nothing } from '../../../blocks/list/columns.tsx'
import type { Column } from '../../../blocks/list/data-table.tsx'
import type { Filter } from '../../../blocks/list/filter/list-filters.tsx'
import { ListPage } from '../../../blocks/list/list-page.tsx'
import type { CardParts } from '../../../blocks/list/record-card.tsx'
import { WIDTHS } from '../../../blocks/list/table-layout.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import type { Translate } from '../../../lib/words/i18n.tsx'
import { TopUpLink } from '../top-up/top-up-link.tsx'
import './billing.css'

const keyOf = (row: EntryRow) => row.id
const nameOf = (t: Translate, row: EntryRow) => t(`billing.movements.${movementWord(row)}`)
/** Movements that change no money balance. */
const ELSEWHERE: readonly string[] = ['capture', 'grant']

/** An arrow for incoming or outgoing money. */
function Way({ fen, size }: { fen: number } & Pick<IconMarkProps, 'size'>) {
  return fen > 0 ? (
    <IconMark icon={ArrowDownLeft} tint={1} size={size} />
  ) : (
    <IconMark icon={ArrowUpRight} tint={0} size={size} />
  )
}

function entryColumns(t: Translate): Column<EntryRow>[] {
  return [
    {
      key: 'movement',
      title: t('billing.fields.movement'),
      minWidth: 200,
      cell: (row) => <NameCell mark={<Way fen={row.amountFen} />} name={nameOf(t, row)} below={row.subject} />,
    },
    { key: 'purse', title: t('billing.fields.purse'), cell: (row) => t(`billing.purses.${row.purse}`) },
    {
      key: 'amountFen',
      title: t('billing.overview.entries.amount'),
      align: 'end',
      cell: (row) => (
        <span className={row.amountFen > 0 ? 'billing-in' : undefined}>
          <MoneyCell fen={row.amountFen} isSigned />
        </span>
      ),
    },
    {
      key: 'balanceFen',
      title: t('billing.overview.entries.after'),
      align: 'end',
      cell: (row) => <MoneyCell fen={row.balanceFen} />,
    },
    {
      key: 'at',
      title: t('billing.fields.at'),
      sort: 'at',
      minWidth: WIDTHS.date,
      cell: (row) => <DateCell at={row.at} />,
    },
    {
      key: 'creator',
      title: t('billing.fields.creator'),
      cell: (row) => (row.creator === null ? <Nothing /> : <span className="billing-person">{row.creator}</span>),
    },
  ]
}

function entryCard(t: Translate, row: EntryRow): CardParts {
  return {
    mark: <Way fen={row.amountFen} size={40} />,
    name: nameOf(t, row),
    below: row.subject,
    facts: [
      { label: t('billing.fields.purse'), value: t(`billing.purses.${row.purse}`) },
      { label: t('billing.overview.entries.amount'), value: <MoneyCell fen={row.amountFen} isSigned /> },
      { label: t('billing.overview.entries.after'), value: <MoneyCell fen={row.balanceFen} /> },
      { label: t('billing.fields.creator'), value: row.creator ?? <Nothing /> },
    ],
    foot: <LabeledTime label={t('billing.fields.at')} at={row.at} />,
  }
}

function entryFilters(t: Translate): Filter[] {
  return [
    {
      kind: 'choice',
      name: 'purse',
      label: t('billing.fields.purse'),
      options: PURSES.map((value) => ({ value, label: t(`billing.purses.${value}`) })),
    },
    {
      kind: 'choice',
      name: 'movement',
      label: t('billing.fields.movement'),
      options: MOVEMENTS.filter((value) => !ELSEWHERE.includes(value)).map((value) => ({
        value,
        label: t(`billing.movements.${value}`),
      })),
    },
    { kind: 'period', name: 'startTime', until: 'endTime', label: t('billing.overview.entries.period') },
  ]
}

export function EntryList({ keeps }: { keeps: Readonly<Record<string, string | undefined>> }) {
  const t = usePhrases()
  const columns = useMemo(() => entryColumns(t), [t])
  const filters = useMemo(() => entryFilters(t), [t])
  const rowName = useCallback((row: EntryRow) => nameOf(t, row), [t])
  const topUp = <TopUpLink />
  return (
    <ListPage
      isTab
      keeps={keeps}
      path="/billing"
      list="entry"
      call={billingCalls.findEntries}
      title={t('billing.overview.tabs.entries')}
      filters={filters}
      columns={columns}
      card={(row) => entryCard(t, row)}
      rowKey={keyOf}
      rowName={rowName}
      empty={{
        icon: ArrowLeftRight,
        title: t('billing.overview.entries.emptyTitle'),
        sentence: t('billing.overview.entries.emptySentence'),
        action: topUp,
      }}
    />
  )
}
