// A lock asks: its results are taken in, what waits for it is handed out, and an activation lock is activated. All of
// this is one transaction under the row lock of the lock, with the stored answer, so the same request gets the same
// answer however often it comes. The same code answers calls, files of the workbench and files of programs.
import { DAY_MS, DONGLE_LICENSES, LIMITS, MINUTE_MS, UPGRADE_STATUSES, wallTime } from '@sealwright/contract'
import type { LockOperation, LockRequestClaims } from '@sealwright/contract'
import { isUniqueViolation } from '../../../kernel/db/database.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { networkOf } from '../../../kernel/http/rate-limit.ts'
import type { Ids } from '../../../kernel/ids.ts'
import { findTimeZone } from '../../developer/index.ts'
import { NEVER, endOrNull } from '../../license/index.ts'
import type { UseRefused } from '../../license/index.ts'
import type { ContactBy, Contacted, Dongles, LockFile, LockKeys, LockSigner } from '../../runtime/index.ts'
import type { Held, Of, PackageOutcome } from '../dongle.kind.ts'
import type { Dongle, DongleContact, DongleLicense } from '../dongle.tables.ts'
import { insertLockEvents } from '../lock/life.queries.ts'
import type { NewLockEvent } from '../lock/life.queries.ts'
import { handToLock, takeFromLock } from '../lock/life.service.ts'
import type { LifeScope } from '../lock/life.service.ts'
import { endOf, resultsOf, takeResults } from '../package/operation.rules.ts'
import * as packages from '../package/package.queries.ts'
import { changedRow, isSameLicense, performAll, readOperations } from '../package/plan.service.ts'
import { signPackage } from '../package/sign.service.ts'
import * as queries from './contact.queries.ts'

const limits = LIMITS.dongle
/** The answer to a call is written at once. A file takes its way. */
const CALL_DAYS = 1
/** Far above all numbers. A lock with a higher one could make the numbers run out. */
const HIGHEST = 2 ** 40

const refuse = (reason: UseRefused['reason'], params: UseRefused['params'] = {}) => ({ refused: { reason, params } })
const told = (moment: Date) => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** Why a request is not answered, as far as its lock tells. */
export function requestRefusal(
  { signKey, sealKey, shellNumber, lastSeq }: Dongle,
  { keys, shell, seq, last, iat }: LockRequestClaims,
  now: Date,
  isFile: boolean,
): UseRefused | undefined {
  if (keys.sign !== signKey || keys.seal !== sealKey || shell !== shellNumber || last > HIGHEST)
    return refuse('fileForged').refused
  if (seq <= lastSeq) return refuse('fileOvertaken').refused
  const made = new Date(iat * 1000)
  if (made.getTime() > now.getTime() + LIMITS.license.exchangeAheadMinutes * MINUTE_MS)
    return refuse('fileAhead', { made: told(made) }).refused
  const days = LIMITS.license.exchangeDays
  // The number of the request keeps old calls out. A file may be forgotten in a drawer.
  if (isFile && made.getTime() + days * DAY_MS < now.getTime())
    return refuse('fileOverdue', { made: told(made), days }).refused
  return undefined
}

/** An earlier request with the same id: why it is not answered again, if so. */
export function repeatRefusal(
  { digest, validUntil, at }: Pick<DongleContact, 'digest' | 'validUntil' | 'at'>,
  file: LockFile,
  now: Date,
): UseRefused | undefined {
  if (!digest.equals(file.digest)) return refuse('fileForged').refused
  if (validUntil > now) return undefined
  const days = Math.round((validUntil.getTime() - at.getTime()) / DAY_MS)
  return refuse('fileOverdue', { made: told(new Date(file.claims.iat * 1000)), days }).refused
}

interface Deps {
  database: Database
  ids: Ids
  keys: Pick<LockKeys, 'at'>
}

/** A contact in progress. */
interface Meeting {
  of: Of
  by: ContactBy
  file: LockFile
  life: LifeScope
}

export function createContacts({ database, ids, keys }: Deps): Pick<Dongles, 'contact'> {
  const answerOf = (
    { guid, dongleGuid, at, status, activeUntil, validUntil }: DongleContact,
    shellNumber: string,
    files: string[],
    isRepeated: boolean,
  ): Contacted => ({
    guid,
    lockGuid: dongleGuid,
    shellNumber,
    packages: files,
    at,
    status,
    activationEnd: activeUntil,
    validUntil,
    isRepeated,
  })

  async function repeat(of: Of, known: DongleContact, shellNumber: string): Promise<Contacted> {
    const waited = await queries.listFiles(of, known.packageGuids)
    return answerOf(known, shellNumber, [...waited, ...(known.file === null ? [] : [known.file])], true)
  }

  const event = ({ by, life }: Meeting, lock: Dongle, facts: Pick<NewLockEvent, 'kind'> & Partial<NewLockEvent>) => ({
    guid: ids.guid(),
    dongleGuid: lock.guid,
    at: by.now,
    actorId: life.actor.id,
    actorName: life.actor.name,
    ...facts,
  })

  /** Writes what the lock holds now. A license that nobody listed any more is listed again. */
  async function keepLicenses(
    { of, by }: Meeting,
    lock: Dongle,
    rows: ReadonlyMap<number, DongleLicense>,
    after: { inside: Held; planned: Held; open: packages.OpenPackage[] },
    outcomes: PackageOutcome[],
  ): Promise<void> {
    const statuses = new Map(outcomes.map(({ guid, status }) => [guid, status]))
    const changed = [...rows.values()].flatMap((row) => {
      const upgradeStatus = statuses.get(row.packageGuid) ?? row.upgradeStatus
      const change = { ...changedRow(row, after, row.licenseId, by.now), upgradeStatus }
      const isSame =
        upgradeStatus === row.upgradeStatus &&
        change.endedAt === null &&
        isSameLicense(change.inside, row.inside) &&
        isSameLicense(change.planned, row.planned)
      return isSame ? [] : [change]
    })
    await packages.updateLicenses(of, changed)
    const missing = [...after.inside.keys()].filter((licenseId) => !rows.has(licenseId))
    const done = outcomes.findLast(({ results }) => results !== null)
    if (missing.length === 0 || !done) return
    const [from] = await packages.lockPackages(of, [done.guid])
    if (!from) return
    await packages.insertLicenses(
      of,
      missing.map((licenseId) => {
        const inside = after.inside.get(licenseId) ?? null
        const expiresAt = endOf(inside)
        return {
          guid: ids.guid(),
          dongleGuid: lock.guid,
          shellNumber: lock.shellNumber,
          licenseId,
          inside,
          planned: after.planned.get(licenseId) ?? null,
          expiresAt,
          isExpired: expiresAt <= by.now,
          templateGuid: null,
          packageGuid: from.guid,
          upgradeStatus: done.status,
          remark: null,
          updatedAt: by.now,
          endedAt: null,
          customerGuid: lock.customerGuid,
          integratorGuid: lock.integratorGuid,
          assignedTo: lock.assignedTo,
          issuedBy: from.actorId,
          issuerName: from.actorName,
          issuedAt: from.madeAt,
        }
      }),
    )
  }

  /** Takes the results in. Returns the lock afterwards, and the packages that it can still take. */
  async function takeIn(meeting: Meeting, lock: Dongle) {
    const { of, by, file, life } = meeting
    const { claims } = file
    const results = resultsOf(claims)
    const licenses = await packages.listOfLocks(of, [lock.guid])
    const rows = new Map(licenses.map((row) => [row.licenseId, row]))
    const inside: Held = new Map(licenses.flatMap((row) => (row.inside ? [[row.licenseId, row.inside]] : [])))
    const open = await packages.listOpen(of, [lock.guid])
    const operations = await readOperations(of, open)
    const operationsOf = (issueGuid: string) => operations.get(issueGuid) ?? []
    const outcomes = takeResults(
      inside,
      open.map(({ guid, number, issueGuid }) => ({ guid, number, operations: operationsOf(issueGuid) })),
      results,
      claims.last,
    )
    const waiting = open.filter(({ number, validUntil }) => number > claims.last && validUntil > by.now)
    const planned = new Map(inside)
    for (const { issueGuid } of waiting) performAll(planned, operationsOf(issueGuid))
    await queries.writeOutcomes(of, outcomes, by.now)
    await keepLicenses(meeting, lock, rows, { inside, planned, open: waiting }, outcomes)
    const handed = await queries.listHanded(of, lock.guid, [...results.keys()])
    const reports = [...handed].map(([number, ops]) => ({
      number,
      operations: ops,
      results: results.get(number) ?? [],
    }))
    const until = claims.until === null ? null : new Date(Math.min(claims.until * 1000, NEVER.getTime()))
    return { met: await takeFromLock(life, lock, { reports, until }), waiting, outcomes }
  }

  /** The package of this contact, if there is something to tell. A file is never empty. */
  function packageOf(
    { by, file }: Meeting,
    signer: LockSigner,
    lock: Dongle,
    {
      number,
      validUntil,
      operations,
      hasOthers,
    }: { number: number; validUntil: Date; operations: LockOperation[]; hasOthers: boolean },
  ) {
    const isHeard = file.claims.results.some(([, ...each]) => each.length > 0)
    const isNeeded = operations.length > 0 || isHeard || (by.way !== 'runtime' && !hasOthers)
    if (!isNeeded) return undefined
    const { developerId, now } = by
    const facts = { developerId, guid: ids.guid(), now, validUntil, number, known: file.claims.last, operations }
    return signPackage(signer, facts, lock)
  }

  async function answer(meeting: Meeting, before: Dongle, signer: LockSigner): Promise<Contacted> {
    const { of, by, file, life } = meeting
    const { claims, digest } = file
    const { developerId, now, way } = by
    const { met, waiting, outcomes } = await takeIn(meeting, before)
    const { lock } = met
    const days = way === 'runtime' ? CALL_DAYS : limits.packageDays
    const validUntil = new Date(now.getTime() + days * DAY_MS)
    // A center that was restored from a backup goes on above the numbers of the lock.
    const last = Math.max(lock.lastNumber, claims.last)
    const out = waiting.slice(0, limits.packagesAtOnce)
    // A package with a higher number would overtake those that are left.
    const isWhole = out.length === waiting.length
    const number = last + 1
    const handed = isWhole ? await handToLock(life, met, { request: claims.act, number, until: validUntil }) : undefined
    const operations = handed?.operations ?? []
    const made = isWhole
      ? packageOf(meeting, signer, lock, { number, validUntil, operations, hasOthers: out.length > 0 })
      : undefined
    await packages.countDownload(
      of,
      out.map(({ guid }) => guid),
      now,
    )
    await queries.updateSeen(of, lock.guid, {
      lastNumber: made ? number : last,
      takenNumber: Math.max(lock.takenNumber, claims.last),
      lastSeq: claims.seq,
      seenAt: now,
      licenses: Math.min(claims.held, DONGLE_LICENSES),
      firmware: claims.firmware || lock.firmware,
      updatedAt: now,
    })
    const { status, activeUntil } = handed?.lock ?? lock
    const row: DongleContact = {
      developerId,
      guid: ids.guid(),
      dongleGuid: lock.guid,
      fileId: claims.jti,
      digest,
      request: claims.act,
      way,
      at: now,
      network: networkOf(by.network),
      actorId: by.actorId,
      actorName: life.actor.name,
      taskGuid: by.taskGuid ?? null,
      number: made ? number : null,
      operations: made ? operations : [],
      file: made?.file ?? null,
      fileDigest: made?.digest ?? null,
      packageGuids: out.map(({ guid }) => guid),
      status,
      activeUntil: endOrNull(activeUntil),
      activationDay: handed?.isActivated ? wallTime(now, await findTimeZone(of)).slice(0, 10) : null,
      validUntil: out.reduce((end, one) => (one.validUntil < end ? one.validUntil : end), validUntil),
    }
    await queries.insertContact(of, row)
    await insertLockEvents(of, [
      event(meeting, lock, { kind: 'contact', request: claims.act, way, digest }),
      ...outcomes.map(({ number: of_, status: to, reason }) =>
        event(meeting, lock, {
          kind: to === UPGRADE_STATUSES.upgraded ? 'upgraded' : 'failed',
          about: String(of_),
          reason,
        }),
      ),
    ])
    await by.record?.(of.db, {
      type: 'update',
      target: { kind: 'userLock', guid: lock.guid, name: lock.shellNumber },
      after: { request: claims.act, digest: digest.toString('hex') },
    })
    const files = await queries.listFiles(of, row.packageGuids)
    return answerOf(row, lock.shellNumber, [...files, ...(row.file === null ? [] : [row.file])], false)
  }

  async function isHidden({ developerId, acting }: ContactBy, { claims }: LockFile): Promise<boolean> {
    if (!acting) return false
    const find = (db: Of['db']) => queries.findBySerial({ db, developerId }, claims.serial)
    return (await database.inTenant(developerId, 'read', find, acting)) === undefined
  }

  return {
    async contact(by, file) {
      const { developerId, now } = by
      // The contact itself sees all packages of the lock, also those outside the row scope of whoever brings the file.
      if (await isHidden(by, file)) return refuse('dongleUnknown')
      const signer = await keys.at(developerId, now)
      const answered = database.inTenant(developerId, 'write', async (db) => {
        const of = { db, developerId }
        const lock = await queries.lockBySerial(of, file.claims.serial)
        if (!lock) return refuse('dongleUnknown')
        const known = await queries.findContact(of, file.claims.jti)
        if (known) {
          const refused =
            known.dongleGuid === lock.guid ? repeatRefusal(known, file, now) : refuse('fileForged').refused
          return refused ? { refused } : repeat(of, known, lock.shellNumber)
        }
        const refused = requestRefusal(lock, file.claims, now, by.way !== 'runtime')
        if (refused) return { refused }
        const actor = { id: by.actorId, name: by.actorName ?? lock.shellNumber }
        return answer({ of, by, file, life: { ...of, ids, now, actor } }, lock, signer)
      })
      return answered.catch((error: unknown) => {
        // Another lock got an answer to a request with the same id at the same time.
        if (isUniqueViolation(error)) return refuse('fileForged')
        throw error
      })
    },
  }
}
