// The first page after signing in: what there is, what happened lately, what a newcomer does next. It shows what exists and nothing else:
// a figure the person may not see is left out, and the steps go away once they are all done.
import { dashboardCalls } from '@sealwright/contract'
import { ErrorState } from '../../blocks/states.tsx'
import { useAnswer } from '../../lib/client.ts'
import { useFormat, usePhrases } from '../../lib/i18n.tsx'
import type { PhraseKey } from '../../lib/i18n.tsx'
import { ScreenLink } from '../../lib/navigate.tsx'
import css from './dashboard.module.css'
import { NextSteps } from './next-steps.tsx'
import type { ProductFigures } from './next-steps.tsx'
import { RecentOperations } from './recent-operations.tsx'

const FIGURES: readonly { of: keyof ProductFigures; label: PhraseKey }[] = [
  { of: 'count', label: 'dashboard.products.all' },
  { of: 'withModules', label: 'dashboard.products.withModules' },
  { of: 'withDataArea', label: 'dashboard.products.withDataArea' },
]

function Figures({ products }: { products: ProductFigures | undefined }) {
  const t = usePhrases()
  const format = useFormat()
  return (
    <section className={css.figures} aria-labelledby="figures-title">
      <header className={css.cardHead}>
        <h2 id="figures-title">{t('dashboard.products.title')}</h2>
        <ScreenLink to="/product">{t('dashboard.products.open')}</ScreenLink>
      </header>
      <dl>
        {FIGURES.map(({ of, label }) => (
          <div key={of}>
            <dt>{t(label)}</dt>
            <dd>{products ? format.number(products[of]) : <span className={css.ghost} />}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

export function Screen() {
  const t = usePhrases()
  const { data, error, refetch } = useAnswer(dashboardCalls.get, {})
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <div className={css.page}>
      <header>
        <h1>{t('dashboard.title')}</h1>
        <p className={css.sentence}>{t('dashboard.sentence')}</p>
      </header>
      <div className={css.columns}>
        <div className={css.column}>
          {data?.products !== null && <Figures products={data?.products} />}
          <RecentOperations operations={data?.recentOperations} />
        </div>
        {data?.products && <NextSteps products={data.products} />}
      </div>
    </div>
  )
}
