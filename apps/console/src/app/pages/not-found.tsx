import { SearchX } from 'lucide-react'
import { usePhrases } from '../../lib/i18n.tsx'
import { ScreenLink } from '../../lib/navigate.tsx'
import { PageNotice } from './page-notice.tsx'

export function NotFound() {
  const t = usePhrases()
  return (
    <PageNotice icon={SearchX} title={t('shell.notFound.title')} action={<ScreenLink to="/dashboard" className="sw-button">{t('shell.toDashboard')}</ScreenLink>}>
      {t('shell.notFound.body')}
    </PageNotice>
  )
}
