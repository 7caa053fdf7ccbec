// Files of the workbench: up to 30 are exchanged as a task, each with its own result, and their answers are downloaded
// in one zip file. The exchanges and their outcomes are one transaction.
import { LIMITS, exchangeCalls, shownSerial } from '@sealwright/contract'
import type { Call, toolCalls } from '@sealwright/contract'
import { safeName } from '@sealwright/exchange'
import { zipSync } from 'fflate'
import type * as z from 'zod/mini'
import { insertOperations, originOf } from '../../../kernel/audit/record.ts'
import type { Database } from '../../../kernel/db/database.ts'
import type { FileAnswer, OwnContext, StreamContext } from '../../../kernel/http/context.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { listNamed } from '../../license/index.ts'
import { defineTaskKind, findEffects, reasonOf } from '../../task/index.ts'
import type { AnyTaskKind, OpenTask, Outcome, WorkInput } from '../../task/index.ts'
import type { Keyring } from '../keys/keyring.service.ts'
import type { DongleFiles } from './dongle-files.service.ts'
import type { Dongles } from './dongles.kind.ts'
import type { HandInAll } from './exchange-batch.service.ts'
import { namedBy } from './exchange.service.ts'
import type { ExchangeService } from './exchange.service.ts'
import { callerOf } from './file-tool.service.ts'
import type { HandedBy } from './offline.kind.ts'
import * as queries from './offline.queries.ts'
import { ANSWER_NAME_MAX, openFile } from './offline.rules.ts'

/** A row: the file, and what it says as far as the caller may know. */
interface Input {
  name: string
  text: string
  machineName: string | null
  license: string | null
  /** Of a dongle. */
  isLock?: true
}

/** More than the files of a task, so that one transaction exchanges them all and ends the task. */
const CHUNK = LIMITS.license.exchangeFiles + 1

type Asking = Pick<Scope, 'caller' | 'asking' | 'say'>

/** An administrator hands in a file. The operation log has the hand-in in the transaction of the exchange. */
const staff = ({ caller, asking, say }: Asking, call: Pick<Call, 'name'>, way: HandedBy['way']): HandedBy => ({
  developerId: caller.developer.id,
  way,
  actorId: caller.accountId,
  actorName: caller.displayName,
  network: asking.network,
  now: asking.now,
  log: asking.log,
  say,
  acting: caller,
  record: (db, ...operations) =>
    insertOperations(db, originOf(asking, call, { ...caller, developerId: caller.developer.id }), operations),
})

/** File names of a zip: safe on any system, and different also where case does not count. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const base = safeName(name.replace(/\.d2c$/i, ''), ANSWER_NAME_MAX)
    for (let n = 1; ; n++) {
      const one = `${base}${n === 1 ? '' : ` (${n})`}.d2c`
      if (taken.has(one.toLowerCase())) continue
      taken.add(one.toLowerCase())
      return one
    }
  })
}

export interface ExchangeTaskDeps {
  database: Database
  exchange: Pick<ExchangeService, 'handIn'>
  handInAll: HandInAll
  keyring: Keyring
  openTask: OpenTask
  dongleFiles: Pick<DongleFiles, 'asStaff' | 'tellRequest'>
  dongles: Pick<Dongles, 'listAnswers'>
}

export function createExchangeTask(deps: ExchangeTaskDeps) {
  const { database, exchange, handInAll, keyring, openTask, dongleFiles, dongles } = deps

  /** The license page: one file, for this license. */
  async function hand(
    context: OwnContext,
    { licenseGuid, name, text }: z.output<typeof exchangeCalls.hand.payload>,
  ): Promise<z.output<typeof exchangeCalls.hand.answer>> {
    const { asking, say } = context
    const caller = callerOf(context)
    const developerId = caller.developer.id
    const visible = await database.inTenant(
      developerId,
      'read',
      (db) => listNamed({ db, developerId }, [licenseGuid]),
      caller,
    )
    if (!visible.has(licenseGuid)) throw new Refusal('license.notFound')
    const by = staff({ caller, asking, say }, exchangeCalls.hand, 'console')
    const { licenseGuid: _license, ...answer } = await exchange.handIn(by, { name, text, licenseGuid })
    return answer
  }

  /** What the rows of files show, as far as the caller may know it. */
  async function rowsOf(scope: Scope, files: readonly Pick<Input, 'name' | 'text'>[]): Promise<Input[]> {
    // In the transaction of the call: with a second connection for each, calls at once would wait for each other.
    const { developerId, asking } = scope
    const key = keyring.privateOf(await keyring.exchangeOf({ ...scope, now: asking.now }))
    const opened = files.map(({ text }) => openFile(developerId, text, key))
    const good = opened.flatMap((file) => ('refused' in file ? [] : file))
    const found = await queries.findAllNamed(
      scope,
      good.map((file) => namedBy(file, true)),
    )
    const licenses = await listNamed(
      scope,
      found.flatMap((named) => named?.guid ?? []),
    )
    return files.map((file, n) => {
      const one = opened[n]
      if (!one || 'refused' in one)
        return {
          ...file,
          machineName: one?.lock?.claims.shell ?? null,
          license: null,
          ...(one?.lock && { isLock: true }),
        }
      const license = licenses.get(found[good.indexOf(one)]?.guid ?? '')
      return {
        ...file,
        machineName: one.machineName,
        license: license ? shownSerial(license.family, license.serial) : null,
      }
    })
  }

  async function start(scope: Scope, { files }: z.output<typeof toolCalls.exchange.payload>) {
    const rows = await rowsOf(scope, files)
    const { taskId } = await openTask(scope, { kind: 'offlineExchange', subject: files[0]?.name ?? '', rows })
    return { taskId }
  }

  /**
   * Answers a dongle in a transaction of its own: the answer has packages outside the row scope of the task. A task
   * that was interrupted repeats it, which changes nothing.
   */
  async function contactRow(scope: Scope, { text }: Input, by: HandedBy): Promise<Outcome> {
    const key = keyring.privateOf(await keyring.exchangeOf({ ...scope, now: by.now }))
    const opened = openFile(by.developerId, text, key)
    if (!('refused' in opened) || !opened.lock) throw new Error('the file of a dongle was another one before')
    try {
      const { guid } = await dongleFiles.asStaff({ ...by, way: 'workbench' }, opened.lock)
      return { state: 'success', effect: { contact: guid } }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { state: 'fail', reason: reasonOf(error) }
    }
  }

  async function run(scope: Scope, rows: readonly WorkInput<Input>[], taskGuid: string): Promise<Outcome[]> {
    const by = { ...staff(scope, { name: 'task.offlineExchange' }, 'workbench'), taskGuid }
    const contacts = new Map<number, Outcome>()
    for (const { n, input } of rows) if (input.isLock) contacts.set(n, await contactRow(scope, input, by))
    const ofDevices = rows.filter(({ n }) => !contacts.has(n))
    const answers = await handInAll(
      scope.db,
      by,
      ofDevices.map(({ input: { name, text } }) => ({ name, text })),
    )
    const outcomes = new Map(
      ofDevices.map(({ n }, index): [number, Outcome] => {
        const answer = answers[index]
        if (!answer) throw new Error('a file without an answer')
        return [
          n,
          answer instanceof Refusal
            ? { state: 'fail', reason: reasonOf(answer) }
            : { state: 'success', effect: { exchange: answer.guid } },
        ]
      }),
    )
    return rows.map(({ n }) => {
      const outcome = contacts.get(n) ?? outcomes.get(n)
      if (!outcome) throw new Error('a row without an outcome')
      return outcome
    })
  }

  const kind: AnyTaskKind = defineTaskKind<Input>({
    name: 'offlineExchange',
    chunk: CHUNK,
    domain: 'offline',
    cells: ({ name, machineName, license }) => [
      { field: 'name', value: name },
      { field: 'machineName', value: machineName ?? '' },
      { field: 'licenseGuid', value: license ?? '' },
    ],
    run: (scope, rows, _options, taskGuid) => run(scope, rows, taskGuid),
  })

  /** One zip of the answers that have not ended. */
  async function download(
    { read, asking: { now }, say }: StreamContext,
    { taskId }: z.output<typeof toolCalls.download.payload>,
  ): Promise<FileAnswer> {
    const ready = await read(async (scope) => {
      const effects = await findEffects(scope, taskId, 'offlineExchange')
      if (!effects) throw new Refusal('task.notFound')
      const of = (name: 'exchange' | 'contact') =>
        effects.flatMap(({ [name]: guid }) => (typeof guid === 'string' ? [guid] : []))
      const found = new Map((await queries.listExchanges(scope, of('exchange'))).map((row) => [row.guid, row]))
      const exchanged = [...new Set(of('exchange'))].flatMap((guid) => found.get(guid) ?? [])
      return [
        ...exchanged.flatMap(({ answer, answerName, validUntil }) =>
          answer !== null && validUntil > now ? [{ name: answerName, text: answer }] : [],
        ),
        ...(await dongles.listAnswers(scope, of('contact'), now, scope.caller.developer.timeZone)),
      ]
    })
    if (ready.length === 0) throw new Refusal('offline.notFound')
    const names = uniqueNames(ready.map(({ name }) => name))
    // Sealed documents do not get smaller.
    const zip = zipSync(Object.fromEntries(ready.map(({ text }, n) => [names[n], Buffer.from(text)])), {
      level: 0,
      mtime: now,
    })
    async function* body() {
      yield zip
    }
    return { fileName: `${say('offline.titles.list')}.zip`, type: 'application/zip', body: body() }
  }

  return { hand, start, kind, download }
}
