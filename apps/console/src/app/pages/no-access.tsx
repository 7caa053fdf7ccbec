// The page of a screen that the person may not open: names the missing privilege and offers to explain it.
import type { Access } from '@sealwright/contract'
import { LockKeyhole } from 'lucide-react'
import { FIRST_SCREEN } from '../../lib/place/go.ts'
import { ScreenLink } from '../../lib/place/navigate.tsx'
import { isOfIntegrator, useMaybeSession } from '../../lib/session/session.tsx'
import { askWhy } from '../../lib/session/why.ts'
import { usePhrases, useSentences } from '../../lib/words/i18n.tsx'
import { PageNotice } from './page-notice.tsx'

export function NoAccess({ access }: { access: Access }) {
  const t = usePhrases()
  const say = useSentences()
  const session = useMaybeSession()
  const sentence = () => {
    if (session && isOfIntegrator(session))
      return t('shell.noAccess.ofIntegrator', { developer: session.developer.name })
    if (access.kind !== 'privilege') return t('errors.platform.superOnly')
    return t('errors.platform.noPermission', {
      privilege: access.anyOf.map((name) => say(`privileges.${name}`)).join(t('shell.noAccess.or')),
    })
  }
  return (
    <PageNotice
      icon={LockKeyhole}
      title={t('shell.noAccess.title')}
      action={
        <>
          <ScreenLink to={FIRST_SCREEN} className="sw-button">
            {t('shell.toDashboard')}
          </ScreenLink>
          <button
            type="button"
            className="sw-button"
            onClick={() => askWhy(access.kind === 'privilege' ? { privileges: access.anyOf } : {})}
          >
            {t('shell.why.title')}
          </button>
        </>
      }
    >
      {sentence()}
    </PageNotice>
  )
}
