export const captcha = {
  fields: { type: '验证类型', url: '受保护的地址', id: '验证编号', data: '验证数据' },
} as const
