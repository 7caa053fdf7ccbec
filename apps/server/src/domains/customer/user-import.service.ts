// The import of users: the rows of a file become the rows of a task. The file is read completely before a transaction
// opens, so that a large or hostile file holds no connection. The dry run and the real run use the same code.
import { GENDERS, LIMITS, fromWire, newUser, userCalls, violationsOf } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import * as z from 'zod/mini'
import type { Database } from '../../kernel/db/database.ts'
import type { FileAnswer, OwnContext, StreamContext } from '../../kernel/http/context.ts'
import type { Ids } from '../../kernel/ids.ts'
import { inScope } from '../../kernel/in-scope.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Caller } from '../../kernel/scope.ts'
import { readInTurn } from '../../kernel/sheets/file-turns.ts'
import { SHEET_TYPES, SheetProblem, readSheet, writeSheet } from '../../kernel/sheets/sheets.ts'
import { defineTaskKind } from '../task/index.ts'
import type { AnyTaskKind, OpenTask, Outcome, WorkInput } from '../task/index.ts'
import type { Addition, AdditionOptions, Obstacle, UserAddition } from './user-addition.service.ts'
import { removeUsers } from './user-removal.service.ts'
import { COLUMNS, cellsOf, columnLabel, columnsOf, genderWord, payloadOf } from './user-sheet.rules.ts'
import type { Cells } from './user-sheet.rules.ts'
import * as queries from './user.queries.ts'
import { additionOf } from './user.service.ts'

type Payload<Name extends keyof typeof userCalls> = z.output<(typeof userCalls)[Name]['payload']>

interface ImportRow extends Cells {
  /** The row's number in the sheet. The headings are row 1. */
  row: number
  /** An earlier valid row with the same account. */
  duplicateOf?: number
}

type Refused = Extract<Outcome, { state: 'fail' | 'skip' }>

interface Deps {
  addition: UserAddition
  languages: Record<Locale, Sentences>
  openTask: OpenTask
  database: Database
  ids: Ids
}

const limits = LIMITS.userImport
/** The memory limit for the rows: a small file can repeat one long text in every cell. */
const KEPT_CHARACTERS = 64 * 1024 * 1024
const PACK = 1_000
/** The account in the template's sample row. Nobody can have it (RFC 2606), so a row that was left in is ignored. */
const EXAMPLE_ACCOUNT = 'name@example.com'

const fileRefusal = (
  error:
    | 'user.fileUnreadable'
    | 'user.fileTooLarge'
    | 'user.fileColumns'
    | 'user.fileRows'
    | 'user.fileEmpty'
    | 'user.trialImportLimit',
  params = {},
) => new Refusal(error, { params, field: 'file' })

function refusalOf(problem: SheetProblem): Refusal {
  if (problem.kind === 'tooManyRows') return fileRefusal('user.fileRows', { max: limits.rows })
  return fileRefusal(problem.kind === 'tooLarge' ? 'user.fileTooLarge' : 'user.fileUnreadable')
}

const optionsOf = (options: Record<string, unknown>): AdditionOptions => ({
  needActivation: options['needActivation'] === true,
  sendMail: options['sendMail'] === true,
})

/** How many new names the review of a file shows. */
const NAMES_SHOWN = 20
const told = (names: readonly string[]) => ({ count: names.length, names: names.slice(0, NAMES_SHOWN) })

export function createUserImport({ addition, languages, openTask, database, ids }: Deps) {
  const all = Object.values(languages)

  function decode(cells: Cells) {
    const payload = fromWire(newUser, payloadOf(cells, all))
    const given = payload as z.input<typeof newUser> // safeDecode checks it
    return { payload, decoded: z.safeDecode(newUser, given) }
  }

  /**
   * The rows of a file, in packs of JSON outside the heap: as strings, a large file would take twice the memory. For a
   * trial developer the whole file is counted, so that the refusal can state the number.
   */
  async function read({ say }: OwnContext, caller: Caller, file: File): Promise<Buffer[]> {
    const most = caller.developer.status === 'trial' ? LIMITS.trial.importRows : limits.rows
    const firsts = new Map<string, number>()
    const kept: Buffer[] = []
    let pack: string[] = []
    const close = () => {
      if (pack.length > 0) kept.push(Buffer.from(`[${pack.join(',')}]`))
      pack = []
    }
    let characters = 0
    let columns: ReturnType<typeof columnsOf> | undefined
    let count = 0
    let at = 0
    // The first row names the columns.
    for await (const texts of readSheet(file, { ...limits, rows: limits.rows + 1 })) {
      at += 1
      if (!columns) {
        columns = columnsOf(texts, all)
        if (!columns.has('account')) throw fileRefusal('user.fileColumns', { column: columnLabel(say, 'account') })
        continue
      }
      const cells = cellsOf(texts, columns)
      if (Object.keys(cells).length === 0 || cells.account === EXAMPLE_ACCOUNT) continue
      count += 1
      if (count > most) continue
      const account = cells.account?.toLowerCase()
      const duplicateOf = account === undefined ? undefined : firsts.get(account)
      if (account !== undefined && duplicateOf === undefined && decode(cells).decoded.success)
        firsts.set(Buffer.from(account).toString(), at) // a copy: a slice would keep the whole text in memory
      const row: ImportRow = { ...cells, row: at, ...(duplicateOf !== undefined && { duplicateOf }) }
      const text = JSON.stringify(row)
      characters += text.length
      if (characters > KEPT_CHARACTERS) throw new SheetProblem('tooLarge')
      pack.push(text)
      if (pack.length === PACK) close()
    }
    close()
    if (count === 0) throw fileRefusal('user.fileEmpty')
    if (count > most) throw fileRefusal('user.trialImportLimit', { max: most, count })
    return kept
  }

  /** Releases each pack as it is read. */
  function* parsed(kept: Buffer[]): Generator<ImportRow> {
    for (let pack = kept.shift(); pack; pack = kept.shift()) {
      yield* JSON.parse(pack.toString()) as ImportRow[] // `read` wrote it
    }
  }

  async function importFile(context: OwnContext, { file, dryRun, ...options }: Payload<'import'>) {
    const { caller, asking, say } = context
    if (!caller) throw new Error('an import has a caller')
    const subject = file.name.toWellFormed().replaceAll('\u0000', '').slice(-LIMITS.task.subjectMax)
    return readInTurn(caller.developer.id, async () => {
      const kept = await read(context, caller, file).catch((error: unknown) => {
        throw error instanceof SheetProblem ? refusalOf(error) : error
      })
      const { taskId } = await inScope(
        database,
        { caller, asking, ids, say, call: userCalls.import },
        'write',
        (scope) => openTask(scope, { kind: 'userImport', subject, options, rows: parsed(kept), isDraft: dryRun }),
      )
      return { taskId }
    })
  }

  /** The addition of a row, or the reason why it has none. */
  function readRow({ row, duplicateOf, ...cells }: ImportRow): Addition | Refused {
    const { payload, decoded } = decode(cells)
    if (!decoded.success)
      return {
        state: 'fail',
        reason: { error: 'platform.badPayload', violations: violationsOf(decoded.error, payload) },
      }
    if (duplicateOf !== undefined)
      return { state: 'skip', reason: { error: 'user.duplicateInFile', params: { row: duplicateOf } } }
    return { ...additionOf(decoded.data, null), importRow: row }
  }

  const refusedBy = ({ state, reason: { error, params, field } }: Obstacle): Refused => ({
    state,
    reason: { error, ...(params && { params }), ...(field !== undefined && { field }) },
  })

  /** Works on all valid rows together, and answers for each row in order. */
  async function workOn<Answer>(
    rows: readonly WorkInput<ImportRow>[],
    work: (additions: Addition[]) => Promise<Answer[]>,
  ): Promise<(Refused | Answer)[]> {
    const read = rows.map(({ input }) => readRow(input))
    const answers = (await work(read.flatMap((row) => ('state' in row ? [] : [row])))).values()
    return read.map((row) => {
      if ('state' in row) return row
      const { value, done } = answers.next()
      if (done) throw new Error('one in, one out')
      return value
    })
  }

  const kind: AnyTaskKind = defineTaskKind<ImportRow>({
    name: 'userImport',
    chunk: 1000,
    domain: 'customer',
    cells: (input) => COLUMNS.map((field) => ({ field, value: input[field] ?? '' })),
    numberOf: ({ row }) => row,
    judge() {
      const preview = addition.preview()
      return {
        rows: (scope, rows) =>
          workOn(rows, async (additions) =>
            (await preview.rows(scope, additions)).map((obstacle) => obstacle && refusedBy(obstacle)),
          ),
        creates() {
          const { customers, tags } = preview.creates()
          return customers.length + tags.length === 0 ? undefined : { customers: told(customers), tags: told(tags) }
        },
      }
    },
    run: (scope, rows, options, importGuid) =>
      workOn(rows, async (additions) => {
        const imported = additions.map((one) => ({ ...one, importGuid }))
        return (await addition.add(scope, imported, optionsOf(options))).map((added): Outcome =>
          'reason' in added ? refusedBy(added) : { state: 'success', effect: { guid: added.guid, revision: 1 } },
        )
      }),
    async undo(scope, rows) {
      const users = await queries.lockUsers(
        scope,
        rows.map(({ effect }) => String(effect['guid'])),
      )
      // Users that were edited since the import stay.
      const untouched = new Map(
        rows.flatMap(({ n, effect: { guid, revision } }) => {
          const user = users.get(String(guid))
          return user && user.revision === revision && user.updatedAt.getTime() === user.createdAt.getTime()
            ? [[n, user]]
            : []
        }),
      )
      await removeUsers(scope, [...untouched.values()])
      return rows.map(({ n, effect: { guid } }): Outcome => {
        if (untouched.has(n)) return { state: 'success' }
        return { state: 'skip', reason: { error: users.has(String(guid)) ? 'user.changedSince' : 'user.notFound' } }
      })
    },
  })

  async function template({ say }: StreamContext, { format }: Payload<'importTemplate'>): Promise<FileAnswer> {
    const example: Cells = {
      account: EXAMPLE_ACCOUNT,
      gender: genderWord(say, GENDERS.male),
      phone: '13800138000',
      userName: say('customer.import.example.userName'),
      address: say('customer.import.example.address'),
      customerName: say('customer.import.example.customerName'),
      description: say('customer.import.example.description'),
      tags: say('customer.import.example.tags'),
    }
    const rows = [COLUMNS.map((column) => columnLabel(say, column)), COLUMNS.map((column) => example[column] ?? '')]
    return {
      fileName: `${say('customer.import.templateName')}.${format}`,
      type: SHEET_TYPES[format],
      body: writeSheet(format, rows),
    }
  }

  return { importFile, template, kind }
}
