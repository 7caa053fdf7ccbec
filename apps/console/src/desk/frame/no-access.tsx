// The page of a screen that the operator may not open: names the missing privilege.
import type { Access } from '@sealwright/contract'
import { LockKeyhole } from 'lucide-react'
import { PageNotice } from '../../app/pages/page-notice.tsx'
import { ScreenLink } from '../../lib/place/navigate.tsx'
import { usePhrases, useSentences } from '../../lib/words/i18n.tsx'

export function NoAccess({ access }: { access: Access }) {
  const t = usePhrases()
  const say = useSentences()
  const names = access.kind === 'operator' ? access.anyOf.map((name) => say(`operator.privileges.${name}`)) : []
  return (
    <PageNotice
      icon={LockKeyhole}
      title={t('shell.noAccess.title')}
      action={
        <ScreenLink to="/platform" className="sw-button">
          {t('desk.toFirst')}
        </ScreenLink>
      }
    >
      {t('desk.noAccess', { privilege: names.join(t('shell.noAccess.or')) })}
    </PageNotice>
  )
}
