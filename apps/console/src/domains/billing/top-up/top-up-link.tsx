// The way to the top-up. A trial does not offer it, because its licenses cost nothing.
import { topUpCalls } from '@sealwright/contract'
import { buttonClass } from '../../../blocks/control/button.tsx'
import { ScreenLink } from '../../../lib/place/navigate.tsx'
import { useCan } from '../../../lib/session/can.tsx'
import { useSession } from '../../../lib/session/session.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'

export function TopUpLink({ kind }: { kind?: 'primary' }) {
  const t = usePhrases()
  const isFormal = useSession().developer.devInfo.status === 'formal'
  const canCreate = useCan(topUpCalls.create)
  return (
    isFormal &&
    canCreate && (
      <ScreenLink to="/billing/topUp" className={buttonClass(kind && { kind })}>
        {t('billing.overview.topUp')}
      </ScreenLink>
    )
  )
}
