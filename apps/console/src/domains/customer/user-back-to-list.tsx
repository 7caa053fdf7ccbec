// The way back to the list of users, as it was left.
import { buttonClass } from '../../blocks/button.tsx'
import { usePhrases } from '../../lib/i18n.tsx'
import { ScreenLink } from '../../lib/navigate.tsx'

export function BackToUsers() {
  const t = usePhrases()
  return (
    <ScreenLink to="/user" search={{ showSearch: '1' }} className={buttonClass()}>
      {t('customer.user.form.back')}
    </ScreenLink>
  )
}
