import type { Phrases } from '../index.ts'
import { billingFee } from './billing-fee.ts'
import { billingOverview } from './billing-overview.ts'
import { billingPackage } from './billing-package.ts'
import { billingPayment } from './billing-payment.ts'
import { billingTopUp } from './billing-top-up.ts'

export const billing: Phrases['billing'] = {
  fields: {
    amountFen: 'Amount', paymentMethod: 'Payment method', status: 'Status', category: 'Category', billingId: 'Billing ID', orderId: 'Order ID', serial: 'Number', type: 'Package type', count: 'Quantity', byVoucher: 'Pay with vouchers', purse: 'Account', movement: 'Kind',
    token: 'Token', action: 'Action', isRefunded: 'Refunded', month: 'Month', lowBalanceFen: 'Low-balance line', priceFen: 'Price', autoRenew: 'Renew automatically', paidUntil: 'Paid until', unit: 'Unit', orderGuid: 'Order',
    subject: 'Item', projectedFen: 'To be charged', actualFen: 'Charged', giftFen: 'Gift amount', balanceFen: 'Balance', createTime: 'Created', settleTime: 'Settled', dueTime: 'Due', creator: 'By', payTime: 'Paid',
    licenses: 'Licenses', remaining: 'Left', updates: 'Updates', remainingUpdates: 'Updates left', buyTime: 'Bought', expireTime: 'Expires', at: 'Time', chargedFen: 'Charged',
    wallet: 'Balance', gift: 'Gift balance', giftLicenses: 'Gift licenses', vouchers: 'Soft license vouchers', graceDays: 'Days of grace', issueMax: 'Most licenses an issue', trialLicenses: 'Most licenses of a trial', perDayFen: 'Price a day', perYearFen: 'Price a year', oneTimeFen: 'One-time price',
    freeDevices: 'Free devices', extraDeviceFen: 'Price of an extra device', tiers: 'Prices by tier',
  },
  titles: { overview: 'Balance and bills', topUp: 'Top up', package: 'Packages', order: 'Orders' },
  methods: { alipay: 'Alipay', unionPay: 'UnionPay', sandbox: 'Simulated payment' },
  topUpStates: { pending: 'To be paid', processing: 'Processing', paid: 'Paid', failed: 'Failed', cancelled: 'Canceled' },
  billStates: { pending: 'Pending', success: 'Charged', failedOverdue: 'Failed (overdue)', failedInsufficient: 'Failed (insufficient balance)', released: 'Released' },
  orderStates: { charged: 'Charged', notCharged: 'Not charged', failed: 'Failed', insufficient: 'Insufficient balance' },
  packageStates: { available: 'Available', usedUp: 'Used up', expired: 'Expired' },
  categories: { issue: 'License issue', update: 'License update', activation: 'Device activation', package: 'Package purchase', serviceFee: 'Platform service fee', platform: 'Platform bill' },
  purses: { wallet: 'Balance', gift: 'Gift balance' },
  movements: { topUp: 'Top-up', topUpGift: 'Top-up gift', credit: 'Platform adjustment', charge: 'Charge', hold: 'Hold', release: 'Release', reversal: 'Reversal', capture: 'Capture', grant: 'Grant' },
  overview: billingOverview,
  topUp: billingTopUp,
  payment: billingPayment,
  package: billingPackage,
  fee: billingFee,
}
