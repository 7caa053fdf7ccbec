// What a visiting operator sees of an answer: everything, with each text masked. A domain knows what to mask in a text.

/** Returns a text without what a visiting operator may not read. */
export type MaskText = (text: string) => string

/** An encoded answer with every text masked. */
export function maskTexts(answer: unknown, mask: MaskText): unknown {
  if (typeof answer === 'string') return mask(answer)
  if (Array.isArray(answer)) return answer.map((part) => maskTexts(part, mask))
  if (typeof answer !== 'object' || answer === null || Object.getPrototypeOf(answer) !== Object.prototype) return answer
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, maskTexts(value, mask)]))
}
