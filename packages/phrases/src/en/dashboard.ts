import type { Phrases } from '../index.ts'

export const dashboard: Phrases['dashboard'] = {
  title: 'Dashboard',
  sentence: 'Your products, templates, licenses and users, what happened lately, and what to do next.',
  products: {
    title: 'Products',
    all: 'All products',
    withModules: 'Products with modules',
    withDataArea: 'Products with data areas',
    open: 'Open products',
  },
  templates: { title: 'Templates' },
  licenses: {
    title: 'Licenses',
    total: '{count, number} in all',
    soon: '{count} ending within {days, number} days:',
    issued: 'Issued in the last {days, number} days',
  },
  balance: { open: 'View bills' },
  steps: {
    title: 'Getting started',
    progress: '{done} of {all} done',
    done: 'Done',
    product: {
      title: 'Create your first product',
      body: 'It gives your software a license ID, which is compiled into the protected program.',
    },
    modules: {
      title: 'Define modules',
      body: 'Split your software into modules, so that a license can grant some of them.',
    },
    template: {
      title: 'Create a template',
      body: 'Settle terms, billing and devices once, and issue licenses from them.',
    },
    users: {
      title: 'Add users',
      body: 'One by one, or many at once from a spreadsheet. Licenses are issued to their accounts.',
    },
    license: { title: 'Issue the first license', body: 'From a template, to users or as codes for customers.' },
    program: {
      title: 'Protect your program',
      body: 'With the root key and the SDK built in, it obeys its licenses.',
      open: 'What to build in',
    },
    choose: 'Choose a product',
  },
  operations: {
    title: 'Recent operations',
    empty: 'No operations yet',
    emptySentence: 'Once a product or a template is created or changed, who did what and when shows up here.',
    did: '{type} {target}',
    activated: 'Activated account',
    fields: '{count, plural, one {# change} other {# changes}}',
  },
}
