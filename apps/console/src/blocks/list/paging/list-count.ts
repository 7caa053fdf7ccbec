// How many records there are, in words: of a list, for what stands beside it, such as an export, and of anything else
// that the server may stop counting.
import { createContext } from 'react'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'

/** The count of the list around. */
export const ListCount = createContext<string | undefined>(undefined)

/** "10,000+" where the server stopped counting. */
export function useCountText(): (count: number, isCapped: boolean | undefined) => string {
  const t = usePhrases()
  const { number } = useFormat()
  return (count, isCapped) => (isCapped ? t('blocks.list.capped', { count: number(count) }) : number(count))
}
