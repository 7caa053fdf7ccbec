// The file that registers dongles: one line for each, as the factory and the virtual dongle write it. Problems name the
// line and the column, for the operator of the platform.
import { LIMITS, LOCK_STATUSES, REGISTER_COLUMNS, SERIAL, SHELL_NUMBER } from '@sealwright/contract'
import type { LockHome, RegisterProblem } from '@sealwright/contract'
import { canSealTo } from '@sealwright/exchange'
import type { Sentences } from '@sealwright/phrases'

type Column = (typeof REGISTER_COLUMNS)[number]

export interface RowProblem {
  line: number
  column: Column
  problem: RegisterProblem
  params: Record<string, string | number>
}

/** A problem as a sentence, for commands. */
export const problemText = (say: Sentences, { line, column, problem, params }: RowProblem) =>
  `Line ${line}, ${column}: ${say(`dongle.problems.${problem}`, params)}.`

export interface Registration {
  /** In the file. */
  line: number
  kind: 'user' | 'control'
  shellNumber: string
  serialNumber: string
  producedAt: Date
  firmware: string
  signKey: string | null
  sealKey: string | null
  home: LockHome
  offlineDays: number
  pin: string | null
}

const FIRMWARE_MAX = 20
const PIN_MAX = 64
const { offlineDaysMin, offlineDaysMax } = LIMITS.template

/** 32 bytes in base64url, without a second way to write them. */
const isKey = (text: string) =>
  /^[\w-]{43}$/.test(text) && Buffer.from(text, 'base64url').toString('base64url') === text

const HOMES: Readonly<Record<string, LockHome>> = {
  activation: LOCK_STATUSES.notActivated,
  permanent: LOCK_STATUSES.permanent,
}

type Cells = Readonly<Record<Column, string>>

type Problem = Omit<RowProblem, 'line'>

/** What is wrong with the cells of a line, by column. */
function problemsOf(cells: Cells, now: Date): Problem[] {
  const { kind, shell, serial, produced, firmware, sign, seal, mode, days, pin } = cells
  const isUser = kind === 'user'
  const time = Date.parse(produced)
  const isDays = /^\d{1,3}$/.test(days) && Number(days) >= offlineDaysMin && Number(days) <= offlineDaysMax
  const problems: [boolean, Column, RegisterProblem, Problem['params']?][] = [
    [!isUser && kind !== 'control', 'kind', 'kind'],
    [!SHELL_NUMBER.test(shell), 'shell', 'shell'],
    [!SERIAL.test(serial), 'serial', 'serial'],
    [Number.isNaN(time) || time > now.getTime(), 'produced', 'produced'],
    [firmware === '' || firmware.length > FIRMWARE_MAX, 'firmware', 'firmware', { max: FIRMWARE_MAX }],
    [isUser && !isKey(sign), 'sign', 'key'],
    [isUser && !(isKey(seal) && canSealTo(seal)), 'seal', 'key'],
    [!isUser && sign !== '', 'sign', 'keyOfControl'],
    [!isUser && seal !== '', 'seal', 'keyOfControl'],
    [isUser && !(mode in HOMES), 'mode', 'mode'],
    [isUser && !isDays, 'days', 'days', { min: offlineDaysMin, max: offlineDaysMax }],
    [isUser && pin !== '', 'pin', 'pinOfUser'],
    [pin.length > PIN_MAX, 'pin', 'pinTooLong', { max: PIN_MAX }],
  ]
  return problems.flatMap(([isBroken, column, problem, params = {}]) => (isBroken ? [{ column, problem, params }] : []))
}

/** The columns that the first row of a file lacks. */
export function missingColumns([headings = []]: readonly (readonly string[])[]): Column[] {
  const named = new Set(headings.map((heading) => heading.trim().toLowerCase()))
  return REGISTER_COLUMNS.filter((column) => !named.has(column))
}

/** Reads the rows of a file, the first of which names the columns. Wrong rows are among the dongles too. */
export function readRegistrations(
  rows: readonly (readonly string[])[],
  now: Date,
): { dongles: Registration[]; problems: RowProblem[] } {
  const [headings = [], ...lines] = rows
  const indexes = new Map(headings.map((heading, index) => [heading.trim().toLowerCase(), index]))
  const problems: RowProblem[] = []
  const dongles: Registration[] = []
  const seen = new Map<string, number>()
  for (const [index, row] of lines.entries()) {
    const line = index + 2
    if (row.every((cell) => cell.trim() === '')) continue
    const cell = (column: Column) => (row[indexes.get(column) ?? -1] ?? '').trim()
    const cells = Object.fromEntries(REGISTER_COLUMNS.map((column) => [column, cell(column)])) as Cells // all columns
    const wrong = problemsOf(cells, now)
    for (const column of ['shell', 'serial', 'sign'] as const) {
      const key = `${column} ${cells[column]}`
      const first = cells[column] === '' ? undefined : seen.get(key)
      if (first !== undefined) wrong.push({ column, problem: 'twice', params: { line: first } })
      else seen.set(key, line)
    }
    problems.push(...wrong.map((one) => ({ line, ...one })))
    const isUser = cells.kind === 'user'
    dongles.push({
      line,
      kind: isUser ? 'user' : 'control',
      shellNumber: cells.shell,
      serialNumber: cells.serial,
      producedAt: new Date(cells.produced),
      firmware: cells.firmware,
      signKey: isUser ? cells.sign : null,
      sealKey: isUser ? cells.seal : null,
      // A control lock has no life of its own.
      home: (isUser ? HOMES[cells.mode] : undefined) ?? LOCK_STATUSES.permanent,
      offlineDays: isUser ? Number(cells.days) : LIMITS.dongle.offlineDays,
      pin: cells.pin === '' ? null : cells.pin,
    })
  }
  return { dongles, problems }
}
