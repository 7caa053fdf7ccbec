// The list of tasks, newest first. Its rows update live: the task feed writes into the cached answer of the list.
import { LIMITS, taskCalls } from '@sealwright/contract'
import type { Page, TaskRow } from '@sealwright/contract'
import { Eye, ListChecks } from 'lucide-react'
import { useCallback, useEffect, useEffectEvent, useMemo } from 'react'
import { buttonClass } from '../../blocks/control/button.tsx'
import { ListPage } from '../../blocks/list/list-page.tsx'
import { firstPage } from '../../blocks/list/list-state.ts'
import type { RowAction } from '../../blocks/list/row-actions.tsx'
import { queryClient } from '../../lib/call/query-client.ts'
import { Link, goTo, pathTo } from '../../lib/place/navigate.tsx'
import { useCanOpen } from '../../lib/session/can.tsx'
import { useSession } from '../../lib/session/session.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { resultFiles, useTaskActs } from './progress/task-acts.ts'
import { isUnderWay, useTaskFeed } from './progress/task-feed.ts'
import { subjectOf } from './progress/task-words.ts'
import { taskCard, taskColumns, taskFilters } from './task.columns.tsx'

const IMPORT_PATH = '/user/import'
const ASKED_EVERY_MS = 5_000
const LISTS = { queryKey: [taskCalls.find.name] }
const keyOf = (row: TaskRow) => row.guid
const open = (guid: string) => goTo('/taskCenter', { guid })

/**
 * Polls the list if there is no feed, or while it shows a running task that is not in the feed because it belongs to
 * another person.
 */
function useMovingRows(): void {
  const fed = useTaskFeed()
  const askAgain = useEffectEvent(() => {
    const shown = queryClient
      .getQueriesData<Page<TaskRow>>({ ...LISTS, type: 'active' })
      .flatMap(([, page]) => page?.rows ?? [])
    if (!fed || shown.some((row) => isUnderWay(row) && !fed.some(({ guid }) => guid === row.guid)))
      void queryClient.invalidateQueries(LISTS)
  })
  useEffect(() => {
    const timer = setInterval(() => askAgain(), ASKED_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
}

const LIST = { list: 'task', call: taskCalls.find }
export const firstTasks = firstPage(LIST)

export function TaskList() {
  const t = usePhrases()
  const { isMainAccount } = useSession()
  const canImport = useCanOpen(IMPORT_PATH)
  const actsOf = useTaskActs(open)
  useMovingRows()
  const columns = useMemo(() => taskColumns(t, isMainAccount), [t, isMainAccount])
  const filters = useMemo(() => taskFilters(t), [t])
  const nameOf = useCallback((row: TaskRow) => subjectOf(t, row), [t])
  const actions = useCallback(
    (row: TaskRow): RowAction[] => [
      { key: 'view', label: t('task.actions.view'), icon: Eye, href: pathTo('/taskCenter', { guid: row.guid }) },
      ...resultFiles(t, row),
      ...actsOf(row),
    ],
    [actsOf, t],
  )
  return (
    <ListPage
      path="/taskCenter"
      {...LIST}
      title={t('task.titles.list')}
      sentence={t('task.list.sentence')}
      filters={filters}
      columns={columns}
      card={(row) => taskCard(t, row, isMainAccount)}
      rowKey={keyOf}
      rowName={nameOf}
      actions={actions}
      empty={{
        icon: ListChecks,
        title: t('task.list.emptyTitle'),
        sentence: canImport ? t('task.list.emptySentence', { days: LIMITS.task.keptDays }) : undefined,
        action: canImport && (
          <Link href={IMPORT_PATH} className={buttonClass({ kind: 'primary' })}>
            {t('task.list.toUsers')}
          </Link>
        ),
      }}
    />
  )
}
