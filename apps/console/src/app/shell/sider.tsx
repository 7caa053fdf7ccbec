// The menu: where one is, where one can go, and how far a trial has come.
import { ChevronDown, Search } from 'lucide-react'
import { useId } from 'react'
import { Mark } from '../../lib/mark.tsx'
import { FIRST_SCREEN } from '../../lib/place/go.ts'
import { Link, ScreenLink, usePath } from '../../lib/place/navigate.tsx'
import type { MenuGroup } from '../../lib/place/screen.ts'
import { bringIntoSight } from '../../lib/place/sight.ts'
import { useMenuGroup } from '../../lib/session/preferences.ts'
import { roleOf, useSession } from '../../lib/session/session.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { menuOf, trailOf } from './menu-rows.ts'
import type { MenuRow } from './menu-rows.ts'
import { TrialCard } from './trial-card.tsx'
import css from './sider.module.css'

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

function Group({ group, rows, litPath }: { group: MenuGroup; rows: readonly MenuRow[]; litPath: string | undefined }) {
  const t = usePhrases()
  const listId = useId()
  const [isOpen, toggle] = useMenuGroup(group)
  return (
    <section className={css.group}>
      <button type="button" className={css.head} aria-expanded={isOpen} aria-controls={listId} onClick={toggle}>
        {t(`shell.groups.${group}`)}
        <ChevronDown size={13} aria-hidden />
      </button>
      <ul id={listId} hidden={!isOpen}>
        {rows.map((row) => (
          <li key={row.path} ref={row.path === litPath ? bringIntoSight : undefined}>
            <Link
              href={row.path}
              className={css.entry}
              {...(row.path === litPath && { 'aria-current': 'page' as const })}
            >
              <row.menu.icon size={16} aria-hidden />
              <span>{t(row.title)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function Sider({ onSearch, onSearchNear }: { onSearch: () => void; onSearchNear: () => void }) {
  const t = usePhrases()
  const session = useSession()
  const path = usePath()
  const litPath = trailOf(path).findLast((row) => row.menu)?.path
  return (
    <nav className={css.sider} aria-label={t('shell.menu')}>
      <ScreenLink to={FIRST_SCREEN} className={css.workspace}>
        <Mark size={30} />
        <div className={css.names}>
          <strong>{t('common.productName')}</strong>
          <div>
            <span>{t(roleOf(session))}</span>{' '}
            <span title={session.developer.devInfo.displayName}>{session.developer.devInfo.displayName}</span>
          </div>
        </div>
      </ScreenLink>
      <button
        type="button"
        className={css.search}
        onClick={onSearch}
        onPointerEnter={onSearchNear}
        onFocus={onSearchNear}
        aria-keyshortcuts="Meta+K Control+K"
      >
        <Search size={15} aria-hidden />
        <span>{t('shell.search')}</span>
        <kbd className="sw-kbd" aria-hidden>
          {isApple ? '⌘K' : 'Ctrl K'}
        </kbd>
      </button>
      <div className={css.menu}>
        {menuOf(session).map(({ group, rows }) => (
          <Group key={group} group={group} rows={rows} litPath={litPath} />
        ))}
      </div>
      <TrialCard />
    </nav>
  )
}
