export { assignedItem } from './assigned-item.ts'
