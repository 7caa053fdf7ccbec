import { SearchX } from 'lucide-react'
import { ScreenLink } from '../../lib/place/navigate.tsx'
import { surface } from '../../lib/surface.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { PageNotice } from './page-notice.tsx'

export function NotFound() {
  const t = usePhrases()
  return (
    <PageNotice
      icon={SearchX}
      title={t('shell.notFound.title')}
      action={
        <ScreenLink to={surface().firstScreen} className="sw-button">
          {t('shell.toDashboard')}
        </ScreenLink>
      }
    >
      {t('shell.notFound.body')}
    </PageNotice>
  )
}
