// The text of files: what mail, editors and people do to it, and that every damage is noticed.
import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fileNameOf, readFile, writeFile } from './file.ts'

const TOKEN = `${'abcDEF-_09.'.repeat(40)}end`
const TEXT = writeFile('C2D', TOKEN)
const LINES = TEXT.trimEnd().split('\n')
const WHOLE = { kind: 'C2D', token: TOKEN }

describe('a file', () => {
  it('has a header, lines of at most 76 characters, and a checksum', () => {
    expect(LINES[0]).toBe('SEALWRIGHT C2D 1')
    expect(Math.max(...LINES.map((line) => line.length))).toBe(76)
    expect(LINES.at(-1)).toMatch(/^#[\da-f]{8}$/)
    expect(readFile(TEXT)).toEqual(WHOLE)
    expect(readFile(writeFile('D2C', TOKEN))).toEqual({ kind: 'D2C', token: TOKEN })
  })

  it.each([
    ['with Windows line ends', TEXT.replaceAll('\n', '\r\n')],
    ['with old Mac line ends', TEXT.replaceAll('\n', '\r')],
    ['with a byte order mark', `\uFEFF${TEXT}`],
    ['quoted in a mail', LINES.map((line) => `> > ${line}`).join('\r\n')],
    ['indented, with empty lines between', LINES.map((line) => `\t ${line}  `).join('\n\n')],
    ['with a greeting and a signature around it', `Hello,\nplease see below.\n\n${TEXT}\n-- \nJo, #1 support`],
    ['without its last line end', TEXT.trimEnd()],
    ['folded again by a mail program', [LINES[0], ...(TOKEN.match(/.{1,40}/g) ?? []), LINES.at(-1)].join('\n')],
  ])('is readable %s', (_how, text) => {
    expect(readFile(text)).toEqual(WHOLE)
  })

  it('is damaged with one mistyped, missing or doubled character, at any place', () => {
    fc.assert(
      fc.property(fc.nat(TOKEN.length - 1), fc.constantFrom('', 'x', 'xx', '%', ' '), (at, by) => {
        const other = TOKEN.slice(0, at) + by + TOKEN.slice(at + 1)
        if (other === TOKEN) return
        const lines = [LINES[0], ...(other.match(/.{1,76}/g) ?? []), LINES.at(-1)]
        expect(readFile(lines.join('\n'))).toEqual({ fault: 'damaged' })
      }),
    )
  })

  it('is damaged with swapped lines, or under the header of the other kind', () => {
    const [head, first, second, ...rest] = LINES
    expect(readFile([head, second, first, ...rest].join('\n'))).toEqual({ fault: 'damaged' })
    expect(readFile(TEXT.replace('C2D', 'D2C'))).toEqual({ fault: 'damaged' })
  })

  it('is cut wherever it ends before the checksum', () => {
    for (const end of [LINES[0]?.length ?? 0, 40, 200, TEXT.length - 10, TEXT.length - 3])
      expect(readFile(TEXT.slice(0, end)), String(end)).toEqual({ fault: 'cut' })
  })

  it('of a later version is told apart from a damaged one', () => {
    expect(readFile(TEXT.replace('C2D 1', 'C2D 2'))).toEqual({ fault: 'version' })
    expect(readFile('SEALWRIGHT D2C 17\nanything at all')).toEqual({ fault: 'version' })
  })

  it.each(['', '   \n', 'sealwright c2d 1', 'SEALWRIGHT X2Y 1\nabc\n#00000000', '%PDF-1.7', '\u0000\u0001'])(
    'is none: %j',
    (text) => {
      expect(readFile(text)).toEqual({ fault: 'noFile' })
    },
  )

  it('never makes its reader throw, whatever the text', () => {
    const line = fc.oneof(fc.string(), fc.constantFrom(...LINES))
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        expect(readFile(lines.join('\n'))).toBeTypeOf('object')
      }),
    )
  })
})

describe('the name of a file', () => {
  const at = new Date('2026-11-17T01:30:59Z')
  beforeEach(() => {
    const inBeijing = vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-480)
    return () => inBeijing.mockRestore()
  })
  const anything = fc.nat(0x10ffff).map((point) => String.fromCodePoint(point))

  it('tells the device and the time on its wall', () => {
    expect(fileNameOf('C2D', 'office-pc', at)).toBe('office-pc 2026-11-17 0930.c2d')
    expect(fileNameOf('D2C', '设计部的电脑', at)).toBe('设计部的电脑 2026-11-17 0930.d2c')
    expect(fileNameOf('D2C', '610000001-1', '2026-11-17T17:30:59')).toBe('610000001-1 2026-11-17 1730.d2c')
  })

  it('is neither a path, a hidden file nor too long, on any system', () => {
    expect(fileNameOf('C2D', '../../etc/passwd', at)).toBe('etc passwd 2026-11-17 0930.c2d')
    expect(fileNameOf('C2D', '', at)).toBe('device 2026-11-17 0930.c2d')
    expect(fileNameOf('C2D', '𠮷'.repeat(80), at)).toBe(`${'𠮷'.repeat(60)} 2026-11-17 0930.c2d`)
    fc.assert(
      fc.property(
        fc.array(anything, { maxLength: 200 }).map((characters) => characters.join('')),
        (name) => {
          const made = fileNameOf('C2D', name, at)
          expect(made).toMatch(/^[^."*/:<>?\\|\p{C}][^"*/:<>?\\|\p{C}]* 2026-11-17 0930\.c2d$/u)
          expect(made.length).toBeLessThan(150)
        },
      ),
    )
  })
})
