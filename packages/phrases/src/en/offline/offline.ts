import { workbench } from './workbench.ts'

export const offline = {
  noun: 'offline exchange',
  privileges: {
    exchange: 'Exchange offline files',
    view: 'View offline files and exchanges',
  },
  errors: {
    notFound: 'There is no such exchange.',
    ended: 'This file has ended and can no longer be downloaded.',
    unreadable: 'This file cannot be read. Choose an unchanged file with the extension c2d or d2c.',
    notOurs: 'There is no record of this file.',
  },
  titles: { list: 'Offline files', workbench: 'Offline workbench', searchLicense: 'Find a license' },
  fields: {
    files: 'Files',
    name: 'File name',
    text: 'Content',
    file: 'File',
    kind: 'Purpose',
    licenseGuid: 'License',
    taskId: 'Task',
    machineName: 'Device',
    state: 'State',
    way: 'Handed in',
    time: 'Time',
    madeTime: 'Made',
    validUntil: 'Valid until',
    digest: 'Digest',
  },
  kinds: { bind: 'Bind', refresh: 'Renew', unbind: 'Unbind' },
  states: { ready: 'Ready', ended: 'Ended', removed: 'Unbound' },
  ways: { console: 'License page', workbench: 'Workbench', codePage: 'Code page', runtime: 'Program' },
  packages: { lease: 'License', data: 'Data area', receipt: 'Receipt' },
  ...workbench,
} as const
