// The first steps of somebody new: a card with the steps in order, a tick for each that is done, and the ways to the
// others. The caller decides from the data whether a step is done, and leaves the card out at the end.
import { Check } from 'lucide-react'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { Link } from '../../lib/place/navigate.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { buttonClass } from './button.tsx'
import './first-steps.css'

export interface FirstStep {
  key: string
  title: string
  body: string
  isDone: boolean
  /** Where the step is taken, for those who may. */
  way?: { href: string; words: string; isPlain?: boolean } | undefined
  /** Shown beside the way. */
  also?: ReactNode
}

/** How many of the steps are done. */
export function useStepProgress() {
  const t = usePhrases()
  return (steps: readonly Pick<FirstStep, 'isDone'>[]) =>
    t('blocks.firstSteps.progress', {
      done: String(steps.filter(({ isDone }) => isDone).length),
      all: String(steps.length),
    })
}

export function FirstSteps({ steps }: { steps: readonly FirstStep[] }) {
  const t = usePhrases()
  const progress = useStepProgress()
  const id = useId()
  return (
    <section className="first-steps" aria-labelledby={id}>
      <header>
        <h2 id={id}>{t('blocks.firstSteps.title')}</h2>
        <span className="sw-tabular">{progress(steps)}</span>
      </header>
      <ol>
        {steps.map(({ key, title, body, isDone, way, also }, index) => (
          <li key={key} data-done={isDone || undefined}>
            <span className="first-steps-tick" aria-hidden>
              {isDone ? <Check size={13} strokeWidth={2.5} /> : index + 1}
            </span>
            <div>
              <h3>
                {title}
                {isDone && <span className="sw-visually-hidden">{t('blocks.firstSteps.done')}</span>}
              </h3>
              <p>{body}</p>
              {way && (
                <div className="first-steps-ways">
                  <Link href={way.href} className={buttonClass({ kind: way.isPlain ? 'plain' : 'primary' })}>
                    {way.words}
                  </Link>
                  {also}
                </div>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
