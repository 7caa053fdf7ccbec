export const task = {
  fields: {
    status: '状态', state: '结果',
  },
} as const
