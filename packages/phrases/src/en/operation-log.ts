import type { Phrases } from '../index.ts'

export const operationLog: Phrases['operationLog'] = {
  types: { add: 'Created', update: 'Changed', delete: 'Deleted' },
  targets: { account: 'account', admin: 'administrator', customer: 'customer', developer: 'developer', integrator: 'integrator', product: 'product', role: 'role', tag: 'tag', user: 'user', smartTemplate: 'smart template', accountTemplate: 'account template', snTemplate: 'license code template', dongleTemplate: 'dongle template' },
  history: {
    emptyTitle: 'No operations yet',
    sealed: 'Sealed',
    sealedHelp: 'This entry is part of the tamper-evident chain',
    noChange: 'Saved without a change',
  },
}
