// What a campaign brought so far, from views to first uses, with links to the report and the participants.
import { campaignReportCalls } from '@sealwright/contract'
import type { CampaignAnswer } from '@sealwright/contract'
import { useAnswer } from '../../../../lib/call/client.ts'
import { Link, pathTo } from '../../../../lib/place/navigate.tsx'
import { useCan, useOpens } from '../../../../lib/session/can.tsx'
import { useFormat, usePhrases } from '../../../../lib/words/i18n.tsx'
import './view.css'

interface Figure {
  label: string
  value: number
  /** The share of the views, in percent. */
  share?: number | undefined
  link?: { href: string; words: string }
}

/** The report of the whole campaign; undefined for people who may not see it. */
export function useReport(guid: string, isAsked: boolean) {
  const canReport = useCan(campaignReportCalls.chart)
  return useAnswer(campaignReportCalls.chart, { guid }, { enabled: canReport && isAsked }).data
}

export function CampaignFigures({ answer }: { answer: CampaignAnswer }) {
  const t = usePhrases()
  const format = useFormat()
  const opens = useOpens()
  const { guid, links, taken, firstUses } = answer
  const report = useReport(guid, true)
  const views = links.reduce((sum, link) => sum + link.views, 0)
  // People with the same browser behind one address count as one view, so there can be more participations than views.
  const shareOf = (part: number) => (views === 0 || part > views ? undefined : Math.round((part / views) * 1000) / 10)
  const linked = (href: string, words: string) => (opens(href) ? { link: { href, words } } : {})
  const figures: Figure[] = [
    {
      label: t('activity.report.views'),
      value: views,
      ...linked(pathTo('/activity/chart', { guid }), t('activity.view.toReport')),
    },
    ...(report ? [{ label: t('activity.report.registrations'), value: report.totals.registrations }] : []),
    {
      label: t('activity.report.participations'),
      value: taken,
      share: shareOf(taken),
      ...linked(pathTo('/activity/user', { guid }), t('activity.view.toParticipants')),
    },
    { label: t('activity.report.firstUses'), value: firstUses, share: shareOf(firstUses) },
  ]
  return (
    <section className="campaign-figures" aria-label={t('activity.view.numbers')}>
      {figures.map(({ label, value, share, link }) => (
        <div key={label} className="campaign-figure">
          <span className="campaign-figure-label">{label}</span>
          <strong className="sw-tabular">{format.number(value)}</strong>
          <span className="campaign-note">
            {share !== undefined && t('activity.view.ofViews', { share: format.number(share) })}
            {link && <Link href={link.href}>{link.words}</Link>}
          </span>
        </div>
      ))}
    </section>
  )
}
