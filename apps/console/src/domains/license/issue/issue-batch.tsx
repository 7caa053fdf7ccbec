// A batch of licenses from its check to its end: the result of each row, the total cost, the start and the progress.
import { taskCalls } from '@sealwright/contract'
import type { DraftCost } from '@sealwright/contract'
import { fieldLabel } from '@sealwright/phrases'
import { useCallback, useMemo } from 'react'
import { Button, buttonClass } from '../../../blocks/control/button.tsx'
import { Steps } from '../../../blocks/control/steps.tsx'
import { useAnswer } from '../../../lib/call/client.ts'
import { ScreenLink } from '../../../lib/place/navigate.tsx'
import { useCanOpen } from '../../../lib/session/can.tsx'
import { useFormat, usePhrases, useSentences } from '../../../lib/words/i18n.tsx'
import { ReviewedTask } from '../../task/review/index.ts'
import type { ReviewWords } from '../../task/review/index.ts'
import type { Family } from '../license-family.ts'
import { useIssueSure } from './issue-sure.ts'

/** The cost of starting a draft, as text. */
function useCostWords() {
  const t = usePhrases()
  const { money, number } = useFormat()
  return useCallback(
    ({ totalFen, eachFen, units, paidLater }: DraftCost, count: number) => {
      const sum = money(totalFen)
      const taken = [
        ...(totalFen === 0 ? [] : [eachFen === null ? sum : `${number(count)} × ${money(eachFen)} = ${sum}`]),
        ...units.map(({ stock, count: used }) => t(`billing.overview.price.units.${stock}`, { count: used })),
      ]
      if (taken.length === 0 && paidLater.length === 0) taken.push(t('billing.overview.price.free'))
      return [
        ...(taken.length > 0 ? [t('license.issue.batch.cost', { what: taken.join(t('license.and')) })] : []),
        ...paidLater.map((when) => t(`license.issue.paidAt.${when}`)),
      ].join(' · ')
    },
    [t, money, number],
  )
}

function useBatchWords({ family }: Family): ReviewWords {
  const t = usePhrases()
  const { money } = useFormat()
  const costWords = useCostWords()
  const say = useSentences()
  const isSure = useIssueSure()
  return useMemo(
    () => ({
      title: t(family === 'account' ? 'license.issue.batch.title' : 'license.issue.batch.titleCodes'),
      of: ({ subject, total }) => t('license.issue.batch.reviewOf', { subject, count: total }),
      marks: {
        waiting: t('license.issue.batch.willIssue'),
        skip: t('license.issue.batch.willSkip'),
        fail: t('license.issue.batch.willFail'),
      },
      nothing: t('license.issue.batch.nothing'),
      nothingSentence: t('license.issue.batch.nothingSentence'),
      problems: (count) => t('license.issue.batch.problems', { count }),
      start: (count, { cost }) =>
        cost && cost.totalFen > 0
          ? t('license.issue.batch.startPaid', { count, amount: money(cost.totalFen) })
          : t('license.issue.batch.start', { count }),
      isSure: (count, { cost }) => isSure({ count, fen: cost?.totalFen ?? 0 }),
      beside: (count, { cost }) => cost && <p className="form-bar-summary">{costWords(cost, count)}</p>,
      again: t('license.issue.batch.again'),
      running: t('license.issue.batch.running'),
      leaveTitle: t('license.issue.batch.leaveTitle'),
      leaveBody: t('license.issue.batch.leaveBody'),
      fileName: ({ subject }) => t('license.issue.batch.fileName', { subject }),
      labelOf: (field) => fieldLabel(say, 'license', field),
    }),
    [t, say, family, money, costWords, isSure],
  )
}

export function BatchSteps({ at }: { at: 'choose' | 'review' | 'run' }) {
  const t = usePhrases()
  return (
    <Steps
      label={t('license.issue.batch.steps')}
      steps={[
        { key: 'choose', title: t('license.issue.batch.stepChoose') },
        { key: 'review', title: t('license.issue.batch.stepReview') },
        { key: 'run', title: t('license.issue.batch.stepRun') },
      ]}
      at={at}
    />
  )
}

type Place = Parameters<Parameters<typeof ReviewedTask>[0]['hrefOf']>[0]

interface BatchTaskProps {
  family: Family
  place: Place
  /** Present if the whole batch uses one template. */
  templateGuid?: string | undefined
  hrefOf: (place: Place) => string
  /** Discards the draft and returns to the form. */
  onAgain: () => void
  /** Begins a new batch after this one was started. */
  onAnother: () => void
}

/**
 * A link to the license list, filtered by the time of the batch. There, the licenses can be handed out, assigned and
 * exported.
 */
function ToList({
  family: { path },
  task,
  templateGuid,
}: Pick<BatchTaskProps, 'family' | 'templateGuid'> & { task: string }) {
  const t = usePhrases()
  const { data } = useAnswer(taskCalls.get, { guid: task })
  // The start time of a task is when its first rows are done, so the filter uses the creation time.
  const times = data && { startTime: data.createTime, ...(data.finishTime !== null && { endTime: data.finishTime }) }
  return (
    <ScreenLink to={path} search={{ ...(templateGuid && { templateGuid }), ...times }} className={buttonClass()}>
      {t('license.list.openList')}
    </ScreenLink>
  )
}

export function BatchTask({ family, place, templateGuid, hrefOf, onAgain, onAnother }: BatchTaskProps) {
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
          {hasList && <ToList family={family} task={place.task} templateGuid={templateGuid} />}
          <Button onPress={onAnother}>{t('license.issue.result.more')}</Button>
        </>
      }
    />
  )
}
