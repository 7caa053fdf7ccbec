import type { Leaves } from '../phrases.ts'
import type { config as source } from '../zh-cn/config.ts'

export const config: Leaves<typeof source> = {
  noun: 'configuration',
  privileges: { update: 'Change the configuration', view: 'View the configuration' },
  errors: {
    badValue: 'This value cannot be used for “{setting}”',
    wouldLockOut: 'Your present network {network} is not among them. You could not sign in anymore.',
    ownFactorMissing: 'Set up a second factor for your own account before you require it of all administrators',
  },
  fields: {
    key: 'Setting',
    value: 'Value',
    kickOut: 'New templates end the earlier sign-in',
    confirmIssueAbove: 'Confirm an issue of more than',
    lending: 'Lending',
    selfUnbind: 'Customers may unbind devices',
    mailAtIssue: 'Mail to users at issue',
    remindCustomers: 'Customer reminders',
    approvalForNew: 'Approval for new administrators',
    timeFormat: 'Time format of new administrators',
    pageSize: 'Rows per page of new administrators',
    sessionHours: 'Session length',
    secondFactor: 'Second factor required',
    signInNetworks: 'Allowed sign-in networks',
  },
  titles: { list: 'Configuration' },
  sentence: 'Switches and defaults of the developer. A change applies at once on every page and server.',
  groups: {
    license: 'Licenses',
    customer: 'Customers and users',
    console: 'Console',
    security: 'Sign-in and security',
  },
  settings: {
    kickOut:
      'The initial value of “End the earlier sign-in” in new templates of cloud licenses. Existing templates keep theirs.',
    confirmIssueAbove: 'If one issue has more licenses than this, the console asks to type their number.',
    lending:
      'When off, no seat can be lent anew, and lending codes that no device uses yet cannot be bound. Lent seats work until their end.',
    selfUnbind:
      'On the page of their license code, customers can unbind their own devices without asking you. The total number of devices does not go down.',
    mailAtIssue:
      'Users get a mail when a license is issued to their account; after an approval if one is needed. Licenses of campaigns send none.',
    remindCustomers:
      'Users of account licenses and recipients of license codes get a mail {first, number} and {second, number} days before expiry. The link leads to the website of the developer; requests to unsubscribe go to the first contact with an e-mail address.',
    approvalForNew:
      'Administrators who join while this is on are named in the approval flow “Issues of new administrators”, and the super administrator approves what they issue. When switched off, they stay in the flow.',
    timeFormat: 'New accounts that accept an invitation start with it. They can change it in their account.',
    pageSize: 'New accounts that accept an invitation start with it. They can change it later.',
    sessionHours: 'A session ends after this time without an action, and after {days, number} days at the latest.',
    secondFactor: 'Administrators and members of integrators must set up a second factor before they use the console.',
    signInNetworks:
      'Sign-in and the console work only from these networks: one address or range per line, such as 203.0.113.0/24. Empty: no restriction.',
  },
  superOnly: 'Only the super administrator can change these settings.',
  readOnly: 'You can view these settings. Changing them needs the privilege “{privilege}”.',
  hours: '{n, plural, one {# hour} other {# hours}}',
  count: '{n, number}',
  rows: '{n, plural, one {# row} other {# rows}}',
  on: 'On',
  off: 'Off',
  anywhere: 'No restriction',
  initial: 'Initial value: {value}',
  changed: 'Changed by {name}, {time}',
  changedByNobody: 'Changed {time}',
  unchanged: 'Never changed',
  save: 'Save',
  saved: '“{setting}” saved',
  changedTo: '“{setting}” changed to “{value}”',
  turnedOn: '“{setting}” turned on',
  turnedOff: '“{setting}” turned off',
  undo: 'Undo',
  undone: 'Undone: “{setting}” is “{value}” again',
  badNetworks: 'Each line must be an IP address or a range',
  range: '{min, number} to {max, number}',
  flow: 'Issues of new administrators',
  confirm: {
    secondFactorTitle: 'Require a second factor of all administrators?',
    secondFactorSentence:
      'Administrators and members of integrators without a second factor must set one up at their next action, before they can go on.',
    secondFactorAction: 'Require a second factor',
    signInNetworksTitle: 'Allow sign-in only from these networks?',
    signInNetworksSentence:
      'Administrators in other networks are refused at once, also in open sessions. If nobody can sign in anymore, the platform operator can clear this restriction.',
    signInNetworksAction: 'Restrict networks',
    sessionHoursTitle: 'Change the session length to {hours, plural, one {# hour} other {# hours}}?',
    sessionHoursSentence: 'Sessions that have been idle for longer end at once.',
    sessionHoursAction: 'Change the length',
  },
}
