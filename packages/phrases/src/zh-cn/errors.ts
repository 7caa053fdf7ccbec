import type { ErrorPhrases } from '../shape.ts'
import { CLOSED } from './closed.ts'
import { errorsOutside } from './errors-outside.ts'
import { runtimeErrors } from './runtime.ts'

export const errors = {
  ...errorsOutside,
  role: {
    notFound: '角色不存在或已删除',
    nameTaken: '已有名为“{name}”的角色，请换一个名称',
    inUse: '角色“{name}”正被 {count} 个管理员使用，请先为他们更换角色',
    limit: '最多 {max} 个角色',
  },
  integrator: {
    notFound: '集成商不存在或已删除',
    nameTaken: '已有名为“{name}”的集成商，请换一个名称',
    limit: '最多 {max} 个集成商',
    memberNotFound: '该成员不存在或已移除',
    memberLimit: '一个集成商最多 {max} 个成员',
    templateNeedsProduct: '模板“{name}”的产品尚未分配给该集成商，请先分配产品',
  },
  customer: {
    notFound: '客户不存在或已删除',
    nameTaken: '已有名为“{name}”的客户，请换一个名称',
    unknown: '没有客户“{name}”，您也没有新建客户的权限',
  },
  tag: {
    notFound: '标签不存在或已删除',
    nameTaken: '已有标签“{name}”',
    limit: '最多 {max} 个标签',
  },
  task: {
    notFound: '任务不存在或已清理',
    stateForbids: '任务当前为“{status}”，不能执行此操作',
    undoOver: '任务完成超过 {hours} 小时，不能再撤销',
    notUndoable: '这类任务不能撤销，或已经撤销过',
  },
  template: {
    notFound: '模板不存在或已删除',
    versionNotFound: '模板没有版本 {version}',
    productImmutable: '模板的产品保存后不能更换，请复制为新模板',
  },
  billing: {
    insufficientBalance: '余额不足：需要 ¥{amount}，可用 ¥{balance}，请先充值',
    overdue: `账户已欠费，请先结清；结清前不能${CLOSED.overdue}`,
    billNotFound: '账单不存在',
    nothingDue: '这笔账单不需要支付',
    noStatement: '这个月没有资金变动，没有对账单',
    giftsUsedUp: '赠送许可不足：需要 {count} 个',
    vouchersUsedUp: '软许可代金券不足：需要 {count} 张',
  },
  topUp: {
    notFound: '充值记录不存在',
    stateForbids: '充值当前为“{status}”，不能执行此操作',
    methodOff: '这种支付方式暂不可用，请选择其他方式',
    providerFailed: '支付渠道暂时没有回应，请稍后再试；已支付的款项不会丢失',
    tooManyOpen: '未完成的充值已有 {max} 笔，请先完成或取消',
  },
  package: {
    offerNotFound: '这个套餐已下架，请刷新后重新选择',
    offerChanged: '套餐价格已变为 ¥{amount}，请确认后再购买',
    usedUp: '套餐“{type}”的可用数量不足：需要 {count} 个，请先购买',
  },
  order: { notFound: '订单不存在' },
  serviceFee: {
    none: '当前不需要支付平台服务费',
    tooFarAhead: '最多预付到 {months} 个月之后，暂不需要再付',
    changed: '平台服务费已变为 ¥{amount}，请确认后再支付',
  },
  license: {
    notFound: '没有这个许可，或者您看不到它',
    templateExpired: '模板“{name}”已于 {end} 到期，不能再签发；请编辑模板的结束时间或选择其他模板',
    templateWithoutBilling: '模板“{name}”没有可用的计费信息，不能选择；请先在模板中补全扣费方式和期限',
    changeNotAllowed: '不能修改“{field}”：模板没有开放这项临时权限，或更新许可不能改变它。如需不同的内容，请重新签发',
    overIssueMax: '每次最多签发 {max, number} 个许可，这次要签发 {count, number} 个；请改用批量签发',
    quotaUsedUp: '您的{form}额度还剩 {left, number} 个，不够签发 {count, number} 个；请联系超级管理员',
    trialLimit: '试用开发者最多签发 {max, number} 个许可，还可签发 {left, number} 个；转正后没有这个限制',
    trialTooLong: '试用期间签发的许可最长 {max, number} 天',
    issueFailed: '许可签发失败，请重试',
    stateForbids: '许可“{serial}”当前为“{status}”，不能执行此操作',
    machineNotFound: '没有这台设备',
    unbindFailed: '解绑失败：设备“{name}”已经不在此许可上',
    bindCount: '设备绑定数不正确：已绑定 {bound, number} 台，累计 {ever, number} 台，不能小于这个数',
    changedSince: '许可“{serial}”之后又有变化，没有撤销',
    batchUnfit: '有 {count, number} 个许可不能一起更新，全部都没有更改',
    notCode: '账号许可没有授权码',
    alreadyDelivered: '授权码“{serial}”已发给 {recipient}，如需再次发放请确认',
    notStock: '“{serial}”不是预置授权码，不能交给集成商',
    heldUnseen: '用户已有该产品的许可，您看不到它，也不能替换它，请联系超级管理员',
  },
  runtime: runtimeErrors,
  seat: { notFound: '没有这条记录，或者它已经结束' },
  signingKey: { notFound: '没有这个签名密钥', stateForbids: '密钥“{kid}”当前为“{state}”，不能执行此操作' },
} as const satisfies ErrorPhrases
