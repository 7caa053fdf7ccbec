// One record as a card: the same facts as its row, for short lists and narrow windows.
import type { ReactNode } from 'react'
import { usePhrases } from '../lib/i18n.tsx'
import { bringIntoSight } from '../lib/sight.ts'
import { Checkbox } from './checkbox.tsx'
import { NameLink } from './columns.tsx'
import type { RowAction } from './row-actions.tsx'
import { FirstAction, RowMenu } from './row-actions.tsx'
import './list.css'

export interface CardParts {
  mark: ReactNode
  name: string
  /** Absent where the person may open nothing of it. */
  href?: string | undefined
  below?: ReactNode
  facts: readonly { label: string; value: ReactNode }[]
  foot?: ReactNode
}

interface RecordCardProps extends CardParts {
  actions: readonly RowAction[]
  isHighlighted: boolean
  isSelected?: boolean
  /** Given where cards can be selected. */
  onSelect?: (isSelected: boolean) => void
}

export function RecordCard({ mark, name, href, below, facts, foot, actions, isHighlighted, isSelected = false, onSelect }: RecordCardProps) {
  const t = usePhrases()
  return (
    <li ref={isHighlighted ? bringIntoSight : undefined} className="record-card" data-marked={isHighlighted || undefined} data-selected={isSelected || undefined}>
      <div className="record-card-head">
        {onSelect && <Checkbox label={t('blocks.table.select', { name })} isChecked={isSelected} onChange={onSelect} />}
        {mark}
        <div className="name-cell-words">
          <NameLink name={name} href={href} />
          {below && <span className="name-cell-below">{below}</span>}
        </div>
        <RowMenu name={name} actions={actions} />
      </div>
      <dl className="record-card-facts">
        {facts.map((fact) => (
          <div key={fact.label}>
            <dt>{fact.label}</dt>
            <dd>{fact.value}</dd>
          </div>
        ))}
      </dl>
      <div className="record-card-foot">
        <span>{foot}</span>
        <FirstAction actions={actions} />
      </div>
    </li>
  )
}

export function CardSkeletons({ count }: { count: number }) {
  return (
    <ul className="record-cards" aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        <li key={index} className="record-card record-card-skeleton">
          <span className="skeleton skeleton-name" />
          <span className="skeleton skeleton-line" />
          <span className="skeleton skeleton-line" />
          <span className="skeleton skeleton-line" />
        </li>
      ))}
    </ul>
  )
}
