import { SearchX } from 'lucide-react'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { ToLogin } from './message-link.tsx'
import { OutsideFrame, OutsideNotice } from './outside-frame.tsx'

export function UnknownPage() {
  const t = usePhrases()
  return (
    <OutsideFrame>
      <OutsideNotice
        icon={SearchX}
        title={t('identity.links.unknownHeading')}
        action={<ToLogin>{t('identity.reset.toLogin')}</ToLogin>}
      >
        {t('identity.links.unknownSentence')}
      </OutsideNotice>
    </OutsideFrame>
  )
}
