// Users from a file: choose it, look at what it would do, do it. Which step it is at is the task's own state, so that loading the page again
// goes on where it was.
import { taskCalls, userCalls } from '@sealwright/contract'
import { useState } from 'react'
import { Button, buttonClass } from '../../blocks/button.tsx'
import { DetailError, DetailSkeleton } from '../../blocks/detail-page.tsx'
import '../../blocks/form.css'
import { TaskProgress } from '../../blocks/task-progress.tsx'
import { Can, useCan } from '../../lib/can.tsx'
import { answerKey, useAnswer } from '../../lib/client.ts'
import { FIRST_SCREEN, goToHref } from '../../lib/go.ts'
import { usePhrases } from '../../lib/i18n.tsx'
import { ScreenLink, changeSearch, goTo, useSearchOf } from '../../lib/navigate.tsx'
import { queryClient } from '../../lib/query-client.ts'
import { EMPTY_IMPORT, ImportFile } from './user-import-file.tsx'
import { ImportReview } from './user-import-review.tsx'
import { ImportSteps } from './user-import-steps.tsx'
import './user.css'

function ImportProgress({ guid, onAnother }: { guid: string; onAnother: () => void }) {
  const t = usePhrases()
  const [isRunning, setIsRunning] = useState(true)
  return (
    <div className="form-page">
      <header className="page-head">
        <div className="page-head-words">
          <h1>{t('customer.import.title')}</h1>
          {isRunning && <p>{t('customer.import.running')}</p>}
        </div>
      </header>
      <ImportSteps at="run" />
      <div className="import-progress">
        <TaskProgress
          taskId={guid}
          onEnd={() => {
            setIsRunning(false)
            void queryClient.invalidateQueries()
          }}
        />
        <div className="import-ways">
          <Can call={userCalls.find}>
            <ScreenLink to="/user" className={buttonClass()}>
              {t('customer.import.toUsers')}
            </ScreenLink>
          </Can>
          <Button onPress={onAnother}>{t('customer.import.another')}</Button>
        </div>
      </div>
    </div>
  )
}

export function Screen() {
  const t = usePhrases()
  const { task: guid } = useSearchOf('/user/import')
  const [draft, setDraft] = useState(EMPTY_IMPORT)
  // Known before an answer tells of it.
  const [started, setStarted] = useState<string>()
  const hasList = useCan(userCalls.find)
  const task = useAnswer(taskCalls.get, { guid: guid ?? '' }, { enabled: guid !== undefined && guid !== started, staleMs: 0 })
  const toFile = () => changeSearch('/user/import', {})
  if (guid === undefined) {
    return (
      <ImportFile
        before={draft}
        onChecked={(taskId, chosen) => {
          setDraft(chosen)
          changeSearch('/user/import', { task: taskId })
        }}
        onCancel={() => (hasList ? goTo('/user', { showSearch: '1' }) : goToHref(FIRST_SCREEN))}
      />
    )
  }
  const another = () => {
    setDraft(EMPTY_IMPORT)
    toFile()
  }
  if (guid === started) return <ImportProgress guid={guid} onAnother={another} />
  if (task.error) return <DetailError error={task.error} onRetry={() => void task.refetch()} back={<Button onPress={another}>{t('customer.import.again')}</Button>} />
  if (!task.data) return <DetailSkeleton />
  if (!task.data.isDraft) return <ImportProgress guid={guid} onAnother={another} />
  return (
    <ImportReview
      key={guid}
      task={task.data}
      onAgain={toFile}
      onStarted={(taskId) => {
        setStarted(taskId)
        // The draft is no end of the task.
        queryClient.removeQueries({ queryKey: answerKey(taskCalls.get, { guid: taskId }) })
        changeSearch('/user/import', { task: taskId })
      }}
    />
  )
}
