// The states that a campaign went through and will go through, in the order of time.
import { CAMPAIGN_STATUSES } from '@sealwright/contract'
import type { CampaignAnswer } from '@sealwright/contract'
import { useState } from 'react'
import { TimeCell } from '../../../../blocks/list/columns.tsx'
import { usePhrases } from '../../../../lib/words/i18n.tsx'
import type { Translate } from '../../../../lib/words/i18n.tsx'
import './view.css'

interface Moment {
  key: string
  at: string
  words: string
  by?: string
}

function momentsOf(t: Translate, answer: CampaignAnswer): Moment[] {
  const { status, publishTime, pauseTime, pauseReason, terminateTime } = answer
  // A campaign that was published after its start began with the publication.
  const begins = publishTime !== null && publishTime > answer.startTime ? publishTime : answer.startTime
  const isPaused = status === CAMPAIGN_STATUSES.paused && pauseTime !== null
  const moments: (Moment | false)[] = [
    { key: 'created', at: answer.createTime, words: t('activity.view.created'), by: answer.createdBy },
    publishTime !== null && { key: 'published', at: publishTime, words: t('activity.view.published') },
    // A campaign that was ended before its start never began.
    (terminateTime === null || terminateTime > begins) && {
      key: 'begins',
      at: begins,
      words: t('activity.view.begins'),
    },
    isPaused && {
      key: 'paused',
      at: pauseTime,
      words: t(pauseReason === null ? 'activity.view.pausedAt' : 'activity.view.selfPaused'),
    },
    terminateTime === null
      ? { key: 'ends', at: answer.endTime, words: t('activity.view.ends') }
      : { key: 'terminated', at: terminateTime, words: t('activity.view.terminatedAt') },
  ]
  return moments.filter((moment) => moment !== false).toSorted((a, b) => a.at.localeCompare(b.at))
}

export function CampaignTimeline({ answer }: { answer: CampaignAnswer }) {
  const t = usePhrases()
  const [now] = useState(() => new Date().toISOString())
  return (
    <ol className="campaign-timeline">
      {momentsOf(t, answer).map(({ key, at, words, by }) => (
        <li key={key} data-future={at > now || undefined}>
          <span className="campaign-moment">
            {words}
            {by !== undefined && <span className="campaign-note"> {t('activity.view.by', { name: by })}</span>}
          </span>
          <TimeCell at={at} />
        </li>
      ))}
    </ol>
  )
}
