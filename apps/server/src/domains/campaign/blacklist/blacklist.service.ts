// Use cases of the blacklist. An imported file is read completely before a transaction opens, so that a large or
// hostile file holds no connection.
import { BLACKLIST_KINDS, LIMITS, blacklistCalls, blacklistValue } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import { violationSentence } from '@sealwright/phrases'
import type { Sentences } from '@sealwright/phrases'
import type * as z from 'zod/mini'
import { listAccountNames } from '../../../kernel/account-names.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { readPage } from '../../../kernel/db/list.ts'
import { logOf } from '../../../kernel/entity/change.ts'
import { found } from '../../../kernel/entity/refuse.ts'
import type { FileAnswer, OwnContext, StreamContext } from '../../../kernel/http/context.ts'
import type { Ids } from '../../../kernel/ids.ts'
import { inScope } from '../../../kernel/in-scope.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { readInTurn } from '../../../kernel/sheets/file-turns.ts'
import { SHEET_TYPES, SheetProblem, readSheet, writeSheet } from '../../../kernel/sheets/sheets.ts'
import { lockDeveloper } from '../../developer/index.ts'
import * as queries from './block.queries.ts'
import type { NewBlock } from './block.queries.ts'
import { COLUMNS, EXAMPLES, blockIn, columnLabel, columnsOf, kindWord } from './block.rules.ts'
import type { GivenBlock } from './block.rules.ts'

type Payload<Name extends keyof typeof blacklistCalls> = z.output<(typeof blacklistCalls)[Name]['payload']>
interface Refused {
  n: number
  value: string
  reason: string
}

const limits = LIMITS.campaign.blacklist

const log = logOf('blacklist', ({ kind, value, reason }: GivenBlock, { say }) => ({
  kind: kindWord(say, kind),
  value,
  reason,
}))
const logged = (row: NewBlock) => ({ ...row, name: row.value })

/** Adds entries that are not on the list yet. All or none: the number of entries is limited. */
async function addAll(scope: Scope, given: readonly GivenBlock[]): Promise<{ added: number; known: number }> {
  const byValue = new Map(given.map((one) => [`${one.kind} ${one.value}`, one]))
  const rows = [...byValue.values()].map((one): NewBlock => ({ ...one, guid: scope.ids.guid() }))
  await lockDeveloper(scope)
  const added = await queries.insertBlocks(scope, rows)
  if (added.size > 0 && (await queries.countBlocks(scope)) > limits.entries)
    throw new Refusal('activity.blacklistLimit', { params: { max: limits.entries } })
  await log.added(scope, ...rows.filter(({ guid }) => added.has(guid)).map(logged))
  return { added: added.size, known: given.length - added.size }
}

export async function findBlacklist(scope: Scope, { kind, value, ...query }: Payload<'findBlacklist'>) {
  const list = await queries.listBlocks(scope, { kind, value }, query)
  const page = await readPage(query, list.count, list.page)
  const names = await listAccountNames(
    scope,
    page.rows.map(({ createdBy }) => createdBy),
  )
  const rows = page.rows.map((row) => ({
    ...row,
    createTime: row.createdAt,
    createdBy: names.get(row.createdBy) ?? '',
    lastAttemptTime: row.lastAttemptAt,
  }))
  return { ...page, rows }
}

export async function addBlacklist(scope: Scope, { kind, values, reason }: Payload<'addBlacklist'>) {
  return addAll(
    scope,
    values.map((value) => ({ kind, value: blacklistValue(kind, value), reason: reason || null })),
  )
}

export async function updateBlacklist(scope: Scope, { guid, reason }: Payload<'updateBlacklist'>) {
  const before = found(await queries.lockBlock(scope, guid), 'activity.entryNotFound')
  if (reason === undefined) return {}
  const after = { ...before, reason: reason || null }
  await queries.setReason(scope, guid, after.reason)
  await log.changed(scope, logged(before), logged(after))
  return {}
}

export async function deleteBlacklist(scope: Scope, { guids }: Payload<'deleteBlacklist'>) {
  const deleted = await queries.deleteBlocks(scope, guids)
  await log.deleted(scope, ...deleted.map(logged))
  return { count: deleted.length }
}

export async function findAttempts(scope: Scope, { guid, entryGuid, ...query }: Payload<'findAttempts'>) {
  const list = await queries.listAttempts(scope, { campaignGuid: guid, blockGuid: entryGuid }, query)
  return readPage(query, list.count, list.page)
}

export async function blacklistTemplate(
  { say }: StreamContext,
  { format }: Payload<'blacklistTemplate'>,
): Promise<FileAnswer> {
  const example = say('activity.report.blacklist.exampleReason')
  const rows = [
    COLUMNS.map((column) => columnLabel(say, column)),
    ...BLACKLIST_KINDS.map((kind) => [kindWord(say, kind), EXAMPLES[kind], example]),
  ]
  return {
    fileName: `${say('activity.report.blacklist.templateName')}.${format}`,
    type: SHEET_TYPES[format],
    body: writeSheet(format, rows),
  }
}

export interface ImportDeps {
  database: Database
  ids: Ids
  languages: Record<Locale, Sentences>
}

const fileRefusal = (
  error: 'user.fileUnreadable' | 'user.fileTooLarge' | 'user.fileColumns' | 'user.fileEmpty',
  params = {},
) => new Refusal(error, { params, field: 'file' })

function refusalOf({ kind }: SheetProblem): Refusal {
  if (kind === 'tooManyRows')
    return new Refusal('activity.blacklistLimit', { params: { max: limits.entries }, field: 'file' })
  return fileRefusal(kind === 'tooLarge' ? 'user.fileTooLarge' : 'user.fileUnreadable')
}

export function createBlacklistImport({ database, ids, languages }: ImportDeps) {
  const all = Object.values(languages)

  async function read(
    { say }: Pick<OwnContext, 'say'>,
    file: File,
  ): Promise<{ good: GivenBlock[]; refused: Refused[] }> {
    const [good, refused]: [GivenBlock[], Refused[]] = [[], []]
    let columns: ReturnType<typeof columnsOf> | undefined
    let n = 0
    // The first row names the columns.
    for await (const texts of readSheet(file, { ...LIMITS.userImport, rows: limits.entries + 1 })) {
      n += 1
      if (!columns) {
        columns = columnsOf(texts, all)
        for (const column of ['kind', 'value'] as const)
          if (!columns.has(column)) throw fileRefusal('user.fileColumns', { column: columnLabel(say, column) })
        continue
      }
      const row = blockIn(texts, columns, all)
      if (row && 'violation' in row)
        refused.push({ n, value: row.value, reason: violationSentence(say, 'activity', row.violation) })
      else if (row) good.push(row)
    }
    if (good.length + refused.length === 0) throw fileRefusal('user.fileEmpty')
    return { good, refused }
  }

  return async function importBlacklist(context: OwnContext, { file }: Payload<'importBlacklist'>) {
    const { caller, asking, say } = context
    if (!caller) throw new Error('an import has a caller')
    return readInTurn(caller.developer.id, async () => {
      const { good, refused } = await read(context, file).catch((error: unknown) => {
        throw error instanceof SheetProblem ? refusalOf(error) : error
      })
      const counts = await inScope(
        database,
        { caller, asking, ids, say, call: blacklistCalls.importBlacklist },
        'write',
        (scope) => addAll(scope, good),
      )
      return { ...counts, refused }
    })
  }
}
