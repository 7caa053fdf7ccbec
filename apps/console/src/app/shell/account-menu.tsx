// The content of the account menu: the signed-in person, the screens of their account, the time format, and sign-out.
import { TIME_FORMATS } from '@sealwright/contract'
import { CircleHelp, LogOut, MessageSquareText, MonitorSmartphone, ShieldCheck, UserRound } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { ScreenLink, usePath } from '../../lib/place/navigate.tsx'
import { signOut } from '../../lib/session/leave.ts'
import { useTimeFormat } from '../../lib/session/preferences.ts'
import { useSession } from '../../lib/session/session.tsx'
import { askWhy } from '../../lib/session/why.ts'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import css from './account-panel.module.css'

const LINKS = [
  { to: '/accountSetting', title: 'ownAccount.titles.account', icon: UserRound },
  { to: '/security', title: 'ownAccount.titles.security', icon: ShieldCheck },
  { to: '/deviceSetting', title: 'ownAccount.titles.devices', icon: MonitorSmartphone },
] as const

function TimeFormatChoice() {
  const t = usePhrases()
  const name = useId()
  const { timeAs } = useFormat()
  const [now] = useState(() => new Date().toISOString())
  const [chosen, choose] = useTimeFormat()
  return (
    <fieldset className={css.formats}>
      <legend>{t('identity.fields.timeFormat')}</legend>
      {TIME_FORMATS.map((format) => (
        <label key={format} className={css.format}>
          <input type="radio" name={name} value={format} checked={format === chosen} onChange={() => choose(format)} />
          <span className="sw-tabular">{timeAs(now, format)}</span>
        </label>
      ))}
    </fieldset>
  )
}

interface AccountMenuProps {
  id: string
  /** Gives the focus back to the button of the menu. */
  onReturn: () => void
  onClose: () => void
}

export function AccountMenu({ id, onReturn, onClose }: AccountMenuProps) {
  const t = usePhrases()
  const { account, developer } = useSession()
  const address = account.email ?? account.mobile ?? ''
  const path = usePath()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <div
      id={id}
      ref={panel}
      className={css.panel}
      tabIndex={-1}
      role="group"
      aria-label={t('shell.account', { name: account.displayName })}
      onBlur={(event) => {
        if (event.relatedTarget instanceof Node && !event.currentTarget.contains(event.relatedTarget)) onClose()
      }}
    >
      <div className={css.who}>
        <strong>{account.displayName}</strong>
        {address !== account.displayName && <span>{address}</span>}
        <span>{developer.name}</span>
      </div>
      <nav className={css.links}>
        {LINKS.map(({ to, title, icon: Icon }) => (
          <ScreenLink key={to} to={to} className={css.leave} onClick={onClose}>
            <Icon size={15} aria-hidden />
            {t(title)}
          </ScreenLink>
        ))}
        <ScreenLink to="/feedback" search={{ from: path }} className={css.leave} onClick={onClose}>
          <MessageSquareText size={15} aria-hidden />
          {t('feedback.titles.form')}
        </ScreenLink>
        <button
          type="button"
          className={css.leave}
          onClick={() => {
            onClose()
            // The dialog returns the focus to the focused element; this button is gone by then.
            onReturn()
            askWhy()
          }}
        >
          <CircleHelp size={15} aria-hidden />
          {t('shell.why.title')}
        </button>
      </nav>
      <TimeFormatChoice />
      <button type="button" className={`${css.leave ?? ''} ${css.out ?? ''}`} onClick={() => void signOut()}>
        <LogOut size={15} aria-hidden />
        {t('shell.signOut')}
      </button>
    </div>
  )
}
