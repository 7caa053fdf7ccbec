// Adds users, one or a thousand at a time: checks them, opens accounts, inserts, logs and sends messages, with the same
// number of statements for any number of users. Whether an account is a user already is certain only after the insert,
// because the existing user can be outside the caller's scope.
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
  /** The URL of this center, without a trailing slash. */
  baseUrl(): string
}

/** A user to add: the account as stored, customer and tags by name. */
export interface Addition extends Omit<NewUser, 'guid' | 'accountId' | 'activatedAt' | 'customerGuid' | 'tagGuids'> {
  customerName: string | null
  tags: readonly string[]
}

export interface AdditionOptions {
  needActivation: boolean
  sendMail: boolean
}

/** The reason why a user is not added. An account that is a user already is skipped. */
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
 * How many more users the developer can have. Unless dry, other callers that add users wait until the transaction ends.
 */
export async function roomForUsers(scope: Scope, isDry = false): Promise<number> {
  if (scope.caller.developer.status !== 'trial') return Number.POSITIVE_INFINITY
  if (!isDry) await lockDeveloper(scope)
  return LIMITS.trial.users - (await queries.countAllUsers(scope))
}

export const trialLimit = (): Reason => ({ error: 'user.trialLimit', params: { max: LIMITS.trial.users } })

/** The names that a dry run would have created so far. */
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
   * Sends a message to each added person. An account that is not active yet gets an activation link, even if another
   * developer opened it.
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
        // Without an invitation, the account has reached the limit of messages.
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

  /** Answers one result for each addition, in order. An obstacle of one does not affect the others. */
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
     * Starts a dry run. The returned function answers the obstacle of each addition, or null, and takes its earlier
     * calls into account. It creates nothing.
     */
    preview() {
      const foreseen: Foreseen = { customers: new Set(), tags: new Set() }
      return async (scope: Scope, additions: readonly Addition[]): Promise<(Obstacle | null)[]> =>
        (await judge(scope, additions, foreseen)).map((judged) => (isObstacle(judged) ? judged : null))
    },
    /** Resends the activation message, unless the last one was too recent. */
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
