// The ways back to the two lists, as they were left.
import { buttonClass } from '../../blocks/button.tsx'
import { usePhrases } from '../../lib/i18n.tsx'
import { ScreenLink } from '../../lib/navigate.tsx'

export function BackToAdministrators() {
  const t = usePhrases()
  return (
    <ScreenLink to="/access" search={{ showSearch: '1' }} className={buttonClass()}>
      {t('access.list.back')}
    </ScreenLink>
  )
}

export function BackToRoles() {
  const t = usePhrases()
  return (
    <ScreenLink to="/role" search={{ showSearch: '1' }} className={buttonClass()}>
      {t('access.roles.back')}
    </ScreenLink>
  )
}
