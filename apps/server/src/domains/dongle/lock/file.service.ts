// Files of locks: reading shell numbers for a batch, and the import of customers and remarks as a task. A file is read
// completely before a transaction opens, so that a large or hostile file holds no connection.
import { LIMITS, importedLock, userLockCalls, violationsOf } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import * as z from 'zod/mini'
import type { Database } from '../../../kernel/db/database.ts'
import type { FileAnswer, OwnContext, StreamContext } from '../../../kernel/http/context.ts'
import type { Ids } from '../../../kernel/ids.ts'
import { inScope } from '../../../kernel/in-scope.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { readInTurn } from '../../../kernel/sheets/file-turns.ts'
import { SHEET_TYPES, SheetProblem, readSheet, writeSheet } from '../../../kernel/sheets/sheets.ts'
import { findCustomersByName, holdCustomers, listCustomerNames } from '../../customer/index.ts'
import { defineTaskKind } from '../../task/index.ts'
import type { AnyTaskKind, DoneRow, OpenTask, Outcome, WorkInput } from '../../task/index.ts'
import type { Dongle } from '../dongle.tables.ts'
import { writeEdits } from './editing.service.ts'
import type { Edit } from './editing.service.ts'
import { lockLocks } from './life.queries.ts'
import { findByNumbers, listByGuid } from './lock.queries.ts'
import { COLUMNS, EXAMPLE_NUMBER, cellsOf, columnLabel, columnsOf, numbersIn } from './sheet.rules.ts'
import type { Column } from './sheet.rules.ts'

type Payload<Name extends keyof typeof userLockCalls> = z.output<(typeof userLockCalls)[Name]['payload']>

interface ImportRow extends Partial<Record<Column, string | null>> {
  /** The row's number in the sheet. The headings are row 1. */
  row: number
  /** An earlier row with the same shell number. */
  duplicateOf?: number
}

/** The facts about an imported row that its undo needs: the values before, and the revision after. */
interface Effect extends Pick<Dongle, 'guid' | 'revision' | 'customerGuid' | 'remark'> {}

type Refused = Extract<Outcome, { state: 'fail' | 'skip' }>

const limits = LIMITS.dongle
const sheetLimits = { unpackedBytes: LIMITS.userImport.unpackedBytes, cellMax: LIMITS.userImport.cellMax }

const fileRefusal = (
  error: 'userLock.fileUnreadable' | 'userLock.fileEmpty' | 'userLock.fileColumns' | 'userLock.tooMany',
  params = {},
) => new Refusal(error, { params, field: 'file' })
const tooMany = () => fileRefusal('userLock.tooMany', { max: limits.batchLocks })

async function orRefused<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    if (!(error instanceof SheetProblem)) throw error
    throw error.kind === 'tooManyRows' ? tooMany() : fileRefusal('userLock.fileUnreadable')
  }
}

export interface FileDeps {
  openTask: OpenTask
  database: Database
  ids: Ids
  languages: Record<Locale, Sentences>
}

export function createFiles({ openTask, database, ids, languages }: FileDeps) {
  const all = Object.values(languages)
  const callerOf = ({ caller }: OwnContext) => {
    if (!caller) throw new Error('a file has a caller')
    return caller
  }

  /** The shell numbers of the column of that name or, without headings, of the first column. */
  async function readNumbers(file: File): Promise<string[]> {
    const found = new Set<string>()
    let column: number | undefined
    for await (const cells of readSheet(file, { ...sheetLimits, rows: limits.batchLocks + 1 })) {
      if (column === undefined) {
        const named = columnsOf(cells, all).get('shellNumber')
        column = named ?? 0
        if (named !== undefined) continue
      }
      for (const number of numbersIn(cells[column] ?? '')) if (number !== EXAMPLE_NUMBER) found.add(number)
      if (found.size > limits.batchLocks) throw tooMany()
    }
    if (found.size === 0) throw fileRefusal('userLock.fileEmpty')
    return [...found]
  }

  async function readFile(context: OwnContext, { file }: Payload<'readFile'>) {
    const shellNumbers = await readInTurn(callerOf(context).developer.id, () => orRefused(readNumbers(file)))
    return { shellNumbers }
  }

  async function readRows(file: File): Promise<ImportRow[]> {
    const rows: ImportRow[] = []
    const firsts = new Map<string, number>()
    let columns: ReturnType<typeof columnsOf> | undefined
    let at = 0
    for await (const texts of readSheet(file, { ...sheetLimits, rows: limits.batchLocks + 1 })) {
      at += 1
      if (!columns) {
        columns = columnsOf(texts, all)
        if (!columns.has('shellNumber') || columns.size < 2) throw fileRefusal('userLock.fileColumns')
        continue
      }
      const cells = cellsOf(texts, columns)
      if (!cells) continue
      const number = cells.shellNumber ?? ''
      const duplicateOf = firsts.get(number)
      if (number !== '' && duplicateOf === undefined) firsts.set(number, at)
      rows.push({ ...cells, row: at, ...(duplicateOf !== undefined && { duplicateOf }) })
    }
    if (rows.length === 0) throw fileRefusal('userLock.fileEmpty')
    return rows
  }

  async function importFile(context: OwnContext, { file, dryRun }: Payload<'import'>) {
    const { asking, say } = context
    const caller = callerOf(context)
    const subject = file.name.toWellFormed().replaceAll('\u0000', '').slice(-LIMITS.task.subjectMax)
    return readInTurn(caller.developer.id, async () => {
      const rows = await orRefused(readRows(file))
      const { taskId } = await inScope(
        database,
        { caller, asking, ids, say, call: userLockCalls.import },
        'write',
        (scope) => openTask(scope, { kind: 'lockImport', subject, rows, isDraft: dryRun }),
      )
      return { taskId }
    })
  }

  /** The values of a row, or the reason why it has none. */
  function readRow({ row: _row, duplicateOf, ...cells }: ImportRow): z.output<typeof importedLock> | Refused {
    const payload = { ...cells, shellNumber: cells.shellNumber ?? undefined }
    const decoded = z.safeDecode(importedLock, payload as z.input<typeof importedLock>) // decoding checks it
    if (!decoded.success)
      return {
        state: 'fail',
        reason: { error: 'platform.badPayload', violations: violationsOf(decoded.error, payload) },
      }
    if (duplicateOf !== undefined)
      return { state: 'skip', reason: { error: 'userLock.duplicateInFile', params: { row: duplicateOf } } }
    return decoded.data
  }

  /** The edit of each row, or why there is none. With `isDry`, nothing is locked. */
  async function editsOf(
    scope: Scope,
    rows: readonly WorkInput<ImportRow>[],
    isDry: boolean,
  ): Promise<(Edit | Refused)[]> {
    const read = rows.map(({ input }) => readRow(input))
    const good = read.flatMap((row) => ('state' in row ? [] : [row]))
    const guids = await findByNumbers(
      scope,
      good.map((row) => row.shellNumber),
    )
    const wanted = [...guids.values()]
    const locks = isDry
      ? new Map((await listByGuid(scope, wanted)).map((row) => [row.guid, row]))
      : await lockLocks(scope, wanted)
    const names = [...new Set(good.flatMap(({ customerName }) => customerName ?? []))]
    const customers = await findCustomersByName(scope, names, !isDry)
    const had = [...locks.values()].flatMap(({ customerGuid }) => customerGuid ?? [])
    const seen = await listCustomerNames(scope, had)
    return read.map((row): Edit | Refused => {
      if ('state' in row) return row
      const { shellNumber, customerName, remark } = row
      const lock = locks.get(guids.get(shellNumber) ?? '')
      if (!lock) return { state: 'fail', reason: { error: 'userLock.notFound' } }
      // Whoever does not see the customer reads an empty cell, and cannot clear it.
      const isHidden = lock.customerGuid !== null && !seen.has(lock.customerGuid)
      const cleared = isHidden ? lock.customerGuid : null
      const customerGuid = customerName ? customers.get(customerName) : cleared
      if (customerGuid === undefined)
        return { state: 'fail', reason: { error: 'userLock.customerUnknown', params: { name: customerName ?? '' } } }
      return {
        lock,
        customerGuid: customerName === undefined ? lock.customerGuid : customerGuid,
        remark: remark === undefined ? lock.remark : remark || null,
      }
    })
  }

  async function undo(scope: Scope, rows: readonly DoneRow<ImportRow>[]): Promise<Outcome[]> {
    const effects = rows.map(({ effect }) => effect as unknown as Effect) // as `run` returned it
    const locks = await lockLocks(
      scope,
      effects.map(({ guid }) => guid),
    )
    const customers = await holdCustomers(
      scope,
      effects.flatMap(({ customerGuid }) => customerGuid ?? []),
    )
    const edits = effects.map(({ guid, revision, customerGuid, remark }): Edit | Refused => {
      const lock = locks.get(guid)
      if (!lock) return { state: 'skip', reason: { error: 'userLock.notFound' } }
      if (lock.revision !== revision) return { state: 'skip', reason: { error: 'userLock.changedSince' } }
      // A customer that was deleted since does not come back.
      return { lock, customerGuid: customerGuid !== null && customers.has(customerGuid) ? customerGuid : null, remark }
    })
    await writeEdits(
      scope,
      edits.flatMap((edit) => ('state' in edit ? [] : [edit])),
    )
    return edits.map((edit) => ('state' in edit ? edit : { state: 'success' }))
  }

  const kind: AnyTaskKind = defineTaskKind<ImportRow>({
    name: 'lockImport',
    chunk: 500,
    domain: 'userLock',
    cells: (input) => COLUMNS.map((field) => ({ field, value: input[field] ?? '' })),
    numberOf: ({ row }) => row,
    judge: () => ({
      async rows(scope, rows) {
        return (await editsOf(scope, rows, true)).map((edit) => ('state' in edit ? edit : null))
      },
    }),
    async run(scope, rows) {
      const edits = await editsOf(scope, rows, false)
      await writeEdits(
        scope,
        edits.flatMap((edit) => ('state' in edit ? [] : [edit])),
      )
      return edits.map((edit): Outcome => {
        if ('state' in edit) return edit
        const { lock, customerGuid, remark } = edit
        const isChanged = lock.customerGuid !== customerGuid || lock.remark !== remark
        const effect: Effect = {
          guid: lock.guid,
          revision: lock.revision + (isChanged ? 1 : 0),
          customerGuid: lock.customerGuid,
          remark: lock.remark,
        }
        return { state: 'success', effect }
      })
    },
    undo,
  })

  async function importTemplate({ say }: StreamContext, { format }: Payload<'importTemplate'>): Promise<FileAnswer> {
    const example = [
      EXAMPLE_NUMBER,
      say('customer.import.example.customerName'),
      say('customer.import.example.description'),
    ]
    return {
      fileName: `${say('userLock.import.templateName')}.${format}`,
      type: SHEET_TYPES[format],
      body: writeSheet(format, [COLUMNS.map((column) => columnLabel(say, column)), example]),
    }
  }

  return { readFile, importFile, importTemplate, kind }
}
