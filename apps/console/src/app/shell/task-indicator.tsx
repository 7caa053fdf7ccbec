// The task icon in the header. While the person's tasks run, a ring shows their progress. A toast reports the end of
// tasks on other pages.
import type { TaskRow } from '@sealwright/contract'
import { ListChecks } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { isLookedAt, isUnderWay, useTaskFeed } from '../../domains/task/progress/task-feed.ts'
import { kindName, statusWord } from '../../domains/task/progress/task-words.ts'
import { ScreenLink } from '../../lib/place/navigate.tsx'
import { useCanOpen } from '../../lib/session/can.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { useIsListening } from './is-listening.ts'
import { useIsOffered } from './menu-rows.ts'
import css from './task-indicator.module.css'

/** Reports the end of tasks that were seen running. */
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
  const isListening = useIsListening()
  const tasks = useTaskFeed(useCanOpen('/taskCenter') && isListening)
  useEndWords(tasks)
  const own = tasks?.filter((task) => task.isOwn && isUnderWay(task)) ?? []
  const [only] = own
  if (!useIsOffered('/taskCenter') && !only) return null
  const done = own.reduce((sum, task) => sum + task.success + task.fail + task.skip, 0)
  const total = own.reduce((sum, task) => sum + task.total, 0)
  const share = total === 0 ? 0 : (done / total) * 100
  const label = only ? t('task.progress.running', { count: own.length }) : t('task.titles.list')
  return (
    <ScreenLink
      to="/taskCenter"
      search={only && own.length === 1 ? { guid: only.guid } : {}}
      className={`sw-icon-button ${css.indicator ?? ''}`}
      title={only ? `${label} · ${Math.floor(share)}%` : label}
      aria-label={label}
      data-running={only ? '' : undefined}
    >
      <ListChecks size={only ? 14 : 17} aria-hidden />
      {only && (
        <svg className={css.ring} viewBox="0 0 28 28" aria-hidden>
          <circle cx="14" cy="14" r="12.5" pathLength="100" />
          <circle cx="14" cy="14" r="12.5" pathLength="100" strokeDasharray={`${share} 100`} />
        </svg>
      )}
    </ScreenLink>
  )
}
