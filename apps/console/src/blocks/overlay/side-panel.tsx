// The panel at the right, for content that only informs; decisions are dialogs. It stands beside the page, or over it
// as a modal drawer in a narrow window. Escape closes it. Surprising: closing a native dialog restores the focus only
// if the focus is still inside.
import { X } from 'lucide-react'
import { useId, useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { closeSidePanel } from '../../lib/dialog/side-panel-host.tsx'
import { windowIs } from '../../lib/window-width.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import './side-panel.css'

const useHasRoomBeside = windowIs('(min-width: 1200px)', true)

/** Opened with `openSidePanel`. */
export function SidePanel({ title, children }: { title: string; children: ReactNode }) {
  const t = usePhrases()
  const titleId = useId()
  const panel = useRef<HTMLDialogElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const isBeside = useHasRoomBeside()
  // A layout effect: close while the panel is still mounted, so that the focus returns to the opener.
  useLayoutEffect(() => {
    const dialog = panel.current
    if (!dialog) return undefined
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return
      // A dialog above the panel ignores Escape.
      if (document.querySelector('dialog[open]:not(.side-panel)')) return
      event.preventDefault()
      closeSidePanel()
    }
    const onCancel = (event: Event) => event.preventDefault()
    const onClick = ({ target }: Event) => {
      if (!isBeside && target === dialog) closeSidePanel()
    }
    if (isBeside) dialog.show?.()
    else dialog.showModal?.()
    // Focus the content, so that arrow keys scroll it.
    content.current?.focus({ preventScroll: true })
    document.documentElement.toggleAttribute('data-beside', isBeside)
    document.addEventListener('keydown', onKey)
    dialog.addEventListener('cancel', onCancel)
    dialog.addEventListener('click', onClick)
    return () => {
      document.documentElement.removeAttribute('data-beside')
      document.removeEventListener('keydown', onKey)
      dialog.removeEventListener('cancel', onCancel)
      dialog.removeEventListener('click', onClick)
      dialog.close?.()
    }
  }, [isBeside])
  return (
    <dialog ref={panel} className="side-panel" aria-labelledby={titleId}>
      <div className="side-panel-frame">
        <div className="side-panel-head">
          <h2 id={titleId}>{title}</h2>
          <button type="button" className="sw-icon-button" aria-label={t('shell.close')} onClick={closeSidePanel}>
            <X size={16} aria-hidden />
          </button>
        </div>
        <div ref={content} className="side-panel-content" tabIndex={0} role="region" aria-labelledby={titleId}>
          {children}
        </div>
      </div>
    </dialog>
  )
}
