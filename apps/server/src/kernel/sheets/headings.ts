// The columns of an imported file, found by the headings in its first row. A heading is the field's name, or its label
// in any language of the product. Columns with other headings are ignored.
const plain = (text: string) => text.replaceAll('*', '').trim().toLowerCase()

/** The index of each column. Of two columns with the same heading, the first one counts. */
export function headingsIn<Column extends string>(
  headings: readonly string[],
  columns: readonly Column[],
  labelsOf: (column: Column) => readonly string[],
): Map<Column, number> {
  const known = new Map(
    columns.flatMap((column) => [column, ...labelsOf(column)].map((label): [string, Column] => [plain(label), column])),
  )
  const found = new Map<Column, number>()
  headings.forEach((heading, index) => {
    const column = known.get(plain(heading))
    if (column !== undefined && !found.has(column)) found.set(column, index)
  })
  return found
}
