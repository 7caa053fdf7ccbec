import { SearchX } from 'lucide-react'
import { FIRST_SCREEN } from '../../lib/place/go.ts'
import { ScreenLink } from '../../lib/place/navigate.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { PageNotice } from './page-notice.tsx'

export function NotFound() {
  const t = usePhrases()
  return (
    <PageNotice
      icon={SearchX}
      title={t('shell.notFound.title')}
      action={
        <ScreenLink to={FIRST_SCREEN} className="sw-button">
          {t('shell.toDashboard')}
        </ScreenLink>
      }
    >
      {t('shell.notFound.body')}
    </PageNotice>
  )
}
