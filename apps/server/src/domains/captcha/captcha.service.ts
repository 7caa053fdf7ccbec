// Use cases of the captcha: a challenge for a browser, the judgment of its answer, and the pass that one protected call
// spends. This file decides which requests come from the same browser, network or account. Surprising: a challenge is
// stored under a hash of browser and fingerprint, so the id of another browser's challenge is simply unknown. Failures
// and tries of a network or an account only raise the price, because others share them; a browser can also be blocked.
import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { isIPv4 } from 'node:net'
import { CAPTCHA_CODES, CAPTCHA_TYPES, DAY_SECONDS, HOUR_MS, MINUTE_MS } from '@sealwright/contract'
import type { AnswerOf, Call, CaptchaChallenge, captchaCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import type { Clock } from '../../kernel/clock.ts'
import type { Database, Db } from '../../kernel/db/database.ts'
import type { OwnContext, Visitor } from '../../kernel/http/context.ts'
import { networkOf } from '../../kernel/http/rate-limit.ts'
import type { Ids } from '../../kernel/ids.ts'
import { Refusal } from '../../kernel/refusal.ts'
import * as queries from './captcha.queries.ts'
import {
  LIFE_MS,
  PASS_MS,
  TRACK_KEPT_MS,
  judge,
  kindFor,
  sharedTierOf,
  tierOf,
  workFor,
  workLevel,
} from './captcha.rules.ts'
import type { CaptchaLimits } from './captcha.rules.ts'
import { PICTURE } from './captcha.secret.ts'
import type { Pictures } from './pictures/pool.ts'

export interface CaptchaDeps {
  database: Database
  clock: Clock
  ids: Ids
  /** The key of the hashes that stand for browsers and addresses. */
  key: Buffer
  /** The paths of the calls that require a captcha. */
  urls: () => readonly string[]
  /** Called after each wrong answer. */
  onFailure?: () => void
  limits: CaptchaLimits
  pictures: Pictures
}

export const VISITOR_COOKIE = 'sw_visitor'
const VISITOR_DAYS = 30
const ID = new RegExp(`^(?:${[...CAPTCHA_TYPES, 'POW'].join('|')})_[0-9a-f]{32}$`)

/** The neighborhood that the limits count: a /24, or the /64 that an IPv6 customer usually has. */
export function neighborhoodOf(address: string): string {
  const network = networkOf(address)
  return isIPv4(network) ? `${network.split('.').slice(0, 3).join('.')}.0/24` : network
}

/** Keyed hashes of whatever has failures and tries of its own. Null: unknown. */
interface Subjects {
  context: Buffer | null
  network: Buffer | null
  account: Buffer | null
}
const isKnown = (subject: Buffer | null) => subject !== null

export function createCaptchaService(deps: CaptchaDeps) {
  const { database, clock, ids, key, urls, limits, pictures } = deps
  const hash = (...parts: (string | Buffer)[]) =>
    parts.reduce((hmac, part) => hmac.update(`${part.length} `).update(part), createHmac('sha256', key)).digest()

  /** Tries are counted up to this number. The work does not grow anymore long before it. */
  const mostTries = 500
  const networkKey = (neighborhood: string) => hash('network', neighborhood)
  const accountKey = (account: string) => hash('account', account.trim().toLowerCase())
  const counted = (now: Date) => ({ now, windowMs: limits.failureWindowMs, most: mostTries })
  const tryKey = (subject: Buffer) => hash('try', subject)

  /** Identifies the browser by its session, else by its cookie, else by its fingerprint and address. */
  function whoIs({ sessionId, fingerprint, network, account, cookie }: Visitor) {
    const fingerprintHash = hash('fingerprint', fingerprint ?? '')
    const neighborhood = neighborhoodOf(network)
    const given = cookie(VISITOR_COOKIE)
    const context =
      sessionId !== undefined
        ? hash('session', sessionId)
        : given !== undefined
          ? hash('cookie', given.slice(0, 64))
          : hash('stranger', fingerprint ?? '', network)
    return {
      context,
      fingerprintHash,
      neighborhood,
      owner: hash('owner', context, fingerprintHash),
      network: networkKey(neighborhood),
      account: account === undefined ? null : accountKey(account),
    }
  }

  const visitorOf = (context: OwnContext, account?: string, cookie = context.cookie): Visitor => ({
    sessionId: context.caller?.sessionId,
    fingerprint: context.asking.fingerprint,
    network: context.asking.network,
    account: account ?? context.caller?.accountId,
    cookie,
  })

  function refuseUntil(end: Date | null | undefined, now: Date): void {
    if (end && end > now)
      throw new Refusal('platform.tooFrequent', {
        params: { seconds: Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000)) },
      })
  }

  const use = (deed: string, of: string | Buffer, now: Date, windowMs: number, most: number): queries.Use => ({
    key: hash(deed, of),
    now,
    windowMs,
    most,
  })
  const workUses = (who: ReturnType<typeof whoIs>, now: Date) => [
    use('work', who.context, now, HOUR_MS, limits.workPassesPerHour.context),
    use('work', who.neighborhood, now, HOUR_MS, limits.workPassesPerHour.network),
  ]

  /** Counts all uses, or none if one exceeds its limit: the refusal rolls back the transaction. */
  async function takeAll(db: Db, uses: readonly queries.Use[]): Promise<void> {
    const [first] = uses
    if (first) refuseUntil(await queries.takeUses(db, uses, first.now, first.windowMs), first.now)
  }

  async function generate(
    context: OwnContext,
    wish: z.output<typeof captchaCalls.generate.payload>,
  ): Promise<AnswerOf<typeof captchaCalls.generate>> {
    const { now } = context.asking
    const asked = whoIs(visitorOf(context, wish.account))
    // A request without a cookie also counts for its fingerprint and address. Its challenge belongs to the new cookie.
    // A client that sends another cookie or fingerprint each time is another browser each time: then the limits and the
    // price of the neighborhood and of the account remain.
    const cookie = context.caller || context.cookie(VISITOR_COOKIE) ? undefined : ids.token(24)
    const who = cookie === undefined ? asked : whoIs(visitorOf(context, wish.account, () => cookie))
    const { kind, level } = await database.outsideTenants(async (db) => {
      const { context: most, network: mostOfNetwork } = limits.generatesPerMinute
      const uses = [
        use('generate', asked.context, now, MINUTE_MS, most),
        use('generate', asked.neighborhood, now, MINUTE_MS, mostOfNetwork),
      ]
      await takeAll(db, who === asked ? uses : [...uses, use('generate', who.context, now, MINUTE_MS, most)])
      const { tier, standing } = await tierNow(db, asked, now)
      refuseUntil(standing?.pausedUntil, now)
      refuseUntil(standing?.shutUntil, now)
      const chosen = kindFor(wish.type, tier, context.locale, randomInt)
      // Refuse before the work is done, not after it.
      if (chosen === 'POW') for (const one of workUses(who, now)) refuseUntil(await queries.findUseEnd(db, one), now)
      const tries = await queries.insertTries(db, sharedBy(asked).map(tryKey), counted(now))
      return { kind: chosen, level: workLevel(tries, tier, limits) }
    })

    const picture = kind === 'POW' ? null : await pictures.take(kind)
    const type = picture?.secret.type ?? 'POW'
    const unique = randomBytes(16).toString('hex')
    const id = `${type}_${unique}`
    const work = workFor(kind, level, unique, limits)
    const createdAt = clock.now()
    await database.outsideTenants((db) =>
      queries.insertChallenge(db, {
        owner: who.owner,
        id,
        type,
        answer: picture?.secret ?? { type: 'POW' },
        work,
        url: wish.url ?? null,
        account: who.account,
        createdAt,
        expiresAt: new Date(createdAt.getTime() + LIFE_MS[type]),
      }),
    )
    if (cookie !== undefined) context.setCookie(VISITOR_COOKIE, cookie, VISITOR_DAYS * DAY_SECONDS)
    const captcha: CaptchaChallenge = {
      type,
      backgroundImage: picture?.background ?? null,
      templateImage: picture?.template?.image ?? null,
      backgroundImageWidth: PICTURE.width,
      backgroundImageHeight: PICTURE.height,
      templateImageWidth: picture?.template?.width ?? null,
      templateImageHeight: picture?.template?.height ?? null,
      data: { ...(picture?.randomY !== undefined && { randomY: picture.randomY }), pow: work },
    }
    return { code: CAPTCHA_CODES.solved, msg: context.say('captcha.answers.ok'), id, captcha }
  }

  /** The subjects that others may share with this browser. */
  const sharedBy = ({ network, account }: Pick<Subjects, 'network' | 'account'>) => [network, account].filter(isKnown)

  async function tierNow(db: Db, { context, network, account }: Subjects, now: Date) {
    const standings = await queries.listStandings(db, [context, network, account].filter(isKnown))
    const since = now.getTime() - limits.failureWindowMs
    const standingOf = (subject: Buffer | null) => standings.find((one) => subject?.equals(one.subject))
    const failuresOf = (subject: Buffer | null) =>
      standingOf(subject)?.failures.filter((at) => at.getTime() > since).length ?? 0
    const failures = { browser: failuresOf(context), network: failuresOf(network), account: failuresOf(account) }
    return { tier: sharedTierOf(failures, limits), standing: standingOf(context) }
  }

  /** Counts the failure for the browser, its network and the account. Only the browser is paused or blocked. */
  async function noteFailure(db: Db, who: Subjects, now: Date): Promise<void> {
    const { failureWindowMs: windowMs, pauseMs, shutMs } = limits
    // In the order of the keys: two failures at the same time must not deadlock.
    for (const subject of [who.context, ...sharedBy(who)].filter(isKnown).toSorted((a, b) => a.compare(b))) {
      const failures = await queries.insertFailure(db, { subject, now, windowMs, keptMs: Math.max(windowMs, shutMs) })
      if (subject !== who.context) continue
      const tier = tierOf(failures, limits)
      if (tier >= 2) await queries.updateStanding(db, subject, { pausedUntil: new Date(now.getTime() + pauseMs) })
      if (tier >= 3) await queries.updateStanding(db, subject, { shutUntil: new Date(now.getTime() + shutMs) })
    }
  }

  async function verify(
    context: OwnContext,
    { id, data }: z.output<typeof captchaCalls.verify.payload>,
  ): Promise<AnswerOf<typeof captchaCalls.verify>> {
    const { now, log } = context.asking
    const who = whoIs(visitorOf(context))
    // Committed before the answer is judged: the challenge is used up in any case.
    const challenge = await database.outsideTenants(async (db) => {
      await takeAll(db, [use('verify', who.neighborhood, now, MINUTE_MS, limits.verifiesPerMinute.network)])
      refuseUntil((await queries.listStandings(db, [who.context]))[0]?.shutUntil, now)
      return queries.takeChallenge(db, who.owner, id)
    })
    if (!challenge || challenge.expiresAt <= now)
      return { code: CAPTCHA_CODES.gone, msg: context.say('captcha.answers.gone'), data: null }

    const { outcome, score, trackHash } = judge(challenge, data, now)
    const isSolved = await database.outsideTenants(async (db) => {
      const isNew = trackHash === null || (await queries.insertTrack(db, trackHash, now, TRACK_KEPT_MS))
      log.info({ captcha: challenge.type, outcome, score, isNew }, 'a captcha was answered')
      if (outcome !== 'solved' || !isNew) {
        await noteFailure(db, { ...who, account: challenge.account }, now)
        deps.onFailure?.()
        return false
      }
      if (challenge.type === 'POW') await takeAll(db, workUses(who, now))
      const expiresAt = new Date(now.getTime() + (challenge.url === null ? PASS_MS.unbound : PASS_MS.bound))
      await queries.insertPass(db, {
        context: who.context,
        id,
        url: challenge.url,
        fingerprint: who.fingerprintHash,
        network: who.neighborhood,
        account: challenge.account,
        expiresAt,
      })
      return true
    })
    if (outcome === 'malformed') throw new Refusal('platform.badPayload')
    return isSolved
      ? { code: CAPTCHA_CODES.solved, msg: context.say('captcha.answers.ok'), data: { id } }
      : { code: CAPTCHA_CODES.wrong, msg: context.say('captcha.answers.wrong'), data: null }
  }

  /** A captcha that was not requested for this account is enough only while the account has the lowest price. */
  async function isCheap(db: Db, account: Buffer, now: Date): Promise<boolean> {
    const tries = await queries.insertTries(db, [tryKey(account)], counted(now))
    const { tier } = await tierNow(db, { context: null, network: null, account }, now)
    return workLevel(tries, tier, limits) === 0
  }

  return {
    generate,
    verify,
    list: async () => [...urls()],
    isWanted: (call: Call) => urls().includes(call.path),
    /** The same browser in the same neighborhood may have another fingerprint: it is measured again for signing in. */
    async spend(call: Call, id: string | undefined, visitor: Visitor, now: Date): Promise<boolean> {
      if (id === undefined || !ID.test(id)) return false
      const who = whoIs(visitor)
      return database.outsideTenants(async (db) => {
        const pass = await queries.takePass(db, who.context, id)
        if (!pass || pass.expiresAt <= now || (pass.url !== null && pass.url !== call.path)) return false
        if (!pass.fingerprint.equals(who.fingerprintHash) && pass.network !== who.neighborhood) return false
        return who.account === null || (pass.account?.equals(who.account) ?? false) || isCheap(db, who.account, now)
      })
    },
    purge: () => database.outsideTenants((db) => queries.deleteExpired(db, clock.now())),
  }
}
