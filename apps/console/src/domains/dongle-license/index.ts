// Light exports for other domains: the tabs load their content when they are opened.
export { useCanEmpty } from './can-empty.ts'
export { LockLicenses, LockUpgrades } from './tab/lock-tabs.tsx'
