// Converts between fen, the unit of all amounts, and yuan, which people read and type. Amounts are never fractional
// numbers.
export const FEN_A_YUAN = 100

/** A whole number with thousands separators, the same in both languages: `1,234`. */
export const thousands = (whole: number | string): string => String(whole).replace(/\B(?=(?:\d{3})+$)/g, ',')

/** Such as `1,234.50` or `-1.00`. */
export function yuanText(fen: number): string {
  const whole = Math.trunc(Math.abs(fen) / FEN_A_YUAN)
  return `${fen < 0 ? '-' : ''}${thousands(whole)}.${String(Math.abs(fen) % FEN_A_YUAN).padStart(2, '0')}`
}

/**
 * Parses input such as `1234.5` or `1,234.50`. Undefined if it is not an amount of whole fen. Commas are accepted only
 * between thousands, because elsewhere a comma may be meant as a decimal point.
 */
export function fenOf(yuan: string): number | undefined {
  const match = /^(\d{1,12}|\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{1,2}))?$/.exec(yuan.normalize('NFKC').trim())
  return match
    ? Number(match[1]?.replaceAll(',', '')) * FEN_A_YUAN + Number((match[2] ?? '').padEnd(2, '0'))
    : undefined
}
