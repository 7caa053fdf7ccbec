export const mail = {
  test: { subject: 'Sealwright 测试邮件', body: '如果您收到这封邮件，说明 Sealwright 的发信设置工作正常。' },
} as const
