// Pure decisions about licenses: codes and serials, expiry, restoring, and the facts in the operation log. The contract
// has the rules for issuing and updating.
import { randomInt } from 'node:crypto'
import {
  CODE_ALPHABET,
  DAY_MS,
  LICENSE_STATUSES,
  LIMITS,
  byVouchers,
  codeOf,
  grantOf,
  licenseMachine,
  licenseStatusName,
  shownSerial,
} from '@sealwright/contract'
import type {
  Grant,
  LicenseEvent,
  LicenseFamily,
  LicenseSource,
  LicenseStatus,
  TemplateContent,
} from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type { LoggedFacts } from '../../kernel/audit/record.ts'
import { datedSerial } from '../../kernel/dated-serial.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import { versionFacts } from '../template/index.ts'
import type { FrozenRates, License, LicenseIssue, Terms } from './license.tables.ts'

/** The expiry of a permanent license, as in the database function `never()`. */
export const NEVER = new Date('9999-12-31T00:00:00Z')
export const endOrNull = (end: Date) => (end.getTime() >= NEVER.getTime() ? null : end)

/** A random license code. A license for an account, which nobody types, gets a dated serial number instead. */
export function newSerial(family: LicenseFamily, now: Date): string {
  if (family !== 'account')
    return codeOf(Array.from({ length: LIMITS.license.codeLength - 1 }, () => randomInt(CODE_ALPHABET.length)))
  return datedSerial('LC', now)
}

/** Where a license comes from: what an access key issues comes from the open API, in whatever way. */
export const sourceBy = ({ caller }: Pick<Scope, 'caller'>, source: LicenseSource): LicenseSource =>
  caller.accessKey ? 'openApi' : source

export interface Begun {
  issuedAt: Date
  firstUsedAt: Date | null
  /** The time of a pre-issued license starts with its first use. */
  isPreIssued: boolean
}

/** The moments from which the time of a license is counted. */
export const begunOf = ({
  issuedAt,
  approvedAt,
  firstUsedAt,
  source,
}: Pick<License, 'issuedAt' | 'approvedAt' | 'firstUsedAt' | 'source'>): Begun => ({
  issuedAt: approvedAt ?? issuedAt,
  firstUsedAt,
  isPreIssued: source === 'preIssue',
})

/**
 * When a license with this content ends. Null if it never ends, or its end depends on a first use that has not
 * happened.
 */
function wholeEnd(
  { isForever, endTime, licDuration, spanTime }: TemplateContent,
  { issuedAt, firstUsedAt, isPreIssued }: Begun,
): Date | null {
  if (isForever) return null
  const after = (begin: Date | null, days: number | null) =>
    begin === null || days === null ? [] : [begin.getTime() + days * DAY_MS]
  const ends = [
    ...(endTime === null ? [] : [Date.parse(endTime)]),
    ...after(isPreIssued ? firstUsedAt : issuedAt, licDuration),
    ...after(firstUsedAt, spanTime),
  ]
  return ends.length > 0 ? new Date(Math.min(...ends)) : null
}

/** When the license ends, and when its first product does. */
export function endsOf(
  content: TemplateContent,
  productEnds: Readonly<Record<string, string>>,
  begun: Begun,
): Pick<License, 'expiresAt' | 'partlyUntil'> {
  const whole = wholeEnd(content, begun)?.getTime() ?? NEVER.getTime()
  const ends = [content, ...content.otherProducts].map(({ licenseId }) =>
    Math.min(whole, productEnds[licenseId] === undefined ? whole : Date.parse(productEnds[licenseId])),
  )
  const [first, last] = [Math.min(...ends), Math.max(...ends)]
  return { expiresAt: new Date(last), partlyUntil: first < last ? new Date(first) : NEVER }
}

/** Pays with vouchers if the issue did. */
export const paidAsIssued = (grant: Grant, { byVoucher }: FrozenRates): Grant => (byVoucher ? byVouchers(grant) : grant)

/** The moment from which paid days count. */
export const pricedAt = ({ rates, issuedAt }: Pick<LicenseIssue, 'rates' | 'issuedAt'>) =>
  rates.pricedAt === undefined ? issuedAt : new Date(rates.pricedAt)

/** The grant of a license at the time of its issue or resubmission, for a developer who pays. */
export function grantOfIssue(
  { family, issuedAt, rates }: Pick<LicenseIssue, 'family' | 'issuedAt' | 'rates'>,
  content: TemplateContent,
  { timeZone }: { timeZone: string },
): Grant {
  const now = pricedAt({ rates, issuedAt })
  return paidAsIssued(grantOf(family, content, { now, timeZone, isTrialDeveloper: false }), rates)
}

/** The value of `expiry` at a moment, for lists and counts: 0 in force, 1 partly expired, 2 expired. */
export const expiryAt = ({ expiresAt, partlyUntil }: Pick<License, 'expiresAt' | 'partlyUntil'>, now: Date) =>
  expiresAt <= now ? 2 : partlyUntil <= now ? 1 : 0

const { unbound, bound, locked } = LICENSE_STATUSES
const RESTORING: Readonly<Partial<Record<License['state'], LicenseEvent>>> = {
  [unbound]: 'restore',
  [bound]: 'restoreBound',
  [locked]: 'restoreLocked',
}

/**
 * Whether an ended license can return to an earlier state. Licenses that waited for approval or were rejected are
 * issued again instead.
 */
export function canRestore({ state }: Pick<License, 'state'>, to: License['state']): boolean {
  const event = RESTORING[to]
  return event !== undefined && licenseMachine.next(state, event) === to
}

export const statusLabel = (say: Sentences, status: LicenseStatus) =>
  say(`license.statuses.${licenseStatusName(status)}`)

/** The refusal if the status of a license does not allow an act. */
export const stateForbids = (
  say: Sentences,
  { family, serial }: Pick<License, 'family' | 'serial'>,
  status: LicenseStatus,
) =>
  new Refusal('license.stateForbids', {
    params: { serial: shownSerial(family, serial), status: statusLabel(say, status) },
  })

/** Terms in comparisons and in the operation log. */
export function termsFacts({ terms, productEnds }: Pick<Terms, 'terms' | 'productEnds'>): LoggedFacts {
  return {
    ...versionFacts(terms),
    productEnds:
      Object.entries(productEnds)
        .map(([licenseId, end]) => `${licenseId}: ${end}`)
        .join(', ') || null,
  }
}

export const targetOf = ({ family, guid, serial }: Pick<License, 'family' | 'guid' | 'serial'>) =>
  ({ kind: `${family}License`, guid, name: serial }) as const

/** The facts of an issued license in the operation log. */
export function issueFacts(
  { account, source, remark }: Pick<License, 'account' | 'source' | 'remark'>,
  templateName: string,
  productName: string,
): LoggedFacts {
  return { templateName, productName, account, source, remark }
}
