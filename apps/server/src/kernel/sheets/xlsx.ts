// Reads the first sheet of an .xlsx file row by row, as the text that a person sees in each cell. Only the shared
// strings are held in memory; the sheet itself is streamed at the pace of its reader.
import { setImmediate } from 'node:timers/promises'
import { DAY_MS, DAY_SECONDS } from '@sealwright/contract'
import { SaxesParser } from 'saxes'
import { COLUMNS_MAX, SheetProblem, unreadable } from './problem.ts'
import type { SheetLimits } from './problem.ts'
import { openArchive } from './zip.ts'
import type { Archive } from './zip.ts'

type Attributes = Record<string, string>
interface Handlers {
  open(tag: string, attributes: Attributes): void
  text?(text: string): void
  close?(tag: string): void
}

/** No cell has more text than this between two tags. */
const TEXT_MAX = 4 * 1024 * 1024
/** The shared strings are held in memory, so they may take only one part in this many of the unpacked size. */
const SHARED_PART = 4
/** The size limit of every part other than the sheet and the shared strings. */
const PART_BYTES = 8 * 1024 * 1024
/** The parser remembers every open tag. A sheet nests six. */
const DEPTH_MAX = 64
const RELATIONS_MAX = 10_000
/** No spreadsheet program stores more. */
const STYLES_MAX = 65_536
/** More texts than the rows of any import have. Even an empty text takes memory. */
const SHARED_MAX = 1024 * 1024
/** No spreadsheet program writes more to one tag. */
const ATTRIBUTES_MAX = 64
/**
 * Each tag and each attribute takes time, and a small file can unpack to very many. A full row of an import has fewer
 * than this, and every file may have some millions, because programs also write rows and cells that only have a format.
 */
const MARKS_PER_ROW = 120
const MARKS_MIN = 4 * 1024 * 1024

/** Adds an item to a list, up to a limit. */
function keep<T>(list: T[], item: T, most: number): void {
  if (list.push(item) > most) throw new SheetProblem('tooLarge')
}

const local = (name: string) => name.slice(name.indexOf(':') + 1)

/** An archive and the number of tags and attributes that may still be read from it. */
interface Book extends Archive {
  marksLeft: number
}

/** Parses a part. It reads the next chunk only after the caller has taken the results of the last one. */
async function* parse(book: Book, name: string, handlers: Handlers): AsyncGenerator<void> {
  const parser = new SaxesParser({ xmlns: false })
  const decoder = new TextDecoder()
  let sinceTag = 0
  let depth = 0
  let attributesOfTag = 0
  const count = () => {
    book.marksLeft -= 1
    if (book.marksLeft < 0) throw new SheetProblem('tooLarge')
  }
  parser.on('attribute', () => {
    count()
    attributesOfTag += 1
    if (attributesOfTag > ATTRIBUTES_MAX) throw unreadable()
  })
  parser.on('error', (error) => {
    throw unreadable(error)
  })
  parser.on('doctype', () => {
    throw unreadable()
  })
  parser.on('opentag', ({ name: tag, attributes }) => {
    count()
    sinceTag = 0
    attributesOfTag = 0
    depth += 1
    if (depth > DEPTH_MAX) throw unreadable()
    handlers.open(local(tag), attributes)
  })
  parser.on('closetag', ({ name: tag }) => {
    sinceTag = 0
    depth -= 1
    handlers.close?.(local(tag))
  })
  if (handlers.text) parser.on('text', handlers.text)
  if (handlers.text) parser.on('cdata', handlers.text)
  for await (const bytes of book.read(name)) {
    await setImmediate() // let other work run
    const piece = decoder.decode(bytes, { stream: true })
    sinceTag += piece.length
    parser.write(piece)
    if (sinceTag > TEXT_MAX) throw new SheetProblem('tooLarge')
    yield
  }
  parser.close()
}

async function readAll(book: Book, name: string, handlers: Handlers, mostBytes = PART_BYTES): Promise<void> {
  if ((book.sizeOf(name) ?? 0) > mostBytes) throw new SheetProblem('tooLarge')
  for await (const _ of parse(book, name, handlers));
}

/** The path in the archive of a target that a part in `folder` names. */
function resolve(folder: string, target: string): string {
  return new URL(target, `file:///${folder}`).pathname.slice(1)
}

async function relations(book: Book, folder: string, name: string) {
  const found: { id: string; kind: string; path: string }[] = []
  await readAll(book, `${folder}_rels/${name}.rels`, {
    open(tag, { Id = '', Type = '', Target = '' }) {
      if (tag === 'Relationship')
        keep(
          found,
          { id: Id, kind: Type.slice(Type.lastIndexOf('/') + 1), path: resolve(folder, Target) },
          RELATIONS_MAX,
        )
    },
  })
  return found
}

async function readShared(book: Book, name: string, { unpackedBytes, cellMax }: SheetLimits): Promise<string[]> {
  const strings: string[] = []
  let current = ''
  let isText = false
  let isPhonetic = false
  await readAll(
    book,
    name,
    {
      open(tag) {
        if (tag === 'si') current = ''
        isPhonetic ||= tag === 'rPh'
        isText = tag === 't' && !isPhonetic
      },
      text(text) {
        if (isText) current = (current + text).slice(0, cellMax + 1)
      },
      close(tag) {
        isText = false
        if (tag === 'rPh') isPhonetic = false
        if (tag === 'si') keep(strings, spelled(current), SHARED_MAX)
      },
    },
    unpackedBytes / SHARED_PART,
  )
  return strings
}

/** Decodes characters that XML cannot hold, such as _x000D_ for a carriage return. */
const spelled = (text: string) =>
  text.replaceAll(/_x([\dA-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/**
 * The parts of a format that are not a pattern: texts, colors and conditions. An unclosed one extends to the end.
 * Without that rule, a search from each opening would take hours.
 */
const NOT_SHOWN = /"[^"]*(?:"|$)|\\.|\[[^\]]*(?:\]|$)/g

const DATE_FORMATS = new Set([
  14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 45, 46, 47, 50, 51, 52, 53, 54, 55, 56,
  57, 58,
])

/** For each cell style, whether it shows a number as a date or a time. */
async function readDateStyles(book: Book, name: string): Promise<boolean[]> {
  const custom = new Map<string, boolean>()
  const styles: boolean[] = []
  let isInCells = false
  await readAll(book, name, {
    open(tag, { numFmtId = '0', formatCode = '' }) {
      if (tag === 'numFmt') custom.set(numFmtId, /[ymdhs]/i.test(formatCode.replaceAll(NOT_SHOWN, '')))
      if (custom.size > STYLES_MAX) throw new SheetProblem('tooLarge')
      if (tag === 'cellXfs') isInCells = true
      if (tag === 'xf' && isInCells)
        keep(styles, custom.get(numFmtId) ?? DATE_FORMATS.has(Number(numFmtId)), STYLES_MAX)
    },
    close(tag) {
      if (tag === 'cellXfs') isInCells = false
    },
  })
  return styles
}

/** A number as a person would type it: no exponent, and no more digits than a spreadsheet stores. */
function numberText(kept: string): string {
  if (/^-?\d{1,15}$/.test(kept)) return kept
  const value = Number(Number(kept).toPrecision(15))
  if (!Number.isFinite(value)) return kept
  if (Number.isInteger(value)) return BigInt(value).toString()
  return Math.abs(value) < 1e-6 ? value.toFixed(20).replace(/0+$/, '') : String(value)
}

const EPOCH_1900 = Date.UTC(1899, 11, 30)
const EPOCH_1904 = Date.UTC(1904, 0, 1)

/** A date, a date with a time, or a time alone, in ISO 8601. */
function dateText(kept: string, epoch: number): string {
  const days = Number(kept)
  const at = new Date(epoch + Math.round(days * DAY_SECONDS) * 1_000)
  if (Number.isNaN(at.getTime())) return kept
  const [day = '', time = ''] = at.toISOString().slice(0, 19).split('T')
  if (days >= 0 && days < 1) return time
  return (at.getTime() - epoch) % DAY_MS === 0 ? day : `${day}T${time}`
}

/** The column, from 0, of a cell reference such as B12. */
function columnOf(reference: string): number {
  let column = 0
  for (const letter of reference.match(/^[A-Z]{1,3}/)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

interface Row {
  /** The position in the sheet, from 1. Files omit rows without cells. */
  at: number
  cells: string[]
}

export async function* readXlsx(file: Blob, limits: SheetLimits): AsyncGenerator<Row> {
  const { cellMax } = limits
  const archive = await openArchive(file, limits.unpackedBytes)
  const book: Book = { ...archive, marksLeft: Math.max(MARKS_MIN, limits.rows * MARKS_PER_ROW) }
  const workbook = (await relations(book, '', '')).find(({ kind }) => kind === 'officeDocument')
  if (!workbook) throw unreadable()
  const folder = workbook.path.slice(0, workbook.path.lastIndexOf('/') + 1)
  const parts = await relations(book, folder, workbook.path.slice(folder.length))
  const sheets: string[] = []
  let epoch = EPOCH_1900
  await readAll(book, workbook.path, {
    open(tag, attributes) {
      if (tag === 'workbookPr' && /^(?:1|true)$/.test(attributes['date1904'] ?? '')) epoch = EPOCH_1904
      if (tag === 'sheet')
        keep(sheets, Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? '', RELATIONS_MAX)
    },
  })
  const worksheets = new Map(parts.flatMap((part) => (part.kind === 'worksheet' ? [[part.id, part]] : [])))
  const first = sheets.find((id) => worksheets.has(id))
  const sheet = first === undefined ? undefined : worksheets.get(first)
  if (!sheet) throw unreadable()
  const sharedPart = parts.find(({ kind }) => kind === 'sharedStrings')
  const shared = sharedPart ? await readShared(book, sharedPart.path, limits) : []
  const stylesPart = parts.find(({ kind }) => kind === 'styles')
  const isDate = stylesPart ? await readDateStyles(book, stylesPart.path) : []

  const rows: Row[] = []
  let row: Row = { at: 0, cells: [] }
  let column = -1
  let kind = ''
  let style = 0
  let value = ''
  let isValue = false
  let isPhonetic = false

  function cellText(): string {
    if (kind === 's') return shared[Number(value)] ?? ''
    if (kind === 'b') return value === '1' ? 'TRUE' : 'FALSE'
    if (kind === 'str' || kind === 'inlineStr') return spelled(value)
    if (kind !== '' && kind !== 'n') return value // a date in ISO 8601, or an error such as #N/A
    if (value === '') return ''
    return isDate[style] ? dateText(value, epoch) : numberText(value)
  }

  const passing = parse(book, sheet.path, {
    open(tag, attributes) {
      if (tag === 'row') {
        row = { at: Number(attributes['r'] ?? row.at + 1), cells: [] }
        column = -1
      } else if (tag === 'c') {
        column = attributes['r'] === undefined ? column + 1 : columnOf(attributes['r'])
        kind = attributes['t'] ?? ''
        style = Number(attributes['s'] ?? 0)
        value = ''
      }
      isPhonetic ||= tag === 'rPh'
      isValue = tag === 'v' || (tag === 't' && !isPhonetic)
    },
    text(text) {
      if (isValue) value = (value + text).slice(0, cellMax + 1)
    },
    close(tag) {
      isValue = false
      if (tag === 'rPh') isPhonetic = false
      if (tag === 'c' && column >= 0 && column < COLUMNS_MAX) {
        while (row.cells.length < column) row.cells.push('')
        row.cells[column] = cellText()
      }
      if (tag === 'row') rows.push(row)
    },
  })
  for await (const _ of passing) yield* rows.splice(0)
  yield* rows
}
