export { ReviewedTask } from './task-review.tsx'
export type { ReviewWords } from './task-review.tsx'
