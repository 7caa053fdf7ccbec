// A button with a menu: row actions, filter options, page sizes, columns. Arrow keys, Home, End and first letters move;
// Enter and Space choose; Escape and Tab close. The menu is mounted only while it is open.
import { Check } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { Popover } from './popover.tsx'

export interface MenuItem {
  key: string
  label: string
  icon?: LucideIcon
  /** Set for items of a choice. A checked item has a mark. */
  isChecked?: boolean
  isDanger?: boolean
  isDisabled?: boolean
  /** A separator above this item. */
  startsGroup?: boolean
  onSelect: () => void
}

interface MenuProps {
  /** The accessible name of the button, if its content has none. */
  label?: string
  className: string
  /** A function is called when the menu opens. */
  items: readonly MenuItem[] | (() => readonly MenuItem[])
  align?: 'start' | 'end'
  /** The menu stays open after a choice, for several checkboxes. */
  staysOpen?: boolean
  /** One item can be chosen (radio) or several (checkboxes). */
  choice?: 'one' | 'many'
  children?: ReactNode
}

const LETTERS_FORGOTTEN_MS = 600

export function Menu({ label, className, items, align, staysOpen = false, choice, children }: MenuProps) {
  const [isOpen, setIsOpen] = useState<false | 'first' | 'last'>(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen !== false}
        onClick={() => setIsOpen(isOpen === false ? 'first' : false)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          setIsOpen(event.key === 'ArrowDown' ? 'first' : 'last')
        }}
      >
        {children}
      </button>
      {isOpen !== false && (
        <Popover anchor={button} align={align} onClose={() => setIsOpen(false)}>
          <MenuList
            label={label}
            items={typeof items === 'function' ? items() : items}
            choice={choice}
            start={isOpen}
            onLeave={(hasToFocus) => {
              setIsOpen(false)
              if (hasToFocus) button.current?.focus()
            }}
            onChoose={(item) => {
              if (!staysOpen) {
                setIsOpen(false)
                button.current?.focus()
              }
              item.onSelect()
            }}
          />
        </Popover>
      )}
    </>
  )
}

interface MenuListProps {
  label: string | undefined
  items: readonly MenuItem[]
  choice: MenuProps['choice']
  start: 'first' | 'last'
  onLeave: (hasToFocus: boolean) => void
  onChoose: (item: MenuItem) => void
}

const classOf = ({ isDanger, startsGroup }: MenuItem) =>
  `menu-item${isDanger ? ' menu-item-danger' : ''}${startsGroup ? ' menu-item-group' : ''}`

function MenuList({ label, items, choice, start, onLeave, onChoose }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null)
  const typed = useRef({ letters: '', atMs: 0 })

  const entries = () => [...(list.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]
  const focusAt = (index: number) => {
    const all = entries()
    all.at(((index % all.length) + all.length) % all.length)?.focus()
  }

  useEffect(() => {
    const all = [...(list.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]
    const chosen = all.find(
      (entry) => entry.getAttribute('aria-checked') === 'true' && entry.getAttribute('role') === 'menuitemradio',
    )
    // Open on the chosen item, so that one arrow key changes the choice.
    const first = chosen ?? all.at(start === 'first' ? 0 : -1)
    first?.focus({ preventScroll: true })
  }, [start])

  const onKeyDown = (event: KeyboardEvent) => {
    const all = entries()
    const at = all.findIndex((entry) => entry === document.activeElement)
    switch (event.key) {
      case 'ArrowDown':
        focusAt(at + 1)
        break
      case 'ArrowUp':
        focusAt(at - 1)
        break
      case 'Home':
        focusAt(0)
        break
      case 'End':
        focusAt(-1)
        break
      case 'Tab':
        onLeave(true)
        break
      default: {
        if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return
        const isContinued = event.timeStamp - typed.current.atMs < LETTERS_FORGOTTEN_MS
        typed.current = {
          letters: (isContinued ? typed.current.letters : '') + event.key.toLowerCase(),
          atMs: event.timeStamp,
        }
        all.find((entry) => entry.textContent?.trim().toLowerCase().startsWith(typed.current.letters))?.focus()
      }
    }
    event.preventDefault()
    event.stopPropagation()
  }

  const role = choice === 'one' ? 'menuitemradio' : choice === 'many' ? 'menuitemcheckbox' : 'menuitem'
  return (
    <div ref={list} className="menu" role="menu" tabIndex={-1} aria-label={label} onKeyDown={onKeyDown}>
      {items.map((item) => (
        <button
          key={item.key}
          type="button"
          role={role}
          tabIndex={-1}
          aria-checked={choice ? item.isChecked === true : undefined}
          aria-disabled={item.isDisabled || undefined}
          className={classOf(item)}
          onClick={() => {
            if (!item.isDisabled) onChoose(item)
          }}
          onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
        >
          {choice && <span className="menu-check">{item.isChecked && <Check size={14} aria-hidden />}</span>}
          {item.icon && <item.icon size={15} aria-hidden />}
          <span className="menu-label">{item.label}</span>
        </button>
      ))}
    </div>
  )
}
