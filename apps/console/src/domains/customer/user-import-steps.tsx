// Where an import stands: choosing a file, looking at what it would do, doing it.
import { Check } from 'lucide-react'
import { usePhrases } from '../../lib/i18n.tsx'
import './user.css'

const STEPS = ['file', 'review', 'run'] as const
export type ImportStep = (typeof STEPS)[number]

export function ImportSteps({ at }: { at: ImportStep }) {
  const t = usePhrases()
  const words = { file: t('customer.import.stepFile'), review: t('customer.import.stepReview'), run: t('customer.import.stepRun') }
  return (
    <ol className="import-steps" aria-label={t('customer.import.steps')}>
      {STEPS.map((step, index) => {
        const isDone = index < STEPS.indexOf(at)
        return (
          <li key={step} aria-current={step === at ? 'step' : undefined} data-done={isDone || undefined}>
            <span className="import-step-number">{isDone ? <Check size={13} strokeWidth={3} aria-hidden /> : index + 1}</span>
            {words[step]}
          </li>
        )
      })}
    </ol>
  )
}
