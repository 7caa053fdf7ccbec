// The cells that lists share, so that names, times and numbers look the same everywhere.
import type { ReactNode } from 'react'
import { Link } from '../../lib/place/navigate.tsx'
import { useFormat } from '../../lib/words/i18n.tsx'
import './table.css'

interface NameCellProps {
  mark?: ReactNode
  name: string
  below?: ReactNode
  /** Absent if the person may not open it. */
  href?: string | undefined
}

/** A name, as a link if it can be opened. */
export function NameLink({ name, href }: Pick<NameCellProps, 'name' | 'href'>) {
  return href === undefined ? (
    <span className="name-cell-name">{name}</span>
  ) : (
    <Link className="name-cell-name" href={href}>
      {name}
    </Link>
  )
}

/** Two lines: the name with its link, and a detail that tells it apart. */
export function NameCell({ mark, name, below, href }: NameCellProps) {
  return (
    <span className="name-cell">
      {mark}
      <span className="name-cell-words">
        <NameLink name={name} href={href} />
        {below && <span className="name-cell-below">{below}</span>}
      </span>
    </span>
  )
}

interface TimeProps {
  at: string
}

/** A time, with the time since then as a tooltip. */
export function TimeCell({ at }: TimeProps) {
  const format = useFormat()
  return (
    <time
      className="sw-tabular cell-quiet"
      dateTime={at}
      // Computed when the pointer enters.
      onPointerEnter={(event) => (event.currentTarget.dataset.tip = format.ago(at))}
    >
      {format.time(at)}
    </time>
  )
}

/**
 * The date alone, for rows. The time of day appears on hover and in the row with the keyboard focus; screen readers
 * read both.
 */
export function DateCell({ at }: TimeProps) {
  const format = useFormat()
  const [day, time] = format.time(at).split(' ')
  return (
    <time
      className="sw-tabular cell-quiet date-cell"
      dateTime={at}
      onPointerEnter={(event) => (event.currentTarget.title = `${format.time(at)} · ${format.ago(at)}`)}
    >
      {day}
      {time && <span> {time}</span>}
    </time>
  )
}

/** A time with its label, for the foot of a card. */
export function LabeledTime({ label, at }: { label: string; at: string }) {
  return (
    <>
      {label} <TimeCell at={at} />
    </>
  )
}

export function NumberCell({ value }: { value: number }) {
  const format = useFormat()
  return <span className={value === 0 ? 'sw-tabular nothing' : 'sw-tabular'}>{format.number(value)}</span>
}

/** An amount in fen. If signed, a credit has a plus. */
export function MoneyCell({ fen, isSigned = false }: { fen: number; isSigned?: boolean }) {
  const format = useFormat()
  return (
    <span className={fen === 0 ? 'sw-tabular nothing' : 'sw-tabular'}>
      {isSigned && fen > 0 ? '+' : ''}
      {format.money(fen)}
    </span>
  )
}

/** A few chips. Chips that belong together stay on one line. */
export function TagsCell({ isOneLine = false, children }: { isOneLine?: boolean; children: ReactNode }) {
  return <span className={isOneLine ? 'tags-cell tags-cell-one-line' : 'tags-cell'}>{children}</span>
}

export function Nothing() {
  return <span className="nothing">–</span>
}
