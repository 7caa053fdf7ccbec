export { LicensesTab, useLicenseCount, useSeenFamilies } from './license-tab.tsx'
export type { LicensesTabSearch } from './license-tab.tsx'
