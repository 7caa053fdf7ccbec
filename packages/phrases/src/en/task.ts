import type { Phrases } from '../index.ts'

export const task: Phrases['task'] = {
  fields: {
    status: 'Status', state: 'Result',
  },
}
