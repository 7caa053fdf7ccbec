// Locks, unlocks and deletes licenses, replaces a code, and sets its password. The contract's state machine decides
// which acts a status allows. Deleting a license with bound devices becomes final only when their last lease must have
// ended. Deleting refunds no money.
import {
  DAY_MS,
  LICENSE_STATUSES,
  LIMITS,
  isUnapproved,
  licenseMachine,
  shownSerial,
  statusAt,
} from '@sealwright/contract'
import type { LicenseEvent, LicenseFamily, LicenseStatus, StoredStatus, SwitchingAct } from '@sealwright/contract'
import type { SecretBox } from '../../../kernel/keys/secret-box.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { insertCallerEvents } from '../event.queries.ts'
import { sealPassword } from '../issue/code-password.ts'
import { giveBack } from '../issue/quota.service.ts'
import { lockLicenses, updateLicenses } from '../license.queries.ts'
import { newSerial, stateForbids, statusLabel, targetOf } from '../license.rules.ts'
import type { License } from '../license.tables.ts'
import { isCodeTaken, listLeaseDays, moveLicenses, replaceCode } from './acts.queries.ts'
import type { Moved } from './acts.queries.ts'
import type { Leaving } from './leaving.service.ts'

interface ActAsked {
  guid: string
  reason?: string | undefined
}

const { bound, deleting, unbound } = LICENSE_STATUSES

/** The event of an act. With bound devices, unlocking and deleting are different events. */
function eventOf(act: SwitchingAct, { bound }: Pick<License, 'bound'>): LicenseEvent {
  if (act === 'lock' || bound === 0) return act
  return act === 'unlock' ? 'unlockBound' : 'deleteBound'
}

/** The state after an act. Undefined if the status does not allow it. */
export const afterAct = (act: SwitchingAct, row: License, now: Date) =>
  licenseMachine.next(statusAt(row, now), eventOf(act, row)) as StoredStatus | undefined // acts lead to stored states

export function createActs({ leaving, box }: { leaving: Leaving; box: SecretBox }) {
  /** Writes the history and the operation log of an act. */
  async function note(
    scope: Scope,
    kind: SwitchingAct | 'restore',
    rows: readonly { row: License; state: StoredStatus }[],
    reason: string | null,
  ): Promise<void> {
    const {
      say,
      asking: { now },
    } = scope
    await insertCallerEvents(
      scope,
      rows.map(({ row }) => ({ licenseGuid: row.guid, kind, reason })),
    )
    const label = (status: LicenseStatus) => statusLabel(say, status)
    const told = ({ row, state }: { row: License; state: StoredStatus }) => ({
      type: kind === 'delete' ? ('delete' as const) : ('update' as const),
      target: targetOf(row),
      before: { status: label(statusAt(row, now)) },
      after: { status: label(statusAt({ ...row, state }, now)), ...(reason !== null && { reason }) },
    })
    await scope.record(...rows.map(told))
  }

  /** When a deletion becomes final: no device can still run on an old lease. */
  async function finalAts(scope: Scope, rows: readonly License[]): Promise<(row: License) => Date> {
    const leases = await listLeaseDays(
      scope,
      rows.map(({ termsGuid }) => termsGuid),
    )
    return ({ termsGuid }) =>
      new Date(scope.asking.now.getTime() + (leases.get(termsGuid) ?? LIMITS.license.leaseDays) * DAY_MS)
  }

  /** Applies an act to locked licenses whose status allows it. Returns the licenses whose quota was returned. */
  async function apply(
    scope: Scope,
    act: SwitchingAct,
    rows: readonly License[],
    reason: string | null,
  ): Promise<Set<string>> {
    const { now } = scope.asking
    const after = rows.map((row) => {
      const state = afterAct(act, row, now)
      if (state === undefined) throw stateForbids(scope.say, row, statusAt(row, now))
      return { row, state }
    })
    const finalAt = await finalAts(
      scope,
      after.flatMap(({ row, state }) => (state === deleting ? [row] : [])),
    )
    const returned = act === 'delete' ? await giveBack(scope, rows) : new Set<string>()
    await moveLicenses(
      scope,
      now,
      after.map(({ row, state }): Moved => ({
        guid: row.guid,
        state,
        finalAt: state === deleting ? finalAt(row) : null,
        endedAt: act === 'delete' ? now : null,
        quotaHolder: returned.has(row.guid) ? null : row.quotaHolder,
        charged: row.charged,
      })),
    )
    if (act === 'delete') await leaving.leave(scope, rows)
    await note(scope, act, after, reason)
    return returned
  }

  async function locked(scope: Scope, family: LicenseFamily, guid: string): Promise<License> {
    const row = (await lockLicenses(scope, family, [guid])).get(guid)
    if (!row) throw new Refusal('license.notFound')
    return row
  }

  const doing =
    (act: SwitchingAct) =>
    async (scope: Scope, family: LicenseFamily, { guid, reason }: ActAsked) => {
      if (act === 'delete') await leaving.lockFor(scope, [guid])
      await apply(scope, act, [await locked(scope, family, guid)], reason || null)
      return {}
    }

  /** Deletes those of these licenses whose status allows it. Returns how many. */
  async function deleteAllowed(scope: Scope, family: LicenseFamily, guids: readonly string[], reason: string) {
    await leaving.lockFor(scope, guids)
    const rows = [...(await lockLicenses(scope, family, guids)).values()]
    const allowed = rows.filter((row) => afterAct('delete', row, scope.asking.now) !== undefined)
    await apply(scope, 'delete', allowed, reason || null)
    return allowed.length
  }

  /** Sets the password for binding a code; null clears it. History and log do not contain the password. */
  async function setPassword(
    scope: Scope,
    family: LicenseFamily,
    { guid, password }: { guid: string; password?: string | null | undefined },
  ) {
    const { now } = scope.asking
    if (family === 'account') throw new Refusal('license.notCode')
    // Clearing the password requires an explicit null.
    if (password === undefined)
      throw new Refusal('platform.badPayload', { violations: [{ path: 'password', rule: 'required', params: {} }] })
    const row = await locked(scope, family, guid)
    // Allowed in every status that allows deleting, so a leaked password can be replaced.
    if (afterAct('delete', row, now) === undefined) throw stateForbids(scope.say, row, statusAt(row, now))
    const passwordBox = password === null ? null : sealPassword(box, password)
    await updateLicenses(scope, [guid], { passwordBox, revision: row.revision + 1, updatedAt: now })
    await insertCallerEvents(scope, [{ licenseGuid: guid, kind: 'password' }])
    const told = (isSet: boolean) => (isSet ? '***' : null)
    await scope.record({
      type: 'update',
      target: targetOf(row),
      before: { password: told(row.passwordBox !== null) },
      after: { password: told(passwordBox !== null) },
    })
    return {}
  }

  /** Replaces a leaked code. Devices must be bound again with the new code. Payments, term and consumed uses stay. */
  async function rekey(scope: Scope, family: LicenseFamily, { guid, reason }: ActAsked) {
    const {
      say,
      asking: { now },
    } = scope
    if (family === 'account') throw new Refusal('license.notCode')
    const row = await locked(scope, family, guid)
    if (isUnapproved(row.state) || afterAct('delete', row, now) === undefined)
      throw stateForbids(say, row, statusAt(row, now))
    let serial = newSerial(family, now)
    while (await isCodeTaken(scope, serial)) serial = newSerial(family, now)
    const revision = row.revision + 1
    await replaceCode(scope, row, { serial, revision, state: row.state === bound ? unbound : row.state }, now)
    await insertCallerEvents(scope, [
      { licenseGuid: guid, kind: 'rekey', about: shownSerial(family, row.serial), reason: reason || null },
    ])
    const told = (code: string, machines: number) => ({ serial: shownSerial(family, code), bound: machines })
    await scope.record({
      type: 'update',
      target: targetOf({ ...row, serial }),
      before: told(row.serial, row.bound),
      after: { ...told(serial, 0), ...(reason && { reason }) },
    })
    return { serial, revision }
  }

  return {
    apply,
    deleteAllowed,
    lockFor: leaving.lockFor,
    note,
    rekey,
    lock: doing('lock'),
    unlock: doing('unlock'),
    delete: doing('delete'),
    setPassword,
  }
}

export type Acts = ReturnType<typeof createActs>
