// The license card of the dashboard: counts by family and by status, licenses that expire soon, and licenses issued by
// day.
import { COUNTED_STATUSES, EXPIRING_SOON_DAYS, LICENSE_STATUSES, LIMITS } from '@sealwright/contract'
import type { AnswerOf, dashboardCalls } from '@sealwright/contract'
import { Suspense, lazy, useId } from 'react'
import { ScreenLink } from '../../lib/place/navigate.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import { FAMILIES, LicenseStatusTag } from '../license/index.ts'
import css from './dashboard.module.css'

// Loaded on demand: the chart code is larger than the rest of the page.
const IssuedByDay = lazy(async () => ({ default: (await import('./issued-by-day.tsx')).IssuedByDay }))

export type LicenseFigures = NonNullable<AnswerOf<typeof dashboardCalls.get>['licenses']>

export function Licenses({
  licenses: { total, byFamily, byStatus, expiringSoon, issuedByDay },
}: {
  licenses: LicenseFigures
}) {
  const t = usePhrases()
  const format = useFormat()
  const id = useId()
  const seen = Object.values(FAMILIES).filter(({ family }) => byFamily[family] !== null)
  const soon =
    expiringSoon >= LIMITS.page.exactCount
      ? t('blocks.list.capped', { count: format.number(LIMITS.page.exactCount) })
      : format.number(expiringSoon)
  return (
    <section className={css.figures} aria-labelledby={id}>
      <header className={css.cardHead}>
        <h2 id={id}>{t('dashboard.licenses.title')}</h2>
        <span className="sw-tabular">{t('dashboard.licenses.total', { count: total })}</span>
      </header>
      <dl>
        {seen.map(({ family, path }) => (
          <div key={family}>
            <dt>
              <ScreenLink to={path}>{t(`license.families.${family}`)}</ScreenLink>
            </dt>
            <dd>{format.number(byFamily[family] ?? 0)}</dd>
          </div>
        ))}
      </dl>
      {total > 0 && (
        <ul className={css.statuses} aria-label={t('license.fields.status')}>
          {COUNTED_STATUSES.filter((name) => byStatus[name] > 0).map((name) => (
            <li key={name}>
              <LicenseStatusTag status={LICENSE_STATUSES[name]} />{' '}
              <span className="sw-tabular">{format.number(byStatus[name])}</span>
            </li>
          ))}
        </ul>
      )}
      {expiringSoon > 0 && (
        <p className={css.soon}>
          {t('dashboard.licenses.soon', { days: EXPIRING_SOON_DAYS, count: soon })}
          {seen.map(({ family, path }) => (
            <ScreenLink
              key={family}
              to={path}
              search={{ expiringDays: String(EXPIRING_SOON_DAYS), sort: 'expireTime', order: 'asc' }}
            >
              {t(`license.families.${family}`)}
            </ScreenLink>
          ))}
        </p>
      )}
      {issuedByDay?.some(({ count }) => count > 0) && (
        <div className={css.issued}>
          <h3>{t('dashboard.licenses.issued', { days: issuedByDay.length })}</h3>
          <Suspense fallback={<div className={css.chartSpace} />}>
            <IssuedByDay days={issuedByDay} />
          </Suspense>
        </div>
      )}
    </section>
  )
}
