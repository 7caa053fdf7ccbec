// The licenses with seats in use: how many of their seats are taken, and who has them. A row is a license, and its
// seats are lines of equal height in the cells, so that they line up.
import type { SeatGroup, SeatRow } from '@sealwright/contract'
import type { ReactNode } from 'react'
import { Monogram } from '../../blocks/control/monogram.tsx'
import { NameLink, Nothing, TimeCell } from '../../blocks/list/columns.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import type { CardParts } from '../../blocks/list/record-card.tsx'
import { RowActions } from '../../blocks/list/row-actions.tsx'
import type { RowAction } from '../../blocks/list/row-actions.tsx'
import { WIDTHS } from '../../blocks/list/table-layout.ts'
import { Link } from '../../lib/place/navigate.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import type { LicenseHref } from './license-href.ts'
import './runtime.css'
import { Beat, Holder, Machine, Until, codeOf, seatKey, seatName } from './seat.columns.tsx'

export type SeatTotals = Pick<SeatGroup, 'taken' | 'lent' | 'limit' | 'devices'>

interface Look {
  t: Translate
  hrefOf: LicenseHref
  release: (seat: SeatRow) => RowAction[]
}

/** Used and total seats. A license that counts no seats says what it counts instead. */
export function SeatUsage({ totals: { taken, lent, limit, devices } }: { totals: SeatTotals }) {
  const t = usePhrases()
  const used = taken + lent
  const words = [
    limit !== null
      ? t('runtime.seats.usage', { used, limit })
      : devices === null
        ? t('runtime.seats.uncounted', { used })
        : t('runtime.seats.perDevice', { used, devices }),
    ...(lent > 0 ? [t('runtime.ofLicense.lent', { lent })] : []),
  ]
  return (
    <span className="seat-usage">
      {limit !== null && (
        <span className="seat-bar" data-full={used >= limit || undefined} aria-hidden>
          <i data-part="taken" style={{ width: `${(100 * taken) / Math.max(limit, used)}%` }} />
          <i data-part="lent" style={{ width: `${(100 * lent) / Math.max(limit, used)}%` }} />
        </span>
      )}
      <span className="seat-usage-words">{words.join(' · ')}</span>
    </span>
  )
}

export const groupKey = ({ licenseGuid }: SeatGroup) => licenseGuid
export const groupName = (group: SeatGroup) => codeOf(group)

/** A seat without an account was taken with the code. */
function Who({ row }: { row: SeatRow }) {
  const t = usePhrases()
  return row.account === null && !row.lending ? (
    <span className="cell-quiet">{t('runtime.seats.byCode')}</span>
  ) : (
    <Holder row={row} />
  )
}

/** Leads to all seats of the license, if not all are shown. */
function More({ group, hrefOf }: { group: SeatGroup; hrefOf: LicenseHref }) {
  const t = usePhrases()
  const count = group.found - group.seats.length
  const href = hrefOf(group, 'runtime')
  if (count <= 0) return null
  const words = t('runtime.seats.more', { count })
  return <span className="seat-line">{href === undefined ? words : <Link href={href}>{words}</Link>}</span>
}

const lines = (group: SeatGroup, line: (seat: SeatRow) => ReactNode, last?: ReactNode) => (
  <span className="seat-lines">
    {group.seats.map((seat) => (
      <span key={seatKey(seat)} className="seat-line">
        {line(seat)}
      </span>
    ))}
    {last}
  </span>
)

export function groupColumns({ t, hrefOf, release }: Look): Column<SeatGroup>[] {
  return [
    {
      key: 'license',
      title: t('runtime.seats.license'),
      minWidth: 260,
      cell: (group) => (
        <span className="seat-license">
          <Monogram name={group.productName} />
          <span className="name-cell-words">
            <NameLink name={codeOf(group)} href={hrefOf(group)} />
            <span className="name-cell-below">{group.productName}</span>
            <SeatUsage totals={group} />
          </span>
        </span>
      ),
    },
    {
      key: 'who',
      title: t('runtime.seats.who'),
      minWidth: WIDTHS.text,
      priority: 2,
      cell: (group) => lines(group, (row) => <Who row={row} />, <More group={group} hrefOf={hrefOf} />),
    },
    {
      key: 'machine',
      title: t('runtime.seats.where'),
      minWidth: 150,
      priority: 2,
      cell: (group) => lines(group, (row) => <Machine row={row} />),
    },
    {
      key: 'network',
      title: t('runtime.log.network'),
      minWidth: WIDTHS.text,
      priority: 0,
      cell: (group) =>
        lines(group, ({ network }) => (network === null ? <Nothing /> : <span className="sw-tabular">{network}</span>)),
    },
    {
      key: 'startTime',
      title: t('runtime.seats.since'),
      sort: 'startTime',
      minWidth: WIDTHS.time,
      cell: (group) => lines(group, ({ startTime }) => <TimeCell at={startTime} />),
    },
    {
      key: 'beatTime',
      title: t('runtime.seats.beat'),
      minWidth: 110,
      priority: 2,
      cell: (group) => lines(group, (row) => <Beat row={row} />),
    },
    {
      key: 'until',
      title: t('runtime.seats.until'),
      minWidth: 110,
      cell: (group) => lines(group, (row) => <Until row={row} />),
    },
    {
      key: 'release',
      title: t('blocks.table.actions'),
      minWidth: 96,
      priority: 2,
      cell: (group) => lines(group, (row) => <RowActions name={seatName(row)} actions={() => release(row)} />),
    },
  ]
}

export function groupCard({ t, hrefOf, release }: Look, group: SeatGroup): CardParts {
  return {
    mark: <Monogram name={group.productName} size={40} />,
    name: codeOf(group),
    href: hrefOf(group),
    below: group.productName,
    facts: [],
    body: (
      <>
        <SeatUsage totals={group} />
        <ul className="seat-people" aria-label={t('runtime.ofLicense.seats')}>
          {group.seats.map((row) => (
            <li key={seatKey(row)}>
              <span className="seat-person">
                <Who row={row} />
                <Machine row={row} />
                <span className="name-cell-below">
                  <TimeCell at={row.startTime} /> · {row.lending ? <Until row={row} /> : <Beat row={row} />}
                </span>
              </span>
              <RowActions name={seatName(row)} actions={() => release(row)} />
            </li>
          ))}
        </ul>
      </>
    ),
    foot: <More group={group} hrefOf={hrefOf} />,
  }
}
