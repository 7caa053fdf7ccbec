// Light exports for other domains. The license tab has its own index, so that importing this file does not load it.
export { useLicenseLists } from './acts/of-product.ts'
export { issueToUsersHref } from './issue/handed-users.ts'
export { FAMILIES } from './license-family.ts'
export { LicenseStatusTag } from './list/license-status.tsx'
