export const mail = {
  register: {
    subject: '{center} 注册验证码：{code}',
    body: '您的注册验证码是 {code}，{minutes} 分钟内有效。\n\n如果不是您本人操作，请忽略这封邮件。',
  },
  alreadyRegistered: {
    subject: '您已经注册过 {center}',
    body: '有人用这个地址注册，而它已经是一个账号。\n\n如果是您本人，请直接登录；忘记密码时可在登录页找回。如果不是您本人操作，请忽略这封邮件。',
  },
  resetPassword: {
    subject: '{center} 重设密码验证码：{code}',
    body: '您的验证码是 {code}，{minutes} 分钟内有效。也可以打开下面的链接重设密码：\n{link}\n\n如果不是您本人操作，请忽略这封邮件，您的密码不会改变。',
  },
  activate: {
    subject: '{center} 激活码：{code}',
    body: '请打开下面的链接激活账号，{days} 天内有效：\n{link}\n\n也可以在激活页面输入激活码 {code}。',
  },
  invitation: {
    subject: '{center} 邀请验证码：{code}',
    body: '您的验证码是 {code}，{minutes} 分钟内有效。也可以打开下面的链接查看发给您的邀请：\n{link}\n\n如果不是您本人操作，请忽略这封邮件。',
  },
  campaign: {
    subject: '“{developer}”活动验证码：{code}',
    body: '您正在参与“{developer}”的活动。验证码是 {code}，{minutes} 分钟内有效。\n\n如果不是您本人操作，请忽略这封邮件。',
  },
  bind: {
    subject: '{center} 绑定验证码：{code}',
    body: '您的验证码是 {code}，{minutes} 分钟内有效，用于将此地址绑定到您的账号。\n\n如果不是您本人操作，请忽略这封邮件。',
  },
  superAdministrator: {
    subject: '{center} 超级管理员变更验证码：{code}',
    body: '开发者“{developer}”请您接任超级管理员。验证码是 {code}，{minutes} 分钟内有效；请只告诉您信任的现任超级管理员。\n\n如果您不同意，请忽略这封邮件。',
  },
  passwordChanged: {
    subject: '您的 {center} 密码已更改',
    body: '您的密码已于 {time} 更改，其他会话已结束。\n\n如果不是您本人操作，请立即通过登录页的“忘记密码”重设密码。',
  },
  addressChanged: {
    subject: '您的 {center} 登录地址已更改',
    body: '您的账号已于 {time} 改用新的地址 {address}。\n\n如果不是您本人操作，请立即联系您的管理员。',
  },
  addressAdded: {
    subject: '您的 {center} 账号添加了登录地址 {address}',
    body: '您的账号已于 {time} 添加了新的地址 {address}，可以用它登录。\n\n如果不是您本人操作，请立即通过登录页的“忘记密码”重设密码，并联系您的管理员。',
  },
  // The mails that developers can replace with e-mail templates. Their parameters are the variables of the templates.
  addAccount: {
    subject: '{developerName} 已将您添加为用户',
    text: '{developerName} 已将您的账号 {account} 添加为用户，用原来的密码登录其软件即可；忘记密码请打开 {passwordLink}',
    body: '{developerName} 已将您的 {center} 账号 {account} 添加为用户。用这个账号和原来的密码，即可在其软件中登录并使用为您签发的许可。',
  },
  registration: {
    subject: '您在 {developerName} 的账号已激活',
    text: '您的账号 {account} 已激活，可以登录 {developerName} 的软件了',
    body: '您的 {center} 账号 {account} 已激活。用这个账号即可登录 {developerName} 的软件，使用为您签发的许可。',
  },
  lendingAdmin: {
    subject: '{developerName} 请您管理授权码的借阅',
    text: '{developerName} 请您管理授权码的借阅，请打开 {lendingLink}',
    body: '{developerName} 请您管理“{productName}”授权码的借阅：把席位借给使用者，并在需要时收回。请打开下面的链接登录，它只能使用一次，{expireTime} 前有效：\n{lendingLink}',
  },
  lendingCode: {
    subject: '{developerName} 的借阅码：{lendingCode}',
    text: '您的“{productName}”借阅码：{lendingCode}，有效期至 {expireTime}',
    body: '您从 {developerName} 借到了“{productName}”的一个席位。借阅码是 {lendingCode}，有效期至 {expireTime}，到期后自动归还。',
  },
  promotion: {
    stop: '不想再收到 {developer} 的推广邮件？请打开 {link} 退订。',
    subject: '{developerName} 邀请您参加活动',
    text: '{developerName} 邀请您参加活动，详情见 {campaignUrl}',
    body: '{developerName} 正在举办“{productName}”的活动，截止时间 {expireTime}。请打开下面的页面参加：\n{campaignUrl}',
  },
  addAccountNew: {
    subject: '{developerName} 为您开通了账号 {account}',
    text: '{developerName} 为您开通了账号 {account}，请打开 {passwordLink} 设置密码',
    body: '{developerName} 已为您开通 {center} 账号 {account}，用于在其软件中登录并使用为您签发的许可。\n\n首次使用前，请打开下面的页面设置密码：\n{passwordLink}',
  },
  addAccountActivate: {
    subject: '{developerName} 邀请您激活账号，激活码：{activationCode}',
    text: '{developerName} 为您开通了账号，激活码：{activationCode}，请在 {days} 天内打开 {activationLink}',
    body: '{developerName} 已为您开通 {center} 账号 {account}。请打开下面的链接激活账号并设置密码，{days} 天内有效：\n{activationLink}\n\n也可以在激活页面输入激活码 {activationCode}。',
  },
  adminInvited: {
    subject: '{developer} 邀请您成为管理员',
    text: '{developer} 的 {inviter} 邀请您成为管理员，由您决定，请{days, plural, =0 {尽快（不到一天）} other {在 # 天内}}打开 {link}',
    body: '{developer} 的 {inviter} 邀请 {account} 成为管理员。请打开下面的链接查看，接受或拒绝由您决定，{days, plural, =0 {不到一天后失效，请尽快打开} other {# 天内有效}}：\n{link}\n\n在您接受之前，什么都不会发生。如果不认识邀请人，请忽略这封邮件。',
  },
  partnerInvited: {
    subject: '{developer} 邀请您使用集成商控制台',
    text: '{developer} 的 {inviter} 邀请您使用集成商控制台，由您决定，请{days, plural, =0 {尽快（不到一天）} other {在 # 天内}}打开 {link}',
    body: '{developer} 的 {inviter} 邀请 {account} 成为集成商成员，查看分配给集成商的产品和模板。请打开下面的链接查看，接受或拒绝由您决定，{days, plural, =0 {不到一天后失效，请尽快打开} other {# 天内有效}}：\n{link}\n\n在您接受之前，什么都不会发生。如果不认识邀请人，请忽略这封邮件。',
  },
  senderTest: {
    subject: '来自 {email} 的测试邮件',
    body: '这封测试邮件由“{developer}”的发件人 {email} 发出。收到它，说明发件人可以正常使用。',
  },
  licensesEnding: {
    subject: '您的“{productName}”许可将于 {expireTime} 到期',
    text: '{developerName} 的“{productName}”许可将于 {expireTime} 到期',
    body: '{userName}，您好！\n\n{developerName} 提供的“{productName}”许可将于 {expireTime} 到期。到期后软件将不能继续使用。\n\n续期请访问：\n{campaignUrl}',
    stop: '不希望再收到此类提醒，请联系 {developer}。',
    stopAt: '不希望再收到此类提醒，请联系 {developer}：{contact}',
  },
  licenseIssued: {
    subject: '{developer} 为您签发了“{product}”的许可',
    text: '{developer} 为您的账号 {account} 签发了“{product}”的许可（{term}）',
    body: '{developer} 为您的账号 {account} 签发了“{product}”的许可（{term}）。用这个账号登录软件即可使用。',
  },
  licenseCodes: {
    subject: '{developer} 为您提供的授权码（{count, number} 个）',
    body: '{developer} 为您提供以下授权码：\n\n{codes}\n\n请妥善保管，不要转发给他人。\n\n查看期限和设备，或激活没有网络的设备：\n{link}',
    group: '{product}（{term}）',
  },
  test: { subject: '{center} 测试邮件', body: '如果您收到这封邮件，说明 {center} 的发信设置工作正常。' },
} as const
