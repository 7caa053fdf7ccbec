// A batch of licenses from its check to its end: what each row would meet, starting it, its progress.
import { fieldLabel } from '@sealwright/phrases'
import { useMemo } from 'react'
import { Button, buttonClass } from '../../blocks/button.tsx'
import { Steps } from '../../blocks/steps.tsx'
import { ReviewedTask } from '../../blocks/task-review.tsx'
import type { ReviewWords } from '../../blocks/task-review.tsx'
import { useCanOpen } from '../../lib/can.tsx'
import { usePhrases, useSentences } from '../../lib/i18n.tsx'
import { ScreenLink } from '../../lib/navigate.tsx'
import type { Family } from './license-family.ts'

function useBatchWords({ family }: Family): ReviewWords {
  const t = usePhrases()
  const say = useSentences()
  return useMemo(
    () => ({
      title: t(family === 'account' ? 'license.issue.batch.title' : 'license.issue.batch.titleCodes'),
      of: ({ subject, total }) => t('license.issue.batch.reviewOf', { subject, count: total }),
      marks: { waiting: t('license.issue.batch.willIssue'), skip: t('license.issue.batch.willSkip'), fail: t('license.issue.batch.willFail') },
      nothing: t('license.issue.batch.nothing'),
      nothingSentence: t('license.issue.batch.nothingSentence'),
      problems: (count) => t('license.issue.batch.problems', { count }),
      start: (count) => t('license.issue.batch.start', { count }),
      again: t('license.issue.batch.again'),
      running: t('license.issue.batch.running'),
      leaveTitle: t('license.issue.batch.leaveTitle'),
      leaveBody: t('license.issue.batch.leaveBody'),
      fileName: ({ subject }) => t('license.issue.batch.fileName', { subject }),
      labelOf: (field) => fieldLabel(say, 'license', field),
    }),
    [t, say, family],
  )
}

export function BatchSteps({ at }: { at: 'choose' | 'review' | 'run' }) {
  const t = usePhrases()
  return <Steps label={t('license.issue.batch.steps')} steps={[{ key: 'choose', title: t('license.issue.batch.stepChoose') }, { key: 'review', title: t('license.issue.batch.stepReview') }, { key: 'run', title: t('license.issue.batch.stepRun') }]} at={at} />
}

type Place = Parameters<Parameters<typeof ReviewedTask>[0]['hrefOf']>[0]

interface BatchTaskProps {
  family: Family
  place: Place
  hrefOf: (place: Place) => string
  /** The draft is thrown away: back to what it was made from. */
  onAgain: () => void
  /** A new batch, once this one was started. */
  onAnother: () => void
}

export function BatchTask({ family, place, hrefOf, onAgain, onAnother }: BatchTaskProps) {
  const t = usePhrases()
  const words = useBatchWords(family)
  const hasList = useCanOpen(family.path)
  return (
    <ReviewedTask
      words={words}
      place={place}
      hrefOf={hrefOf}
      Steps={BatchSteps}
      onAgain={onAgain}
      ways={
        <>
          {hasList && (
            <ScreenLink to={family.path} className={buttonClass()}>
              {t('license.issue.result.toList')}
            </ScreenLink>
          )}
          <Button onPress={onAnother}>{t('license.issue.result.more')}</Button>
        </>
      }
    />
  )
}
