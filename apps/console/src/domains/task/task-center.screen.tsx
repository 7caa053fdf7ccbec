// The task center: the list of tasks, or one of them when the address names it.
import { useSearchOf } from '../../lib/navigate.tsx'
import { TaskDetail } from './task-detail.tsx'
import { TaskList } from './task-list.tsx'

export function Screen() {
  const { guid } = useSearchOf('/taskCenter')
  return guid === undefined ? <TaskList /> : <TaskDetail key={guid} guid={guid} />
}
