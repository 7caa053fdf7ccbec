// The progress of a procedure in several steps: done, current and next steps.
import { Check } from 'lucide-react'
import './steps.css'

interface StepsProps<Step extends string> {
  label: string
  steps: readonly { key: Step; title: string }[]
  at: Step
}

export function Steps<Step extends string>({ label, steps, at }: StepsProps<Step>) {
  const now = steps.findIndex(({ key }) => key === at)
  return (
    <ol className="steps" aria-label={label}>
      {steps.map(({ key, title }, index) => (
        <li key={key} aria-current={index === now ? 'step' : undefined} data-done={index < now || undefined}>
          <span className="step-number">
            {index < now ? <Check size={13} strokeWidth={3} aria-hidden /> : index + 1}
          </span>
          {title}
        </li>
      ))}
    </ol>
  )
}
