// A batch of licenses from its check to its end: what each row would meet and what all come to, starting it, its
// progress.
import { DEV_TYPES, taskCalls } from '@sealwright/contract'
import { fieldLabel } from '@sealwright/phrases'
import { useMemo } from 'react'
import { Button, buttonClass } from '../../../blocks/control/button.tsx'
import { Steps } from '../../../blocks/control/steps.tsx'
import { useAnswer } from '../../../lib/call/client.ts'
import { ScreenLink } from '../../../lib/place/navigate.tsx'
import { useCanOpen } from '../../../lib/session/can.tsx'
import { useSession } from '../../../lib/session/session.tsx'
import { useFormat, usePhrases, useSentences } from '../../../lib/words/i18n.tsx'
import { ReviewedTask } from '../../task/review/index.ts'
import type { ReviewWords } from '../../task/review/index.ts'
import type { Family } from '../license-family.ts'
import { useCost } from './issue-memory.ts'
import type { BatchCost } from './issue-memory.ts'
import { isPaidEver, isPaidNow } from './issue-price.ts'

/**
 * What so many of the rows take when they start. Which template the other rows are of is not known here: it is then the
 * most that it can be.
 */
function dueOf(cost: BatchCost, count: number, total: number) {
  const [first] = cost
  const rowsOfEach = total / cost.length
  const isAlike = cost.every(
    (one) =>
      one.totalFen === first?.totalFen &&
      one.units?.stock === first.units?.stock &&
      one.units?.count === first.units?.count &&
      one.paidAt === first.paidAt,
  )
  const now = cost.filter(({ paidAt }) => isPaidNow(paidAt)).toSorted((a, b) => b.totalFen - a.totalFen)
  let left = count
  let totalFen = 0
  for (const one of now) {
    const rows = Math.min(left, rowsOfEach)
    totalFen += rows * one.totalFen
    left -= rows
  }
  const units = new Map<NonNullable<BatchCost[number]['units']>['stock'], number>()
  for (const { units: taken } of now)
    if (taken)
      units.set(taken.stock, Math.min((units.get(taken.stock) ?? 0) + taken.count * rowsOfEach, taken.count * count))
  return {
    totalFen,
    units: [...units],
    oneFen: isAlike ? first?.totalFen : undefined,
    isMost: !isAlike && count < total,
  }
}

/** What starting it comes to, in words; `amount` is the money that it takes. */
function useCostWords(cost: BatchCost | undefined) {
  const t = usePhrases()
  const { money, number } = useFormat()
  return useMemo(() => {
    const most = (isMost: boolean, text: string) => (isMost ? t('license.issue.batch.most', { amount: text }) : text)
    const amount = (count: number, total: number) => {
      const { totalFen, isMost } = cost ? dueOf(cost, count, total) : { totalFen: 0, isMost: false }
      return totalFen > 0 ? most(isMost, money(totalFen)) : undefined
    }
    const sentences = (count: number, total: number) => {
      if (!cost) return [t('license.issue.batch.unpriced')]
      if (cost.length === 0) return []
      const { units, oneFen, isMost } = dueOf(cost, count, total)
      const sum = amount(count, total)
      const taken = [
        ...(sum === undefined ? [] : [oneFen === undefined ? sum : `${number(count)} × ${money(oneFen)} = ${sum}`]),
        ...units.map(([stock, rows]) => most(isMost, t(`billing.overview.price.units.${stock}`, { count: rows }))),
      ]
      const when = [
        ...new Set(
          cost.filter((one) => one.paidAt !== 'issue' && isPaidEver(one, one.paidAt)).map(({ paidAt }) => paidAt),
        ),
      ]
      if (taken.length === 0 && when.length === 0) taken.push(t('billing.overview.price.free'))
      return [
        ...(taken.length > 0 ? [t('license.issue.batch.cost', { what: taken.join(t('license.and')) })] : []),
        ...when.map((paidAt) => t(`license.issue.paidAt.${paidAt}`)),
      ]
    }
    return { amount, sentences }
  }, [t, money, number, cost])
}

function useBatchWords({ family }: Family, task: string): ReviewWords {
  const t = usePhrases()
  // They are told no prices.
  const isIntegrator = useSession().developer.devType === DEV_TYPES.integrator
  const costWords = useCostWords(useCost(task))
  const say = useSentences()
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
      start: (count, { total }) => {
        const amount = costWords.amount(count, total)
        return amount === undefined
          ? t('license.issue.batch.start', { count })
          : t('license.issue.batch.startPaid', { count, amount })
      },
      beside: (count, { total }) =>
        !isIntegrator && <p className="form-bar-summary">{costWords.sentences(count, total).join(' · ')}</p>,
      again: t('license.issue.batch.again'),
      running: t('license.issue.batch.running'),
      leaveTitle: t('license.issue.batch.leaveTitle'),
      leaveBody: t('license.issue.batch.leaveBody'),
      fileName: ({ subject }) => t('license.issue.batch.fileName', { subject }),
      labelOf: (field) => fieldLabel(say, 'license', field),
    }),
    [t, say, family, costWords, isIntegrator],
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
  /** Where all of it is from one. */
  templateGuid?: string | undefined
  hrefOf: (place: Place) => string
  /** The draft is thrown away: back to what it was made from. */
  onAgain: () => void
  /** A new batch, once this one was started. */
  onAnother: () => void
}

/**
 * The licenses of this batch in the list, by when they were issued: there they are handed out, assigned and exported.
 */
function ToList({
  family: { path },
  task,
  templateGuid,
}: Pick<BatchTaskProps, 'family' | 'templateGuid'> & { task: string }) {
  const t = usePhrases()
  const { data } = useAnswer(taskCalls.get, { guid: task })
  // A task is said to start when its first rows are done.
  const times = data && { startTime: data.createTime, ...(data.finishTime !== null && { endTime: data.finishTime }) }
  return (
    <ScreenLink to={path} search={{ ...(templateGuid && { templateGuid }), ...times }} className={buttonClass()}>
      {t('license.list.openList')}
    </ScreenLink>
  )
}

export function BatchTask({ family, place, templateGuid, hrefOf, onAgain, onAnother }: BatchTaskProps) {
  const t = usePhrases()
  const words = useBatchWords(family, place.task)
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
