import type { Phrases } from '../phrases.ts'

export const demo: Phrases['demo'] = {
  loading: 'Loading the demo…',
  once: 'This center is new. It is writing a year of demo data, just this once, and opens when it is done.',
}
