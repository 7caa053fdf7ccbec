// The read-only developer information, for trial developers and for administrators without the privilege.
import { developerCalls } from '@sealwright/contract'
import { buttonClass } from '../../blocks/control/button.tsx'
import { FactList } from '../../blocks/detail/fact-list.tsx'
import { Notice } from '../../blocks/form/settings-page.tsx'
import { APPLY_PATH } from '../../lib/place/go.ts'
import { ScreenLink } from '../../lib/place/navigate.tsx'
import { hasAccess, useSession } from '../../lib/session/session.tsx'
import { usePhrases, useSentences } from '../../lib/words/i18n.tsx'
import type { DeveloperAnswer } from './developer-draft.ts'
import './developer.css'

/** The reason why the person cannot change it, if there is one. */
export function useHindrance(): 'trial' | 'right' | undefined {
  const session = useSession()
  if (session.developer.devInfo.status === 'trial') return 'trial'
  return hasAccess(session, developerCalls.update.access) ? undefined : 'right'
}

export function DeveloperView({ developer, hindrance }: { developer: DeveloperAnswer; hindrance: 'trial' | 'right' }) {
  const t = usePhrases()
  const say = useSentences()
  const { website } = developer
  const contacts = developer.contacts
    .map(({ name, title, phone, email }) => [name, title, phone, email].filter(Boolean).join(' · '))
    .join('\n')
  return (
    <>
      {hindrance === 'trial' ? (
        <Notice
          title={t('developer.info.trialTitle')}
          action={
            <ScreenLink to={APPLY_PATH} className={buttonClass({ size: 'small' })}>
              {t('developer.info.toApply')}
            </ScreenLink>
          }
        >
          {t('developer.info.trial')}
        </Notice>
      ) : (
        <Notice>{t('developer.info.readOnly', { privilege: say('privileges.developer.update') })}</Notice>
      )}
      <FactList
        facts={[
          { label: t('developer.fields.displayName'), value: developer.displayName },
          {
            label: t('developer.fields.website'),
            value: website && (
              <a href={website} target="_blank" rel="noreferrer">
                {website}
              </a>
            ),
          },
          { label: t('developer.fields.brief'), value: developer.brief, isWide: true },
          { label: t('developer.fields.introduction'), value: developer.introduction, isWide: true },
          { label: t('developer.fields.contacts'), value: contacts, isWide: true },
        ]}
      />
    </>
  )
}
