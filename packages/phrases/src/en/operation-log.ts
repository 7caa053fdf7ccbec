import type { Phrases } from '../index.ts'

export const operationLog: Phrases['operationLog'] = {
  types: { add: 'Created', update: 'Changed', delete: 'Deleted' },
  targets: { product: 'Product' },
}
