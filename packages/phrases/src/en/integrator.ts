import type { Phrases } from '../index.ts'

export const integrator: Phrases['integrator'] = {
  fields: {
    isEnabled: 'Enabled',
    assigned: 'Assigned',
    members: 'Members',
    products: 'Products',
    templates: 'Templates',
    state: 'Status',
    lastSignIn: 'Last sign-in',
    joined: 'Joined',
    createTime: 'Created',
    updateTime: 'Updated',
    createdBy: 'Created by',
  },
  titles: { list: 'Integrators', new: 'New integrator', edit: 'Edit integrator', view: 'Integrator' },
  states: { enabled: 'Enabled', disabled: 'Disabled' },
  list: {
    sentence:
      'Integrators hand your software to end customers. Their members see only the products and templates that are assigned to them.',
    create: 'New integrator',
    search: 'Name, contact, phone, e-mail',
    emptyTitle: 'No integrators yet',
    emptySentence: 'Add one, assign products and templates to it, then invite its members.',
  },
  actions: { view: 'View', edit: 'Edit', enable: 'Enable', disable: 'Disable', delete: 'Delete' },
  enable: {
    title: 'Enable the integrator “{name}”?',
    consequence: 'Its members can sign in again and see the products and templates that are assigned to it.',
    done: 'The integrator “{name}” is enabled',
  },
  disable: {
    title: 'Disable the integrator “{name}”?',
    consequence:
      'Its members are signed out at once and cannot sign in while it is disabled. Members and what is assigned stay as they are.',
    done: 'The integrator “{name}” is disabled; {count, plural, =0 {no member was signed in} one {# session was ended} other {# sessions were ended}}',
  },
  delete: {
    title: 'Delete the integrator “{name}”?',
    consequence:
      'Its members are signed out at once and are no longer members. What was assigned is taken back; the products and templates themselves stay. This cannot be undone.',
    done: 'The integrator “{name}” is deleted',
  },
  form: {
    newSentence: 'Once it is saved you can assign products and templates and invite members.',
    editSentence: 'Takes effect at once. Products, templates and members stay as they are.',
    create: 'Create integrator',
    save: 'Save',
    created: 'The integrator “{name}” is created',
    saved: 'The integrator “{name}” is saved',
    basicsSentence: 'No two of your integrators can have the same name.',
    contactSentence: 'For your own use; nothing is sent here.',
    quotas: 'Licenses',
    quotasSentence: 'How many licenses this integrator can issue at most.',
    quotaHelp: 'Leave empty for no limit.',
    back: 'Back to the integrators',
  },
  tabs: { product: 'Products', template: 'Templates', stock: 'Code stock', members: 'Members', history: 'History' },
  assigned: {
    sentence: {
      product: 'Members see these products. When a product is taken back, its templates go with it.',
      template: 'Members see these templates. The products of a template must be assigned first.',
    },
    nouns: { product: 'products', template: 'templates' },
    search: 'Search by name',
    needsProduct: 'Assign its product first',
    change: { product: 'Assign products', template: 'Assign templates' },
    save: 'Save',
    saved: '{added, number} assigned, {removed, number} taken back',
    unchanged: 'Nothing was changed',
    emptyTitle: { product: 'No products assigned yet', template: 'No templates assigned yet' },
  },
  members: {
    sentence:
      'Members sign in with their own accounts, {max, number} at most. Anyone without an account gets an invitation.',
    add: 'Add member',
    accountHelp:
      'An e-mail address or a mobile number. Anyone with an account joins at once; anyone without one gets an activation link.',
    submit: 'Add',
    added: '“{account}” is a member now',
    remove: 'Remove',
    removeTitle: 'Remove the member “{name}”?',
    removeConsequence:
      'They are signed out at once and no longer see what is assigned to this integrator. The account itself stays.',
    removed: 'The member “{name}” is removed',
    emptyTitle: 'No members yet',
    emptySentence: 'Members sign in with their own accounts and see the products and templates that are assigned.',
    never: 'Never signed in',
  },
}
