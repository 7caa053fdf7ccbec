// Writes tables of text as a PDF, page by page, while their rows arrive. Only the offset of each object stays in
// memory. This file owns the layout of pages; text.ts draws the text. Viewers supply the fonts (ADR 0019), and the
// number of pages is unknown until the last one.
import { setImmediate } from 'node:timers/promises'
import { deflateSync } from 'node:zlib'
import { FONTS, drawText, hexOf, literal, numeral, textWidth } from './text.ts'
import type { TextStyle } from './text.ts'

type LabeledValues = readonly (readonly [label: string, value: string])[]

export interface PdfColumn {
  title: string
  /** The share of the page width, relative to the other columns. */
  width: number
  align?: 'left' | 'right'
}

/** A cell for each column. A text that is too long ends in an ellipsis. */
export type PdfRow = readonly string[]

export interface PdfTable {
  title: string
  columns: readonly PdfColumn[]
  /** Bold rows above the others, such as an opening balance. */
  opening?: readonly PdfRow[]
  rows: Iterable<PdfRow> | AsyncIterable<PdfRow>
  /** Bold rows below the others, such as totals. Called after the last of `rows`. */
  closing?: () => readonly PdfRow[]
}

export interface PdfDocument {
  title: string
  /** A language tag, such as zh-CN. */
  lang: string
  facts?: LabeledValues
  /** Each table is requested after the one before it is written. */
  tables: Iterable<PdfTable> | AsyncIterable<PdfTable>
  footer(page: number): string
}

/** A4, in points. */
const PAGE = { width: 595, height: 842, margin: 48, top: 794, bottom: 64, footer: 36 }
const INNER = PAGE.width - 2 * PAGE.margin
const ROW = 18
/** From the top of a row to the baseline of its text. */
const BASELINE = 12
const GAP = 10
const LABELS_MOST = 0.4
/** A table starts on the next page unless this many rows fit under its heading. */
const ROWS_TOGETHER = 3
const STYLES = {
  title: { size: 18, isBold: true },
  subtitle: { size: 12, isBold: true },
  label: { size: 9, gray: 0.4 },
  heading: { size: 9, isBold: true, gray: 0.25 },
  text: { size: 9 },
  sum: { size: 9, isBold: true },
  footer: { size: 8, gray: 0.5 },
} satisfies Record<string, TextStyle>
const RULES = { heading: { width: 0.75, gray: 0.5 }, row: { width: 0.25, gray: 0.8 } }
/** How many entries of the cross-reference table are written at a time. */
const LISTED = 1000

interface Line {
  height: number
  /** The line goes to the next page if there is less room than this. */
  room?: number
  /** Repeated above the line if the line is the first on its page. */
  heading?: Line
  draw(top: number): string
}
interface Cell {
  text: string
  style: TextStyle
  x: number
  width: number
  align?: 'left' | 'right'
}

const space = (height: number): Line => ({ height, draw: () => '' })

const rule = (y: number, { width, gray }: { width: number; gray: number }) =>
  `${numeral(gray)} G ${numeral(width)} w ` +
  `${numeral(PAGE.margin)} ${numeral(y)} m ${numeral(PAGE.margin + INNER)} ${numeral(y)} l S\n`

const lineOf = (cells: readonly Cell[], ruled?: keyof typeof RULES): Line => ({
  height: ROW,
  draw: (top) =>
    cells.map(({ text, style, ...place }) => drawText(text, style, { ...place, y: top - BASELINE })).join('') +
    (ruled ? rule(top - ROW, RULES[ruled]) : ''),
})

const titleOf = (text: string, style: TextStyle): Line => ({
  height: style.size * 1.8,
  draw: (top) => drawText(text, style, { x: PAGE.margin, y: top - style.size, width: INNER }),
})

/** Labels in a column as wide as the longest label, and the values beside it. */
function factLines(facts: LabeledValues): Line[] {
  const labels = Math.min(
    INNER * LABELS_MOST,
    Math.max(0, ...facts.map(([label]) => textWidth(label, STYLES.label))) + GAP,
  )
  return facts.map(([label, value]) =>
    lineOf([
      { text: label, style: STYLES.label, x: PAGE.margin, width: labels - GAP },
      { text: value, style: STYLES.text, x: PAGE.margin + labels, width: INNER - labels },
    ]),
  )
}

/** The position of each column. */
function placesOf(columns: readonly PdfColumn[]) {
  const shares = columns.reduce((sum, { width }) => sum + width, 0)
  let next = PAGE.margin
  return columns.map(({ width: share, align = 'left' }) => {
    const x = next
    const width = ((INNER + GAP) * share) / shares
    next += width
    return { x, width: width - GAP, align }
  })
}

async function* tableLines({ title, columns, opening = [], rows, closing }: PdfTable): AsyncGenerator<Line> {
  const places = placesOf(columns)
  const lineIn = (row: PdfRow, style: TextStyle, ruled: keyof typeof RULES) =>
    lineOf(
      places.map((place, at) => ({ ...place, style, text: row[at] ?? '' })),
      ruled,
    )
  const heading = lineIn(
    columns.map((column) => column.title),
    STYLES.heading,
    'heading',
  )
  const head = titleOf(title, STYLES.subtitle)
  yield { ...head, room: head.height + (1 + ROWS_TOGETHER) * ROW }
  yield space(GAP / 2)
  yield { ...heading, room: 2 * ROW }
  for (const row of opening) yield { ...lineIn(row, STYLES.sum, 'row'), heading }
  for await (const row of rows) yield { ...lineIn(row, STYLES.text, 'row'), heading }
  for (const row of closing?.() ?? []) yield { ...lineIn(row, STYLES.sum, 'row'), heading }
}

async function* documentLines({ title, facts = [], tables }: PdfDocument): AsyncGenerator<Line> {
  yield titleOf(title, STYLES.title)
  yield* factLines(facts)
  for await (const table of tables) {
    yield space(ROW)
    yield* tableLines(table)
  }
}

/** The content stream of each page. */
async function* pageContents(document: PdfDocument): AsyncGenerator<string> {
  let pages = 0
  let drawn = ''
  let top = PAGE.top
  const put = (line: Line) => {
    drawn += line.draw(top)
    top -= line.height
  }
  const finish = () => {
    pages += 1
    const content =
      drawn +
      drawText(document.footer(pages), STYLES.footer, { x: PAGE.margin, y: PAGE.footer, width: INNER, align: 'right' })
    drawn = ''
    top = PAGE.top
    return content
  }
  for await (const line of documentLines(document)) {
    if (drawn !== '' && top - (line.room ?? line.height) < PAGE.bottom) {
      yield finish()
      if (line.heading) put(line.heading)
    }
    put(line)
  }
  yield finish()
}

/** Objects with fixed numbers, so that others can refer to them before they are written. */
const OBJECTS = { catalog: 1, pages: 2, info: 3, latin: 4, latinBold: 5, chinese: 6, chineseGlyphs: 7, chineseLook: 8 }
const ref = (object: number) => `${object} 0 R`
const utf16 = (text: string) => `<FEFF${hexOf(text)}>`

/**
 * The fonts, by name only. Viewers choose a substitute by the descriptor, and some do not read the CMap without one. A
 * serif flag or thicker stems (StemV) would bring a serif or a bold font beside Helvetica.
 */
const FONT_OBJECTS: readonly (readonly [object: number, body: string])[] = [
  [OBJECTS.latin, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'],
  [OBJECTS.latinBold, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>'],
  [
    OBJECTS.chinese,
    '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light-UniGB-UTF16-H /Encoding /UniGB-UTF16-H ' +
      `/DescendantFonts [${ref(OBJECTS.chineseGlyphs)}] >>`,
  ],
  [
    OBJECTS.chineseGlyphs,
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light ' +
      '/CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> ' +
      `/DW 1000 /FontDescriptor ${ref(OBJECTS.chineseLook)} >>`,
  ],
  [
    OBJECTS.chineseLook,
    '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 4 /FontBBox [-25 -254 1000 880] ' +
      '/ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 58 >>',
  ],
]

/** The file, one page at a time. The rows of a page are requested after the page before is consumed. */
export async function* writePdf(document: PdfDocument): AsyncGenerator<Uint8Array> {
  const offsets: number[] = []
  const kids: number[] = []
  let written = 0
  let next = Object.keys(OBJECTS).length + 1
  const bytes = (text: string | Uint8Array) => {
    const piece = typeof text === 'string' ? Buffer.from(text, 'latin1') : text
    written += piece.length
    return piece
  }
  const object = (number: number, body: string) => {
    offsets[number] = written
    return bytes(`${number} 0 obj\n${body}\nendobj\n`)
  }

  // The second line has bytes above 127, so that programs treat the file as binary.
  yield bytes('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n')
  for (const [number, body] of FONT_OBJECTS) yield object(number, body)
  for await (const content of pageContents(document)) {
    await setImmediate() // let other work run
    const packed = deflateSync(Buffer.from(content, 'latin1'))
    const [page, stream] = [next, next + 1]
    next += 2
    kids.push(page)
    const told = object(page, `<< /Type /Page /Parent ${ref(OBJECTS.pages)} /Contents ${ref(stream)} >>`)
    offsets[stream] = written
    yield Buffer.concat([
      told,
      bytes(`${stream} 0 obj\n<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`),
      bytes(packed),
      bytes('\nendstream\nendobj\n'),
    ])
  }

  const fonts =
    `/${FONTS.latin} ${ref(OBJECTS.latin)} /${FONTS.latinBold} ${ref(OBJECTS.latinBold)} ` +
    `/${FONTS.chinese} ${ref(OBJECTS.chinese)}`
  // Every page inherits these from its parent.
  const inherited = `/MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Resources << /Font << ${fonts} >> >>`
  yield object(
    OBJECTS.pages,
    `<< /Type /Pages /Count ${kids.length} ${inherited} /Kids [${kids.map(ref).join(' ')}] >>`,
  )
  yield object(
    OBJECTS.catalog,
    `<< /Type /Catalog /Pages ${ref(OBJECTS.pages)} /Lang ${literal(document.lang)} ` +
      '/ViewerPreferences << /DisplayDocTitle true >> >>',
  )
  yield object(OBJECTS.info, `<< /Title ${utf16(document.title)} >>`)

  const listAt = written
  yield bytes(`xref\n0 ${next}\n0000000000 65535 f \n`)
  for (let from = 1; from < next; from += LISTED) {
    yield bytes(
      offsets
        .slice(from, from + LISTED)
        .map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
        .join(''),
    )
  }
  yield bytes(
    `trailer\n<< /Size ${next} /Root ${ref(OBJECTS.catalog)} /Info ${ref(OBJECTS.info)} >>\n` +
      `startxref\n${listAt}\n%%EOF\n`,
  )
}
