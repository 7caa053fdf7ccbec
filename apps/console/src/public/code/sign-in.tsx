// Signs in with the link of a mail. Only the press of the button uses up the link, because mail programs open links.
import { KeyRound, Link2Off } from 'lucide-react'
import { useState } from 'react'
import { useConnection } from '../../lib/call/connection.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { Notice } from '../page/notice.tsx'
import { CALLS, useCodeAct } from './code-client.ts'
import type { Lender } from './code-memory.ts'
import page from '../page/page.module.css'
import css from './code.module.css'

export function SignIn({ link, onSignedIn }: { link: string; onSignedIn: (lender: Lender) => void }) {
  const t = usePhrases()
  const [isOver, setOver] = useState(false)
  const isLost = useConnection((state) => state.isLost)
  const { act, isActing, refusal } = useCodeAct(CALLS.signIn, ({ error }) => {
    if (error === 'codePage.linkOver') setOver(true)
    return error === 'codePage.linkOver'
  })
  const signIn = async () => {
    const answer = await act({ link })
    if (answer) onSignedIn({ session: answer.session, email: answer.email })
  }
  if (isOver)
    return (
      <Notice key="over" icon={Link2Off} tone="bad" title={t('codePage.signIn.overTitle')}>
        <p className={page.sentence}>{t('codePage.signIn.overSentence')}</p>
        <a className={`sw-button sw-button-primary ${page.retry} ${css.main}`} href="#manage">
          {t('codePage.signIn.renew')}
        </a>
      </Notice>
    )
  const trouble = refusal?.message ?? (isLost ? t('identity.login.unreachable') : undefined)
  return (
    <Notice key="ask" icon={KeyRound} tone="wait" title={t('codePage.signIn.title')}>
      <p className={page.sentence}>{t('codePage.signIn.sentence')}</p>
      {trouble !== undefined && (
        <p className={css.tip} data-tone="bad" role="alert">
          <span>{trouble}</span>
        </p>
      )}
      <button
        type="button"
        className={`sw-button sw-button-primary ${page.retry}`}
        aria-busy={isActing}
        onClick={() => void signIn()}
      >
        {t(isActing ? 'codePage.signIn.submitting' : 'codePage.signIn.submit')}
      </button>
    </Notice>
  )
}
