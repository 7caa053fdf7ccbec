export const customer = {
  fields: {
    accountType: '账号类型', password: '密码', gender: '性别', customerName: '客户', customerGuid: '客户', description: '描述', tags: '标签', tagGuids: '标签',
    needActivation: '首次登录需激活', sendMail: '发送通知', activated: '已激活', file: '文件', dryRun: '仅试算',
  },
} as const
