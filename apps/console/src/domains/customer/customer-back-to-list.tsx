// The way back to the list of customers, as it was left.
import { buttonClass } from '../../blocks/button.tsx'
import { usePhrases } from '../../lib/i18n.tsx'
import { ScreenLink } from '../../lib/navigate.tsx'

export function BackToCustomers() {
  const t = usePhrases()
  return (
    <ScreenLink to="/customer" search={{ showSearch: '1' }} className={buttonClass()}>
      {t('customer.customer.form.back')}
    </ScreenLink>
  )
}
