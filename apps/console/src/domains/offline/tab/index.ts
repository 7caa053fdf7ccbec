export { useOfflineTab } from './offline-tab.tsx'
