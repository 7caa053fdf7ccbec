// The price of all places, and what the campaign has cost so far.
import { CAMPAIGN_STATUSES, activityCalls } from '@sealwright/contract'
import type { CampaignAnswer } from '@sealwright/contract'
import { DetailSection } from '../../../../blocks/detail/detail-page.tsx'
import { useCan } from '../../../../lib/session/can.tsx'
import { useFormat, usePhrases } from '../../../../lib/words/i18n.tsx'
import { CampaignPrice } from '../price/campaign-price.tsx'
import { useReport } from './campaign-figures.tsx'
import './view.css'

const OVER: readonly number[] = [CAMPAIGN_STATUSES.terminated, CAMPAIGN_STATUSES.finished]

export function CampaignCost({ answer }: { answer: CampaignAnswer }) {
  const t = usePhrases()
  const { money } = useFormat()
  const canQuote = useCan(activityCalls.quote)
  const report = useReport(answer.guid, true)
  const spent = report && [
    ...(report.costFen > 0 ? [money(report.costFen)] : []),
    ...report.units.map(({ stock, count }) => t(`billing.overview.price.units.${stock}`, { count })),
  ]
  return (
    <>
      {spent && (
        <DetailSection title={t('activity.view.cost')}>
          <p className="campaign-spent sw-tabular">
            {spent.length > 0 ? spent.join(t('activity.words.and')) : t('activity.view.costFree')}
          </p>
        </DetailSection>
      )}
      {/* No more licenses are issued by a campaign that is over. */}
      {canQuote && !OVER.includes(answer.status) && (
        <DetailSection title={t('activity.view.priceForAll')}>
          <CampaignPrice row={answer} />
        </DetailSection>
      )}
    </>
  )
}
