import type { Phrases } from '../index.ts'

export const developer: Phrases['developer'] = {
  fields: {
    displayName: 'Display name', website: 'Website', brief: 'Brief', introduction: 'Introduction', logo: 'Logo', contacts: 'Contacts', revision: 'Revision',
    contactsName: 'Contact name', contactsTitle: 'Position', contactsPhone: 'Phone', contactsEmail: 'E-mail', name: 'Name', title: 'Position', phone: 'Phone', email: 'E-mail',
    pin: 'Hosted lock PIN', confirmPin: 'Confirm PIN', apiPassword: 'API password', status: 'Status', application: 'Application', reason: 'Reason',
    companyName: 'Company', contactName: 'Contact', contactPhone: 'Phone', contactEmail: 'E-mail', statement: 'What you do', acceptDeletion: 'Deleting trial licenses',
  },
  states: { pending: 'Under review', rejected: 'Rejected', approved: 'Approved' },
  statuses: { trial: 'Trial', formal: 'Formal' },
  log: { revealed: 'Looked at', pinSet: 'Set', pinChanged: 'Changed', platform: 'Platform' },
}
