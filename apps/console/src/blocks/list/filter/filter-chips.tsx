// The filters that are set, as chips: field, value, and a button that clears it. They share one line, which scrolls, so
// that the rows below move only with the first chip and the last.
import { X } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { Button } from '../../control/button.tsx'
import '../list.css'
import { filterNames, isSet, useFilterWords } from './list-filters.tsx'
import type { Filter, FilterBarProps } from './list-filters.tsx'

interface FilterChipsProps extends Omit<FilterBarProps, 'errorOf'> {
  /** The rows are drawn, so that labels of selected values may now be requested. */
  isDrawn?: boolean
  onClear?: () => void
}

export function FilterChips({ filters, values, isDrawn = true, onChange, onClear }: FilterChipsProps) {
  const t = usePhrases()
  const wordsOf = useFilterWords()
  // A search field shows its text itself.
  const set = filters.filter((filter) => filter.kind !== 'search' && isSet(filter, values))
  const loads = set.flatMap((filter) => ('load' in filter && filter.load ? [filter.load] : []))
  const loadNames = useEffectEvent(() => {
    for (const load of loads) load()
  })
  const isNameless = isDrawn && loads.length > 0
  useEffect(() => {
    if (isNameless) loadNames()
  }, [isNameless])
  if (set.length === 0) return null

  const clear = (filter: Filter, own: HTMLElement) => {
    const [first, ...others] = filterNames([filter])
    const line = own.closest('.filter-chips')
    const all = [...(line?.querySelectorAll<HTMLElement>('.filter-chip button') ?? [])]
    const at = all.indexOf(own)
    // This button disappears together with its chip.
    const next = all[at + 1] ?? all[at - 1] ?? line?.parentElement?.querySelector<HTMLElement>('input, button')
    onChange(first ?? '', '', Object.fromEntries(others.map((name) => [name, ''])))
    next?.focus()
  }
  return (
    <div className="filter-chips">
      <ul aria-label={t('blocks.list.set')}>
        {set.map((filter) => (
          <li key={filter.name} className="filter-chip">
            <span>{t('blocks.list.chip', { field: filter.label, value: wordsOf(filter, values) })}</span>
            <button
              type="button"
              className="sw-icon-button icon-button-small"
              aria-label={t('blocks.list.clearFilter', { field: filter.label })}
              onClick={(event) => clear(filter, event.currentTarget)}
            >
              <X size={13} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      {onClear && (
        <Button kind="quiet" size="small" onPress={onClear}>
          {t('blocks.list.clearAll')}
        </Button>
      )}
    </div>
  )
}
