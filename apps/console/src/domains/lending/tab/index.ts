export { useLendingTab } from './lending-tab.tsx'
