// The frame after sign-in: the menu, and a panel with header and screen. It stays mounted while screens change.
import { useEffect, useState } from 'react'
import { SkipLink } from '../../blocks/control/skip-link.tsx'
import { SidePanelHost } from '../../lib/dialog/side-panel-host.tsx'
import { useOnDemand } from '../../lib/on-demand.ts'
import { APPLY_PATH } from '../../lib/place/go.ts'
import { usePath } from '../../lib/place/navigate.tsx'
import { usePlace } from '../../lib/place/place.ts'
import type { Place } from '../../lib/place/place.ts'
import { useSession } from '../../lib/session/session.tsx'
import { useIsNarrow } from '../../lib/window-width.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { ConnectionBanner } from '../connection-banner.tsx'
import { useCover } from '../cover.ts'
import { DownloadTray } from '../download-tray.tsx'
import { PhoneFrame, PhoneWord } from '../pages/phone-word.tsx'
import { rememberSeen } from '../palette/recent.ts'
import { Outlet, useShown } from '../shown.tsx'
import { isPhone } from '../viewport.ts'
import { Header } from './header.tsx'
import { useRail } from './menu-memory.ts'
import { useShortcut } from './shortcuts.ts'
import { Sider } from './sider.tsx'
import { StandingBanner } from './standing-banner.tsx'
import { ViewAsBanner } from './view-as-banner.tsx'
import css from './shell.module.css'

const loadPalette = () => import('../palette/palette.tsx')

/** Remembers visited pages when they are left, because by then they show their title. */
function useVisits(): void {
  const { id } = useSession().account
  useEffect(() => {
    const leave = (place: Place) => {
      if (useShown.getState().shown?.place.path === place.path) rememberSeen(id, place)
    }
    const onHide = () => leave(usePlace.getState())
    const unsubscribe = usePlace.subscribe((place, before) => {
      if (place.path !== before.path) leave(before)
    })
    addEventListener('pagehide', onHide)
    return () => {
      unsubscribe()
      removeEventListener('pagehide', onHide)
    }
  }, [id])
}

export function Shell() {
  const t = usePhrases()
  const path = usePath()
  const { shown: palette, open, close } = useOnDemand(loadPalette)
  // In a narrow window the menu covers the page. It is open only on the screen where it was opened, so navigation
  // closes it.
  const [menuPath, setMenuPath] = useState<string>()
  const isNarrow = useIsNarrow()
  const isMenuOpen = isNarrow && menuPath === path
  const [isRailChosen, toggleRail] = useRail()
  const isRail = isRailChosen && !isNarrow
  useCover(isMenuOpen, () => setMenuPath(undefined))
  useShortcut('palette', palette ? close : open)
  useShortcut('rail', toggleRail)
  useVisits()
  if (isPhone()) return path === APPLY_PATH ? <PhoneFrame /> : <PhoneWord />
  return (
    <>
      <div className={css.shell} data-menu={isMenuOpen ? 'open' : 'closed'} data-rail={isRail || undefined}>
        <SkipLink />
        <Sider isRail={isRail} onSearch={open} onSearchNear={() => void loadPalette().catch(() => undefined)} />
        <button
          type="button"
          className={css.veil}
          aria-label={t('shell.closeMenu')}
          onClick={() => setMenuPath(undefined)}
          tabIndex={isMenuOpen ? 0 : -1}
        />
        <div className={css.panel} inert={isMenuOpen}>
          <ViewAsBanner />
          <StandingBanner />
          <Header
            isNarrow={isNarrow}
            isMenuOpen={isMenuOpen}
            isRail={isRail}
            onMenu={isNarrow ? () => setMenuPath(path) : toggleRail}
          />
          <main id="main" className={css.main} data-scrolls tabIndex={-1}>
            <Outlet />
          </main>
        </div>
      </div>
      <ConnectionBanner />
      <DownloadTray />
      <SidePanelHost />
      {palette && <palette.Palette onClose={close} />}
    </>
  )
}
