// What a phone gets behind the door. No mobile viewport applies there (section 2), so sizes follow the width of the page.
import { MonitorSmartphone } from 'lucide-react'
import { usePhrases } from '../../lib/i18n.tsx'
import { Mark } from '../../lib/mark.tsx'
import { signOut } from '../../lib/session.tsx'
import css from './phone-word.module.css'

export function PhoneWord() {
  const t = usePhrases()
  return (
    <main className={css.page}>
      <div className={css.brand}>
        <Mark size={64} />
        {t('common.productName')}
      </div>
      <MonitorSmartphone className={css.icon} aria-hidden />
      <h1 className={css.title}>{t('shell.phone.title')}</h1>
      <p className={css.body}>{t('shell.phone.body')}</p>
      <button type="button" className={css.leave} onClick={() => void signOut()}>{t('shell.signOut')}</button>
    </main>
  )
}
