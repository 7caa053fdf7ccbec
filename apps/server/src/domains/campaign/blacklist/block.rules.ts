// Pure decisions of the blacklist: which entries a visitor could meet, and how the rows of an imported file are read.
import { BLACKLIST_KINDS, LIMITS, blacklistValue, isBlacklistValue } from '@sealwright/contract'
import type { BlacklistKind, Violation } from '@sealwright/contract'
import { fieldLabel } from '@sealwright/phrases'
import type { Sentences } from '@sealwright/phrases'
import { headingsIn } from '../../../kernel/sheets/headings.ts'

/** The values that an entry about this visitor could have, by kind, and the address without its IPv6 forms. */
export function suspectsOf({ account, network }: { account?: string | null | undefined; network: string }) {
  const named = new Map<BlacklistKind, string[]>()
  const name = account?.trim().toLowerCase()
  if (name) {
    named.set('account', [name])
    const [, domain] = /@([^@]+)$/.exec(name) ?? []
    if (domain !== undefined) named.set('mailDomain', parentsOf(domain))
    else named.set('phonePrefix', prefixesOf(name))
  }
  return { named, address: network.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '') }
}

/** A domain and those above it: mail.example.com, example.com, com. */
const parentsOf = (domain: string) =>
  domain
    .split('.')
    .map((_, index, labels) => labels.slice(index).join('.'))
    .filter((part) => part !== '')

const prefixesOf = (text: string) => Array.from(text, (_, index) => text.slice(0, index + 1))

export const COLUMNS = ['kind', 'value', 'reason'] as const
export type Column = (typeof COLUMNS)[number]

export const columnLabel = (say: Sentences, column: Column) => fieldLabel(say, 'activity', column)
export const kindWord = (say: Sentences, kind: BlacklistKind) => say(`activity.report.blacklist.kinds.${kind}`)

const plain = (text: string) => text.replaceAll('*', '').trim().toLowerCase()

/** The index of each column, from the row of headings in any language. */
export const columnsOf = (headings: readonly string[], languages: readonly Sentences[]): Map<Column, number> =>
  headingsIn(headings, COLUMNS, (column) => languages.map((say) => columnLabel(say, column)))

/** Rows of the import file that show how to fill it in. Nobody has these values, so they are ignored. */
export const EXAMPLES: Readonly<Record<BlacklistKind, string>> = {
  account: 'name@example.com',
  mailDomain: 'example.com',
  phonePrefix: '1700000000',
  network: '192.0.2.0/24',
}

export interface GivenBlock {
  kind: BlacklistKind
  value: string
  reason: string | null
}

/** The entry of a row, null for an empty row or an example, or the rule that it breaks. */
export function blockIn(
  row: readonly string[],
  columns: ReadonlyMap<Column, number>,
  languages: readonly Sentences[],
): GivenBlock | { violation: Violation; value: string } | null {
  const cell = (column: Column) => {
    const index = columns.get(column)
    return index === undefined ? '' : (row[index] ?? '').trim()
  }
  const [word, text, reason] = [cell('kind'), cell('value'), cell('reason')]
  if (word === '' && text === '' && reason === '') return null
  const fail = (path: Column, rule: Violation['rule'], params: Violation['params'] = {}) => ({
    violation: { path, rule, params },
    value: text,
  })
  const kind = BLACKLIST_KINDS.find((one) =>
    [one, ...languages.map((say) => kindWord(say, one))].some((label) => plain(label) === plain(word)),
  )
  if (kind === undefined)
    return word === '' ? fail('kind', 'required') : fail('kind', 'blacklistValue', { value: word })
  if (text === '') return fail('value', 'required')
  const value = blacklistValue(kind, text)
  if (value === EXAMPLES[kind]) return null
  if (value.length > LIMITS.account.accountMax || !isBlacklistValue(kind, value))
    return fail('value', 'blacklistValue', { value: text.slice(0, LIMITS.account.accountMax) })
  const max = LIMITS.campaign.blacklist.reasonMax
  if (reason.length > max) return fail('reason', 'tooLong', { max })
  return { kind, value, reason: reason || null }
}
