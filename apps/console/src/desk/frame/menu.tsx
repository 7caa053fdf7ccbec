// The menu of the desk: every group with the screens that the operator may open, and what waits there.
import { House } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { Link, usePath } from '../../lib/place/navigate.tsx'
import { bringIntoSight } from '../../lib/place/sight.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { PhraseKey } from '../../lib/words/i18n.tsx'
import { DESK_GROUPS } from '../screen.ts'
import { DESK, useOperator } from '../session.ts'
import { entriesOf, litPath } from './entries.ts'
import css from './menu.module.css'

interface EntryProps {
  path: string
  title: PhraseKey
  icon: LucideIcon
  isLit: boolean
  count?: number | undefined
}

function Entry({ path, title, icon: Icon, isLit, count }: EntryProps) {
  const t = usePhrases()
  return (
    <Link href={path} className={css.entry} {...(isLit && { 'aria-current': 'page' as const })}>
      <Icon size={16} aria-hidden />
      <span>{t(title)}</span>
      {count !== undefined && count > 0 && <span className={`sw-count ${css.count ?? ''}`}>{count}</span>}
    </Link>
  )
}

export function Menu() {
  const t = usePhrases()
  const operator = useOperator()
  const id = useId()
  const lit = litPath(usePath())
  const entries = entriesOf(operator)
  const { firstScreen } = DESK
  return (
    <>
      <Entry path={firstScreen} title="desk.titles.first" icon={House} isLit={lit === firstScreen} />
      {DESK_GROUPS.map((group) => {
        const rows = entries
          .filter(({ entry }) => entry.group === group)
          .toSorted((a, b) => a.entry.order - b.entry.order)
        if (rows.length === 0) return null
        return (
          <div key={group} className={css.group}>
            {/* No heading: the menu stands before the heading of the page. */}
            <p id={`${id}${group}`}>{t(`desk.groups.${group}`)}</p>
            <ul aria-labelledby={`${id}${group}`}>
              {rows.map(({ path, title, entry: { icon, waiting } }) => (
                <li key={path} ref={path === lit ? bringIntoSight : undefined}>
                  <Entry
                    path={path}
                    title={title}
                    icon={icon}
                    isLit={path === lit}
                    count={waiting && operator.waiting[waiting]}
                  />
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </>
  )
}
