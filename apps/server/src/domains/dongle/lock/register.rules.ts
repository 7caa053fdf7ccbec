// The file that registers dongles: one line for each, as the factory and the virtual dongle write it. Problems name the
// line and the column, for the operator of the platform, in English like all commands.
import { LIMITS, LOCK_STATUSES, REGISTER_COLUMNS, SERIAL, SHELL_NUMBER } from '@sealwright/contract'
import type { LockHome } from '@sealwright/contract'

type Column = (typeof REGISTER_COLUMNS)[number]

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

/** What is wrong with the cells of a line, by column. */
function problemsOf(cells: Cells, now: Date): [Column, string][] {
  const { kind, shell, serial, produced, firmware, sign, seal, mode, days, pin } = cells
  const isUser = kind === 'user'
  const time = Date.parse(produced)
  const problems: [Column, string, boolean][] = [
    ['kind', 'must be user or control', !isUser && kind !== 'control'],
    ['shell', 'must have 6 to 20 digits', !SHELL_NUMBER.test(shell)],
    ['serial', 'must have 32 hexadecimal digits, in lower case', !SERIAL.test(serial)],
    ['produced', 'must be a time in ISO 8601 that is not in the future', Number.isNaN(time) || time > now.getTime()],
    ['firmware', `must have 1 to ${FIRMWARE_MAX} characters`, firmware === '' || firmware.length > FIRMWARE_MAX],
    ['sign', 'must be a public key of 32 bytes in base64url', isUser && !isKey(sign)],
    ['seal', 'must be a public key of 32 bytes in base64url', isUser && !isKey(seal)],
    ['sign', 'must be empty for a control lock', !isUser && sign !== ''],
    ['seal', 'must be empty for a control lock', !isUser && seal !== ''],
    ['mode', 'must be activation or permanent', isUser && !(mode in HOMES)],
    [
      'days',
      `must be a number from ${offlineDaysMin} to ${offlineDaysMax}`,
      isUser && !(/^\d{1,3}$/.test(days) && Number(days) >= offlineDaysMin && Number(days) <= offlineDaysMax),
    ],
    ['pin', 'must be empty for a user lock', isUser && pin !== ''],
    ['pin', `must have at most ${PIN_MAX} characters`, pin.length > PIN_MAX],
  ]
  return problems.flatMap(([column, sentence, isBroken]) => (isBroken ? [[column, sentence]] : []))
}

/** Reads the rows of a file, the first of which names the columns. Either all are right, or the problems are told. */
export function readRegistrations(
  rows: readonly (readonly string[])[],
  now: Date,
): { dongles: Registration[] } | { problems: string[] } {
  const [headings = [], ...lines] = rows
  const indexes = new Map(headings.map((heading, index) => [heading.trim().toLowerCase(), index]))
  const missing = REGISTER_COLUMNS.filter((column) => !indexes.has(column))
  if (missing.length > 0) return { problems: [`The first line must name the columns: ${missing.join(', ')} missing.`] }
  const problems: string[] = []
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
      if (first !== undefined) wrong.push([column, `is the same as in line ${first}`])
      else seen.set(key, line)
    }
    problems.push(...wrong.map(([column, sentence]) => `Line ${line}, ${column}: ${sentence}.`))
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
  if (problems.length > 0) return { problems }
  return dongles.length === 0 ? { problems: ['The file has no dongles.'] } : { dongles }
}
