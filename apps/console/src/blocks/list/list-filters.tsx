// The filters of a list. Text is searched after a short pause, never during the composition of an input method. Text
// that the call would refuse is marked and not sent.
import { ChevronDown, Search, SlidersHorizontal, X } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { Button } from '../control/button.tsx'
import { Combobox } from '../control/combobox.tsx'
import type { ComboboxOptions } from '../control/combobox.tsx'
import './list.css'
import { TextInput } from '../control/text-input.tsx'
import { TYPING_PAUSE_MS } from '../control/typed-text.ts'
import { PeriodFilter } from '../date/period-filter.tsx'
import { Menu } from '../overlay/menu.tsx'

export type Filter = (
  | { kind: 'search' | 'text'; name: string; label: string }
  | (ComboboxOptions & { kind: 'pick'; name: string; label: string })
  | (ComboboxOptions & {
      kind: 'picks'
      name: string
      label: string
      /** How many may be chosen together. */ max: number
    })
  | { kind: 'choice'; name: string; label: string; options: readonly { value: string; label: string }[] }
  | { kind: 'period'; /** Of the first instant. */ name: string; /** Of the last one. */ until: string; label: string }
) & {
  /** Shown only when the person asks for it, or while it is set. */
  isMore?: boolean
}

/** The parameters that a filter writes into the address. */
export const filterNames = (filters: readonly Filter[]) =>
  filters.flatMap((filter) => (filter.kind === 'period' ? [filter.name, filter.until] : [filter.name]))

interface FilterBarProps {
  filters: readonly Filter[]
  values: Readonly<Record<string, string | undefined>>
  /** The rows are drawn, so that labels of selected values may now be requested. */
  isDrawn?: boolean
  errorOf: (name: string, value: string) => string | undefined
  onChange: (name: string, value: string, also?: Readonly<Record<string, string>>) => void
}

interface TextFilterProps {
  filter: Filter
  value: string
  error: (value: string) => string | undefined
  onChange: (value: string) => void
}

function TextFilter({ filter, value, error, onChange }: TextFilterProps) {
  const t = usePhrases()
  const id = useId()
  const [draft, setDraft] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const sent = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isSearch = filter.kind === 'search'

  // The URL changed in another way (clear, a saved view, Back): show its value. A value that this field sent itself may
  // be older than the typed text.
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setDraft(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  useEffect(() => {
    if (!isSearch) return undefined
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      if (
        event.target instanceof HTMLElement &&
        event.target.closest('input, textarea, select, [contenteditable], dialog[open], [role=menu]')
      )
        return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isSearch])

  const apply = (text: string) => {
    clearTimeout(timer.current)
    const next = text.trim()
    if (next === sent.current || error(next)) return
    sent.current = next
    onChange(next)
  }
  const message = error(draft.trim())
  return (
    <div className={isSearch ? 'filter filter-search' : 'filter'}>
      {isSearch && <Search className="filter-icon" size={15} aria-hidden />}
      <TextInput
        ref={input}
        id={id}
        type="text"
        enterKeyHint="search"
        aria-label={filter.label}
        placeholder={filter.label}
        aria-invalid={message ? true : undefined}
        aria-describedby={message ? `${id}-error` : undefined}
        aria-keyshortcuts={isSearch ? '/' : undefined}
        value={draft}
        onText={(text, isComposing) => {
          setDraft(text)
          clearTimeout(timer.current)
          if (!isComposing) timer.current = setTimeout(() => apply(text), TYPING_PAUSE_MS)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) apply(draft)
        }}
        onBlur={() => apply(draft)}
      />
      {draft === '' ? (
        isSearch && (
          <kbd className="sw-kbd" aria-hidden>
            /
          </kbd>
        )
      ) : (
        <button
          type="button"
          className="sw-icon-button icon-button-small filter-clear"
          aria-label={t('blocks.list.clearFilter', { field: filter.label })}
          onClick={() => {
            setDraft('')
            apply('')
            input.current?.focus()
          }}
        >
          <X size={14} aria-hidden />
        </button>
      )}
      {message && (
        <span id={`${id}-error`} className="filter-error" role="alert">
          {message}
        </span>
      )}
    </div>
  )
}

function listOf(value: string): string[] {
  try {
    const list: unknown = JSON.parse(value)
    return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

/** A filter for several values: each is a chip beside the input. The parameter is a JSON array. */
function PicksFilter({
  filter,
  value,
  onChange,
}: {
  filter: Filter & { kind: 'picks' }
  value: string
  onChange: (value: string) => void
}) {
  const t = usePhrases()
  const { kind: _kind, name: _name, label, max, options, labelOf, isMore: _isMore, ...rest } = filter
  const frame = useRef<HTMLDivElement>(null)
  const picked = listOf(value)
  const pick = (next: readonly string[]) => onChange(next.length === 0 ? '' : JSON.stringify(next))
  return (
    <>
      {picked.length < max && (
        <div ref={frame} className="filter">
          <Combobox
            {...rest}
            options={options.filter((option) => !picked.includes(option.value))}
            name={label}
            aria-label={label}
            placeholder={label}
            value=""
            onSelect={(one) => one && pick([...picked, one])}
          />
        </div>
      )}
      {picked.map((one) => {
        const word = options.find((option) => option.value === one)?.label ?? labelOf?.(one) ?? label
        return (
          <span key={one} className="filter-chip">
            {word}
            <button
              type="button"
              className="sw-icon-button icon-button-small"
              aria-label={t('blocks.list.clearFilter', { field: word })}
              onClick={() => {
                pick(picked.filter((other) => other !== one))
                // This button disappears together with its chip.
                frame.current?.querySelector('input')?.focus()
              }}
            >
              <X size={13} aria-hidden />
            </button>
          </span>
        )
      })}
    </>
  )
}

/** A filter whose options are not loaded yet. */
const isUnloaded = (filter: Filter): filter is Filter & ComboboxOptions =>
  (filter.kind === 'pick' || filter.kind === 'picks') && filter.load !== undefined

const isUsed = (filter: Filter, values: FilterBarProps['values']) => filterNames([filter]).some((name) => values[name])

/** Rarely used filters, shown on request. */
export function FilterBar({ filters, isDrawn = true, ...rest }: FilterBarProps) {
  const t = usePhrases()
  const [isOpen, setIsOpen] = useState(false)
  const isNameless = isDrawn && filters.some((filter) => isUnloaded(filter) && isUsed(filter, rest.values))
  const nameChosen = useEffectEvent(() => {
    for (const filter of filters) if (isUnloaded(filter) && isUsed(filter, rest.values)) filter.load?.()
  })
  useEffect(() => {
    if (isNameless) nameChosen()
  }, [isNameless])
  const isShown = (filter: Filter) => isOpen || !filter.isMore || isUsed(filter, rest.values)
  const words = t(isOpen ? 'blocks.list.fewer' : 'blocks.list.more')
  return (
    <>
      <Filters filters={filters.filter(isShown)} {...rest} />
      {(isOpen ? filters.some(({ isMore }) => isMore) : !filters.every(isShown)) && (
        <Button kind="quiet" icon={SlidersHorizontal} aria-expanded={isOpen} onPress={() => setIsOpen(!isOpen)}>
          <span className="list-tools-more">{words}</span>
        </Button>
      )}
    </>
  )
}

function Filters({ filters, values, errorOf, onChange }: Omit<FilterBarProps, 'isDrawn'>) {
  const t = usePhrases()
  return filters.map((filter) => {
    const value = values[filter.name] ?? ''
    if (filter.kind === 'pick') {
      const { kind: _kind, name, label, isMore: _isMore, ...options } = filter
      return (
        <div key={name} className={value === '' ? 'filter' : 'filter filter-picked'}>
          <Combobox
            {...options}
            name={label}
            aria-label={label}
            placeholder={label}
            value={value}
            onSelect={(picked) => onChange(name, picked)}
          />
        </div>
      )
    }
    if (filter.kind === 'picks')
      return (
        <PicksFilter
          key={filter.name}
          filter={filter}
          value={value}
          onChange={(picked) => onChange(filter.name, picked)}
        />
      )
    if (filter.kind === 'period') {
      const { name, until, label } = filter
      return (
        <PeriodFilter
          key={name}
          label={label}
          from={value}
          to={values[until] ?? ''}
          onChange={(from, to) => onChange(name, from, { [until]: to })}
        />
      )
    }
    if (filter.kind !== 'choice') {
      return (
        <TextFilter
          key={filter.name}
          filter={filter}
          value={value}
          error={(text) => errorOf(filter.name, text)}
          onChange={(text) => onChange(filter.name, text)}
        />
      )
    }
    const chosen = filter.options.find((option) => option.value === value)
    return (
      <Menu
        key={filter.name}
        label={`${filter.label}: ${chosen?.label ?? t('blocks.list.any')}`}
        className={chosen ? 'sw-button filter-choice filter-chosen' : 'sw-button filter-choice'}
        choice="one"
        items={() => [
          { key: '', label: t('blocks.list.any'), isChecked: !chosen, onSelect: () => onChange(filter.name, '') },
          ...filter.options.map((option, index) => ({
            key: option.value,
            label: option.label,
            isChecked: option === chosen,
            startsGroup: index === 0,
            onSelect: () => onChange(filter.name, option.value),
          })),
        ]}
      >
        {chosen?.label ?? filter.label}
        <ChevronDown size={14} aria-hidden />
      </Menu>
    )
  })
}
