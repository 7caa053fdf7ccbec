export { showTask } from './task-panel.tsx'
export { TaskProgress } from './task-progress.tsx'
