// Use cases of deliveries: the log of an endpoint, a test event, and sending an event again. The worker posts them.
import { LIMITS, MINUTE_MS, TEST_EVENT } from '@sealwright/contract'
import type { webhookCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { readPage, requirePeriod } from '../../kernel/db/list.ts'
import { found } from '../../kernel/entity/refuse.ts'
import { findRow, lockRow } from '../../kernel/entity/rows.ts'
import { requireAnyPrivilege } from '../../kernel/http/gates.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import * as queries from './webhook.queries.ts'
import { bodyOf } from './webhook.rules.ts'
import { log, named } from './webhook.service.ts'
import { webhook } from './webhook.tables.ts'
import type { Webhook } from './webhook.tables.ts'

type Payload<Name extends keyof typeof webhookCalls> = z.output<(typeof webhookCalls)[Name]['payload']>

const toldOf = (row: queries.ToldDelivery) => ({
  guid: row.guid,
  eventId: row.eventGuid,
  event: row.kind,
  eventTime: row.eventAt,
  state: row.state,
  attempts: row.attempts,
  nextTime: row.state === 'waiting' ? row.dueAt : null,
  last:
    row.lastAt === null || row.lastMs === null
      ? null
      : { at: row.lastAt, status: row.lastStatus, problem: row.lastProblem, milliseconds: row.lastMs },
  about: row.about,
})

/** The endpoint, locked: nobody disables it before this ends. */
async function enabled(scope: Scope, guid: string): Promise<Webhook> {
  const row = found(await lockRow(scope, webhook, guid), 'webhook.notFound')
  if (!row.isEnabled) throw new Refusal('webhook.disabled')
  return row
}

/**
 * Events tell of all rows. Whoever sees only a part of them reads none, except people who can add an endpoint: it would
 * hear of all anyway.
 */
function refusePart({ caller, say }: Scope): void {
  if (caller.limited.size > 0) requireAnyPrivilege(caller, ['webhook.update'], (name) => say(`privileges.${name}`))
}

export function createDeliveryService() {
  async function deliveries(scope: Scope, { guid, order = 'desc', ...query }: Payload<'deliveries'>) {
    refusePart(scope)
    requirePeriod(query)
    found(await findRow(scope, webhook, guid), 'webhook.notFound')
    const list = await queries.listDeliveries(scope, guid, query, order)
    const page = await readPage(query, list.count, list.page)
    return { ...page, rows: page.rows.map(toldOf) }
  }

  async function delivery(scope: Scope, { guid }: Payload<'delivery'>) {
    refusePart(scope)
    const row = found(await queries.findDelivery(scope, guid), 'webhook.deliveryNotFound')
    const attempts = await queries.listAttempts(scope, guid)
    return {
      ...toldOf(row),
      url: row.url,
      body: bodyOf(row),
      tries: attempts.map(({ ms, ...attempt }) => ({ ...attempt, milliseconds: ms })),
    }
  }

  async function sendTest(scope: Scope, { guid }: Payload<'sendTest'>) {
    const {
      ids,
      asking: { now },
    } = scope
    const row = await enabled(scope, guid)
    const tests = await queries.listTests(scope, guid, new Date(now.getTime() - MINUTE_MS))
    const first = tests.at(-LIMITS.webhook.testsPerMinute)
    if (first) {
      const seconds = Math.max(1, Math.ceil((first.getTime() + MINUTE_MS - now.getTime()) / 1_000))
      throw new Refusal('platform.tooFrequent', { params: { seconds } })
    }
    const made = ids.guid()
    await queries.insertTest(
      scope,
      { guid: made, webhookGuid: guid, now },
      { guid: ids.guid(), kind: TEST_EVENT, about: row.url, data: { webhook: { guid, description: row.description } } },
    )
    await log.noted(scope, named(row), { after: { event: TEST_EVENT } })
    return { guid: made }
  }

  async function sendAgain(scope: Scope, { guid }: Payload<'sendAgain'>) {
    const {
      ids,
      asking: { now },
    } = scope
    const row = found(await queries.findDelivery(scope, guid), 'webhook.deliveryNotFound')
    const { webhookGuid } = row
    const endpoint = await enabled(scope, webhookGuid)
    await log.noted(scope, named(endpoint), { after: { event: row.kind } })
    // What waits already is not sent twice, but at once.
    const waiting = await queries.findWaiting(scope, row)
    if (waiting) {
      await queries.hurry(scope, waiting.guid, now)
      return { guid: waiting.guid }
    }
    const made = ids.guid()
    await queries.insertDelivery(scope, { guid: made, webhookGuid, now }, row)
    return { guid: made }
  }

  return { deliveries, delivery, sendTest, sendAgain }
}
