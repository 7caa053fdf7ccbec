// The first steps of a new developer. The figures decide whether a step is done; the card disappears when all are done.
import { productCalls, signingKeyCalls, userCalls } from '@sealwright/contract'
import type { AnswerOf, dashboardCalls } from '@sealwright/contract'
import { Check } from 'lucide-react'
import { ScreenLink } from '../../lib/place/navigate.tsx'
import { useCan } from '../../lib/session/can.tsx'
import { hasAccess, useMaybeSession } from '../../lib/session/session.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { FAMILIES as LICENSE_FAMILIES } from '../license/index.ts'
import { FAMILIES } from '../template/index.ts'
import css from './dashboard.module.css'

export type ProductFigures = NonNullable<AnswerOf<typeof dashboardCalls.get>['products']>

export type TemplateFigures = AnswerOf<typeof dashboardCalls.get>['templates']

export type PeopleFigures = AnswerOf<typeof dashboardCalls.get>['people']

type LicenseFigures = NonNullable<AnswerOf<typeof dashboardCalls.get>['licenses']>

interface Figures {
  products: ProductFigures
  templates: TemplateFigures
  people: PeopleFigures
  licenses: Pick<LicenseFigures, 'total' | 'byStatus'> | null
}

/** Whether a program has used any license: unbound, pending and rejected licenses were never used. */
const isUsed = ({ total, byStatus: { unbound, approving, rejected } }: Pick<LicenseFigures, 'total' | 'byStatus'>) =>
  total > unbound + approving + rejected

const STEPS = [
  { name: 'product', isDone: ({ products }: Figures) => products.count > 0 },
  { name: 'modules', isDone: ({ products }: Figures) => products.withModules > 0 },
  { name: 'template', isDone: ({ templates }: Figures) => Object.values(templates).some((count) => (count ?? 0) > 0) },
  // Without the privilege the count is null, and the step would never be done.
  { name: 'users', isDone: ({ people }: Figures) => people.users === null || people.users > 0 },
  { name: 'license', isDone: ({ licenses }: Figures) => licenses === null || licenses.total > 0 },
  { name: 'program', isDone: ({ licenses }: Figures) => licenses === null || isUsed(licenses) },
] as const

export function NextSteps(figures: Figures) {
  const t = usePhrases()
  const canCreate = useCan(productCalls.create)
  const canUpdate = useCan(productCalls.update)
  const canAddUsers = useCan(userCalls.create)
  const canSeeKeys = useCan(signingKeyCalls.find)
  const session = useMaybeSession()
  const family = Object.values(FAMILIES).find(({ access }) => hasAccess(session, access.create))
  const issued = Object.values(LICENSE_FAMILIES).find(
    (one) => hasAccess(session, one.access.issue) && (figures.templates[one.family] ?? 0) > 0,
  )
  const steps = STEPS.map(({ name, isDone }) => ({ name, isDone: isDone(figures) }))
  const next = steps.find((step) => !step.isDone)?.name
  // Hide the card from people who can take none of the steps.
  if (!next || !(canCreate || canUpdate || canAddUsers || family || issued || canSeeKeys)) return null
  return (
    <section className={css.steps} aria-labelledby="steps-title">
      <header className={css.cardHead}>
        <h2 id="steps-title">{t('dashboard.steps.title')}</h2>
        <span className="sw-tabular">
          {t('dashboard.steps.progress', {
            done: String(steps.filter((step) => step.isDone).length),
            all: String(steps.length),
          })}
        </span>
      </header>
      <ol>
        {steps.map(({ name, isDone }, index) => (
          <li key={name} data-done={isDone || undefined}>
            <span className={css.tick} aria-hidden>
              {isDone ? <Check size={13} strokeWidth={2.5} /> : index + 1}
            </span>
            <div>
              <h3>
                {t(`dashboard.steps.${name}.title`)}
                {isDone && <span className="sw-visually-hidden">{t('dashboard.steps.done')}</span>}
              </h3>
              <p>{t(`dashboard.steps.${name}.body`)}</p>
              {name === next && name === 'product' && canCreate && (
                <ScreenLink to="/product/new" className="sw-button sw-button-primary">
                  {t('dashboard.steps.product.title')}
                </ScreenLink>
              )}
              {name === next && name === 'template' && family && (
                <ScreenLink to={`${family.path}/new`} className="sw-button sw-button-primary">
                  {t('dashboard.steps.template.title')}
                </ScreenLink>
              )}
              {name === next && name === 'users' && canAddUsers && (
                <ScreenLink to="/user/new" className="sw-button sw-button-primary">
                  {t('dashboard.steps.users.title')}
                </ScreenLink>
              )}
              {name === next && name === 'license' && issued && (
                <ScreenLink to={`${issued.path}/new`} className="sw-button sw-button-primary">
                  {t('dashboard.steps.license.title')}
                </ScreenLink>
              )}
              {name === next && name === 'program' && canSeeKeys && (
                <ScreenLink to="/integration" className="sw-button sw-button-primary">
                  {t('dashboard.steps.program.open')}
                </ScreenLink>
              )}
              {name === next && name === 'modules' && canUpdate && (
                <ScreenLink to="/product" className="sw-button">
                  {t('dashboard.steps.choose')}
                </ScreenLink>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
