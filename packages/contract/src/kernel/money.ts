// Between fen, which everything counts in, and yuan, which people read and type. Text only: no float ever holds an
// amount.
export const FEN_A_YUAN = 100

/** A whole number with commas, as both languages write it: `1,234`. */
export const thousands = (whole: number | string): string => String(whole).replace(/\B(?=(?:\d{3})+$)/g, ',')

/** `1,234.50`, with a minus where there is one. */
export function yuanText(fen: number): string {
  const whole = Math.trunc(Math.abs(fen) / FEN_A_YUAN)
  return `${fen < 0 ? '-' : ''}${thousands(whole)}.${String(Math.abs(fen) % FEN_A_YUAN).padStart(2, '0')}`
}

/**
 * What somebody typed, such as `1234.5` or `1,234.50`; undefined where it is no amount of whole fen. A comma stands
 * between thousands only: elsewhere it may be somebody's decimal point.
 */
export function fenOf(yuan: string): number | undefined {
  const match = /^(\d{1,12}|\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{1,2}))?$/.exec(yuan.normalize('NFKC').trim())
  return match
    ? Number(match[1]?.replaceAll(',', '')) * FEN_A_YUAN + Number((match[2] ?? '').padEnd(2, '0'))
    : undefined
}
