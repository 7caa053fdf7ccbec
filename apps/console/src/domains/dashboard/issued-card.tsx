// The card of the licenses issued by day. A trial developer has no such figures.
import { CARRIERS, DASHBOARD_DAYS } from '@sealwright/contract'
import { ChartColumn } from 'lucide-react'
import { Suspense, lazy } from 'react'
import { EmptyState } from '../../blocks/control/states.tsx'
import { Link, pathTo } from '../../lib/place/navigate.tsx'
import { useCanOpen } from '../../lib/session/can.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { IssuedDays } from './issued-by-day.tsx'
import css from './dashboard.module.css'

// Loaded on demand: the chart code is larger than the rest of the page.
const IssuedByDay = lazy(async () => ({ default: (await import('./issued-by-day.tsx')).IssuedByDay }))

const STATISTICS = pathTo('/statistics', { measure: 'licenseIssued', by: 'carrier', period: String(DASHBOARD_DAYS) })

export function IssuedCard({ days }: { days: IssuedDays | undefined }) {
  const t = usePhrases()
  const canOpen = useCanOpen(STATISTICS)
  const count = days?.reduce((sum, day) => sum + CARRIERS.reduce((of, carrier) => of + day[carrier], 0), 0) ?? 0
  const total = days && t('dashboard.issued.total', { days: days.length, count })
  return (
    <section className={css.card} aria-labelledby="issued-title" aria-busy={!days}>
      <header className={css.cardHead}>
        <h2 id="issued-title">{t('dashboard.issued.title')}</h2>
        {total && count > 0 && (canOpen ? <Link href={STATISTICS}>{total}</Link> : <span>{total}</span>)}
      </header>
      {days && count === 0 ? (
        <EmptyState
          icon={ChartColumn}
          title={t('dashboard.issued.empty', { days: days.length })}
          sentence={t('dashboard.issued.emptySentence')}
        />
      ) : (
        <div className={css.chart}>
          <Suspense fallback={<div className={css.chartSpace} />}>
            {days ? <IssuedByDay days={days} /> : <div className={css.chartSpace} />}
          </Suspense>
        </div>
      )}
    </section>
  )
}
