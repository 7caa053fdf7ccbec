// Codes and links sent to an address. A request has the same answer and timing whether or not the account exists: the
// same row and message are written, and an unwanted message is rolled back. A code and its link work once; a code
// allows only a few wrong tries.
import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { DAY_MS, DAY_SECONDS, HOUR_MS, LIMITS } from '@sealwright/contract'
import type { CodePurpose, Locale } from '@sealwright/contract'
import type { Database, Db } from '../../../kernel/db/database.ts'
import { networkOf } from '../../../kernel/http/rate-limit.ts'
import type { Ids } from '../../../kernel/ids.ts'
import type { Mailer } from '../../../kernel/mail/outbox.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import * as queries from './verification.queries.ts'

const limits = LIMITS.verification
/** How many invitations of one address are valid at a time. Each is another code that an attacker could guess. */
const LIVE_INVITATIONS = 3

/** Validity in seconds. */
const LIFE: Record<CodePurpose, number> = {
  register: limits.minutes * 60,
  resetPassword: limits.minutes * 60,
  activate: limits.activationDays * DAY_SECONDS,
  invitation: limits.minutes * 60,
  campaign: limits.minutes * 60,
  bind: limits.minutes * 60,
  superAdministrator: LIMITS.superAdministratorChange.codeMinutes * 60,
}

export interface Sending {
  purpose: CodePurpose
  target: string
  /** The requesting account, if any. The code then works only for this account. */
  askedBy: string | null
  network: string
  now: Date
  /** The language of the message. */
  locale: Locale
  /** Whether the message is sent. An unsent message takes the same time. */
  isWanted: boolean
  /** False if the message has another text, without a valid code. */
  isCodeGood: boolean
  write(sent: { code: string; link: string; minutes: number; days: number }): { subject: string; body: string }
}

export interface Spending {
  purpose: CodePurpose
  target: string
  askedBy: string | null
  code: string
  now: Date
  /** Checks the code without using it up. A wrong code still counts. */
  isKept?: boolean
}

/** The recipient of an activation message and the language. */
interface Invited {
  address: string
  locale: Locale
}

export interface Invitation {
  code: string
  link: string
  days: number
}

/** A message of a developer that invites somebody to join it. */
export interface JoinMessage {
  developerId: number
  address: string
  locale: Locale
  network: string
  now: Date
  expiresAt: Date
  /** Queues the message with this link. */
  queue(link: string): Promise<unknown>
}

/** A code or link that was found to be right. It proves access to the mailbox of `target`. */
export interface FoundLink {
  id: string
  purpose: CodePurpose
  target: string
  /** The developer that sent it, if it was an invitation. */
  developerId: number | null
}

/** Lower case, for e-mail addresses. A mobile number stays the same. */
export const normalized = (address: string) => address.toLowerCase()

const hashSentCode = (id: string, code: string) => createHash('sha256').update(`${id} ${code}`).digest()
const hashLink = (link: string) => createHash('sha256').update(link).digest()

export function createVerification(deps: {
  database: Database
  ids: Ids
  mailer: Mailer
  linkTo(purpose: CodePurpose, locale: Locale, link: string): string | undefined
}) {
  const { database, ids, mailer } = deps

  async function refuseTooSoon(
    db: Db,
    sending: Pick<Sending, 'purpose' | 'target' | 'askedBy' | 'network' | 'now'>,
  ): Promise<void> {
    const { network, now } = sending
    const { rows } = await queries.listRecent(db, sending, new Date(now.getTime() - HOUR_MS))
    const fromHere = rows.filter((row) => row.network === network)
    const endOf = (row: { sent_at: string } | undefined, seconds: number) =>
      row ? new Date(row.sent_at).getTime() + seconds * 1000 : 0
    // The limit over all networks blocks a request only until the last code expires. Strangers can use up the hour, but
    // then a valid code or link is in the mailbox. A code without tries counts too: otherwise an attacker with many
    // networks would use up each code and get the next one at once, as often as it takes to guess one.
    const lastEnd = Math.max(0, ...rows.filter((row) => row.is_unused).map((row) => new Date(row.expires_at).getTime()))
    // Rows are newest first. The row at index `limit - 1` is the oldest one that counts; the wait ends when it is an
    // hour old.
    const until = Math.max(
      endOf(fromHere[0], limits.resendSeconds),
      endOf(fromHere[limits.perHourFromNetwork - 1], 3600),
      Math.min(endOf(rows[limits.perHour - 1], 3600), lastEnd),
    )
    if (until > now.getTime())
      throw new Refusal('identity.codeTooSoon', {
        params: { seconds: Math.ceil((until - now.getTime()) / 1000) },
        field: 'target',
      })
  }

  async function send(sending: Sending): Promise<{ expiresInSeconds: number; resendInSeconds: number }> {
    const { purpose, target, askedBy, network, now, locale, isWanted, isCodeGood } = sending
    const life = LIFE[purpose]
    await database.outsideTenants(async (db) => {
      await queries.lockTarget(db, purpose, target)
      await refuseTooSoon(db, sending)
      const id = ids.guid()
      const code = String(randomInt(10 ** limits.digits)).padStart(limits.digits, '0')
      const link = ids.token(24)
      const page = deps.linkTo(purpose, locale, link)
      // If no valid code is sent, store the hash of a random token, which no code matches.
      const codeHash = hashSentCode(id, isWanted && isCodeGood ? code : ids.token(24))
      await queries.insertMany(db, [
        {
          id,
          purpose,
          target,
          askedBy,
          network,
          codeHash,
          linkHash: page === undefined ? null : hashLink(link),
          sentAt: now,
          expiresAt: new Date(now.getTime() + life * 1000),
        },
      ])
      const words = sending.write({
        code,
        link: page ?? '',
        minutes: Math.round(life / 60),
        days: Math.round(life / DAY_SECONDS),
      })
      await queries.undoUnless(db, isWanted, () =>
        mailer.queue(db, { developerId: null, kind: purpose, to: target, ...words }),
      )
    })
    return { expiresInSeconds: life, resendInSeconds: limits.resendSeconds }
  }

  /**
   * Creates activation codes and links for messages that the caller writes. Runs in the caller's transaction, so a
   * rollback leaves no valid code.
   * With `isAgain`, the usual waiting time applies, and only the newest invitation stays valid. Otherwise, people who
   * have reached the hourly limit are missing from the answer and must not get a message: adding and deleting a user
   * repeatedly must not flood a mailbox.
   */
  async function invite(
    db: Db,
    people: readonly Invited[],
    {
      network: from,
      now,
      developerId,
      isAgain = false,
    }: { network: string; now: Date; /** The inviting developer. */ developerId: number; isAgain?: boolean },
  ): Promise<Map<string, Invitation>> {
    const invitations = new Map<string, Invitation>()
    const rows: queries.NewVerification[] = []
    const network = networkOf(from)
    const asked = people.map(({ address, locale }) => ({ target: normalized(address), locale }))
    if (isAgain) {
      for (const { target } of asked) {
        await queries.lockTarget(db, 'activate', target)
        await refuseTooSoon(db, { purpose: 'activate', target, askedBy: null, network, now })
      }
    }
    const recent = await queries.countRecent(
      db,
      { purpose: 'activate', network },
      asked.map(({ target }) => target),
      new Date(now.getTime() - HOUR_MS),
    )
    const invited = asked.filter(({ target }) => {
      const { all, fromHere } = recent.get(target) ?? { all: 0, fromHere: 0 }
      return isAgain || (all < limits.perHour && fromHere < limits.perHourFromNetwork)
    })
    await queries.useUpOlder(
      db,
      'activate',
      invited.map(({ target }) => target),
      isAgain ? 0 : LIVE_INVITATIONS - 1,
      now,
    )
    for (const { target, locale } of invited) {
      const id = ids.guid()
      const code = String(randomInt(10 ** limits.digits)).padStart(limits.digits, '0')
      const link = ids.token(24)
      rows.push({
        id,
        purpose: 'activate',
        target,
        askedBy: null,
        network,
        codeHash: hashSentCode(id, code),
        linkHash: hashLink(link),
        developerId,
        sentAt: now,
        expiresAt: new Date(now.getTime() + LIFE.activate * 1000),
      })
      invitations.set(target, { code, link: deps.linkTo('activate', locale, link) ?? '', days: limits.activationDays })
    }
    await queries.insertMany(db, rows)
    return invitations
  }

  /**
   * Counts messages to active accounts that a developer adds as users. Answers the addresses that have not reached a
   * limit of the day; the others must not get a message. The number of addresses is not limited: an import tells
   * thousands of people, each once.
   */
  async function countAdditions(
    db: Db,
    addresses: readonly string[],
    { network, now, developerId }: { network: string; now: Date; developerId: number },
  ): Promise<Set<string>> {
    const targets = addresses.map(normalized)
    const today = await queries.countAdditions(db, developerId, targets, new Date(now.getTime() - DAY_MS))
    const { perAddress, toAddress } = LIMITS.invitation
    const told = targets.filter((target) => {
      const { ours, all } = today.get(target) ?? { ours: 0, all: 0 }
      return ours < perAddress && all < toAddress
    })
    await queries.insertMany(
      db,
      told.map((target) => ({
        id: ids.guid(),
        purpose: 'activate',
        target,
        askedBy: null,
        network: networkOf(network),
        codeHash: hashLink(ids.token(24)), // no code matches: the account is active
        linkHash: null,
        developerId,
        sentAt: now,
        expiresAt: now, // the purge keeps the row for another day
      })),
    )
    return new Set(told)
  }

  /**
   * Sends an invitation to join a developer. False if this developer has sent too many today. If all developers
   * together have sent the address too many, the message is written and rolled back: neither the answer nor its timing
   * says so, and the links of the earlier messages show this invitation too.
   */
  async function sendInvitation(db: Db, message: JoinMessage): Promise<boolean> {
    const { developerId, locale, network, now, expiresAt } = message
    const target = normalized(message.address)
    await queries.lockTarget(db, 'invitation', target)
    const since = new Date(now.getTime() - DAY_MS)
    const { ours, oursHere, here } = await queries.countInvitations(db, developerId, target, since)
    if (ours >= LIMITS.invitation.perDay || oursHere >= LIMITS.invitation.perAddress) return false
    await queries.undoUnless(db, here < LIMITS.invitation.toAddress, async () => {
      const link = ids.token(24)
      await queries.insertMany(db, [
        {
          id: ids.guid(),
          purpose: 'invitation',
          target,
          askedBy: null,
          network: networkOf(network),
          codeHash: hashLink(ids.token(24)), // no code matches: this message has only a link
          linkHash: hashLink(link),
          developerId,
          sentAt: now,
          expiresAt,
        },
      ])
      await message.queue(deps.linkTo('invitation', locale, link) ?? '')
    })
    return true
  }

  /**
   * True if the code is correct; all unused codes for the same purpose, address and requester are then used up. A wrong
   * code counts against all of them, in its own transaction.
   */
  async function spendCode(spending: Spending): Promise<boolean> {
    return (await checkCode(spending)) !== undefined
  }

  /** The same, and returns the row of the correct code. */
  async function checkCode({ code, isKept = false, ...of }: Spending): Promise<FoundLink | undefined> {
    return database.outsideTenants(async (db) => {
      const unused = await queries.lockUnused(db, of)
      const live = unused.filter((row) => row.is_live)
      const right = live.find((row) => timingSafeEqual(row.code_hash, hashSentCode(row.id, code)))
      if (!right)
        await queries.countWrong(
          db,
          live.map((row) => row.id),
        )
      else if (!isKept)
        await queries.useUp(
          db,
          unused.map((row) => row.id),
          of.now,
        )
      return right && { id: right.id, purpose: of.purpose, target: of.target, developerId: right.developer_id }
    })
  }

  /**
   * Checks a code without using it up, and accepts a used one until it expires: whoever repeats a request gets its
   * answer again. A wrong code counts against all of them, so a used code cannot be guessed either.
   */
  async function checkCodeAgain({
    code,
    ...of
  }: Omit<Spending, 'isKept'>): Promise<(FoundLink & { isUsed: boolean }) | undefined> {
    return database.outsideTenants(async (db) => {
      const open = (await queries.lockUnexpired(db, of)).filter((row) => row.has_tries)
      const right = open.find((row) => timingSafeEqual(row.code_hash, hashSentCode(row.id, code)))
      if (!right)
        await queries.countWrong(
          db,
          open.map((row) => row.id),
        )
      return (
        right && {
          id: right.id,
          purpose: of.purpose,
          target: of.target,
          developerId: right.developer_id,
          isUsed: right.is_used,
        }
      )
    })
  }

  /** Finds a link, or refuses with the reason why it does not work. */
  async function findLink(db: Db, link: string, now: Date): Promise<FoundLink> {
    if (!/^[\w-]{32}$/.test(link)) throw new Refusal('identity.linkBroken')
    const row = await queries.findByLink(db, hashLink(link))
    if (!row || row.used_at !== null) throw new Refusal('identity.linkInvalid')
    if (new Date(row.expires_at) <= now) throw new Refusal('identity.linkExpired')
    const { id, purpose, target, developer_id: developerId } = row
    return { id, purpose, target, developerId }
  }

  /**
   * Uses up a link and the other unused codes and links of the same purpose and address. Of two concurrent uses, one is
   * refused.
   */
  async function useLink(db: Db, { id, purpose, target }: FoundLink, now: Date): Promise<void> {
    const unused = (await queries.lockUnused(db, { purpose, target, askedBy: null, now })).map((row) => row.id)
    if (!unused.includes(id)) throw new Refusal('identity.linkInvalid')
    await queries.useUp(db, unused, now)
  }

  return { send, invite, countAdditions, sendInvitation, spendCode, checkCode, checkCodeAgain, findLink, useLink }
}
export type Verification = ReturnType<typeof createVerification>
