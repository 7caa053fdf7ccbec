// The first steps of a new developer. The figures decide whether a step is done. A card shows them until there is a
// product, a template and a license; then a line shows the next one, until all are done.
import { privilege, productCalls, signingKeyCalls, userCalls } from '@sealwright/contract'
import type { AnswerOf, dashboardCalls } from '@sealwright/contract'
import { FirstSteps, useStepProgress } from '../../blocks/control/first-steps.tsx'
import { Link } from '../../lib/place/navigate.tsx'
import { useCan } from '../../lib/session/can.tsx'
import { hasAccess, useMaybeSession } from '../../lib/session/session.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { FAMILIES as LICENSE_FAMILIES } from '../license/index.ts'
import { FAMILIES } from '../template/index.ts'
import css from './dashboard.module.css'

export type Beginning = AnswerOf<typeof dashboardCalls.get>['beginning'] & {
  /** Null without the privilege to see users. */
  users: number | null
}

type KnownBeginning = Beginning & { products: NonNullable<Beginning['products']> }

/** The ways to issue, in the order in which they are offered. */
const ISSUES = [
  ...Object.values(LICENSE_FAMILIES).map(({ family, path, access }) => ({ family, path, access: access.issue })),
  { family: 'dongle', path: '/pc/license/dongle', access: privilege('dongleLicense.issue') },
] as const

const STEPS = [
  { name: 'product', isDone: ({ products }: KnownBeginning) => products.count > 0 },
  { name: 'modules', isDone: ({ products }: KnownBeginning) => products.withModules > 0 },
  { name: 'template', isDone: ({ templates }: KnownBeginning) => Object.values(templates).some((count) => count) },
  // Without the privilege the count is null, and the step would never be done.
  { name: 'users', isDone: ({ users }: KnownBeginning) => users !== 0 },
  { name: 'license', isDone: ({ licenses }: KnownBeginning) => licenses !== 0 },
  { name: 'program', isDone: ({ licenses, isUsed }: KnownBeginning) => licenses === null || isUsed },
] as const
type StepName = (typeof STEPS)[number]['name']

/** Steps without which there is nothing to show on the dashboard. */
const FIRST: readonly StepName[] = ['product', 'template', 'license']

interface Step {
  name: StepName
  isDone: boolean
}

/** The steps, or null for people who can take none of them or do not see the products. */
function useSteps(beginning: Beginning | undefined) {
  const canCreate = useCan(productCalls.create)
  const canUpdate = useCan(productCalls.update)
  const canAddUsers = useCan(userCalls.create)
  const canSeeKeys = useCan(signingKeyCalls.find)
  const session = useMaybeSession()
  const products = beginning?.products
  if (!beginning || !products) return null
  const { templates } = beginning
  const newTemplate = Object.values(FAMILIES).find(({ access }) => hasAccess(session, access.create))
  const issue = ISSUES.find(({ family, access }) => hasAccess(session, access) && (templates[family] ?? 0) > 0)
  /** Where a step is taken; undefined without the right. */
  const hrefs: Record<StepName, string | undefined> = {
    product: canCreate ? '/product/new' : undefined,
    modules: canUpdate ? '/product' : undefined,
    template: newTemplate && `${newTemplate.path}/new`,
    users: canAddUsers ? '/user/new' : undefined,
    license: issue && `${issue.path}/new`,
    program: canSeeKeys ? '/integration' : undefined,
  }
  if (Object.values(hrefs).every((href) => href === undefined)) return null
  const steps: Step[] = STEPS.map(({ name, isDone }) => ({ name, isDone: isDone({ ...beginning, products }) }))
  const next = steps.find(({ isDone }) => !isDone)?.name
  return { steps, next, hrefs }
}

/** Whether the person is at the beginning, and sees the steps in place of the figures. */
export function useIsNew(beginning: Beginning | undefined): boolean {
  const found = useSteps(beginning)
  return found !== null && found.steps.some(({ name, isDone }) => !isDone && FIRST.includes(name))
}

function useActionWords() {
  const t = usePhrases()
  return (name: StepName) => {
    if (name === 'program') return t('dashboard.steps.program.open')
    return name === 'modules' ? t('dashboard.steps.choose') : t(`dashboard.steps.${name}.title`)
  }
}

/** One line with the next step, for a person who may take it, of a developer who is past the beginning. */
export function NextStep({ beginning }: { beginning: Beginning }) {
  const t = usePhrases()
  const found = useSteps(beginning)
  const progress = useStepProgress()
  const actionWords = useActionWords()
  const next = found?.next
  if (!next || FIRST.includes(next)) return null
  const href = found.hrefs[next]
  // The line would stay forever for a person who cannot take the step.
  if (href === undefined) return null
  return (
    <section className={css.nextStep} aria-label={t('blocks.firstSteps.title')}>
      <span className={css.progress}>{progress(found.steps)}</span>
      <p>
        <strong>{t('dashboard.steps.next', { step: t(`dashboard.steps.${next}.title`) })}</strong>{' '}
        {t(`dashboard.steps.${next}.body`)}
      </p>
      <Link href={href} className={css.act}>
        {actionWords(next)}
      </Link>
    </section>
  )
}

export function NextSteps({ beginning }: { beginning: Beginning }) {
  const t = usePhrases()
  const found = useSteps(beginning)
  const actionWords = useActionWords()
  if (!found) return null
  const { steps, next, hrefs } = found
  const wayOf = (name: StepName) => {
    const href = name === next ? hrefs[name] : undefined
    return href === undefined ? undefined : { href, words: actionWords(name), isPlain: name === 'modules' }
  }
  return (
    <FirstSteps
      steps={steps.map(({ name, isDone }) => ({
        key: name,
        title: t(`dashboard.steps.${name}.title`),
        body: t(`dashboard.steps.${name}.body`),
        isDone,
        way: wayOf(name),
      }))}
    />
  )
}
