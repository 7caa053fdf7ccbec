import type { Phrases } from '../index.ts'

export const billingPackage: Phrases['billing']['package'] = {
  sentence:
    'Licenses bought in one lot. Templates paid from a package of this type use it when licenses are issued, earliest expiry first.',
  offers: {
    title: 'Packages on offer',
    none: 'The platform offers no packages at present. Once it does, they are here.',
    licenses: '{count, plural, one {# license} other {# licenses}}',
    updates: '{count, plural, =0 {no updates} one {# update} other {# updates}}',
    days: 'valid for {count, plural, one {# day} other {# days}}',
    perLicense: '{amount} a license',
    perLicenseAbout: 'about {amount} a license',
    buy: 'Buy',
    buyOf: 'Buy package “{type}”',
  },
  buy: {
    title: 'Buy package “{type}”',
    contents: 'Each package',
    total: 'Total',
    countHelp: 'A whole number from 1 to {max, number}',
    bought: 'Bought {count, plural, one {# package} other {# packages}} “{type}”',
  },
  owned: {
    title: 'Your packages',
    emptyTitle: 'No packages yet',
    emptySentence: 'Once you have bought one, you see here how much is left of it and when it expires.',
    left: '{left} / {total}',
    leftOf: '{left} of {total} left',
    daysLeft: '{count, plural, =0 {Ends today} one {# day left} other {# days left}}',
  },
}
