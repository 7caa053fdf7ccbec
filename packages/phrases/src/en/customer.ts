import type { Phrases } from '../index.ts'

export const customer: Phrases['customer'] = {
  fields: {
    accountType: 'Account type', password: 'Password', gender: 'Gender', customerName: 'Customer', customerGuid: 'Customer', description: 'Description', tags: 'Tags', tagGuids: 'Tags',
    needActivation: 'Activation at first sign-in', sendMail: 'Send a message', activated: 'Activated', file: 'File', dryRun: 'Dry run',
  },
}
