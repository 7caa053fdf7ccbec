// The fields of an entity, each declared once: its column, its line on a card, its filter, its fact on the detail page
// and its input. They share one label, which refusals and the operation log use too: it is found by the field's name.
import { fieldLabel } from '@sealwright/phrases'
import type { Sentences } from '@sealwright/phrases'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { useSentences } from '../../lib/words/i18n.tsx'
import type { PhraseKey } from '../../lib/words/i18n.tsx'
import { CopyText } from '../control/copy-text.tsx'
import { Monogram } from '../control/monogram.tsx'
import type { Fact } from '../detail/fact-list.tsx'
import { DateCell, NameCell, Nothing, NumberCell, TimeCell } from '../list/columns.tsx'
import type { Column } from '../list/data-table.tsx'
import type { Filter } from '../list/filter/list-filters.tsx'
import type { CardParts } from '../list/record-card.tsx'
import { WIDTHS } from '../list/table-layout.ts'
import './entity.css'

/** The names of fields that have a label: those of the domain and the common ones. */
export type LabelName<Domain extends string> = PhraseKey extends infer Key
  ? Key extends `${Domain}.fields.${infer Name}` | `common.fields.${infer Name}`
    ? Name
    : never
  : never

export interface Input {
  /** Several lines of text. */
  rows?: number
  isNumber?: true
  /** Shows how much of the longest allowed text is used. */
  hasCounter?: true
  help?: PhraseKey
}

interface Places<Row> {
  /** Replaces the label, where one table of a domain differs from the others. */
  label?: PhraseKey
  /** The list can be sorted by a column only if its call can. */
  column?: true | (Omit<Partial<Column<Row>>, 'key' | 'title' | 'sort'> & { sort?: true })
  /** A fact of the card, or its foot. */
  card?: true | 'foot'
  fact?: true | 'wide'
  /** The list can be searched by this field. The phrase is the placeholder. */
  filter?: PhraseKey
  input?: Input
}

/**
 * A value of the row as it is, or made from the row. Names say nothing about the type of the answer: inferring it from
 * each of thousands of labels would take seconds.
 */
type Shown<Row, Answer, Label extends string> =
  | { name: Label & keyof NoInfer<Answer>; show?: 'time' | 'copy' | ((row: Row) => ReactNode) }
  | { name: Label; show: (row: Row) => ReactNode }
  | { name: string; label: PhraseKey; show: (row: Row) => ReactNode }

interface Table<Row, Domain extends string, Field> {
  /** Whose labels the fields have. */
  domain: Domain
  /** The name is the first column and the title of a card. Its place in `fields` is for its input. */
  title?: {
    minWidth?: number
    below?: (row: Row) => ReactNode
    cardBelow?: (row: Row) => ReactNode
  }
  fields: readonly Field[]
}

export interface FieldTable<Row, Answer extends Row, Domain extends string> extends Table<
  Row,
  Domain,
  Places<Row> & Shown<Row, Answer, LabelName<Domain>>
> {}

export function defineFields<Row, Answer extends Row, const Domain extends string>(
  table: FieldTable<Row, Answer, Domain>,
): FieldTable<Row, Answer, Domain> {
  return table
}

interface Valued<Row> {
  name: string
  show?: 'time' | 'copy' | ((row: Row) => ReactNode)
}

/** A field of any table, whatever its labels. */
type AnyField<Row> = Readonly<Places<Row> & Valued<Row>>
export interface AnyTable<Row> extends Table<Row, string, AnyField<Row>> {}

function valueOf<Row>({ name, show }: Valued<Row>, row: Row, isFact: boolean): ReactNode {
  if (typeof show === 'function') return show(row)
  const value = (row as Readonly<Record<string, unknown>>)[name] // the type of the field says that the row has it
  if (value === null || value === undefined || value === '') return isFact ? null : <Nothing />
  if (typeof value === 'number') return <NumberCell value={value} />
  if (typeof value !== 'string') throw new Error(`the field ${name} needs a show`)
  if (show === 'time') return isFact ? <TimeCell at={value} /> : <DateCell at={value} />
  if (isFact) return show === 'copy' ? <CopyText text={value} /> : value
  if (show === 'copy') return <span className="sw-tabular">{value}</span>
  return <span className="cell-words">{value}</span>
}

const labelIn =
  (say: Sentences, domain: string) =>
  ({ name, label }: { name: string; label?: PhraseKey }) =>
    label ? say(label) : fieldLabel(say, domain, name)

interface Named {
  name: string
}

/** The columns, the card and the filters of a list, in the language in use. */
export function useFields<Row extends Named>(
  table: AnyTable<Row>,
  /** Absent where the person may open nothing. */
  hrefOf: (row: Row) => string | undefined,
) {
  const say = useSentences()
  return useMemo(() => {
    const { domain, fields, title: { minWidth = 220, below, cardBelow = below } = {} } = table
    const labelOf = labelIn(say, domain)
    const columnOf = (field: AnyField<Row>): Column<Row>[] => {
      if (!field.column) return []
      const { sort, ...options } = field.column === true ? {} : field.column
      const cell = (row: Row) => valueOf(field, row, false)
      return [
        {
          key: field.name,
          title: labelOf(field),
          cell,
          ...(field.show === 'time' && { minWidth: WIDTHS.date }),
          ...(sort && { sort: field.name }),
          ...options,
        },
      ]
    }
    const name: Column<Row> = {
      key: 'name',
      title: labelOf({ name: 'name' }),
      sort: 'name',
      minWidth,
      cell: (row) => (
        <NameCell mark={<Monogram name={row.name} />} name={row.name} below={below?.(row)} href={hrefOf(row)} />
      ),
    }
    const columns = [name, ...fields.flatMap(columnOf)]
    const foot = fields.find((field) => field.card === 'foot')
    const card = (row: Row): CardParts => ({
      mark: <Monogram name={row.name} size={40} />,
      name: row.name,
      href: hrefOf(row),
      below: cardBelow?.(row),
      facts: fields
        .filter((field) => field.card === true)
        .map((field) => ({ label: labelOf(field), value: valueOf(field, row, false) })),
      foot: foot && (
        <>
          {labelOf(foot)} {valueOf(foot, row, true)}
        </>
      ),
    })
    const filters = fields.flatMap(({ name: field, filter }): Filter[] =>
      filter ? [{ kind: 'search', name: field, label: say(filter) }] : [],
    )
    return { columns, card, filters }
  }, [table, hrefOf, say])
}

/** The facts of the detail page. */
export function useFacts<Row>({ domain, fields }: AnyTable<Row>, answer: Row): Fact[] {
  const say = useSentences()
  return fields
    .filter(({ fact }) => fact)
    .map((field) => ({
      label: labelIn(say, domain)(field),
      value: valueOf(field, answer, true),
      isWide: field.fact === 'wide',
    }))
}
