// Visitors of the page of a code: they type the code and its password, and then see it, exchange files for it and
// unbind its devices. Wrong codes cost tokens of a bucket per network. Wrong passwords are counted per code in the
// database, over all networks and processes. Unknown codes and wrong passwords run the same queries, so the timing
// tells nothing.
import { randomUUID } from 'node:crypto'
import { LIMITS, isCode, plainCode } from '@sealwright/contract'
import type { Call, Locale, codePageCalls } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type * as z from 'zod/mini'
import { insertOperations, originOf } from '../../kernel/audit/record.ts'
import type { Operation } from '../../kernel/audit/record.ts'
import type { Database, Db } from '../../kernel/db/database.ts'
import { readConfig } from '../../kernel/developer-config.ts'
import type { OwnContext } from '../../kernel/http/context.ts'
import { networkOf } from '../../kernel/http/rate-limit.ts'
import type { RateLimit } from '../../kernel/http/rate-limit.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { SecretBox } from '../../kernel/keys/secret-box.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { requireOpenVendor } from '../../kernel/suspension.ts'
import { languageOf } from '../developer/index.ts'
import { createGuessing } from '../identity/index.ts'
import { isCodePassword } from '../license/index.ts'
import type { LicenseDomain } from '../license/index.ts'
import type { HandIn } from '../runtime/index.ts'
import * as queries from './code.queries.ts'
import { showCode } from './showing.service.ts'
import type { Shown } from './showing.service.ts'
import { isSame, openVisit, sealVisit } from './visit.rules.ts'

type Payload<Name extends keyof typeof codePageCalls> = z.output<(typeof codePageCalls)[Name]['payload']>

export interface VisitDeps {
  database: Database
  ids: Ids
  box: SecretBox
  rateLimit: RateLimit
  languages: Record<Locale, Sentences>
  license: Pick<LicenseDomain, 'unbindOne'>
  handIn: HandIn
  limits?: { codesPerHour: number }
}

export type Guard = ReturnType<typeof createGuard>

/** The buckets against guessing. They refill over an hour. */
export function createGuard({ rateLimit, limits = LIMITS.codePage }: Pick<VisitDeps, 'rateLimit' | 'limits'>) {
  const bucket = (key: string, perHour: number) => [`code page ${key}`, perHour / 60, perHour] as const
  const misses = (network: string) => bucket(`network ${networkOf(network)}`, limits.codesPerHour)
  const refuse = (seconds: number) => {
    if (seconds > 0) throw new Refusal('codePage.tooManyTries', { params: { seconds } })
  }
  return {
    /** After too many misses every code must wait. Otherwise a wait would tell a miss from a hit. */
    requirePatience: (network: string) => refuse(rateLimit.wait(...misses(network))),
    miss: (network: string) => rateLimit.owe(...misses(network)),
    /** Whoever lends names any address. The limits keep strangers from being flooded. */
    countMail(licenseGuid: string, to: string) {
      const { mailsPerHour, mailsPerHourOfCode } = LIMITS.lending
      refuse(rateLimit.take(...bucket(`mail ${to.toLowerCase()}`, mailsPerHour)))
      refuse(rateLimit.take(...bucket(`mails ${licenseGuid}`, mailsPerHourOfCode)))
    },
    /** Takes a token whatever comes of it. */
    take: (network: string) => refuse(rateLimit.take(...bucket(`link ${networkOf(network)}`, limits.codesPerHour))),
  }
}

/** The owner of a code. An unknown code gets one that has no rows, so that the same queries follow. */
export async function ownerOf({ database }: Pick<VisitDeps, 'database'>, text: string) {
  const code = plainCode(text)
  const found = await database.outsideTenants((db) => queries.findOwner(db, isCode(code) ? code : ''))
  return found ?? { developerId: 0, licenseGuid: randomUUID() }
}

export function createVisits(deps: VisitDeps & { guard: Guard }) {
  const { database, box, guard, license, handIn, languages } = deps
  // By another pool: calls that hold a connection and wait for a second one of the same pool would block each other.
  const guessing = createGuessing({ outsideTenants: database.asOwner })

  async function look({ asking }: OwnContext, { code, password }: Payload<'look'>) {
    const { now, network } = asking
    guard.requirePatience(network)
    const { developerId, licenseGuid } = await ownerOf(deps, code)
    return database.inTenant(developerId, 'read', async (db) => {
      const shown = await showCode({ db, developerId }, licenseGuid, now)
      if (!shown) {
        guard.miss(network)
        throw new Refusal('codePage.notFound', { field: 'code' })
      }
      const { passwordBox } = shown.license
      if (passwordBox !== null) {
        if (!password) throw new Refusal('codePage.passwordNeeded', { field: 'password' })
        const attempt = await guessing.codePassword('page', licenseGuid, now)
        if (!isCodePassword(box, passwordBox, password)) {
          guard.miss(network)
          throw new Refusal('codePage.passwordWrong', { field: 'password' })
        }
        await attempt.forgive()
      }
      const { serial } = shown.license
      return { ...(await shown.show()), visit: sealVisit(box, { developerId, licenseGuid, serial, passwordBox }, now) }
    })
  }

  /** The code of a visit. Refuses if the visit is over, or the code or its password has changed. */
  async function visited<T>(
    { asking: { now } }: OwnContext,
    sealed: string,
    mode: 'read' | 'write',
    work: (tenant: { db: Db; developerId: number }, shown: Shown) => Promise<T>,
  ): Promise<T> {
    const visit = openVisit(box, sealed, now)
    if (!visit) throw new Refusal('codePage.visitOver')
    const { developerId, licenseGuid } = visit
    return database.inTenant(developerId, mode, async (db) => {
      if (mode === 'write') await requireOpenVendor({ db, developerId })
      const shown = await showCode({ db, developerId }, licenseGuid, now)
      if (!shown || !isSame(visit, shown.license)) throw new Refusal('codePage.visitOver')
      return work({ db, developerId }, shown)
    })
  }

  /** Writes what a customer did, in the language of the developer. */
  function recorder({ asking }: OwnContext, call: Pick<Call, 'name'>, developerId: number, actorName: string) {
    const origin = originOf(asking, call, { developerId, accountId: null, displayName: actorName })
    return (db: Db, ...operations: readonly Operation[]) => insertOperations(db, origin, operations)
  }

  async function exchange(context: OwnContext, { visit, name, text }: Payload<'exchange'>, call: Pick<Call, 'name'>) {
    const { asking, say } = context
    const { developerId, licenseGuid, actorName } = await visited(context, visit, 'read', async (tenant, shown) => ({
      developerId: tenant.developerId,
      licenseGuid: shown.license.guid,
      actorName: (await languageOf(tenant.db, tenant.developerId, languages))('codePage.customer'),
    }))
    const record = recorder(context, call, developerId, actorName)
    const { network, now, log } = asking
    return handIn(
      { developerId, way: 'codePage', actorId: null, actorName, network: networkOf(network), now, log, say, record },
      { name, text, licenseGuid },
    )
  }

  async function unbind(context: OwnContext, { visit, machineGuid }: Payload<'unbind'>, call: Pick<Call, 'name'>) {
    const { asking, say } = context
    return visited(context, visit, 'write', async (tenant, shown) => {
      const { db, developerId } = tenant
      if (!(await readConfig(tenant, 'selfUnbind'))) throw new Refusal('codePage.unbindOff')
      const logged = await languageOf(db, developerId, languages)
      const actorName = logged('codePage.customer')
      const record = recorder(context, call, developerId, actorName)
      return license.unbindOne(
        {
          ...tenant,
          ids: deps.ids,
          now: asking.now,
          say,
          logged,
          actor: { id: null, name: actorName },
          record: (...operations) => record(db, ...operations),
        },
        { guid: shown.license.guid, machineGuid },
      )
    })
  }

  return {
    look,
    again: (context: OwnContext, { visit }: Payload<'again'>) =>
      visited(context, visit, 'read', (_tenant, shown) => shown.show()),
    exchange,
    unbind,
  }
}
