// A sentence whose number is a link to the rows that it counts.
import { LIMITS } from '@sealwright/contract'
import { Link } from '../../lib/place/navigate.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'

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

/** A number, or "10,000+" for a count that stopped at the limit of exact counts. */
export function useCountText(): (count: number) => string {
  const t = usePhrases()
  const { number } = useFormat()
  const most = LIMITS.page.exactCount
  return (count) => (count >= most ? t('blocks.list.capped', { count: number(most) }) : number(count))
}
