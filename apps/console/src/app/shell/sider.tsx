// The sider: workspace, search, menu and trial card.
import { Search } from 'lucide-react'
import { useCenterName } from '../../lib/center-face.ts'
import { Mark } from '../../lib/mark.tsx'
import { FIRST_SCREEN } from '../../lib/place/go.ts'
import { ScreenLink } from '../../lib/place/navigate.tsx'
import { roleOf, useSession } from '../../lib/session/session.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { Menu } from './menu.tsx'
import { SHORTCUTS, shownKeys } from './shortcuts.ts'
import { TrialCard } from './trial-card.tsx'
import css from './sider.module.css'

interface SiderProps {
  isRail: boolean
  onSearch: () => void
  onSearchNear: () => void
}

export function Sider({ isRail, onSearch, onSearchNear }: SiderProps) {
  const t = usePhrases()
  const session = useSession()
  const center = useCenterName()
  const { displayName } = session.developer.devInfo
  return (
    <nav className={css.sider} data-frame data-rail={isRail || undefined} aria-label={t('shell.menu')}>
      <ScreenLink
        to={FIRST_SCREEN}
        className={css.workspace}
        {...(isRail && { 'aria-label': center, title: `${center} · ${displayName}` })}
      >
        <Mark size={30} />
        {!isRail && (
          <div className={css.names}>
            <strong>{center}</strong>
            <div>
              <span>{t(roleOf(session))}</span> <span>{displayName}</span>
            </div>
          </div>
        )}
      </ScreenLink>
      <button
        type="button"
        className={css.search}
        onClick={onSearch}
        onPointerEnter={onSearchNear}
        onFocus={onSearchNear}
        aria-keyshortcuts={SHORTCUTS.palette.aria}
        {...(isRail && { 'aria-label': t('shell.search'), title: `${t('shell.search')} (${shownKeys('palette')})` })}
      >
        <Search size={isRail ? 17 : 15} aria-hidden />
        {!isRail && (
          <>
            <span>{t('shell.search')}</span>
            <kbd className="sw-kbd" aria-hidden>
              {shownKeys('palette')}
            </kbd>
          </>
        )}
      </button>
      <Menu isRail={isRail} />
      {!isRail && <TrialCard />}
    </nav>
  )
}
