// Lending and taking back, for everybody who lends: an administrator of the developer, or a lending administrator of
// one code. A seat is lent under the license's lock, so ordinary and lent seats never exceed the seats of a code.
import { STATUSES_IN_FORCE, isLent, lendingMachine, lendingStateAt, statusAt } from '@sealwright/contract'
import type { LendingEvent, Locale, lendingCalls } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type * as z from 'zod/mini'
import type { Operation } from '../../kernel/audit/record.ts'
import { readConfig } from '../../kernel/developer-config.ts'
import type { Ids } from '../../kernel/ids.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import { holdFacts, insertEvents, isGroup, lockOfAnyFamily, stateForbids } from '../license/index.ts'
import type { UsedLicense } from '../license/index.ts'
import type { Tenant } from './lending.kind.ts'
import * as queries from './lending.queries.ts'
import { dueOf, newCode, seatsOf, targetOf } from './lending.rules.ts'
import type { Lending } from './lending.tables.ts'
import type { LendingMails } from './mail.service.ts'

/** Whoever lends, in their own transaction. */
export interface Desk extends Tenant {
  ids: Ids
  now: Date
  say: Sentences
  /** The language of the operation log. */
  logged: Sentences
  locale: Locale
  lender: { name: string; accountId: string | null; adminGuid: string | null }
  /** Refuses too many mails. Administrators of the developer have no such limit. */
  countMail?(licenseGuid: string, to: string): void
  record(...operations: readonly Operation[]): Promise<void>
}

/** The desk of an administrator of the developer. */
export const deskOf = ({ db, developerId, ids, say, caller, asking, record }: Scope): Desk => ({
  db,
  developerId,
  ids,
  now: asking.now,
  say,
  logged: say,
  locale: caller.locale,
  lender: { name: caller.displayName, accountId: caller.accountId, adminGuid: null },
  record,
})

export type NewLendingAsked = Omit<z.output<(typeof lendingCalls)['create']['payload']>, 'licenseGuid'> & {
  requestId?: string | undefined
}

/**
 * The seats of a group code that programs have now. Ends those without a heartbeat first, so that a late one cannot
 * bring a seat back. Call it under the license's lock.
 */
export type TakenSeats = (tenant: Tenant, licenseGuid: string, now: Date) => Promise<number>

const IN_FORCE: readonly number[] = STATUSES_IN_FORCE

export function createLendingDesk({ mails, takenSeats }: { mails: LendingMails; takenSeats: TakenSeats }) {
  const eventOf = (
    { developerId, ids, now, lender }: Desk,
    kind: 'lend' | 'takeBack',
    { licenseGuid, person }: Lending,
    reason: string | null = null,
  ) => ({
    developerId,
    guid: ids.guid(),
    licenseGuid,
    kind,
    at: now,
    actorId: lender.accountId,
    actorName: lender.name,
    about: person,
    reason,
  })

  /** Locks the license of a code. */
  async function hold({ db, developerId, now }: Desk, licenseGuid: string) {
    const facts = await holdFacts(db, developerId, { guid: licenseGuid }, now)
    if (!facts?.license || !facts.content) throw new Refusal('license.notFound')
    return { license: facts.license, content: facts.content }
  }

  /** Refuses a code that is not in force, or does not lend, and all codes while the developer has lending off. */
  async function judge(desk: Desk, { license, content }: Awaited<ReturnType<typeof hold>>): Promise<void> {
    const { now, say } = desk
    const status = statusAt(license, now)
    if (!IN_FORCE.includes(status)) throw stateForbids(say, license, status)
    if (content.lending !== true) throw new Refusal('lending.off')
    if (!(await readConfig(desk, 'lending'))) throw new Refusal('lending.switchedOff')
  }

  async function insert(desk: Desk, license: UsedLicense, asked: NewLendingAsked): Promise<Lending> {
    const { developerId, ids, now, lender } = desk
    const row: Omit<Lending, 'code'> = {
      developerId,
      guid: ids.guid(),
      licenseGuid: license.guid,
      state: lendingMachine.initial as 'created', // where the machine starts
      person: asked.person,
      email: asked.email ?? null,
      days: asked.days,
      note: asked.note || null,
      isBorrowed: false,
      adminGuid: lender.adminGuid,
      actorId: lender.accountId,
      lenderName: lender.name,
      requestId: asked.requestId ?? null,
      createdAt: now,
      dueAt: dueOf(asked.days, license, now),
      fingerprint: null,
      parts: [],
      machineName: null,
      os: null,
      network: null,
      boundAt: null,
      seenAt: null,
      endedAt: null,
      reason: null,
    }
    for (;;) {
      const made = { ...row, code: newCode() }
      if (await queries.insertLending(desk, made)) return made
    }
  }

  async function mail(desk: Desk, row: Lending, to: string): Promise<void> {
    desk.countMail?.(row.licenseGuid, to)
    await mails.sendCode(desk, row, { to, locale: desk.locale })
  }

  /** Lends a seat. A repeated request gets the first one again. */
  async function lend(desk: Desk, licenseGuid: string, asked: NewLendingAsked): Promise<Lending> {
    const { now } = desk
    const held = await hold(desk, licenseGuid)
    const { license, content } = held
    const known =
      asked.requestId === undefined ? undefined : await queries.findByRequest(desk, licenseGuid, asked.requestId)
    if (known) return known
    await judge(desk, held)
    const max = content.lendingDays ?? 0
    if (asked.days > max) throw new Refusal('lending.tooLong', { params: { max }, field: 'days' })
    const taken = isGroup(content) ? await takenSeats(desk, licenseGuid, now) : license.bound
    const { lent, lendable, seats, left } = seatsOf(content, { taken, lent: license.lent, late: 0 })
    if (left < 1)
      throw new Refusal('lending.noSeat', {
        params: { lent, lendable, free: Math.max(0, (seats ?? lent + taken) - lent - taken) },
      })
    const row = await insert(desk, license, asked)
    await insertEvents(desk, [eventOf(desk, 'lend', row)])
    await desk.record({
      type: 'add',
      target: targetOf(row),
      after: {
        licenseGuid: license.serial,
        person: row.person,
        email: row.email,
        days: row.days,
        dueTime: row.dueAt.toISOString(),
        note: row.note,
      },
    })
    if (row.email !== null) await mail(desk, row, row.email)
    return row
  }

  /**
   * Locks a lending of this license and refuses if its state does not allow the act. Locks the license first, like
   * borrowing: the history refers to it, so the opposite order would deadlock.
   */
  async function lockFor(
    desk: Desk,
    guid: string,
    licenseGuid: string | undefined,
    event: LendingEvent | undefined,
  ): Promise<Lending> {
    const known = await queries.findLending(desk, guid)
    const row =
      known && (await lockOfAnyFamily(desk, known.licenseGuid)) && (await queries.lockLending(desk, known.guid))
    if (!row || (licenseGuid !== undefined && row.licenseGuid !== licenseGuid)) throw new Refusal('lending.notFound')
    const state = lendingStateAt(row, desk.now)
    const isAllowed = event === undefined ? isLent(state) : lendingMachine.next(state, event) !== undefined
    if (!isAllowed)
      throw new Refusal('lending.stateForbids', { params: { state: desk.say(`lending.states.${state}`) } })
    return row
  }

  async function end(desk: Desk, row: Lending, state: 'revoked' | 'deleted', reason: string | undefined) {
    const { now, logged } = desk
    await queries.updateLending(desk, row.guid, { state, endedAt: now, reason: reason || null })
    await insertEvents(desk, [eventOf(desk, 'takeBack', row, reason || null)])
    await desk.record({
      type: state === 'deleted' ? 'delete' : 'update',
      target: targetOf(row),
      before: { state: logged(`lending.states.${row.state}`) },
      after: { state: logged(`lending.states.${state}`), ...(reason && { reason }) },
    })
  }

  return {
    /** Locks a license, and refuses if it is not in force or does not lend. */
    requireLending: async (desk: Desk, licenseGuid: string) => judge(desk, await hold(desk, licenseGuid)),
    lend,
    /** Takes a lent seat back. */
    async revoke(desk: Desk, guid: string, reason?: string): Promise<void> {
      await end(desk, await lockFor(desk, guid, undefined, 'revoke'), 'revoked', reason)
    },
    /** Deletes a code that no device has used. */
    async remove(desk: Desk, guid: string): Promise<void> {
      await end(desk, await lockFor(desk, guid, undefined, 'delete'), 'deleted', undefined)
    },
    /** For a lending administrator of this license: takes a seat back, or deletes a code that no device has used. */
    async takeBack(desk: Desk, licenseGuid: string, guid: string, reason: string | undefined): Promise<void> {
      const row = await lockFor(desk, guid, licenseGuid, 'revoke')
      await end(desk, row, row.state === 'created' ? 'deleted' : 'revoked', reason)
    },
    /** Sends a code to its borrower again, or to another address, which it keeps. */
    async send(desk: Desk, guid: string, { licenseGuid, email }: { licenseGuid?: string; email?: string | undefined }) {
      const row = await lockFor(desk, guid, licenseGuid, undefined)
      const to = email ?? row.email
      if (row.isBorrowed || to === null) throw new Refusal('lending.noAddress', { field: 'email' })
      if (to !== row.email) await queries.updateLending(desk, guid, { email: to })
      await mail(desk, row, to)
      await desk.record({
        type: 'update',
        target: targetOf(row),
        before: { email: row.email },
        after: { email: to },
      })
    },
  }
}

export type LendingDesk = ReturnType<typeof createLendingDesk>
