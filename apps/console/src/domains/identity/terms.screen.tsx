// The terms of use of this center. Open to everyone; opening it keeps the session.
import { LIMITS } from '@sealwright/contract'
import { FIRST_SCREEN, LOGIN_PATH, REGISTER_PATH } from '../../lib/place/go.ts'
import { Link } from '../../lib/place/link.tsx'
import { STORED, useStored } from '../../lib/stored.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { ReadingFrame } from './outside-frame.tsx'

export function Screen() {
  const t = usePhrases()
  const isSignedIn = useStored(STORED.ssId) !== undefined
  const { products, users, licenseDays: days } = LIMITS.trial
  const licenses = LIMITS.platform.trialLicenses.initial
  const sections = [
    [t('identity.terms.accountTitle'), t('identity.terms.account')],
    [t('identity.terms.useTitle'), t('identity.terms.use')],
    [t('identity.terms.trialTitle'), t('identity.terms.trial', { products, users, licenses, days })],
    [t('identity.terms.formalTitle'), t('identity.terms.formal')],
    [t('identity.terms.dataTitle'), t('identity.terms.data')],
    [t('identity.terms.endTitle'), t('identity.terms.end')],
    [t('identity.terms.liabilityTitle'), t('identity.terms.liability')],
  ]
  return (
    <ReadingFrame>
      <h1>{t('identity.terms.title')}</h1>
      <p>{t('identity.terms.intro')}</p>
      {sections.map(([title, text]) => (
        <section key={title}>
          <h2>{title}</h2>
          <p>{text}</p>
        </section>
      ))}
      <footer>
        {isSignedIn ? (
          <Link href={FIRST_SCREEN} className="sw-button">
            {t('identity.terms.toConsole')}
          </Link>
        ) : (
          <>
            <Link href={REGISTER_PATH} className="sw-button">
              {t('identity.register.title')}
            </Link>
            <Link href={LOGIN_PATH} className="sw-button">
              {t('identity.login.title')}
            </Link>
          </>
        )}
      </footer>
    </ReadingFrame>
  )
}
