// The panel of saved views: opens, removes and saves them.
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { Button } from '../control/button.tsx'
import { TextInput } from '../control/text-input.tsx'
import { useSavedViews } from './list-memory.ts'
import type { ListState } from './list-memory.ts'

const NAME_MAX = 30

export interface SavedViewsProps {
  owner: string
  list: string
  /** The current filters and order, or undefined if there is nothing to save. */
  current: ListState | undefined
  onOpen: (search: ListState) => void
}

interface PanelProps extends SavedViewsProps {
  onClose: () => void
  /** Gives the focus back to the button of the panel. */
  onReturn: () => void
}

function focusFirst(panel: HTMLElement | null): void {
  panel?.querySelector<HTMLElement>('button, input')?.focus({ preventScroll: true })
}

export function SavedViewsPanel({ owner, list, current, onOpen, onClose, onReturn }: PanelProps) {
  const t = usePhrases()
  const { views, save, remove } = useSavedViews(owner, list)
  const [name, setName] = useState('')
  const removeAt = (index: number, own: HTMLElement) => {
    const others = [...(own.closest('ul')?.querySelectorAll<HTMLElement>('.icon-button-small') ?? [])].filter(
      (other) => other !== own,
    )
    remove(views[index]?.name ?? '')
    const next = others[index] ?? others.at(-1)
    if (next) return next.focus()
    onClose()
    onReturn()
  }
  return (
    <div ref={focusFirst} className="views" role="dialog" aria-label={t('blocks.views.title')}>
      {views.length > 0 && (
        <ul>
          {views.map((view, index) => (
            <li key={view.name}>
              <button
                type="button"
                className="menu-item"
                onClick={() => {
                  onClose()
                  onOpen(view.search)
                }}
              >
                <span className="menu-label">{view.name}</span>
              </button>
              <button
                type="button"
                className="sw-icon-button icon-button-small"
                aria-label={t('blocks.views.remove', { name: view.name })}
                onClick={(event) => removeAt(index, event.currentTarget)}
              >
                <Trash2 size={14} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      {views.length === 0 && !current && <p className="views-none">{t('blocks.views.none')}</p>}
      {current && (
        <form
          className="views-save"
          onSubmit={(event) => {
            event.preventDefault()
            if (name.trim() === '') return
            save({ name: name.trim(), search: current })
            setName('')
            onClose()
            onReturn()
          }}
        >
          <TextInput
            aria-label={t('blocks.views.name')}
            placeholder={t('blocks.views.name')}
            maxLength={NAME_MAX}
            value={name}
            onText={setName}
          />
          <Button type="submit" disabled={name.trim() === ''}>
            {t('blocks.views.save')}
          </Button>
        </form>
      )}
    </div>
  )
}
