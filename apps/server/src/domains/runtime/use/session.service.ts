// Seats: a program takes one, renews it by heartbeats, and returns it. Taking is exact, under the license's lock. A
// heartbeat is one statement plus cached facts, so a locked or ended license stops its programs within a second. A seat
// without heartbeats ends by the clock.
import { CLIENT_STATUSES } from '@sealwright/contract'
import type { RuntimeReason, TemplateContent, runtimeCalls } from '@sealwright/contract'
import type { PhraseParams } from '@sealwright/phrases'
import type * as z from 'zod/mini'
import type { Database } from '../../../kernel/db/database.ts'
import type { ProgramContext } from '../../../kernel/http/program-calls.ts'
import { networkOf } from '../../../kernel/http/rate-limit.ts'
import type { Ids } from '../../../kernel/ids.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import {
  holdFacts,
  isCloud,
  isGroup,
  judgeUse,
  readFacts,
  seatLimit,
  takeUses,
  usesBinding,
} from '../../license/index.ts'
import type { Use, UseFacts } from '../../license/index.ts'
import type { CurrentKeys } from '../keys/current-key.service.ts'
import type { Leases } from '../keys/lease.service.ts'
import type { SigningKeyRow } from '../runtime.tables.ts'
import { licenseAnswer, licensedOf } from './activation.service.ts'
import type { Activation } from './activation.service.ts'
import { nameOf, partsOf, tokenDigest } from './admission.service.ts'
import type { Asked, Admission } from './admission.service.ts'
import type { FactsMemory } from './facts.service.ts'
import type { LicenseUse } from './license-use.kind.ts'
import * as queries from './session.queries.ts'
import type { Beaten } from './session.queries.ts'

type Payload<Name extends 'openSession' | 'heartbeat' | 'closeSession'> = z.output<
  (typeof runtimeCalls)[Name]['payload']
>
type Answer<Name extends 'openSession' | 'heartbeat'> = z.output<(typeof runtimeCalls)[Name]['answer']>

const missing = (path: string) =>
  new Refusal('platform.badPayload', { violations: [{ path, rule: 'required', params: {} }] })

/**
 * The holder of a seat is the unit that the license counts. If it counts nothing, it is the process, or else the
 * device.
 */
export function holderOf(
  content: TemplateContent,
  { machine: { fingerprint }, process, osSession }: Pick<Payload<'openSession'>, 'machine' | 'process' | 'osSession'>,
): string {
  const machine = `machine ${fingerprint}`
  const ofProcess = process && `process ${process.pid} ${process.startedAt ?? ''} ${fingerprint}`
  if (isCloud(content)) return machine
  if (!isGroup(content)) return ofProcess ?? machine
  if (content.concurrentType === 'machine') return machine
  if (content.concurrentType === 'win_user_session') {
    if (osSession === undefined) throw missing('osSession')
    return `session ${osSession} ${fingerprint}`
  }
  if (ofProcess === undefined) throw missing('process')
  return ofProcess
}

export interface SessionDeps {
  database: Database
  ids: Ids
  admission: Admission
  facts: FactsMemory
  leases: Leases
  license: LicenseUse
  activation: Pick<Activation, 'holding'>
  currentKeys: CurrentKeys
}

export function createSessions({
  database,
  ids,
  admission,
  facts: memory,
  leases,
  license,
  activation,
  currentKeys,
}: SessionDeps) {
  async function open(context: ProgramContext, asked: Payload<'openSession'>): Promise<Answer<'openSession'>> {
    const { developerId, machine, process, osSession = null, timeoutSeconds, token } = asked
    const { now } = context
    const entered = await admission.enter(context, asked, 'session')
    const holder = holderOf(licensedOf(entered.facts).content, asked)
    const subject = { ...entered.subject, holder }
    const key = await currentKeys.of(developerId, now)
    return activation.holding(context, asked, entered.use, subject, async (tenant, held) => {
      const { db } = tenant
      const {
        license: { guid: licenseGuid },
        content,
        person,
      } = held
      const bound = held.change ? null : held.machine
      const told = { fingerprint: machine.fingerprint, parts: partsOf(machine) }
      const { fingerprint, parts } = bound && usesBinding(content, entered.use) ? bound : told
      const limit = seatLimit(content)
      await license.useHeld(tenant, held)
      await queries.endLost(tenant, licenseGuid, now)
      if (isCloud(content) && content.kickOut === true) await queries.endOthers(tenant, licenseGuid, holder, now)
      const row = {
        licenseGuid,
        holder,
        machineGuid: bound?.guid ?? null,
        userGuid: person?.guid ?? null,
        token: token === undefined || entered.use.by !== 'token' ? null : tokenDigest(token),
        account: person?.account ?? null,
        fingerprint,
        parts: [...parts],
        machineName: nameOf(machine),
        processName: process?.name ?? null,
        pid: process?.pid ?? null,
        osSession,
        network: networkOf(context.network),
        timeoutSeconds,
      }
      let seat = await queries.keepSeat(tenant, row, now)
      if (!seat) {
        // A seat that seemed expired may have been renewed meanwhile, so count again.
        const taken = (await queries.countTaken(tenant, licenseGuid)) + held.license.lent
        if (limit !== null && taken >= limit) throw new Refusal('runtime.seatLimit', { params: { taken, limit } })
        // The holder's seat may have been returned meanwhile. The rules then skipped the check of uses, so check here.
        if (content.counter !== null && held.license.usesTaken >= content.counter)
          throw new Refusal('runtime.usesExhausted', { params: { left: 0 } })
        if (content.counter !== null) await takeUses(tenant, licenseGuid, 1)
        seat = await queries.insertSeat(tenant, {
          ...row,
          developerId,
          guid: ids.guid(),
          startedAt: now,
          beatAt: now,
          until: new Date(now.getTime() + timeoutSeconds * 1000),
        })
      }
      // Read again: the first use sets the expiry, and a use may have been consumed.
      const after = licensedOf(
        (await holdFacts(db, developerId, { guid: licenseGuid, fingerprint, parts, holder }, now)) ?? held,
      )
      const leased = await leases.forSeat(
        db,
        developerId,
        after,
        {
          guid: seat.guid,
          machine: { guid: bound?.guid ?? seat.guid, fingerprint, parts },
          until: seat.until,
        },
        key,
        now,
      )
      await queries.noteLease(tenant, seat.guid, {
        leaseGuid: leased.leaseId,
        leaseKid: key.kid,
        leaseRevision: after.license.revision,
        leasedAt: now,
      })
      return {
        status: CLIENT_STATUSES.normal,
        lease: leased.lease,
        leaseId: leased.leaseId,
        license: licenseAnswer(after, leased.expiresAt),
        serverTime: now,
        session: seat.guid,
        timeoutSeconds: seat.timeoutSeconds,
        until: seat.until,
        seats: { taken: (after.seats?.taken ?? 0) + after.license.lent, limit },
      }
    })
  }

  /**
   * False if the lease must be replaced: half of its time is over, the terms or the key changed, or the program has
   * another lease.
   */
  const isLeaseGood = (seat: Beaten, leaseId: string | undefined, key: SigningKeyRow, revision: number, now: Date) =>
    leaseId !== undefined &&
    seat.lease_guid === leaseId &&
    seat.lease_kid === key.kid &&
    seat.lease_revision === revision &&
    seat.leased_at !== null &&
    now.getTime() < seat.leased_at.getTime() + (seat.timeout_seconds * 1000) / 2

  /** The reason why a heartbeat failed, apart from the license. */
  function endOf({
    is_kept: isKept,
    end_kind: kind,
    reason,
    is_token_over: isTokenOver,
  }: Beaten): { reason: RuntimeReason; params: PhraseParams } | undefined {
    if (isKept) return undefined
    if (kind === 'kickedOut') return { reason: 'kickedOut', params: {} }
    if (kind === 'released') return { reason: 'seatReleased', params: reason === null ? {} : { reason } }
    if (kind === 'closed') return { reason: 'seatNotFound', params: {} }
    if (kind !== 'lost' && isTokenOver) return { reason: 'tokenExpired', params: {} }
    return kind === 'ended' ? undefined : { reason: 'seatLost', params: {} }
  }

  async function heartbeat(
    context: ProgramContext,
    { developerId, session, leaseId }: Payload<'heartbeat'>,
  ): Promise<Answer<'heartbeat'>> {
    const { now } = context
    await admission.enterDeveloper(context, developerId)
    const seat = await queries.beat(database.app, developerId, session, now)
    if (!seat) throw new Refusal('runtime.seatNotFound')
    const { license_guid: guid, fingerprint, parts } = seat
    const key = `${developerId} seat ${guid} ${fingerprint} ${parts.join()}`
    const facts =
      memory.get(key) ??
      (await memory.look(
        key,
        developerId,
        () => readFacts(database.app, developerId, { guid, fingerprint, parts }, now),
        hasLicense,
      ))
    if (!facts) throw new Refusal('runtime.unauthorized')
    const asked: Asked = { developerId, machine: { fingerprint, parts: [], name: seat.machine_name, addresses: [] } }
    const end = endOf(seat)
    const use: Use = { act: 'session', by: 'guid' }
    const refused = end ?? judgeUse(facts, use, now)
    if (refused) {
      if (seat.end_kind === null)
        await database.inTenant(developerId, 'write', (db) =>
          queries.endSeat({ db, developerId }, session, 'ended', now),
        )
      return admission.refuse(context, asked, 'heartbeat', facts, end ? undefined : use, refused)
    }
    // The seat ended with its license, which is valid again.
    if (!seat.is_kept) throw new Refusal('runtime.seatNotFound')
    const licensed = licensedOf(facts)
    const { revision } = licensed.license
    const signing = await currentKeys.of(developerId, now)
    if (isLeaseGood(seat, leaseId, signing, revision, now))
      return {
        status: CLIENT_STATUSES.normal,
        lease: null,
        leaseId: seat.lease_guid,
        until: seat.until,
        serverTime: now,
      }
    const leased = await database.inTenant(developerId, 'write', async (db) => {
      const made = await leases.forSeat(
        db,
        developerId,
        licensed,
        { guid: session, machine: { guid: seat.machine_guid ?? session, fingerprint, parts }, until: seat.until },
        signing,
        now,
      )
      await queries.noteLease({ db, developerId }, session, {
        leaseGuid: made.leaseId,
        leaseKid: signing.kid,
        leaseRevision: revision,
        leasedAt: now,
      })
      return made
    })
    const isChanged = seat.lease_revision !== revision
    return {
      status: isChanged ? CLIENT_STATUSES.changed : CLIENT_STATUSES.normal,
      lease: leased.lease,
      leaseId: leased.leaseId,
      until: seat.until,
      serverTime: now,
    }
  }

  /** Closing twice succeeds. */
  async function close(context: ProgramContext, { developerId, session }: Payload<'closeSession'>) {
    await admission.enterDeveloper(context, developerId)
    const isThere = await database.inTenant(developerId, 'write', (db) =>
      queries.endSeat({ db, developerId }, session, 'closed', context.now),
    )
    if (!isThere) throw new Refusal('runtime.seatNotFound')
    return {}
  }

  return { open, heartbeat, close }
}

/** Facts of a heartbeat may always be cached, because it counts neither devices nor uses. */
const hasLicense = ({ license }: UseFacts) => license !== null
