export { showTask } from './task-dialog.tsx'
export { TaskProgress } from './task-progress.tsx'
