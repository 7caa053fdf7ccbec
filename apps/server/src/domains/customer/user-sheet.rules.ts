// The columns of imported and exported files: headings, and how cells are read and written. Headings and words are
// recognized in every language of the product.
import { GENDERS } from '@sealwright/contract'
import type { Gender } from '@sealwright/contract'
import { fieldLabel } from '@sealwright/phrases'
import type { Sentences } from '@sealwright/phrases'
import { headingsIn } from '../../kernel/sheets/headings.ts'

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

/** The texts of a row, by column. */
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

/** Separates the tags in a cell. A tag's name can contain a comma, but none of these. */
const TAG_SEPARATORS = /[;；]/
const tagsOf = (text: string) =>
  text
    .split(TAG_SEPARATORS)
    .map((name) => name.trim())
    .filter((name) => name !== '')
export const tagsText = (names: readonly string[]) => names.join('；')

const plain = (text: string) => text.replaceAll('*', '').trim().toLowerCase()

/** The index of each column, from the row of headings. Columns with other headings are ignored. */
export const columnsOf = (headings: readonly string[], languages: readonly Sentences[]): Map<Column, number> =>
  headingsIn(headings, COLUMNS, (column) => languages.map((say) => columnLabel(say, column)))

/** The texts of a row without characters that PostgreSQL cannot store. Empty cells are left out. */
export function cellsOf(row: readonly string[], columns: ReadonlyMap<Column, number>): Cells {
  const cells: Cells = {}
  for (const [column, index] of columns) {
    const text = (row[index] ?? '').toWellFormed().replaceAll('\u0000', '').trim()
    if (text !== '') cells[column] = text
  }
  return cells
}

/**
 * The cells as a payload, for the rules of the contract to check. A word that is no gender stays as it is, so that its
 * rule refuses it.
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
