import type { Phrases } from '../index.ts'

export const operationLog: Phrases['operationLog'] = {
  types: { add: 'Created', update: 'Changed', delete: 'Deleted' },
  targets: { product: 'Product' },
  history: {
    sentence: '{action} by {actor}',
    emptyTitle: 'No operations yet',
    before: 'Before',
    after: 'After',
    nothing: 'empty',
    sealed: 'Sealed: this entry is part of the tamper-evident chain',
    unsealed: 'About to be sealed',
    request: 'Request {id}',
    noChange: 'Saved without a change',
  },
}
