// Amounts in forms: people type yuan, calls take fen.
import { FEN_A_YUAN, fenOf, yuanText } from '@sealwright/contract'
import type { Violation } from '@sealwright/contract'

/** As a person types it. */
export const typedYuan = (fen: number | null | undefined) =>
  fen === null || fen === undefined ? '' : yuanText(fen).replaceAll(',', '')

export interface AmountRule {
  maxFen: number
  isNeeded?: boolean
  minFen?: number
}

/** What is wrong with a typed amount. The messages are in yuan. */
export function judgeAmount(
  path: string,
  typed: unknown,
  { maxFen, isNeeded = false, minFen = 0 }: AmountRule,
): Violation[] {
  const text = typeof typed === 'string' ? typed.trim() : ''
  if (text === '') return isNeeded ? [{ path, rule: 'required', params: {} }] : []
  const fen = fenOf(text)
  if (fen === undefined) return [{ path, rule: 'notAmount', params: {} }]
  if (fen < minFen) return [{ path, rule: 'tooSmall', params: { min: minFen / FEN_A_YUAN } }]
  return fen > maxFen ? [{ path, rule: 'tooBig', params: { max: maxFen / FEN_A_YUAN } }] : []
}

/** What is wrong with a typed whole number. */
export function judgeCount(path: string, typed: unknown, min: number, max: number, isNeeded = false): Violation[] {
  const text = typeof typed === 'string' ? typed.trim() : ''
  if (text === '') return isNeeded ? [{ path, rule: 'required', params: {} }] : []
  const count = countOf(text)
  if (count === null) return [{ path, rule: 'notInteger', params: {} }]
  if (count < min) return [{ path, rule: 'tooSmall', params: { min } }]
  return count > max ? [{ path, rule: 'tooBig', params: { max } }] : []
}

/** Null if it is no whole number. */
export function countOf(text: string): number | null {
  const digits = text.normalize('NFKC').trim()
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null
}
