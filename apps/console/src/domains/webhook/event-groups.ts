// The events by what they are about. The contract names them `thing.happened`; new things appear by themselves.
import { WEBHOOK_EVENTS } from '@sealwright/contract'
import type { WebhookEvent } from '@sealwright/contract'

type Thing = WebhookEvent extends `${infer Name}.${string}` ? Name : never

const thingOf = (event: WebhookEvent) => event.slice(0, event.indexOf('.')) as Thing // the part before the dot

/** An upgrade package is written to a dongle. */
const GROUP_OF: Record<Thing, Exclude<Thing, 'upgrade'>> = {
  license: 'license',
  device: 'device',
  user: 'user',
  order: 'order',
  task: 'task',
  dongle: 'dongle',
  upgrade: 'dongle',
}

export const EVENT_GROUPS = [...Map.groupBy(WEBHOOK_EVENTS, (event) => GROUP_OF[thingOf(event)])].map(
  ([group, events]) => ({ group, events }),
)
