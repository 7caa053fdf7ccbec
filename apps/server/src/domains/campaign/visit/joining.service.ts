// Takes a place of a campaign for a proven visitor, in one transaction under the campaign's lock: account, user,
// license, charge, participant. A refusal leaves nothing behind, and the code stays valid. An account that took part
// before gets its first participation again. Lock order: campaign, developer (of a trial), code, account, user, then
// as an issue.
import { LIMITS, MINUTE_MS, accountTypeOf, isNewOnly, localDay } from '@sealwright/contract'
import type { Call, CampaignJoined, Locale } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type { Clock } from '../../../kernel/clock.ts'
import type { Database } from '../../../kernel/db/database.ts'
import type { OwnContext } from '../../../kernel/http/context.ts'
import { networkOf } from '../../../kernel/http/rate-limit.ts'
import type { Ids } from '../../../kernel/ids.ts'
import { inScope } from '../../../kernel/in-scope.ts'
import type { Notify } from '../../../kernel/notify.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Caller, Scope } from '../../../kernel/scope.ts'
import { createTurns } from '../../../kernel/turns.ts'
import { holdRoom, userOfAccount, wasUserOf } from '../../customer/index.ts'
import { findSuperAdministrator } from '../../developer/index.ts'
import type { ProvenVisitor, VisitingPeople } from '../../identity/index.ts'
import { endOrNull, listNamed } from '../../license/index.ts'
import type { CampaignIssuing } from '../../license/index.ts'
import { listDisplayNames } from '../../product/index.ts'
import { offerOf } from '../campaign.rules.ts'
import type { Participant } from '../campaign.tables.ts'
import type { Entered, Entrance } from './entrance.service.ts'
import { messageAbout, suspend } from './pausing.service.ts'
import * as queries from './visit.queries.ts'
import { CannotGive, closedOf, refusedGift } from './visit.rules.ts'

export interface JoiningDeps {
  database: Database
  clock: Clock
  ids: Ids
  notify: Notify
  languages: Record<Locale, Sentences>
  issuing: CampaignIssuing
  people: VisitingPeople
  entrance: Entrance
  /** An account with its current privileges; undefined if it can no longer sign in. */
  findMember(developerId: number, accountId: string, now: Date): Promise<Caller | undefined>
}

/** What a visitor brings along besides the proof. */
export interface Brought {
  password?: string | undefined
  spreadCode?: string | undefined
  bdVid?: string | undefined
  keyword?: string | undefined
}

export interface Arrival {
  context: OwnContext
  call: Pick<Call, 'name'>
  entered: Entered
  visitor: ProvenVisitor
  brought: Brought
}

type Answer = Omit<CampaignJoined, 'expireTime'> & { expireTime: Date | null }

const orCannotGive = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw refusedGift(error)
  })

export function createJoining(deps: JoiningDeps) {
  const { database, clock, ids, notify, languages, issuing, people, entrance } = deps
  const inTurn = createTurns()

  /**
   * The publisher. It sees all rows, and the log shows the name of the campaign in its place. `isGone`: the publisher
   * can no longer sign in, and the super administrator stands in. Nothing is issued then, because leaving would
   * otherwise lift the quota of the publisher.
   */
  async function actorOf({ developerId, campaign }: Entered, now: Date): Promise<{ caller: Caller; isGone: boolean }> {
    const publisher =
      campaign.publishedBy === null ? undefined : await deps.findMember(developerId, campaign.publishedBy, now)
    const main = publisher
      ? undefined
      : await database.inTenant(developerId, 'read', (db) => findSuperAdministrator(db, developerId))
    const caller = publisher ?? (main && (await deps.findMember(developerId, main.accountId, now)))
    if (!caller) throw new Error('a developer has no super administrator')
    const displayName = languages[caller.locale]('activity.actor', { name: campaign.name })
    return { caller: { ...caller, displayName, limited: new Set(), integratorGuid: null }, isGone: !publisher }
  }

  /** The answer about a participation. */
  async function answerOf(
    scope: Pick<Scope, 'db' | 'developerId'>,
    { campaign, developer }: Entered,
    row: Participant,
    told: { isNew: boolean; wasJoined: boolean },
  ): Promise<Answer> {
    const license = (await listNamed(scope, [row.licenseGuid])).get(row.licenseGuid)
    const names = await listDisplayNames(scope, campaign.licenseIds)
    return {
      account: row.account,
      ...told,
      productName: campaign.licenseIds.map((id) => names.get(id) ?? '').join(', '),
      serial: row.serial,
      expireTime: license ? endOrNull(license.expiresAt) : null,
      useCount: license?.content.counter ?? null,
      downloadUrl: campaign.downloadUrl ?? developer.website,
    }
  }

  /** Of a repeated call, the registration is still the news. */
  const again = ({ isNew, joinedAt }: Participant, { by }: ProvenVisitor, now: Date) => ({
    isNew: isNew && by === 'code' && now.getTime() - joinedAt.getTime() < LIMITS.verification.minutes * MINUTE_MS,
    wasJoined: true,
  })

  /** The earlier participation of a proven visitor, whatever became of the campaign. */
  async function findEarlier(
    scope: Pick<Scope, 'db' | 'developerId'>,
    { context, entered, visitor }: Omit<Arrival, 'brought' | 'call'>,
  ): Promise<Answer | undefined> {
    const accountId = await people.find(scope.db, visitor)
    const row = accountId && (await queries.findParticipation(scope, entered.campaign.guid, accountId))
    return row ? answerOf(scope, entered, row, again(row, visitor, context.asking.now)) : undefined
  }

  /** Takes the place. `giveCookie` is for after the commit. */
  async function take(
    scope: Scope,
    arrival: Arrival,
    passwordHash: string | undefined,
  ): Promise<{ answer: Answer; giveCookie(): void }> {
    const { context, entered, visitor, brought } = arrival
    const { asking, developerId } = scope
    const { guid } = entered.campaign
    const campaign = await queries.lockCampaign(scope, guid)
    const earlier = await findEarlier(scope, arrival)
    if (earlier) return { answer: earlier, giveCookie: () => undefined }
    // Somebody else took over since the publisher was read. The license must be issued in their name.
    if (campaign.publishedBy !== entered.campaign.publishedBy) throw new Refusal('activity.licenseFault')
    // The clock of now: the visitor may have waited for the lock until after the end.
    const closed = closedOf(campaign, clock.now())
    const refusal =
      entrance.whyClosed(context, { ...entered, campaign, closed }) ?? (await entrance.whyCrowded(scope, asking, guid))
    if (refusal) throw refusal
    await holdRoom(scope)
    const { accountId, isNew, giveCookie } = await people.claim(scope.db, context, visitor, passwordHash)
    if (isNewOnly(campaign.userScope) && (await wasUserOf(scope, accountId))) throw new Refusal('activity.newOnly')
    const user = await orCannotGive(userOfAccount(scope, { accountId, account: visitor.address }))
    if (!user) throw new Refusal('activity.licenseFault')
    const checked = {
      at: campaign.publishedAt ?? asking.now,
      count: campaign.maxParticipants - campaign.taken,
    }
    const given = await orCannotGive(issuing.give(scope, offerOf(campaign, asking.now), user, checked))
    const numberOf = (source: 'spreadCode' | 'keyword') =>
      brought[source] ? queries.sourceNumber(scope, guid, source, brought[source]) : null
    const row: Participant = {
      developerId,
      guid: ids.guid(),
      campaignGuid: guid,
      linkGuid: entered.link.guid,
      accountId,
      userGuid: user.guid,
      account: visitor.address,
      accountType: accountTypeOf(visitor.address),
      via: entered.via,
      isNew,
      spreadCode: brought.spreadCode || null,
      bdVid: brought.bdVid || null,
      keyword: brought.keyword || null,
      codeN: await numberOf('spreadCode'),
      keywordN: await numberOf('keyword'),
      licenseGuid: given.guid,
      serial: given.serial,
      costFen: given.costFen,
      unit: given.unit,
      network: networkOf(asking.network),
      joinedAt: asking.now,
      joinDay: localDay(asking.now, entered.developer.timeZone),
      firstUsedAt: null,
      firstUseDay: null,
    }
    await queries.insertParticipant(scope, row)
    const taken = campaign.taken + 1
    await queries.updateCampaign(scope, guid, { taken })
    if (taken === campaign.maxParticipants) {
      const { name, number, maxParticipants: max } = campaign
      await notify(
        { db: scope.db, developerId, now: asking.now },
        { kind: 'campaignFull', params: { name, number, max }, ...(await messageAbout(scope, campaign)) },
      )
    }
    return { answer: await answerOf(scope, entered, row, { isNew, wasJoined: false }), giveCookie }
  }

  const lookUpEarlier = (arrival: Omit<Arrival, 'brought' | 'call'>) =>
    database.inTenant(arrival.entered.developerId, 'read', (db) =>
      findEarlier({ db, developerId: arrival.entered.developerId }, arrival),
    )

  return {
    findEarlier: lookUpEarlier,
    async join(arrival: Arrival): Promise<Answer> {
      const { context, call, entered, visitor, brought } = arrival
      const { asking } = context
      const passwordHash = await people.prepare(visitor, brought.password)
      const { caller, isGone } = await actorOf(entered, asking.now)
      const given = { caller, asking, ids, say: languages[caller.locale], call }
      const { guid } = entered.campaign
      try {
        if (isGone) {
          const earlier = await lookUpEarlier(arrival)
          if (earlier) return earlier
          throw new CannotGive(new Refusal('activity.publisherGone'))
        }
        const { answer, giveCookie } = await inTurn(guid, () =>
          inScope(database, given, 'write', (scope) => take(scope, arrival, passwordHash)),
        )
        giveCookie()
        return answer
      } catch (error) {
        if (!(error instanceof CannotGive)) throw error
        await inScope(database, given, 'write', (scope) => suspend(scope, notify, entered.campaign, error.refusal))
        throw error.told()
      }
    },
  }
}

export type Joining = ReturnType<typeof createJoining>
