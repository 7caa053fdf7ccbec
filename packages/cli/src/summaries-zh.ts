// What each call does, in Chinese. The English sentences are those of the contract. Calls of the two families of
// templates and of licenses share a sentence.
import { LIMITS } from '@sealwright/contract'
import type { Call } from '@sealwright/contract'

const SUMMARIES: Readonly<Record<string, string>> = {
  'user.find':
    '列出用户，最近更新的在前。可按账号、姓名或电话的一部分，账号类型，标签（须全部具备），客户，是否已激活，以及导入任务筛选；按导入任务筛选时，默认按文件中的顺序。',
  'user.get': '返回一个用户。',
  'user.create':
    '添加用户：关联已有的账号，或新开一个没有密码的账号，密码由本人设置。有权限时，不存在的客户和标签会一并新建。',
  'user.update': '修改用户资料。空值清除字段，没有给出的字段不变。账号不能修改。',
  'user.delete': '从开发者移除用户。账号和许可保留。',
  'customer.find': '列出客户，最近更新的在前。可按名称、联系人、电话或邮箱的一部分筛选。',
  'customer.get': '返回一个客户。',
  'customer.create': '添加客户。',
  'customer.update': '修改客户。空值清除字段，没有给出的字段不变。',
  'customer.delete': '删除客户。它的用户保留，不再属于任何客户。',
  'tag.find': '按名称列出标签和各自的用户数。',
  'tag.get': '返回一个标签。',
  'tag.create': '新建标签。',
  'tag.update': '重命名标签。用户仍有这个标签。',
  'tag.delete': '删除标签，并从用户上移除。',
  'product.find': '列出产品，最近更新的在前。可按名称或显示名称的一部分、许可 ID、许可形式筛选。',
  'product.get': '返回产品及其 64 个模块、数据区和图标（base64 PNG）。',
  'product.create': '新建产品。许可 ID 不能修改，也不会再次使用。',
  'product.update': '修改产品。空值清除字段，没有给出的字段不变。给出 `revision` 时，不覆盖更新的修改。',
  'product.delete': '删除没有模板使用的产品。许可 ID 仍然保留，不再分配。',
  'template.find': '列出模板，最近更新的在前。可按名称的一部分、产品的许可 ID、创建的管理员筛选。',
  'template.get': '返回模板及其模块和数据区。给出 `version` 时返回那个版本。',
  'template.create': '新建模板。时间写作 ISO 8601，或开发者时区的时间或日期。',
  'template.update':
    '保存为新版本。空值清除字段，没有给出的字段不变。给出 `version` 时，不覆盖更新的修改。已签发的许可不变。',
  'template.delete': '删除模板。按它签发的许可保留。',
  'license.find': '列出许可，最近签发的在前。已删除和已被替换的许可，只有用 `status` 选择时才列出。',
  'license.get': '返回许可及其模块、数据区和可更新的字段。',
  'license.history': '列出许可的全部事件和修改的字段，最近的在前。',
  'license.preview': '只检查签发，不执行：每条规则的结果、价格，以及会替换的许可。',
  'license.issue': '按模板签发许可。`codes` 按顺序包含新的授权码。账号许可会替换该用户同一产品的许可。',
  'license.refresh': '更新许可的条款，并收取差价。可更新的字段因许可而异。',
  'license.lock': '锁定许可。程序在下一次联系时被拒绝。',
  'license.unlock': '解锁许可。',
  'license.delete': '立即删除许可，不退款。已绑定的设备在下一次联系时被拒绝。',
  'license.batchAct': '以任务锁定、解锁或删除多个许可，24 小时内可以撤销。',
  'license.deliver': '登记授权码的交付；渠道为邮件时发送邮件。已交付过的授权码会被拒绝，除非 `again` 为 true。',
  'license.rekey': '更换泄露的授权码。付款和期限不变，设备须用新的授权码激活。',
  'license.batchIssue':
    '以任务签发许多许可：每个模板和用户一个，或一定数量的授权码。服务器中断后会继续，24 小时内可以撤销。',
  'license.batchUpdate':
    '以任务对多个许可作同样的更新，24 小时内可以撤销。先检查全部许可；有一个不符合，就都不更新，并逐个说明原因。',
  'license.machines': '列出许可当前和曾经绑定的设备，最近绑定的在前。',
  'license.unbind': '从许可解绑设备。再次绑定时不算新设备。',
  'license.recycle': '永久收回设备：它不能再绑定这个许可。',
  'seat.find': '列出占用和借出的席位及其使用者，最近占用的在前。`isTaken` 为 false 时列出最近结束的席位。',
  'seat.count':
    '统计占用和借出的席位，以及它们所属的许可。指定一个许可时，还返回席位上限；不计席位的许可返回设备上限。',
  'seat.release': '释放席位。填写的原因随下一次心跳告诉程序。借出的席位会被收回，设备在下一次联系时得知，并看到原因。',
  'userLock.find': '按外壳号列出用户锁。可按文字、激活方式、状态、客户、管理员和到期时间筛选。',
  'userLock.get': '返回一把用户锁。',
  'userLock.update': '设置用户锁的客户和备注。',
  'userLock.act':
    '对用户锁下达指令：挂失或取消挂失、锁定或解锁、转为永久锁或激活锁、设置离线时长，或撤回等待中的指令。锁在下一次联系时执行。',
  'userLock.batchAct': `以任务对最多 ${LIMITS.dongle.batchLocks} 把锁下达同一指令，每行各有结果。`,
  'userLock.history': '列出用户锁的全部事件，最近的在前。',
  'dongleLicense.find': '列出硬件锁内的许可，最近变更的在前。',
  'dongleLicense.get': '返回硬件锁内的一个许可。',
  'dongleLicense.preview': '只检查签发，不执行：哪些锁可以接受，其余的为什么不能。',
  'dongleLicense.issue': `为最多 ${LIMITS.dongle.issueAtOnce} 把锁各签发一个升级包。先检查全部的锁。`,
  'dongleLicense.batchIssue':
    `以任务为最多 ${LIMITS.dongle.batchLocks} 把锁各签发一个升级包。没有被取走的升级包可以撤销。` +
    '试运行不需要 PIN，之后由 `/dongleLicense/start.do` 开始。',
  'dongleLicense.refresh': '签发升级包，更新一个许可：每个值可以设为、追加、减少或不限。',
  'dongleLicense.delete': '签发升级包，删除硬件锁内的许可。',
  'dongleLicense.empty': '以任务签发升级包，删除所选用户锁内的全部许可。',
  'upgrade.find': '列出硬件锁的升级包，最近的在前：一把锁的、一个许可的、一个任务的，或全部。',
  'upgrade.download': '下载一个升级包，或多个合成的 zip 文件。每次下载都计数。',
  'upgrade.reissue': '重新签发失败或已结束的升级包中的内容，各有新的编号。',
  'upgrade.withdraw': '收回没有被取走的升级包。',
  'order.find': '列出订单和扣费状态，最新的在前。可按所付的许可查找。',
  'order.get': '返回订单及其价格明细和账单。',
  'statistics.get':
    '按开发者时区逐日返回一个指标，与前一时段对比，可按一个维度拆分。筛选和拆分只能用该指标的维度。只计入调用者数据范围内的行，以及调用者可以查看的载体的许可。',
  'statistics.overview': '返回调用者可见的每个指标的合计和逐日数值。',
  'statistics.devices': '统计绑定的设备，并列出最多的操作系统和程序版本。各项之和可能小于总数。',
  'task.find': '列出调用者的任务，最新的在前。超级管理员看到全部任务。',
  'task.get': '返回任务和当前的计数。',
  'task.cancel': '取消任务余下的行，已完成的行不变。草稿会被丢弃。',
  'task.retry': '重新处理任务中失败的行。撤销后不能重试。',
}

const SHARED: Readonly<Record<string, string>> = { pcTemplate: 'template', pcLicense: 'license' }

/** Undefined for a call without a sentence, which a test forbids. */
export function summaryZh({ name }: Call): string | undefined {
  const [noun = '', verb = ''] = name.split('.')
  return SUMMARIES[`${SHARED[noun] ?? noun}.${verb}`]
}
