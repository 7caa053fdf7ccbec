// Inviting people to a developer, as administrators or as members of an integrator. An invitation is about an address
// only: nothing here reads whether the address has an account, works for another developer or is invited elsewhere, so
// neither the answer nor its timing can say so.
import { DAY_MS, LIMITS, MINUTE_MS } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type { Mailer } from '../../kernel/mail/outbox.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Caller, Scope } from '../../kernel/scope.ts'
import type { InvitedPeople } from '../identity/index.ts'
import { openUntil } from './access.rules.ts'
import type { Invitation, MemberTerms } from './access.tables.ts'
import * as queries from './invitation.queries.ts'

export interface InvitingDeps {
  mailer: Pick<Mailer, 'queue'>
  people: Pick<InvitedPeople, 'localeOf' | 'send'>
  languages: Record<Locale, Sentences>
}

export interface NewInvitation extends Partial<MemberTerms> {
  account: string
  userName: string | null
  /** Null: an administrator. The privileges of an integrator's members are the same for all of them. */
  integratorGuid: string | null
}

/** With the address: people choose their names, but have proven their addresses. */
function inviterName({ userName, email, mobile }: Pick<Caller, 'userName' | 'email' | 'mobile'>): string {
  const address = email ?? mobile ?? ''
  return userName === null ? address : `${userName} (${address})`
}

const termFrom = (now: Date) => ({
  sentAt: now,
  expiresAt: new Date(now.getTime() + LIMITS.invitation.days * DAY_MS),
})

export function createInviting({ mailer, people, languages }: InvitingDeps) {
  async function send(scope: Scope, row: Invitation): Promise<void> {
    const { db, developerId, caller } = scope
    const { address } = row
    const expiresAt = openUntil(row)
    const { now, network } = scope.asking
    const kind = row.integratorGuid === null ? 'adminInvited' : 'partnerInvited'
    const locale = await people.localeOf(db, address, caller.locale)
    const say = languages[locale]
    const isSent = await people.send(db, {
      developerId,
      address,
      locale,
      network,
      now,
      expiresAt,
      queue(link) {
        const params = {
          developer: caller.developer.displayName,
          inviter: inviterName(caller),
          account: address,
          // Whole days, so that the mail never promises a day that is not there. Filling in a form takes a minute.
          days: Math.floor((expiresAt.getTime() - now.getTime() + MINUTE_MS) / DAY_MS),
          link,
        }
        return mailer.queue(db, {
          developerId,
          kind,
          to: address,
          subject: say(`mail.${kind}.subject`, params),
          body: say(`mail.${kind}.body`, params),
          text: say(`mail.${kind}.text`, params),
        })
      },
    })
    if (!isSent) throw new Refusal('access.invitationLimit')
  }

  /** Invites an address and returns the guid of the invitation, which stands for the person until they accept. */
  async function invite(scope: Scope, { account, ...given }: NewInvitation): Promise<string> {
    const { developerId, caller, ids } = scope
    const { now } = scope.asking
    const address = account.toLowerCase()
    if (await queries.isMember(scope, address)) throw new Refusal('access.alreadyAdministrator', { field: 'account' })
    const row: Invitation = {
      privileges: [],
      limited: [],
      cloudQuota: null,
      softQuota: null,
      validUntil: null,
      remark: null,
      ...given,
      developerId,
      guid: ids.guid(),
      address,
      ...termFrom(now),
      revision: 1,
      createdBy: caller.accountId,
      updatedBy: caller.accountId,
      createdAt: now,
      updatedAt: now,
    }
    if (!(await queries.insertInvitation(scope, row))) throw new Refusal('access.alreadyInvited', { field: 'account' })
    await send(scope, row)
    return row.guid
  }

  /** Sends an invitation again and renews its term. The caller has checked that the invitation is theirs to renew. */
  async function resend(scope: Scope, guid: string): Promise<void> {
    const { now } = scope.asking
    const row = await queries.lockInvitation(scope, guid)
    if (!row) throw new Refusal('access.alreadyActive')
    const seconds = Math.ceil((row.sentAt.getTime() - now.getTime()) / 1000) + LIMITS.verification.resendSeconds
    if (seconds > 0) throw new Refusal('identity.codeTooSoon', { params: { seconds } })
    if (row.validUntil !== null && row.validUntil <= now) throw new Refusal('access.validityPast')
    // Whoever renews an invitation answers for its terms.
    const term = { ...termFrom(now), updatedBy: scope.caller.accountId }
    await queries.updateInvitation(scope, guid, term)
    await send(scope, { ...row, ...term })
  }

  return { invite, resend }
}
export type Inviting = ReturnType<typeof createInviting>
