// In a build this stands in the place of what use-intl says its messages with (build/phrase-units.ts): the same, with
// our way to write numbers.
import formatMessage from 'use-intl/format-message/format-only'
import { numberText } from './number-text.ts'

/** As many digits as Intl shows by itself. */
const DIGITS = 3
const NUMBERS = { format: (value: number) => numberText(value, DIGITS) } as Intl.NumberFormat // messages format, and nothing else

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

// oxlint-disable-next-line import/no-default-export -- what use-intl exports
export default formatWithOwnNumbers
