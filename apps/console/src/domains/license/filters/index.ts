export { OPTIONS_STALE_MS, isMissing, useOnly, usePick } from './pick-filter.ts'
export { useAdminFilter, useCustomerFilter, useIntegratorFilter, useTagFilter } from './party-filters.ts'
export { useProductFilter } from './product-filter.ts'
