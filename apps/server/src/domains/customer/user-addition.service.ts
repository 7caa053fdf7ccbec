// Adds users, one or a thousand at a time: checks them, opens accounts, inserts, logs and sends messages, with the same
// number of statements for any number of users. Whether an account is a user already is certain only after the insert,
// because the existing user can be outside the caller's scope.
import { ACCOUNT_TYPES, LIMITS, LINK_PAGES, pageInMessage } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import type { Mailer, Message } from '../../kernel/mail/outbox.ts'
import type { Scope } from '../../kernel/scope.ts'
import { lockDeveloper } from '../developer/index.ts'
import type { ComposeMail, Mailing } from '../email-template/index.ts'
import type { CountAdditions, Invitation, Invite } from '../identity/index.ts'
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
  countAdditions: CountAdditions
  mailing: Mailing
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

/** The names that a dry run would have created so far, by their lower case. */
interface Foreseen {
  customers: Map<string, string>
  tags: Map<string, string>
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

/** An added person: the user, and the account that gets the message. */
interface Told extends Pick<OpenedAccount, 'locale' | 'activatedAt'> {
  guid: string
  account: string
  userName: string | null
  isNew: boolean
}

export function createUserAddition({ mailer, invite, countAdditions, mailing, baseUrl }: AdditionDeps) {
  /** Reads each template once, however many people get it. */
  function openEach(scope: Scope) {
    const opened = new Map<string, Promise<ComposeMail>>()
    return (kind: MessageKind, locale: Locale) => {
      const key = `${kind} ${locale}`
      const compose = opened.get(key) ?? mailing.open(scope, kind, locale)
      opened.set(key, compose)
      return compose
    }
  }

  async function messageTo(
    { caller, developerId }: Scope,
    open: ReturnType<typeof openEach>,
    { guid, account, userName, isNew, locale }: Told,
    invitation: Invitation | undefined,
  ): Promise<Message> {
    const kind = invitation ? 'addAccountActivate' : isNew ? 'addAccountNew' : 'addAccount'
    const compose = await open(kind, locale)
    return {
      developerId,
      kind,
      to: account,
      about: [{ kind: 'user', guid }],
      ...compose({
        developerName: caller.developer.displayName,
        account,
        userName: userName ?? account,
        passwordLink: `${baseUrl()}${pageInMessage(LINK_PAGES.resetPassword, locale)}`,
        ...(invitation && {
          activationLink: invitation.link,
          activationCode: invitation.code,
          days: String(invitation.days),
        }),
      }),
    }
  }

  /**
   * Sends a message to each added person. An account that is not active yet gets an activation link, even if another
   * developer opened it.
   */
  async function tell(scope: Scope, added: readonly Told[]): Promise<void> {
    const { network, now } = scope.asking
    const from = { network, now, developerId: scope.developerId }
    const [waiting, active] = [
      added.filter(({ activatedAt }) => activatedAt === null),
      added.filter(({ activatedAt }) => activatedAt !== null),
    ]
    const invitations = await invite(
      scope.db,
      waiting.map(({ account, locale }) => ({ address: account, locale })),
      from,
    )
    const told = await countAdditions(
      scope.db,
      active.map(({ account }) => account),
      from,
    )
    const open = openEach(scope)
    const messages: Message[] = []
    for (const person of added) {
      const invitation = invitations.get(person.account)
      // All others have reached a limit of messages.
      if (invitation || told.has(person.account)) messages.push(await messageTo(scope, open, person, invitation))
    }
    await mailer.queueMany(scope.db, messages)
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
    // Lists put the newest user first and sort ties by guid, so descending guids keep the order of a file.
    const guids = chosen.map(() => scope.ids.guid()).toSorted((one, other) => (one < other ? 1 : -1))
    const rows = new Map(
      chosen.map(({ addition, place }, index) => {
        const { customerName: _customer, tags: _tags, ...said } = addition
        const opened = accounts.get(said.account)
        return [
          addition,
          {
            ...said,
            ...place,
            guid: guids[index] ?? scope.ids.guid(),
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
        added.flatMap(([{ account, userName }, { guid }]): Told[] => {
          const opened = accounts.get(account)
          return opened ? [{ ...opened, guid, account, userName }] : []
        }),
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
     * Starts a dry run. `rows` answers the obstacle of each addition, or null, and takes its earlier calls into
     * account. It creates nothing.
     */
    preview() {
      const foreseen: Foreseen = { customers: new Map(), tags: new Map() }
      return {
        rows: async (scope: Scope, additions: readonly Addition[]): Promise<(Obstacle | null)[]> =>
          (await judge(scope, additions, foreseen)).map((judged) => (isObstacle(judged) ? judged : null)),
        /** The customers and tags that the additions would create. */
        creates: () => ({ customers: [...foreseen.customers.values()], tags: [...foreseen.tags.values()] }),
      }
    },
    /** Resends the activation message, unless the last one was too recent. */
    async inviteAgain(scope: Scope, user: Pick<Told, 'guid' | 'account' | 'userName' | 'locale'>): Promise<void> {
      const { network, now } = scope.asking
      const { account: address, locale } = user
      const asked = { network, now, developerId: scope.developerId, isAgain: true }
      const invitation = (await invite(scope.db, [{ address, locale }], asked)).get(address)
      const told = { ...user, isNew: false, activatedAt: null }
      await mailer.queue(scope.db, await messageTo(scope, openEach(scope), told, invitation))
    },
  }
}
export type UserAddition = ReturnType<typeof createUserAddition>
