// A batch for dongles from its check to its end: the result of each row, the start with the PIN, and the packages.
import { taskCalls, upgradeCalls } from '@sealwright/contract'
import { fieldLabel } from '@sealwright/phrases'
import { Download } from 'lucide-react'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { Button, buttonClass } from '../../../blocks/control/button.tsx'
import { Steps } from '../../../blocks/control/steps.tsx'
import { useAnswer } from '../../../lib/call/client.ts'
import { ScreenLink } from '../../../lib/place/navigate.tsx'
import { useCan, useCanOpen } from '../../../lib/session/can.tsx'
import { usePhrases, useSentences } from '../../../lib/words/i18n.tsx'
import { ReviewedTask } from '../../task/review/index.ts'
import type { ReviewWords } from '../../task/review/index.ts'
import { startWithPin } from '../start/start-task.tsx'
import { downloadTask } from '../upgrade/upgrade-acts.tsx'
import './issue.css'

type BatchKind = 'issue' | 'clear'
type At = 'choose' | 'review' | 'run'

function BatchSteps({ kind, at }: { kind: BatchKind; at: At }) {
  const t = usePhrases()
  return (
    <Steps
      label={t('dongleLicense.batch.steps')}
      steps={[
        { key: 'choose', title: t('dongleLicense.batch.stepChoose') },
        { key: 'review', title: t('dongleLicense.batch.stepReview') },
        { key: 'run', title: t(kind === 'issue' ? 'dongleLicense.batch.stepRun' : 'dongleLicense.clear.stepRun') },
      ]}
      at={at}
    />
  )
}

const IssueSteps = ({ at }: { at: At }) => <BatchSteps kind="issue" at={at} />
const ClearSteps = ({ at }: { at: At }) => <BatchSteps kind="clear" at={at} />
export const STEPS = { issue: IssueSteps, clear: ClearSteps } as const

function useWords(kind: BatchKind): ReviewWords {
  const t = usePhrases()
  const say = useSentences()
  return useMemo(() => {
    const shared = {
      nothingSentence: t('dongleLicense.batch.nothingSentence'),
      again: t('dongleLicense.batch.again'),
      leaveTitle: t('dongleLicense.batch.leaveTitle'),
      leaveBody: t('dongleLicense.batch.leaveBody'),
      labelOf: (field: string) => fieldLabel(say, 'dongleLicense', field),
    }
    const skip = t('dongleLicense.batch.willSkip')
    return kind === 'issue'
      ? {
          ...shared,
          title: t('dongleLicense.titles.batch'),
          of: ({ subject, total }) => t('dongleLicense.batch.reviewOf', { subject, count: total }),
          marks: { waiting: t('dongleLicense.batch.willIssue'), skip, fail: t('dongleLicense.batch.willFail') },
          nothing: t('dongleLicense.batch.nothing'),
          problems: (count) => t('dongleLicense.batch.problems', { count }),
          start: (count) => t('dongleLicense.batch.start', { count }),
          running: t('dongleLicense.batch.running'),
          fileName: ({ subject }) => t('dongleLicense.batch.fileName', { subject }),
        }
      : {
          ...shared,
          title: t('dongleLicense.titles.empty'),
          of: ({ total }) => t('dongleLicense.clear.reviewOf', { count: total }),
          marks: { waiting: t('dongleLicense.clear.willClear'), skip, fail: t('dongleLicense.clear.willFail') },
          nothing: t('dongleLicense.clear.nothing'),
          problems: (count) => t('dongleLicense.clear.problems', { count }),
          start: (count) => t('dongleLicense.clear.start', { count }),
          running: t('dongleLicense.clear.running'),
          fileName: () => t('dongleLicense.clear.fileName'),
        }
  }, [t, say, kind])
}

type Place = Parameters<Parameters<typeof ReviewedTask>[0]['hrefOf']>[0]

interface DongleTaskProps {
  kind: BatchKind
  place: Place
  hrefOf: (place: Place) => string
  onAgain: () => void
  onAnother: () => void
}

/** What to do with a started task. An undo takes its packages back. */
function DongleWays({ kind, taskId, onAnother }: { kind: BatchKind; taskId: string; onAnother: () => void }) {
  const t = usePhrases()
  const hasList = useCanOpen('/pc/license/dongle')
  const canDownload = useCan(upgradeCalls.download)
  const { data: task } = useAnswer(taskCalls.get, { guid: taskId })
  const hasPackages = task !== undefined && task.success > 0 && task.undoneBy === null
  return (
    <>
      {canDownload && hasPackages && (
        <Button kind="primary" icon={Download} onPress={() => void downloadTask(taskId)}>
          {t('dongleLicense.batch.download')}
        </Button>
      )}
      {hasList && (
        <ScreenLink to="/pc/license/dongle" className={buttonClass()}>
          {t('dongleLicense.issue.openList')}
        </ScreenLink>
      )}
      <Button onPress={onAnother}>
        {t(kind === 'issue' ? 'dongleLicense.batch.another' : 'dongleLicense.clear.another')}
      </Button>
      {hasPackages && task.undoUntil !== null && <p className="dongle-undo">{t('dongleLicense.batch.undo')}</p>}
    </>
  )
}

export function DongleTask({ kind, place, hrefOf, onAgain, onAnother }: DongleTaskProps): ReactNode {
  const words = useWords(kind)
  return (
    <ReviewedTask
      words={words}
      place={place}
      hrefOf={hrefOf}
      Steps={STEPS[kind]}
      starter={startWithPin}
      onAgain={onAgain}
      ways={<DongleWays kind={kind} taskId={place.task} onAnother={onAnother} />}
    />
  )
}
