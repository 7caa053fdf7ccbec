// Saved views of a list: filters and order under a name. The panel loads when it is opened.
import { Bookmark } from 'lucide-react'
import { useRef } from 'react'
import { useOnDemand } from '../../lib/on-demand.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import './list.css'
import { Popover } from '../overlay/popover.tsx'
import type { SavedViewsProps } from './saved-views-panel.tsx'

const loadPanel = async () => (await import('./saved-views-panel.tsx')).SavedViewsPanel

export function SavedViews(props: SavedViewsProps) {
  const t = usePhrases()
  const button = useRef<HTMLButtonElement>(null)
  const { shown: Panel, open, close } = useOnDemand(loadPanel)
  return (
    <>
      <button
        ref={button}
        type="button"
        className="sw-button button-quiet"
        aria-haspopup="dialog"
        aria-expanded={Panel !== undefined}
        onClick={Panel ? close : open}
      >
        <Bookmark size={15} aria-hidden />
        <span className="list-tools-word">{t('blocks.views.title')}</span>
      </button>
      {Panel && (
        <Popover anchor={button} align="end" onClose={close}>
          <Panel {...props} onClose={close} onReturn={() => button.current?.focus()} />
        </Popover>
      )}
    </>
  )
}
