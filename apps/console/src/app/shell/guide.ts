// Which page of the guide belongs to a screen.
import type { ScreenRow } from '../../lib/place/screen.ts'

/** The page of a domain, where the row of the screen names no other. */
const PAGES: Record<string, string> = {
  access: 'access',
  approval: 'approvals',
  billing: 'billing',
  campaign: 'campaigns',
  config: 'settings',
  customer: 'users',
  dashboard: 'console',
  developer: 'developer',
  dongle: 'dongles',
  'dongle-license': 'dongle-licenses',
  'email-template': 'email-templates',
  feedback: 'account',
  integration: 'integration',
  integrator: 'access',
  license: 'licenses',
  message: 'messages',
  offline: 'offline',
  'operation-log': 'operation-log',
  'own-account': 'account',
  product: 'products',
  runtime: 'runtime',
  statistics: 'statistics',
  task: 'tasks',
  template: 'templates',
}

export function guidePageOf({ guide, domain }: Pick<ScreenRow, 'guide' | 'domain'>): string | undefined {
  return guide ?? PAGES[domain]
}
