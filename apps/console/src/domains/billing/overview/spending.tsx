// Charts by day or month: spending by category, or the balance.
import { CHARGE_CATEGORIES, FEN_A_YUAN, LIMITS, billingCalls } from '@sealwright/contract'
import type { AnswerOf } from '@sealwright/contract'
import { useId } from 'react'
import { BarChart } from '../../../blocks/chart/bar-chart.tsx'
import { DonutChart } from '../../../blocks/chart/donut-chart.tsx'
import { LineChart } from '../../../blocks/chart/line-chart.tsx'
import { ErrorState } from '../../../blocks/control/states.tsx'
import { Segmented } from '../../../blocks/form/segmented.tsx'
import { useAnswer } from '../../../lib/call/client.ts'
import { changeSearch, useSearchOf } from '../../../lib/place/navigate.tsx'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import './billing.css'
import { CATEGORY_LOOKS } from '../category-mark.tsx'

const UNITS = ['day', 'month'] as const
const COUNTS = { day: LIMITS.billing.spendingDays, month: LIMITS.billing.spendingMonths }
const VIEWS = ['spent', 'balance'] as const
const MONTH_LENGTH = 'YYYY-MM'.length
type Buckets = AnswerOf<typeof billingCalls.spending>['buckets']

/** Labels of days omit the year, which is obvious within 30 days. */
const wordsOf = (at: string) => ({ at: at.length > MONTH_LENGTH ? at.slice('YYYY-'.length) : at, note: at })

function useTick() {
  const { number } = useFormat()
  return (fen: number) => `¥${number(fen / FEN_A_YUAN)}`
}

const sumOf = (buckets: Buckets, category?: string) =>
  buckets
    .flatMap(({ amounts }) => amounts)
    .reduce((sum, amount) => (category === undefined || amount.category === category ? sum + amount.amountFen : sum), 0)

function Spent({ buckets }: { buckets: Buckets }) {
  const t = usePhrases()
  const { money } = useFormat()
  const formatTick = useTick()
  const spent = CHARGE_CATEGORIES.map((key) => ({
    key,
    label: t(`billing.categories.${key}`),
    tone: CATEGORY_LOOKS[key].tone,
    value: sumOf(buckets, key),
  })).filter(({ value }) => value > 0)
  if (spent.length === 0) return <p className="billing-quiet">{t('billing.overview.spending.none')}</p>
  return (
    <div className="billing-charts">
      <BarChart
        label={t('billing.overview.spending.title')}
        series={spent}
        data={buckets.map(({ at, amounts }) => ({
          ...wordsOf(at),
          values: Object.fromEntries(amounts.map(({ category, amountFen }) => [category, amountFen])),
        }))}
        format={money}
        formatTick={formatTick}
      />
      <div className="billing-donut">
        <DonutChart
          label={t('billing.overview.spending.byCategory')}
          parts={spent}
          format={money}
          total={t('billing.overview.price.total')}
        />
      </div>
    </div>
  )
}

function BalanceLine({ buckets }: { buckets: Buckets }) {
  const t = usePhrases()
  const { money } = useFormat()
  return (
    <LineChart
      label={t('billing.overview.spending.balanceTitle')}
      data={buckets.map(({ at, balanceFen }) => ({ ...wordsOf(at), value: balanceFen }))}
      format={money}
      formatTick={useTick()}
    />
  )
}

export function Spending() {
  const t = usePhrases()
  const { money } = useFormat()
  const id = useId()
  const search = useSearchOf('/billing')
  const unit = search.unit === 'month' ? 'month' : 'day'
  const view = search.chart === 'balance' ? 'balance' : 'spent'
  const { data, error, refetch } = useAnswer(billingCalls.spending, { unit }, { keepPrevious: true })
  const isBalance = view === 'balance'
  return (
    <section className="billing-card billing-spending" aria-labelledby={id}>
      <header>
        <h2 id={id}>{t(isBalance ? 'billing.overview.spending.balanceTitle' : 'billing.overview.spending.title')}</h2>
        {data && (
          <span className="billing-quiet sw-tabular">
            {isBalance
              ? t('billing.overview.spending.balanceNote')
              : t('billing.overview.spending.sum', { amount: money(sumOf(data.buckets)) })}
          </span>
        )}
        <div className="billing-spending-choices">
          <Segmented
            label={t('billing.overview.spending.view')}
            value={view}
            options={VIEWS.map((value) => ({ value, label: t(`billing.overview.spending.views.${value}`) }))}
            onSelect={(value) => changeSearch('/billing', { ...search, chart: value === 'spent' ? undefined : value })}
          />
          <Segmented
            label={t('billing.overview.spending.unit')}
            value={unit}
            options={UNITS.map((value) => ({
              value,
              label: t(`billing.overview.spending.units.${value}`, { count: COUNTS[value] }),
            }))}
            onSelect={(value) => changeSearch('/billing', { ...search, unit: value === 'day' ? undefined : value })}
          />
        </div>
      </header>
      {data && (isBalance ? <BalanceLine buckets={data.buckets} /> : <Spent buckets={data.buckets} />)}
      {!data &&
        (error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <div
            className="skeleton chart-height billing-chart-skeleton"
            role="status"
            aria-label={t('blocks.states.loading')}
          />
        ))}
    </section>
  )
}
