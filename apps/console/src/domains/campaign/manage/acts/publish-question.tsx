// Asks before a campaign is published: for whom, from when, what each person gets, and what it costs.
import type { CampaignRow } from '@sealwright/contract'
import { confirm } from '../../../../lib/dialog/dialog.tsx'
import { say, usePhrases } from '../../../../lib/words/i18n.tsx'
import { useCampaignWords } from '../campaign-words.ts'
import { CampaignPrice } from '../price/campaign-price.tsx'
import '../campaign.css'

function PublishFacts({ row }: { row: CampaignRow }) {
  const t = usePhrases()
  const words = useCampaignWords()
  const facts = [
    [t('activity.fields.period'), words.period(row)],
    [t('activity.fields.license'), words.terms(row)],
    [t('activity.fields.product'), words.product(row)],
    [t('activity.fields.userScope'), words.who(row)],
  ]
  return (
    <div className="campaign-question">
      <dl>
        {facts.map(([label, value]) => (
          <div key={label} className="campaign-question-fact">
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <CampaignPrice row={row} />
      <p className="campaign-note">{t('activity.publish.sentence')}</p>
    </div>
  )
}

/** `publish` runs while the question is open. */
export async function askPublish(row: CampaignRow, publish: () => Promise<unknown>): Promise<void> {
  await confirm({
    title: say('activity.publish.title', { name: row.name }),
    body: <PublishFacts row={row} />,
    confirmText: say('activity.publish.verb'),
    onConfirm: publish,
  })
}
