import type { Phrases } from '../../phrases.ts'

export const billingPackage: Phrases['billing']['package'] = {
  sentence:
    'Buy licenses in bulk. Templates that name a package type take their licenses from your packages of that type, earliest expiry first.',
  offers: {
    title: 'Available packages',
    none: 'No packages are for sale right now. They appear here when the platform offers them.',
    licenses: '{count, plural, one {# license} other {# licenses}}',
    updates: '{count, plural, =0 {no updates} one {# update} other {# updates}}',
    days: 'valid for {count, plural, one {# day} other {# days}}',
    perLicense: '{amount} per license',
    perLicenseAbout: 'about {amount} per license',
    buy: 'Buy',
    buyOf: 'Buy package “{type}”',
  },
  buy: {
    title: 'Buy package “{type}”',
    contents: 'Each package',
    total: 'Total',
    countHelp: 'A whole number from 1 to {max, number}',
    bought: 'Bought {count, plural, one {# “{type}” package} other {# “{type}” packages}}',
  },
  owned: {
    title: 'Your packages',
    emptyTitle: 'No packages yet',
    emptySentence: 'After you buy a package, you see here how much is left and when it expires.',
    left: '{left} / {total}',
    leftOf: '{left} of {total} left',
    daysLeft: '{count, plural, =0 {Expires today} one {# day left} other {# days left}}',
  },
}
