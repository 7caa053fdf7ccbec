// The way back to the list, as it was left.
import { buttonClass } from '../../blocks/button.tsx'
import { usePhrases } from '../../lib/i18n.tsx'
import { ScreenLink } from '../../lib/navigate.tsx'

export function BackToList() {
  const t = usePhrases()
  return (
    <ScreenLink to="/integrator" search={{ showSearch: '1' }} className={buttonClass()}>
      {t('integrator.form.back')}
    </ScreenLink>
  )
}
