// The price of all places, and how many of them can be paid now. A price has no effect: each license is charged when it
// is issued.
import { activityCalls } from '@sealwright/contract'
import type { AnswerOf, CampaignRow, PayloadOf } from '@sealwright/contract'
import { ErrorState } from '../../../../blocks/control/states.tsx'
import { Notice } from '../../../../blocks/form/settings-page.tsx'
import { useAnswer } from '../../../../lib/call/client.ts'
import { usePhrases } from '../../../../lib/words/i18n.tsx'
import { Price } from '../../../billing/index.ts'
import { Remedies } from './remedies.tsx'
import './campaign-price.css'

const MONEY = ['/billing/topUp'] as const
const PACKAGES = ['/billing/package'] as const
/** The platform gives gifts; they cannot be bought. */
const NO_REMEDY = [] as const

type CampaignQuote = AnswerOf<typeof activityCalls.quote>
export type QuotePayload = PayloadOf<typeof activityCalls.quote>

/** What the quote of a saved campaign needs. */
const quoteOf = (row: CampaignRow): QuotePayload => ({
  templateGuid: row.templateGuid,
  maxParticipants: row.maxParticipants,
  startTime: row.startTime,
  licenseDays: row.licenseDays,
  licenseDeadline: row.licenseDeadline,
  useCount: row.useCount,
  kickOut: row.kickOut,
})

interface Shown {
  quote: CampaignQuote
  places: number
  /** Places that are not taken, and so still to be paid. */
  left: number
  /** Beside a form whose input would be lost by leaving. */
  target?: '_blank'
}

function Payable({ quote: { price, payable }, left, target }: Omit<Shown, 'places'>) {
  const t = usePhrases()
  if (payable === null) return null
  if (payable >= left) return <p className="campaign-note">{t('activity.price.payableAll', { left })}</p>
  const remedies = price?.units ? (price.units.stock === 'packageLicenses' ? PACKAGES : NO_REMEDY) : MONEY
  return (
    <Notice tone={payable === 0 ? 'bad' : 'warn'} action={<Remedies paths={remedies} target={target} />}>
      {payable === 0 ? t('activity.price.payableNone') : t('activity.price.payableSome', { payable })}
    </Notice>
  )
}

export function QuoteView({ quote, places, left, target }: Shown) {
  const t = usePhrases()
  const { price, problem } = quote
  return (
    <div className="campaign-price">
      {problem && <Notice tone="bad">{problem.message}</Notice>}
      {price && (
        <>
          <h3>{t('activity.price.forAll', { places })}</h3>
          <Price price={price} isDue={price.isOverdue} />
        </>
      )}
      <Payable quote={quote} left={left} {...(target && { target })} />
      {price && <p className="campaign-note">{t('activity.price.sentence')}</p>}
    </div>
  )
}

/** The price of a saved campaign. */
export function CampaignPrice({ row }: { row: CampaignRow }) {
  const t = usePhrases()
  const { data, error, refetch } = useAnswer(activityCalls.quote, quoteOf(row), { staleMs: 0 })
  if (data) return <QuoteView quote={data} places={row.maxParticipants} left={row.maxParticipants - row.taken} />
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return <span className="skeleton skeleton-line" role="status" aria-label={t('blocks.states.loading')} />
}
