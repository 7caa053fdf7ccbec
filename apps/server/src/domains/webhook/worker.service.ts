// The worker of a process: takes due deliveries, posts them, and records each attempt with its outcome in one
// transaction. A claim has an end, so what a killed process had taken is delivered by another one. At least once: a
// process that dies between the post and the record lets it be posted again, with the same id.
import { LIMITS } from '@sealwright/contract'
import type { Logger } from 'pino'
import type { Clock } from '../../kernel/clock.ts'
import { isOutage, outageOf } from '../../kernel/db/database.ts'
import type { Database } from '../../kernel/db/database.ts'
import type { SecretBox } from '../../kernel/keys/secret-box.ts'
import type { Notify } from '../../kernel/notify.ts'
import type { Post } from './post.service.ts'
import { openSecret } from './secret.rules.ts'
import * as queries from './webhook.queries.ts'
import { bodyOf, headersOf, nextAttempt } from './webhook.rules.ts'

const PAUSE_MS = 300
/** In flight at a time: of this process, of one developer, and of one endpoint. */
const MOST = 32
const MOST_OF_DEVELOPER = 24
const MOST_OF_ONE = 8
/** Longer than an attempt with its record can take. */
const CLAIM_MS = (LIMITS.webhook.timeoutSeconds + 50) * 1_000

export interface WorkerDeps {
  database: Database
  clock: Clock
  log: Logger
  box: SecretBox
  notify: Notify
  post: Post
}

export interface Worker {
  start(): void
  /** Waits for what is in flight. */
  stop(): Promise<void>
  /** Delivers what is due now, and what that makes due. Returns the number of attempts. */
  deliverDue(): Promise<number>
}

const KINDS = { failing: 'webhookFailing', working: 'webhookWorking', gone: 'webhookGone' } as const
const linkTo = (guid: string) => `/integration/webhook/view?guid=${guid}`

export function createWorker({ database, clock, log, box, notify, post }: WorkerDeps): Worker {
  const inFlight = new Map<Promise<void>, queries.Flight>()
  let isStopping = false
  let running: Promise<void> | undefined
  let wake: () => void = () => undefined

  async function attempt(claimed: queries.Claimed): Promise<void> {
    const { developerId, url, secret, formerSecret, formerUntil, eventGuid, attempts, since } = claimed
    const at = clock.now()
    const body = bodyOf(claimed)
    const former = formerSecret !== null && formerUntil !== null && formerUntil > at ? [formerSecret] : []
    const secrets = [secret, ...former].map((sealed) => openSecret(box, sealed))
    const headers = headersOf(secrets, eventGuid, at, body)
    const { status, problem, answer, milliseconds } = await post(url, headers, body)
    const now = clock.now()
    const tried = { at, status, problem, ms: milliseconds, headers, answer }
    const next = problem === null ? null : nextAttempt({ attempts: attempts + 1, since, now })
    await database.inTenantBriefly(developerId, queries.settling(claimed, tried, next), async (db, rows) => {
      for (const { told, url: of, webhook_guid: guid } of rows as queries.Told[])
        // the rows of this function
        await notify({ db, developerId, now }, { kind: KINDS[told], link: linkTo(guid), params: { url: of } })
    })
  }

  /** Takes what is due and begins to post it. Returns how many. */
  async function take(): Promise<number> {
    const now = clock.now()
    const most = MOST - inFlight.size
    if (most <= 0 || !(await queries.isAnyDue(database.owner, now))) return 0
    const claimed = await queries.claim(database.owner, {
      now,
      until: new Date(now.getTime() + CLAIM_MS),
      most,
      mostOfOne: MOST_OF_ONE,
      mostOfDeveloper: MOST_OF_DEVELOPER,
      flying: [...inFlight.values()],
    })
    for (const one of claimed) {
      const flight: Promise<void> = attempt(one)
        // The claim ends, and then it is tried again.
        .catch((error: unknown) =>
          log.warn(isOutage(error) ? outageOf(error) : { err: error }, 'a webhook attempt was not recorded'),
        )
        .finally(() => {
          inFlight.delete(flight)
          wake()
        })
      inFlight.set(flight, one)
    }
    return claimed.length
  }

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, PAUSE_MS)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  async function run(): Promise<void> {
    while (!isStopping) {
      const taken = await take().catch((error: unknown) => {
        log.warn(isOutage(error) ? outageOf(error) : { err: error }, 'webhooks were interrupted and will go on')
        return 0
      })
      if (taken === 0 && !isStopping) await pause()
    }
  }

  return {
    start() {
      running ??= run()
    },
    async stop() {
      isStopping = true
      wake()
      await running
      await Promise.all(inFlight.keys())
      post.close()
    },
    async deliverDue() {
      let total = 0
      for (;;) {
        const taken = await take()
        await Promise.all(inFlight.keys())
        if (taken === 0) return total
        total += taken
      }
    },
  }
}
