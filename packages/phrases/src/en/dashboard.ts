import type { Phrases } from '../index.ts'

export const dashboard: Phrases['dashboard'] = {
  title: 'Dashboard',
  sentence: 'Your products, templates, licenses and users, recent operations, and next steps.',
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
    total: '{count, number} total',
    soon: '{count} expiring within {days, number} days:',
    issued: 'Issued in the last {days, number} days',
  },
  balance: { open: 'View bills' },
  steps: {
    title: 'Getting started',
    progress: '{done} of {all} done',
    done: 'Done',
    product: {
      title: 'Create your first product',
      body: 'Get a license ID for your software. It is compiled into the protected program.',
    },
    modules: {
      title: 'Define modules',
      body: 'Split your software into modules so that a license can grant only some of them.',
    },
    template: {
      title: 'Create a template',
      body: 'Set terms, billing and devices once, then issue licenses from the template.',
    },
    users: {
      title: 'Add users',
      body: 'One by one, or many at once from a spreadsheet. Licenses are issued to their accounts.',
    },
    license: {
      title: 'Issue your first license',
      body: 'Issue from a template to users, or generate codes for customers.',
    },
    program: {
      title: 'Protect your program',
      body: 'With the root key and the SDK built in, your program enforces its licenses.',
      open: 'View what to build in',
    },
    choose: 'Choose a product',
  },
  operations: {
    title: 'Recent operations',
    empty: 'No operations yet',
    emptySentence: 'Changes to products and templates appear here, with the person and the time.',
    did: '{type} {target}',
    activated: 'Activated account',
    fields: '{count, plural, one {# change} other {# changes}}',
  },
}
