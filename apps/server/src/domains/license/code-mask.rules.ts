// Masks codes in a text, for readers who may not use them. A code works for whoever knows it, and it can be in any
// text: a row, a log entry, a message. So it is found by its form and its check character, not by the name of a field.
import { CODE_ALPHABET, isCheckedCode, maskedSerial } from '@sealwright/contract'

/** Masks codes of these lengths after their first group. */
export function createCodeMask(lengths: readonly number[]): (text: string) => string {
  const [fewest, most] = [Math.min(...lengths), Math.max(...lengths)]
  /** Perhaps a code, as stored or in groups. */
  const codeLike = new RegExp(
    `(?<![\\w-])[${CODE_ALPHABET}](?:-?[${CODE_ALPHABET}]){${fewest - 1},${most - 1}}(?![\\w-])`,
    'g',
  )
  return (text) =>
    text.replace(codeLike, (found) => {
      const code = found.replaceAll('-', '')
      if (!lengths.some((length) => isCheckedCode(code, length))) return found
      const masked = maskedSerial('sn', code)
      let at = 0
      return found.replace(/[^-]/g, () => masked.charAt(at++))
    })
}
