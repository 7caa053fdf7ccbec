// The filters and tools of a list in one line. Rare filters have a line of their own, on request; in a narrow window,
// all but the search. Chips are on the last line, so that setting a filter moves no control.
import { SlidersHorizontal } from 'lucide-react'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { useIsNarrow } from '../../../lib/window-width.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import '../../control/controls.css'
import { FilterChips } from './filter-chips.tsx'
import { FilterBar, isSet } from './list-filters.tsx'
import type { Filter, FilterBarProps } from './list-filters.tsx'
import '../list.css'

interface ListToolsProps extends FilterBarProps {
  /** The rows are drawn, so that labels of selected values may now be requested. */
  isDrawn: boolean
  onClear: () => void
  /** The tools of the list, at the end of the line. */
  children: ReactNode
}

export function ListTools({ filters, isDrawn, onClear, children, ...rest }: ListToolsProps) {
  const t = usePhrases()
  const id = useId()
  const isNarrow = useIsNarrow()
  const [isOpen, setIsOpen] = useState(false)
  const isFolded = ({ kind, isMore = false }: Filter) => isMore || (isNarrow && kind !== 'search')
  const folded = filters.filter(isFolded)
  const setCount = folded.filter((filter) => isSet(filter, rest.values)).length
  const words = t(isNarrow ? 'blocks.list.filters' : 'blocks.list.more')
  return (
    <div className="list-filters" role="search" aria-label={t('blocks.list.filters')}>
      <div className="list-tools">
        <FilterBar filters={filters.filter((filter) => !isFolded(filter))} {...rest} />
        {folded.length > 0 && (
          <button
            type="button"
            className="sw-button button-quiet list-more"
            aria-label={setCount > 0 ? t('blocks.list.moreSet', { words, count: setCount }) : words}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setIsOpen(!isOpen)}
          >
            <SlidersHorizontal size={15} aria-hidden />
            <span className="list-tools-word">{words}</span>
            {setCount > 0 && <span className="list-more-count">{setCount}</span>}
          </button>
        )}
        <div className="list-tools-end">{children}</div>
      </div>
      {isOpen && folded.length > 0 && (
        <div id={id} className="list-tools list-tools-more">
          <FilterBar filters={folded} {...rest} />
        </div>
      )}
      <FilterChips
        filters={filters}
        values={rest.values}
        isDrawn={isDrawn}
        onChange={rest.onChange}
        onClear={onClear}
      />
    </div>
  )
}
