// The columns and card of seats: a seat in use has a heartbeat, an ended one shows how it ended.
import { shownSerial } from '@sealwright/contract'
import type { SeatEnd, SeatRow } from '@sealwright/contract'
import { Monogram } from '../../blocks/control/monogram.tsx'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import type { Tone } from '../../blocks/control/status-tag.tsx'
import { DateCell, NameCell, Nothing, TimeCell } from '../../blocks/list/columns.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import type { CardParts } from '../../blocks/list/record-card.tsx'
import { WIDTHS } from '../../blocks/list/table-layout.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import type { LicenseHref } from './license-href.ts'
import { Moment } from './moment.tsx'
import './runtime.css'

const ENDS: Record<SeatEnd, Tone> = {
  closed: 'neutral',
  lost: 'warn',
  kickedOut: 'warn',
  released: 'bad',
  ended: 'neutral',
}

interface Look {
  t: Translate
  isTaken: boolean
  hrefOf: LicenseHref
}

export const seatKey = (row: SeatRow) => row.guid
/** The display name: the borrower, the account or the device. */
export const seatName = ({ lending, account, machineName }: SeatRow) => lending?.person ?? account ?? machineName

export const codeOf = ({ family, serial }: Pick<SeatRow, 'family' | 'serial'>) => shownSerial(family, serial)

function processOf(t: Translate, { processName, pid, osSession }: SeatRow): string | null {
  if (processName === null) return osSession
  return pid === null ? processName : t('runtime.seats.process', { name: processName, pid: String(pid) })
}

/** Who has the seat: the borrower of a lent one, or the account. */
export function Holder({ row: { lending, account } }: { row: SeatRow }) {
  const t = usePhrases()
  if (!lending) return account === null ? <Nothing /> : <span className="runtime-text">{account}</span>
  return (
    <span className="runtime-lines">
      <span className="runtime-text">
        {lending.person}{' '}
        <StatusTag tone="brand">{t(lending.isBorrowed ? 'runtime.seats.borrowed' : 'runtime.seats.lent')}</StatusTag>
      </span>
      {!lending.isBorrowed && (
        <span className="name-cell-below">{t('runtime.seats.lender', { lender: lending.lender })}</span>
      )}
    </span>
  )
}

const machineOf = (t: Translate, { lending, machineName }: SeatRow) =>
  lending && machineName === '' ? t('runtime.seats.notUsed') : machineName

/** A lent seat has no heartbeats. */
export const Beat = ({ row: { lending, beatTime } }: { row: SeatRow }) =>
  lending ? <Nothing /> : <Moment at={beatTime} />
export const Until = ({ row: { lending, until } }: { row: SeatRow }) =>
  lending ? <DateCell at={until} /> : <Moment at={until} />

export function Machine({ row }: { row: SeatRow }) {
  const t = usePhrases()
  const below = processOf(t, row)
  return (
    <span className="runtime-lines">
      <span>{machineOf(t, row)}</span>
      {below !== null && <span className="name-cell-below">{below}</span>}
    </span>
  )
}

function End({ row: { end, reason } }: { row: SeatRow }) {
  const t = usePhrases()
  if (end === null) return <Nothing />
  return (
    <span className="runtime-lines">
      <span>
        <StatusTag tone={ENDS[end]}>{t(`runtime.ends.${end}`)}</StatusTag>
      </span>
      {reason !== null && <span className="name-cell-below">{reason}</span>}
    </span>
  )
}

export function seatColumns({ t, isTaken, hrefOf }: Look): Column<SeatRow>[] {
  const columns: Column<SeatRow>[] = [
    {
      key: 'license',
      title: t('runtime.seats.license'),
      minWidth: 240,
      cell: (row) => (
        <NameCell
          mark={<Monogram name={row.productName} />}
          name={codeOf(row)}
          below={row.productName}
          href={hrefOf(row)}
        />
      ),
    },
    {
      key: 'account',
      title: t('runtime.fields.account'),
      minWidth: WIDTHS.text,
      cell: (row) => <Holder row={row} />,
    },
    { key: 'machine', title: t('runtime.fields.machine'), minWidth: 120, cell: (row) => <Machine row={row} /> },
    {
      key: 'network',
      title: t('runtime.log.network'),
      minWidth: WIDTHS.text,
      priority: 0,
      cell: (row) => (row.network === null ? <Nothing /> : <span className="sw-tabular">{row.network}</span>),
    },
    {
      key: 'startTime',
      title: t('runtime.seats.since'),
      sort: 'startTime',
      minWidth: WIDTHS.date,
      cell: (row) => <DateCell at={row.startTime} />,
    },
  ]
  const taken: Column<SeatRow>[] = [
    {
      key: 'beatTime',
      title: t('runtime.seats.beat'),
      sort: 'beatTime',
      minWidth: 110,
      cell: (row) => <Beat row={row} />,
    },
    { key: 'until', title: t('runtime.seats.until'), minWidth: 110, cell: (row) => <Until row={row} /> },
  ]
  const ended: Column<SeatRow>[] = [
    {
      key: 'endTime',
      title: t('runtime.seats.endTime'),
      minWidth: WIDTHS.date,
      cell: (row) => (row.endTime === null ? <Nothing /> : <DateCell at={row.endTime} />),
    },
    { key: 'end', title: t('runtime.fields.end'), minWidth: WIDTHS.text, cell: (row) => <End row={row} /> },
  ]
  return [...columns, ...(isTaken ? taken : ended)]
}

export function seatCard({ t, isTaken, hrefOf }: Look, row: SeatRow): CardParts {
  const process = processOf(t, row)
  return {
    mark: <Monogram name={row.productName} size={40} />,
    name: codeOf(row),
    href: hrefOf(row),
    below: row.productName,
    facts: [
      ...(row.account === null && !row.lending
        ? []
        : [{ label: t('runtime.fields.account'), value: <Holder row={row} /> }]),
      { label: t('runtime.fields.machine'), value: machineOf(t, row) },
      ...(process === null ? [] : [{ label: t('runtime.fields.process'), value: process }]),
      { label: t('runtime.log.network'), value: row.network ?? <Nothing /> },
      { label: t('runtime.seats.since'), value: <TimeCell at={row.startTime} /> },
      ...(isTaken
        ? [
            { label: t('runtime.seats.beat'), value: <Beat row={row} /> },
            { label: t('runtime.seats.until'), value: <Until row={row} /> },
          ]
        : [
            {
              label: t('runtime.seats.endTime'),
              value: row.endTime === null ? <Nothing /> : <TimeCell at={row.endTime} />,
            },
            {
              label: t('runtime.fields.end'),
              value:
                row.end === null ? (
                  <Nothing />
                ) : (
                  <StatusTag tone={ENDS[row.end]}>{t(`runtime.ends.${row.end}`)}</StatusTag>
                ),
            },
            ...(row.reason === null ? [] : [{ label: t('runtime.fields.reason'), value: row.reason }]),
          ]),
    ],
  }
}
