import type { Phrases } from '../index.ts'

export const captcha: Phrases['captcha'] = {
  fields: { type: 'Type', url: 'Protected address', id: 'Challenge', data: 'Answer' },
}
