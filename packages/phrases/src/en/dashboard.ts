import type { Phrases } from '../index.ts'

export const dashboard: Phrases['dashboard'] = {
  title: 'Dashboard',
}
