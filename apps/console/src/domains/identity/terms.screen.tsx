// The terms of use of this center: those that its operator set or, without any, those of the product. Open to everyone;
// opening it keeps the session.
import { LIMITS, centerCalls } from '@sealwright/contract'
import { useAnswer } from '../../lib/call/client.ts'
import { FIRST_SCREEN, LOGIN_PATH, REGISTER_PATH } from '../../lib/place/go.ts'
import { Link } from '../../lib/place/link.tsx'
import { STORED, useStored } from '../../lib/stored.ts'
import { useLanguage, usePhrases } from '../../lib/words/i18n.tsx'
import { ReadingFrame } from './outside-frame.tsx'

/** Lines that begin with # are headings, other lines are paragraphs. */
function OwnTerms({ text }: { text: string }) {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line, index) => {
    const key = `${index} ${line}` // the text does not change while it is shown
    return line.startsWith('#') ? <h2 key={key}>{line.replace(/^#+\s*/, '')}</h2> : <p key={key}>{line}</p>
  })
}

function ProductTerms() {
  const t = usePhrases()
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
    <>
      <p>{t('identity.terms.intro')}</p>
      {sections.map(([title, text]) => (
        <section key={title}>
          <h2>{title}</h2>
          <p>{text}</p>
        </section>
      ))}
    </>
  )
}

export function Screen() {
  const t = usePhrases()
  const locale = useLanguage((language) => language.locale)
  const isSignedIn = useStored(STORED.ssId) !== undefined
  const { data, error } = useAnswer(centerCalls.terms, {})
  return (
    <ReadingFrame>
      <h1>{t('identity.terms.title')}</h1>
      {data && data.version !== null && <OwnTerms text={data[locale]} />}
      {(error || data?.version === null) && <ProductTerms />}
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
