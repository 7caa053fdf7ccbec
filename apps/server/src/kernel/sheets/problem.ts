// What a sheet may hold and what can be wrong with it. It says nothing to people: whoever asked for a file has the
// words.
export interface SheetLimits {
  /** The first row, which names the columns, counts. */
  rows: number
  /** What a spreadsheet may unpack to. */
  unpackedBytes: number
  /**
   * A longer cell is cut to one character more than this, so that a rule about its length still sees that it is too
   * long.
   */
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

/**
 * More columns than this no file of ours has; what stands further right is not read, so that one far cell does not cost
 * a row of thousands.
 */
export const COLUMNS_MAX = 256

/** A spreadsheet has no more. Empty rows count: a file of nothing else is small and takes as long as any. */
export const ROWS_SEEN_MAX = 1_048_576
