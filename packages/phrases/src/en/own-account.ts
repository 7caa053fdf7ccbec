import type { Phrases } from '../index.ts'

export const ownAccount: Phrases['ownAccount'] = {
}
