// Which view, how many rows, which page: the rules of sections 2, 8 and 9, apart from any screen.
import { LIMITS, cardSizes } from '@sealwright/contract'

export type View = 'card' | 'table'

/** Page sizes follow the window as it was when the console was loaded; resizing changes the layout only. */
const widthAtLoad = typeof window === 'undefined' ? undefined : window.innerWidth

export function pageSizes(view: View, width: number | undefined = widthAtLoad): readonly number[] {
  return view === 'card' ? cardSizes(width) : LIMITS.page.tableSizes
}

/** Cards while everything fits on one page of cards, else a table. */
export function initialView(records: number, cardSize: number): View {
  return records <= cardSize ? 'card' : 'table'
}

/** A page that is past the end reloads the last one. */
export function pageWithin(page: number, total: number): number {
  return Math.max(1, Math.min(page, total))
}

/** The page that holds the first row now in sight, once pages have another size. */
export function pageAfterResize(page: number, size: number, nextSize: number): number {
  return Math.floor(((page - 1) * size) / nextSize) + 1
}

export function pageFromUrl(text: string | undefined): number {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1
}

const AROUND = 1

/**
 * The page numbers to offer: both ends, the neighbors of the present one, and gaps (null) where numbers are left out.
 */
export function offeredPages(page: number, total: number): (number | null)[] {
  const wanted = new Set([1, total])
  for (let n = page - AROUND; n <= page + AROUND; n++) wanted.add(n)
  // At either end the row keeps its length, so that "next" stays under the pointer.
  if (page <= 3) for (let n = 1; n <= 5; n++) wanted.add(n)
  if (page >= total - 2) for (let n = total - 4; n <= total; n++) wanted.add(n)
  const numbers = [...wanted].filter((n) => n >= 1 && n <= total).toSorted((a, b) => a - b)
  return numbers.flatMap((n, index) => {
    const before = numbers[index - 1]
    if (before === undefined || n - before === 1) return [n]
    return n - before === 2 ? [n - 1, n] : [null, n]
  })
}
