// Ends the promotion mails of a developer, by the link of such a mail. Opening the page changes nothing, since mail
// programs open links too. The mails can be allowed again at once.
import { Refusal } from '@sealwright/client'
import { campaignVisitCalls } from '@sealwright/contract'
import { CircleCheck, Link2Off, MailX } from 'lucide-react'
import { useState } from 'react'
import { OutsideFailed } from '../../domains/identity/outside-failed.tsx'
import { OutsideFrame, OutsideNotice } from '../../domains/identity/outside-frame.tsx'
import { useAct, useAnswer } from '../../lib/call/client.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import css from '../../domains/identity/outside.module.css'

interface WhoseMails {
  token: string
  developer: string
  account: string
  isSubscribed: boolean
}

function Choice({ token, developer, account, isSubscribed: wasSubscribed }: WhoseMails) {
  const t = usePhrases()
  /** What the person chose here. */
  const [chosen, setChosen] = useState<boolean>()
  const { act, isActing } = useAct(campaignVisitCalls.unsubscribe)
  const choose = async (isSubscribed: boolean) => {
    if (await act({ token, isSubscribed })) setChosen(isSubscribed)
  }
  const button = (isSubscribed: boolean) => (
    <button
      type="button"
      className={`sw-button ${isSubscribed ? '' : 'sw-button-primary'} ${css.submit ?? ''}`}
      aria-busy={isActing}
      onClick={() => void choose(isSubscribed)}
    >
      {t(isSubscribed ? 'activity.visit.unsubscribe.undo' : 'activity.visit.unsubscribe.submit')}
    </button>
  )
  const who = { developer, account }
  if (!(chosen ?? wasSubscribed))
    return (
      <OutsideNotice
        key="done"
        icon={CircleCheck}
        tone="ok"
        title={t('activity.visit.unsubscribe.doneHeading')}
        action={button(true)}
      >
        {t('activity.visit.unsubscribe.doneSentence', who)}
      </OutsideNotice>
    )
  if (chosen)
    return (
      <OutsideNotice
        key="undone"
        icon={CircleCheck}
        tone="ok"
        title={t('activity.visit.unsubscribe.undoneHeading')}
        action={button(false)}
      >
        {t('activity.visit.unsubscribe.undoneSentence', who)}
      </OutsideNotice>
    )
  return (
    <OutsideNotice key="asked" icon={MailX} title={t('activity.visit.unsubscribe.heading')} action={button(false)}>
      {t('activity.visit.unsubscribe.sentence', who)}
    </OutsideNotice>
  )
}

function Checked({ token }: { token: string }) {
  const t = usePhrases()
  const { data, error, refetch } = useAnswer(
    campaignVisitCalls.subscription,
    { token },
    { staleMs: Number.POSITIVE_INFINITY },
  )
  if (data) return <Choice token={token} developer={data.developerName} {...data} />
  if (!error)
    return (
      <p role="status" aria-busy>
        {t('activity.visit.unsubscribe.checking')}
      </p>
    )
  if (error instanceof Refusal && ['activity.badUnsubscribe', 'platform.badPayload'].includes(error.error ?? ''))
    return <BadLink />
  return <OutsideFailed error={error} onRetry={() => void refetch()} />
}

function BadLink() {
  const t = usePhrases()
  return (
    <OutsideNotice icon={Link2Off} tone="bad" title={t('activity.visit.unsubscribe.badHeading')}>
      {t('activity.visit.unsubscribe.badSentence')}
    </OutsideNotice>
  )
}

/** Links in the text have it behind the mark; mail programs that do not unsubscribe themselves open it as a query. */
const givenToken = () =>
  [location.hash.slice(1), location.search].map((text) => new URLSearchParams(text).get('token')).find(Boolean)

export function UnsubscribePage() {
  const token = givenToken()
  return <OutsideFrame>{token ? <Checked token={token} /> : <BadLink />}</OutsideFrame>
}
