// The header: breadcrumb, balance, tasks, messages, help, language, theme and account.
import { Menu as MenuIcon, PanelLeft } from 'lucide-react'
import { Fragment } from 'react'
import { wayBack } from '../../blocks/list/list-memory.ts'
import { MaintenanceBanner } from '../../lib/maintenance-banner.tsx'
import { Link, usePath } from '../../lib/place/navigate.tsx'
import { useSession } from '../../lib/session/session.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { Bell } from '../bell/bell.tsx'
import { LanguageMenu, ThemeMenu } from '../preference-menus.tsx'
import { AccountPanel } from './account-panel.tsx'
import { HeaderBalance } from './header-balance.tsx'
import { HelpMenu } from './help-menu.tsx'
import { trailOf } from './menu-rows.ts'
import { SHORTCUTS, shownKeys } from './shortcuts.ts'
import { TaskIndicator } from './task-indicator.tsx'
import css from './header.module.css'

function Breadcrumb() {
  const t = usePhrases()
  const trail = trailOf(usePath())
  const [first] = trail
  const section = first?.menu && t(`shell.groups.${first.menu.group}`)
  return (
    <nav className={css.trail} aria-label={t('shell.breadcrumb')}>
      <ol>
        {section && section !== t(first.title) && <li className={css.group}>{section}</li>}
        {trail.map((row, index) => (
          <Fragment key={row.path}>
            {index === trail.length - 1 ? (
              <li aria-current="page">{t(row.title)}</li>
            ) : (
              <li>
                <Link href={wayBack(row.path)}>{t(row.title)}</Link>
              </li>
            )}
          </Fragment>
        ))}
      </ol>
    </nav>
  )
}

interface HeaderProps {
  isNarrow: boolean
  isMenuOpen: boolean
  isRail: boolean
  /** Opens the menu in a narrow window; otherwise switches between menu and icon rail. */
  onMenu: () => void
}

export function Header({ isNarrow, isMenuOpen, isRail, onMenu }: HeaderProps) {
  const t = usePhrases()
  const session = useSession()
  const railLabel = t(isRail ? 'shell.widenMenu' : 'shell.shrinkMenu')
  const notes = [...(session.demo ? [t('shell.demo')] : []), ...(session.sandbox ? [t('shell.sandbox')] : [])]
  return (
    <header data-frame>
      <MaintenanceBanner banner={session.banner} />
      {notes.length > 0 && <p className={css.demo}>{notes.join(' ')}</p>}
      <div className={css.bar}>
        <button
          type="button"
          className={`sw-icon-button ${css.menu ?? ''}`}
          onClick={onMenu}
          {...(isNarrow
            ? { 'aria-label': t('shell.openMenu'), 'aria-expanded': isMenuOpen }
            : {
                'aria-label': railLabel,
                title: `${railLabel} (${shownKeys('rail')})`,
                'aria-keyshortcuts': SHORTCUTS.rail.aria,
              })}
        >
          {isNarrow ? <MenuIcon size={18} aria-hidden /> : <PanelLeft size={17} aria-hidden />}
        </button>
        <Breadcrumb />
        <div className={css.own}>
          <HeaderBalance />
          <TaskIndicator />
          <Bell />
          <HelpMenu />
          <LanguageMenu />
          <ThemeMenu />
          <AccountPanel />
        </div>
      </div>
    </header>
  )
}
