export const access = {
  fields: {
    state: '状态', roleGuid: '角色', roleGuids: '角色', roles: '角色', privileges: '权限', productScope: '产品范围', userScope: '用户范围', customerScope: '客户范围', scope: '范围',
    validUntil: '有效期', description: '说明', isEnabled: '启用', assigned: '已分配', viewAs: '以其身份查看',
  },
} as const
