// The mail tab of a user's and a license's page. Its content is loaded when the tab is opened.
import type { MailSubject } from '@sealwright/contract'
import { Suspense, lazy } from 'react'
import type { Tab } from '../../../blocks/control/tabs.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'

const Mails = lazy(async () => ({ default: (await import('./mails.tsx')).Mails }))

export function useMailTab(about: MailSubject, guid: string): Tab {
  const t = usePhrases()
  return {
    key: 'mail',
    title: t('sender.mail.tab'),
    content: (
      <Suspense>
        <Mails about={about} guid={guid} />
      </Suspense>
    ),
  }
}
