// Chooses one of many options, with a search by typing. The focus stays in the input. Arrow keys, Home and End move a
// mark in the list, Enter chooses the marked option, and Escape only closes the list. The owner may search elsewhere:
// it gets the typed text after a pause, never during a composition. Emptying the text clears the choice. With `isFree`,
// a typed text is chosen when the field is left.
import { LIMITS } from '@sealwright/contract'
import { ChevronDown, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { Popover } from '../overlay/popover.tsx'
import './combobox.css'
import { IconButton } from './button.tsx'
import { TextInput } from './text-input.tsx'
import { TYPING_PAUSE_MS } from './typed-text.ts'

export interface ComboboxOption {
  value: string
  label: string
  /** A secondary text beside the label. The search includes it. */
  note?: string
}

export interface ComboboxOptions {
  options: readonly ComboboxOption[]
  /** The options are not loaded yet, or are about to be replaced. */
  isLoading?: boolean
  /** Requests the first options when the input gets the focus. Absent once they were requested. */
  load?: (() => void) | undefined
  /** Requests the matching options from the owner. Without it, the combobox searches `options` itself. */
  onNeedle?: (text: string) => void
  /** The label of a chosen value that is not among the options. */
  labelOf?: (value: string) => string | undefined
}

interface ComboboxProps extends ComboboxOptions {
  value: string
  onSelect: (value: string) => void
  /** The name of the field, for accessible labels. */
  name: string
  /** Allows a typed text that is not among the options. Every value is then its own label. */
  isFree?: boolean
  placeholder?: string
  id?: string
  'aria-label'?: string
  'aria-describedby'?: string
  'aria-invalid'?: true
  onBlur?: () => void
}

const LIST_PX = 292
const OPTION_PX = 32
const LIST_EDGE_PX = 10
const SHOWN = LIMITS.page.maxSize

function matching(options: readonly ComboboxOption[], needle: string): readonly ComboboxOption[] {
  const wanted = needle.trim().toLowerCase()
  return wanted === ''
    ? options
    : options.filter(({ label, note = '' }) => `${label}\n${note}`.toLowerCase().includes(wanted))
}

const sameLabel = (options: readonly ComboboxOption[], text: string) =>
  options.find(({ label }) => label.toLowerCase() === text.toLowerCase())

export function Combobox({
  options,
  isLoading = false,
  load,
  onNeedle,
  labelOf,
  value,
  onSelect,
  name,
  isFree = false,
  onBlur,
  ...control
}: ComboboxProps) {
  const t = usePhrases()
  const listId = useId()
  const frame = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  /** The typed text; undefined while the choice is shown. */
  const [text, setText] = useState<string>()
  /** The search text: the typed text without an unfinished composition. */
  const [needle, setNeedle] = useState('')
  const [marked, setMarked] = useState<string>()
  const [picked, setPicked] = useState<ComboboxOption>()
  const [isWaiting, setIsWaiting] = useState(false)
  const asked = useRef('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const chosen =
    value === ''
      ? undefined
      : (options.find((option) => option.value === value) ?? (picked?.value === value ? picked : undefined))
  const chosenLabel = chosen?.label ?? (value === '' ? '' : (labelOf?.(value) ?? (isLoading && !isFree ? '' : value)))
  const found = onNeedle ? options : matching(options, needle)
  const named = needle.trim()
  const isNew = isFree && named !== '' && !sameLabel(found, named)
  const shown = [
    ...found.slice(0, SHOWN),
    ...(isNew ? [{ value: named, label: named, note: t('blocks.combobox.isNew') }] : []),
  ]
  // Options that are about to be replaced do not match the typed text, so Enter must not choose one.
  const isStale = isLoading || isWaiting
  const markedAt = shown.findIndex((option) => option.value === marked)
  const at = markedAt === -1 && needle !== '' && !isStale && shown.length > 0 ? 0 : markedAt
  const optionId = (index: number) => `${listId}-${index}`

  const markedId = isOpen && at !== -1 ? optionId(at) : undefined
  useEffect(() => {
    if (markedId) document.getElementById(markedId)?.scrollIntoView({ block: 'nearest' })
  }, [markedId])

  const ask = (wanted: string) => {
    clearTimeout(timer.current)
    setIsWaiting(false)
    if (!onNeedle || asked.current === wanted) return
    asked.current = wanted
    onNeedle(wanted)
  }
  const close = () => {
    clearTimeout(timer.current)
    setIsWaiting(false)
    setIsOpen(false)
    setText(undefined)
    setNeedle('')
  }
  const open = (mark: string | undefined) => {
    load?.()
    setMarked(mark)
    setIsOpen(true)
    ask('')
  }
  const choose = (option: ComboboxOption) => {
    setPicked(option)
    close()
    if (option.value !== value) onSelect(option.value)
  }
  /** With `isFree`, chooses the typed text; otherwise drops it. */
  const settle = () => {
    const left = text?.trim()
    if (isFree && left) choose(sameLabel(options, left) ?? { value: left, label: left })
    else close()
  }
  const onText = (typed: string, isComposing: boolean) => {
    setText(typed)
    setIsOpen(true)
    if (isComposing) return
    setMarked(undefined)
    setNeedle(typed)
    if (typed === '' && value !== '') onSelect('')
    if (!onNeedle) return
    clearTimeout(timer.current)
    setIsWaiting(typed.trim() !== asked.current)
    timer.current = setTimeout(() => ask(typed.trim()), TYPING_PAUSE_MS)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.shiftKey) return
    const last = shown.length - 1
    const step = { ArrowDown: at === last ? 0 : at + 1, ArrowUp: at <= 0 ? last : at - 1, Home: 0, End: last }[
      event.key
    ]
    if (!isOpen) {
      if (event.key === 'Enter' && isFree && text) settle()
      else if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      else open(chosen?.value ?? options.at(event.key === 'ArrowDown' ? 0 : Math.min(options.length, SHOWN) - 1)?.value)
    } else if (event.altKey && event.key === 'ArrowUp') close()
    else if (step !== undefined) setMarked(shown[step]?.value)
    else if (event.key === 'Enter') {
      const option = isStale ? undefined : shown[at]
      if (option) choose(option)
    } else return
    // Enter would submit the form, and arrow keys would move the caret.
    event.preventDefault()
  }

  return (
    <div ref={frame} className="combobox">
      <TextInput
        {...control}
        ref={input}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={markedId}
        value={text ?? chosenLabel}
        onText={onText}
        onKeyDown={onKeyDown}
        onFocus={load}
        onClick={() => {
          if (isOpen) return
          input.current?.select()
          open(chosen?.value)
        }}
        onBlur={() => {
          settle()
          onBlur?.()
        }}
      />
      {value !== '' || text ? (
        <IconButton
          className="icon-button-small combobox-end"
          icon={X}
          label={t('blocks.list.clearFilter', { field: name })}
          onPress={() => {
            close()
            if (value !== '') onSelect('')
            input.current?.focus()
          }}
        />
      ) : (
        <ChevronDown className="combobox-end" size={15} aria-hidden />
      )}
      {isOpen && (
        // A press outside closes the list before the blur, which still needs the typed text.
        <Popover
          anchor={frame}
          onClose={isFree ? () => setIsOpen(false) : close}
          growsToPx={
            onNeedle || isLoading ? LIST_PX : Math.min(LIST_PX, (options.length + 1) * OPTION_PX + LIST_EDGE_PX)
          }
        >
          {/* A press on the list must not take the focus from the input. */}
          <div
            className="combobox-list"
            aria-busy={isStale || undefined}
            onMouseDown={(event) => event.preventDefault()}
          >
            <div id={listId} role="listbox" aria-label={name}>
              {shown.map((option, index) => (
                <div
                  key={option.value}
                  id={optionId(index)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={option.value === value}
                  data-marked={index === at || undefined}
                  className="combobox-option"
                  onClick={() => choose(option)}
                  onKeyDown={onKeyDown}
                >
                  <span className="combobox-label">{option.label}</span>
                  {option.note && <span className="combobox-note">{option.note}</span>}
                </div>
              ))}
            </div>
            <p className="combobox-line" role="status">
              {shown.length === 0
                ? isStale
                  ? t('blocks.states.loading')
                  : t('blocks.combobox.none')
                : found.length > SHOWN
                  ? t('blocks.combobox.more', { count: SHOWN })
                  : null}
            </p>
          </div>
        </Popover>
      )}
    </div>
  )
}
