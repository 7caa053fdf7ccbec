// Locks, unlocks or deletes many licenses as a task, which can be undone for a day. The undo skips licenses that have
// changed since, which their revision shows.
import { LICENSE_FAMILIES, shownSerial, statusAt } from '@sealwright/contract'
import type { LicenseFamily, SwitchingAct, TaskKind } from '@sealwright/contract'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { lockUsers } from '../../customer/index.ts'
import { defineTaskKind, reasonOf } from '../../task/index.ts'
import type { AnyTaskKind, DoneRow, OpenTask, Outcome } from '../../task/index.ts'
import { findReasons } from '../event.queries.ts'
import { orHeld } from '../issue/issue.service.ts'
import { takeAgain } from '../issue/quota.service.ts'
import { listHeld, listSerials, lockLicenses } from '../license.queries.ts'
import { canRestore, stateForbids } from '../license.rules.ts'
import type { License } from '../license.tables.ts'
import { moveLicenses } from './acts.queries.ts'
import { afterAct } from './acts.service.ts'
import type { Acts } from './acts.service.ts'

interface Target {
  guid: string
  serial: string
}

/** The facts about an act that its undo needs. */
interface Effect extends Pick<License, 'revision' | 'state' | 'userGuid'> {
  /** The holder of the quota that the act returned. Null if none. */
  quotaHolder: string | null
}

interface Options {
  act: SwitchingAct
  reason: string | null
}

const OPPOSITE = { lock: 'unlock', unlock: 'lock' } as const

const skipped = (refusal: Refusal): Outcome => ({ state: 'skip', reason: reasonOf(refusal) })

/** The outcome of each row: its refusal, or else `done`. */
const ofRows = <Row>(rows: readonly Row[], wrong: ReadonlyMap<Row, Outcome>, done: (row: Row) => Outcome) =>
  rows.map((row) => wrong.get(row) ?? done(row))

export function createActBatch({ acts, openTask }: { acts: Acts; openTask: OpenTask }) {
  async function start(
    scope: Scope,
    family: LicenseFamily,
    { guids, act, reason }: { guids: readonly string[]; act: SwitchingAct; reason?: string | undefined },
  ) {
    const serials = await listSerials(scope, family, guids)
    // An unknown license, or one outside the caller's row scope, is skipped in its row.
    const rows = [...new Set(guids)].map((guid): Target => ({
      guid,
      serial: shownSerial(family, serials.get(guid) ?? ''),
    }))
    const subject = rows.find(({ serial }) => serial !== '')?.serial ?? guids[0] ?? ''
    const options: Options = { act, reason: reason || null }
    const { taskId } = await openTask(scope, {
      kind: `${family}${act === 'delete' ? 'Delete' : 'Lock'}`,
      subject,
      options: { ...options },
      rows,
    })
    return { taskId }
  }

  async function run(
    scope: Scope,
    family: LicenseFamily,
    rows: readonly { input: Target }[],
    { act, reason }: Options,
  ): Promise<Outcome[]> {
    const { now } = scope.asking
    const guids = rows.map(({ input }) => input.guid)
    if (act === 'delete') await acts.lockFor(scope, guids)
    const found = await lockLicenses(scope, family, guids)
    const allowed = [...found.values()].filter((row) => afterAct(act, row, now) !== undefined)
    const returned = await acts.apply(scope, act, allowed, reason)
    const isDone = new Set(allowed.map(({ guid }) => guid))
    return rows.map(({ input: { guid } }): Outcome => {
      const row = found.get(guid)
      if (!row) return skipped(new Refusal('license.notFound'))
      if (!isDone.has(guid)) return skipped(stateForbids(scope.say, row, statusAt(row, now)))
      const effect: Effect = {
        revision: row.revision + 1,
        state: row.state,
        userGuid: row.userGuid,
        quotaHolder: returned.has(guid) ? row.quotaHolder : null,
      }
      return { state: 'success', effect }
    })
  }

  type Done = DoneRow<Target>
  const effectOf = ({ effect }: Done) => effect as unknown as Effect // as `run` returned it

  /**
   * Locks the licenses of these rows. `wrong` has the rows that cannot be undone: the license is gone or has changed
   * since.
   */
  async function untouched(scope: Scope, family: LicenseFamily, rows: readonly Done[]) {
    const found = await lockLicenses(
      scope,
      family,
      rows.map(({ input }) => input.guid),
    )
    const wrong = new Map<Done, Outcome>()
    for (const row of rows) {
      const license = found.get(row.input.guid)
      if (!license) wrong.set(row, skipped(new Refusal('license.notFound')))
      else if (license.revision !== effectOf(row).revision) wrong.set(row, skipped(changedSince(license)))
    }
    return { found, wrong }
  }
  const changedSince = (row: License) =>
    new Refusal('license.changedSince', { params: { serial: shownSerial(row.family, row.serial) } })

  async function undoLock(
    scope: Scope,
    family: LicenseFamily,
    rows: readonly Done[],
    act: 'lock' | 'unlock',
  ): Promise<Outcome[]> {
    const { now } = scope.asking
    const { found, wrong } = await untouched(scope, family, rows)
    const back: License[] = []
    for (const row of rows) {
      const license = found.get(row.input.guid)
      if (!license || wrong.has(row)) continue
      if (afterAct(OPPOSITE[act], license, now) === undefined)
        wrong.set(row, skipped(stateForbids(scope.say, license, statusAt(license, now))))
      else back.push(license)
    }
    // Locking again restores the reason of the former lock.
    const reasons =
      act === 'unlock'
        ? await findReasons(
            scope,
            back.map(({ guid }) => guid),
            'lock',
            now,
          )
        : new Map<string, string | null>()
    for (const [reason, some] of Map.groupBy(back, ({ guid }) => reasons.get(guid) ?? null))
      await acts.apply(scope, OPPOSITE[act], some, reason)
    return ofRows(rows, wrong, () => ({ state: 'success' }))
  }

  async function undoDelete(scope: Scope, family: LicenseFamily, rows: readonly Done[]): Promise<Outcome[]> {
    // Lock the users first, as issuing does, so no user gets two licenses for a product.
    const users = rows.flatMap((row) => effectOf(row).userGuid ?? [])
    if (users.length > 0) await lockUsers(scope, users)
    const { found, wrong } = await untouched(scope, family, rows)
    const held =
      users.length === 0
        ? []
        : await listHeld(scope, users, [...new Set([...found.values()].map(({ licenseId }) => licenseId))], false)
    const isHeld = new Set(held.map(({ userGuid, licenseId }) => `${userGuid} ${licenseId}`))
    const back = rows.flatMap((row) => {
      const license = found.get(row.input.guid)
      if (!license || wrong.has(row)) return []
      const { state, quotaHolder } = effectOf(row)
      if (!canRestore(license, state) || isHeld.has(`${license.userGuid} ${license.licenseId}`)) {
        wrong.set(row, skipped(changedSince(license)))
        return []
      }
      return [
        {
          row,
          license: { ...license, quotaHolder: license.quotaHolder ?? quotaHolder },
          state,
          isTaken: license.quotaHolder === null && quotaHolder !== null,
        },
      ]
    })
    const refused = await takeAgain(
      scope,
      back.filter(({ isTaken }) => isTaken).map(({ license }) => license),
    )
    for (const { row, license } of back) {
      const refusal = refused.get(license.guid)
      if (refusal) wrong.set(row, { state: 'fail', reason: reasonOf(refusal) })
    }
    const kept = back.filter(({ row }) => !wrong.has(row))
    await moveLicenses(
      scope,
      scope.asking.now,
      kept.map(({ license, state }) => ({ ...license, state, finalAt: null, endedAt: null })),
    ).catch(orHeld)
    await acts.note(
      scope,
      'restore',
      kept.map(({ row, license, state }) => ({ row: found.get(row.input.guid) ?? license, state })),
      null,
    )
    return ofRows(rows, wrong, () => ({ state: 'success' }))
  }

  function kindOf(family: LicenseFamily, name: TaskKind): AnyTaskKind {
    const optionsOf = (options: Record<string, unknown>) => options as unknown as Options // as `start` opened it
    return defineTaskKind<Target>({
      name,
      chunk: 500,
      domain: 'license',
      cells: ({ serial }) => [{ field: 'serial', value: serial }],
      run: (scope, rows, options) => run(scope, family, rows, optionsOf(options)),
      undo(scope, rows, options) {
        const { act } = optionsOf(options)
        return act === 'delete' ? undoDelete(scope, family, rows) : undoLock(scope, family, rows, act)
      },
    })
  }

  return {
    start,
    kinds: LICENSE_FAMILIES.flatMap((family) => [kindOf(family, `${family}Lock`), kindOf(family, `${family}Delete`)]),
  }
}
