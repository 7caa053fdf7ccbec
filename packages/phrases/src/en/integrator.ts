import type { Phrases } from '../index.ts'

export const integrator: Phrases['integrator'] = {
  fields: {
    isEnabled: 'Enabled', assigned: 'Assigned', members: 'Members',
  },
}
