// Parts of campaigns that the list, the cards and the page share: state, places, period, and the reason of a pause.
import { CAMPAIGN_STATUSES, campaignStatusOf } from '@sealwright/contract'
import type { CampaignRow, CampaignStatus } from '@sealwright/contract'
import { StatusTag } from '../../../blocks/control/status-tag.tsx'
import type { Tone } from '../../../blocks/control/status-tag.tsx'
import { Notice } from '../../../blocks/form/settings-page.tsx'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import { takenShare, useCampaignWords } from './campaign-words.ts'
import { Remedies } from './price/remedies.tsx'
import './campaign.css'

const TONES: Record<CampaignStatus, Tone> = {
  draft: 'neutral',
  published: 'brand',
  running: 'ok',
  paused: 'warn',
  terminated: 'bad',
  finished: 'neutral',
}

export function CampaignState({ status }: Pick<CampaignRow, 'status'>) {
  const t = usePhrases()
  const name = campaignStatusOf(status)
  return <StatusTag tone={TONES[name]}>{t(`activity.statuses.${name}`)}</StatusTag>
}

/** The period, and below it when the campaign starts or ends. A row has the days, and the times as a tooltip. */
export function CampaignPeriod({ row, isExact = false }: { row: CampaignRow; isExact?: boolean }) {
  const words = useCampaignWords()
  const distance = words.distance(row)
  return (
    <span className="campaign-lines">
      <span className="sw-tabular" title={isExact ? undefined : words.period(row)}>
        {isExact ? words.period(row) : words.days(row)}
      </span>
      {distance && <span className="campaign-note">{distance}</span>}
    </span>
  )
}

/** Taken and all places, as a bar with numbers. */
export function CampaignPlaces({ row }: { row: CampaignRow }) {
  const t = usePhrases()
  const format = useFormat()
  const { name, taken, maxParticipants } = row
  const share = takenShare(row)
  const words = `${format.number(taken)} / ${format.number(maxParticipants)}`
  return (
    <span className="campaign-places">
      <span className="campaign-places-words">
        <span className="sw-tabular">{words}</span>
        <span className="campaign-note sw-tabular">{t('activity.words.share', { share })}</span>
      </span>
      <span
        className="campaign-bar"
        role="meter"
        aria-label={t('activity.words.placesLabel', { name })}
        aria-valuenow={taken}
        aria-valuemin={0}
        aria-valuemax={maxParticipants}
        aria-valuetext={words}
        data-full={share === 100 || undefined}
      >
        <span style={{ inlineSize: `${share}%` }} />
      </span>
    </span>
  )
}

export function CampaignTerms({ row }: { row: CampaignRow }) {
  const words = useCampaignWords()
  return (
    <span className="campaign-lines">
      <span>{words.terms(row)}</span>
      <span className="campaign-note">{words.product(row)}</span>
    </span>
  )
}

export function CampaignWho({ row }: { row: CampaignRow }) {
  return <span>{useCampaignWords().who(row)}</span>
}

const REMEDIES = ['/billing/topUp', '/billing/package'] as const

/** Why the campaign paused itself, and where to settle it. */
export function PauseNotice({ row: { status, pauseReason, pauseRemedy, pauseTime } }: { row: CampaignRow }) {
  const t = usePhrases()
  const format = useFormat()
  if (status !== CAMPAIGN_STATUSES.paused || pauseReason === null) return null
  // The amounts of the reason are those of that moment.
  const title =
    pauseTime === null
      ? t('activity.paused.title')
      : t('activity.paused.titleAt', { time: format.timeAs(pauseTime, 'yyyy-MM-dd HH:mm') })
  return (
    <Notice tone="warn" title={title} action={pauseRemedy === 'funds' && <Remedies paths={REMEDIES} />}>
      <span className="campaign-lines">
        <span>{pauseReason}</span>
        <span>{t(pauseRemedy === 'replace' ? 'activity.paused.replace' : 'activity.paused.next')}</span>
      </span>
    </Notice>
  )
}
