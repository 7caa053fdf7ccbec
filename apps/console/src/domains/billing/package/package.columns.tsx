// The columns, card and filters of owned packages, with remaining amounts and days.
import { DAY_MS, LIMITS, PACKAGE_STATES } from '@sealwright/contract'
import type { PackageRow, PackageState } from '@sealwright/contract'
import { Monogram } from '../../../blocks/control/monogram.tsx'
import { StatusTag } from '../../../blocks/control/status-tag.tsx'
import type { Tone } from '../../../blocks/control/status-tag.tsx'
import { DateCell, LabeledTime, MoneyCell, NameCell, Nothing, TimeCell } from '../../../blocks/list/columns.tsx'
import type { Column } from '../../../blocks/list/data-table.tsx'
import type { Filter } from '../../../blocks/list/filter/list-filters.tsx'
import type { CardParts } from '../../../blocks/list/record-card.tsx'
import { WIDTHS } from '../../../blocks/list/table-layout.ts'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import type { Translate } from '../../../lib/words/i18n.tsx'
import './package.css'

/** At this share or below, the bar warns. */
const LOW_SHARE = 0.1
const TONES: Record<PackageState, Tone> = { available: 'ok', usedUp: 'neutral', expired: 'bad' }
const [SOON_DAYS, VERY_SOON_DAYS] = LIMITS.billing.reminderDays

function Left({ left, total, isOver }: { left: number; total: number; isOver: boolean }) {
  const t = usePhrases()
  const format = useFormat()
  if (total === 0) return <Nothing />
  const words = { left: format.number(left), total: format.number(total) }
  return (
    <span className="package-left" data-tip={t('billing.package.owned.leftOf', words)}>
      <span className="package-bar" aria-hidden>
        <span
          style={{ width: `${(left / total) * 100}%` }}
          data-state={isOver ? 'over' : left / total <= LOW_SHARE ? 'low' : undefined}
        />
      </span>
      <span className="sw-tabular">{t('billing.package.owned.left', words)}</span>
    </span>
  )
}

function Expiry({ row, now }: { row: PackageRow; now: Date }) {
  const t = usePhrases()
  const days = Math.floor((Date.parse(row.expireTime) - now.getTime()) / DAY_MS)
  const tone = days <= VERY_SOON_DAYS ? 'bad' : 'warn'
  return (
    <span className="package-expiry">
      <TimeCell at={row.expireTime} />
      {row.status === 'available' && days <= SOON_DAYS && (
        <StatusTag tone={tone}>{t('billing.package.owned.daysLeft', { count: Math.max(0, days) })}</StatusTag>
      )}
    </span>
  )
}

function factColumns(t: Translate, now: Date): Column<PackageRow>[] {
  return [
    {
      key: 'status',
      title: t('billing.fields.status'),
      minWidth: WIDTHS.tag,
      priority: 2,
      cell: ({ status }) => <StatusTag tone={TONES[status]}>{t(`billing.packageStates.${status}`)}</StatusTag>,
    },
    {
      key: 'remaining',
      title: t('billing.fields.remaining'),
      minWidth: 170,
      cell: (row) => <Left left={row.remaining} total={row.licenses} isOver={row.status === 'expired'} />,
    },
    {
      key: 'remainingUpdates',
      title: t('billing.fields.remainingUpdates'),
      minWidth: 170,
      cell: (row) => <Left left={row.remainingUpdates} total={row.updates} isOver={row.status === 'expired'} />,
    },
    {
      key: 'expireTime',
      title: t('billing.fields.expireTime'),
      sort: 'expireTime',
      minWidth: 190,
      priority: 2,
      cell: (row) => <Expiry row={row} now={now} />,
    },
    {
      key: 'priceFen',
      title: t('billing.fields.priceFen'),
      align: 'end',
      minWidth: WIDTHS.money,
      cell: (row) => <MoneyCell fen={row.priceFen} />,
    },
  ]
}

const mark = (row: PackageRow, size?: 40) => <Monogram name={row.type} {...(size && { size })} />
const serial = (row: PackageRow) => <span className="sw-tabular">{row.serial}</span>

export function packageColumns(t: Translate, now: Date): Column<PackageRow>[] {
  return [
    {
      key: 'type',
      title: t('billing.fields.type'),
      minWidth: 240,
      cell: (row) => <NameCell mark={mark(row)} name={row.type} below={serial(row)} />,
    },
    ...factColumns(t, now),
    {
      key: 'buyTime',
      title: t('billing.fields.buyTime'),
      sort: 'buyTime',
      minWidth: WIDTHS.date,
      priority: 0,
      cell: (row) => <DateCell at={row.buyTime} />,
    },
  ]
}

export function packageCard(t: Translate, row: PackageRow, now: Date): CardParts {
  return {
    mark: mark(row, 40),
    name: row.type,
    below: serial(row),
    facts: factColumns(t, now).map(({ title, cell }) => ({ label: title, value: cell(row) })),
    foot: <LabeledTime label={t('billing.fields.buyTime')} at={row.buyTime} />,
  }
}

export function packageFilters(t: Translate, types: readonly string[]): Filter[] {
  return [
    {
      kind: 'pick',
      name: 'type',
      label: t('billing.fields.type'),
      options: types.map((type) => ({ value: type, label: type })),
    },
    {
      kind: 'picks',
      name: 'status',
      label: t('billing.fields.status'),
      options: PACKAGE_STATES.map((state) => ({ value: state, label: t(`billing.packageStates.${state}`) })),
    },
  ]
}
