// The demo developer sells in a web shop: an access key for its server, and an endpoint that heard of licenses. Nobody
// listens at the address, so the endpoint is off in the end, and the outcomes of its deliveries are written as rows.
import { accessKeyCalls, webhookCalls } from '@sealwright/contract'
import { STAR } from './catalog.ts'
import type { Catalog } from './catalog.ts'
import type { Day, Story } from './story.ts'

/** Every 17th delivery needed a second attempt, and every 29th failed for good. */
const OUTCOMES = `
  with told as (
    select guid, event_at, row_number() over (order by event_at, guid) as n from webhook_delivery
    where developer_id = $1 and webhook_guid = $2 and state = 'waiting'),
  ended as (
    update webhook_delivery d set
      state = case when t.n % 29 = 0 then 'failed' else 'delivered' end,
      attempts = case when t.n % 29 = 0 then 3 when t.n % 17 = 0 then 2 else 1 end,
      since = t.event_at,
      last_at = t.event_at + interval '2 seconds',
      last_status = case when t.n % 29 = 0 then 503 else 200 end,
      last_problem = case when t.n % 29 = 0 then 'status' end,
      last_ms = 40 + t.n % 90
    from told t where d.developer_id = $1 and d.guid = t.guid
    returning d.guid, d.attempts, d.state, d.event_at, d.last_ms)
  insert into webhook_attempt (developer_id, delivery_guid, n, webhook_guid, at, status, problem, ms, headers, answer)
  select $1, guid, n, $2, event_at + n * interval '5 seconds',
    case when state = 'delivered' and n = attempts then 200 else 503 end,
    case when state = 'delivered' and n = attempts then null else 'status' end, last_ms,
    jsonb_build_object('content-type', 'application/json'),
    case when state = 'delivered' and n = attempts then 'ok' else 'Service Unavailable' end
  from ended, generate_series(1, attempts) as n`

/** `settle` ends the deliveries, after the last license. */
export function integrationOf(
  { make, words, ground, developerId }: Story,
  { productsOf }: Catalog,
): { days: Day[]; settle(): Promise<void> } {
  let guid = ''

  async function connect() {
    await make(accessKeyCalls.create, [
      {
        name: words.shop.key,
        privileges: ['snLicense.issue', 'snLicense.view', 'snTemplate.view', 'product.view'],
        productGuids: productsOf(STAR),
        networks: ['101.230.14.0/24'],
      },
    ])
    const [endpoint] = await make(webhookCalls.create, [
      {
        url: 'https://shop.starchart.example/hooks/sealwright',
        description: words.shop.endpoint,
        events: ['license.issued', 'license.updated', 'license.expired', 'device.bound'],
      },
    ])
    guid = endpoint?.guid ?? ''
  }
  async function settle() {
    await ground.database.owner.query(OUTCOMES, [developerId, guid])
    await make(webhookCalls.setEnabled, [{ guid, isEnabled: false }])
  }

  return { days: [{ ago: 12, act: connect }], settle }
}
