import type { Leaves } from '../phrases.ts'
import type { integrator as source } from '../zh-cn/integrator.ts'

export const integrator: Leaves<typeof source> = {
  noun: 'integrator',
  privileges: {
    create: 'Create integrators',
    delete: 'Delete integrators',
    update: 'Edit integrators',
    view: 'View integrators',
  },
  errors: {
    notFound: 'The integrator does not exist or was deleted',
    nameTaken: 'An integrator named “{name}” already exists. Choose another name.',
    limit: 'You can have up to {max} integrators',
    memberNotFound: 'The member does not exist or was removed',
    memberLimit: 'An integrator can have up to {max} members',
    templateNeedsProduct:
      'The products of template “{name}” are not assigned to this integrator yet. Assign them first.',
  },
  fields: {
    isEnabled: 'Enabled',
    assigned: 'Assigned',
    members: 'Members',
    products: 'Products',
    templates: 'Templates',
    state: 'Status',
    lastSignIn: 'Last sign-in',
    joined: 'Joined',
  },
  titles: { list: 'Integrators', new: 'New integrator', edit: 'Edit integrator', view: 'Integrator' },
  states: { enabled: 'Enabled', disabled: 'Disabled' },
  list: {
    sentence:
      'Integrators deliver your software to end customers. Their members see only the products and templates assigned to them.',
    search: 'Name, contact, phone, e-mail',
    emptyTitle: 'No integrators yet',
    emptySentence: 'Add an integrator, assign products and templates to it, then invite its members.',
  },
  actions: { enable: 'Enable', disable: 'Disable' },
  enable: {
    title: 'Enable integrator “{name}”?',
    consequence: 'Its members can sign in again and see the products and templates assigned to it.',
    done: 'Integrator “{name}” enabled',
  },
  disable: {
    title: 'Disable integrator “{name}”?',
    consequence:
      'Its members are signed out immediately and cannot sign in while it is disabled. Members and assignments are kept.',
    done: 'Integrator “{name}” disabled; {count, plural, =0 {no members were signed in} one {# session ended} other {# sessions ended}}',
  },
  delete: {
    consequence:
      'Its members are signed out immediately and are no longer members. Assignments are removed; the products and templates themselves are kept. This cannot be undone.',
  },
  form: {
    newSentence: 'After you save, you can assign products and templates and invite members.',
    editSentence: 'Changes apply immediately. Products, templates and members are not affected.',
    basicsSentence: 'Integrator names must be unique.',
    contactSentence: 'For your reference only. Nothing is sent here.',
    quotas: 'Licenses',
    quotasSentence: 'The maximum number of licenses this integrator can issue.',
    quotaHelp: 'Leave empty for no limit.',
  },
  tabs: { product: 'Products', template: 'Templates', stock: 'Code stock', locks: 'Lock stock', members: 'Members' },
  assigned: {
    sentence: {
      product: 'Members can see these products. When you unassign a product, its templates are unassigned too.',
      template: 'Members can see these templates. The products of a template must be assigned first.',
    },
    nouns: { product: 'products', template: 'templates' },
    search: 'Search by name',
    needsProduct: 'Assign its product first',
    change: { product: 'Assign products', template: 'Assign templates' },
    save: 'Save',
    saved: '{added, number} assigned, {removed, number} unassigned',
    unchanged: 'No changes',
    emptyTitle: { product: 'No products assigned yet', template: 'No templates assigned yet' },
  },
  members: {
    sentence:
      'Up to {max, number} members, who sign in with their own accounts. They join when they accept the invitation.',
    add: 'Invite member',
    accountHelp: 'An e-mail address or mobile number. They get an invitation, which is valid for {days, number} days.',
    submit: 'Send invitation',
    added: '“{account}” invited',
    resend: 'Resend invitation',
    resent: 'Invitation to “{name}” sent again',
    withdraw: 'Withdraw invitation',
    withdrawTitle: 'Withdraw the invitation to “{name}”?',
    withdrawConsequence: 'They can no longer accept it.',
    withdrawn: 'Invitation to “{name}” withdrawn',
    invited: 'Invited',
    remove: 'Remove',
    removeTitle: 'Remove member “{name}”?',
    removeConsequence:
      'They are signed out immediately and no longer see the products and templates of this integrator. The account itself is kept.',
    removed: 'Member “{name}” removed',
    emptyTitle: 'No members yet',
    emptySentence:
      'Invite members. Once they accept, they sign in with their own accounts and see the assigned products and templates.',
    never: 'Never signed in',
  },
}
