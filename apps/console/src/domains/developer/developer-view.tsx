// The developer information for who cannot change it: a trial developer, or an administrator without the right.
import { developerCalls } from '@sealwright/contract'
import { FactList } from '../../blocks/fact-list.tsx'
import { Notice } from '../../blocks/settings-page.tsx'
import { buttonClass } from '../../blocks/button.tsx'
import { APPLY_PATH } from '../../lib/go.ts'
import { usePhrases, useSentences } from '../../lib/i18n.tsx'
import { ScreenLink } from '../../lib/navigate.tsx'
import { useSession } from '../../lib/session.tsx'
import type { DeveloperAnswer } from './developer-draft.ts'
import './developer.css'

/** Whether this person may change it, and if not, why. */
export function useHindrance(): 'trial' | 'right' | undefined {
  const session = useSession()
  const { access } = developerCalls.update
  const hasRight = access.kind !== 'privilege' || access.anyOf.some((name) => session.privileges.includes(name))
  if (session.developer.devInfo.status === 'trial') return 'trial'
  return hasRight ? undefined : 'right'
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
