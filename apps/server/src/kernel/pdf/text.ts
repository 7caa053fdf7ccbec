// Draws text on a page: the font of each character, the width of a text, and where it is cut. No font is embedded (ADR
// 0019): Helvetica draws the characters of WinAnsi, and the Chinese font draws all others, each as wide as the font
// size. Quotes and dashes are therefore always Helvetica.
import { HELVETICA, HELVETICA_BOLD } from './helvetica.ts'

export interface TextStyle {
  size: number
  isBold?: boolean
  /** 0 is black, 1 is white. */
  gray?: number
}

/** The names of the fonts in the resources of a page. */
export const FONTS = { latin: 'L', latinBold: 'B', chinese: 'C' } as const

/** The outline of bold Chinese characters, relative to the size. A viewer may have no bold Chinese font. */
const OUTLINE = 0.03
const FULL_WIDTH = 1000
const ELLIPSIS = '…'
/** WinAnsi from 0x80 to 0x9f, where it differs from Unicode. */
const WIN_ANSI_80 = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 0x20 }, (_, at) => 0x80 + at))
const WIN_ANSI = new Map(Array.from(WIN_ANSI_80, (character, at) => [character.charCodeAt(0), 0x80 + at]))

/** The WinAnsi code of a character, if it has one. */
const latinCode = (unit: number) =>
  (unit >= 0x20 && unit <= 0x7e) || (unit >= 0xa0 && unit <= 0xff) ? unit : WIN_ANSI.get(unit)

/** Replacements for characters that neither font has. Formatted dates and amounts contain narrow spaces and a minus. */
const REPLACED: readonly (readonly [RegExp, string])[] = [
  [/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' '],
  [/[\u2000-\u200A\u202F\u205F]/g, ' '],
  [/[\u2010-\u2012\u2212]/g, '-'],
  [/[\p{Cc}\p{Cf}]/gu, ''],
  // The CMap has almost nothing beyond the basic plane, and some viewers read a surrogate pair as two characters.
  [/[\u{10000}-\u{10FFFF}\p{Cs}\uFFFD]/gu, '?'],
]
const PLAIN = /^[ -~]*$/

/** The text as it can be drawn, with one code unit per character. */
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

/** The part of the text that fits, with an ellipsis if it is cut. */
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

/** A number for a content stream: no exponent, and at most two decimals. */
export const numeral = (value: number) => String(Math.round(value * 100) / 100)

export const literal = (latin: string) => `(${latin.replaceAll(/[\\()]/g, String.raw`\$&`)})`
export const hexOf = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()

/** The text, split where the font changes and encoded for each font. */
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

/** The operators that draw a line of text, aligned within its width. Text that does not fit is cut. */
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
