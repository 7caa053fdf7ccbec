// The bar of batch actions, each with the number of rows it acts on. Once the whole page is selected, the bar offers to
// select all rows that match the filters.
import { LIMITS } from '@sealwright/contract'
import type { LucideIcon } from 'lucide-react'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import { Button, IconButton } from '../control/button.tsx'
import type { AllMatching } from './all-matching.ts'
import './list.css'

export interface BatchAction<Row> {
  key: string
  label: string
  icon: LucideIcon
  isDanger?: boolean
  /** The maximum number of rows, from the limit of the call. Default: one page. */
  max?: number
  /** Acts on these rows. `done` clears the selection, except for rows with these keys. */
  run: (rows: readonly Row[], done: (kept?: readonly string[]) => void) => void
}

export const maxOf = ({ max = LIMITS.page.maxSize }: Pick<BatchAction<never>, 'max'>) => max

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
  onClear: (kept?: readonly string[]) => void
  /** Shown before the text. */
  children?: ReactNode
}

export function BatchBar<Row>(props: BatchBarProps<Row>) {
  const { actions, chosen, isWholePage, count, records, matching, max, onClear, children } = props
  const t = usePhrases()
  const format = useFormat()
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
            <Button
              key={action.key}
              kind={action.isDanger ? 'danger' : 'plain'}
              size="small"
              icon={action.icon}
              disabled={rows.length > maxOf(action)}
              title={rows.length > maxOf(action) ? t('blocks.batch.tooMany', { max: maxOf(action) }) : undefined}
              onPress={() => action.run(rows, onClear)}
            >
              {`${action.label} `}
              <span className="batch-count">{format.number(rows.length)}</span>
            </Button>
          ))}
        </>
      )}
      <IconButton icon={X} label={t('blocks.list.unchoose')} onPress={() => onClear()} />
    </div>
  )
}
