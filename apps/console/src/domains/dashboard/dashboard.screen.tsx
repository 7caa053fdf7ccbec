// The first page after sign-in: figures, recent operations and first steps. It leaves out figures that the person may
// not see, and the steps once all are done.
import { auditCalls, billingCalls, dashboardCalls } from '@sealwright/contract'
import { Suspense, lazy, useId } from 'react'
import type { ReactNode } from 'react'
import { ErrorState } from '../../blocks/control/states.tsx'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import { useAnswer } from '../../lib/call/client.ts'
import { ScreenLink } from '../../lib/place/navigate.tsx'
import { useCan } from '../../lib/session/can.tsx'
import { hasAccess, useMaybeSession } from '../../lib/session/session.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import type { PhraseKey } from '../../lib/words/i18n.tsx'
import { FAMILIES } from '../template/index.ts'
import { Licenses } from './license-figures.tsx'
import { NextSteps } from './next-steps.tsx'
import type { PeopleFigures, ProductFigures, TemplateFigures } from './next-steps.tsx'
import { RecentOperations } from './recent-operations.tsx'
import css from './dashboard.module.css'

// Loaded on demand: few people decide on approval requests.
const WaitingFigures = lazy(async () => ({ default: (await import('../approval/waiting/index.ts')).WaitingFigures }))

const FIGURES: readonly { of: keyof ProductFigures; label: PhraseKey }[] = [
  { of: 'count', label: 'dashboard.products.all' },
  { of: 'withModules', label: 'dashboard.products.withModules' },
  { of: 'withDataArea', label: 'dashboard.products.withDataArea' },
]

function Figures({
  title,
  link,
  figures,
}: {
  title: string
  link?: ReactNode
  figures: readonly {
    key: string
    label: ReactNode
    /** Amounts are already formatted. */ value: number | string | undefined
  }[]
}) {
  const id = useId()
  const format = useFormat()
  return (
    <section className={css.figures} aria-labelledby={id}>
      <header className={css.cardHead}>
        <h2 id={id}>{title}</h2>
        {link}
      </header>
      <dl>
        {figures.map(({ key, label, value }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>
              {value === undefined ? (
                <span className={css.ghost} />
              ) : typeof value === 'number' ? (
                format.number(value)
              ) : (
                value
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Products({ products }: { products: ProductFigures | undefined }) {
  const t = usePhrases()
  return (
    <Figures
      title={t('dashboard.products.title')}
      link={<ScreenLink to="/product">{t('dashboard.products.open')}</ScreenLink>}
      figures={FIGURES.map(({ of, label }) => ({ key: of, label: t(label), value: products?.[of] }))}
    />
  )
}

/** The template counts of the families that the person may see, each linked to its list. */
function Templates({ templates }: { templates: TemplateFigures }) {
  const t = usePhrases()
  const figures = Object.values(FAMILIES).flatMap(({ family, path }) => {
    const value = templates[family]
    return value === null
      ? []
      : [{ key: family, label: <ScreenLink to={path}>{t(`template.families.${family}`)}</ScreenLink>, value }]
  })
  return figures.length > 0 && <Figures title={t('dashboard.templates.title')} figures={figures} />
}

/** The user and customer counts that the person may see, each linked to its list. */
function People({ people: { users, customers } }: { people: PeopleFigures }) {
  const t = usePhrases()
  const figures = [
    ...(users === null
      ? []
      : [{ key: 'users', label: <ScreenLink to="/user">{t('customer.user.titles.list')}</ScreenLink>, value: users }]),
    ...(customers === null
      ? []
      : [
          {
            key: 'customers',
            label: <ScreenLink to="/customer">{t('customer.customer.titles.list')}</ScreenLink>,
            value: customers,
          },
        ]),
  ]
  return figures.length > 0 && <Figures title={t('shell.groups.people')} figures={figures} />
}

/** The requests that wait for the person. Hidden without the right to decide. */
function Approvals() {
  const canDecide = hasAccess(useMaybeSession(), auditCalls.approve.access)
  return (
    canDecide && (
      <Suspense fallback={null}>
        <WaitingFigures className={css.figures} headClassName={css.cardHead} />
      </Suspense>
    )
  )
}

/** The balance and the gift balance, marked if low or overdue. Hidden without the privilege. */
function Balance() {
  const t = usePhrases()
  const { money } = useFormat()
  const canSee = useCan(billingCalls.balance)
  const { data } = useAnswer(billingCalls.balance, {}, { enabled: canSee })
  if (!canSee) return null
  const state = () => {
    if (data?.standing.isOverdue)
      return (
        <StatusTag tone="bad">
          {t('billing.overview.state.overdue', { amount: money(data.standing.owedFen) })}
        </StatusTag>
      )
    return (
      data?.isLow && (
        <StatusTag tone="warn">{t('billing.overview.state.low', { line: money(data.lowBalanceFen ?? 0) })}</StatusTag>
      )
    )
  }
  return (
    <Figures
      title={t('billing.titles.overview')}
      link={
        <>
          {state()}
          <ScreenLink to="/billing" className={css.more}>
            {t('dashboard.balance.open')}
          </ScreenLink>
        </>
      }
      figures={[
        { key: 'balance', label: t('billing.overview.balance.title'), value: data && money(data.balanceFen) },
        { key: 'gift', label: t('billing.overview.balance.gift'), value: data && money(data.giftFen) },
      ]}
    />
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
          <Approvals />
          {data?.products !== null && <Products products={data?.products} />}
          {data && <Templates templates={data.templates} />}
          {data?.licenses && <Licenses licenses={data.licenses} />}
          {data && <People people={data.people} />}
          {data && <Balance />}
          <RecentOperations operations={data?.recentOperations} />
        </div>
        {data?.products && (
          <NextSteps
            products={data.products}
            templates={data.templates}
            people={data.people}
            licenses={data.licenses}
          />
        )}
      </div>
    </div>
  )
}
