export { LicensesTab, useSeenFamilies } from '../license-tab.tsx'
export type { LicensesTabSearch } from '../license-tab.tsx'
