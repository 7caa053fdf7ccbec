// The person's earlier feedback with the answers, the newest first. A link with the guid of one leads to it.
import { feedbackCalls } from '@sealwright/contract'
import type { AnswerOf } from '@sealwright/contract'
import { MessageSquareText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../blocks/control/button.tsx'
import { EmptyState, ErrorState } from '../../blocks/control/states.tsx'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import { SettingsSkeleton } from '../../blocks/form/settings-page.tsx'
import { TimeCell } from '../../blocks/list/columns.tsx'
import { useAnswer } from '../../lib/call/client.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import './feedback.css'

type Sent = AnswerOf<typeof feedbackCalls.find>['rows'][number]

function Picture({ guid, position }: { guid: string; position: number }) {
  const t = usePhrases()
  const { data, error, refetch } = useAnswer(feedbackCalls.picture, { guid, position }, { staleMs: Infinity })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <span className="skeleton feedback-thumb" aria-hidden />
  const url = `data:${data.type};base64,${data.base64}`
  return <img className="feedback-shown" src={url} alt={t('feedback.pictures.alt', { n: position })} />
}

function Item({ row }: { row: Sent }) {
  const t = usePhrases()
  const element = useRef<HTMLLIElement>(null)
  const [isOpen, setOpen] = useState(false)
  const isMeant = window.location.hash === `#${row.guid}`
  useEffect(() => {
    if (isMeant) element.current?.scrollIntoView({ block: 'center' })
  }, [isMeant])
  return (
    <li ref={element} id={row.guid} className="feedback-item" aria-current={isMeant || undefined}>
      <div className="feedback-item-head">
        <strong>{t(`feedback.kinds.${row.kind}`)}</strong>
        <StatusTag tone={row.answer === null ? 'neutral' : 'ok'}>
          {t(row.answer === null ? 'feedback.earlier.open' : 'feedback.earlier.answered')}
        </StatusTag>
        <TimeCell at={row.createTime} />
      </div>
      <p className="feedback-text">{row.text}</p>
      {row.pictures > 0 &&
        (isOpen ? (
          <div className="feedback-shown-all">
            {Array.from({ length: row.pictures }, (_, index) => (
              <Picture key={index} guid={row.guid} position={index + 1} />
            ))}
          </div>
        ) : (
          <Button size="small" onPress={() => setOpen(true)}>
            {t('feedback.earlier.showPictures', { count: row.pictures })}
          </Button>
        ))}
      {row.answer !== null && (
        <div className="feedback-answer">
          <span>
            {t('feedback.earlier.answer')} {row.answerTime && <TimeCell at={row.answerTime} />}
          </span>
          <p className="feedback-text">{row.answer}</p>
        </div>
      )}
    </li>
  )
}

export function EarlierFeedback({
  answer: { data, error, refetch },
}: {
  answer: {
    data: AnswerOf<typeof feedbackCalls.find> | undefined
    error: Error | null
    refetch: () => unknown
  }
}) {
  const t = usePhrases()
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SettingsSkeleton rows={2} />
  if (data.records === 0)
    return (
      <EmptyState
        icon={MessageSquareText}
        title={t('feedback.earlier.emptyTitle')}
        sentence={t('feedback.earlier.emptySentence')}
      />
    )
  return (
    <ul className="feedback-list">
      {data.rows.map((row) => (
        <Item key={row.guid} row={row} />
      ))}
    </ul>
  )
}
