// The way to the top-up, where it is offered.
import { topUpCalls } from '@sealwright/contract'
import { buttonClass } from '../../../blocks/control/button.tsx'
import { ScreenLink } from '../../../lib/place/navigate.tsx'
import { isForStatus, useCan } from '../../../lib/session/can.tsx'
import { useSession } from '../../../lib/session/session.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'

const PATH = '/billing/topUp'

export function TopUpLink({ kind }: { kind?: 'primary' }) {
  const t = usePhrases()
  const session = useSession()
  const canCreate = useCan(topUpCalls.create)
  return (
    canCreate &&
    isForStatus(PATH, session) && (
      <ScreenLink to={PATH} className={buttonClass(kind && { kind })}>
        {t('billing.overview.topUp')}
      </ScreenLink>
    )
  )
}
