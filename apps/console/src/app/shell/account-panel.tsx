// The button of the account menu. The menu loads when it is opened.
import { useId, useRef } from 'react'
import { Popover } from '../../blocks/overlay/popover.tsx'
import { useOnDemand } from '../../lib/on-demand.ts'
import { useSession } from '../../lib/session/session.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import css from './account-panel.module.css'

const loadMenu = async () => (await import('./account-menu.tsx')).AccountMenu

export function AccountPanel() {
  const t = usePhrases()
  const { account } = useSession()
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const { shown: Menu, open, close } = useOnDemand(loadMenu)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={css.avatar}
        aria-label={t('shell.account', { name: account.displayName })}
        aria-expanded={Menu !== undefined}
        {...(Menu && { 'aria-controls': id })}
        onClick={Menu ? close : open}
      >
        {Array.from(account.displayName.trim())[0]?.toUpperCase()}
      </button>
      {Menu && (
        <Popover anchor={button} align="end" onClose={close}>
          <Menu id={id} onReturn={() => button.current?.focus()} onClose={close} />
        </Popover>
      )}
    </>
  )
}
