// How somebody becomes one of a developer's people, an administrator or a member of an integrator: an account, opened
// where there is none, a membership, and a message with the way in. One account works for one developer; the database
// holds that when two ask at once.
import { LINK_PAGES, pageInMessage } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import { isUniqueViolation } from '../../kernel/db/database.ts'
import type { Mailer } from '../../kernel/mail/outbox.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Invite } from '../identity/index.ts'
import type { MemberTerms } from './access.tables.ts'
import * as queries from './joining.queries.ts'

export interface JoiningDeps {
  mailer: Pick<Mailer, 'queue'>
  invite: Invite
  languages: Record<Locale, Sentences>
  /** The address of this center, without a slash at the end. */
  baseUrl(): string
}

const NO_TERMS: MemberTerms = {
  privileges: [],
  limited: [],
  cloudQuota: null,
  softQuota: null,
  validUntil: null,
  remark: null,
}

export interface NewMember extends Partial<MemberTerms> {
  account: string
  userName: string | null
  /** Null: an administrator. What an integrator's people may is the same for all of them. */
  integratorGuid: string | null
}

export function createJoining({ mailer, invite, languages, baseUrl }: JoiningDeps) {
  /** The message with the way in; `isAgain`: it was asked for once more, and not too often. */
  async function sendWayIn(
    scope: Scope,
    person: Omit<queries.Person, 'accountId'>,
    { who = 'admin', isAgain = false }: { who?: 'admin' | 'partner'; isAgain?: boolean } = {},
  ): Promise<void> {
    const { address, locale, isActivated, hasPassword } = person
    const kind = `${who}Invited${!isActivated ? 'Activate' : hasPassword ? '' : 'New'}` as const
    const invitation = isActivated
      ? undefined
      : (await invite(scope.db, [person], { network: scope.asking.network, now: scope.asking.now, isAgain })).get(
          address,
        )
    if (!isActivated && !invitation) return // sent enough lately
    const say = languages[locale]
    const pageAt = (page: string) => `${baseUrl()}${pageInMessage(page, locale)}`
    const params = {
      developer: scope.caller.developer.displayName,
      account: address,
      login: pageAt('/login'),
      reset: pageAt(LINK_PAGES.resetPassword),
      code: '',
      link: '',
      days: 0,
      ...invitation,
    }
    await mailer.queue(scope.db, {
      developerId: scope.developerId,
      kind,
      to: address,
      subject: say(`mail.${kind}.subject`, params),
      body: say(`mail.${kind}.body`, params),
      text: say(`mail.${kind}.text`, params),
    })
  }

  async function join(scope: Scope, { account, userName, ...membership }: NewMember): Promise<string> {
    const person = await queries.openAccount(scope, account, scope.caller.locale, scope.asking.now)
    const home = await queries.findHome(scope, person.accountId)
    if (home !== undefined)
      throw new Refusal(home === scope.developerId ? 'access.alreadyAdministrator' : 'access.administersAnother', {
        field: 'account',
      })
    try {
      await queries.insertMember(scope, person.accountId, { ...NO_TERMS, ...membership })
    } catch (error) {
      if (isUniqueViolation(error)) throw new Refusal('access.administersAnother', { field: 'account' })
      throw error
    }
    if (userName !== null) await queries.nameWaiting(scope, person.accountId, userName)
    await sendWayIn(scope, person, { who: membership.integratorGuid === null ? 'admin' : 'partner' })
    return person.accountId
  }

  return { join, sendWayIn }
}
export type Joining = ReturnType<typeof createJoining>
