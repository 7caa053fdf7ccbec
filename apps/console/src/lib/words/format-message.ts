// Replaces use-intl's message formatter in a build (build/phrase-units.ts): the same formatter, with our own number
// format.
import formatMessage from 'use-intl/format-message/format-only'
import { numberText } from './number-text.ts'

/** The default number of fraction digits in Intl. */
const DIGITS = 3
const NUMBERS = { format: (value: number) => numberText(value, DIGITS) } as Intl.NumberFormat // only `format` is used

type Parameter = Parameters<typeof formatMessage>
const own = new WeakMap<Parameter[3]['formatters'], Parameter[3]['formatters']>()

function withOwnNumbers(formatters: Parameter[3]['formatters']): Parameter[3]['formatters'] {
  const known = own.get(formatters)
  if (known) return known
  const made = { ...formatters, getNumberFormat: () => NUMBERS }
  own.set(formatters, made)
  return made
}

const formatWithOwnNumbers: typeof formatMessage = Object.assign(
  (...[key, message, values, options]: Parameter) =>
    formatMessage(key, message, values, { ...options, formatters: withOwnNumbers(options.formatters) }),
  { raw: formatMessage.raw },
)

// oxlint-disable-next-line import/no-default-export -- use-intl has a default export
export default formatWithOwnNumbers
