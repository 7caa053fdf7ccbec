// A thousand visitors at a hundred places of a campaign, on a real server that is killed and restarted while they take
// part. Half of them register with a code, half have an account. Each repeats a request that got no answer. At the end
// there must be exactly a hundred participants, licenses and charges, and nothing of the visitors who came too late.
import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { Refusal, Unreachable } from '@sealwright/client'
import type { Client } from '@sealwright/client'
import { DAY_MS, activityCalls, campaignVisitCalls, pcTemplateCalls, productCalls } from '@sealwright/contract'
import { PASSWORD } from '@sealwright/testkit/password'
import { startCenter } from '../support/center-process.ts'
import type { RunningCenter } from '../support/center-process.ts'
import { callerAt, giveMoney, signInDemo, turnFlowsOff } from '../support/demo-seat.ts'
import { conclude, differencesIn, grown, numberIn, say, withDatabase } from './proof.ts'
import { answered } from './repeat.ts'

const VISITORS = 1_000
const PLACES = 100
const PLACE_FEN = 300
const WALLET_FEN = 1_000_000_000
/** Visitors at the same moment. */
const AT_ONCE = 25
/** The longest time between an answered participation and a kill. */
const LONGEST_MS = 100
const NAME = 'drill-campaigns'
const LICENSE_ID = 77_004

const accountOf = (n: number) => `visitor-${n}@drill.example`
const isRegistering = (n: number) => n % 2 === 0
/** Each visitor has a network: participations and codes are limited for each of them. */
const networkOf = (n: number) => ({ 'x-forwarded-for': `10.77.${n >> 8}.${n & 255}` })

interface Campaign {
  guid: string
  token: string
}

/** A running campaign, and accounts for the visitors who have one. */
async function prepare(call: Client, databaseUrl: string): Promise<Campaign> {
  await withDatabase(databaseUrl, async (database) => {
    await giveMoney(database, WALLET_FEN)
    const known = Array.from({ length: VISITORS }, (_, n) => n).filter((n) => !isRegistering(n))
    await database.query(
      `insert into account (id, email, password_hash, locale, activated_at, created_at)
       select gen_random_uuid(), email, password_hash, locale, now(), now()
       from unnest($1::text[]) as added (email),
         (select password_hash, locale from account where email = 'demo@sealwright.example') as demo`,
      [known.map(accountOf)],
    )
  })
  await turnFlowsOff(call)
  await call(productCalls.create, { name: NAME, displayName: NAME, licenseForm: 3, licenseId: LICENSE_ID })
  const { guid: templateGuid } = await call(pcTemplateCalls.create, {
    kind: 'account',
    name: NAME,
    licenseId: LICENSE_ID,
    licenseForm: 2,
    billingMode: 'day',
    isForever: false,
    licDuration: 7,
    canModify: true,
    offlineDays: 30,
    licBindLimit: 2,
  })
  const { guid } = await call(activityCalls.create, {
    name: NAME,
    startTime: new Date(Date.now() - DAY_MS).toISOString(),
    endTime: new Date(Date.now() + DAY_MS).toISOString(),
    maxParticipants: PLACES,
    templateGuid,
    licenseDays: 30,
    links: [{ name: NAME }],
  })
  await call(activityCalls.publish, { guid })
  const [link] = (await call(activityCalls.get, { guid })).links
  return { guid, token: link?.url.split('/').at(-1) ?? '' }
}

interface Crowd {
  /** The serials that visitors got. */
  serials: string[]
  refused: number
  /** Anything else; there must be nothing. */
  wrong: string[]
  /** Requests that got no answer, and were repeated. */
  repeated: number
}

async function takePart(center: () => RunningCenter, { token }: Campaign, n: number, crowd: Crowd): Promise<void> {
  const call: Client = (...request) => callerAt(center().url, networkOf(n))(...request)
  const where = { link: token, account: accountOf(n), via: 'qr' }
  const codeOf = () =>
    withDatabase(center().databaseUrl, async (database) => {
      const { rows } = await database.query<{ subject: string }>(
        'select subject from mail_outbox where recipient = $1 order by created_at desc limit 1',
        [accountOf(n)],
      )
      return /\d{6}/.exec(rows[0]?.subject ?? '')?.[0] ?? ''
    })

  async function register() {
    await answered(crowd, () => call(campaignVisitCalls.sendCode, where)).catch((error: unknown) => {
      // The code was sent, and its answer was lost.
      if (!(error instanceof Refusal && error.error === 'identity.codeTooSoon')) throw error
    })
    const verifyCode = await answered(crowd, () => codeOf().catch(() => Promise.reject(new Unreachable('no database'))))
    const given = { ...where, verifyCode, password: PASSWORD, confirmPassword: PASSWORD, acceptTerms: true }
    return answered(crowd, () => call(campaignVisitCalls.register, given))
  }

  try {
    const { serial } = isRegistering(n)
      ? await register()
      : await answered(crowd, () => call(campaignVisitCalls.join, { ...where, password: PASSWORD }))
    crowd.serials.push(serial)
  } catch (error) {
    if (error instanceof Refusal && error.error === 'activity.full') crowd.refused += 1
    else crowd.wrong.push(`visitor ${n}: ${error instanceof Refusal ? error.error : String(error)}`)
  }
}

const problemsIn = (url: string, { guid }: Campaign, { serials }: Crowd) =>
  withDatabase(url, async (database) => {
    const number = (query: string, ...values: unknown[]) => numberIn(database, query, values)
    return differencesIn({
      participants: [
        await number('select count(distinct account_id) as n from campaign_participant where campaign_guid = $1', guid),
        PLACES,
      ],
      'places taken': [await number('select taken as n from campaign where guid = $1', guid), PLACES],
      licenses: [
        await number(
          `select count(*) as n from license l join campaign_participant p
             on p.developer_id = l.developer_id and p.license_guid = l.guid
           where p.campaign_guid = $1 and l.source = 'campaign' and l.ended_at is null`,
          guid,
        ),
        PLACES,
      ],
      'licenses of the product': [
        await number('select count(*) as n from license where license_id = $1', LICENSE_ID),
        PLACES,
      ],
      'answered participations': [
        await number(
          'select count(*) as n from campaign_participant where campaign_guid = $1 and serial = any ($2)',
          guid,
          serials,
        ),
        PLACES,
      ],
      'fen charged': [
        await number('select coalesce(sum(charged_fen), 0) as n from billing_order where subject = $1', NAME),
        PLACES * PLACE_FEN,
      ],
      'fen that left the wallet': [
        await number(
          `select -coalesce(sum(e.amount), 0) as n from ledger_entry e
           join ledger_transfer t on t.developer_id = e.developer_id and t.guid = e.transfer_guid
           where e.kind in ('wallet', 'gift') and t.subject = $1`,
          NAME,
        ),
        PLACES * PLACE_FEN,
      ],
      'users beyond the participants': [
        await number(
          `select count(*) as n from end_user u where u.account like 'visitor-%@drill.example'
             and not exists (select from campaign_participant p where p.user_guid = u.guid)`,
        ),
        0,
      ],
      'accounts of refused visitors': [
        await number(
          `select count(*) as n from account a where a.email = any ($1)
             and not exists (select from campaign_participant p where p.account_id = a.id)`,
          Array.from({ length: VISITORS }, (_, n) => n)
            .filter(isRegistering)
            .map(accountOf),
        ),
        0,
      ],
      'logged licenses': [
        await number(
          `select count(*) as n from operation_log o join campaign_participant p
             on p.developer_id = o.developer_id and p.license_guid = o.target_guid
           where p.campaign_guid = $1 and o.target_kind = 'accountLicense'`,
          guid,
        ),
        PLACES,
      ],
    })
  })

/** Returns the number of problems. */
export async function drillCampaigns(kills: number): Promise<number> {
  let center: RunningCenter = await startCenter({ isFromSource: true, isQuiet: true })
  const { folder } = center
  try {
    const boss = await signInDemo(center.url)
    const campaign = await prepare(callerAt(center.url, boss), center.databaseUrl)
    const crowd: Crowd = { serials: [], refused: 0, wrong: [], repeated: 0 }
    let next = 0
    const line = async () => {
      while (next < VISITORS) await takePart(() => center, campaign, next++, crowd)
    }
    const all = Promise.all(Array.from({ length: AT_ONCE }, line))
    let killed = 0
    const count = () => crowd.serials.length
    const isOver = () => count() >= PLACES
    while (killed < kills && !isOver()) {
      const more = 1 + Math.floor(Math.random() * (PLACES / kills))
      await grown(count, Math.min(PLACES, count() + more))
      const ms = Math.round(Math.random() * LONGEST_MS)
      await pause(ms)
      if (isOver()) break
      await center.kill()
      center = await startCenter({ isFromSource: true, isQuiet: true, folder })
      killed += 1
      say(`kill ${killed} with ${count()} participants, ${ms} ms after the last of them`)
    }
    await all
    const problems = [
      ...crowd.wrong,
      ...differencesIn({
        'visitors with a license': [crowd.serials.length, PLACES],
        'visitors who came too late': [crowd.refused, VISITORS - PLACES],
      }),
      ...(killed === 0 ? ['the server was never killed'] : []),
      ...(await problemsIn(center.databaseUrl, campaign, crowd)),
    ]
    // The server signs the end of the log when it stops.
    await center.stop()
    return conclude(
      folder,
      ['ledger', 'log'],
      problems,
      `${killed} kills, ${VISITORS} visitors, ${crowd.repeated} repeated requests: exactly ${PLACES} participants, ` +
        'licenses and charges.',
    )
  } finally {
    await center.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
