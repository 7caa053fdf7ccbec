// The columns of a file of users, in and out: how they are headed, and how a cell is read and written. Headings and
// words are understood in every language of the product, whoever wrote the file.
import { GENDERS } from '@sealwright/contract'
import type { Gender } from '@sealwright/contract'
import { fieldLabel } from '@sealwright/phrases'
import type { Sentences } from '@sealwright/phrases'

export const COLUMNS = [
  'account',
  'userName',
  'gender',
  'phone',
  'address',
  'customerName',
  'description',
  'tags',
] as const
export type Column = (typeof COLUMNS)[number]

/** A row of a file: what its cells say, as they say it. */
export type Cells = Partial<Record<Column, string>>

const GENDER_WORDS: Record<Gender, string> = {
  unknown: 'customer.user.genders.unknown',
  male: 'customer.user.genders.male',
  female: 'customer.user.genders.female',
}
const genders = Object.keys(GENDERS) as Gender[] // the keys of that very object

export const columnLabel = (say: Sentences, column: string) => fieldLabel(say, 'customer', column)
export const genderWord = (say: Sentences, gender: number) =>
  say(GENDER_WORDS[genders.find((name) => GENDERS[name] === gender) ?? 'unknown'])

/** What tags in one cell are parted by: characters that a name cannot have, as a comma can. */
const TAG_SEPARATORS = /[;；]/
const tagsOf = (text: string) =>
  text
    .split(TAG_SEPARATORS)
    .map((name) => name.trim())
    .filter((name) => name !== '')
export const tagsText = (names: readonly string[]) => names.join('；')

const plain = (text: string) => text.replaceAll('*', '').trim().toLowerCase()

/** Where each column stands, by the row of headings; what is headed otherwise is not read. */
export function columnsOf(headings: readonly string[], languages: readonly Sentences[]): Map<Column, number> {
  const known = new Map(
    COLUMNS.flatMap((column) =>
      [column, ...languages.map((say) => columnLabel(say, column))].map((label): [string, Column] => [
        plain(label),
        column,
      ]),
    ),
  )
  const found = new Map<Column, number>()
  headings.forEach((heading, index) => {
    const column = known.get(plain(heading))
    if (column !== undefined && !found.has(column)) found.set(column, index)
  })
  return found
}

/** A row's cells by their columns, without what PostgreSQL cannot keep; empty ones are left out. */
export function cellsOf(row: readonly string[], columns: ReadonlyMap<Column, number>): Cells {
  const cells: Cells = {}
  for (const [column, index] of columns) {
    const text = (row[index] ?? '').toWellFormed().replaceAll('\u0000', '').trim()
    if (text !== '') cells[column] = text
  }
  return cells
}

/**
 * What the cells say as a payload, to be judged by the rules of one. A word that is no gender stays as it is, for the
 * rule to refuse.
 */
export function payloadOf({ gender, tags, ...texts }: Cells, languages: readonly Sentences[]): Record<string, unknown> {
  const said =
    gender === undefined
      ? undefined
      : genders.find(
          (name) =>
            gender === String(GENDERS[name]) ||
            languages.some((say) => plain(say(GENDER_WORDS[name])) === plain(gender)),
        )
  return {
    ...texts,
    ...(gender !== undefined && { gender: said === undefined ? gender : GENDERS[said] }),
    ...(tags !== undefined && { tags: tagsOf(tags) }),
  }
}
