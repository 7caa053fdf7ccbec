// The steps of an import: file, preview, result.
import { Steps } from '../../../blocks/control/steps.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'

export function ImportSteps({ at }: { at: 'file' | 'review' | 'run' }) {
  const t = usePhrases()
  return (
    <Steps
      label={t('customer.import.steps')}
      steps={[
        { key: 'file', title: t('customer.import.stepFile') },
        { key: 'review', title: t('customer.import.stepReview') },
        { key: 'run', title: t('customer.import.stepRun') },
      ]}
      at={at}
    />
  )
}
