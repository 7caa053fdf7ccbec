// Promotion mails of a campaign as a task, and the way out of them. A user gets one mail of a campaign. Whoever
// unsubscribed is skipped: when the task is drafted, when it runs, and when the mail leaves the outbox.
import {
  DAY_MS,
  LANGUAGE_MARK,
  LIMITS,
  METHOD_PARAMETER,
  UNSUBSCRIBE_PAGE,
  isEmail,
  isPromotableStatus,
} from '@sealwright/contract'
import type { Locale, activityCalls, campaignVisitCalls } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Clock } from '../../../kernel/clock.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { found } from '../../../kernel/entity/refuse.ts'
import type { OwnContext } from '../../../kernel/http/context.ts'
import { requireAnyPrivilege } from '../../../kernel/http/gates.ts'
import type { Mailer, Message } from '../../../kernel/mail/outbox.ts'
import { shownMoment } from '../../../kernel/moment.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { findUsers, listAccountLocales, listNextUsers, listTagNames } from '../../customer/index.ts'
import type { KnownUser } from '../../customer/index.ts'
import { findDeveloper } from '../../developer/index.ts'
import type { ComposeMail, Mailing } from '../../email-template/index.ts'
import { listDisplayNames } from '../../product/index.ts'
import { defineTaskKind, reasonOf } from '../../task/index.ts'
import type { AnyTaskKind, OpenTask, Outcome, WorkInput } from '../../task/index.ts'
import { findCampaign, listLinks } from '../campaign.queries.ts'
import { linkUrl, statusOf, statusWord } from '../campaign.rules.ts'
import type { Link, ListedCampaign } from '../campaign.tables.ts'
import * as queries from './mail.queries.ts'
import { maskedAddress, recipientOf, tokenOf } from './unsubscribe.rules.ts'

type OpenCalls = Pick<typeof campaignVisitCalls, 'subscription' | 'unsubscribe'>
export type Promotion = {
  [Name in keyof OpenCalls]: (
    context: OwnContext,
    payload: z.output<OpenCalls[Name]['payload']>,
  ) => Promise<z.output<OpenCalls[Name]['answer']>>
} & {
  promote(
    scope: Scope,
    payload: z.output<typeof activityCalls.promote.payload>,
  ): Promise<z.output<typeof activityCalls.promote.answer>>
  taskKinds: AnyTaskKind[]
  /** The request that mail programs send for one click. */
  oneClick(surface: FastifyInstance, rateGate: (request: FastifyRequest) => void): void
}

export interface PromotionDeps {
  database: Database
  clock: Clock
  openTask: OpenTask
  mailer: Pick<Mailer, 'queueMany'>
  mailing: Mailing
  languages: Record<Locale, Sentences>
  /** The address of the console. */
  baseUrl: () => string
  /** The key that signs the links that end promotion mails. */
  unsubscribeKey: Buffer
}

interface Target {
  guid: string
  account: string
}
interface Options {
  campaignGuid: string
  linkGuid: string
}
type Refused = Extract<Outcome, { reason: unknown }>

const STEP = 1_000
const CHUNK = 200
type Skipped =
  | 'user.notFound'
  | 'activity.noMail'
  | 'activity.unsubscribed'
  | 'activity.mailSent'
  | 'activity.mailLimit'
const skip = (error: Skipped): Refused => ({
  state: 'skip',
  reason: { error, params: { max: LIMITS.campaign.mailsADay } },
})
const optionsOf = (options: Record<string, unknown>) => options as unknown as Options // as `promote` opened it

export function createPromotion(deps: PromotionDeps): Promotion {
  const { database, clock, openTask, mailer, mailing, languages, baseUrl, unsubscribeKey } = deps

  /** Refuses campaigns that nobody can take part in, now or later. */
  function requireOpen(scope: Scope, campaign: ListedCampaign): void {
    const status = statusOf(campaign, scope.asking.now)
    if (!isPromotableStatus(status))
      throw new Refusal('activity.stateForbids', {
        params: { name: campaign.name, status: statusWord(scope, status) },
      })
  }

  async function read(
    scope: Scope,
    { campaignGuid, linkGuid }: Options,
  ): Promise<{ campaign: ListedCampaign; link: Link }> {
    const campaign = found(await findCampaign(scope, campaignGuid), 'activity.notFound')
    requireOpen(scope, campaign)
    const link = (await listLinks(scope, [campaignGuid])).find(
      ({ guid, removedAt }) => guid === linkGuid && removedAt === null,
    )
    if (!link) throw new Refusal('activity.linkNotFound', { field: 'linkGuid' })
    return { campaign, link }
  }

  /** The users with one of the tags; without tags, all users. */
  async function* usersWith(scope: Scope, audience: { anyTag?: readonly string[] }): AsyncGenerator<Target> {
    let after: string | undefined
    do {
      const page = await listNextUsers(scope, audience, after, STEP)
      for (const { guid, account } of page) yield { guid, account }
      after = page.length < STEP ? undefined : page.at(-1)?.guid
    } while (after !== undefined)
  }

  const promote: Promotion['promote'] = async (scope, { guid, linkGuid, tagGuids }) => {
    // The rows of the task show accounts.
    requireAnyPrivilege(scope.caller, ['user.view'], (name) => scope.say(`privileges.${name}`))
    const options: Options = { campaignGuid: guid, linkGuid }
    const { campaign } = await read(scope, options)
    if (tagGuids) {
      const tags = new Set((await listTagNames(scope)).map((tag) => tag.guid))
      const missing = tagGuids.findIndex((tag) => !tags.has(tag))
      if (missing >= 0) throw new Refusal('tag.notFound', { field: `tagGuids.${missing}` })
    }
    const audience: { anyTag?: readonly string[] } = tagGuids ? { anyTag: tagGuids } : {}
    if ((await listNextUsers(scope, audience, undefined, 1)).length === 0)
      throw new Refusal('activity.nobody', { field: tagGuids ? 'tagGuids' : 'audience' })
    const { taskId } = await openTask(scope, {
      kind: 'campaignMail',
      subject: campaign.name,
      options: { ...options },
      rows: usersWith(scope, audience),
      isDraft: true,
    })
    return { taskId }
  }

  /** The users of rows, or why they get no mail. */
  async function judge(
    scope: Scope,
    rows: readonly WorkInput<Target>[],
    campaignGuid: string,
  ): Promise<(KnownUser | Refused)[]> {
    const guids = rows.map(({ input }) => input.guid)
    const users = await findUsers(scope, guids)
    const mailed = await queries.listMailed(scope, campaignGuid, guids)
    const since = new Date(scope.asking.now.getTime() - DAY_MS)
    const sated = await queries.listSated(scope, guids, since)
    const refusals = await queries.listRefusals(
      scope,
      [...users.values()].map(({ account }) => account.toLowerCase()),
    )
    return guids.map((guid) => {
      const user = users.get(guid)
      if (!user) return skip('user.notFound')
      if (!isEmail(user.account)) return skip('activity.noMail')
      if (refusals.has(user.account.toLowerCase())) return skip('activity.unsubscribed')
      if (mailed.has(guid)) return skip('activity.mailSent')
      return sated.has(guid) ? skip('activity.mailLimit') : user
    })
  }

  /** Writes the mails to users, in their languages. */
  async function writer(scope: Scope, campaign: ListedCampaign, link: Link) {
    const { developerId, caller } = scope
    const names = await listDisplayNames(scope, campaign.licenseIds)
    const texts = {
      zh: await mailing.open(scope, 'promotion', 'zh'),
      en: await mailing.open(scope, 'promotion', 'en'),
    } satisfies Record<Locale, ComposeMail>
    const developer = caller.developer.displayName
    return ({ guid, account, userName }: KnownUser, locale: Locale): Message => {
      const token = tokenOf(unsubscribeKey, { developerId, address: account.toLowerCase() })
      const page = `${baseUrl()}${UNSUBSCRIBE_PAGE}`
      const values = {
        userName: userName ?? account,
        account,
        developerName: developer,
        productName: campaign.licenseIds.map((id) => names.get(id) ?? '').join(', '),
        expireTime: shownMoment(campaign.endsAt, locale, caller.developer.timeZone),
        campaignUrl: `${linkUrl(baseUrl(), link.token)}?${METHOD_PARAMETER}=mail`,
      }
      const stop = languages[locale]('mail.promotion.stop', {
        developer,
        link: `${page}#token=${token}&${LANGUAGE_MARK}=${locale}`,
      })
      return {
        developerId,
        kind: 'promotion',
        to: account,
        ...texts[locale](values, stop),
        about: [{ kind: 'user', guid }],
        unsubscribe: `${page}?token=${token}`,
      }
    }
  }

  async function run(scope: Scope, rows: readonly WorkInput<Target>[], options: Options): Promise<Outcome[]> {
    const open = await read(scope, options).catch((error: unknown) => {
      if (error instanceof Refusal) return error
      throw error
    })
    if (open instanceof Refusal) return rows.map(() => ({ state: 'fail', reason: reasonOf(open) }))
    const judged = await judge(scope, rows, options.campaignGuid)
    const users = judged.flatMap((one) => ('state' in one ? [] : [one]))
    const claimed = await queries.claimMails(
      scope,
      options.campaignGuid,
      users.map(({ guid }) => guid),
      scope.asking.now,
    )
    const locales = await listAccountLocales(
      scope,
      users.flatMap(({ accountId }) => accountId ?? []),
    )
    const write = await writer(scope, open.campaign, open.link)
    await mailer.queueMany(
      scope.db,
      users
        .filter(({ guid }) => claimed.has(guid))
        .map((user) => write(user, locales.get(user.accountId ?? '') ?? scope.caller.locale)),
    )
    return judged.map((one): Outcome => {
      if ('state' in one) return one
      return claimed.has(one.guid) ? { state: 'success' } : skip('activity.mailSent')
    })
  }

  const kind = defineTaskKind<Target>({
    name: 'campaignMail',
    chunk: CHUNK,
    domain: 'customer',
    cells: ({ account }) => [{ field: 'account', value: account }],
    judge: () => ({
      rows: async (scope, rows, options) =>
        (await judge(scope, rows, optionsOf(options).campaignGuid)).map((one) => ('state' in one ? one : null)),
    }),
    run: (scope, rows, options) => run(scope, rows, optionsOf(options)),
  })

  function reader(token: string) {
    const recipient = recipientOf(unsubscribeKey, token)
    if (!recipient) throw new Refusal('activity.badUnsubscribe')
    return recipient
  }

  async function setSubscribed(token: string, isSubscribed: boolean): Promise<void> {
    const { developerId, address } = reader(token)
    await database.inTenant(developerId, 'write', (db) =>
      queries.setRefusal({ db, developerId }, address, !isSubscribed, clock.now()),
    )
  }

  return {
    promote,
    taskKinds: [kind],
    async subscription(_context, { token }) {
      const { developerId, address } = reader(token)
      return database.inTenant(developerId, 'read', async (db) => {
        const developer = (await findDeveloper({ db, developerId }))?.developer
        const refusals = await queries.listRefusals({ db, developerId }, [address])
        return {
          developerName: developer?.displayName ?? developer?.name ?? '',
          account: maskedAddress(address),
          isSubscribed: !refusals.has(address),
        }
      })
    },
    async unsubscribe(_context, { token, isSubscribed }) {
      await setSubscribed(token, isSubscribed)
      return {}
    },
    oneClick(surface, rateGate) {
      // Mail programs send no Origin and no session. The token is in the address, as RFC 8058 wants it.
      surface.post<{ Querystring: { token?: unknown } }>(UNSUBSCRIBE_PAGE, async (request, reply) => {
        rateGate(request)
        const { token } = request.query
        await setSubscribed(typeof token === 'string' ? token : '', false)
        return reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('OK')
      })
    },
  }
}
