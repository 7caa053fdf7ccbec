// Makes one call: payload from flags, the answer for a person or for a script, pages, files, and tasks to their end.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { LIMITS, TASK_STATUSES, isList } from '@sealwright/contract'
import type { Locale, OpenCall, TaskRow } from '@sealwright/contract'
import type { Given } from './command-line.ts'
import { EXIT, Failure, usage } from './exit.ts'
import { kebab, readJson, readValue } from './flags.ts'
import type { Flag } from './flags.ts'
import { generalFor, looseFlag } from './help.ts'
import { chooseKey } from './profiles.ts'
import { ask, send } from './send.ts'
import type { Sending } from './send.ts'
import { cellOf, columnsOf, details, table } from './table.ts'
import type { Row } from './table.ts'
import type { Words } from './words.ts'
import type { World } from './world.ts'

export interface Speech {
  words: Words
  locale: Locale
}

const POLL_MS = 500
const MOST_RETRIES = 20
const BAR = 24

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads `@name`; `-` is stdin. */
const fileReader = (world: World, words: Words) => async (name: string) => {
  try {
    return name === '-' ? await world.readInput() : await readFile(name, 'utf8')
  } catch {
    throw usage(words.unreadable(name))
  }
}

/** The payload: `--data`, with the flags put into it. */
async function payloadOf(flags: readonly Flag[], given: Given, world: World, words: Words) {
  const read = fileReader(world, words)
  const payload: Record<string, unknown> = {}
  const { data } = given.general
  if (data !== undefined) {
    const value = readJson(data.startsWith('@') ? await read(data.slice(1)) : data, '--data', words)
    if (!isRow(value)) throw usage(words.notObject)
    Object.assign(payload, value)
  }
  const [word, ...others] = given.loose
  if (word !== undefined) {
    const flag = looseFlag(flags)
    if (!flag || given.payload.has(flag.name)) throw usage(words.tooMany(word))
    if (others[0] !== undefined && flag.kind !== 'list') throw usage(words.tooMany(others[0]))
    given.payload.set(flag.name, given.loose)
    given.flags.set(flag.name, flag)
  }
  for (const [name, texts] of given.payload) {
    const flag = given.flags.get(name)
    if (!flag) continue
    const value = await readValue(flag, texts, words, read)
    const [field = '', inner] = flag.path
    if (inner === undefined) payload[field] = value
    else payload[field] = { ...(isRow(payload[field]) ? payload[field] : {}), [inner]: value }
  }
  const missing = flags.filter((flag) => flag.isRequired && !(flag.path[0] !== undefined && flag.path[0] in payload))
  if (missing.length > 0) throw usage(words.missing(missing.map(({ name }) => `--${name}`).join(', ')))
  return payload
}

function retriesOf({ retries = '4' }: Given['general'], words: Words): number {
  const number = Number(retries)
  if (!/^\d+$/.test(retries) || number > MOST_RETRIES)
    throw usage(words.wrongValue('--retries', retries, words.wholeNumber(`0–${MOST_RETRIES}`)))
  return number
}

/** The chosen columns, or those that help most. Unknown ones are a mistake, unless there is nothing to compare with. */
function chosenColumns(rows: readonly Row[], given: Given, words: Words): string[] {
  const { columns } = given.general
  if (columns === undefined) return columnsOf(rows)
  const known = new Set(rows.flatMap((row) => Object.keys(row)))
  const chosen = columns.split(',').filter((name) => name !== '')
  const wrong = chosen.find((name) => known.size > 0 && !known.has(name))
  if (wrong !== undefined) throw usage(words.unknownColumn(wrong, [...known].join(', ')))
  return chosen
}

/** The values of one field, for scripts. */
function valuesOf(rows: readonly Row[], name: string, words: Words): string {
  const [first] = rows
  if (first && !(name in first)) throw usage(words.unknownColumn(name, Object.keys(first).join(', ')))
  return rows
    .flatMap((row) => row[name])
    .map((value) => `${cellOf(value)}\n`)
    .join('')
}

interface Page {
  rows: Row[]
  nextCursor: string | null
}

interface Making {
  open: OpenCall
  payload: Record<string, unknown>
  given: Given
  sending: Sending
}

async function printList({ open, payload, given, sending }: Making): Promise<void> {
  const { world, words } = sending
  const isJson = given.general.json !== undefined
  const isAll = given.general.all !== undefined
  // Whole pages, if all are wanted: fewer calls.
  let query: Record<string, unknown> =
    isAll && !('limit' in payload) ? { ...payload, limit: LIMITS.page.maxSize } : payload
  let columns: string[] | undefined
  for (;;) {
    const page = await ask<Page>(sending, open.path, query)
    if (isJson && !isAll && given.general.value === undefined) return world.out(`${JSON.stringify(page, null, 2)}\n`)
    if (given.general.value !== undefined) await world.out(valuesOf(page.rows, given.general.value, words))
    else if (isJson) await world.out(page.rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    else if (page.rows.length > 0) {
      const isFirst = columns === undefined
      columns ??= chosenColumns(page.rows, given, words)
      const text = table(page.rows, columns, world.columns)
      await world.out(isFirst ? text : text.slice(text.indexOf('\n') + 1))
    } else if (columns === undefined) world.err(`${words.noRows}\n`)
    if (page.nextCursor === null) return undefined
    if (!isAll)
      return given.general.value === undefined
        ? world.err(`${words.moreRows} --cursor ${page.nextCursor}\n`)
        : undefined
    query = { ...query, cursor: page.nextCursor }
  }
}

const isOver = ({ status, isDraft }: TaskRow) =>
  isDraft || (status !== TASK_STATUSES.waiting && status !== TASK_STATUSES.processing)

function bar({ success, fail, skip, total }: TaskRow): string {
  const ended = success + fail + skip
  const share = total === 0 ? 0 : ended / total
  const full = Math.floor(share * BAR)
  return `${'█'.repeat(full)}${'░'.repeat(BAR - full)} ${Math.floor(share * 100)} % ${ended}/${total}`
}

/** Waits for the end of a task, with a bar on a terminal. */
async function waitForTask(sending: Sending, guid: string): Promise<TaskRow> {
  const { world } = sending
  for (;;) {
    const task = await ask<TaskRow>(sending, '/api/v1/tasks/get', { guid })
    if (world.showsProgress) world.err(`\r\u001B[K${bar(task)}`)
    if (isOver(task)) {
      if (world.showsProgress) world.err('\n')
      return task
    }
    await world.pause(POLL_MS)
  }
}

/** Prints an answer. Of a task that ended badly, the exit code tells it. */
async function printAnswer(answer: Row, { given, sending }: Making): Promise<void> {
  const { world, words } = sending
  if (given.general.value !== undefined) return world.out(valuesOf([answer], given.general.value, words))
  if (given.general.json !== undefined) return world.out(`${JSON.stringify(answer, null, 2)}\n`)
  if (Object.keys(answer).length === 0) return world.err(`${words.done}\n`)
  const shown =
    given.general.columns === undefined
      ? answer
      : Object.fromEntries(chosenColumns([answer], given, words).map((name) => [name, answer[name]]))
  return world.out(details(shown, world.columns))
}

async function printTask(task: TaskRow, making: Making): Promise<number> {
  const { words, world } = making.sending
  await printAnswer({ ...task }, making)
  if (task.isDraft) world.err(`${words.isDraft}\n`)
  else if (task.status !== TASK_STATUSES.completed || making.given.general.json === undefined)
    world.err(
      words.taskLine(words.taskEnded[task.status] ?? String(task.status), task.success, task.fail, task.skip) +
        (task.error === null ? '\n' : ` ${task.error}\n`),
    )
  return task.isDraft || task.status === TASK_STATUSES.completed ? EXIT.done : EXIT.refused
}

/** Saves the file of a response under its own name, or as the person says. Never over another file by itself. */
async function saveFile(response: Response, { given, sending }: Making): Promise<void> {
  const { world, words, key } = sending
  const { out } = given.general
  const told = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  const plainName = /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  const named = told === undefined ? plainName : decodeURIComponent(told)
  // A name from the network must not choose the folder.
  const file = out ?? basename((named ?? 'download').replaceAll('\\', '/'))
  if (!response.body) throw new Failure(EXIT.unreachable, words.unreachable(key.url, ''))
  if (out === '-') {
    for await (const part of response.body) await world.out(part)
    return
  }
  const stream = createWriteStream(file, { flags: out === undefined ? 'wx' : 'w' })
  try {
    await once(stream, 'open')
  } catch {
    throw usage(out === undefined ? words.exists(file) : words.unreadable(file))
  }
  for await (const part of response.body) if (!stream.write(part)) await once(stream, 'drain')
  stream.end()
  await once(stream, 'close')
  world.err(`${words.saved(file)}\n`)
}

/** Makes a call as the command line says. Returns the exit code. */
export async function makeCall(
  open: OpenCall,
  flags: readonly Flag[],
  given: Given,
  world: World,
  { words, locale }: Speech,
): Promise<number> {
  const { general } = given
  const allowed = generalFor(open)
  const foreign = Object.keys(general).find((name) => !allowed.some((one) => one === name))
  if (foreign !== undefined)
    throw usage(
      `${words.unknownFlag(`--${foreign}`)} ${words.seeHelp(`sealwright ${open.resource} ${kebab(open.verb)}`)}`,
    )
  const payload = await payloadOf(flags, given, world, words)
  const retries = retriesOf(general, words)
  const key = await chooseKey(world, { profile: general.profile, url: general.url, keyId: general['key-id'] }, words)
  const sending: Sending = { world, words, locale, key, retries }
  const making: Making = { open, payload, given, sending }
  if (isList(open.call)) {
    await printList(making)
    return EXIT.done
  }
  if (open.call.streams) {
    await saveFile(await send(sending, open.path, payload), making)
    return EXIT.done
  }
  const idempotencyKey = open.call.effect === 'write' ? (general['idempotency-key'] ?? randomUUID()) : undefined
  const answer = await ask<Row>(sending, open.path, payload, idempotencyKey)
  if (general.wait === undefined) {
    await printAnswer(answer, making)
    return EXIT.done
  }
  const guid = answer['taskId'] ?? answer['guid']
  return printTask(await waitForTask(sending, String(guid)), making)
}
