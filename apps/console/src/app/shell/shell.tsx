// The frame behind the door: menu on the canvas, one inset panel with header and screen. It stays mounted while screens change.
import { Outlet } from '@tanstack/react-router'
import { Suspense, lazy, useEffect, useState } from 'react'
import { usePhrases } from '../../lib/i18n.tsx'
import { usePath } from '../../lib/navigate.tsx'
import { ConnectionBanner } from '../connection-banner.tsx'
import { DownloadTray } from '../download-tray.tsx'
import { PhoneWord } from '../pages/phone-word.tsx'
import { isPhone } from '../viewport.ts'
import { Header } from './header.tsx'
import css from './shell.module.css'
import { Sider } from './sider.tsx'

const loadPalette = () => import('./palette.tsx')
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }))

function usePaletteKey(toggle: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      toggle()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [toggle])
}

const toggled = (isOpen: boolean) => !isOpen

export function Shell() {
  const t = usePhrases()
  const path = usePath()
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  // In a narrow window the menu lies over the page; it is open on the screen where it was opened, so going somewhere puts it away.
  const [menuPath, setMenuPath] = useState<string>()
  const isMenuOpen = menuPath === path
  const [togglePalette] = useState(() => () => setPaletteOpen(toggled))
  usePaletteKey(togglePalette)
  if (isPhone()) return <PhoneWord />
  return (
    <>
      <div className={css.shell} data-menu={isMenuOpen ? 'open' : 'closed'}>
        <a
          className={css.skip}
          href="#main"
          onClick={(event) => {
            // The address stays as it is: it is what people copy.
            event.preventDefault()
            document.getElementById('main')?.focus()
          }}
        >
          {t('shell.skip')}
        </a>
        <Sider onSearch={() => setPaletteOpen(true)} onSearchNear={() => void loadPalette()} />
        <button type="button" className={css.veil} aria-label={t('shell.closeMenu')} onClick={() => setMenuPath(undefined)} tabIndex={isMenuOpen ? 0 : -1} />
        <div className={css.panel}>
          <Header onMenu={() => setMenuPath(path)} />
          <main id="main" className={css.main} data-scrolls tabIndex={-1}>
            <Outlet />
          </main>
        </div>
      </div>
      <ConnectionBanner />
      <DownloadTray />
      {isPaletteOpen && (
        <Suspense>
          <Palette onClose={() => setPaletteOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
