// Text on a page: which of the fonts draws which character, how wide it comes out, and where it is cut. No font is
// embedded (ADR 0019): Helvetica takes what WinAnsi has, and the Chinese font everything else, each character as wide
// as the size. Quotes and dashes are thus always Helvetica's.
import { HELVETICA, HELVETICA_BOLD } from './helvetica.ts'

export interface TextStyle {
  size: number
  isBold?: boolean
  /** 0 is black, 1 is white. */
  gray?: number
}

/** The names that a page's resources give the fonts. */
export const FONTS = { latin: 'L', latinBold: 'B', chinese: 'C' } as const

/** Outlines the Chinese characters, of whose font no viewer is sure to have a bold one. */
const OUTLINE = 0.03
const FULL_WIDTH = 1000
const ELLIPSIS = '…'
/** WinAnsi from 0x80 to 0x9f, the part of it that is not Unicode's. */
const WIN_ANSI_80 = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 0x20 }, (_, at) => 0x80 + at))
const WIN_ANSI = new Map(Array.from(WIN_ANSI_80, (character, at) => [character.charCodeAt(0), 0x80 + at]))

/** A character's code in WinAnsi, if it has one. */
const latinCode = (unit: number) =>
  (unit >= 0x20 && unit <= 0x7e) || (unit >= 0xa0 && unit <= 0xff) ? unit : WIN_ANSI.get(unit)

/**
 * What takes the place of characters that no font here has. Formats of dates and amounts bring the narrow spaces and
 * the minus.
 */
const REPLACED: readonly (readonly [RegExp, string])[] = [
  [/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' '],
  [/[\u2000-\u200A\u202F\u205F]/g, ' '],
  [/[\u2010-\u2012\u2212]/g, '-'],
  [/[\p{Cc}\p{Cf}]/gu, ''],
  // The CMap has next to nothing beyond the basic plane, and some viewers read such a pair as two characters.
  [/[\u{10000}-\u{10FFFF}\p{Cs}\uFFFD]/gu, '?'],
]
const PLAIN = /^[ -~]*$/

/** The text as it can be drawn, one unit a character. */
const drawable = (text: string) =>
  PLAIN.test(text) ? text : REPLACED.reduce((so, [found, other]) => so.replaceAll(found, other), text.normalize('NFC'))

function unitWidth(unit: number, { size, isBold }: TextStyle): number {
  const code = latinCode(unit)
  return (
    ((code === undefined ? FULL_WIDTH : ((isBold ? HELVETICA_BOLD : HELVETICA)[code - 0x20] ?? FULL_WIDTH)) * size) /
    1000
  )
}

function widthOf(text: string, style: TextStyle): number {
  let width = 0
  for (let at = 0; at < text.length; at += 1) width += unitWidth(text.charCodeAt(at), style)
  return width
}

export const textWidth = (text: string, style: TextStyle) => widthOf(drawable(text), style)

/** As much of the text as fits, with an ellipsis when it is not all of it. */
function cut(text: string, style: TextStyle, most: number): string {
  const ellipsis = widthOf(ELLIPSIS, style)
  let width = 0
  let fits = 0
  for (let at = 0; at < text.length; at += 1) {
    width += unitWidth(text.charCodeAt(at), style)
    if (width > most) return `${text.slice(0, fits).trimEnd()}${ELLIPSIS}`
    if (width + ellipsis <= most) fits = at + 1
  }
  return text
}

/** A number as content streams have it: neither exponents nor long fractions. */
export const numeral = (value: number) => String(Math.round(value * 100) / 100)

export const literal = (latin: string) => `(${latin.replaceAll(/[\\()]/g, String.raw`\$&`)})`
export const hexOf = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()

/** The text as one piece for each change of font, spelled as that font wants it. */
function runs(text: string): { isLatin: boolean; spelled: string }[] {
  const found: { isLatin: boolean; codes: number[] }[] = []
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    const code = latinCode(unit)
    const isLatin = code !== undefined
    const last = found.at(-1)
    if (last?.isLatin === isLatin) last.codes.push(code ?? unit)
    else found.push({ isLatin, codes: [code ?? unit] })
  }
  return found.map(({ isLatin, codes }) => {
    const piece = String.fromCharCode(...codes)
    return { isLatin, spelled: isLatin ? literal(piece) : `<${hexOf(piece)}>` }
  })
}

/** The operators that draw a text on a line: from x on, or up to the end of its room. What has no room is cut. */
export function drawText(
  text: string,
  style: TextStyle,
  { x, y, width, align = 'left' }: { x: number; y: number; width: number; align?: 'left' | 'right' },
): string {
  const fitting = cut(drawable(text), style, width)
  if (fitting === '') return ''
  const { size, isBold = false, gray = 0 } = style
  const from = align === 'left' ? x : x + width - widthOf(fitting, style)
  const drawn = runs(fitting).map(({ isLatin, spelled }) => {
    if (isLatin) return `/${isBold ? FONTS.latinBold : FONTS.latin} ${numeral(size)} Tf ${spelled} Tj`
    const shown = `/${FONTS.chinese} ${numeral(size)} Tf ${spelled} Tj`
    return isBold ? `2 Tr ${numeral(size * OUTLINE)} w ${shown} 0 Tr` : shown
  })
  return `BT ${numeral(gray)} g ${numeral(gray)} G ${numeral(from)} ${numeral(y)} Td ${drawn.join(' ')} ET\n`
}
