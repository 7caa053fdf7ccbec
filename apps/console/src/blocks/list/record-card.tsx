// A record as a card, with the facts of its row, for short lists and narrow windows.
import { memo } from 'react'
import type { ReactNode } from 'react'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { Checkbox } from '../control/checkbox.tsx'
import { NameLink } from './columns.tsx'
import type { RowAction } from './row-actions.tsx'
import { FirstAction, RowMenu, menuActions } from './row-actions.tsx'
import './list.css'
import { markedRow } from './row-focus.ts'
import { useSelectOne } from './selection.ts'
import type { Selection } from './selection.ts'
import { useSteps } from './steps-of-rows.ts'

export interface CardParts {
  mark?: ReactNode
  name: string
  /** Absent if the person may not open it. */
  href?: string | undefined
  below?: ReactNode
  facts: readonly { label: string; value: ReactNode }[]
  /** Between the facts and the foot. */
  body?: ReactNode
  foot?: ReactNode
}

interface CardOfRowProps<Row> {
  row: Row
  id: string
  card: (row: Row) => CardParts
  actions: ((row: Row) => Iterable<RowAction>) | undefined
  isMarked: boolean
  isSelected: boolean
  /** Set if cards can be selected. */
  onSelect: ((id: string, isSelected: boolean, isRange: boolean) => void) | undefined
}

function CardOfRow<Row>({ row, id, card, actions, isMarked, isSelected, onSelect }: CardOfRowProps<Row>) {
  const t = usePhrases()
  const { mark, name, href, below, facts, body, foot } = card(row)
  const actionsOf = () => actions?.(row) ?? []
  return (
    <li
      ref={isMarked ? markedRow : undefined}
      className="record-card"
      data-marked={isMarked || undefined}
      data-selected={isSelected || undefined}
    >
      <div className="record-card-head">
        {onSelect && (
          <Checkbox
            label={t('blocks.table.select', { name })}
            isChecked={isSelected}
            onChange={(isChecked, isRange) => onSelect(id, isChecked, isRange)}
          />
        )}
        {mark}
        <div className="name-cell-words">
          <NameLink name={name} href={href} />
          {below && <span className="name-cell-below">{below}</span>}
        </div>
        <RowMenu name={name} actions={() => menuActions(actionsOf())} />
      </div>
      <dl className="record-card-facts">
        {facts.map((fact) => (
          <div key={fact.label}>
            <dt>{fact.label}</dt>
            <dd>{fact.value}</dd>
          </div>
        ))}
      </dl>
      {body}
      <div className="record-card-foot">
        <span>{foot}</span>
        <FirstAction actions={actionsOf} />
      </div>
    </li>
  )
}

/** Redrawn only if its own card changed. */
const RecordCard = memo(CardOfRow) as typeof CardOfRow // what memo answers has lost the type parameter

interface RecordCardsProps<Row> {
  label: string
  rows: readonly Row[]
  card: (row: Row) => CardParts
  rowKey: (row: Row) => string
  actions?: (row: Row) => Iterable<RowAction>
  selection?: Selection
  highlighted?: string
  /** These cards are about to be replaced. */
  isStale?: boolean
}

/** A page of cards is drawn at once. A narrow window, which shows a table page as cards, draws the rest in steps. */
const FIRST_CARDS = 24

export function RecordCards<Row>({
  label,
  rows,
  card,
  rowKey,
  actions,
  selection,
  highlighted,
  isStale = false,
}: RecordCardsProps<Row>) {
  const drawn = useSteps(rows, rowKey, FIRST_CARDS)
  const onSelect = useSelectOne(selection, rows, rowKey)
  return (
    <ul className="record-cards" aria-label={label} aria-busy={isStale || undefined} data-stale={isStale || undefined}>
      {rows.slice(0, drawn).map((row) => {
        const id = rowKey(row)
        return (
          <RecordCard
            key={id}
            row={row}
            id={id}
            card={card}
            actions={actions}
            isMarked={id === highlighted}
            isSelected={selection?.selected.has(id) ?? false}
            onSelect={onSelect}
          />
        )
      })}
    </ul>
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
