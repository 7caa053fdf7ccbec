import type { Leaves } from '../phrases.ts'
import type { webhook as source } from '../zh-cn/webhook.ts'

export const webhook: Leaves<typeof source> = {
  noun: 'webhook',
  privileges: { update: 'Manage webhooks', view: 'View webhooks' },
  errors: {
    notFound: 'The webhook does not exist or was deleted',
    limit: 'At most {max} webhooks',
    addressNotAllowed:
      "The platform does not allow this address: it is inside the operator's network, or its port is not allowed",
    urlTaken: 'There is a webhook with this address already',
    disabled: 'The webhook is disabled. Enable it first.',
    deliveryNotFound: 'The delivery does not exist or was cleared',
  },
  fields: {
    url: 'Address',
    description: 'Description',
    events: 'Events',
    event: 'Event',
    isEnabled: 'Enabled',
    state: 'State',
    overlapHours: 'Hours that the old secret also signs',
  },
  titles: { list: 'Webhooks', view: 'Webhook' },
  states: { waiting: 'Waiting', delivered: 'Delivered', failed: 'Failed', dropped: 'Dropped' },
  problems: {
    notAllowed: 'The platform does not allow this address',
    hostUnknown: 'The server was not found',
    refused: 'The server refused the connection',
    timeout: 'The server did not answer within {seconds, number} seconds',
    tls: 'No encrypted connection was possible, or the certificate is invalid',
    status: 'The server answered {status}',
    closed: 'The server closed the connection',
  },
  events: {
    license: {
      issued: 'License issued',
      updated: 'License updated',
      locked: 'License locked',
      unlocked: 'License unlocked',
      expired: 'License expired',
      replaced: 'License replaced',
      deleted: 'License deleted',
      approved: 'License approved',
      rejected: 'License rejected',
    },
    device: {
      bound: 'Device bound',
      unbound: 'Device unbound',
    },
    user: {
      created: 'User created',
      updated: 'User updated',
      deleted: 'User deleted',
    },
    order: {
      charged: 'Order charged',
    },
    task: {
      finished: 'Task finished',
    },
    dongle: {
      changed: 'User lock changed',
    },
    upgrade: {
      reported: 'Upgrade package written or failed',
    },
    webhook: {
      test: 'Test event',
    },
  },
  groups: {
    license: 'Licenses',
    device: 'Devices',
    user: 'Users',
    order: 'Orders',
    task: 'Tasks',
    dongle: 'Dongles',
  },
  list: {
    sentence: 'The center notifies your systems when licenses, devices, users and other records change.',
    create: 'Add an address',
    emptyTitle: 'No webhooks yet',
    emptySentence: 'Add an address of your system and choose events. Changes from then on arrive as signed requests.',
    allEvents: 'All events',
    eventCount: '{count, plural, one {# kind of event} other {# kinds of events}}',
    deliveries: 'Deliveries in {days, number} days',
    counted: '{delivered, number} delivered, {failed, number} failed, {waiting, number} waiting',
    enabled: 'Enabled',
    disabled: 'Disabled',
    failing: 'Failing',
    failingSince: 'since {time}',
    last: 'Last delivery',
    never: 'Never',
  },
  actions: {
    view: 'Deliveries',
    edit: 'Edit',
    sendTest: 'Send test event',
    rotate: 'Rotate secret',
    enable: 'Enable',
    disable: 'Disable',
    delete: 'Delete',
  },
  form: {
    newTitle: 'Add a webhook',
    editTitle: 'Edit webhook',
    urlHelp: "An https address of your system. The operator must allow addresses inside the operator's network.",
    descriptionHelp: 'Such as “Orders of the web shop”.',
    chosen: '{count, number} of {max, number} chosen',
    create: 'Add',
    save: 'Save',
    saved: 'The webhook was saved',
  },
  secret: {
    createdTitle: 'The webhook was added',
    rotatedTitle: 'New signing secret',
    use: 'Your system checks the signature of each request with this secret.',
  },
  rotate: {
    title: 'Rotate the signing secret',
    consequence:
      'Requests are signed with the new secret. For the hours below they also carry a signature of the old one, so ' +
      'that your system can change over.',
  },
  enable: { done: 'The webhook to {host} was enabled' },
  disable: {
    title: 'Disable this webhook?',
    consequence:
      'Events in the meantime are not sent later, and events that wait are dropped. You can enable it again at any ' +
      'time.',
    done: 'The webhook to {host} was disabled',
  },
  delete: {
    title: 'Delete this webhook?',
    consequence: 'Nothing more is sent to {url}. Its deliveries are deleted too. This cannot be undone.',
    done: 'The webhook was deleted',
  },
  detail: {
    back: 'Back to webhooks',
    deliveries: 'Deliveries',
    creator: 'Created by',
    failingTitle: 'Deliveries have failed since {time}',
    failingNote:
      'Each event is tried again for {hours, number} hours with growing pauses, then it counts as failed. Check ' +
      'your system, then send a test event.',
    disabledNote: 'Disabled: it receives no events.',
    formerNote: 'Until {time}, requests also carry a signature of the old secret.',
  },
  deliveries: {
    event: 'Event',
    state: 'State',
    time: 'Time of event',
    about: 'About',
    attempts: 'Attempts',
    last: 'Last result',
    next: 'Next attempt',
    view: 'View',
    emptyTitle: 'No deliveries yet',
    emptySentence:
      'The chosen events appear here when they happen, and stay for {days, number} days. You can send a test event ' +
      'first.',
    answered: '{status} · {ms, number} ms',
  },
  delivery: {
    title: 'Delivery: {event}',
    eventId: 'Event ID (webhook-id)',
    sending: 'Sending…',
    headers: 'Headers',
    body: 'Body',
    attempts: 'Attempts',
    attempt: 'Attempt {number, number}',
    answer: 'Answer',
    noAnswer: 'No content',
    none: 'No attempt yet',
    again: 'Send again',
    againDone: 'The event was sent again',
  },
  verify: {
    title: 'How to check a signature',
    sentence:
      'Requests are signed as Standard Webhooks describes. Check the signature over the raw body, and refuse ' +
      'requests whose time differs by more than 5 minutes. Recognize repeated deliveries by webhook-id, and answer ' +
      'with 2xx.',
    label: 'Language of the code',
    languages: { node: 'Node', python: 'Python' },
    guide: 'Guide to webhooks',
  },
}
