// The way in of a visitor: the link, its campaign, and the checks before any proof. Their order is that of the
// specification: method, link, campaign, state, blacklist, account type, network.
import { ACCOUNT_TYPES, DAY_MS, LIMITS, accountTypeOf } from '@sealwright/contract'
import type { ClosedState, PromotionMethod } from '@sealwright/contract'
import type { Database } from '../../../kernel/db/database.ts'
import type { OwnContext } from '../../../kernel/http/context.ts'
import { networkOf } from '../../../kernel/http/rate-limit.ts'
import type { Ids } from '../../../kernel/ids.ts'
import { shownMoment } from '../../../kernel/moment.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { findDeveloper } from '../../developer/index.ts'
import { findBlock } from '../blacklist/blocking.service.ts'
import type { Link, ListedCampaign } from '../campaign.tables.ts'
import * as queries from './visit.queries.ts'
import { closedOf, closedRefusal, methodOf } from './visit.rules.ts'

/** A published campaign, seen through one of its links. */
export interface Entered {
  developerId: number
  developer: { name: string; timeZone: string; website: string | null; logo: Buffer | null }
  campaign: ListedCampaign
  link: Link
  via: PromotionMethod
  closed: ClosedState | null
}

export function createEntrance({ database, ids }: { database: Database; ids: Ids }) {
  /** Refuses with codes 900, 933 and 911. A closed campaign is no refusal here. */
  async function enter({ link: token, via }: { link: string; via?: string | undefined }, now: Date): Promise<Entered> {
    const method = methodOf(via)
    if (!method) throw new Refusal('activity.badMethod')
    const found = await database.outsideTenants((db) => queries.findByToken(db, token))
    if (!found) throw new Refusal('activity.badLink')
    const { developerId, linkGuid } = found
    return database.inTenant(developerId, 'read', async (db) => {
      const linked = await queries.findLinked({ db, developerId }, linkGuid)
      const row = await findDeveloper({ db, developerId })
      if (!linked || !row) throw new Error('the campaign of a link is missing')
      const { campaign, link } = linked
      if (link.removedAt !== null) throw new Refusal('activity.badLink')
      if (campaign.stage === 'draft') throw new Refusal('activity.unknown')
      const { developer, developer_profile: profile } = row
      return {
        developerId,
        developer: {
          name: developer.displayName ?? developer.name,
          timeZone: developer.timeZone,
          website: profile?.website ?? null,
          logo: profile?.logo ?? null,
        },
        campaign,
        link,
        via: method,
        closed: closedOf(campaign, now) ?? (developer.suspendedAt === null ? null : 'paused'),
      }
    })
  }

  /** The refusal of a campaign that cannot be joined. */
  function whyClosed(
    { locale }: Pick<OwnContext, 'locale'>,
    { campaign, developer, closed }: Pick<Entered, 'campaign' | 'developer' | 'closed'>,
  ): Refusal | undefined {
    return closed ? closedRefusal(closed, shownMoment(campaign.startsAt, locale, developer.timeZone)) : undefined
  }

  /** Refuses accounts and networks of the blacklist, and records the attempt in its own transaction. */
  async function requireWelcome(
    { asking }: OwnContext,
    { developerId, campaign, link }: Entered,
    account: string,
  ): Promise<void> {
    const { network, now } = asking
    const block = await database.inTenant(developerId, 'read', (db) =>
      findBlock({ db, developerId }, { account, network }),
    )
    if (!block) return
    await database.inTenant(developerId, 'write', (db) =>
      queries.insertAttempt(
        { db, developerId },
        {
          developerId,
          guid: ids.guid(),
          blockGuid: block.guid,
          kind: block.kind,
          value: block.value,
          campaignGuid: campaign.guid,
          linkGuid: link.guid,
          account,
          network,
          at: now,
        },
      ),
    )
    throw new Refusal('activity.blocked')
  }

  function requireType({ say }: OwnContext, { campaign }: Entered, account: string): void {
    if (campaign.accountTypes.includes(accountTypeOf(account))) return
    const types = (['email', 'phone'] as const)
      .filter((type) => campaign.accountTypes.includes(ACCOUNT_TYPES[type]))
      .map((type) => say(`activity.accountWords.${type}`))
    throw new Refusal('activity.accountType', { params: { types: types.join(', ') }, field: 'account' })
  }

  /** The refusal of a network from which enough people took part within a day. */
  async function whyCrowded(
    scope: Parameters<typeof queries.countFromNetwork>[0],
    { network, now }: OwnContext['asking'],
    campaignGuid: string,
  ): Promise<Refusal | undefined> {
    const since = new Date(now.getTime() - DAY_MS)
    const taken = await queries.countFromNetwork(scope, campaignGuid, networkOf(network), since)
    return taken >= LIMITS.campaign.perNetworkADay ? new Refusal('activity.networkLimit') : undefined
  }

  return { enter, whyClosed, requireWelcome, requireType, whyCrowded }
}

export type Entrance = ReturnType<typeof createEntrance>
