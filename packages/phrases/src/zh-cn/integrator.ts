export const integrator = {
  fields: {
    isEnabled: '启用', assigned: '已分配', members: '成员',
  },
} as const
