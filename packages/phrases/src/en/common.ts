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
    // What a product defines and a template grants.
    modules: 'Modules',
    moduleId: 'Module ID',
    checked: 'Checked',
    rom: 'Read-only area (ROM)',
    raw: 'Read-write area (RWM)',
    pub: 'Public area (PUB)',
    source: 'Content source',
    text: 'Text',
    fileName: 'File name',
    base64: 'File content',
    items: 'Key-value items',
    itemsName: 'Item name',
    key: 'Key',
    value: 'Value',
    group: 'Group',
    isBase64: 'Value is Base64',
    useBase64: 'Deliver as Base64',
    isValueHidden: 'Hide value',
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
