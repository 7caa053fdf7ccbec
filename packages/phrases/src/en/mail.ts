import type { Phrases } from '../index.ts'

export const mail: Phrases['mail'] = {
  test: { subject: 'Sealwright test message', body: 'If you can read this, Sealwright can send mail.' },
}
