// Use cases of endpoints. A secret is returned once, when it is made, and is in no log. An address is checked here as
// far as that needs no look-up; every attempt checks it again with the addresses that its name has then.
import { HOUR_MS, LIMITS, WEBHOOK_EVENTS, webhookCalls } from '@sealwright/contract'
import type { WebhookEvent } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { listAccountNames } from '../../kernel/account-names.ts'
import { readPage } from '../../kernel/db/list.ts'
import { answerOf, changedNow, createdNow, deletedNow, filledBy, givenIn, logOf } from '../../kernel/entity/change.ts'
import { found, refuseFull, refuseStale, unlessTaken } from '../../kernel/entity/refuse.ts'
import { countRows, findRow, insertRow, lockRow, updateRow } from '../../kernel/entity/rows.ts'
import type { SecretBox } from '../../kernel/keys/secret-box.ts'
import type { NetworkGuard } from '../../kernel/network-guard.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import { lockDeveloper } from '../developer/index.ts'
import { newSecret, sealSecret } from './secret.rules.ts'
import * as queries from './webhook.queries.ts'
import { targetOf } from './webhook.rules.ts'
import { webhook } from './webhook.tables.ts'
import type { Webhook } from './webhook.tables.ts'

type Payload<Name extends keyof typeof webhookCalls> = z.output<(typeof webhookCalls)[Name]['payload']>

/** The log names an endpoint by its address. */
export const named = (row: Pick<Webhook, 'guid' | 'url'>) => ({ guid: row.guid, name: row.url })
export const log = logOf(
  'webhook',
  ({ url, description, events, isEnabled }: Pick<Webhook, 'url' | 'description' | 'events' | 'isEnabled'>) => ({
    url,
    description,
    events: events.join(', '),
    isEnabled,
  }),
)
const logged = (row: Webhook) => ({ ...row, ...named(row) })

/** Each once, in the order of the contract. */
const chosen = (events: readonly WebhookEvent[]) => WEBHOOK_EVENTS.filter((event) => events.includes(event))

const NOTHING = { delivered: 0, failed: 0, waiting: 0, lastTime: null }

export function createWebhookService({ box, guard }: { box: SecretBox; guard: NetworkGuard }) {
  const locked = async (scope: Scope, guid: string) => found(await lockRow(scope, webhook, guid), 'webhook.notFound')

  function refuseAddress(url: string): void {
    const { host, port, isSecure } = targetOf(url)
    if (!guard.canReach(host, port, !isSecure)) throw new Refusal('webhook.addressNotAllowed', { field: 'url' })
  }

  const urlTaken = () => new Refusal('webhook.urlTaken', { field: 'url' })

  async function toldOf(scope: Scope, rows: readonly Webhook[]) {
    const counts = await queries.listCounts(
      scope,
      rows.map(({ guid }) => guid),
    )
    const names = await listAccountNames(
      scope,
      rows.map(({ createdBy }) => createdBy),
    )
    const { now } = scope.asking
    return rows.map((row) => ({
      ...answerOf(row),
      ...(counts.get(row.guid) ?? NOTHING),
      events: [...chosen(row.events)],
      formerUntil: row.formerUntil !== null && row.formerUntil > now ? row.formerUntil : null,
      creator: names.get(row.createdBy) ?? '',
    }))
  }

  async function find(scope: Scope, { order = 'desc', ...query }: Payload<'find'>) {
    const list = await queries.listWebhooks(scope, order)
    const page = await readPage(query, list.count, list.page)
    return { ...page, rows: await toldOf(scope, page.rows) }
  }

  async function get(scope: Scope, { guid }: Payload<'get'>) {
    const row = found(await findRow(scope, webhook, guid), 'webhook.notFound')
    return found((await toldOf(scope, [row]))[0], 'webhook.notFound')
  }

  async function create(scope: Scope, payload: Payload<'create'>) {
    const given = filledBy(webhookCalls.create.payload, payload)
    refuseAddress(given.url)
    // The lock keeps two callers from both creating the last one.
    await lockDeveloper(scope)
    refuseFull(await countRows(scope, webhook), LIMITS.webhook.perDeveloper, 'webhook.limit')
    const secret = newSecret()
    const row: Webhook = {
      ...given,
      ...createdNow(scope),
      events: [...chosen(given.events)],
      secret: sealSecret(box, secret),
      formerSecret: null,
      formerUntil: null,
      isEnabled: true,
      failingSince: null,
      toldAt: null,
    }
    await unlessTaken(insertRow(scope, webhook, row), urlTaken)
    await log.added(scope, logged(row))
    return { guid: row.guid, secret }
  }

  async function update(scope: Scope, { guid, revision, ...payload }: Payload<'update'>) {
    const before = await locked(scope, guid)
    await refuseStale(scope, before, revision)
    const after: Webhook = { ...before, ...givenIn(payload), ...changedNow(scope, before) }
    after.events = [...chosen(after.events)]
    if (after.url !== before.url) {
      refuseAddress(after.url)
      // What is known of the server concerns the former address.
      Object.assign(after, { failingSince: null, toldAt: null })
    }
    await unlessTaken(updateRow(scope, webhook, guid, after), urlTaken)
    await log.changed(scope, logged(before), logged(after))
    return { guid }
  }

  async function setEnabled(scope: Scope, { guid, isEnabled }: Payload<'setEnabled'>) {
    const before = await locked(scope, guid)
    if (before.isEnabled === isEnabled) return {}
    const after: Webhook = { ...before, ...changedNow(scope, before), isEnabled, failingSince: null, toldAt: null }
    await updateRow(scope, webhook, guid, after)
    // Also when it is enabled: an act at the moment of the disabling can have left something.
    await queries.dropWaiting(scope, guid)
    await log.changed(scope, logged(before), logged(after))
    return {}
  }

  async function rotate(scope: Scope, { guid, overlapHours }: Payload<'rotate'>) {
    const before = await locked(scope, guid)
    const secret = newSecret()
    await updateRow(scope, webhook, guid, {
      ...changedNow(scope, before),
      secret: sealSecret(box, secret),
      formerSecret: overlapHours > 0 ? before.secret : null,
      formerUntil: overlapHours > 0 ? new Date(scope.asking.now.getTime() + overlapHours * HOUR_MS) : null,
    })
    await log.noted(scope, named(before), { after: { overlapHours } })
    return { guid, secret }
  }

  async function remove(scope: Scope, { guid }: Payload<'delete'>) {
    const before = await locked(scope, guid)
    await updateRow(scope, webhook, guid, {
      ...deletedNow(scope),
      isEnabled: false,
      secret: Buffer.alloc(0),
      formerSecret: null,
      formerUntil: null,
    })
    await queries.dropWaiting(scope, guid)
    await log.deleted(scope, logged(before))
    return {}
  }

  return { find, get, create, update, setEnabled, rotate, remove }
}
