// The screen exists and the person may not open it: say which right is missing and who can give it.
import type { Access } from '@sealwright/contract'
import { LockKeyhole } from 'lucide-react'
import { FIRST_SCREEN } from '../../lib/go.ts'
import { usePhrases, useSentences } from '../../lib/i18n.tsx'
import { ScreenLink } from '../../lib/navigate.tsx'
import { PageNotice } from './page-notice.tsx'

export function NoAccess({ access }: { access: Access }) {
  const t = usePhrases()
  const say = useSentences()
  return (
    <PageNotice icon={LockKeyhole} title={t('shell.noAccess.title')} action={<ScreenLink to={FIRST_SCREEN} className="sw-button">{t('shell.toDashboard')}</ScreenLink>}>
      {access.kind === 'privilege'
        ? t('errors.platform.noPermission', { privilege: access.anyOf.map((name) => say(`privileges.${name}`)).join(t('shell.noAccess.or')) })
        : t('errors.platform.superOnly')}
    </PageNotice>
  )
}
