// A change of many locks: choose the change and the locks, review what would happen to each, run it as a task.
import { LOCK_ACTS } from '@sealwright/contract'
import { fieldLabel } from '@sealwright/phrases'
import { useMemo, useState } from 'react'
import { Button, buttonClass } from '../../../blocks/control/button.tsx'
import { Steps } from '../../../blocks/control/steps.tsx'
import { ScreenLink, changeSearch, goTo, pathTo, useSearchOf } from '../../../lib/place/navigate.tsx'
import { usePhrases, useSentences } from '../../../lib/words/i18n.tsx'
import { ReviewedTask } from '../../task/review/index.ts'
import type { ReviewWords } from '../../task/review/index.ts'
import { handedLocks } from '../choose/index.ts'
import { BatchForm, firstDraft } from './batch-form.tsx'

const PATH = '/dongle/user/batch'

function BatchSteps({ at }: { at: 'file' | 'review' | 'run' }) {
  const t = usePhrases()
  return (
    <Steps
      label={t('userLock.batch.steps')}
      steps={[
        { key: 'file', title: t('userLock.batch.stepChoose') },
        { key: 'review', title: t('userLock.batch.stepReview') },
        { key: 'run', title: t('userLock.batch.stepRun') },
      ]}
      at={at}
    />
  )
}

function useBatchWords(name: string | undefined): ReviewWords {
  const t = usePhrases()
  const say = useSentences()
  const act = LOCK_ACTS.find((one) => one === name)
  return useMemo(
    () => ({
      title: t('userLock.batch.title'),
      of: ({ subject, total }) =>
        t('userLock.batch.of', { act: act ? t(`userLock.acts.${act}`) : subject, count: total }),
      marks: {
        waiting: t('userLock.batch.willDo'),
        skip: t('userLock.batch.willSkip'),
        fail: t('userLock.batch.isBad'),
      },
      nothing: t('userLock.batch.nothing'),
      nothingSentence: t('userLock.batch.nothingSentence'),
      problems: (count) => t('userLock.batch.problems', { count }),
      start: (count) => t('userLock.batch.start', { count }),
      again: t('userLock.batch.again'),
      running: t('userLock.batch.running'),
      leaveTitle: t('userLock.batch.leaveTitle'),
      leaveBody: t('userLock.batch.leaveBody'),
      fileName: ({ subject }) => t('userLock.batch.fileName', { subject }),
      labelOf: (field) => fieldLabel(say, 'userLock', field),
    }),
    [t, say, act],
  )
}

export function Screen() {
  const t = usePhrases()
  const { handed: name, act, task, state, page } = useSearchOf(PATH)
  const [handed] = useState(() => handedLocks(name))
  const [draft, setDraft] = useState(() => firstDraft(handed))
  const words = useBatchWords(act)
  const toForm = () => changeSearch(PATH, { handed: name })
  if (task === undefined) {
    return (
      <BatchForm
        steps={<BatchSteps at="file" />}
        before={draft}
        handed={handed}
        onChecked={(taskId, chosen) => {
          setDraft(chosen)
          changeSearch(PATH, { handed: name, act: chosen.act, task: taskId })
        }}
        onCancel={() => goTo('/dongle/user', { showSearch: '1' })}
      />
    )
  }
  return (
    <ReviewedTask
      words={words}
      place={{ task, state, page }}
      hrefOf={(place) => pathTo(PATH, { handed: name, act, ...place })}
      Steps={BatchSteps}
      onAgain={toForm}
      ways={
        <>
          <ScreenLink to="/dongle/user" search={{ showSearch: '1' }} className={buttonClass()}>
            {t('userLock.batch.toLocks')}
          </ScreenLink>
          <Button
            onPress={() => {
              setDraft(firstDraft(undefined))
              changeSearch(PATH, {})
            }}
          >
            {t('userLock.batch.another')}
          </Button>
        </>
      }
    />
  )
}
