// The listbox of options below an input, which keeps the focus.
import { useEffect } from 'react'
import type { KeyboardEvent } from 'react'
import { usePhrases } from '../../lib/words/i18n.tsx'
import './combobox.css'
import { SHOWN_OPTIONS, optionId } from './option-search.ts'
import type { Option } from './option-search.ts'

interface OptionListProps {
  id: string
  label: string
  shown: readonly Option[]
  /** The index of the marked option, or -1. */
  at: number
  isStale: boolean
  /** There are more options than are shown. */
  isCut: boolean
  chosen: readonly string[]
  /** Set if several options can be chosen: the most at a time. Each option has a checkbox. */
  max?: number
  onChoose: (option: Option) => void
  onKeyDown: (event: KeyboardEvent) => void
}

export function OptionList(props: OptionListProps) {
  const { id, label, shown, at, isStale, isCut, chosen, max, onChoose, onKeyDown } = props
  const t = usePhrases()
  const markedId = at === -1 ? undefined : optionId(id, at)
  useEffect(() => {
    if (markedId) document.getElementById(markedId)?.scrollIntoView({ block: 'nearest' })
  }, [markedId])
  const isFull = max !== undefined && chosen.length >= max
  const line = () => {
    if (shown.length === 0) return t(isStale ? 'blocks.states.loading' : 'blocks.combobox.none')
    if (isFull) return t('blocks.batch.tooMany', { max })
    return isCut ? t('blocks.combobox.more', { count: SHOWN_OPTIONS }) : null
  }
  return (
    // A press on the list must not take the focus from the input.
    <div className="combobox-list" aria-busy={isStale || undefined} onMouseDown={(event) => event.preventDefault()}>
      <div id={id} role="listbox" aria-label={label} aria-multiselectable={max === undefined ? undefined : true}>
        {shown.map((option, index) => {
          const isChosen = chosen.includes(option.value)
          return (
            <div
              key={option.value}
              id={optionId(id, index)}
              role="option"
              tabIndex={-1}
              aria-selected={isChosen}
              aria-disabled={(isFull && !isChosen) || undefined}
              data-marked={index === at || undefined}
              className={max === undefined ? 'combobox-option' : 'combobox-option combobox-box'}
              onClick={() => onChoose(option)}
              onKeyDown={onKeyDown}
            >
              <span className="combobox-label">{option.label}</span>
              {option.note && <span className="combobox-note">{option.note}</span>}
            </div>
          )
        })}
      </div>
      <p className="combobox-line" role="status">
        {line()}
      </p>
    </div>
  )
}
