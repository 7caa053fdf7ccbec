import type { Phrases } from '../index.ts'

export const operationLog: Phrases['operationLog'] = {
  types: { add: 'Created', update: 'Changed', delete: 'Deleted' },
  history: {
    emptyTitle: 'No operations yet',
    sealed: 'Sealed',
    sealedHelp: 'This entry is part of the tamper-evident chain',
    noChange: 'Saved without changes',
    viewBegan: 'Started viewing as this person',
    viewEnded: 'Stopped viewing as this person',
    revealed: 'Viewed the API password',
    kinds: { product: 'products', template: 'templates', user: 'users', customer: 'customers', userLock: 'user locks' },
    given: 'Assigned {kind} ({count, number}): {names}',
    takenBack: 'Unassigned {kind} ({count, number}): {names}',
    reassigned: 'Changed the assigned {kind}',
  },
}
