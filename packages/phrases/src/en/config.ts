import type { Leaves } from '../index.ts'
import type { config as source } from '../zh-cn/config.ts'

export const config: Leaves<typeof source> = {
  noun: 'configuration',
  privileges: { update: 'Change the configuration', view: 'View the configuration' },
  errors: {
    badValue: 'This value cannot be used for “{setting}”',
    wouldLockOut: 'Your present network {network} is not among them. You could not sign in anymore.',
    ownFactorMissing: 'Set up a second factor for your own account before you require it of all administrators',
  },
  fields: { key: 'Setting', value: 'Value' },
  titles: { list: 'Configuration' },
}
