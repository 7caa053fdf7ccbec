// The page of a license code. What it shows follows from the fragment of the address and from what the tab remembers:
// the form, the code, the desk of a lending administrator, or a sign-in. The fragment holds no secret for longer than
// the page needs to read it.
import type { ShownCode } from '@sealwright/contract'
import { Suspense, lazy, useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { useTheme } from '../../lib/session/theme.ts'
import { STORED, useStored } from '../../lib/stored.ts'
import { useLanguage, usePhrases } from '../../lib/words/i18n.tsx'
import { PageHead } from '../page/page-head.tsx'
import { removeSkeleton } from '../page/skeleton.ts'
import { CodeForm } from './code-form.tsx'
import { LENDER } from './code-memory.ts'
import { Devices, CodeCard, Lending, StateNote } from './shown-code.tsx'
import { SignIn } from './sign-in.tsx'
import { Unreachable } from './unreachable.tsx'
import { useCodeVisit } from './use-code-visit.ts'
import page from '../page/page.module.css'
import css from './code.module.css'

const loadExchange = () => import('./exchange-panel.tsx')
const ExchangePanel = lazy(async () => ({ default: (await loadExchange()).ExchangePanel }))
const loadLending = () => import('./lending.ts')
const RequestLink = lazy(async () => ({ default: (await loadLending()).RequestLink }))
const LendingDesk = lazy(async () => ({ default: (await loadLending()).LendingDesk }))

interface CodePlace {
  /** The token of a mail. */
  link: string | undefined
  isManaging: boolean
}

function readPlace(): CodePlace {
  const hash = location.hash.slice(1)
  return { link: new URLSearchParams(hash).get('link') ?? undefined, isManaging: hash === 'manage' }
}

/** The place of the fragment. A token leaves the address at once, so that it is neither bookmarked nor shared. */
function useCodePlace() {
  const [place, setPlace] = useState(readPlace)
  useEffect(() => {
    const clear = (link: string | undefined) => {
      if (link === undefined) return
      // The language of the mail leaves the address too. It stays after a reload.
      if (STORED.locale.get() === undefined) STORED.locale.set(useLanguage.getState().locale)
      history.replaceState(null, '', location.pathname + location.search)
    }
    const read = () => {
      const next = readPlace()
      clear(next.link)
      setPlace(next)
    }
    clear(readPlace().link)
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  return { place, setPlace }
}

function Room() {
  const t = usePhrases()
  return <div className={`${page.formCard} ${css.entry}`} role="status" aria-label={t('shell.loading')} />
}

interface ViewProps {
  isHidden: boolean
  onVendor: (code: ShownCode | undefined) => void
}

/** The form and the code. They stay mounted behind other views, so that nothing typed is lost. */
function CodeView({ isHidden, onVendor }: ViewProps) {
  const t = usePhrases()
  const visiting = useCodeVisit()
  const { shown, at, visit, isOpening, isLost, enter, leave, refresh } = visiting
  const isShown = visit !== undefined && shown !== undefined
  useEffect(() => {
    if (!isHidden) onVendor(shown)
  }, [isHidden, shown, onVendor])
  useLayoutEffect(() => {
    if (!isOpening) removeSkeleton()
  }, [isOpening])
  // The reader of files loads while the customer reads.
  const canExchange = shown?.offlineBind === true
  useEffect(() => {
    if (canExchange) void loadExchange().catch(() => undefined) // opening it tries again
  }, [canExchange])

  if (isOpening)
    return (
      <p className="sw-visually-hidden" role="status">
        {t('codePage.loading')}
      </p>
    )
  return (
    <div hidden={isHidden}>
      {isLost && <Unreachable onRetry={() => void refresh()} />}
      {visit === undefined && <CodeForm isOver={shown !== undefined} onFound={enter} />}
      {shown && (
        <div key={shown.maskedCode} className={css.columns} hidden={!isShown}>
          <div className={css.column}>
            <CodeCard code={shown} now={at} />
            <StateNote code={shown} now={at} />
            {shown.lends && <Lending code={shown} />}
            <button type="button" className={`${css.plain} ${css.later}`} onClick={leave}>
              {t('codePage.code.other')}
            </button>
          </div>
          <div className={css.column}>
            <Devices code={shown} visit={visiting} />
            <Suspense fallback={<Room />}>
              <ExchangePanel visit={visiting} canBind={shown.offlineBind} />
            </Suspense>
          </div>
        </div>
      )}
    </div>
  )
}

export function CodePage() {
  const t = usePhrases()
  useTheme()
  const { place, setPlace } = useCodePlace()
  const lender = useStored(LENDER)
  const [vendor, setVendor] = useState<ShownCode>()
  const isSigningIn = place.link !== undefined
  const isDesk = !isSigningIn && !place.isManaging && lender !== undefined
  const title = [vendor?.productName ?? t('codePage.title'), vendor?.developerName].filter(Boolean).join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
  useLayoutEffect(() => {
    if (isSigningIn || place.isManaging) removeSkeleton()
  }, [isSigningIn, place.isManaging])
  const showVendor = useCallback((code: ShownCode | undefined) => setVendor(code), [])
  const home = () => setPlace({ link: undefined, isManaging: false })
  return (
    <div className={page.page}>
      <PageHead of={vendor} title={t('codePage.title')} />
      <main className={page.main}>
        {place.link !== undefined && (
          <SignIn
            key={place.link}
            link={place.link}
            onSignedIn={(next) => {
              LENDER.set(next)
              home()
            }}
          />
        )}
        {!isSigningIn && place.isManaging && (
          <Suspense fallback={<Room />}>
            <RequestLink />
          </Suspense>
        )}
        {lender && (
          <div hidden={!isDesk}>
            <Suspense fallback={isDesk ? <Room /> : null}>
              <LendingDesk lender={lender} onVendor={showVendor} onSignOut={() => LENDER.remove()} />
            </Suspense>
          </div>
        )}
        {!lender && <CodeView isHidden={isSigningIn || place.isManaging} onVendor={showVendor} />}
      </main>
    </div>
  )
}
