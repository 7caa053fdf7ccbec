import type { Phrases } from '../index.ts'

export const operationLog: Phrases['operationLog'] = {
  types: { add: 'Created', update: 'Changed', delete: 'Deleted' },
  targets: { account: 'account', admin: 'administrator', billing: 'billing settings', customer: 'customer', developer: 'developer', integrator: 'integrator', package: 'package', product: 'product', role: 'role', tag: 'tag', topUp: 'top-up', user: 'user', smartTemplate: 'smart template', accountTemplate: 'account template', snTemplate: 'license code template', dongleTemplate: 'dongle template', seat: 'seat', signingKey: 'signing key', deviceSetting: 'machine binding settings', smartLicense: 'smart license', accountLicense: 'account license', snLicense: 'license code' },
  history: {
    emptyTitle: 'No operations yet',
    sealed: 'Sealed',
    sealedHelp: 'This entry is part of the tamper-evident chain',
    noChange: 'Saved without a change',
    viewBegan: 'Began viewing as this person',
    viewEnded: 'Ended viewing as this person',
    revealed: 'Looked at the API password',
    kinds: { product: 'products', template: 'templates', user: 'users', customer: 'customers' },
    given: 'Assigned {kind} ({count, number}): {names}',
    takenBack: 'Took back {kind} ({count, number}): {names}',
    reassigned: 'Changed the assigned {kind}',
  },
}
