// The first steps of an empty center, for those who may change its settings. The data decides whether a step is done.
// The card disappears with the first developer: from then on, the center is in use.
import { billingDesk, centerDesk, developerDesk } from '@sealwright/contract'
import type { EnvironmentSetting } from '@sealwright/contract'
import { FirstSteps } from '../../blocks/control/first-steps.tsx'
import type { FirstStep } from '../../blocks/control/first-steps.tsx'
import { useAnswer } from '../../lib/call/client.ts'
import { useCan } from '../../lib/session/can.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import css from './first.module.css'

const SETTINGS = '/platform/settings'

export function Beginning() {
  const t = usePhrases()
  const isOwner = useCan(centerDesk.update)
  const developers = useAnswer(developerDesk.find, { pageSize: 1 }, { enabled: isOwner })
  const isEmpty = developers.data?.records === 0
  const { data: settings } = useAnswer(centerDesk.get, {}, { enabled: isEmpty })
  const { data: prices } = useAnswer(billingDesk.findPrices, { pageSize: 1 }, { enabled: isEmpty })
  if (!isEmpty || !settings || !prices) return null
  const { environment, nameZh, nameEn, registration } = settings
  const valueOf = (wanted: EnvironmentSetting) => environment.find(({ name }) => name === wanted)?.value ?? null
  const inSettings = { href: SETTINGS, words: t('desk.first.steps.settings') }
  const steps: FirstStep[] = [
    {
      key: 'mail',
      title: t('desk.first.steps.mail.title'),
      body: t('desk.first.steps.mail.body'),
      isDone: valueOf('smtpUrl') !== null,
      way: inSettings,
    },
    {
      key: 'names',
      title: t('desk.first.steps.names.title'),
      body: t('desk.first.steps.names.body'),
      isDone: nameZh !== null || nameEn !== null,
      way: inSettings,
    },
    {
      key: 'prices',
      title: t('desk.first.steps.prices.title'),
      body: t('desk.first.steps.prices.body'),
      isDone: prices.records > 0,
      way: { href: '/platform/prices', words: t('desk.first.steps.seePrices') },
    },
    {
      key: 'developer',
      title: t(`desk.first.steps.developer.${registration}.title`),
      body: t(`desk.first.steps.developer.${registration}.body`, { url: valueOf('publicUrl') ?? location.origin }),
      isDone: false,
      way:
        registration === 'invitation'
          ? { href: '/platform/settings/invitations', words: t('desk.first.steps.invitations') }
          : inSettings,
    },
  ]
  const next = steps.find(({ isDone }) => !isDone)?.key
  return (
    <div className={css.beginning}>
      <FirstSteps
        steps={steps.map((step) => ({
          ...step,
          way: step.isDone || !step.way ? undefined : { ...step.way, isPlain: step.key !== next },
        }))}
      />
    </div>
  )
}
