// What was spent on what, day by day or month by month, and what each category comes to.
import { CHARGE_CATEGORIES, billingCalls } from '@sealwright/contract'
import type { AnswerOf } from '@sealwright/contract'
import { useId } from 'react'
import { BarChart } from '../../blocks/charts/bar-chart.tsx'
import { DonutChart } from '../../blocks/charts/donut-chart.tsx'
import { Segmented } from '../../blocks/segmented.tsx'
import { ErrorState } from '../../blocks/states.tsx'
import { useAnswer } from '../../lib/client.ts'
import { useFormat, usePhrases } from '../../lib/i18n.tsx'
import { changeSearch, useSearchOf } from '../../lib/navigate.tsx'
import './billing.css'
import { CATEGORY_LOOKS } from './category-mark.tsx'

const UNITS = ['day', 'month'] as const
const FEN_A_YUAN = 100
const MONTH_LENGTH = 'YYYY-MM'.length
type Buckets = AnswerOf<typeof billingCalls.spending>['buckets']

function Charts({ buckets }: { buckets: Buckets }) {
  const t = usePhrases()
  const { money, number } = useFormat()
  const sumOf = (category: string) => buckets.flatMap(({ amounts }) => amounts).reduce((sum, amount) => (amount.category === category ? sum + amount.amountFen : sum), 0)
  const spent = CHARGE_CATEGORIES.map((key) => ({ key, label: t(`billing.categories.${key}`), tone: CATEGORY_LOOKS[key].tone, value: sumOf(key) })).filter(({ value }) => value > 0)
  if (spent.length === 0) return <p className="billing-nothing chart-height">{t('billing.overview.spending.none')}</p>
  return (
    <div className="billing-charts">
      <BarChart
        label={t('billing.overview.spending.title')}
        series={spent}
        // Of a day, the year says nothing in a row of thirty.
        data={buckets.map(({ at, amounts }) => ({ at: at.length > MONTH_LENGTH ? at.slice('YYYY-'.length) : at, note: at, values: Object.fromEntries(amounts.map(({ category, amountFen }) => [category, amountFen])) }))}
        format={money}
        formatTick={(fen) => `¥${number(fen / FEN_A_YUAN)}`}
      />
      <div className="billing-donut">
        <DonutChart label={t('billing.overview.spending.byCategory')} parts={spent} format={money} total={t('billing.overview.price.total')} />
      </div>
    </div>
  )
}

export function Spending() {
  const t = usePhrases()
  const { money } = useFormat()
  const id = useId()
  const search = useSearchOf('/billing')
  const unit = search.unit === 'month' ? 'month' : 'day'
  const { data, error, refetch } = useAnswer(billingCalls.spending, { unit }, { keepPrevious: true })
  const sumFen = data?.buckets.flatMap(({ amounts }) => amounts).reduce((sum, { amountFen }) => sum + amountFen, 0)
  return (
    <section className="billing-card billing-spending" aria-labelledby={id}>
      <header>
        <h2 id={id}>{t('billing.overview.spending.title')}</h2>
        {sumFen !== undefined && <span className="billing-quiet sw-tabular">{t('billing.overview.spending.sum', { amount: money(sumFen) })}</span>}
        <Segmented
          label={t('billing.overview.spending.unit')}
          value={unit}
          options={UNITS.map((value) => ({ value, label: t(`billing.overview.spending.units.${value}`) }))}
          onSelect={(value) => changeSearch('/billing', { ...search, unit: value === 'day' ? undefined : value })}
        />
      </header>
      {data && <Charts buckets={data.buckets} />}
      {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <div className="skeleton chart-height billing-chart-skeleton" role="status" aria-label={t('blocks.states.loading')} />)}
    </section>
  )
}
