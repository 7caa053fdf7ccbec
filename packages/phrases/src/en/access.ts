import type { Phrases } from '../index.ts'

export const access: Phrases['access'] = {
  fields: {
    state: 'State', roleGuid: 'Role', roleGuids: 'Roles', roles: 'Roles', privileges: 'Rights', productScope: 'Products', userScope: 'Users', customerScope: 'Customers', scope: 'Scope',
    validUntil: 'Valid until', description: 'Description', isEnabled: 'Enabled', assigned: 'Assigned', viewAs: 'Viewed as',
  },
}
