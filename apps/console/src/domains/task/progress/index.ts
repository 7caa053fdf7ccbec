export { ImportedUsers } from './imported-users.tsx'
export { showTask } from './task-panel.tsx'
export { TaskProgress } from './task-progress.tsx'
