import type { Phrases } from '../index.ts'

export const licenseList: Phrases['license']['list'] = {
  titles: { view: { smart: 'Smart license', account: 'Account license', sn: 'License code' } },
  back: 'Back to the list',
}
