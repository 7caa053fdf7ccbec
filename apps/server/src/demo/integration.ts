// The demo developer sells in a web shop: an access key for its server, and an endpoint that hears of licenses. Nobody
// listens at the address, so the endpoint is off.
import { accessKeyCalls, webhookCalls } from '@sealwright/contract'
import type { Story } from '../demo-licenses.ts'

export async function addIntegration(make: Story['make'], productGuids: string[]): Promise<void> {
  await make(accessKeyCalls.create, [
    {
      name: '官网商城',
      privileges: ['snLicense.issue', 'snLicense.view', 'snTemplate.view', 'product.view'],
      productGuids,
      networks: ['101.230.14.0/24'],
    },
  ])
  const [endpoint] = await make(webhookCalls.create, [
    {
      url: 'https://shop.starchart.example/hooks/sealwright',
      description: '官网商城的订单系统',
      events: ['license.issued', 'license.updated', 'license.expired', 'device.bound'],
    },
  ])
  await make(webhookCalls.setEnabled, [{ guid: endpoint?.guid ?? '', isEnabled: false }])
}
