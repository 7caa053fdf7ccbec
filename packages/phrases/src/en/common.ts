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
  accountTemplate: { create: 'Create account templates', delete: 'Delete account templates', update: 'Edit account templates', view: 'View account templates' },
  developer: { update: 'Edit developer information', view: 'View developer information' },
  dongleTemplate: { create: 'Create dongle templates', delete: 'Delete dongle templates', update: 'Edit dongle templates', view: 'View dongle templates' },
  product: { create: 'Create products', delete: 'Delete products', update: 'Edit products', view: 'View products' },
  smartTemplate: { create: 'Create smart templates', delete: 'Delete smart templates', update: 'Edit smart templates', view: 'View smart templates' },
  snTemplate: { create: 'Create license code templates', delete: 'Delete license code templates', update: 'Edit license code templates', view: 'View license code templates' },
}
