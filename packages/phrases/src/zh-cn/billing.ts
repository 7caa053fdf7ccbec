import { billingFee } from './billing-fee.ts'
import { billingOverview } from './billing-overview.ts'
import { billingPackage } from './billing-package.ts'
import { billingPayment } from './billing-payment.ts'
import { billingTopUp } from './billing-top-up.ts'

export const billing = {
  fields: {
    amountFen: '充值金额', paymentMethod: '支付方式', status: '状态', category: '类别', billingId: '账单编号', orderId: '订单编号', serial: '编号', type: '套餐类型', count: '数量', byVoucher: '用代金券支付', purse: '账户', movement: '变动类型',
    token: '凭证', action: '操作', isRefunded: '已退款', month: '月份', lowBalanceFen: '余额预警线', priceFen: '价格', autoRenew: '自动续费', paidUntil: '已付至', unit: '统计单位', orderGuid: '订单',
    subject: '事项', projectedFen: '应扣金额', actualFen: '实扣金额', giftFen: '赠送金额', balanceFen: '余额', createTime: '创建时间', settleTime: '结清时间', dueTime: '付款期限', creator: '操作人', payTime: '支付时间',
    licenses: '许可数量', remaining: '剩余数量', updates: '更新次数', remainingUpdates: '剩余更新', buyTime: '购买时间', expireTime: '到期时间', at: '时间', chargedFen: '已扣金额',
    wallet: '余额', gift: '赠送余额', giftLicenses: '赠送许可', vouchers: '软许可代金券', graceDays: '宽限天数', issueMax: '每次签发上限', trialLicenses: '试用许可上限', perDayFen: '按天单价', perYearFen: '按年单价', oneTimeFen: '一次性单价',
    freeDevices: '免费设备数', extraDeviceFen: '额外设备单价', tiers: '分档价格',
  },
  titles: { overview: '余额与账单', topUp: '充值', package: '套餐', order: '订单' },
  methods: { alipay: '支付宝', unionPay: '银联', sandbox: '模拟支付' },
  topUpStates: { pending: '待支付', processing: '处理中', paid: '已支付', failed: '支付失败', cancelled: '已取消' },
  billStates: { pending: '待扣费', success: '成功', failedOverdue: '失败（欠费）', failedInsufficient: '失败（余额不足）', released: '已释放' },
  orderStates: { charged: '已扣费', notCharged: '未扣费', failed: '失败', insufficient: '余额不足' },
  packageStates: { available: '可用', usedUp: '已用完', expired: '已过期' },
  categories: { issue: '签发许可', update: '更新许可', activation: '激活设备', package: '购买套餐', serviceFee: '平台服务费', platform: '平台账单' },
  purses: { wallet: '余额', gift: '赠送余额' },
  movements: { topUp: '充值', topUpGift: '充值赠送', credit: '平台调账', charge: '扣费', hold: '冻结', release: '解冻', reversal: '退回', capture: '扣除冻结', grant: '赠送' },
  overview: billingOverview,
  topUp: billingTopUp,
  payment: billingPayment,
  package: billingPackage,
  fee: billingFee,
} as const
