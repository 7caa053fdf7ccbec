// The first page after sign-in. It fits into a window of 1440 × 900: what needs attention, the state at a glance,
// licenses issued by day beside recent operations. It leaves out what the person may not see. A new developer sees the
// first steps in place of figures that are all zero.
import { dashboardCalls } from '@sealwright/contract'
import { askAhead, useAnswer } from '../../lib/call/client.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { Attention } from './attention.tsx'
import { Glance } from './glance.tsx'
import { IssuedCard } from './issued-card.tsx'
import { NextStep, NextSteps, useIsNew } from './next-steps.tsx'
import { PartError } from './part-error.tsx'
import { QuickActions } from './quick-actions.tsx'
import { RecentOperations } from './recent-operations.tsx'
import css from './dashboard.module.css'

/** Asked for as soon as the code of the page is there. */
export async function first(): Promise<void> {
  await Promise.all([askAhead(dashboardCalls.get, {}), askAhead(dashboardCalls.attention, {})])
}

export function Screen() {
  const t = usePhrases()
  const { data, error, refetch } = useAnswer(dashboardCalls.get, {})
  const beginning = data && { ...data.beginning, users: data.glance.users?.count ?? null }
  const isNew = useIsNew(beginning)
  const failed = error && !data
  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1>{t('dashboard.title')}</h1>
        {data && !isNew && <QuickActions />}
        <p className={css.sentence}>{t('dashboard.sentence')}</p>
      </header>
      <Attention />
      {failed && <PartError title={t('dashboard.glance.title')} onRetry={() => void refetch()} />}
      {!failed && isNew && beginning && (
        <div className={css.columns}>
          <NextSteps beginning={beginning} />
          <RecentOperations operations={data?.recentOperations} />
        </div>
      )}
      {!failed && !isNew && (
        <>
          {beginning && <NextStep beginning={beginning} />}
          <Glance glance={data?.glance} />
          <div className={css.columns}>
            {data?.issuedByDay !== null && <IssuedCard days={data?.issuedByDay} />}
            <RecentOperations operations={data?.recentOperations} />
          </div>
        </>
      )}
    </div>
  )
}
