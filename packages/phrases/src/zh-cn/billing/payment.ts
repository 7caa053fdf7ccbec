// The pages of the payment centre, and what providers are told a payment is for.
export const billingPayment = {
  subject: '账户充值 {serial}',
  leaves: '正在前往支付页面',
  go: '继续支付',
  stays: '暂时无法支付',
  back: '返回充值页面',
  notOurs: '支付请求不完整，或不是来自本站。请回到充值页面，重新点击“去支付”。',
  expired: '这笔充值已超过可支付的时间，已为您取消，没有产生扣款。请回到充值页面重新充值。',
} as const
