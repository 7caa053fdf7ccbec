// Dongles at the platform desk: the list of all locks, registration from a file, and moves between stock and
// developers. A file is read completely before a transaction opens.
import { LIMITS, lockGroupOf } from '@sealwright/contract'
import type { ReturnHindrance, dongleDesk } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { DESK_CHAIN, recordByPlatform } from '../../../kernel/audit/record.ts'
import { actAs } from '../../../kernel/db/database.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import { readPage } from '../../../kernel/db/list.ts'
import type { DeskContext, DeskScope } from '../../../kernel/desk.ts'
import { found } from '../../../kernel/entity/refuse.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { readInTurn } from '../../../kernel/sheets/file-turns.ts'
import { SheetProblem, readSheet } from '../../../kernel/sheets/sheets.ts'
import { languageOf } from '../../developer/index.ts'
import { pinPurpose } from '../lock/control-lock.service.ts'
import { insertMoves, waitForOthers } from '../lock/register.queries.ts'
import { missingColumns, readRegistrations } from '../lock/register.rules.ts'
import type { Registration, RowProblem } from '../lock/register.rules.ts'
import { giveTo, judgeRegistrations, registerIn, stockPinPurpose } from '../lock/register.service.ts'
import type { RegisterDeps } from '../lock/register.service.ts'
import * as queries from './stock.queries.ts'
import type { PlaceRow } from './stock.queries.ts'

type Payload<Name extends keyof typeof dongleDesk> = z.output<(typeof dongleDesk)[Name]['payload']>

export type StockDeps = Pick<RegisterDeps, 'ids' | 'box' | 'languages'> & { database: Database }

const limits = LIMITS.lockStock
const sheetLimits = { rows: limits.fileRows + 1, unpackedBytes: 64 * 1024 * 1024, cellMax: 200 }

const HINDRANCE_ERRORS = {
  licenses: 'dongle.hasLicenses',
  packages: 'dongle.hasPackages',
  lost: 'dongle.isLost',
  locked: 'dongle.isLocked',
  changing: 'dongle.isChanging',
} as const satisfies Record<ReturnHindrance, string>

/** Why a lock cannot leave its developer. A lost lock is told first: the others may follow from it. */
function hindranceOf({
  holder_id,
  kind,
  status,
  licenses,
  has_licenses,
  has_packages,
}: PlaceRow): ReturnHindrance | null {
  if (holder_id === null || kind === 'control') return null
  const group = lockGroupOf(status ?? 0)
  if (group === 'lost' || group === 'locked' || group === 'changing') return group
  if (licenses > 0 || has_licenses) return 'licenses'
  return has_packages ? 'packages' : null
}

const answerOf = (row: PlaceRow) => ({
  guid: row.guid,
  kind: row.kind,
  shellNumber: row.shell_number,
  serialNumber: row.serial_number,
  firmware: row.firmware,
  productionTime: new Date(row.produced_at),
  registerTime: new Date(row.registered_at),
  developerId: row.holder_id,
  developerName: row.holder_name,
  status: row.status,
  licenses: row.licenses,
  hindrance: hindranceOf(row),
})

async function readFile(file: File, now: Date): Promise<{ dongles: Registration[]; problems: RowProblem[] }> {
  const rows: string[][] = []
  try {
    for await (const row of readSheet(file, sheetLimits)) rows.push(row)
  } catch (error) {
    if (!(error instanceof SheetProblem)) throw error
    if (error.kind === 'tooManyRows')
      throw new Refusal('dongle.fileTooLong', { params: { max: limits.fileRows }, field: 'file' })
    throw new Refusal('dongle.fileUnreadable', { field: 'file' })
  }
  const missing = missingColumns(rows)
  if (missing.length > 0)
    throw new Refusal('dongle.fileColumns', { params: { columns: missing.join(', ') }, field: 'file' })
  const read = readRegistrations(rows, now)
  if (read.dongles.length === 0) throw new Refusal('dongle.fileEmpty', { field: 'file' })
  return read
}

async function requireDeveloper(db: Db, developerId: number | undefined): Promise<void> {
  if (developerId !== undefined && !(await queries.hasDeveloper(db, developerId)))
    throw new Refusal('dongle.developerNotFound', { field: 'developerId' })
}

export function createStock(deps: StockDeps) {
  const { database, ids, box, languages } = deps
  const registering = (db: Db, now: Date, byName: string) => ({ db, ids, box, languages, now, byName })

  async function placesOf({ db, asking }: DeskScope, guids: readonly string[]): Promise<PlaceRow[]> {
    const places = await queries.listPlacesOf(db, guids, asking.now)
    if (places.length < new Set(guids).size) throw new Refusal('dongle.notFound')
    return places
  }

  return {
    async find(
      { db, asking: { now } }: DeskScope,
      { currentPage, pageSize, sort = 'registerTime', order = 'desc', ...filter }: Payload<'find'>,
    ) {
      const list = queries.listPlaces(db, filter, { sort, order, now })
      const page = await readPage({ currentPage, pageSize }, await list.count(), list.page)
      return { ...page, rows: page.rows.map(answerOf) }
    },

    async get(scope: DeskScope, { guid }: Payload<'get'>) {
      const [place] = await placesOf(scope, [guid])
      return answerOf(found(place, 'dongle.notFound'))
    },

    async history(scope: DeskScope, { guid, currentPage, pageSize, order = 'desc' }: Payload<'history'>) {
      await placesOf(scope, [guid])
      const list = queries.listHistory(scope.db, guid, order)
      const page = await readPage({ currentPage, pageSize }, await list.count(), list.page)
      return {
        ...page,
        rows: page.rows.map((row) => ({
          guid: row.guid,
          kind: row.kind,
          at: new Date(row.at),
          by: row.by_name,
          developerId: row.holder_id,
          developerName: row.holder_name,
          reason: row.reason,
        })),
      }
    },

    async developers({ db }: DeskScope, { currentPage, pageSize, keyword, order = 'asc' }: Payload<'developers'>) {
      const list = queries.listDevelopers(db, keyword, order)
      const page = await readPage({ currentPage, pageSize }, await list.count(), list.page)
      return { ...page, rows: page.rows.map(({ id, name, locks }) => ({ developerId: id, name, locks })) }
    },

    check({ asking: { now } }: DeskContext, { file, developerId }: Payload<'check'>) {
      return readInTurn(DESK_CHAIN, async () => {
        const { dongles, problems } = await readFile(file, now)
        const wrongLines = new Set(problems.map(({ line }) => line))
        const judged = await database.asOwner(async (db) => {
          await requireDeveloper(db, developerId)
          const good = dongles.filter(({ line }) => !wrongLines.has(line))
          return judgeRegistrations(db, developerId ?? null, good)
        })
        const all = Map.groupBy([...problems, ...judged.problems], ({ line }) => line)
        const fresh = new Set(judged.fresh.map(({ line }) => line))
        const rows = dongles.map(({ line, shellNumber }) => ({
          line,
          shellNumber,
          state: all.has(line) ? ('wrong' as const) : fresh.has(line) ? ('new' as const) : ('known' as const),
          problems: (all.get(line) ?? []).map(({ column, problem, params }) => ({ column, problem, params })),
        }))
        const [wrong, others] = [
          rows.filter(({ state }) => state === 'wrong'),
          rows.filter((row) => !all.has(row.line)),
        ]
        return {
          fresh: fresh.size,
          known: others.length - fresh.size,
          wrong: wrong.length,
          rows: [...wrong, ...others].slice(0, limits.shownRows),
        }
      })
    },

    register(context: DeskContext, { file, developerId }: Payload<'register'>) {
      const { now } = context.asking
      return readInTurn(DESK_CHAIN, async () => {
        const { dongles, problems } = await readFile(file, now)
        const refuse = (wrong: readonly RowProblem[]) =>
          new Refusal('dongle.rowsWrong', {
            params: { count: new Set(wrong.map(({ line }) => line)).size },
            field: 'file',
          })
        if (problems.length > 0) throw refuse(problems)
        return context.write(async (scope) => {
          await requireDeveloper(scope.db, developerId)
          const on = registering(scope.db, now, scope.operator.name)
          const done = await registerIn(on, developerId ?? null, dongles)
          if ('problems' in done) throw refuse(done.problems)
          if (done.added > 0)
            await scope.record({
              type: 'add',
              target: { kind: 'dongle', guid: ids.guid(), name: file.name.slice(-100) },
              after: { added: done.added, known: done.known, developerId: developerId ?? null },
            })
          return done
        })
      })
    },

    async assign(scope: DeskScope, { guids, developerId }: Payload<'assign'>) {
      const { db, asking } = scope
      await waitForOthers(db)
      await requireDeveloper(db, developerId)
      const held = (await placesOf(scope, guids)).find(({ holder_id }) => holder_id !== null)
      if (held) throw new Refusal('dongle.notInStock', { params: { shell: held.shell_number }, field: 'guids' })
      const taken = await queries.takeFromStock(db, guids)
      await actAs(db, developerId)
      await giveTo(
        registering(db, asking.now, scope.operator.name),
        developerId,
        taken.map(({ registeredAt: _registeredAt, pinBox, ...row }) => ({
          ...row,
          pinBox:
            pinBox &&
            box.seal(pinPurpose(developerId, row.shellNumber), box.open(stockPinPurpose(row.shellNumber), pinBox)),
        })),
      )
      await scope.record(
        ...taken.map(({ guid, shellNumber }) => ({
          type: 'update' as const,
          target: { kind: 'dongle' as const, guid, name: shellNumber },
          before: { developerId: null },
          after: { developerId },
        })),
      )
      return { moved: taken.length }
    },

    async takeBack(scope: DeskScope, { guids, reason }: Payload<'takeBack'>) {
      const { db, asking, operator } = scope
      const { now } = asking
      await waitForOthers(db)
      // Lock the rows first, so that no license or command comes between the check and the move.
      const held = await queries.lockHeld(db, guids)
      for (const place of await placesOf(scope, guids)) {
        const params = { shell: place.shell_number }
        if (place.holder_id === null) throw new Refusal('dongle.isInStock', { params, field: 'guids' })
        const hindrance = hindranceOf(place)
        if (hindrance) throw new Refusal(HINDRANCE_ERRORS[hindrance], { params, field: 'guids' })
      }
      for (const [developerId, locks] of Map.groupBy(held, (lock) => lock.developerId)) {
        await actAs(db, developerId)
        for (const lock of locks) {
          const { shellNumber, pinBox } = lock
          const moved =
            pinBox && box.seal(stockPinPurpose(shellNumber), box.open(pinPurpose(developerId, shellNumber), pinBox))
          await queries.moveToStock(db, lock, moved, now)
        }
        await recordByPlatform(
          { db, developerId, now },
          await languageOf(db, developerId, languages),
          'takeBackDongles',
          ...locks.map(({ guid, kind, shellNumber }) => ({
            type: 'delete' as const,
            target: {
              kind: kind === 'user' ? ('userLock' as const) : ('controlLock' as const),
              guid,
              name: shellNumber,
            },
            before: { shellNumber, reason },
          })),
        )
      }
      await insertMoves(
        db,
        held.map(({ guid, developerId }) => ({
          guid: ids.guid(),
          dongleGuid: guid,
          kind: 'returned',
          at: now,
          holderId: developerId,
          byName: operator.name,
          reason,
        })),
      )
      await scope.record(
        ...held.map(({ guid, shellNumber, developerId }) => ({
          type: 'update' as const,
          target: { kind: 'dongle' as const, guid, name: shellNumber },
          before: { developerId },
          after: { developerId: null, reason },
        })),
      )
      return { moved: held.length }
    },
  }
}
