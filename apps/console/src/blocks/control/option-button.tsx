// A button that opens a panel with options, one or several of which can be chosen. A search field in the panel has the
// focus: typing searches, arrow keys, Home and End move a mark, Enter chooses the marked option or drops it again, and
// so does Space before anything is typed. Several options are chosen with the panel open; Escape and Tab close it.
import { ChevronDown } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { Popover } from '../overlay/popover.tsx'
import './combobox.css'
import { OptionList } from './option-list.tsx'
import { SHOWN_OPTIONS, markedBy, optionId, optionsPx, useOptionSearch } from './option-search.ts'
import type { Option, Options } from './option-search.ts'
import { TextInput } from './text-input.tsx'

interface OptionButtonProps extends Options {
  label: string
  className: string
  /** The chosen options in words, for screen readers. */
  words: string
  values: readonly string[]
  /** How many can be chosen. With 1, a choice closes the panel. */
  max: number
  onChange: (values: readonly string[]) => void
}

const SEARCH_PX = 42

export function OptionButton({ label, className, words, ...panel }: OptionButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={`${label}: ${words}`}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setIsOpen(true)
        }}
      >
        {label}
        <ChevronDown size={14} aria-hidden />
      </button>
      {isOpen && <OptionPanel {...panel} label={label} anchor={button} onClose={() => setIsOpen(false)} />}
    </>
  )
}

type OptionPanelProps = Omit<OptionButtonProps, 'className' | 'words'> & {
  anchor: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

function OptionPanel({
  label,
  values,
  max,
  onChange,
  anchor,
  onClose,
  labelOf: _labelOf,
  ...options
}: OptionPanelProps) {
  const t = usePhrases()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const search = useOptionSearch(options)
  const { listId, found, isStale } = search
  const shown = found.slice(0, SHOWN_OPTIONS)
  const at = search.markedAt(shown)
  const isMany = max > 1
  const start = useEffectEvent(() => search.start(values[0]))
  useEffect(() => {
    start()
    input.current?.focus({ preventScroll: true })
  }, [])

  const choose = ({ value }: Option) => {
    search.mark(value)
    const isChosen = values.includes(value)
    if (isMany && !isChosen && values.length >= max) return
    const others = values.filter((one) => one !== value)
    onChange(isChosen ? others : isMany ? [...values, value] : [value])
    if (isMany) return
    onClose()
    anchor.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Tab') {
      onClose()
      anchor.current?.focus()
      return
    }
    const next = markedBy(event.key, at, shown.length - 1)
    const marked = isStale ? undefined : shown[at]
    if (next !== undefined) search.mark(shown[next]?.value)
    else if (event.key === 'Enter' || (event.key === ' ' && text === '')) {
      if (marked) choose(marked)
    } else return
    event.preventDefault()
  }
  return (
    <Popover anchor={anchor} growsToPx={SEARCH_PX + optionsPx(options)} onClose={onClose}>
      <div className="option-panel">
        <TextInput
          ref={input}
          role="combobox"
          aria-label={label}
          placeholder={t('blocks.combobox.search')}
          aria-expanded
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={at === -1 ? undefined : optionId(listId, at)}
          value={text}
          onText={(typed, isComposing) => {
            setText(typed)
            if (!isComposing) search.type(typed)
          }}
          onKeyDown={onKeyDown}
        />
        <OptionList
          id={listId}
          label={label}
          shown={shown}
          at={at}
          isStale={isStale}
          isCut={found.length > SHOWN_OPTIONS}
          chosen={values}
          {...(isMany && { max })}
          onChoose={choose}
          onKeyDown={onKeyDown}
        />
      </div>
    </Popover>
  )
}
