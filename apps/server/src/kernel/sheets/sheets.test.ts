// Files in and out: what was written is read back, what is hostile is refused before it costs anything, and length costs no memory.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { SHEET_TYPES, SheetProblem, readSheet, writeSheet } from './sheets.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void // what the flag above adds
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
const xlsx = (content: Uint8Array) => new File([content as Uint8Array<ArrayBuffer>], 'users.XLSX') // made here, in memory of its own
/** A spreadsheet as Excel keeps it: shared strings, numbers, dates. */
const excel = async (rows: unknown[][]) => xlsx(await writeXlsx({ sheets: [{ name: 'First', rows: rows as string[][] }, { name: 'Second', rows: [['not read']] }] })) // hucre takes any values

const TABLE = [
  ['account', 'name', 'note'],
  ['13800138000', '张三', '=1+1'],
  ['a@example.com', 'quote " comma , line\nbreak', '-5'],
  ["'=apostrophe", '𠮷 & <b>', '+86 10'],
  ['@x', '\ttab', '\rreturn'],
  ['last', '', 'end'],
]

describe('what is written is read back', () => {
  it.each(['xlsx', 'csv'] as const)('cell by cell, as %s', async (format) => {
    const file = new File([await bytesOf(writeSheet(format, TABLE))], `x.${format}`)
    expect(await rowsOf(file)).toEqual(TABLE)
    expect(SHEET_TYPES[format]).toMatch(/^(?:text|application)\//)
  })

  it('a cell that a spreadsheet would take for a formula has an apostrophe in front, in both formats', async () => {
    const text = (await bytesOf(writeSheet('csv', TABLE))).toString()
    expect(text.startsWith('\uFEFFaccount,name,note\r\n13800138000,张三,\'=1+1\r\n')).toBe(true)
    const { sheets } = await readXlsx(await bytesOf(writeSheet('xlsx', TABLE)))
    expect(sheets[0]?.rows.map((row) => row[2])).toEqual(['note', "'=1+1", "'-5", "'+86 10", "'\rreturn", 'end'])
    expect([...(sheets[0]?.cells?.values() ?? [])].filter((cell) => cell.formula !== undefined)).toEqual([])
  })
})

describe('a spreadsheet is read as a person reads it', () => {
  it('numbers have no exponent, dates are ISO, truth is a word', async () => {
    const file = await excel([[13_800_138_000, 1.5, 0.1 + 0.2, 1e21, new Date(Date.UTC(2026, 0, 31)), new Date(Date.UTC(2026, 0, 31, 8, 30)), true, 0.000_000_1]])
    expect(await rowsOf(file)).toEqual([['13800138000', '1.5', '0.3', '1000000000000000000000', '2026-01-31', '2026-01-31T08:30:00', 'TRUE', '0.0000001']])
  })

  it('only the first sheet, up to its last row with something in it; an empty row in between stays', async () => {
    expect(await rowsOf(await excel([['a', 'shared'], [], ['b', 'shared'], [''], ['']]))).toEqual([['a', 'shared'], [], ['b', 'shared']])
  })

  it('a cell far to the right does not make a row of thousands', async () => {
    const [row] = await rowsOf(await excel([['a', ...Array.from({ length: 2_000 }, () => 'x')]]))
    expect(row).toHaveLength(256)
  })
})

describe('a text file', () => {
  it.each([
    ['UTF-8 with a mark', Buffer.from('\uFEFF账号,姓名\r\n李,"a""b"')],
    ['UTF-8 without one, and bare line feeds', Buffer.from('账号,姓名\n李,"a""b"\n\n\n')],
    ['semicolons', Buffer.from('账号;姓名\r李;"a""b"\r')],
    // 账号,姓名 and 李 in GB18030
    ['GB18030', Buffer.concat([Buffer.from([0xd5, 0xcb, 0xba, 0xc5, 0x2c, 0xd0, 0xd5, 0xc3, 0xfb, 0x0d, 0x0a, 0xc0, 0xee]), Buffer.from(',"a""b"\r\n')])],
    ['UTF-16', Buffer.from('\uFEFF账号\t姓名\r\n李\t"a""b"', 'utf16le')],
  ])('%s', async (_, bytes) => {
    expect(await rowsOf(csv(bytes))).toEqual([['账号', '姓名'], ['李', 'a"b']])
  })

  it('pieces of the file may end anywhere, in a quoted cell too', async () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => [`用户${n}`, n % 3 === 0 ? '"\r\n,"' : `${n}`])
    expect(await rowsOf(new File([await bytesOf(writeSheet('csv', rows))], 'x.csv'))).toEqual(rows)
  })

  it('a quote within a cell is itself', async () => {
    expect(await rowsOf(csv('a,5" disk,b\n'))).toEqual([['a', '5" disk', 'b']])
  })
})

describe('what cannot be taken is refused', () => {
  it('garbage, another kind of file, a torn one', async () => {
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

  it('one row more than may be, empty rows in between counted', async () => {
    const file = () => csv('a\nb\n\nc\n\n\n')
    expect(await rowsOf(file(), { rows: 4 })).toHaveLength(4)
    expect(await problemOf(file(), { rows: 3 })).toBe('tooManyRows')
  })

  it('a long cell is cut to one character more than it may have', async () => {
    for (const file of [csv(`${'x'.repeat(500)}\n"${'y'.repeat(500)}"`), await excel([['x'.repeat(500)], ['y'.repeat(500)]])]) {
      expect((await rowsOf(file, { cellMax: 20 })).map(([cell]) => cell?.length)).toEqual([21, 21])
    }
  })

  it('a zip bomb: by what it declares before anything is unpacked, and by what it really gives when it lies', async () => {
    const bomb = await bytesOf(writeSheet('xlsx', Array.from({ length: 20_000 }, () => ['x'.repeat(1_000)])))
    expect(bomb.length).toBeLessThan(MB)
    const before = process.memoryUsage().arrayBuffers
    expect(await problemOf(xlsx(bomb), { unpackedBytes: 4 * MB })).toBe('tooLarge')
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4 * MB)

    const liar = Buffer.from(bomb)
    for (let at = liar.indexOf('PK\u0001\u0002'); at >= 0; at = liar.indexOf('PK\u0001\u0002', at + 1)) if (liar.readUInt32LE(at + 24) > MB) liar.writeUInt32LE(0, at + 24)
    expect(await problemOf(xlsx(liar), { unpackedBytes: 4 * MB })).toBe('tooLarge')
  })
})

describe('length costs no memory', () => {
  it.each(['xlsx', 'csv'] as const)('100,000 rows are written and read with a few megabytes, as %s', async (format) => {
    function* rows() {
      for (let n = 0; n < 100_000; n += 1) yield [`user${n}@example.com`, `姓名${n}`, '13800138000', 'x'.repeat(40), `${n}`]
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
    expect(count).toBe(100_000)
    expect(peak - before).toBeLessThan(16 * MB)
  })
})
