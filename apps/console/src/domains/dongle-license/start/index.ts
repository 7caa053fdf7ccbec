// Loaded on demand by tasks, which start these batches again.
export { startWithPin } from './start-task.tsx'
