// Chooses one of many options, with a search by typing. The focus stays in the input. Arrow keys, Home and End move a
// mark in the list, Enter chooses the marked option, and Escape only closes the list. Nothing is searched during a
// composition. Emptying the text clears the choice. With `isFree`, a typed text is chosen when the field is left.
import { ChevronDown, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { Popover } from '../overlay/popover.tsx'
import './combobox.css'
import { IconButton } from './button.tsx'
import { OptionList } from './option-list.tsx'
import { SHOWN_OPTIONS, markedBy, optionId, optionsPx, useOptionSearch } from './option-search.ts'
import type { Option, Options } from './option-search.ts'
import { TextInput } from './text-input.tsx'

interface ComboboxProps extends Options {
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

const sameLabel = (options: readonly Option[], text: string) =>
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
  const frame = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  /** The typed text; undefined while the choice is shown. */
  const [text, setText] = useState<string>()
  const [picked, setPicked] = useState<Option>()
  const search = useOptionSearch({ options, isLoading, load, onNeedle })
  const { listId, found, isStale } = search

  const chosen =
    value === ''
      ? undefined
      : (options.find((option) => option.value === value) ?? (picked?.value === value ? picked : undefined))
  const chosenLabel = chosen?.label ?? (value === '' ? '' : (labelOf?.(value) ?? (isLoading && !isFree ? '' : value)))
  const named = search.needle.trim()
  const isNew = isFree && named !== '' && !sameLabel(found, named)
  const shown = [
    ...found.slice(0, SHOWN_OPTIONS),
    ...(isNew ? [{ value: named, label: named, note: t('blocks.combobox.isNew') }] : []),
  ]
  const at = search.markedAt(shown)

  const close = () => {
    search.stop()
    setIsOpen(false)
    setText(undefined)
  }
  const open = (first: string | undefined) => {
    search.start(first)
    setIsOpen(true)
  }
  const choose = (option: Option) => {
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
    search.type(typed)
    if (typed === '' && value !== '') onSelect('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.shiftKey) return
    const next = markedBy(event.key, at, shown.length - 1)
    if (!isOpen) {
      if (event.key === 'Enter' && isFree && text) settle()
      else if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      else
        open(
          chosen?.value ??
            options.at(event.key === 'ArrowDown' ? 0 : Math.min(options.length, SHOWN_OPTIONS) - 1)?.value,
        )
    } else if (event.altKey && event.key === 'ArrowUp') close()
    else if (next !== undefined) search.mark(shown[next]?.value)
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
        aria-activedescendant={isOpen && at !== -1 ? optionId(listId, at) : undefined}
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
          growsToPx={optionsPx({ options, isLoading, onNeedle })}
        >
          <OptionList
            id={listId}
            label={name}
            shown={shown}
            at={at}
            isStale={isStale}
            isCut={found.length > SHOWN_OPTIONS}
            chosen={[value]}
            onChoose={choose}
            onKeyDown={onKeyDown}
          />
        </Popover>
      )}
    </div>
  )
}
