export const mail = {
  register: { subject: 'Sealwright 注册验证码：{code}', body: '您的注册验证码是 {code}，{minutes} 分钟内有效。\n\n如果不是您本人操作，请忽略这封邮件。' },
  alreadyRegistered: { subject: '您已经注册过 Sealwright', body: '有人用这个地址注册 Sealwright，而它已经是一个账号。\n\n如果是您本人，请直接登录；忘记密码时可在登录页找回。如果不是您本人操作，请忽略这封邮件。' },
  resetPassword: { subject: 'Sealwright 重设密码验证码：{code}', body: '您的验证码是 {code}，{minutes} 分钟内有效。也可以打开下面的链接重设密码：\n{link}\n\n如果不是您本人操作，请忽略这封邮件，您的密码不会改变。' },
  activate: { subject: 'Sealwright 激活码：{code}', body: '请打开下面的链接激活账号，{days} 天内有效：\n{link}\n\n也可以在激活页面输入激活码 {code}。' },
  bind: { subject: 'Sealwright 绑定验证码：{code}', body: '您的验证码是 {code}，{minutes} 分钟内有效，用于将此地址绑定到您的账号。\n\n如果不是您本人操作，请忽略这封邮件。' },
  superAdministrator: { subject: 'Sealwright 超级管理员变更验证码：{code}', body: '开发者“{developer}”请您接任超级管理员。验证码是 {code}，{minutes} 分钟内有效；请只告诉您信任的现任超级管理员。\n\n如果您不同意，请忽略这封邮件。' },
  passwordChanged: { subject: '您的 Sealwright 密码已更改', body: '您的密码已于 {time} 更改，其他会话已结束。\n\n如果不是您本人操作，请立即通过登录页的“忘记密码”重设密码。' },
  addressChanged: { subject: '您的 Sealwright 登录地址已更改', body: '您的账号已于 {time} 改用新的地址 {address}。\n\n如果不是您本人操作，请立即联系您的管理员。' },
  addressAdded: { subject: '您的 Sealwright 账号添加了登录地址 {address}', body: '您的账号已于 {time} 添加了新的地址 {address}，可以用它登录。\n\n如果不是您本人操作，请立即通过登录页的“忘记密码”重设密码，并联系您的管理员。' },
  applicationApproved: { subject: '您已成为正式开发者', body: '开发者“{developer}”的转正申请已通过。试用期间签发的许可已删除，产品和模板保留。' },
  applicationRejected: { subject: '您的转正申请未通过', body: '开发者“{developer}”的转正申请未通过。原因：{reason}\n\n修改后可以再次申请。' },
  test: { subject: 'Sealwright 测试邮件', body: '如果您收到这封邮件，说明 Sealwright 的发信设置工作正常。' },
} as const
