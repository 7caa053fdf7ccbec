// What the page of a code shows: product, term, devices and seats. Names of devices are masked, and so is the code,
// because the page may be left open.
import { LICENSE_STATUSES, machineLimits, statusAt } from '@sealwright/contract'
import type { codePageCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { readConfig } from '../../kernel/developer-config.ts'
import type { Scope } from '../../kernel/scope.ts'
import { findDeveloper } from '../developer/index.ts'
import { allSeats } from '../lending/index.ts'
import { endOrNull, isGroup, isOfflineAllowed, viewFacts } from '../license/index.ts'
import { listDisplayNames } from '../product/index.ts'
import { listBound } from './code.queries.ts'
import { maskedCode, maskedName } from './visit.rules.ts'

type Tenant = Pick<Scope, 'db' | 'developerId'>
type ShownCode = z.output<(typeof codePageCalls)['again']['answer']>

/** A license that waits for approval is not a code yet. */
const HIDDEN: readonly number[] = [LICENSE_STATUSES.approving, LICENSE_STATUSES.rejected]

export interface Shown {
  license: { guid: string; serial: string; passwordBox: string | null }
  /** Reads the rest, which only a visitor who proved to know the code may see. */
  show(): Promise<ShownCode>
}

/** Undefined if there is no such code. */
export async function showCode(tenant: Tenant, licenseGuid: string, now: Date): Promise<Shown | undefined> {
  const { db, developerId } = tenant
  const facts = await viewFacts(db, developerId, { guid: licenseGuid }, now)
  if (!facts?.license || !facts.content || HIDDEN.includes(facts.license.state)) return undefined
  const { license, content } = facts
  return {
    license,
    async show() {
      const found = await findDeveloper(tenant)
      const names = await listDisplayNames(tenant, license.licenseIds)
      const machines = await listBound(tenant, license.guid)
      const [productName = '', ...otherProductNames] = [content, ...content.otherProducts].map(
        ({ licenseId }) => names.get(licenseId) ?? '',
      )
      const isTimed = content.licDuration !== null || content.spanTime !== null
      return {
        developerName: found?.developer.displayName ?? found?.developer.name ?? '',
        logo: found?.developer_profile?.logo?.toString('base64') ?? null,
        productName,
        otherProductNames,
        maskedCode: maskedCode(license.serial),
        status: statusAt(license, now),
        startTime: content.startTime === null ? null : new Date(content.startTime),
        expireTime: endOrNull(license.expiresAt),
        startsWithUse:
          license.firstUsedAt === null && isTimed && (license.source === 'preIssue' || content.spanTime !== null),
        usesLeft: content.counter === null ? null : Math.max(0, content.counter - license.usesTaken),
        machines: machines.map(({ guid, name, boundAt, isOffline }) => ({
          guid,
          name: maskedName(name),
          bindTime: boundAt,
          isOffline,
        })),
        bound: license.bound,
        machineLimit: machineLimits(content).atOnce,
        offlineBind: isOfflineAllowed(license.family, content),
        canUnbind: await readConfig(tenant, 'selfUnbind'),
        lends: content.lending === true,
        seats: isGroup(content) || content.lending === true ? allSeats(content) : null,
        lent: license.lent,
      }
    },
  }
}
