// The limits of a sheet and the problems that it can have. It has no texts for people; the callers do.
export interface SheetLimits {
  /** Including the first row, which names the columns. */
  rows: number
  /** The size that a spreadsheet may unpack to. */
  unpackedBytes: number
  /** A longer cell is cut to one character more than this, so that a length rule still refuses it. */
  cellMax: number
}

export class SheetProblem extends Error {
  override name = 'SheetProblem'
  readonly kind: 'unreadable' | 'tooManyRows' | 'tooLarge'

  constructor(kind: SheetProblem['kind'], options?: ErrorOptions) {
    super(kind, options)
    this.kind = kind
  }
}

export const unreadable = (cause?: unknown) => new SheetProblem('unreadable', { cause })

/** More than any of our files has. Cells beyond are not read, so that one distant cell does not cost a long row. */
export const COLUMNS_MAX = 256

/** The row limit of spreadsheets. Empty rows count, because they take time too, even in a small file. */
export const ROWS_SEEN_MAX = 1_048_576
