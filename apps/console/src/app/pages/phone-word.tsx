// What a phone shows after sign-in: the application to become formal, and a notice elsewhere. No mobile viewport
// applies (section 2), so sizes follow the page width.
import { MonitorSmartphone } from 'lucide-react'
import { useCenterName } from '../../lib/center-face.ts'
import { Mark } from '../../lib/mark.tsx'
import { APPLY_PATH } from '../../lib/place/go.ts'
import { ScreenLink } from '../../lib/place/navigate.tsx'
import { signOut } from '../../lib/session/leave.ts'
import { useSession } from '../../lib/session/session.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { Outlet } from '../shown.tsx'
import css from './phone-word.module.css'

export function PhoneWord() {
  const t = usePhrases()
  const isTrial = useSession().developer.devInfo.status === 'trial'
  return (
    <main className={css.page}>
      <div className={css.brand}>
        <Mark size={64} />
        {useCenterName()}
      </div>
      <MonitorSmartphone className={css.icon} aria-hidden />
      <h1 className={css.title}>{t('shell.phone.title')}</h1>
      <p className={css.body}>{t('shell.phone.body')}</p>
      {isTrial && (
        <ScreenLink to={APPLY_PATH} className={css.apply}>
          {t('developer.titles.apply')}
        </ScreenLink>
      )}
      <button type="button" className={css.leave} onClick={() => void signOut()}>
        {t('shell.signOut')}
      </button>
    </main>
  )
}

/** The only screen after sign-in that is made for phones, in its own frame. */
export function PhoneFrame() {
  const t = usePhrases()
  return (
    <div className={css.frame}>
      <header className={css.bar}>
        <Mark size={26} />
        <strong>{useCenterName()}</strong>
        <button type="button" className="sw-button" onClick={() => void signOut()}>
          {t('shell.signOut')}
        </button>
      </header>
      <main id="main" className={css.main} data-scrolls>
        <Outlet />
      </main>
    </div>
  )
}
