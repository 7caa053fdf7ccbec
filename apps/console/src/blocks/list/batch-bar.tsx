// The bar of batch actions, each with the number of rows it acts on. Once the whole page is selected, the bar offers to
// select all rows that match the filters.
import { LIMITS } from '@sealwright/contract'
import type { LucideIcon } from 'lucide-react'
import { ChevronDown, X } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import type { ReactNode } from 'react'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import { Button, IconButton, buttonClass } from '../control/button.tsx'
import { Menu } from '../overlay/menu.tsx'
import type { MenuItem } from '../overlay/menu.tsx'
import type { AllMatching } from './all-matching.ts'
import './list.css'

/** Clears the selection, except for rows with these keys. */
type Done = (kept?: readonly string[]) => void

export type BatchAction<Row> = {
  key: string
  label: string
  icon: LucideIcon
  isDanger?: boolean
  /** The maximum number of rows, from the limit of the call. Default: one page. */
  max?: number
} & (
  | {
      /** Acts on these rows. */
      run: (rows: readonly Row[], done: Done) => void
    }
  | {
      /** A menu of ways to act on these rows. */
      items: (rows: readonly Row[], done: Done) => readonly MenuItem[]
      /** Requests the data of the items, as soon as rows are selected. */
      load?: (() => void) | undefined
    }
)

export const maxOf = ({ max = LIMITS.page.maxSize }: { max?: number }) => max

interface BatchButtonProps<Row> {
  action: BatchAction<Row>
  rows: readonly Row[]
  onDone: Done
}

function BatchButton<Row>({ action, rows, onDone }: BatchButtonProps<Row>) {
  const t = usePhrases()
  const format = useFormat()
  const isTooMany = rows.length > maxOf(action)
  const words = (
    <>
      {`${action.label} `}
      <span className="batch-count">{format.number(rows.length)}</span>
    </>
  )
  if ('items' in action && !isTooMany)
    return (
      <Menu className={buttonClass({ size: 'small' })} align="start" items={() => action.items(rows, onDone)}>
        <action.icon size={15} aria-hidden />
        {words}
        <ChevronDown size={14} aria-hidden />
      </Menu>
    )
  return (
    <Button
      kind={action.isDanger ? 'danger' : 'plain'}
      size="small"
      icon={action.icon}
      disabled={isTooMany}
      title={isTooMany ? t('blocks.batch.tooMany', { max: maxOf(action) }) : undefined}
      onPress={() => 'run' in action && action.run(rows, onDone)}
    >
      {words}
    </Button>
  )
}

interface BatchBarProps<Row> {
  actions: readonly BatchAction<Row>[]
  /** The selected rows of this page. */
  chosen: readonly Row[]
  isWholePage: boolean
  /** The number of rows that match the filters, as shown text. */
  count: string
  records: number
  matching: AllMatching<Row>
  /** The maximum number of selectable rows. */
  max: number
  onClear: Done
  /** Shown before the text. */
  children?: ReactNode
}

export function BatchBar<Row>(props: BatchBarProps<Row>) {
  const { actions, chosen, isWholePage, count, records, matching, max, onClear, children } = props
  const t = usePhrases()
  const loadItems = useEffectEvent(() => {
    for (const action of actions) if ('load' in action) action.load?.()
  })
  useEffect(() => loadItems(), [])
  const rows = matching.rows ?? chosen
  const isCut = records > max
  const words = () => {
    if (matching.fetched !== undefined)
      return t('blocks.batch.fetching', { done: matching.fetched, of: Math.min(records, max) })
    if (matching.rows)
      return isCut
        ? t('blocks.batch.first', { count: rows.length, max })
        : t('blocks.batch.matching', { count: rows.length })
    return t(isWholePage && records > chosen.length ? 'blocks.batch.page' : 'blocks.list.chosen', {
      count: chosen.length,
    })
  }
  return (
    <div className="batch-bar" role="region" aria-label={t('blocks.list.batch')}>
      {children}
      <span role="status">{words()}</span>
      {matching.fetched !== undefined ? (
        <Button size="small" onPress={matching.clear}>
          {t('blocks.batch.stop')}
        </Button>
      ) : (
        <>
          {isWholePage && !matching.rows && Math.min(records, max) > chosen.length && (
            <Button kind="quiet" size="small" onPress={matching.start}>
              {isCut ? t('blocks.batch.selectFirst', { max, count }) : t('blocks.batch.selectAll', { count })}
            </Button>
          )}
          {actions.map((action) => (
            <BatchButton key={action.key} action={action} rows={rows} onDone={onClear} />
          ))}
        </>
      )}
      <IconButton icon={X} label={t('blocks.list.unchoose')} onPress={() => onClear()} />
    </div>
  )
}
