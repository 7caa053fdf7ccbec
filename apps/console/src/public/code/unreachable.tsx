// In place of what could not be loaded, because the server does not answer.
import { CloudAlert } from 'lucide-react'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { Notice } from '../page/notice.tsx'
import page from '../page/page.module.css'

export function Unreachable({ onRetry }: { onRetry: () => void }) {
  const t = usePhrases()
  return (
    <Notice icon={CloudAlert} tone="bad" title={t('codePage.unreachable')}>
      <p className={page.sentence}>{t('codePage.unreachableSentence')}</p>
      <button type="button" className={`sw-button ${page.retry}`} onClick={onRetry}>
        {t('codePage.retry')}
      </button>
    </Notice>
  )
}
