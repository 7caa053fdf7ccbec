// What a visiting operator sees of an answer: everything, with the codes of licenses and lent seats masked after their
// first group. A code works for whoever knows it, and it can be in any text: a row, a log entry, a message. So it is
// found by its form and its check character, not by the name of a field.
import { CODE_ALPHABET, LIMITS, isCheckedCode, maskedSerial } from '@sealwright/contract'

const LENGTHS = [LIMITS.license.codeLength, LIMITS.lending.codeLength]
const [fewest, most] = [Math.min(...LENGTHS), Math.max(...LENGTHS)]
/** Perhaps a code, as stored or in groups. */
const CODE_LIKE = new RegExp(
  `(?<![\\w-])[${CODE_ALPHABET}](?:-?[${CODE_ALPHABET}]){${fewest - 1},${most - 1}}(?![\\w-])`,
  'g',
)

function maskedText(text: string): string {
  return text.replace(CODE_LIKE, (found) => {
    const code = found.replaceAll('-', '')
    if (!LENGTHS.some((length) => isCheckedCode(code, length))) return found
    const masked = maskedSerial('sn', code)
    let at = 0
    return found.replace(/[^-]/g, () => masked.charAt(at++))
  })
}

/** An encoded answer without codes. */
export function withoutCodes(answer: unknown): unknown {
  if (typeof answer === 'string') return maskedText(answer)
  if (Array.isArray(answer)) return answer.map(withoutCodes)
  if (typeof answer !== 'object' || answer === null || Object.getPrototypeOf(answer) !== Object.prototype) return answer
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, withoutCodes(value)]))
}
