import { CLOSED } from './closed.ts'

export const message = {
  seeHere: '在这里查看：\n{link}',
  reason: '{reason} {count, number} 次',
  comma: '，',
  kinds: {
    taskFinished: {
      title: '任务已完成：{subject}',
      body: '“{subject}”已处理完毕：成功 {success, number} 行，失败 {fail, number} 行，跳过 {skip, number} 行。',
    },
    taskFailed: { title: '任务中断：{subject}', body: '“{subject}”未能继续：{reason}' },
    lowBalance: {
      title: '您的 Sealwright 余额剩 ¥{balance}，低于 ¥{line}',
      body: '您的余额（含赠送余额）剩 ¥{balance}，已低于您设置的 ¥{line}。余额不足时无法签发和更新许可。',
    },
    packageEnding: {
      title: '套餐“{name}”将于 {day} 到期',
      body: '您有 {count, number} 个“{name}”套餐将于 {day} 到期，还剩 {licenses, number} 个许可和 {updates, number} 次更新。到期后未用完的数量将失效。',
    },
    serviceFeeEnding: {
      title: '平台服务费将于 {day} 到期',
      body: `您的平台服务费已付至 {day}，续费金额为 ¥{amount}。开启自动续费且余额充足时，到期前一天会自动扣费；逾期未付将不能${CLOSED.unpaid}。`,
    },
    serviceFeeOver: {
      title: '平台服务费已于 {day} 到期',
      body: `您的平台服务费已于 {day} 到期，应付 ¥{amount}。支付前不能${CLOSED.unpaid}。`,
    },
    billDue: {
      title: '平台账单：{name}，¥{amount}',
      body: '平台向您开具了一份账单：{name}，金额 ¥{amount}，请于 {day}（含当日）前付清。',
    },
    billOverdue: {
      title: '平台账单已逾期：{name}，¥{amount}',
      body: `平台账单“{name}”应于 {day}（含当日）前付清，金额 ¥{amount}，现已逾期。结清前不能${CLOSED.overdue}。`,
    },
    senderFailing: {
      title: '发件人 {email} 发送失败',
      body: '{problem, select, notAllowed {平台不允许连接它的服务器或端口} hostUnknown {找不到它的服务器} refused {它的服务器拒绝连接} timeout {它的服务器没有答复} tlsRequired {它的服务器要求加密连接} tlsFailed {无法与它的服务器建立加密连接} certificate {它的服务器证书无效} signIn {登录它的服务器失败} senderRefused {它的服务器不允许用这个地址发件} messageRefused {它的服务器拒收了一封邮件} unconfirmed {它的服务器没有确认收到邮件} other {它的服务器没有接收邮件}}。在它恢复之前，平台会代为发出邮件；如果平台没有配置邮件服务，邮件会显示为发送失败，可以重新发送。',
    },
    templateApproved: {
      title: '邮件模板“{name}”已通过审核',
      body: '平台已通过邮件模板“{name}”的审核。启用后，对应的邮件就使用这个模板。',
    },
    templateRejected: {
      title: '邮件模板“{name}”未通过审核',
      body: '平台驳回了邮件模板“{name}”。原因：{reason}\n\n修改后会重新提交审核。',
    },
    smartLicensesEnding: {
      title: '{count, number} 个智能许可将于 {day} 前到期',
      body: '{count, number} 个智能许可将在 {firstDay} 至 {day} 到期（含首尾两天）。到期后程序不能再使用；可以提前更新许可。',
    },
    accountLicensesEnding: {
      title: '{count, number} 个账号许可将于 {day} 前到期',
      body: '{count, number} 个账号许可将在 {firstDay} 至 {day} 到期（含首尾两天）。到期后程序不能再使用；可以提前更新许可。',
    },
    snLicensesEnding: {
      title: '{count, number} 个授权码将于 {day} 前到期',
      body: '{count, number} 个授权码将在 {firstDay} 至 {day} 到期（含首尾两天）。到期后程序不能再使用；可以提前更新许可。',
    },
    weeklyDigest: {
      title: '每周摘要（{day}）',
      body: '未来 {ahead, number} 天：{ending, plural, =0 {没有许可到期} other {# 个许可到期}}。\n过去 {back, number} 天：{refused, plural, =0 {没有程序被拒绝} other {程序被拒绝 # 次（{reasons}）}}；支出 ¥{spent}。\n等待处理：{bills, plural, =0 {没有未付账单} other {# 份未付账单}}，{approvals, plural, =0 {没有待审批的许可} other {# 个待审批的许可}}。',
    },
    feedbackAnswered: { title: '您的意见反馈有了回复', body: '您反馈：“{text}”\n\n回复：{answer}' },
  },
} as const
