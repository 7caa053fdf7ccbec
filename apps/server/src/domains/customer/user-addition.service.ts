// How users are added, one or a thousand at a time: judged, their accounts opened, inserted, logged and told, in as
// many statements for many as for one. Surprise: whether an account is a user already is only certain once it was
// inserted, since the caller may not see the user who has it.
import { ACCOUNT_TYPES, LIMITS, LINK_PAGES, pageInMessage } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type { Mailer, Message } from '../../kernel/mail/outbox.ts'
import type { Scope } from '../../kernel/scope.ts'
import { lockDeveloper } from '../developer/index.ts'
import type { Invitation, Invite } from '../identity/index.ts'
import { customersByName } from './customer.service.ts'
import { resolveNames } from './names.service.ts'
import type { Reason } from './names.service.ts'
import { tagsByName } from './tag.service.ts'
import * as queries from './user.queries.ts'
import type { NewUser, OpenedAccount } from './user.queries.ts'
import { userFacts } from './user.rules.ts'

export interface AdditionDeps {
  mailer: Mailer
  invite: Invite
  languages: Record<Locale, Sentences>
  /** The address of this center, without a slash at the end. */
  baseUrl(): string
}

/** A user to be: the account as it is kept, customer and tags still by name. */
export interface Addition extends Omit<NewUser, 'guid' | 'accountId' | 'activatedAt' | 'customerGuid' | 'tagGuids'> {
  customerName: string | null
  tags: readonly string[]
}

export interface AdditionOptions {
  needActivation: boolean
  sendMail: boolean
}

/** Why one is not added; an account that is a user already needs nothing and is skipped. */
export interface Obstacle {
  state: 'fail' | 'skip'
  reason: Reason
}

interface Place {
  customerGuid: string | null
  tagGuids: string[]
}

type Judged = Obstacle | Place
type MessageKind = 'addAccount' | 'addAccountNew' | 'addAccountActivate'

const isObstacle = (judged: object): judged is Obstacle => 'state' in judged

const taken = (account: string): Obstacle => ({
  state: 'skip',
  reason: { error: 'user.accountTaken', params: { account }, field: 'account' },
})
const failed = (reason: Reason): Obstacle => ({ state: 'fail', reason })

/**
 * How many more users this developer may have. Unless it is only asked, others who add some wait until the transaction
 * ends.
 */
export async function roomForUsers(scope: Scope, isDry = false): Promise<number> {
  if (scope.caller.developer.status !== 'trial') return Number.POSITIVE_INFINITY
  if (!isDry) await lockDeveloper(scope)
  return LIMITS.trial.users - (await queries.countAllUsers(scope))
}

export const trialLimit = (): Reason => ({ error: 'user.trialLimit', params: { max: LIMITS.trial.users } })

/** What a dry run would have made by now. */
interface Foreseen {
  customers: Set<string>
  tags: Set<string>
}

async function judge(scope: Scope, additions: readonly Addition[], foreseen?: Foreseen): Promise<Judged[]> {
  const known = await queries.findTaken(
    scope,
    additions.map(({ account }) => account),
  )
  let room = await roomForUsers(scope, foreseen !== undefined)
  const first = additions.map(({ account }): Obstacle | undefined =>
    known.has(account) ? taken(account) : room-- > 0 ? undefined : failed(trialLimit()),
  )
  const open = additions.filter((_, index) => first[index] === undefined)
  const customers = await resolveNames(
    scope,
    customersByName,
    open.flatMap(({ customerName }) => customerName ?? []),
    foreseen?.customers,
  )
  const tags = await resolveNames(
    scope,
    tagsByName,
    open.flatMap((addition) => addition.tags),
    foreseen?.tags,
  )
  return additions.map(({ customerName, tags: names }, index): Judged => {
    const obstacle = first[index]
    if (obstacle) return obstacle
    const place: Place = { customerGuid: null, tagGuids: [] }
    const customer = customerName === null ? undefined : customers.get(customerName)
    for (const found of [customer, ...names.map((name) => tags.get(name))]) {
      if (!found) continue
      if ('reason' in found) return failed(found.reason)
      if (found === customer) place.customerGuid = found.guid
      else place.tagGuids.push(found.guid)
    }
    return place
  })
}

export function createUserAddition({ mailer, invite, languages, baseUrl }: AdditionDeps) {
  function messageTo(
    { caller, developerId }: Scope,
    account: string,
    locale: Locale,
    kind: MessageKind,
    invitation?: Invitation,
  ): Message {
    const say = languages[locale]
    const params = {
      developer: caller.developer.displayName,
      account,
      reset: `${baseUrl()}${pageInMessage(LINK_PAGES.resetPassword, locale)}`,
      ...invitation,
    }
    return {
      developerId,
      kind,
      to: account,
      subject: say(`mail.${kind}.subject`, params),
      body: say(`mail.${kind}.body`, params),
      text: say(`mail.${kind}.text`, params),
    }
  }

  /**
   * Tells people that they were added: whoever is not active yet gets what activates them, also when another developer
   * opened the account.
   */
  async function tell(scope: Scope, added: ReadonlyMap<string, OpenedAccount>): Promise<void> {
    const { network, now } = scope.asking
    const waiting = [...added]
      .filter(([, { activatedAt }]) => activatedAt === null)
      .map(([address, { locale }]) => ({ address, locale }))
    const invitations = await invite(scope.db, waiting, { network, now })
    await mailer.queueMany(
      scope.db,
      [...added].flatMap(([account, { isNew, locale, activatedAt }]) => {
        const invitation = invitations.get(account)
        // Who waits and is not invited was sent enough lately.
        if (activatedAt === null && !invitation) return []
        return [
          messageTo(
            scope,
            account,
            locale,
            invitation ? 'addAccountActivate' : isNew ? 'addAccountNew' : 'addAccount',
            invitation,
          ),
        ]
      }),
    )
  }

  /** One answer for each, in order. What stands in the way of one does not hold up the others. */
  async function add(
    scope: Scope,
    additions: readonly Addition[],
    { needActivation, sendMail }: AdditionOptions,
  ): Promise<(Obstacle | { guid: string })[]> {
    const judged = await judge(scope, additions)
    const chosen = additions.flatMap((addition, index) => {
      const place = judged[index]
      return place && !isObstacle(place) ? [{ addition, place }] : []
    })
    const accounts = await queries.openAccounts(
      scope,
      chosen.flatMap(({ addition: { account, accountType } }) =>
        accountType === ACCOUNT_TYPES.shadow ? [] : [account],
      ),
      !needActivation,
    )
    const rows = new Map(
      chosen.map(({ addition, place }) => {
        const { customerName: _customer, tags: _tags, ...said } = addition
        const opened = accounts.get(said.account)
        return [
          addition,
          {
            ...said,
            ...place,
            guid: scope.ids.guid(),
            accountId: opened?.id ?? null,
            activatedAt: opened ? opened.activatedAt : scope.asking.now,
          },
        ]
      }),
    )
    const inserted = rows.size === 0 ? new Set<string>() : await queries.insertUsers(scope, [...rows.values()])
    const added = [...rows].filter(([, row]) => inserted.has(row.guid))
    await scope.record(
      ...added.map(([addition, { guid, account }]) => ({
        type: 'add' as const,
        target: { kind: 'user' as const, guid, name: account },
        after: userFacts(addition, addition.customerName, addition.tags),
      })),
    )
    if (sendMail) {
      await tell(
        scope,
        new Map(
          added.flatMap(([{ account }]): [string, OpenedAccount][] => {
            const opened = accounts.get(account)
            return opened ? [[account, opened]] : []
          }),
        ),
      )
    }
    return additions.map((addition, index) => {
      const obstacle = judged[index]
      if (obstacle && isObstacle(obstacle)) return obstacle
      const guid = rows.get(addition)?.guid
      return guid !== undefined && inserted.has(guid) ? { guid } : taken(addition.account)
    })
  }

  return {
    add,
    /**
     * Begins a dry run: what is answered says what each would meet, null where it would be added, after all that it was
     * asked before. Nothing is made.
     */
    preview() {
      const foreseen: Foreseen = { customers: new Set(), tags: new Set() }
      return async (scope: Scope, additions: readonly Addition[]): Promise<(Obstacle | null)[]> =>
        (await judge(scope, additions, foreseen)).map((judged) => (isObstacle(judged) ? judged : null))
    },
    /** Sends the message that activates an account once more, to one who has waited long enough. */
    async inviteAgain(scope: Scope, account: string, locale: Locale): Promise<void> {
      const { network, now } = scope.asking
      const invitation = (await invite(scope.db, [{ address: account, locale }], { network, now, isAgain: true })).get(
        account,
      )
      await mailer.queue(scope.db, messageTo(scope, account, locale, 'addAccountActivate', invitation))
    },
  }
}
export type UserAddition = ReturnType<typeof createUserAddition>
