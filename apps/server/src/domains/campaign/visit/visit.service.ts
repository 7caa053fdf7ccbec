// The calls of the public page: what a visitor sees, and how they take part. A visitor who took part before gets that
// participation again, even if the campaign is full or over by now, because a lost answer must not lose a license.
import { createHmac } from 'node:crypto'
import { campaignPath, campaignVisitCalls, isNewOnly, localDay } from '@sealwright/contract'
import type * as z from 'zod/mini'
import type { OwnContext } from '../../../kernel/http/context.ts'
import { networkOf } from '../../../kernel/http/rate-limit.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { ProvenVisitor } from '../../identity/index.ts'
import { listDisplayNames } from '../../product/index.ts'
import { createEntrance } from './entrance.service.ts'
import type { Entered } from './entrance.service.ts'
import { createJoining } from './joining.service.ts'
import type { Brought, JoiningDeps } from './joining.service.ts'
import * as queries from './visit.queries.ts'

type Calls = Pick<typeof campaignVisitCalls, 'visit' | 'sendCode' | 'register' | 'join'>
type Payload<Name extends keyof Calls> = z.output<Calls[Name]['payload']>
type Answer<Name extends keyof Calls> = z.output<Calls[Name]['answer']>
export type Visiting = {
  [Name in keyof Calls]: (context: OwnContext, payload: Payload<Name>) => Promise<Answer<Name>>
}

export interface VisitingDeps extends Omit<JoiningDeps, 'entrance'> {
  /** The key of the hash that stands for a visitor. */
  viewKey: Buffer
  keepsMail: boolean
  keepsSms: boolean
  /** Only a demo tells visitors that messages stay in its outbox. */
  isDemo: () => boolean
}

export function createVisiting(deps: VisitingDeps): Visiting {
  const { database, people, viewKey } = deps
  const entrance = createEntrance(deps)
  const joining = createJoining({ ...deps, entrance })

  const hashed = (text: string) =>
    createHmac('sha256', viewKey).update(text).digest().subarray(0, queries.VISITOR_HALF_BYTES)
  /** Who looks at the page, without telling who it is. The first half is the network. */
  const visitorHash = ({ network: from, userAgent }: OwnContext['asking']) => {
    const network = networkOf(from)
    return Buffer.concat([hashed(network), hashed(`${network}\n${userAgent ?? ''}`)])
  }

  /** The page is shown even if its view cannot be counted. */
  async function countView({ asking }: OwnContext, { developerId, developer, campaign, link, via }: Entered) {
    const row = {
      developerId,
      campaignGuid: campaign.guid,
      linkGuid: link.guid,
      day: localDay(asking.now, developer.timeZone),
      visitor: visitorHash(asking),
      via,
      at: asking.now,
    }
    await database
      .inTenant(developerId, 'write', (db) => queries.insertView({ db, developerId }, row))
      .catch((err: unknown) => asking.log.warn({ err }, 'a view of a campaign was not counted'))
  }

  async function visit(context: OwnContext, payload: Payload<'visit'>): Promise<Answer<'visit'>> {
    const { now } = context.asking
    const entered = await entrance.enter(payload, now)
    const { developerId, developer, campaign, link, closed } = entered
    const told = {
      closed,
      developerName: developer.name,
      keepsMail: deps.isDemo() && deps.keepsMail,
      keepsSms: deps.isDemo() && deps.keepsSms,
    }
    if (closed === 'deleted')
      return {
        ...told,
        name: '',
        logo: null,
        introduction: null,
        picture: null,
        productName: '',
        startTime: now,
        endTime: now,
        left: 0,
        maxParticipants: 0,
        licenseDays: null,
        licenseDeadline: null,
        useCount: null,
        isNewOnly: false,
        accountTypes: [],
      }
    await countView(context, entered)
    const names = await database.inTenant(developerId, 'read', (db) =>
      listDisplayNames({ db, developerId }, campaign.licenseIds),
    )
    const { maxParticipants, taken } = campaign
    return {
      ...told,
      name: campaign.name,
      logo: developer.logo?.toString('base64') ?? null,
      introduction: campaign.introduction,
      picture: campaign.pictureType ? `${campaignPath(link.token)}/picture?v=${campaign.revision}` : null,
      productName: campaign.licenseIds.map((id) => names.get(id) ?? '').join(', '),
      startTime: campaign.startsAt,
      endTime: campaign.endsAt,
      left: Math.max(0, maxParticipants - taken),
      maxParticipants,
      licenseDays: campaign.licenseDays,
      licenseDeadline: campaign.licenseDeadline,
      useCount: campaign.useCount,
      isNewOnly: isNewOnly(campaign.userScope),
      accountTypes: campaign.accountTypes,
    }
  }

  async function sendCode(context: OwnContext, payload: Payload<'sendCode'>): Promise<Answer<'sendCode'>> {
    const { asking } = context
    const account = payload.account.toLowerCase()
    const entered = await entrance.enter(payload, asking.now)
    const { developerId, developer, campaign } = entered
    const closed = entrance.whyClosed(context, entered)
    if (closed) throw closed
    await entrance.requireWelcome(context, entered, account)
    entrance.requireType(context, entered, account)
    const crowded = await database.inTenant(developerId, 'read', (db) =>
      entrance.whyCrowded({ db, developerId }, asking, campaign.guid),
    )
    if (crowded) throw crowded
    return people.sendCode(context, { account, developerName: developer.name })
  }

  async function takePart(
    context: OwnContext,
    call: (typeof campaignVisitCalls)['register' | 'join'],
    payload: { link: string; via?: string | undefined; account: string } & Brought,
    prove: (entered: Entered, account: string) => Promise<ProvenVisitor>,
  ) {
    const { asking } = context
    const account = payload.account.toLowerCase()
    const entered = await entrance.enter(payload, asking.now)
    const { developerId, campaign, closed } = entered
    const whyClosed = entrance.whyClosed(context, entered)
    // Nobody took part through a campaign that is deleted or has not begun.
    if (whyClosed && (closed === 'deleted' || closed === 'notStarted')) throw whyClosed
    if (!whyClosed) {
      await entrance.requireWelcome(context, entered, account)
      entrance.requireType(context, entered, account)
    }
    const tooLate =
      whyClosed ??
      (await database.inTenant(developerId, 'read', (db) =>
        entrance.whyCrowded({ db, developerId }, asking, campaign.guid),
      ))
    if (tooLate) {
      // The proof is checked for everybody, so neither the answer nor its timing tells who took part.
      const visitor = await prove(entered, account).catch((error: unknown) => {
        throw error instanceof Refusal ? tooLate : error
      })
      const earlier = await joining.findEarlier({ context, entered, visitor })
      if (earlier) return earlier
      throw tooLate
    }
    const visitor = await prove(entered, account)
    // The blacklist is about accounts: another address of the account is no way around it.
    for (const name of await people.namesOf(visitor))
      if (name !== account) await entrance.requireWelcome(context, entered, name)
    if (visitor.by === 'code' && visitor.isUsed) {
      const earlier = await joining.findEarlier({ context, entered, visitor })
      if (earlier) return earlier
      throw new Refusal('identity.codeWrong', { field: 'verifyCode' })
    }
    return joining.join({ context, call, entered, visitor, brought: payload })
  }

  return {
    visit,
    sendCode,
    register: (context, payload) =>
      takePart(context, campaignVisitCalls.register, payload, (_entered, account) =>
        people.proveByCode(context, { account, code: payload.verifyCode }),
      ),
    join: (context, { password, ...payload }) =>
      takePart(context, campaignVisitCalls.join, payload, ({ developerId }, account) =>
        people.proveByPassword(context, developerId, { account, password }),
      ),
  }
}
