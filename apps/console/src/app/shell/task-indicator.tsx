// The person's tasks that run, in the header: how many, and the way to them. Their end is told in a toast, unless they
// are being looked at. Surprise: it begins to listen a little after the shell is there, so that the stream does not
// stand in the way of the first screen.
import type { TaskRow } from '@sealwright/contract'
import { useEffect, useRef, useState } from 'react'
import { isLookedAt, isUnderWay, useTaskFeed } from '../../domains/task/progress/task-feed.ts'
import { kindName, statusWord } from '../../domains/task/progress/task-words.ts'
import { ScreenLink } from '../../lib/place/navigate.tsx'
import { useCanOpen } from '../../lib/session/can.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import css from './task-indicator.module.css'

const LISTENS_AFTER_MS = 3_000

function useLater(ms: number): boolean {
  const [isLater, setIsLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLater(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return isLater
}

/** Tells how tasks ended that were seen to run. */
function useEndWords(tasks: readonly TaskRow[] | undefined): void {
  const t = usePhrases()
  const running = useRef(new Set<string>())
  useEffect(() => {
    for (const task of tasks ?? []) {
      if (!task.isOwn) continue
      if (isUnderWay(task)) running.current.add(task.guid)
      else if (running.current.delete(task.guid) && !isLookedAt(task.guid)) {
        const words = t('task.progress.toast', {
          kind: kindName(t, task),
          status: statusWord(t, task.status),
          success: task.success,
          fail: task.fail,
          skip: task.skip,
        })
        if (task.fail > 0) toast.warning(words)
        else toast.success(words)
      }
    }
  }, [tasks, t])
}

export function TaskIndicator() {
  const t = usePhrases()
  const canOpen = useCanOpen('/taskCenter')
  const isLater = useLater(LISTENS_AFTER_MS)
  const tasks = useTaskFeed(canOpen && isLater)
  useEndWords(tasks)
  const own = tasks?.filter((task) => task.isOwn && isUnderWay(task)) ?? []
  const [only] = own
  if (!only) return null
  const [done, total] = [
    own.reduce((sum, task) => sum + task.success + task.fail + task.skip, 0),
    own.reduce((sum, task) => sum + task.total, 0),
  ]
  return (
    <ScreenLink to="/taskCenter" search={own.length === 1 ? { guid: only.guid } : {}} className={css.indicator}>
      <svg className={css.ring} viewBox="0 0 20 20" width="16" height="16" aria-hidden>
        <circle cx="10" cy="10" r="8" pathLength="100" />
        <circle
          cx="10"
          cy="10"
          r="8"
          pathLength="100"
          strokeDasharray={`${total === 0 ? 0 : (done / total) * 100} 100`}
        />
      </svg>
      {t('task.progress.running', { count: own.length })}
    </ScreenLink>
  )
}
