import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { writePdf } from './pdf.ts'
import type { PdfDocument, PdfTable } from './pdf.ts'

const table = (more: Partial<PdfTable> = {}): PdfTable => ({
  title: 'Wallet',
  columns: [
    { title: 'Time', width: 1 },
    { title: 'About', width: 2 },
    { title: 'Amount', width: 1, align: 'right' },
  ],
  rows: [],
  ...more,
})
const paper = (more: Partial<PdfDocument> = {}): PdfDocument => ({
  title: 'Statement',
  lang: 'en',
  tables: [table()],
  footer: (page) => `Page ${page}`,
  ...more,
})
const entries = (count: number) => Array.from({ length: count }, (_, at) => [`t${at}`, `entry ${at}`, `${at}.00`])

async function fileOf(document: PdfDocument): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of writePdf(document)) pieces.push(piece)
  return Buffer.concat(pieces).toString('latin1')
}

/** Reads a file as a viewer does, from its end: the cross-reference table, then each object at its offset. */
function objectsOf(file: string): Map<number, string> {
  expect(file.startsWith('%PDF-1.7\n')).toBe(true)
  const listAt = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1])
  const [list = '', trailer = ''] = file.slice(listAt).split('trailer\n')
  const [word, extent, free, ...lines] = list.trimEnd().split('\n')
  expect([word, extent, free]).toEqual(['xref', `0 ${lines.length + 1}`, '0000000000 65535 f '])
  expect(trailer).toContain(`/Size ${lines.length + 1} `)
  expect(lines.filter((line) => !/^\d{10} 00000 n ?$/.test(line))).toEqual([])
  return new Map(
    lines.map((line, at) => {
      const from = Number(line.slice(0, 10))
      const opening = `${at + 1} 0 obj\n`
      expect(file.slice(from, from + opening.length)).toBe(opening)
      return [at + 1, file.slice(from + opening.length, file.indexOf('\nendobj\n', from))]
    }),
  )
}

/** The content stream of each page, in order. */
function pagesOf(file: string): string[] {
  const objects = objectsOf(file)
  const tree = [...objects.values()].find((body) => body.includes('/Type /Pages ')) ?? ''
  const pages = [...(/\/Kids \[(.*?)\]/.exec(tree)?.[1] ?? '').matchAll(/(\d+) 0 R/g)].map(
    ([, number]) => objects.get(Number(number)) ?? '',
  )
  expect(tree).toContain(`/Count ${pages.length} `)
  return pages.map((page) => {
    const content = objects.get(Number(/\/Contents (\d+) 0 R/.exec(page)?.[1])) ?? ''
    const [told = '', ...rest] = content.split('\nstream\n')
    const packed = rest.join('\nstream\n').replace(/\nendstream$/, '')
    expect(told).toContain(`/Length ${packed.length} `)
    return inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')
  })
}

/** The texts of a page, joined from their runs, with their positions. */
const textsOf = (page: string) =>
  [...page.matchAll(/^BT .*? ([\d.]+) ([\d.]+) Td (.*) ET$/gm)].map(([, x, y, drawn = '']) => ({
    x: Number(x),
    y: Number(y),
    text: [...drawn.matchAll(/\(((?:\\.|[^\\)])*)\) Tj|<([\dA-F]+)> Tj/g)]
      .map(([, latin, hex]) =>
        hex === undefined
          ? new TextDecoder('windows-1252').decode(Buffer.from((latin ?? '').replaceAll(/\\(.)/g, '$1'), 'latin1'))
          : Buffer.from(hex, 'hex').swap16().toString('utf16le'),
      )
      .join(''),
  }))
const wordsOf = (page: string) => textsOf(page).map(({ text }) => text)
const oneRow = async (...row: string[]) => {
  const [page = ''] = pagesOf(await fileOf(paper({ tables: [table({ rows: [row] })] })))
  return { page, words: wordsOf(page) }
}

describe('the file', () => {
  it('lists every object at its offset, and every page in order', async () => {
    const pages = pagesOf(await fileOf(paper({ tables: [table({ rows: entries(200) })] })))
    expect(pages.length).toBeGreaterThan(4)
    expect(pages.map((page) => wordsOf(page).at(-1))).toEqual(pages.map((_, at) => `Page ${at + 1}`))
    expect(pages.flatMap(wordsOf).filter((word) => word.startsWith('entry '))).toEqual(
      entries(200).map(([, about]) => about),
    )
  })

  it('has one page even if there are no tables', async () => {
    expect(pagesOf(await fileOf(paper({ tables: [] }))).map(wordsOf)).toEqual([['Statement', 'Page 1']])
  })

  it('has its title and its language, and embeds no font', async () => {
    const file = await fileOf(paper({ title: '对账单 (10)', lang: 'zh-CN' }))
    const objects = [...objectsOf(file).values()].join('\n')
    expect(
      Buffer.from(/\/Title <FEFF([\dA-F]+)>/.exec(objects)?.[1] ?? '', 'hex')
        .swap16()
        .toString('utf16le'),
    ).toBe('对账单 (10)')
    expect(objects).toContain('/Lang (zh-CN)')
    expect(objects).toContain('/Encoding /UniGB-UTF16-H')
    expect(objects).not.toContain('/FontFile')
  })
})

describe('a page', () => {
  it('repeats the heading of a table that continues', async () => {
    const pages = pagesOf(await fileOf(paper({ tables: [table({ rows: entries(100) })] })))
    expect(pages.slice(1).map((page) => wordsOf(page).slice(0, 3))).toEqual(
      pages.slice(1).map(() => ['Time', 'About', 'Amount']),
    )
  })

  it('draws only the footer below its margin, however many facts and rows there are', async () => {
    const facts = Array.from({ length: 70 }, (_, at) => [`label ${at}`, `value ${at}`] as const)
    const pages = pagesOf(
      await fileOf(
        paper({
          facts,
          tables: [table({ opening: facts, rows: entries(90), closing: () => facts }), table({ rows: entries(2) })],
        }),
      ),
    )
    expect(pages.flatMap((page) => textsOf(page).slice(0, -1)).filter(({ y }) => y < 64)).toEqual([])
    expect(pages.flatMap(wordsOf).filter((word) => word === 'value 69')).toHaveLength(3)
  })

  it('shows bold rows before and after the others, under their columns; the last can depend on the rest', async () => {
    let sum = 0
    function* rows() {
      for (const row of entries(3)) {
        sum += 1
        yield row
      }
    }
    const [page = ''] = pagesOf(
      await fileOf(
        paper({
          facts: [['Month', '2026-10']],
          tables: [
            table({ opening: [['Opening', '', '0.00']], rows: rows(), closing: () => [['Entries', '', `${sum}.00`]] }),
            table({ title: 'Gifts' }),
          ],
        }),
      ),
    )
    expect(wordsOf(page)).toEqual([
      'Statement',
      'Month',
      '2026-10',
      'Wallet',
      'Time',
      'About',
      'Amount',
      'Opening',
      '0.00',
      ...entries(3).flat(),
      'Entries',
      '3.00',
      'Gifts',
      'Time',
      'About',
      'Amount',
      'Page 1',
    ])
    const placeOf = (text: string) => textsOf(page).find((drawn) => drawn.text === text)?.x
    expect([placeOf('Opening'), placeOf('Entries')]).toEqual([placeOf('t0'), placeOf('t0')])
    expect([placeOf('0.00'), placeOf('3.00')]).toEqual([placeOf('1.00'), placeOf('1.00')])
    expect(page).toMatch(/\/B 9 Tf \(3\.00\) Tj/)
    expect(page).toMatch(/\/L 9 Tf \(1\.00\) Tj/)
  })

  it('does not end with the title of a table', async () => {
    for (let before = 28; before < 40; before += 1) {
      const pages = pagesOf(
        await fileOf(
          paper({
            tables: [table({ rows: entries(before) }), table({ title: 'Gifts', rows: [['first of the gifts']] })],
          }),
        ),
      ).map(wordsOf)
      expect(pages.find((words) => words.includes('Gifts'))).toContain('first of the gifts')
    }
  })
})

describe('a text', () => {
  it('is drawn in Helvetica where possible, and otherwise in the Chinese font', async () => {
    const { page, words } = await oneRow('2026 年', '“Müller” — €5', '¥1')
    expect(page).toMatch(/\/L 9 Tf \(2026 \) Tj \/C 9 Tf <5E74> Tj/)
    expect(page).toContain('(\u0093M\u00FCller\u0094 \u0097 \u00805) Tj')
    expect(words).toEqual(expect.arrayContaining(['2026 年', '“Müller” — €5', '¥1']))
  })

  it('may have parentheses and backslashes', async () => {
    const { page, words } = await oneRow('(a) \\', '')
    expect(page).toContain(String.raw`(\(a\) \\) Tj`)
    expect(words).toContain('(a) \\')
  })

  it('loses its control characters, and has a question mark for each character that neither font has', async () => {
    const { words } = await oneRow('a\u0000b\u202Ec\u001B', 'one\r\ntwo 𠮷😀 \uD800!', '\u221212\u202FPM')
    expect(words).toEqual(expect.arrayContaining(['abc', 'one two ?? ?!', '-12 PM']))
  })

  it('that is too long for its column is cut and ends in an ellipsis', async () => {
    const { words } = await oneRow('W'.repeat(99), '许可'.repeat(99), '9'.repeat(99))
    expect(words.filter((word) => /^W+…$/.test(word) || /^[许可]+…$/.test(word) || /^9+…$/.test(word))).toHaveLength(3)
  })

  it('that just fits is not cut', async () => {
    // A column of a quarter is 117.25 wide: 23 digits of 5.004, or 13 Chinese characters of 9.
    const { words } = await oneRow('8'.repeat(23), '', '许'.repeat(13))
    expect(words).toEqual(expect.arrayContaining(['8'.repeat(23), '许'.repeat(13)]))
    expect((await oneRow('8'.repeat(24))).words).toContain(`${'8'.repeat(21)}…`)
    expect((await oneRow('', '', '许'.repeat(14))).words).toContain(`${'许'.repeat(12)}…`)
  })

  it('in a column of amounts ends at the right edge of the column', async () => {
    const [page = ''] = pagesOf(
      await fileOf(
        paper({
          tables: [
            table({
              rows: [
                ['', '', '1.00'],
                ['', '', '-1,234.00'],
              ],
            }),
          ],
        }),
      ),
    )
    // In thousandths of the size, 9: a digit is 556, a point or comma 278, a hyphen 333.
    const widths: Record<string, number> = { '1.00': 3 * 556 + 278, '-1,234.00': 6 * 556 + 2 * 278 + 333 }
    const ends = textsOf(page)
      .filter(({ text }) => text in widths)
      .map(({ x, text }) => (x + (widths[text] ?? 0) * 0.009).toFixed(1))
    expect(ends).toEqual(['547.0', '547.0'])
  })
})

describe('a hundred thousand rows', () => {
  it('are requested and written one page at a time', async () => {
    const COUNT = 10_000
    let asked = 0
    async function* rows() {
      for (; asked < COUNT; asked += 1) yield [`t${asked}`, '签发许可', `${asked}.00`]
    }
    let taken = 0
    let mostRows = 0
    let mostBytes = 0
    for await (const piece of writePdf(paper({ tables: [table({ rows: rows() })] }))) {
      mostRows = Math.max(mostRows, asked - taken)
      mostBytes = Math.max(mostBytes, piece.length)
      taken = asked
    }
    expect(asked).toBe(COUNT)
    expect(mostRows).toBeLessThan(50)
    expect(mostBytes).toBeLessThan(64 * 1024)
  })

  it('are closed when the reader stops', async () => {
    let isClosed = false
    async function* rows() {
      try {
        for (;;) yield ['again']
      } finally {
        isClosed = true
      }
    }
    let pieces = 0
    for await (const _ of writePdf(paper({ tables: [table({ rows: rows() })] }))) if ((pieces += 1) > 10) break
    expect(isClosed).toBe(true)
  })

  it('fail if their source fails', async () => {
    async function* rows() {
      yield ['one']
      throw new Error('the source broke')
    }
    await expect(fileOf(paper({ tables: [table({ rows: rows() })] }))).rejects.toThrow('the source broke')
  })
})
