import type { Phrases } from '../index.ts'
import type { PrivilegePhrases } from '../shape.ts'

export const common: Phrases['common'] = {
  thisField: 'This field',
  productName: 'Sealwright',
  fields: {
    currentPage: 'Page',
    pageSize: 'Page size',
    sort: 'Sort by',
    order: 'Order',
    startTime: 'Start time',
    endTime: 'End time',
    targetKind: 'Kind of target',
    targetGuid: 'Target',
  },
}

export const privileges: PrivilegePhrases = {
  developer: { update: 'Edit developer information', view: 'View developer information' },
  product: { create: 'Create products', delete: 'Delete products', update: 'Edit products', view: 'View products' },
}
