import type { Phrases } from '../index.ts'

export const licenseDetail: Phrases['license']['detail'] = {
  rules: {
    title: 'What was checked',
    outcomes: { pass: 'Passed', fail: 'Not passed', unasked: 'Not asked' },
  },
}
