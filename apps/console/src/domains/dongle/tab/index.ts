export { useLocksTab } from './locks-tab.tsx'
export type { LocksTabSearch } from './locks-tab.tsx'
