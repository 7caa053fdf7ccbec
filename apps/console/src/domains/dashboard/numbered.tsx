// A sentence whose number is a link to the rows that it counts.
import { LIMITS } from '@sealwright/contract'
import { useCountText } from '../../blocks/list/paging/list-count.ts'
import { Link } from '../../lib/place/navigate.tsx'

/** Marks the number inside of a sentence. The character is invisible, and no phrase contains it. */
const MARK = '\u2063'

export const marked = (text: string) => `${MARK}${text}${MARK}`

export function Numbered({ words, href, name }: { words: string; href: string | undefined; name?: string }) {
  const [before, number, after] = words.split(MARK)
  return (
    <>
      {before}
      {href === undefined ? (
        <strong>{number}</strong>
      ) : (
        <Link href={href} aria-label={name ?? words.replaceAll(MARK, '')}>
          {number}
        </Link>
      )}
      {after}
    </>
  )
}

/** Counts of the dashboard do not tell that they stopped: those at the limit of exact counts did. */
export function useFigureText(): (count: number) => string {
  const countText = useCountText()
  const most = LIMITS.page.exactCount
  return (count) => countText(Math.min(count, most), count >= most)
}
