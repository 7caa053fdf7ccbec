// The pages of a campaign that cannot be joined, and of a link that leads nowhere. Each has its own icon and words.
import type { CampaignVisited, ClosedState } from '@sealwright/contract'
import {
  Archive,
  CirclePause,
  CloudAlert,
  FileQuestionMark,
  Flag,
  Hourglass,
  Link2Off,
  OctagonX,
  ScanLine,
  TicketX,
  Users,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useCountdown } from '../../lib/countdown.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { Notice } from '../page/notice.tsx'
import { timeWords } from '../page/visitor-time.ts'
import { Facts } from './offer.tsx'
import type { Fault } from './visit-client.ts'
import { durationWords } from './visit-words.ts'
import page from '../page/page.module.css'
import css from './campaign.module.css'

const CLOSED_ICONS: Record<ClosedState, LucideIcon> = {
  notStarted: Hourglass,
  paused: CirclePause,
  terminated: OctagonX,
  ended: Flag,
  full: Users,
  deleted: Archive,
}
const WAITS: readonly ClosedState[] = ['notStarted', 'paused']
/** A timer cannot wait longer than about 24 days. */
const LONGEST_S = 2_000_000

/** Counts down to the start in words; screen readers are told the start once, by the sentence above. */
function StartsIn({ startTime, onStart }: { startTime: string; onStart: () => Promise<void> }) {
  const t = usePhrases()
  const { secondsLeft, start } = useCountdown()
  const [isStarted, setStarted] = useState(false)
  useEffect(() => {
    const seconds = Math.max(1, Math.ceil((Date.parse(startTime) - Date.now()) / 1000))
    start(seconds)
    if (seconds > LONGEST_S) return undefined
    // One second later: the clocks of visitor and server differ.
    const timer = setTimeout(() => setStarted(true), (seconds + 1) * 1000)
    return () => clearTimeout(timer)
  }, [startTime, start])
  useEffect(() => {
    if (isStarted) void onStart()
  }, [isStarted, onStart])
  if (secondsLeft === 0) return null
  return (
    <p className={css.countdown} aria-hidden>
      {t('activity.visit.closed.startsIn', { time: durationWords(t, secondsLeft) })}
    </p>
  )
}

interface ClosedNoticeProps {
  visited: CampaignVisited
  closed: ClosedState
  onStart: () => Promise<void>
}

export function ClosedNotice({ visited, closed, onStart }: ClosedNoticeProps) {
  const t = usePhrases()
  const { developerName: developer } = visited
  const words = {
    notStarted: () => t('activity.visit.closed.notStartedSentence', { start: timeWords(t, visited.startTime) }),
    paused: () => t('activity.visit.closed.pausedSentence'),
    terminated: () => t('activity.visit.closed.terminatedSentence', { developer }),
    ended: () => t('activity.visit.closed.endedSentence', { end: timeWords(t, visited.endTime) }),
    full: () => t('activity.visit.closed.fullSentence', { max: visited.maxParticipants }),
    deleted: () => t('activity.visit.closed.deletedSentence', { developer }),
  }
  return (
    <>
      <Notice
        key={closed}
        icon={CLOSED_ICONS[closed]}
        tone={WAITS.includes(closed) ? 'wait' : 'plain'}
        name={visited.name}
        title={t(`activity.visit.closed.${closed}`)}
      >
        <p className={page.sentence}>{words[closed]()}</p>
        {closed === 'notStarted' && <StartsIn startTime={visited.startTime} onStart={onStart} />}
        {!WAITS.includes(closed) && closed !== 'deleted' && (
          <p className={page.aside}>{t('activity.visit.closed.joined')}</p>
        )}
      </Notice>
      {closed === 'notStarted' && (
        <div className={css.below}>
          <Facts visited={visited} />
        </div>
      )}
    </>
  )
}

const FAULT_ICONS: Record<Fault, LucideIcon> = {
  badMethod: ScanLine,
  unknown: FileQuestionMark,
  badLink: Link2Off,
  licenseFault: TicketX,
  unreachable: CloudAlert,
}

interface FaultNoticeProps {
  fault: Fault
  developerName: string | undefined
  onRetry: () => Promise<void>
}

export function FaultNotice({ fault, developerName, onRetry }: FaultNoticeProps) {
  const t = usePhrases()
  const [isTrying, setTrying] = useState(false)
  const sentence = () => {
    if (fault !== 'licenseFault') return t(`activity.visit.faults.${fault}Sentence`)
    return developerName
      ? t('activity.visit.faults.licenseFaultSentence', { developer: developerName })
      : t('activity.visit.faults.licenseFaultPlain')
  }
  const retry = async () => {
    setTrying(true)
    await onRetry()
    setTrying(false)
  }
  return (
    <Notice key={fault} icon={FAULT_ICONS[fault]} tone="bad" title={t(`activity.visit.faults.${fault}`)}>
      <p className={page.sentence}>{sentence()}</p>
      {(fault === 'unreachable' || fault === 'licenseFault') && (
        <button type="button" className={`sw-button ${page.retry}`} aria-busy={isTrying} onClick={() => void retry()}>
          {t('activity.visit.faults.retry')}
        </button>
      )}
    </Notice>
  )
}
