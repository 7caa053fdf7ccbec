// The task center: the list of tasks, or one task if the address names it.
import { useSearchOf } from '../../lib/place/navigate.tsx'
import type { Search } from '../../lib/place/screen.ts'
import { TaskDetail } from './task-detail.tsx'
import { TaskList, firstTasks } from './task-list.tsx'

export const first = (search: Search) => {
  return search.guid === undefined ? firstTasks(search) : undefined
}

export function Screen() {
  const { guid } = useSearchOf('/taskCenter')
  return guid === undefined ? <TaskList /> : <TaskDetail key={guid} guid={guid} />
}
