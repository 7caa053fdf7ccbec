// Codes and links sent to an address. Asking answers the same whether or not somebody is there: the same row is
// written, the same message is put together, and where nobody should get it, that part is undone. A code is good once,
// for a few tries, and so is its link.
import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { DAY_SECONDS, HOUR_MS, LIMITS } from '@sealwright/contract'
import type { CodePurpose, Locale } from '@sealwright/contract'
import type { Database, Db } from '../../../kernel/db/database.ts'
import { networkOf } from '../../../kernel/http/rate-limit.ts'
import type { Ids } from '../../../kernel/ids.ts'
import type { Mailer } from '../../../kernel/mail/outbox.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import * as queries from './verification.queries.ts'

const limits = LIMITS.verification
/** So many invitations of one address are good at a time: each is a code to guess at. */
const LIVE_INVITATIONS = 3

/** How long what was sent is good, in seconds. */
const LIFE: Record<CodePurpose, number> = {
  register: limits.minutes * 60,
  resetPassword: limits.minutes * 60,
  activate: limits.activationDays * DAY_SECONDS,
  bind: limits.minutes * 60,
  superAdministrator: LIMITS.superAdministratorChange.codeMinutes * 60,
}

export interface Sending {
  purpose: CodePurpose
  target: string
  /** The account that asks, where one does: what it is sent is good for it alone. */
  askedBy: string | null
  network: string
  now: Date
  /** The language that the message is written in. */
  locale: Locale
  /** Whether the message goes out; a message that nobody should get costs the same. */
  isWanted: boolean
  /** False: the message says something else, and no code is good. */
  isCodeGood: boolean
  /** The words of the message. */
  write(sent: { code: string; link: string; minutes: number; days: number }): { subject: string; body: string }
}

export interface Spending {
  purpose: CodePurpose
  target: string
  askedBy: string | null
  code: string
  now: Date
  /** Only looks whether it is right: something else is still missing. A wrong one counts all the same. */
  isKept?: boolean
}

/** Whom a message invites, and in which language. */
interface Invited {
  address: string
  locale: Locale
}

export interface Invitation {
  code: string
  link: string
  days: number
}

export interface FoundLink {
  id: string
  purpose: CodePurpose
  target: string
}

/** An e-mail address in one spelling; a mobile number has only one. */
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
    // What others asked for holds nobody back longer than one of those is good: strangers can use the hour up, but not
    // without leaving a code in the mailbox.
    const lastGood = Math.max(0, ...rows.filter((row) => row.is_live).map((row) => new Date(row.expires_at).getTime()))
    // Rows come newest first: the last of a full hour's worth is the one whose hour must pass.
    const until = Math.max(
      endOf(fromHere[0], limits.resendSeconds),
      endOf(fromHere[limits.perHourFromNetwork - 1], 3600),
      Math.min(endOf(rows[limits.perHour - 1], 3600), lastGood),
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
      // Nobody can tell a code that was never sent.
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
   * Codes and links that activate these accounts, for messages that somebody else writes: in the caller's transaction,
   * so that nothing is good for what was rolled back. One who is invited again waits, as anyone does who asks for a
   * code, and then has only what comes last. Whoever was sent as many as an hour allows is not in the answer, and
   * should get no message: adding and deleting somebody fills no mailbox.
   */
  async function invite(
    db: Db,
    people: readonly Invited[],
    { network: from, now, isAgain = false }: { network: string; now: Date; isAgain?: boolean },
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
        sentAt: now,
        expiresAt: new Date(now.getTime() + LIFE.activate * 1000),
      })
      invitations.set(target, { code, link: deps.linkTo('activate', locale, link) ?? '', days: limits.activationDays })
    }
    await queries.insertMany(db, rows)
    return invitations
  }

  /**
   * True when the code is right: it and its twins are then used up. A wrong one counts against all of them, whatever
   * becomes of the caller's work.
   */
  async function spendCode({ code, isKept = false, ...of }: Spending): Promise<boolean> {
    return database.outsideTenants(async (db) => {
      const unused = await queries.lockUnused(db, of)
      const live = unused.filter((row) => row.is_live)
      const right = live.some((row) => timingSafeEqual(row.code_hash, hashSentCode(row.id, code)))
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
      return right
    })
  }

  /** What a link is for, or why it is good for nothing. */
  async function findLink(db: Db, link: string, now: Date): Promise<FoundLink> {
    if (!/^[\w-]{32}$/.test(link)) throw new Refusal('identity.linkBroken')
    const row = await queries.findByLink(db, hashLink(link))
    if (!row || row.used_at !== null) throw new Refusal('identity.linkInvalid')
    if (new Date(row.expires_at) <= now) throw new Refusal('identity.linkExpired')
    return row
  }

  /**
   * Uses a link up, with the codes and links that were sent beside it. Of two who use it at the same moment one is
   * refused.
   */
  async function useLink(db: Db, { id, purpose, target }: FoundLink, now: Date): Promise<void> {
    const unused = (await queries.lockUnused(db, { purpose, target, askedBy: null, now })).map((row) => row.id)
    if (!unused.includes(id)) throw new Refusal('identity.linkInvalid')
    await queries.useUp(db, unused, now)
  }

  return { send, invite, spendCode, findLink, useLink }
}
export type Verification = ReturnType<typeof createVerification>
