// The sections of the menu. The section of the current page is open, the others are one line. In the icon rail, a
// section shows its entries beside it on hover and focus.
import { auditCalls } from '@sealwright/contract'
import { ChevronDown } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { WaitingCount } from '../../domains/approval/waiting/waiting-count.tsx'
import { Link, usePath } from '../../lib/place/navigate.tsx'
import { bringIntoSight } from '../../lib/place/sight.ts'
import { hasAccess, useSession } from '../../lib/session/session.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { useIsListening } from './is-listening.ts'
import { useOpenSections } from './menu-memory.ts'
import { menuOf, trailOf } from './menu-rows.ts'
import type { MenuRow, MenuSection } from './menu-rows.ts'
import { SECTION_ICONS } from './section-icons.ts'
import css from './menu.module.css'

const COUNT_CLASS = `sw-count ${css.count ?? ''}`

/** Shows a number beside an entry or a section. */
type Count = typeof WaitingCount | undefined

interface SectionProps extends MenuSection {
  litPath: string | undefined
  /** Set if the section has entries with a number. */
  Count: Count
}

/** The numbers of approval entries. Their code comes after the first screen; if it does not load, there are none. */
function useWaitingCount(): Count {
  const session = useSession()
  const isListening = useIsListening()
  const isWanted = isListening && hasAccess(session, auditCalls.approve.access)
  const [code, setCode] = useState<{ Count: Count }>()
  useEffect(() => {
    if (isWanted)
      void import('../../domains/approval/waiting/waiting-count.tsx').then(
        ({ WaitingCount: Count }) => setCode({ Count }),
        () => undefined,
      )
  }, [isWanted])
  return code?.Count
}

const currentIf = (isLit: boolean) => (isLit ? ({ 'aria-current': 'page' } as const) : {})

interface EntryProps {
  row: MenuRow
  isLit: boolean
  Count: Count
  onClick?: () => void
}

function Entry({ row, isLit, Count, onClick }: EntryProps) {
  const t = usePhrases()
  return (
    <Link href={row.path} className={css.entry} onClick={onClick} {...currentIf(isLit)}>
      {t(row.title)}
      {Count && <Count path={row.path} className={COUNT_CLASS} />}
    </Link>
  )
}

function Section({
  group,
  rows,
  litPath,
  Count,
  isOpen,
  onToggle,
}: SectionProps & { isOpen: boolean; onToggle: () => void }) {
  const t = usePhrases()
  const listId = useId()
  const Icon = SECTION_ICONS[group]
  const [only, ...others] = rows
  if (only && others.length === 0)
    return (
      <li ref={only.path === litPath ? bringIntoSight : undefined}>
        <Link href={only.path} className={css.head} {...currentIf(only.path === litPath)}>
          <Icon size={16} aria-hidden />
          <span>{t(only.title)}</span>
          {Count && <Count className={COUNT_CLASS} />}
        </Link>
      </li>
    )
  return (
    <li>
      <button type="button" className={css.head} aria-expanded={isOpen} aria-controls={listId} onClick={onToggle}>
        <Icon size={16} aria-hidden />
        <span>{t(`shell.groups.${group}`)}</span>
        {Count && !isOpen && <Count className={COUNT_CLASS} />}
        <ChevronDown className={css.chevron} size={13} aria-hidden />
      </button>
      {/* The entry of the present page stays in sight in a closed section. */}
      <ul id={listId} className={css.entries}>
        {rows.map((row) => (
          <li
            key={row.path}
            hidden={!isOpen && row.path !== litPath}
            ref={row.path === litPath ? bringIntoSight : undefined}
          >
            <Entry row={row} isLit={row.path === litPath} Count={Count} />
          </li>
        ))}
      </ul>
    </li>
  )
}

/** Fixed at the nearer edge of the window, so that the entries have room. */
function placeBeside(element: Element): { top: number } | { bottom: number } {
  const { top, bottom } = element.getBoundingClientRect()
  return top < window.innerHeight / 2 ? { top } : { bottom: window.innerHeight - bottom }
}

function RailSection({ group, rows, litPath, Count }: SectionProps) {
  const t = usePhrases()
  const entriesId = useId()
  const head = useRef<HTMLAnchorElement & HTMLButtonElement>(null)
  const [place, setPlace] = useState<ReturnType<typeof placeBeside>>()
  const show = () => {
    if (head.current) setPlace(placeBeside(head.current))
  }
  const hide = () => setPlace(undefined)
  const Icon = SECTION_ICONS[group]
  const isLit = rows.some(({ path }) => path === litPath)
  const [only] = rows.length === 1 ? rows : []
  const name = t(only ? only.title : `shell.groups.${group}`)
  return (
    <li
      onPointerEnter={show}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) hide()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !place) return
        event.stopPropagation()
        head.current?.focus()
        hide()
      }}
    >
      {only ? (
        <Link ref={head} href={only.path} className={css.icon} aria-label={name} {...currentIf(isLit)}>
          <Icon size={18} aria-hidden />
          {Count && <Count className={COUNT_CLASS} />}
        </Link>
      ) : (
        <button
          ref={head}
          type="button"
          className={css.icon}
          data-lit={isLit || undefined}
          aria-label={name}
          aria-expanded={place !== undefined}
          {...(place && { 'aria-controls': entriesId })}
          onClick={show}
        >
          <Icon size={18} aria-hidden />
          {Count && <Count className={COUNT_CLASS} />}
        </button>
      )}
      {place && (
        <div id={entriesId} className={css.flyout} style={place}>
          <p aria-hidden>{name}</p>
          {!only && (
            <ul>
              {rows.map((row) => (
                <li key={row.path}>
                  <Entry
                    row={row}
                    isLit={row.path === litPath}
                    Count={Count}
                    onClick={() => {
                      // The entry disappears and must not lose the focus.
                      head.current?.focus()
                      hide()
                    }}
                  />
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </li>
  )
}

export function Menu({ isRail }: { isRail: boolean }) {
  const path = usePath()
  const sections = menuOf(useSession())
  const Count = useWaitingCount()
  const countOf = (group: string) => (group === 'approval' ? Count : undefined)
  const [opened, toggle] = useOpenSections()
  // The person closed the section of the current page. It opens again on the next page.
  const [closedOn, setClosedOn] = useState<string>()
  const lit = trailOf(path).findLast((row) => row.menu)
  if (isRail)
    return (
      <ul className={css.menu}>
        {sections.map((section) => (
          <RailSection key={section.group} {...section} litPath={lit?.path} Count={countOf(section.group)} />
        ))}
      </ul>
    )
  return (
    <ul className={css.menu}>
      {sections.map((section) => {
        const { group } = section
        const isPresent = group === lit?.menu?.group
        return (
          <Section
            key={group}
            {...section}
            litPath={lit?.path}
            Count={countOf(group)}
            isOpen={isPresent ? closedOn !== path : opened.includes(group)}
            onToggle={() => (isPresent ? setClosedOn(closedOn === path ? undefined : path) : toggle(group))}
          />
        )
      })}
    </ul>
  )
}
