// Sheets: a written file is read back unchanged, a hostile file is refused before it costs anything, and a long file
// takes little memory.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { crc32, deflateRawSync } from 'node:zlib'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../refusal.ts'
import { createFileTurns } from './file-turns.ts'
import { SHEET_TYPES, SheetProblem, readSheet, writeSheet } from './sheets.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void // the flag above adds it
const MB = 1024 * 1024
const LIMITS = { rows: 200_000, unpackedBytes: 256 * MB, cellMax: 1_000 }

async function bytesOf(parts: AsyncIterable<Uint8Array>) {
  const all: Uint8Array[] = []
  for await (const part of parts) all.push(part)
  return Buffer.concat(all)
}

async function rowsOf(file: File, limits: Partial<typeof LIMITS> = {}) {
  const rows: string[][] = []
  for await (const row of readSheet(file, { ...LIMITS, ...limits })) rows.push(row)
  return rows
}

const problemOf = (file: File, limits: Partial<typeof LIMITS> = {}) =>
  rowsOf(file, limits).then(
    () => 'read',
    (error: unknown) => (error instanceof SheetProblem ? error.kind : error),
  )

const csv = (content: BlobPart) => new File([content], 'users.csv')
const xlsx = (content: Uint8Array) => new File([content as Uint8Array<ArrayBuffer>], 'users.XLSX') // not shared
/** A spreadsheet as Excel writes it: shared strings, numbers, dates. */
const excel = async (rows: unknown[][]) =>
  xlsx(
    await writeXlsx({
      sheets: [
        { name: 'First', rows: rows as string[][] },
        { name: 'Second', rows: [['not read']] },
      ],
    }),
  ) // hucre takes any values

/** A spreadsheet with some parts that no real program writes. */
function forged(parts: Record<string, string>) {
  const all = {
    '_rels/.rels':
      '<Relationships><Relationship Id="w" Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    'xl/workbook.xml': '<workbook xmlns:r="x"><sheets><sheet name="a" r:id="s"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="s" Type="x/worksheet" Target="sheet.xml"/>' +
      '<Relationship Id="t" Type="x/styles" Target="styles.xml"/>' +
      '<Relationship Id="u" Type="x/sharedStrings" Target="shared.xml"/></Relationships>',
    'xl/styles.xml': '<styleSheet/>',
    'xl/shared.xml': '<sst/>',
    'xl/sheet.xml':
      '<worksheet><sheetData><row r="1"><c t="inlineStr"><is><t>account</t></is></c></row></sheetData></worksheet>',
    ...parts,
  }
  const [locals, directory]: [Buffer[], Buffer[]] = [[], []]
  for (const [path, content] of Object.entries(all)) {
    const [name, packed] = [Buffer.from(path), deflateRawSync(content)]
    const sizes = Buffer.alloc(16)
    sizes.writeUInt32LE(crc32(content), 0)
    sizes.writeUInt32LE(packed.length, 4)
    sizes.writeUInt32LE(Buffer.byteLength(content), 8)
    sizes.writeUInt16LE(name.length, 12)
    const offset = Buffer.alloc(4)
    offset.writeUInt32LE(Buffer.concat(locals).length)
    locals.push(Buffer.from('PK\u0003\u0004\u0014\0\0\0\b\0\0\0\0\0'), sizes, name, packed)
    directory.push(Buffer.from('PK\u0001\u0002\u0014\0\u0014\0\0\0\b\0\0\0\0\0'), sizes, Buffer.alloc(10), offset, name)
  }
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006')
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(Buffer.concat(locals).length, 16)
  return xlsx(Buffer.concat([...locals, ...directory, end]))
}

const TABLE = [
  ['account', 'name', 'note'],
  ['13800138000', '张三', '=1+1'],
  ['a@example.com', 'quote " comma , line\nbreak', '-5'],
  ["'=apostrophe", '𠮷 & <b>', '+86 10'],
  ['@x', '\ttab', '\rreturn'],
  ['a;=1', 'b\t=1', ' plain '],
  ['last', '', 'end'],
]

describe('a written file is read back', () => {
  it.each(['xlsx', 'csv'] as const)('cell by cell, as %s', async (format) => {
    const file = new File([await bytesOf(writeSheet(format, TABLE))], `x.${format}`)
    expect(await rowsOf(file)).toEqual(TABLE)
    expect(SHEET_TYPES[format]).toMatch(/^(?:text|application)\//)
  })

  it('with an apostrophe before each cell that a spreadsheet would take for a formula, in both formats', async () => {
    const text = (await bytesOf(writeSheet('csv', TABLE))).toString()
    expect(text.startsWith('\uFEFF"account","name","note"\r\n"13800138000","张三","\'=1+1"\r\n')).toBe(true)
    // Wherever a spreadsheet splits the line, no cell begins with a formula.
    expect(text).toContain('"a;=1","b\t=1"," plain "')
    const { sheets } = await readXlsx(await bytesOf(writeSheet('xlsx', TABLE)))
    expect(sheets[0]?.rows.map((row) => row[2])).toEqual([
      'note',
      "'=1+1",
      "'-5",
      "'+86 10",
      "'\rreturn",
      ' plain ',
      'end',
    ])
    expect([...(sheets[0]?.cells?.values() ?? [])].filter((cell) => cell.formula !== undefined)).toEqual([])
  })
})

describe('a column of amounts', () => {
  const rows = [
    ['name', 'amount', 'count'],
    ['a', -1234.5, 2],
    ['b', '', 0.5],
  ]
  const columns = [{ width: 20 }, { width: 16, isAmount: true }, { width: 8 }]

  it('always has two decimals in a text file', async () => {
    expect((await bytesOf(writeSheet('csv', rows, columns))).toString()).toBe(
      '\uFEFF"name","amount","count"\r\n"a","-1234.50","2"\r\n"b","","0.5"',
    )
  })

  it('has numbers with two decimals in a spreadsheet, in columns of the requested width', async () => {
    const {
      sheets: [sheet],
    } = await readXlsx(await bytesOf(writeSheet('xlsx', rows, columns)), { readStyles: true })
    expect(sheet?.rows).toEqual(rows)
    expect([sheet?.cells?.get('1,1')?.style?.numFmt, sheet?.cells?.get('1,2')?.style?.numFmt]).toEqual([
      '#,##0.00',
      undefined,
    ])
    expect(sheet?.columns?.map(({ width }) => width)).toEqual([20, 16, 8])
  })
})

describe('a formula in disguise', () => {
  const cells = [
    '＝1',
    '＋1',
    '－1',
    '＠x',
    '\n=1',
    '\uFEFF=1',
    '\u00A0=1',
    '\u200B\u2060=1',
    '\u3000＝1',
    ' \t -1',
    "' =1",
    "''＝1",
  ]

  it.each(['xlsx', 'csv'] as const)(
    'gets a leading apostrophe too, and is read back unchanged, as %s',
    async (format) => {
      const bytes = await bytesOf(writeSheet(format, [['head'], ...cells.map((cell) => [cell])]))
      expect(await rowsOf(new File([bytes], `x.${format}`))).toEqual([['head'], ...cells.map((cell) => [cell])])
      if (format === 'csv') for (const cell of cells) expect(bytes.toString()).toContain(`"'${cell}"`)
    },
  )

  it('is not split at separators within quotes in the first line', async () => {
    expect(await rowsOf(csv('"a;b;c;d",e\n1,2\n'))).toEqual([
      ['a;b;c;d', 'e'],
      ['1', '2'],
    ])
  })
})

describe('a spreadsheet is read as a person sees it', () => {
  it('numbers have no exponent, dates are in ISO 8601, booleans are words', async () => {
    const file = await excel([
      [
        13_800_138_000,
        1.5,
        0.1 + 0.2,
        1e21,
        new Date(Date.UTC(2026, 0, 31)),
        new Date(Date.UTC(2026, 0, 31, 8, 30)),
        true,
        0.000_000_1,
      ],
    ])
    expect(await rowsOf(file)).toEqual([
      ['13800138000', '1.5', '0.3', '1000000000000000000000', '2026-01-31', '2026-01-31T08:30:00', 'TRUE', '0.0000001'],
    ])
  })

  it('only the first sheet, up to its last row that is not empty; empty rows in between stay', async () => {
    expect(await rowsOf(await excel([['a', 'shared'], [], ['b', 'shared'], [''], ['']]))).toEqual([
      ['a', 'shared'],
      [],
      ['b', 'shared'],
    ])
  })

  it('a row has at most 256 cells', async () => {
    const [row] = await rowsOf(await excel([['a', ...Array.from({ length: 2_000 }, () => 'x')]]))
    expect(row).toHaveLength(256)
  })
})

describe('a text file', () => {
  it.each([
    ['UTF-8 with a byte order mark', Buffer.from('\uFEFF账号,姓名\r\n李,"a""b"')],
    ['UTF-8 without one, and line feeds only', Buffer.from('账号,姓名\n李,"a""b"\n\n\n')],
    ['semicolons', Buffer.from('账号;姓名\r李;"a""b"\r')],
    // 账号,姓名 and 李 in GB18030
    [
      'GB18030',
      Buffer.concat([
        Buffer.from([0xd5, 0xcb, 0xba, 0xc5, 0x2c, 0xd0, 0xd5, 0xc3, 0xfb, 0x0d, 0x0a, 0xc0, 0xee]),
        Buffer.from(',"a""b"\r\n'),
      ]),
    ],
    ['UTF-16', Buffer.from('\uFEFF账号\t姓名\r\n李\t"a""b"', 'utf16le')],
  ])('%s', async (_, bytes) => {
    expect(await rowsOf(csv(bytes))).toEqual([
      ['账号', '姓名'],
      ['李', 'a"b'],
    ])
  })

  it('is read correctly wherever its chunks end, even in a quoted cell', async () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => [`用户${n}`, n % 3 === 0 ? '"\r\n,"' : `${n}`])
    expect(await rowsOf(new File([await bytesOf(writeSheet('csv', rows))], 'x.csv'))).toEqual(rows)
  })

  it('keeps a quote within an unquoted cell', async () => {
    expect(await rowsOf(csv('a,5" disk,b\n'))).toEqual([['a', '5" disk', 'b']])
  })
})

describe('a file is refused', () => {
  it('if it is garbage, of another kind or damaged', async () => {
    const whole = await bytesOf(writeSheet('xlsx', TABLE))
    expect(await problemOf(xlsx(Buffer.from('PK but nothing else')))).toBe('unreadable')
    expect(await problemOf(xlsx(whole.subarray(0, whole.length / 2)))).toBe('unreadable')
    expect(await problemOf(new File([whole], 'x.csv'))).toBe('unreadable')
    expect(await problemOf(csv(Buffer.from([0xff, 0xff, 0xff, 0x80])))).toBe('unreadable')
    expect(await problemOf(csv('a,"never closed\nb,c'))).toBe('unreadable')
    for (let at = 40; at < whole.length; at += 97) {
      const spoilt = Buffer.from(whole)
      spoilt[at] = (spoilt[at] ?? 0) ^ 0xff
      expect(['read', 'unreadable', 'tooLarge', 'tooManyRows']).toContain(await problemOf(xlsx(spoilt)))
    }
  })

  it('if it has too many rows, including empty rows in between', async () => {
    const file = () => csv('a\nb\n\nc\n\n\n')
    expect(await rowsOf(file(), { rows: 4 })).toHaveLength(4)
    expect(await problemOf(file(), { rows: 3 })).toBe('tooManyRows')
  })

  it('but not for a long cell, which is cut to one character more than its limit', async () => {
    for (const file of [
      csv(`${'x'.repeat(500)}\n"${'y'.repeat(500)}"`),
      await excel([['x'.repeat(500)], ['y'.repeat(500)]]),
    ]) {
      expect((await rowsOf(file, { cellMax: 20 })).map(([cell]) => cell?.length)).toEqual([21, 21])
    }
  })

  it('if it is a zip bomb, by its declared size before unpacking or by its real size while unpacking', async () => {
    const bomb = await bytesOf(
      writeSheet(
        'xlsx',
        Array.from({ length: 20_000 }, () => ['x'.repeat(1_000)]),
      ),
    )
    expect(bomb.length).toBeLessThan(MB)
    const before = process.memoryUsage().arrayBuffers
    expect(await problemOf(xlsx(bomb), { unpackedBytes: 4 * MB })).toBe('tooLarge')
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4 * MB)

    const liar = Buffer.from(bomb)
    for (let at = liar.indexOf('PK\u0001\u0002'); at >= 0; at = liar.indexOf('PK\u0001\u0002', at + 1))
      if (liar.readUInt32LE(at + 24) > MB) liar.writeUInt32LE(0, at + 24)
    expect(await problemOf(xlsx(liar), { unpackedBytes: 4 * MB })).toBe('tooLarge')
  })
})

describe('a hostile spreadsheet', () => {
  it('is read without its hostile part', async () => {
    expect(await rowsOf(forged({}))).toEqual([['account']])
  })

  it.each([
    [
      'deeply nested tags',
      'unreadable',
      { 'xl/sheet.xml': `<worksheet>${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}</worksheet>` },
    ],
    [
      'too many relations',
      'tooLarge',
      {
        'xl/_rels/workbook.xml.rels':
          '<Relationships>' +
          '<Relationship Id="s" Type="x/worksheet" Target="sheet.xml"/>'.repeat(10_001) +
          '</Relationships>',
      },
    ],
    [
      'too many sheets',
      'tooLarge',
      { 'xl/workbook.xml': `<workbook xmlns:r="x">${'<sheet r:id="s"/>'.repeat(10_001)}</workbook>` },
    ],
    ['too many styles', 'tooLarge', { 'xl/styles.xml': `<s><cellXfs>${'<xf/>'.repeat(65_537)}</cellXfs></s>` }],
    [
      'too many formats',
      'tooLarge',
      { 'xl/styles.xml': `<s>${Array.from({ length: 65_537 }, (_, n) => `<numFmt numFmtId="${n}"/>`).join('')}</s>` },
    ],
    ['a large part other than the sheet', 'tooLarge', { 'xl/styles.xml': `<s>${'<x/>'.repeat(3 * MB)}</s>` }],
    ['too many shared strings', 'tooLarge', { 'xl/shared.xml': `<sst>${'<si/>'.repeat(MB + 1)}</sst>` }],
    [
      'nested entities',
      'unreadable',
      {
        'xl/sheet.xml':
          '<!DOCTYPE w [<!ENTITY a "aaaaaaaaaa">' +
          Array.from('bcdefghi', (name, n) => `<!ENTITY ${name} "${`&${'abcdefgh'[n]};`.repeat(10)}">`).join('') +
          ']><worksheet><row><c t="inlineStr"><is><t>&i;</t></is></c></row></worksheet>',
      },
    ],
    [
      'an entity that refers to a file',
      'unreadable',
      { 'xl/shared.xml': '<!DOCTYPE s [<!ENTITY a SYSTEM "file:///etc/passwd">]><sst><si><t>&a;</t></si></sst>' },
    ],
    [
      'a sheet on another site',
      'unreadable',
      {
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="s" Type="x/worksheet" ' +
          'Target="https://elsewhere.example/sheet.xml" TargetMode="External"/></Relationships>',
      },
    ],
    [
      'a sheet that is a file of the server',
      'unreadable',
      {
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="s" Type="x/worksheet" Target="../../../../etc/passwd"/></Relationships>',
      },
    ],
    ['too many tags', 'tooLarge', { 'xl/sheet.xml': `<worksheet>${'<x/>'.repeat(4 * MB)}</worksheet>` }],
    [
      'too many attributes',
      'tooLarge',
      { 'xl/sheet.xml': `<worksheet>${'<x a="" b="" d=""/>'.repeat(MB)}</worksheet>` },
    ],
    [
      'a tag with too many attributes',
      'unreadable',
      { 'xl/sheet.xml': `<worksheet ${Array.from({ length: 65 }, (_, n) => `a${n}=""`).join(' ')}/>` },
    ],
    ['empty rows', 'tooManyRows', { 'xl/sheet.xml': `<worksheet>${'<row/>'.repeat(1_048_577)}</worksheet>` }],
  ])('%s', async (_, problem, parts) => {
    expect(await problemOf(forged(parts), { rows: 1_000 })).toBe(problem)
  })

  it('with one distant cell in each row is read in the time of its cells', async () => {
    const cell = (at: string) => `<c r="${at}"><v>1</v></c>`
    const cpuOf = async (at: string) => {
      const file = forged({ 'xl/sheet.xml': `<worksheet>${`<row>${cell(at)}</row>`.repeat(30_000)}</worksheet>` })
      const before = process.cpuUsage()
      for await (const _ of readSheet(file, LIMITS));
      return process.cpuUsage(before).user
    }
    await cpuOf('A1')
    expect((await cpuOf('IV1')) / (await cpuOf('A1'))).toBeLessThan(8)
  })

  it.each([
    ['brackets', '['],
    ['quotes', '&quot;'],
    ['backslashes', '\\'],
  ])('with a format of unclosed %s is read in linear time', async (_, opening) => {
    const file = forged({
      'xl/styles.xml': `<s><numFmts><numFmt numFmtId="200" formatCode="${opening.repeat(150_001)}"/></numFmts></s>`,
    })
    const before = process.cpuUsage()
    expect(await rowsOf(file)).toEqual([['account']])
    // CPU time, because other processes can delay the test.
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1_000_000).toBeLessThan(10)
  })

  it('a text file of empty lines has too many rows', async () => {
    expect(await problemOf(csv(`a${'\n'.repeat(1_048_577)}`))).toBe('tooManyRows')
  })
})

describe('reading a file lets other work run', () => {
  /** How often other work could run meanwhile. */
  async function turnsDuring(file: File) {
    let turns = 0
    let isOver = false
    const count = () => {
      turns += 1
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    await problemOf(file)
    isOver = true
    return turns
  }

  it.each([
    ['short lines', csv('a\n'.repeat(100_000))],
    ['empty lines', csv('\n'.repeat(100_000))],
    [
      'rows of a spreadsheet',
      forged({ 'xl/sheet.xml': `<worksheet>${'<row><c><v>1</v></c></row>'.repeat(100_000)}</worksheet>` }),
    ],
    ['a gap between rows', forged({ 'xl/sheet.xml': '<worksheet><row r="100000"><c><v>1</v></c></row></worksheet>' })],
  ])('%s', async (_, file) => {
    expect(await turnsDuring(file)).toBeGreaterThan(1_000)
  })
})

describe('files are read in turn', () => {
  it('two at a time, one of each developer, in order; a developer with three waiting is refused', async () => {
    const inTurn = createFileTurns()
    const begun: string[] = []
    const ends = new Map<string, () => void>()
    const read = (developerId: number, name: string) =>
      inTurn(
        developerId,
        () =>
          new Promise<void>((end) => {
            begun.push(name)
            ends.set(name, end)
          }),
      )
    const all = [read(1, 'a1'), read(1, 'a2'), read(2, 'b1'), read(3, 'c1'), read(1, 'a3'), read(1, 'a4')]
    const refused: unknown = await read(1, 'a5').catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(Refusal)
    expect(refused).toMatchObject({ error: 'platform.tooFrequent' })
    expect(begun).toEqual(['a1', 'b1'])
    const order = ['b1', 'c1', 'a1', 'a2', 'a3', 'a4']
    for (const name of order) {
      ends.get(name)?.()
      await all[['a1', 'a2', 'b1', 'c1', 'a3', 'a4'].indexOf(name)]
      await Promise.resolve()
    }
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'a3', 'a4'])
  })

  it('and of all developers together, 16 files wait at most', async () => {
    const inTurn = createFileTurns()
    for (let developerId = 0; developerId < 18; developerId += 1)
      void inTurn(developerId, () => new Promise<void>(() => undefined))
    await expect(inTurn(18, async () => undefined)).rejects.toMatchObject({ error: 'platform.tooFrequent' })
  })

  it('and a failed one makes room for the next', async () => {
    const inTurn = createFileTurns()
    await expect(inTurn(1, () => Promise.reject(new Error('torn')))).rejects.toThrow('torn')
    expect(await inTurn(1, async () => 'read')).toBe('read')
  })
})

describe('memory use does not depend on length', () => {
  it.each(['xlsx', 'csv'] as const)('40,000 rows are written and read with a few megabytes, as %s', async (format) => {
    function* rows() {
      for (let n = 0; n < 40_000; n += 1)
        yield [`user${n}@example.com`, `姓名${n}`, '13800138000', 'x'.repeat(40), `${n}`]
    }
    const file = new File([await bytesOf(writeSheet(format, rows()))], `x.${format}`)
    collectGarbage()
    const before = process.memoryUsage().heapUsed
    let peak = 0
    let count = 0
    for await (const row of readSheet(file, LIMITS)) {
      count += row.length / 5
      if (count % 10_000 === 0) {
        collectGarbage()
        peak = Math.max(peak, process.memoryUsage().heapUsed)
      }
    }
    expect(count).toBe(40_000)
    // Held in memory, the rows would take 12 MB.
    expect(peak - before).toBeLessThan(8 * MB)
  })
})
