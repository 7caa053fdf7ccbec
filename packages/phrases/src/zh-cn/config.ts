export const config = {
  noun: '配置',
  privileges: { update: '修改配置', view: '查看配置' },
  errors: {
    badValue: '这个值不能用于“{setting}”',
    wouldLockOut: '您当前的网络 {network} 不在其中，保存后您将无法登录',
    ownFactorMissing: '请先为您自己的账号启用两步验证，再要求所有管理员使用',
  },
  fields: { key: '配置项', value: '值' },
  titles: { list: '配置' },
} as const
