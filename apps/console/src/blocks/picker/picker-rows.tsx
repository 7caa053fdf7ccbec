// The rows of one picker list: a single Tab stop, with arrow keys between the rows.
import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { Tag } from '../control/status-tag.tsx'
import type { PickerItem } from './picker-source.ts'

export interface Row {
  item: PickerItem
  isChosen: boolean
  change?: 'add' | 'remove' | undefined
}

interface RowsProps {
  label: string
  rows: readonly Row[]
  isStale: boolean
  /** The icons at the end of chosen rows and of other rows. */
  icons: readonly [chosen: LucideIcon, other: LucideIcon]
  onPress: (row: Row) => void
}

export const isBlocked = ({ item, isChosen }: Row) => item.whyNot !== undefined && !isChosen

const buttonsIn = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLButtonElement>('button') ?? [])]

export function Rows({ label, rows, isStale, icons: [ChosenIcon, OtherIcon], onPress }: RowsProps) {
  const t = usePhrases()
  const list = useRef<HTMLUListElement>(null)
  const [focused, setFocused] = useState<string>()
  const pressedAt = useRef(-1)
  const stop = Math.max(
    0,
    rows.findIndex(({ item }) => item.guid === focused),
  )

  useEffect(() => {
    // If the pressed row disappeared together with the focus, focus its neighbor.
    if (pressedAt.current !== -1 && document.activeElement === document.body)
      buttonsIn(list.current)
        .at(Math.min(pressedAt.current, rows.length - 1))
        ?.focus()
    pressedAt.current = -1
  }, [rows])

  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowDown: stop + 1, ArrowUp: stop - 1, Home: 0, End: rows.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    if (to >= 0) buttonsIn(list.current)[to]?.focus()
  }
  return (
    <ul ref={list} className="picker-list" aria-label={label} aria-busy={isStale || undefined} onKeyDown={onKeyDown}>
      {rows.map((row, index) => (
        <li key={row.item.guid}>
          <button
            type="button"
            className="picker-row"
            aria-pressed={row.isChosen}
            data-change={row.change}
            tabIndex={index === stop ? 0 : -1}
            // Not `disabled`: arrow keys must reach the row, so that a screen reader reads the reason.
            aria-disabled={isBlocked(row) || undefined}
            onFocus={() => setFocused(row.item.guid)}
            onClick={() => {
              if (isBlocked(row)) return
              pressedAt.current = index
              onPress(row)
            }}
          >
            <span className="picker-words">
              <span className="picker-name">{row.item.name}</span>
              {row.item.note && <span className="picker-note">{row.item.note}</span>}
              {isBlocked(row) && <span className="picker-note">{row.item.whyNot}</span>}
            </span>
            {row.change && <Tag>{t(row.change === 'add' ? 'blocks.picker.add' : 'blocks.picker.remove')}</Tag>}
            {row.isChosen ? <ChosenIcon size={15} aria-hidden /> : <OtherIcon size={15} aria-hidden />}
          </button>
        </li>
      ))}
    </ul>
  )
}
