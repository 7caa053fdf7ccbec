// The check beside the form that issues: which locks would accept the license, and why others would not. Every change
// asks again, once typing pauses. It has no effect.
import { Refusal } from '@sealwright/client'
import { dongleLicenseCalls } from '@sealwright/contract'
import type { DonglePreview, PayloadOf } from '@sealwright/contract'
import { useMemo } from 'react'
import { usePaused } from '../../../blocks/control/paused.ts'
import { ErrorState } from '../../../blocks/control/states.tsx'
import { Notice } from '../../../blocks/form/settings-page.tsx'
import { useAnswer } from '../../../lib/call/client.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { PanelPart } from '../../license/update/index.ts'
import './issue.css'

const SHOWN = 20

/** `payload` is undefined while the form is not complete. */
export function useIssuePreview(payload: object | undefined) {
  const text = payload === undefined ? '' : JSON.stringify(payload)
  const asked = usePaused(text)
  const sent = useMemo(
    () => (asked === '' ? {} : JSON.parse(asked)) as PayloadOf<typeof dongleLicenseCalls.preview>, // the form's values
    [asked],
  )
  const answer = useAnswer(dongleLicenseCalls.preview, sent, {
    enabled: asked !== '',
    keepPrevious: true,
    staleMs: 0,
  })
  return { ...answer, isIdle: text === '', isPending: text !== asked || answer.isPlaceholderData }
}

function Judged({ locks, unfit }: Pick<DonglePreview, 'locks' | 'unfit'>) {
  const t = usePhrases()
  const refused = locks.filter(({ isAllowed }) => !isAllowed).slice(0, SHOWN)
  return (
    <PanelPart title={t('dongleLicense.issue.unfit', { count: unfit })}>
      <ul className="dongle-judged">
        {refused.map(({ shellNumber, message }) => (
          <li key={shellNumber}>
            {/* A refusal of the lock names it already. */}
            {!message?.includes(shellNumber) && <strong className="sw-tabular">{shellNumber}</strong>}
            <span>{message}</span>
          </li>
        ))}
        {unfit > refused.length && <li>{t('dongleLicense.issue.moreUnfit', { count: unfit - refused.length })}</li>}
      </ul>
      <Notice tone="warn">{t('dongleLicense.issue.unfitSentence')}</Notice>
    </PanelPart>
  )
}

export function IssuePanel({ preview }: { preview: ReturnType<typeof useIssuePreview> }) {
  const t = usePhrases()
  const { data, error, isIdle, isPending } = preview
  const body = () => {
    if (isIdle) return <p className="update-panel-quiet">{t('dongleLicense.issue.idle')}</p>
    if (error instanceof Refusal) {
      const said = error.fields.map(({ message }) => message).join(t('license.and'))
      return <Notice tone="bad">{said || error.message}</Notice>
    }
    if (error) return <ErrorState error={error} onRetry={() => void preview.refetch()} />
    if (!data) return <span className="skeleton skeleton-line" role="status" aria-label={t('blocks.states.loading')} />
    return (
      <>
        {data.fit > 0 && <Notice tone="ok">{t('dongleLicense.issue.fit', { count: data.fit })}</Notice>}
        {data.unfit > 0 && <Judged {...data} />}
      </>
    )
  }
  return (
    <aside
      className="update-panel"
      aria-label={t('dongleLicense.issue.panel')}
      aria-live="polite"
      aria-busy={isPending || undefined}
      data-stale={(isPending && !isIdle) || undefined}
    >
      <h2>{t('dongleLicense.issue.panel')}</h2>
      {body()}
    </aside>
  )
}
