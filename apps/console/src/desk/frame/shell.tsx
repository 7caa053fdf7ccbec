// The frame of the desk after sign-in: a dark bar with the name, so that nobody takes it for a developer's console, and
// the menu beside the screen. It stays mounted while screens change.
import { operatorDesk } from '@sealwright/contract'
import { Menu as MenuIcon } from 'lucide-react'
import { useState } from 'react'
import { ConnectionBanner } from '../../app/connection-banner.tsx'
import { useCover } from '../../app/cover.ts'
import { DownloadTray } from '../../app/download-tray.tsx'
import { LanguageMenu, ThemeMenu } from '../../app/preference-menus.tsx'
import { Outlet } from '../../app/shown.tsx'
import { SkipLink } from '../../blocks/control/skip-link.tsx'
import { useAnswer } from '../../lib/call/client.ts'
import { useCenterName } from '../../lib/center-face.ts'
import { SidePanelHost } from '../../lib/dialog/side-panel-host.tsx'
import { MaintenanceBanner } from '../../lib/maintenance-banner.tsx'
import { Mark } from '../../lib/mark.tsx'
import { ScreenLink, usePath } from '../../lib/place/navigate.tsx'
import { useIsNarrow } from '../../lib/window-width.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { useOperator } from '../session.ts'
import { AccountMenu } from './account-menu.tsx'
import { Menu } from './menu.tsx'
import css from './shell.module.css'

const POLL_MS = 60_000

/** Keeps the counts of what waits up to date. */
function useCounts(): void {
  useAnswer(operatorDesk.current, {}, { pollMs: POLL_MS, staleMs: POLL_MS })
}

export function Shell() {
  const t = usePhrases()
  const center = useCenterName()
  const path = usePath()
  const { isDemo, banner } = useOperator()
  const isNarrow = useIsNarrow()
  useCounts()
  // In a narrow window the menu covers the page. It is open only on the screen where it was opened.
  const [menuPath, setMenuPath] = useState<string>()
  const isMenuOpen = isNarrow && menuPath === path
  useCover(isMenuOpen, () => setMenuPath(undefined))
  return (
    <>
      <div className={css.shell} data-menu={isMenuOpen ? 'open' : 'closed'}>
        <SkipLink />
        <header className={css.bar} data-frame>
          {isNarrow && (
            <button
              type="button"
              className={`sw-icon-button ${css.toggle ?? ''}`}
              aria-label={t(isMenuOpen ? 'shell.closeMenu' : 'shell.openMenu')}
              aria-expanded={isMenuOpen}
              onClick={() => setMenuPath(isMenuOpen ? undefined : path)}
            >
              <MenuIcon size={18} aria-hidden />
            </button>
          )}
          <ScreenLink to="/platform" className={css.brand}>
            <Mark size={26} />
            <strong>{t('desk.name')}</strong>
            {!isNarrow && <span>{center}</span>}
          </ScreenLink>
          <div className={css.own}>
            <LanguageMenu />
            <ThemeMenu />
            <AccountMenu />
          </div>
        </header>
        <nav className={css.sider} data-frame aria-label={t('desk.menu')}>
          <Menu />
        </nav>
        <button
          type="button"
          className={css.veil}
          aria-label={t('shell.closeMenu')}
          onClick={() => setMenuPath(undefined)}
          tabIndex={isMenuOpen ? 0 : -1}
        />
        <div className={css.panel} inert={isMenuOpen}>
          <MaintenanceBanner banner={banner} />
          {isDemo && <p className={css.demo}>{t('desk.demo')}</p>}
          <main id="main" className={css.main} data-scrolls tabIndex={-1}>
            <Outlet />
          </main>
        </div>
      </div>
      <ConnectionBanner />
      <DownloadTray />
      <SidePanelHost />
    </>
  )
}
