// What other domains may take at no weight; the tab of licenses has a face of its own.
export { useLicenseLists } from './acts/of-product.ts'
export { FAMILIES } from './license-family.ts'
export { LicenseStatusTag } from './list/license-status.tsx'
