// The filters of a list. Text is searched after a short pause, never during the composition of an input method. Text
// that the call would refuse is marked and not sent.
import { LIMITS } from '@sealwright/contract'
import { ChevronDown, Search, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { usePhrases, useTimeZone } from '../../../lib/words/i18n.tsx'
import { OptionButton } from '../../control/option-button.tsx'
import type { Options } from '../../control/option-search.ts'
import '../list.css'
import { TextInput } from '../../control/text-input.tsx'
import { TYPING_PAUSE_MS } from '../../control/typed-text.ts'
import { PeriodFilter } from '../../date/period-filter.tsx'
import { periodWords } from '../../date/period.ts'
import { Menu } from '../../overlay/menu.tsx'

export type Filter = (
  | { kind: 'search' | 'text'; name: string; label: string }
  | (Options & { kind: 'pick'; name: string; label: string })
  | (Options & { kind: 'picks'; name: string; label: string; /** How many may be chosen together. */ max?: number })
  | { kind: 'choice'; name: string; label: string; options: readonly { value: string; label: string }[] }
  | { kind: 'period'; /** Of the first instant. */ name: string; /** Of the last one. */ until: string; label: string }
) & {
  /** Shown only when the person asks for it. */
  isMore?: boolean
}

/** The parameters that a filter writes into the address. */
export const filterNames = (filters: readonly Filter[]) =>
  filters.flatMap((filter) => (filter.kind === 'period' ? [filter.name, filter.until] : [filter.name]))

/** The values of a parameter: one stands alone, several are a JSON list. */
export function filterValues(text: string): string[] {
  if (!text.startsWith('[')) return text === '' ? [] : [text]
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.map(String) : []
  } catch {
    return []
  }
}

/** The opposite of `filterValues`. */
export const filterText = (values: readonly string[]) =>
  values.length > 1 ? JSON.stringify(values) : (values[0] ?? '')

export interface FilterBarProps {
  filters: readonly Filter[]
  values: Readonly<Record<string, string | undefined>>
  errorOf: (name: string, value: string) => string | undefined
  onChange: (name: string, value: string, also?: Readonly<Record<string, string>>) => void
}

export const isSet = (filter: Filter, values: FilterBarProps['values']) =>
  filterNames([filter]).some((name) => values[name])

/** The value of a filter in words, or ''. */
export function useFilterWords(): (filter: Filter, values: FilterBarProps['values']) => string {
  const t = usePhrases()
  const zone = useTimeZone()
  return (filter, values) => {
    const text = values[filter.name] ?? ''
    if (filter.kind === 'period') return periodWords(t, text, values[filter.until] ?? '', zone)
    if (!('options' in filter)) return text
    const labelOf = (value: string) => {
      const known = filter.options.find((option) => option.value === value)?.label
      if (known !== undefined || filter.kind === 'choice') return known ?? value
      return filter.labelOf?.(value) ?? (filter.isLoading ? '…' : value)
    }
    return filterValues(text).map(labelOf).join(t('blocks.list.comma'))
  }
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

/**
 * The controls of filters. Each keeps its size, whatever is set: chips show the values. A caller without chips must
 * only have text filters.
 */
export function FilterBar({ filters, values, errorOf, onChange }: FilterBarProps) {
  const t = usePhrases()
  const wordsOf = useFilterWords()
  return filters.map((filter) => {
    const { name, label } = filter
    const value = values[name] ?? ''
    if (filter.kind === 'period') {
      return (
        <PeriodFilter
          key={name}
          label={label}
          from={value}
          to={values[filter.until] ?? ''}
          onChange={(from, to) => onChange(name, from, { [filter.until]: to })}
        />
      )
    }
    if (!('options' in filter)) {
      return (
        <TextFilter
          key={name}
          filter={filter}
          value={value}
          error={(text) => errorOf(name, text)}
          onChange={(text) => onChange(name, text)}
        />
      )
    }
    const words = wordsOf(filter, values) || t('blocks.list.any')
    const className = value === '' ? 'sw-button filter-choice' : 'sw-button filter-choice filter-chosen'
    if (filter.kind === 'choice') {
      return (
        <Menu
          key={name}
          label={`${label}: ${words}`}
          className={className}
          choice="one"
          items={() => [
            { key: '', label: t('blocks.list.any'), isChecked: value === '', onSelect: () => onChange(name, '') },
            ...filter.options.map((option, index) => ({
              key: option.value,
              label: option.label,
              isChecked: option.value === value,
              startsGroup: index === 0,
              onSelect: () => onChange(name, option.value),
            })),
          ]}
        >
          {label}
          <ChevronDown size={14} aria-hidden />
        </Menu>
      )
    }
    const { kind, isMore: _isMore, name: _name, ...options } = filter
    return (
      <OptionButton
        key={name}
        {...options}
        className={className}
        words={words}
        values={filterValues(value)}
        max={kind === 'pick' ? 1 : (filter.max ?? LIMITS.page.filterValues)}
        onChange={(chosen) => onChange(name, filterText(chosen))}
      />
    )
  })
}
