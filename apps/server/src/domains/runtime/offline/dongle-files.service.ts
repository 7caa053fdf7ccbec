// Requests of dongles, by call and by file. A file is opened like that of a device; the dongle domain answers it. What
// is refused is in the runtime log.
import { LIMITS, wallTime } from '@sealwright/contract'
import type { runtimeCalls, toolCalls } from '@sealwright/contract'
import { fileNameOf } from '@sealwright/exchange'
import type * as z from 'zod/mini'
import type { Acting } from '../../../kernel/acting.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import type { ProgramContext } from '../../../kernel/http/program-calls.ts'
import { networkOf } from '../../../kernel/http/rate-limit.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { readFacts, vendorRefusal } from '../../license/index.ts'
import type { UseRefused, UsedDeveloper } from '../../license/index.ts'
import type { RuntimeLog } from '../log/log.service.ts'
import type { Admission } from '../use/admission.service.ts'
import type { ContactBy, Contacted, Dongles, LockFile } from './dongles.kind.ts'
import type { ExchangeService } from './exchange.service.ts'
import type { HandedBy } from './offline.kind.ts'

type ToldFile = z.output<typeof toolCalls.searchLicense.answer>
type Way = ContactBy['way']

interface Deps {
  database: Pick<Database, 'app' | 'inTenant'>
  dongles: Dongles
  admission: Pick<Admission, 'enterFile'>
  exchange: Pick<ExchangeService, 'open' | 'offline' | 'refuse'>
  log: Pick<RuntimeLog, 'refused'>
}

/** The text of an answer: one file after the other. */
export const textOf = ({ packages }: Pick<Contacted, 'packages'>) => packages.join('\n')

export function createDongleFiles({ database, dongles, admission, exchange, log }: Deps) {
  async function refuse(by: ContactBy, refused: UseRefused, { claims }: LockFile): Promise<never> {
    const { developerId, network, now } = by
    const told = {
      act: 'offline' as const,
      network: networkOf(network),
      machineName: claims.shell,
      fingerprint: claims.serial,
    }
    await log.refused(developerId, undefined, told, { ...refused, trace: null }, now)
    throw new Refusal(`runtime.${refused.reason}`, { params: refused.params })
  }

  /**
   * Without a payment, or at the end of a suspension's days, a developer's locks are not activated. They can still
   * fetch and report.
   */
  function unpaid(developer: UsedDeveloper | undefined, { claims }: LockFile, now: Date): UseRefused | undefined {
    return claims.act === 'activate' && developer !== undefined ? vendorRefusal(developer, now) : undefined
  }

  async function contact(by: ContactBy, file: LockFile, developer: UsedDeveloper | undefined): Promise<Contacted> {
    const refused = unpaid(developer, file, by.now)
    if (refused) return refuse(by, refused, file)
    const answer = await dongles.contact(by, file)
    return 'refused' in answer ? refuse(by, answer.refused, file) : answer
  }

  const asProgram = (
    { network, now }: ProgramContext,
    developerId: number,
    developer: UsedDeveloper,
    way: Way,
    file: LockFile,
  ): Promise<Contacted> => contact({ developerId, way, actorId: null, actorName: null, network, now }, file, developer)

  const developerOf = async (developerId: number, now: Date) =>
    (await readFacts(database.app, developerId, {}, now))?.developer

  /** An administrator hands in a file. */
  const asStaff = async (by: ContactBy, file: LockFile) => contact(by, file, await developerOf(by.developerId, by.now))

  /** Why a file would be refused now, within the row scope of the caller. */
  async function judge(caller: Acting, developerId: number, file: LockFile, now: Date) {
    const judged = await database.inTenant(
      developerId,
      'read',
      (db) => dongles.judge({ db, developerId }, file, now),
      caller,
    )
    return judged ?? unpaid(await developerOf(developerId, now), file, now)
  }

  const opener = (context: ProgramContext, developerId: number): HandedBy => ({
    developerId,
    way: 'runtime',
    actorId: null,
    actorName: null,
    network: context.network,
    now: context.now,
    log: context.log,
    say: context.say,
  })

  /** A tool that reaches the dongle and the center hands in its request. */
  async function call(
    context: ProgramContext,
    { developerId, file }: z.output<typeof runtimeCalls.dongle.payload>,
  ): Promise<z.output<typeof runtimeCalls.dongle.answer>> {
    const developer = await admission.enterFile(context, developerId)
    const { opened } = await exchange.open(developerId, file, context.now)
    if (!('refused' in opened))
      return exchange.refuse(opener(context, developerId), { reason: 'fileWrongKind', params: {} }, opened)
    if (!opened.lock) return exchange.refuse(opener(context, developerId), opened.refused)
    const answer = await asProgram(context, developerId, developer, 'runtime', opened.lock)
    const { packages, status, activationEnd } = answer
    return { packages, status, activationEnd, serverTime: context.now }
  }

  /** A program hands in a file: of a device or of a dongle. */
  async function offline(
    context: ProgramContext,
    payload: z.output<typeof runtimeCalls.offline.payload>,
  ): Promise<z.output<typeof runtimeCalls.offline.answer>> {
    return exchange.offline(context, payload, async (developer, lock) => {
      const answer = await asProgram(context, payload.developerId, developer, 'file', lock)
      const { at, shellNumber, validUntil } = answer
      const name = fileNameOf('D2C', shellNumber, wallTime(at, developer.timeZone))
      return { kind: 'dongle', file: textOf(answer), name, validUntil, serverTime: context.now }
    })
  }

  /** What the file of a dongle says, as far as the caller may know it. */
  async function tellRequest(of: { db: Db; developerId: number }, name: string, file: LockFile): Promise<ToldFile> {
    const { claims, digest } = file
    const known = await dongles.tellRequest(of, file)
    const { lock, contact: earlier } = known ?? {}
    const madeTime = new Date(claims.iat * 1000)
    return {
      name,
      file: 'C2D',
      kind: 'dongle',
      digest: digest.toString('hex'),
      madeTime,
      validUntil: new Date(madeTime.getTime() + LIMITS.license.exchangeDays * 86_400_000),
      machine: { name: claims.shell, os: claims.firmware, fingerprint: claims.serial },
      lock: lock
        ? {
            guid: lock.guid,
            shellNumber: lock.shellNumber,
            status: lock.status,
            request: claims.act,
            upgrade: lock.upgrade,
          }
        : null,
      code: null,
      account: null,
      licenses: [],
      packages: [],
      exchange: earlier ? { ...earlier, way: earlier.way === 'file' ? 'runtime' : earlier.way } : null,
    }
  }

  /** A package that this center made for a dongle. Only the dongle can open it, so it is found by its digest. */
  async function tellPackage(
    of: { db: Db; developerId: number },
    name: string,
    digest: Buffer,
    now: Date,
  ): Promise<ToldFile | undefined> {
    const found = await dongles.tellPackage(of, digest, now)
    if (!found) return undefined
    const { lock, madeAt, validUntil, operations, contact: made } = found
    return {
      name,
      file: 'D2C',
      kind: 'dongle',
      digest: digest.toString('hex'),
      madeTime: madeAt,
      validUntil,
      machine: { name: lock.shellNumber, os: lock.firmware, fingerprint: lock.serialNumber },
      lock: {
        guid: lock.guid,
        shellNumber: lock.shellNumber,
        status: lock.status,
        request: null,
        upgrade: lock.upgrade,
      },
      code: null,
      account: null,
      licenses: [],
      packages: Array.from({ length: operations }, () => 'operation' as const),
      exchange: made ? { ...made, way: made.way === 'file' ? 'runtime' : made.way } : null,
    }
  }

  return { call, offline, asStaff, judge, tellRequest, tellPackage }
}

export type DongleFiles = ReturnType<typeof createDongleFiles>
