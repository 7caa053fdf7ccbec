// What the page says about the campaign: who offers it, what one gets, until when, and how many places are left.
import type { CampaignVisited } from '@sealwright/contract'
import { CalendarClock, ChevronRight, KeyRound, MailCheck, Sparkles } from 'lucide-react'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { timeWords } from '../page/visitor-time.ts'
import { isScarce, termWords } from './visit-words.ts'
import css from './campaign.module.css'

export type Way = 'code' | 'password'

interface Shown {
  visited: CampaignVisited
}

export function Heading({ visited, isSmall }: Shown & { isSmall: boolean }) {
  const t = usePhrases()
  return (
    <div className={css.heading} data-small={isSmall || undefined}>
      {visited.picture && (
        <div className={css.picture}>
          <img src={visited.picture} alt="" fetchPriority="high" />
        </div>
      )}
      <p className={css.offers}>{t('activity.visit.offers', { developer: visited.developerName })}</p>
      <h1>{visited.name}</h1>
    </div>
  )
}

function Places({ visited }: Shown) {
  const t = usePhrases()
  const { left, maxParticipants } = visited
  const isFew = isScarce(visited)
  return (
    <div className={css.places}>
      <span aria-live="polite">{t('activity.visit.left', { left })}</span>
      {isFew && (
        <span className={css.bar} aria-hidden>
          <i style={{ width: `${Math.min(100, (100 * left) / maxParticipants)}%` }} />
        </span>
      )}
    </div>
  )
}

/** What one gets, as a ticket. */
export function Facts({ visited, isSmall = false }: Shown & { isSmall?: boolean }) {
  const t = usePhrases()
  const term = termWords(t, visited)
  const uses = visited.useCount === null ? undefined : t('activity.visit.usesCount', { count: visited.useCount })
  return (
    <section className={css.ticket} data-small={isSmall || undefined} aria-label={t('activity.visit.what')}>
      <div className={css.ticketTop}>
        <p className={css.what}>
          {t('activity.visit.what')}
          <span className={css.kind}>{t('activity.visit.license')}</span>
        </p>
        <p className={css.product}>{visited.productName}</p>
        <p className={css.term}>{[term, uses].filter(Boolean).join(' · ')}</p>
      </div>
      <div className={css.ticketEnd}>
        <Places visited={visited} />
        <p className={css.ends}>
          <CalendarClock size={14} aria-hidden />
          {t('activity.visit.ends')} {timeWords(t, visited.endTime)}
        </p>
      </div>
    </section>
  )
}

export function Ways({ visited }: Shown) {
  const t = usePhrases()
  return (
    <div className={css.ways}>
      {visited.isNewOnly && (
        <p className={css.newOnly}>
          <Sparkles size={16} aria-hidden />
          <span>
            <strong>{t('activity.visit.newOnly')}</strong>{' '}
            {t('activity.visit.newOnlySentence', { developer: visited.developerName })}
          </span>
        </p>
      )}
      <a className={css.way} href="#code" data-first>
        <MailCheck size={22} aria-hidden />
        <span>
          <strong>{t('activity.visit.ways.code')}</strong>
          <small>{t('activity.visit.ways.codeHint')}</small>
        </span>
        <ChevronRight size={18} aria-hidden />
      </a>
      <a className={css.way} href="#password">
        <KeyRound size={22} aria-hidden />
        <span>
          <strong>{t('activity.visit.ways.password')}</strong>
          <small>{t('activity.visit.ways.passwordHint')}</small>
        </span>
        <ChevronRight size={18} aria-hidden />
      </a>
    </div>
  )
}

export function Introduction({ visited }: Shown) {
  const t = usePhrases()
  if (!visited.introduction) return null
  return (
    <section className={css.introduction}>
      <h2>{t('activity.visit.introduction')}</h2>
      <p>{visited.introduction}</p>
    </section>
  )
}
