// The configured payment providers. The sandbox is not among them: it is a page of the center itself.
import type { Clock } from '../../../../kernel/clock.ts'
import { createAlipay } from './alipay.ts'
import type { AlipaySettings } from './alipay.ts'
import type { PaymentProvider } from './provider.ts'
import { createUnionPay } from './union-pay.ts'
import type { UnionPaySettings } from './union-pay.ts'

export function createProviders(
  config: { alipay: AlipaySettings | undefined; unionPay: UnionPaySettings | undefined },
  deps: { clock: Clock },
): readonly PaymentProvider[] {
  return [
    ...(config.alipay ? [createAlipay(config.alipay, deps)] : []),
    ...(config.unionPay ? [createUnionPay(config.unionPay, deps)] : []),
  ]
}
