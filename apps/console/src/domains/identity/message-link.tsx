// The link of a message. The page checks it first, and explains a broken, expired or used link with the next step.
// Checking does not use the link up, since mail programs open links too.
import { Refusal } from '@sealwright/client'
import { identityCalls, linkPageOf } from '@sealwright/contract'
import type { AnswerOf, CodePurpose, ErrorName } from '@sealwright/contract'
import { Link2Off } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useAnswer } from '../../lib/call/client.ts'
import { LOGIN_PATH, goToHref } from '../../lib/place/go.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { PhraseKey } from '../../lib/words/i18n.tsx'
import { OutsideFailed } from './outside-failed.tsx'
import { OutsideNotice } from './outside-frame.tsx'
import { behindTheMark, passAccount } from './passed-account.ts'
import css from './outside.module.css'

interface LinkWords {
  title: PhraseKey
  sentence: PhraseKey
}
const BROKEN: LinkWords = { title: 'identity.links.broken', sentence: 'identity.links.brokenSentence' }
/** The words for the refusals of a link. A malformed link counts as incomplete. */
const WORDS: Partial<Record<ErrorName, LinkWords>> = {
  'identity.linkBroken': BROKEN,
  'platform.badPayload': BROKEN,
  'identity.linkExpired': { title: 'identity.links.expired', sentence: 'identity.links.expiredSentence' },
  'identity.linkInvalid': { title: 'identity.links.invalid', sentence: 'identity.links.invalidSentence' },
}

export type CheckedLink = AnswerOf<typeof identityCalls.checkLink> & { link: string }

export function ToLogin({ account = '', children }: { account?: string; children: string }) {
  return (
    <a href={passAccount(LOGIN_PATH, account)} className={`sw-button sw-button-primary ${css.submit ?? ''}`}>
      {children}
    </a>
  )
}

interface CheckedProps {
  link: string
  purpose: CodePurpose
  onDrop: () => void
  dropText: string
  children: (found: CheckedLink) => ReactNode
}

function Checked({ link, purpose, onDrop, dropText, children }: CheckedProps) {
  const t = usePhrases()
  const { data, error, refetch } = useAnswer(identityCalls.checkLink, { link }, { staleMs: Number.POSITIVE_INFINITY })
  const other = data && data.purpose !== purpose ? linkPageOf(data.purpose) : undefined
  useEffect(() => {
    // The link is for the other page, but was opened here.
    if (other) goToHref(`${other}#${new URLSearchParams({ link }).toString()}`)
  }, [other, link])
  if (data && !other) return children({ ...data, link })
  if (!error)
    return (
      <p className={css.form} role="status" aria-busy>
        {t('identity.links.checking')}
      </p>
    )
  const words = error instanceof Refusal && error.error ? WORDS[error.error] : undefined
  if (!words) return <OutsideFailed error={error} onRetry={() => void refetch()} />
  return (
    <OutsideNotice
      icon={Link2Off}
      tone="bad"
      title={t(words.title)}
      action={
        <>
          <button type="button" className={`sw-button sw-button-primary ${css.submit ?? ''}`} onClick={onDrop}>
            {dropText}
          </button>
          {/* Most people who activate an account are end users, who cannot sign in to the console. */}
          {purpose !== 'activate' && (
            <div className={css.ways}>
              <a href={LOGIN_PATH}>{t('identity.reset.toLogin')}</a>
            </div>
          )}
        </>
      }
    >
      {t(words.sentence)}
    </OutsideNotice>
  )
}

interface ByLinkProps {
  purpose: CodePurpose
  /** The text of the button that continues without the link. */
  dropText: string
  children: (found: CheckedLink | undefined) => ReactNode
}

/** Renders a page with its checked link, or without one if the address has none. */
export function ByLink({ purpose, dropText, children }: ByLinkProps) {
  const [link, setLink] = useState(() => behindTheMark('link'))
  if (link === null) return children(undefined)
  const drop = () => {
    history.replaceState(null, '', location.pathname)
    setLink(null)
  }
  return (
    <Checked link={link} purpose={purpose} onDrop={drop} dropText={dropText}>
      {children}
    </Checked>
  )
}
